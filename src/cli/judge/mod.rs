//! `caipan judge`: rules a game, files of games, or a stream of JSON records.

mod json_record;

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use serde_json::Value;

use super::exit_status::ExitStatus;
use crate::position::{Line, Position};
use crate::record::pgn;
use crate::report::{Failure, Language, judgement_json, judgement_text};
use crate::ruling::{Judgement, Mode, RuleSet, Stretch, natures};
use crate::text::decode;
use json_record::Record;

/// Rule the repetitions of a game: the nature of each move, who must change, and why.
///
/// Exit status: 0 if all was ruled, 1 if something could not be, 2 for wrong usage.
#[derive(Debug, clap::Args)]
#[command(after_help = "Rule sets: cn2011 (default), cn2020, axf, computer, check-only, none.")]
pub(super) struct Judge {
    /// PGN files, or folders of them.
    files: Vec<PathBuf>,
    /// The start of a game given by --moves.
    #[arg(long)]
    fen: Option<String>,
    /// The moves of a game, in any notation, between blanks.
    #[arg(long, conflicts_with = "files")]
    moves: Option<String>,
    /// JSON records, one a line, from this file; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "fen", "moves"])]
    jsonl: Option<PathBuf>,
    /// The rule sets to judge by.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "cn2011", value_parser = rule_set)]
    rules: Vec<RuleSet>,
    /// How many occurrences of a position end the matter, in place of the rule set's own number.
    #[arg(long, value_parser = clap::value_parser!(u16).range(2..))]
    count: Option<u16>,
    /// What happens to a culprit at the count.
    #[arg(long, value_enum, default_value_t)]
    mode: ModeArgument,
    /// Write JSON Lines instead of text.
    #[arg(long)]
    json: bool,
    /// Tell the nature of every move, not only of those in the ruled stretch.
    #[arg(long)]
    all_moves: bool,
    /// The language of the text.
    #[arg(long, value_enum, default_value_t)]
    lang: LanguageArgument,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ModeArgument {
    /// He loses at once.
    #[default]
    Strict,
    /// He gets one further cycle to change, unless he alone checks for ever.
    Warning,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LanguageArgument {
    Zh,
    En,
    #[default]
    Both,
}

fn rule_set(name: &str) -> Result<RuleSet, String> {
    RuleSet::by_name(name).ok_or_else(|| format!("expected one of {}", RuleSet::NAMES.join(", ")))
}

/// One game to be ruled, or why it cannot be.
struct Job {
    id: Value,
    /// What a person reads above the ruling, if anything.
    title: Option<String>,
    game: Result<(Line, Stretch), Failure>,
}

impl Judge {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut run = Run {
            judge: self,
            rules: self.rule_sets(),
            failures: 0,
            games: 0,
        };
        if let Some(path) = &self.jsonl {
            run.json_lines(path, &mut out)?;
        } else if self.files.is_empty() {
            anyhow::ensure!(
                self.fen.is_some() || self.moves.is_some(),
                "nothing to judge: expected files, --fen and --moves, or --jsonl FILE"
            );
            run.one(self.given_game(), &mut out)?;
        } else {
            anyhow::ensure!(
                self.fen.is_none(),
                "--fen goes with --moves, not with files"
            );
            for path in &self.files {
                run.path(path, &mut out)?;
            }
        }
        out.flush()?;
        Ok(if run.failures == 0 {
            ExitStatus::Success
        } else {
            ExitStatus::Failure
        })
    }

    fn rule_sets(&self) -> Vec<RuleSet> {
        let mode = match self.mode {
            ModeArgument::Strict => Mode::Strict,
            ModeArgument::Warning => Mode::Warning,
        };
        let set = |rules: &RuleSet| {
            let count = self.count.map_or(rules.count, usize::from);
            RuleSet {
                mode,
                count,
                ..rules.clone()
            }
        };
        self.rules.iter().map(set).collect()
    }

    fn given_game(&self) -> Job {
        let id = Value::from("game");
        let moves = self.moves.as_deref().unwrap_or_default();
        let words = moves
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty());
        let words: Vec<&str> = words.filter(|word| !is_move_number(word)).collect();
        let game =
            json_record::line(&id, self.fen.as_deref(), &words).map(|line| (line, Stretch::Latest));
        Job {
            id,
            title: None,
            game,
        }
    }
}

/// Tells whether a word only numbers a move, as `1.` or `12...` do.
fn is_move_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

struct Run<'a> {
    judge: &'a Judge,
    rules: Vec<RuleSet>,
    failures: usize,
    games: usize,
}

impl Run<'_> {
    /// Judges one game under every rule set and writes what came of it.
    fn one(&mut self, job: Job, out: &mut impl Write) -> io::Result<()> {
        let is_json = self.judge.json || self.judge.jsonl.is_some();
        self.games += 1;
        let (line, stretch) = match job.game {
            Ok(game) => game,
            Err(failure) => return self.fail(&failure, is_json, out),
        };
        for (number, rules) in self.rules.iter().enumerate() {
            let judgement = match Judgement::of(&line, stretch, rules) {
                Ok(judgement) => judgement,
                Err(error) => {
                    let failure = Failure::new(job.id, "cycle", error.to_string());
                    return self.fail(&failure, is_json, out);
                }
            };
            let natures = if self.judge.all_moves {
                natures(&line, rules)
            } else {
                let mut natures = vec![None; line.len()];
                if let Some(ruling) = &judgement.ruling {
                    natures[ruling.cycle.start..ruling.cycle.end()]
                        .copy_from_slice(&ruling.natures);
                }
                natures
            };
            if is_json {
                writeln!(
                    out,
                    "{}",
                    judgement_json(&job.id, &line, &judgement, &natures, rules)
                )?;
                continue;
            }
            if let Some(title) = job.title.as_ref().filter(|_| number == 0) {
                writeln!(out, "{title}")?;
            }
            let language = match self.judge.lang {
                LanguageArgument::Zh => Language::Zh,
                LanguageArgument::En => Language::En,
                LanguageArgument::Both => Language::Both,
            };
            write!(
                out,
                "{}",
                judgement_text(&line, &judgement, &natures, rules, language)
            )?;
        }
        Ok(())
    }

    fn fail(&mut self, failure: &Failure, is_json: bool, out: &mut impl Write) -> io::Result<()> {
        self.failures += 1;
        if is_json {
            return writeln!(out, "{}", failure.to_json());
        }
        out.flush()?;
        match failure.id.as_str() {
            Some("game") | None => eprintln!("caipan: {}", failure.error.message),
            Some(id) => eprintln!("caipan: {id}: {}", failure.error.message),
        }
        Ok(())
    }

    /// Judges the records of a JSON Lines file; each answer is flushed before the next line is waited for.
    fn json_lines(&mut self, path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
        let is_stdin = path == Path::new("-");
        let mut input: Box<dyn BufRead> = if is_stdin {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(fs_err::File::open(path)?))
        };
        let mut bytes = Vec::new();
        let mut number = 0;
        loop {
            bytes.clear();
            if input
                .read_until(b'\n', &mut bytes)
                .with_context(|| format!("{}", path.display()))?
                == 0
            {
                break;
            }
            number += 1;
            let (text, _) = decode(&bytes);
            if text.trim().is_empty() {
                continue;
            }
            let (id, game) = match Record::read(&text, number) {
                Ok(record) => {
                    let game = record.game();
                    (record.id, game)
                }
                Err(failure) => (failure.id.clone(), Err(failure)),
            };
            self.one(
                Job {
                    id,
                    title: None,
                    game,
                },
                out,
            )?;
            if is_stdin {
                out.flush()?;
            }
        }
        if self.games == 0 {
            self.failures += 1;
            eprintln!(
                "caipan: {}: found no record, expected one JSON object a line",
                path.display()
            );
        }
        Ok(())
    }

    /// Judges the games of a PGN file, or of the `.pgn` files of a folder in the order of their names.
    fn path(&mut self, path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
        if !path.is_dir() {
            return self.file(path, out);
        }
        let entries = fs_err::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
        let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
        entries.sort();
        let is_pgn = |path: &PathBuf| {
            path.extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
        };
        for path in entries
            .into_iter()
            .filter(|path| path.is_dir() || is_pgn(path))
        {
            self.path(&path, out)?;
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
        let name = path.display().to_string();
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let failure = Failure::new(
                    Value::from(name),
                    "file",
                    format!("cannot be read: {error}"),
                );
                return Ok(self.fail(&failure, self.judge.json, out)?);
            }
        };
        let before = self.games;
        for (index, (_, game)) in pgn::read(&decode(&bytes).0).enumerate() {
            let title = format!("{name}#{}", index + 1);
            let id = Value::from(title.as_str());
            let (title, game) = match game {
                Ok(record) => {
                    let player = |name: &str| record.tag(name).filter(|player| !player.is_empty());
                    let title = format!(
                        "{title} {} - {}",
                        player("Red").or_else(|| player("White")).unwrap_or("?"),
                        player("Black").unwrap_or("?")
                    );
                    (title, Ok((record.line().clone(), Stretch::Latest)))
                }
                Err(error) => (
                    title,
                    Err(Failure::new(id.clone(), "game", error.to_string())),
                ),
            };
            self.one(
                Job {
                    id,
                    title: Some(title),
                    game,
                },
                out,
            )?;
        }
        if self.games == before {
            let failure = Failure::new(
                Value::from(name),
                "file",
                "found no game, expected a PGN file of xiangqi games",
            );
            self.fail(&failure, self.judge.json, out)?;
        }
        Ok(())
    }
}

/// Reads a start position, the usual one if none is given.
fn start(fen: Option<&str>) -> Result<Position, crate::position::FenError> {
    fen.map_or_else(|| Ok(Position::start()), Position::from_fen)
}
