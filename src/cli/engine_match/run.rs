//! The run itself.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::command_line::CommandLine;
use crate::cli::complain;
use crate::cli::exit_status::ExitStatus;
use crate::engine::expect_regular;
use crate::report::{self, Reports};
use crate::tournament::{
    Halt, Head, Journal, JournalError, NewFile, Openings, OutputSettings, Past, Plan, RunEnd,
    RunError, Settings, head, merge as join,
};

/// How a run is begun, beside what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Switches {
    /// Whether it goes on from its journal.
    pub(super) resume: bool,
    /// The part that is played, and of how many, from 1.
    pub(super) shard: Option<(usize, usize)>,
    /// Whether someone named the seed; else it is from the clock, or 0 where nothing is left to chance.
    pub(super) is_seeded: bool,
}

/// Gives the head of the journal with which a run is to go on; `None` if it has not begun.
pub(super) fn begun(line: &CommandLine) -> Result<Option<Head>, JournalError> {
    let journal = line.settings.output.journal.as_deref();
    match journal.filter(|path| line.switches.resume && path.exists()) {
        Some(path) => head(path),
        None => Ok(None),
    }
}

/// Plays a run; `known` is the head of its journal if it has begun. No file changes, and none is left behind, before a game
/// begins, but the logs of engines.
pub(super) fn run(
    settings: Settings,
    switches: Switches,
    known: Option<&Head>,
) -> anyhow::Result<ExitStatus> {
    let shard = switches.shard.unwrap_or((1, 1));
    let share = known.map_or(shard, |head| head.share);
    let path = settings.output.journal.clone();
    let path = path.as_deref();
    let rules = settings.rule_set().unwrap_or_default();
    let openings = Openings::load(&settings.openings, &rules, settings.srand)?;
    if let Some(head) = known {
        let (found, expected) = (openings.digest(), &head.openings);
        ensure!(
            found == *expected,
            "match: openings: found {found}, expected {expected} as in the journal"
        );
    }
    let plan = Plan::new(settings, openings, share)?;
    // Opened before its games are read, so that no other run writes it meanwhile.
    let mut journal = path.map_or(Ok(Journal::none()), Journal::open)?;
    // Before the other files are touched: without `-resume` they may be those of the run that the journal holds, and with
    // it records are made anew from the journal.
    match (path, known) {
        (Some(path), Some(_)) => drop(Past::read(path, &plan, |_, _| {})?),
        _ => journal.begin(&plan.head(today()))?,
    }
    let own = known.map(|head| &head.settings.output);
    expect_own_files(&plan.settings.output, own)?;
    let out = io::stdout();
    let switches = report::Switches {
        is_terminal: out.is_terminal(),
        is_recalled: known.is_some(),
    };
    let mut reports = Reports::new(&plan, Box::new(out), switches)?;
    let past = match (path, known) {
        (Some(path), Some(_)) => {
            let past = recall(path, &plan, &mut reports)?;
            journal.resume(past.kept, today());
            past
        }
        _ => Past::none(&plan.settings),
    };
    if known.is_none() && plan.repeats_itself() {
        complain("match: all games begin alike; -openings file=builtin has 200 openings");
    }
    if share.1 > 1 && plan.sprt().is_some() {
        complain(
            "match: a shard does not stop by -sprt; `caipan match merge` tells what all of them say",
        );
    }
    let halt = Halt::default();
    end_on_signal(halt.clone());
    let end = plan.run(past, &mut journal, &mut reports, &halt);
    // What is known is told, whatever ended the run; of one in which no game began there is nothing else to tell.
    let is_over = matches!(end, Ok(RunEnd::Finished | RunEnd::Decided(_)));
    let told = match &end {
        _ if !is_over && !reports.has_begun() => Ok(()),
        Ok(end) => reports.finish(&plan, *end),
        Err(_) => reports.finish(&plan, RunEnd::Stopped),
    };
    end.map_err(seen_through)?;
    if is_over {
        expect_told(told)?;
        return Ok(ExitStatus::Success);
    }
    told?;
    Ok(ExitStatus::Failure)
}

/// Passes over that nobody has read the end of what was told of a run that is over.
fn expect_told(told: io::Result<()>) -> io::Result<()> {
    told.or_else(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    })
}

/// Finds out that no file is written over that is none of the run's: one that is made anew as the run goes on has to be
/// a file, and records that are made anew from a journal stand where the run with these outputs kept them, or nowhere.
fn expect_own_files(output: &OutputSettings, own: Option<&OutputSettings>) -> anyhow::Result<()> {
    for path in [&output.json, &output.html].into_iter().flatten() {
        expect_regular(path).with_context(|| path.display().to_string())?;
    }
    let Some(own) = own else {
        return Ok(());
    };
    for (path, known) in [(&output.pgn, &own.pgn), (&output.epd, &own.epd)] {
        let is_used = |path: &PathBuf| path.metadata().is_ok_and(|data| data.len() > 0);
        if let Some(path) = path.as_ref().filter(|path| is_used(path)) {
            ensure!(
                known.as_ref() == Some(path),
                "{}: found a file that is not of this run, expected a new one",
                path.display()
            );
        }
    }
    Ok(())
}

/// Reads what was played before, and tells it to the reports.
fn recall(path: &Path, plan: &Plan, reports: &mut Reports<'_>) -> anyhow::Result<Past> {
    let mut told = Ok(());
    let past = Past::read(path, plan, |entry, standings| {
        if told.is_ok() {
            told = reports.recall(entry, plan, standings);
        }
    })?;
    told?;
    Ok(past)
}

/// Gives an error of a file as what it is, which tells too whether a reader has gone.
fn seen_through(error: RunError) -> anyhow::Error {
    match error {
        RunError::File(error) => error.into(),
        error => error.into(),
    }
}

fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

/// Lets the run end when the system asks for it: at the first word after the moves that are being thought about, at the
/// second at once.
fn end_on_signal(halt: Halt) {
    let armed = ctrlc::set_handler(move || {
        if !halt.say() {
            halt.end_engines();
            std::process::exit(1);
        }
        complain(
            "match: ending after the moves that are thought about, in 2 s at the latest; once more ends at once",
        );
    });
    if let Err(error) = armed {
        log::warn!("signals are not heard: {error}");
    }
}

/// Joins the journals of shards, and tells the standings. The journal and the games get their names when all is written.
pub(super) fn merge(
    out: &Path,
    journals: &[PathBuf],
    is_partial: bool,
    output: OutputSettings,
) -> anyhow::Result<ExitStatus> {
    // The records of shards are none of the whole.
    expect_own_files(&output, Some(&OutputSettings::default()))?;
    let joined = join(out, journals, is_partial).context("match merge")?;
    let pgn = output.pgn.as_deref();
    let pgn = pgn.filter(|path| expect_regular(path).is_ok());
    let pgn = pgn.map(NewFile::of);
    let settings = Settings {
        output: OutputSettings {
            pgn: pgn
                .as_ref()
                .map(|file| file.path().to_owned())
                .or(output.pgn),
            ..output
        },
        ..joined.settings.clone()
    };
    let plan = Plan::new(settings, Openings::new(Vec::new()), (1, 1))?;
    let to = io::stdout();
    let switches = report::Switches {
        is_recalled: true,
        ..report::Switches::default()
    };
    let mut reports = Reports::new(&plan, Box::new(to), switches)?;
    let past = recall(joined.path(), &plan, &mut reports)?;
    let is_finished = past.done.len() == plan.schedule.len();
    let end = match plan.decision(&past.standings) {
        Some(decision) => RunEnd::Decided(decision),
        None if is_finished => RunEnd::Finished,
        None => RunEnd::Stopped,
    };
    expect_told(reports.finish(&plan, end))?;
    drop(reports);
    if let Some(pgn) = pgn.filter(|file| file.path().exists()) {
        pgn.finish()?;
    }
    joined.finish().context("match merge")?;
    Ok(ExitStatus::Success)
}
