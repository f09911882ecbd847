//! `caipan match`: engines against engines.

mod command_line;
mod engine_words;
mod options;
mod run;
mod settings_file;
mod settings_words;
mod words;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, FromArgMatches};

use super::exit_status::ExitStatus;
use super::{complain, is_broken_pipe};
use crate::text::did_you_mean;
use crate::tournament::{Head, OutputSettings, Settings};
use command_line::CommandLine;
use run::Switches;

/// The name of the command.
const NAME: &str = "match";

/// Engine against engine: one match, a gauntlet or a round robin.
#[derive(Clone, Debug)]
pub(super) struct Match {
    matches: ArgMatches,
}

/// Join the journals of shards.
#[derive(Debug, clap::Parser)]
#[command(name = "merge")]
struct Merge {
    /// The journal to write.
    out: PathBuf,
    /// The journals of all shards.
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// Takes shards that are missing or still being played too, as far as their games are over.
    #[arg(long)]
    partial: bool,
    /// Writes the games as PGN.
    #[arg(long, value_name = "FILE")]
    pgnout: Option<PathBuf>,
    /// Writes the standings as JSON.
    #[arg(long, value_name = "FILE")]
    jsonout: Option<PathBuf>,
    /// Writes a page with tables and charts.
    #[arg(long, value_name = "FILE")]
    htmlout: Option<PathBuf>,
}

impl clap::Args for Match {
    fn augment_args(command: clap::Command) -> clap::Command {
        let merge = <Merge as clap::CommandFactory>::command();
        options::add_to(command)
            .display_name("caipan")
            .version(env!("CARGO_PKG_VERSION"))
            .about("Engine against engine: one match, a gauntlet or a round robin")
            .subcommand(merge)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Match {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let matches = matches.clone();
        Ok(Self { matches })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Match {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        if let Some((_, matches)) = self.matches.subcommand() {
            let fault =
                "match: found options before merge, expected OUT and journals behind it alone";
            anyhow::ensure!(!self.matches.args_present(), fault);
            let merge = Merge::from_arg_matches(matches)?;
            let output = OutputSettings {
                pgn: merge.pgnout,
                json: merge.jsonout,
                html: merge.htmlout,
                ..OutputSettings::default()
            };
            let joined = run::merge(&merge.out, &merge.journals, merge.partial, output);
            return joined.or_else(failed);
        }
        let read = |known| {
            let line = CommandLine::read(&self.matches, known);
            line.map_err(|fault| anyhow!("match: {fault}"))
        };
        let line = read(None)?;
        let (line, head) = match run::begun(&line) {
            Ok(Some(head)) => (read(Some(&head.settings))?, Some(head)),
            Ok(None) => (line, None),
            Err(error) => return failed(error.into()),
        };
        let CommandLine {
            mut settings,
            switches,
            is_print,
        } = line;
        if is_print {
            let faults = settings.faults_of_values();
            anyhow::ensure!(faults.is_empty(), "match: {}", faults.join("; "));
            let text = settings_file::write(&settings, switches.is_seeded)?;
            io::stdout().lock().write_all(text.as_bytes())?;
            return Ok(ExitStatus::Success);
        }
        let journal = settings.output.journal.as_ref();
        let missing = journal.filter(|_| switches.resume && head.is_none());
        if let Some(path) = missing.filter(|_| settings.engines.is_empty()) {
            let path = path.display();
            anyhow::bail!(
                "match: {path}: found no run to go on with, expected one, or the options of a new one"
            );
        }
        let mut faults = settings.faults();
        let must_name_seed = settings.uses_chance() && !switches.is_seeded;
        if switches.shard.is_some() && must_name_seed {
            faults.push("shard: found no -srand, expected the same one for every shard".to_owned());
        }
        if (switches.resume || switches.shard.is_some()) && settings.output.journal.is_none() {
            faults.push("journal: found none, expected one with -resume and -shard".to_owned());
        }
        anyhow::ensure!(faults.is_empty(), "match: {}", faults.join("; "));
        if let Some(difference) = head
            .as_ref()
            .and_then(|head| line_differs(&settings, switches, head))
        {
            anyhow::bail!("match: {difference} as in the journal");
        }
        if let Some(path) = missing {
            let path = path.display();
            complain(format_args!(
                "match: {path}: found no run to go on with; a new one begins"
            ));
        }
        if must_name_seed {
            settings.srand = seed_of_clock();
            complain(format_args!(
                "match: the seed is {0}; -srand {0} plays the same",
                settings.srand
            ));
        }
        run::run(settings, switches, head.as_ref()).or_else(failed)
    }
}

/// Tells in what a run differs from the one that has begun.
fn line_differs(settings: &Settings, switches: Switches, head: &Head) -> Option<String> {
    let other_share = switches.shard.filter(|share| *share != head.share);
    let share = other_share.map(|(part, parts)| {
        let (known, all) = head.share;
        format!("shard: found {part}/{parts}, expected {known}/{all}")
    });
    share.or_else(|| settings.difference(&head.settings))
}

/// Ends the command when a run failed whose command line was right; where a reader of the output has gone, there is nobody
/// to tell.
fn failed(error: anyhow::Error) -> anyhow::Result<ExitStatus> {
    if !is_broken_pipe(&error) {
        complain(format_args!("{error:#}"));
    }
    Ok(ExitStatus::Failure)
}

/// Gives a seed that is short enough to be typed.
fn seed_of_clock() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    time.map_or(1, |time| {
        u64::from(time.subsec_nanos()) + time.as_secs() % 1_000_000
    })
}

/// Tells whether a command line is one of `match`.
pub(super) fn is_meant(words: &[OsString]) -> bool {
    words.get(1).is_some_and(|word| word == NAME)
}

/// Gives long options that have one dash, as fastchess and cutechess write them, the second.
pub(super) fn with_two_dashes(words: Vec<OsString>) -> Vec<OsString> {
    let is_short = |word: &str| {
        let mut bytes = word.bytes().skip(1);
        word.starts_with('-')
            && word.len() > 2
            && bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
    };
    let rewritten = words.into_iter().map(|word| match word.to_str() {
        Some(text) if is_short(text) => format!("-{text}").into(),
        _ => word,
    });
    rewritten.collect()
}

/// Tells in one line why clap does not take the words of `match`.
pub(super) fn fault(error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    // Clap adds what should follow: `--rounds <N>`.
    let option = context(ContextKind::InvalidArg);
    let option = option.split([' ', '[']).next().unwrap_or_default();
    let option = option.replacen("--", "-", 1);
    match error.kind() {
        ErrorKind::UnknownArgument => unknown(&option),
        ErrorKind::InvalidSubcommand => unknown(context(ContextKind::InvalidSubcommand)),
        ErrorKind::ArgumentConflict => format!("{option}: found twice, expected once"),
        ErrorKind::MissingRequiredArgument => {
            "merge: found too few names, expected OUT and the journal of every shard".to_owned()
        }
        ErrorKind::InvalidValue | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{option}: found nothing, expected a word behind it")
        }
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        }
    }
}

/// Tells that a word is no option and which it may have been meant for; all of them if it is like none.
fn unknown(word: &str) -> String {
    let names = options::all().map(|option| format!("-{}", option.name));
    let names: Vec<_> = ["merge".to_owned()].into_iter().chain(names).collect();
    match &*did_you_mean(word, names.iter().map(String::as_str)) {
        "" => format!("found {word:?}, expected one of {}", names.join(", ")),
        hint => format!("found {word:?}, expected one of the words that -help tells{hint}"),
    }
}
