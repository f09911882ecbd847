//! `caipan judge`: rules a game, files of games, or a stream of JSON records.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rayon::prelude::*;
use serde_json::Value;

use super::complain;
use super::exit_status::ExitStatus;
use super::language::LanguageArgument;
use super::rule_file::rule_set;
use super::ruling_files::{RulingFiles, RulingPictures, Shown};
use crate::record::GameRecord;
use crate::record::pgn::{self, PgnError};
use crate::report::{Failure, GivenGame, RuledBy, judgement_json, judgement_text, rule_set_of};
use crate::ruling::{Mode, RuleSet, findings};
use crate::text::decode;

/// Rule the repetitions of a game: the nature of each move, who must change, and why.
///
/// Exit status: 0 if all was ruled, 1 if something could not be or a file could not be read or written, 2 for wrong
/// usage or a faulty rule file.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Rule sets: cn2011, cn2020, axf, computer, sky, check-only, none, or a .toml file."
)]
pub(super) struct Judge {
    /// PGN files, or folders of them.
    files: Vec<PathBuf>,
    /// The start of a game given by --moves.
    #[arg(long)]
    fen: Option<String>,
    /// The moves of a game, in any notation, between blanks or commas; their numbers are passed over.
    #[arg(long, conflicts_with = "files")]
    moves: Option<String>,
    /// JSON records, one a line, from this file; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "fen", "moves"])]
    jsonl: Option<PathBuf>,
    /// The rule sets to judge by, several with commas between [default: what the tags of a game tell, else cn2011].
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = rule_set)]
    rules: Vec<RuleSet>,
    /// How many occurrences of a position end the matter, in place of the rule set's own number.
    #[arg(long, value_parser = count)]
    count: Option<usize>,
    /// What happens to a culprit at the count, in place of the rule set's own mode.
    #[arg(long, value_enum)]
    mode: Option<ModeArgument>,
    /// Write JSON Lines instead of text.
    #[arg(long)]
    json: bool,
    /// Tell the nature of every move, not only of those in the ruled stretch.
    #[arg(long)]
    all_moves: bool,
    /// The language of the text.
    #[arg(long, value_enum, default_value_t)]
    lang: LanguageArgument,
    #[command(flatten)]
    pictures: RulingPictures,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ModeArgument {
    /// He loses at once.
    Strict,
    /// He gets one further cycle to change, unless he alone checks for ever.
    Warning,
}

/// Games judged side by side at once.
const CHUNK: usize = 256;

/// One game to be ruled, or why it cannot be.
struct Job {
    /// What a person reads above the ruling, if anything.
    title: Option<String>,
    /// The rules that its record tells of.
    rules: Option<RuleSet>,
    game: Result<GivenGame, Failure>,
}

impl Job {
    fn new(game: Result<GivenGame, Failure>) -> Self {
        Self {
            title: None,
            rules: None,
            game,
        }
    }

    fn of_record(name: &str, game: Result<GameRecord, PgnError>) -> Self {
        let id = Value::from(name);
        let record = match game {
            Ok(record) => record,
            Err(error) => return Self::new(Err(Failure::new(id, "game", error.to_string()))),
        };
        let player = |name: &str| record.tag(name).filter(|player| !player.is_empty());
        let red = player("Red").or_else(|| player("White")).unwrap_or("?");
        let black = player("Black").unwrap_or("?");
        Self {
            title: Some(format!("{name} {red} - {black}")),
            rules: rule_set_of(&record),
            game: Ok(GivenGame::new(id, record.line().clone())),
        }
    }
}

impl Judge {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        let out = io::BufWriter::new(io::stdout().lock());
        let mut run = Run {
            judge: self,
            out,
            failures: 0,
            games: 0,
            files: self.pictures.begin(self.files.iter().chain(&self.jsonl))?,
        };
        if let Some(path) = &self.jsonl {
            run.json_lines(path)?;
        } else if self.files.is_empty() {
            anyhow::ensure!(
                self.fen.is_some() || self.moves.is_some(),
                "nothing to judge: expected files, --fen and --moves, or --jsonl FILE"
            );
            let moves = self.moves.as_deref().unwrap_or_default();
            let game = GivenGame::from_moves("game".into(), self.fen.as_deref(), moves);
            run.all(vec![Job::new(game)], |job| job)?;
        } else {
            anyhow::ensure!(
                self.fen.is_none(),
                "--fen goes with --moves, not with files"
            );
            for path in &self.files {
                run.path(path)?;
            }
        }
        run.out.flush()?;
        run.files.finish()?;
        Ok(if run.failures == 0 {
            ExitStatus::Success
        } else {
            ExitStatus::Failure
        })
    }

    /// Judges one game under every rule set.
    fn rule(&self, job: Job) -> Ruled {
        let game = match job.game {
            Ok(game) => game,
            Err(failure) => return self.fail(&failure),
        };
        let line = &game.line;
        let mut ruled = Ruled::default();
        let mut rulings = Vec::new();
        for (number, rules) in self.rule_sets(job.rules).iter().enumerate() {
            let judgement = match game.judge(rules) {
                Ok(judgement) => judgement,
                Err(failure) => return self.fail(&failure),
            };
            let findings = if self.all_moves {
                findings(line, rules).into_iter().map(Some).collect()
            } else {
                judgement.findings(line)
            };
            if self.is_json() {
                ruled.out += &judgement_json(&game.id, line, &judgement, &findings, rules);
                ruled.out.push('\n');
            } else {
                if let Some(title) = job.title.as_ref().filter(|_| number == 0) {
                    ruled.out += &format!("{title}\n");
                }
                ruled.out += &judgement_text(line, &judgement, &findings, rules, self.lang.into());
            }
            rulings.push(RuledBy {
                rules: rules.clone(),
                judgement,
                findings,
            });
        }
        let name = job.title.unwrap_or_else(|| name(&game.id));
        ruled.shown = self.pictures.show(&name, line, &rulings);
        ruled
    }

    fn is_json(&self) -> bool {
        self.json || self.jsonl.is_some()
    }

    fn fail(&self, failure: &Failure) -> Ruled {
        let message = &failure.error.message;
        let (out, err) = match failure.id.as_str() {
            _ if self.is_json() => (failure.to_json() + "\n", String::new()),
            // The game of a file is named by it, the one of the command line by nothing.
            Some(id) if !self.files.is_empty() => (String::new(), format!("{id}: {message}")),
            _ => (String::new(), message.clone()),
        };
        Ruled {
            out,
            err,
            failed: true,
            shown: self.pictures.show_failure(&name(&failure.id), message),
        }
    }

    /// Gives the rule sets to judge a game by that tells of its own, each once.
    fn rule_sets(&self, own: Option<RuleSet>) -> Vec<RuleSet> {
        let set = |rules: &RuleSet| {
            let rules = rules.clone();
            let mut rules = match self.count {
                None => rules,
                Some(count) => rules.with_count(count),
            };
            match self.mode {
                None => {}
                Some(ModeArgument::Strict) => rules.mode = Mode::Strict,
                Some(ModeArgument::Warning) => rules.mode = Mode::Warning,
            }
            rules
        };
        let mut sets: Vec<RuleSet> = Vec::new();
        let own = self.rules.is_empty().then(|| own.unwrap_or_default());
        for rules in self.rules.iter().chain(&own).map(set) {
            if !sets.contains(&rules) {
                sets.push(rules);
            }
        }
        sets
    }
}

/// Writes the identifier of a game as its name.
fn name(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// Reads a count of occurrences.
fn count(word: &str) -> Result<usize, String> {
    let counts = RuleSet::COUNTS;
    let count = word.parse().ok().filter(|count| counts.contains(count));
    count.ok_or_else(|| {
        let (least, most) = (counts.start(), counts.end());
        format!("expected a whole number from {least} to {most}")
    })
}

/// What came of one game: text for each stream.
#[derive(Default)]
struct Ruled {
    out: String,
    err: String,
    failed: bool,
    shown: Shown,
}

struct Run<'a, W> {
    judge: &'a Judge,
    out: W,
    failures: usize,
    games: usize,
    files: RulingFiles<'a>,
}

impl<W: Write> Run<'_, W> {
    /// Judges games side by side and writes what came of them in their order.
    fn all<T: Send>(&mut self, jobs: Vec<T>, job: impl Fn(T) -> Job + Sync) -> io::Result<()> {
        let ruled: Vec<Ruled> = jobs
            .into_par_iter()
            .map(|item| self.judge.rule(job(item)))
            .collect();
        for ruled in ruled {
            self.games += 1;
            self.write(ruled)?;
        }
        Ok(())
    }

    fn write(&mut self, ruled: Ruled) -> io::Result<()> {
        self.out.write_all(ruled.out.as_bytes())?;
        self.failures += usize::from(ruled.failed);
        self.files.add(ruled.shown)?;
        if !ruled.err.is_empty() {
            self.out.flush()?;
            complain(&ruled.err);
        }
        Ok(())
    }

    /// Judges the records of a JSON Lines file. What has been read is answered before more is waited for.
    fn json_lines(&mut self, path: &Path) -> io::Result<()> {
        let input: Box<dyn Read> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            match fs::File::open(path) {
                Ok(file) => Box::new(file),
                Err(error) => return self.fail_file(path, format!("cannot be read: {error}")),
            }
        };
        let mut input = BufReader::with_capacity(1 << 18, input);
        let (mut lines, mut number) = (Vec::new(), 0);
        loop {
            let mut line = Vec::new();
            let length = match input.read_until(b'\n', &mut line) {
                Ok(length) => length,
                Err(error) => return self.fail_file(path, format!("cannot be read: {error}")),
            };
            number += 1;
            if !line.trim_ascii().is_empty() {
                lines.push((number, line));
            }
            if length == 0 || lines.len() >= CHUNK || !input.buffer().contains(&b'\n') {
                self.all(std::mem::take(&mut lines), |(number, line)| {
                    Job::new(GivenGame::from_json(&decode(&line).0, number))
                })?;
                self.out.flush()?;
            }
            if length == 0 {
                break;
            }
        }
        if self.games == 0 {
            self.failures += 1;
            let name = path.display();
            complain(format_args!(
                "{name}: found no record, expected one JSON object a line"
            ));
        }
        Ok(())
    }

    /// Judges the games of a PGN file, or of the `.pgn` files of a folder.
    fn path(&mut self, path: &Path) -> io::Result<()> {
        if !path.is_dir() {
            return self.file(path);
        }
        let before = (self.games, self.failures);
        self.folder(path)?;
        if before == (self.games, self.failures) {
            self.fail_file(path, "found no game, expected PGN files".to_owned())?;
        }
        Ok(())
    }

    /// Judges the `.pgn` files of a folder and of the folders in it, in the order of their names. A link to a folder is
    /// not followed, since it may lead back; what is no file, as a pipe, is passed over.
    fn folder(&mut self, path: &Path) -> io::Result<()> {
        let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.fail_file(path, format!("cannot be read: {error}")),
        };
        entries.sort_by_key(fs::DirEntry::path);
        for entry in entries {
            let path = entry.path();
            let is_pgn = path
                .extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.folder(&path)?;
            } else if is_pgn && fs::metadata(&path).map_or(true, |entry| entry.is_file()) {
                self.file(&path)?;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.fail_file(path, format!("cannot be read: {error}")),
        };
        let name = path.display();
        let (text, _) = decode(&bytes);
        let mut games = pgn::read(&text).enumerate().peekable();
        if games.peek().is_none() {
            let message = "found no game, expected a PGN file of xiangqi games";
            return self.fail_file(path, message.to_owned());
        }
        while games.peek().is_some() {
            let chunk = games.by_ref().take(CHUNK).collect();
            self.all(chunk, |(index, (_, game))| {
                Job::of_record(&format!("{name}#{}", index + 1), game)
            })?;
        }
        Ok(())
    }

    /// Tells why nothing of a file or folder can be judged.
    fn fail_file(&mut self, path: &Path, why: String) -> io::Result<()> {
        let name = Value::from(path.display().to_string());
        self.write(self.judge.fail(&Failure::new(name, "file", why)))
    }
}
