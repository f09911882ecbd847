//! `caipan judge`: rules a game, files of games, or a stream of JSON records.

mod ruling_files;
mod run;

use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::Value;

use super::exit_status::ExitStatus;
use super::game_files::format;
use super::language::LanguageArgument;
use super::rule_file::rule_set;
use crate::position::Outcome;
use crate::record::{Format, GameError, GameRecord};
use crate::report::{
    Failure, GameName, GivenGame, RuledBy, Survey, judgement_json, judgement_text, repetition_text,
    rule_set_of, surveyed_json,
};
use crate::ruling::{Mode, RuleSet, findings};
use ruling_files::{RulingPictures, Shown};
use run::Run;

/// Rule the repetitions of a game: the nature of each move, who must change, and why.
///
/// Exit status: 0 if all was ruled, 1 if something could not be or a file could not be read or written, 2 for wrong
/// usage or a faulty rule file.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Rule sets: cn2011, cn2020, axf, computer, sky, check-only, none, or a .toml file."
)]
pub(super) struct Judge {
    /// Game files of any format that `caipan convert` reads, or folders of them.
    files: Vec<PathBuf>,
    /// The format of the files, whatever their endings.
    #[arg(long, value_name = "FORMAT", value_parser = format, requires = "files")]
    from: Option<Format>,
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
    /// Write JSON Lines instead of text; of files, a last line has the totals.
    #[arg(long)]
    json: bool,
    /// Write a table of the games of files, one row for each game and rule set.
    #[arg(long, value_name = "FILE", requires = "files")]
    csv: Option<PathBuf>,
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

/// One game to be ruled, or why it cannot be.
struct Job {
    /// What a game of a file is known by, and its result there.
    record: Option<(GameName, Option<Outcome>)>,
    /// The rules that its record tells of.
    rules: Option<RuleSet>,
    game: Result<GivenGame, Failure>,
}

impl Job {
    fn new(game: Result<GivenGame, Failure>) -> Self {
        Self {
            record: None,
            rules: None,
            game,
        }
    }

    fn of_record(name: String, game: Result<GameRecord, GameError>) -> Self {
        let id = Value::from(&*name);
        let record = match game {
            Ok(record) => record,
            Err(error) => return Self::new(Err(Failure::new(id, "game", error.to_string()))),
        };
        let player = |name: &str| record.tag(name).filter(|player| !player.is_empty());
        let red = player("Red").or_else(|| player("White")).unwrap_or("?");
        let black = player("Black").unwrap_or("?");
        let name = GameName {
            game: name,
            red: red.to_owned(),
            black: black.to_owned(),
        };
        Self {
            rules: rule_set_of(&record),
            game: Ok(GivenGame::new(id, record.line().clone())),
            record: Some((name, record.outcome)),
        }
    }
}

/// What came of one game: text for each stream, and what it adds to the files.
#[derive(Default)]
struct Ruled {
    out: String,
    err: String,
    shown: Shown,
    outcome: RuledOutcome,
}

/// What a game adds to the totals.
#[derive(Default)]
enum RuledOutcome {
    /// A game of no file.
    #[default]
    Ruled,
    Surveyed(GameName, Vec<Survey>),
    /// The name and what is wrong.
    Failed(String, String),
}

impl Judge {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        let mut run = Run::begin(self)?;
        if let Some(path) = &self.jsonl {
            run.json_lines(path)?;
        } else if self.files.is_empty() {
            anyhow::ensure!(
                self.fen.is_some() || self.moves.is_some(),
                "nothing to judge: expected files, --fen and --moves, or --jsonl FILE"
            );
            let moves = self.moves.as_deref().unwrap_or_default();
            let game = GivenGame::from_moves("game".into(), self.fen.as_deref(), moves);
            run.all(vec![game], Job::new)?;
        } else {
            anyhow::ensure!(
                self.fen.is_none(),
                "--fen goes with --moves, not with files"
            );
            run.game_files()?;
        }
        run.finish()
    }

    /// Judges one game under every rule set.
    fn rule(&self, job: Job) -> Ruled {
        let game = match job.game {
            Ok(game) => game,
            Err(failure) => return self.fail(&failure),
        };
        let line = &game.line;
        let mut ruled = Ruled::default();
        let (mut rulings, mut surveys) = (Vec::new(), Vec::new());
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
            let record = job.record.as_ref();
            let survey = record.map(|(_, outcome)| Survey::of(line, *outcome, &judgement, rules));
            ruled.out += &match (self.is_json(), &survey) {
                (true, None) => judgement_json(&game.id, line, &judgement, &findings, rules) + "\n",
                (true, Some(survey)) => {
                    let id = &game.id;
                    surveyed_json(id, line, &judgement, &findings, rules, survey) + "\n"
                }
                (false, _) => {
                    let name = record.filter(|_| number == 0).map(|(name, _)| name);
                    let title =
                        name.map(|name| format!("{} {} - {}\n", name.game, name.red, name.black));
                    let language = self.lang.into();
                    let told = judgement.ruling.as_ref().map(|ruling| ruling.cycle);
                    let earlier = survey.iter().flat_map(|survey| &survey.repetitions);
                    let earlier: String = earlier
                        .filter(|ruling| Some(ruling.cycle) != told)
                        .map(|ruling| repetition_text(line, ruling, rules, language))
                        .collect();
                    title.unwrap_or_default()
                        + &earlier
                        + &judgement_text(line, &judgement, &findings, rules, language)
                }
            };
            surveys.extend(survey);
            rulings.push(RuledBy {
                rules: rules.clone(),
                judgement,
                findings,
            });
        }
        let title = match job.record {
            None => name(&game.id),
            Some((name, _)) => {
                let title = format!("{} {} - {}", name.game, name.red, name.black);
                ruled.outcome = RuledOutcome::Surveyed(name, surveys);
                title
            }
        };
        ruled.shown = self.pictures.show(&title, line, &rulings);
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
        let name = name(&failure.id);
        Ruled {
            out,
            err,
            shown: self.pictures.show_failure(&name, message),
            outcome: RuledOutcome::Failed(name, message.clone()),
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
