//! The run itself.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, ensure};

use crate::cli::complain;
use crate::cli::exit_status::ExitStatus;
use crate::report::{self, Reports};
use crate::tournament::{
    Head, Journal, Leashes, Openings, OutputSettings, Past, Plan, RunEnd, Settings, head,
    merge as join,
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

/// Plays a run.
pub(super) fn run(settings: &Settings, switches: Switches) -> anyhow::Result<ExitStatus> {
    let path = settings.output.journal.as_deref();
    // Opened before it is read, so that no other run writes it meanwhile.
    let mut journal = path.map_or(Ok(Journal::none()), Journal::open)?;
    let known = match path {
        Some(path) if switches.resume => head(path)?,
        _ => None,
    };
    let (settings, share) = match &known {
        Some(head) => (resumed(settings, head, switches)?, head.share),
        None => (settings.clone(), switches.shard.unwrap_or((1, 1))),
    };
    let rules = settings.rule_set().unwrap_or_default();
    let openings = Openings::load(&settings.openings, &rules, settings.srand)?;
    let plan = Plan::new(settings, openings, share)?;
    let out = io::stdout();
    let switches = report::Switches {
        is_terminal: out.is_terminal(),
        is_recalled: known.is_some(),
    };
    let mut reports = Reports::new(&plan, Box::new(out.lock()), switches)?;
    let past = match (path, known) {
        (Some(path), Some(_)) => {
            let past = recall(path, &plan, &mut reports)?;
            journal.resume(past.kept, today())?;
            past
        }
        (Some(path), None) => {
            let head = Head {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                settings: plan.settings.clone(),
                share,
                games: plan.schedule.len(),
                date: today(),
            };
            journal.begin(path, &head)?;
            Past::none(&plan.settings)
        }
        (None, _) => Past::none(&plan.settings),
    };
    if share.1 > 1 && plan.sprt().is_some() {
        complain(
            "match: a shard does not stop by -sprt; `caipan match merge` tells what all of them say",
        );
    }
    let is_over = Arc::new(AtomicBool::new(false));
    end_on_signal(Arc::clone(&is_over), plan.leashes.clone());
    let end = plan.run(past, &mut journal, &mut reports, &is_over);
    // What is known is told, whatever ended the run.
    reports.finish(&plan, *end.as_ref().unwrap_or(&RunEnd::Stopped))?;
    let end = end?;
    Ok(match end {
        RunEnd::Finished | RunEnd::Decided(_) => ExitStatus::Success,
        RunEnd::Stopped | RunEnd::Broken => ExitStatus::Failure,
    })
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

/// Gives the settings of a run that goes on: those of its journal, but for where things go and how many games run at the
/// same time.
fn resumed(settings: &Settings, head: &Head, switches: Switches) -> anyhow::Result<Settings> {
    let is_named = !settings.engines.is_empty();
    let mut known = head.settings.clone();
    if is_named {
        let mut named = settings.clone();
        if !switches.is_seeded {
            named.srand = known.srand;
        }
        ensure!(
            known.plays_as(&named),
            "match: found other settings than in the journal, expected the same, or -resume and -journal alone"
        );
        known.concurrency = settings.concurrency;
        known.use_affinity.clone_from(&settings.use_affinity);
        known.output = settings.output.clone();
    } else {
        let only_journal = OutputSettings {
            journal: settings.output.journal.clone(),
            ..OutputSettings::default()
        };
        if settings.output == only_journal {
            known.output.journal = only_journal.journal;
        } else {
            known.output = settings.output.clone();
        }
    }
    if let Some(share) = switches.shard {
        ensure!(
            share == head.share,
            "match: -shard: found {}/{}, expected {}/{} as in the journal",
            share.0,
            share.1,
            head.share.0,
            head.share.1
        );
    }
    Ok(known)
}

fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

/// Lets the run end when the system asks for it: at the first word after the moves that are being thought about, at the
/// second at once.
fn end_on_signal(is_over: Arc<AtomicBool>, leashes: Leashes) {
    let armed = ctrlc::set_handler(move || {
        if is_over.swap(true, Ordering::Relaxed) {
            leashes.end();
            std::process::exit(1);
        }
        complain("match: ending after the moves that are thought about; once more ends at once");
    });
    if let Err(error) = armed {
        log::warn!("signals are not heard: {error}");
    }
}

/// Joins the journals of shards, and tells the standings.
pub(super) fn merge(
    out: &Path,
    journals: &[PathBuf],
    is_partial: bool,
    output: OutputSettings,
) -> anyhow::Result<ExitStatus> {
    let settings = join(out, journals, is_partial).context("match merge")?;
    let settings = Settings { output, ..settings };
    let plan = Plan::new(settings, Openings::new(Vec::new()), (1, 1))?;
    let to = io::stdout();
    let switches = report::Switches {
        is_recalled: true,
        ..report::Switches::default()
    };
    let mut reports = Reports::new(&plan, Box::new(to.lock()), switches)?;
    let past = recall(out, &plan, &mut reports)?;
    let is_finished = past.done.len() == plan.schedule.len();
    let end = match plan.decision(&past.standings) {
        Some(decision) => RunEnd::Decided(decision),
        None if is_finished => RunEnd::Finished,
        None => RunEnd::Stopped,
    };
    reports.finish(&plan, end)?;
    Ok(ExitStatus::Success)
}
