//! The standings of a run as one JSON object, for programs.
//!
//! Numbers that are not known yet (before the first game, or pair of games, is over) or not finite (Elo of a side that won
//! all, an error that is not bounded) are `null`. Elo and its error
//! are those of [`stats::elo`](crate::stats::elo()), times are in seconds.

use std::collections::BTreeMap;

use serde::Serialize;

use super::course::Course;
use super::game_story::LineFault;
use super::rating::{Rating, TestState, limits};
use super::terminal::View;
use crate::stats::{EloModel, Tally};
use crate::tournament::RunEnd;

#[derive(Serialize)]
struct Summary<'a> {
    event: &'a str,
    /// `running`, or how the run ended: `finished`, `decided`, `stopped`, `broken`.
    state: &'static str,
    /// The number of games that are over, and of all that are played here.
    games: usize,
    of: usize,
    settings: Digest<'a>,
    engines: Vec<EngineSummary<'a>>,
    pairs: Vec<PairSummary<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtSummary>,
    terminations: BTreeMap<&'static str, u64>,
}

/// The settings that matter to a reader of results.
#[derive(Serialize)]
struct Digest<'a> {
    rules: &'a str,
    rounds: u32,
    games: u32,
    repeat: bool,
    srand: u64,
    openings: Option<String>,
    share: (usize, usize),
}

#[derive(Serialize)]
struct Counts {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
}

#[derive(Serialize)]
struct Strength {
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: Option<f64>,
}

#[derive(Serialize)]
struct EngineSummary<'a> {
    name: &'a str,
    limits: String,
    #[serde(flatten)]
    counts: Counts,
    with_red: Counts,
    #[serde(flatten)]
    strength: Strength,
    /// Games lost by a crash, a stall, an illegal move or on time.
    faults: u64,
    /// Lines of moves that it told and that are not legal, which cost nothing.
    illegal_pvs: u64,
    /// Lines that it told with a mate and that are not of that length or do not end in it, if that is checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_mate_pvs: Option<u64>,
    seconds_per_move: f64,
}

#[derive(Serialize)]
struct PairSummary<'a> {
    one: &'a str,
    other: &'a str,
    #[serde(flatten)]
    counts: Counts,
    with_red: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    pentanomial: Option<[u64; 5]>,
    #[serde(flatten)]
    strength: Strength,
}

#[derive(Serialize)]
struct SprtSummary {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: &'static str,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: Option<String>,
}

impl From<Tally> for Counts {
    fn from(tally: Tally) -> Self {
        Self {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
        }
    }
}

impl From<Rating> for Strength {
    fn from(rating: Rating) -> Self {
        Self {
            elo: rating.elo.map(|elo| unsigned(elo.value)),
            elo_error: rating.elo.map(|elo| elo.error),
            nelo: rating.normalized.map(|elo| unsigned(elo.value)),
            nelo_error: rating.normalized.map(|elo| elo.error),
            los: rating.los,
        }
    }
}

impl From<TestState> for SprtSummary {
    fn from(state: TestState) -> Self {
        let sprt = state.sprt;
        Self {
            elo0: unsigned(sprt.elo0()),
            elo1: unsigned(sprt.elo1()),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
            model: match sprt.model() {
                EloModel::Logistic => "logistic",
                EloModel::Normalized => "normalized",
            },
            llr: unsigned(state.llr),
            lower: sprt.lower_bound(),
            upper: sprt.upper_bound(),
            accepted: state.accepted().map(|answer| answer.to_string()),
        }
    }
}

/// Takes the sign from nothing.
fn unsigned(number: f64) -> f64 {
    number + 0.0
}

/// Names how a run stands; `None` is one that goes on.
pub(super) const fn state(end: Option<RunEnd>) -> &'static str {
    match end {
        None => "running",
        Some(RunEnd::Finished) => "finished",
        Some(RunEnd::Decided(_)) => "decided",
        Some(RunEnd::Stopped) => "stopped",
        Some(RunEnd::Broken) => "broken",
    }
}

/// Writes the summary of a run, with a line feed at its end.
///
/// # Errors
/// None in practice: all keys are text.
pub(super) fn write(
    view: View<'_>,
    course: &Course,
    end: Option<RunEnd>,
) -> serde_json::Result<String> {
    let (plan, standings) = (view.plan, view.standings);
    let settings = &plan.settings;
    let engines = settings.engines.iter().enumerate().map(|(index, engine)| {
        let score = standings.of(index);
        let time = course.all_times.get(index).copied().unwrap_or_default();
        EngineSummary {
            name: &engine.name,
            limits: limits(engine),
            counts: score.tally.into(),
            with_red: score.with_red.into(),
            strength: Rating::of(&score).into(),
            faults: view.totals.all_faults(index),
            illegal_pvs: view.totals.wrong_lines(index, LineFault::Illegal),
            wrong_mate_pvs: settings
                .check_mate_pvs
                .then(|| view.totals.wrong_lines(index, LineFault::Mate)),
            seconds_per_move: time.value() / 1e6,
        }
    });
    let pairs = standings.pairs().map(|((one, other), score)| PairSummary {
        one: plan.name(one),
        other: plan.name(other),
        counts: score.tally.into(),
        with_red: score.with_red.into(),
        pentanomial: score.is_paired.then_some(score.pairs.counts),
        strength: Rating::of(score).into(),
    });
    let terminations = view.totals.terminations.iter();
    let openings = settings.openings.file.as_deref();
    let summary = Summary {
        event: &settings.event,
        state: state(end),
        games: standings.games(),
        of: view.games,
        settings: Digest {
            rules: &settings.rules,
            rounds: settings.rounds,
            games: settings.games,
            repeat: settings.repeat,
            srand: settings.srand,
            openings: openings.map(|file| file.display().to_string()),
            share: plan.share,
        },
        engines: engines.collect(),
        pairs: pairs.collect(),
        sprt: TestState::of(plan, standings).map(Into::into),
        terminations: terminations
            .map(|(word, count)| (word.word(), *count))
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&summary)?;
    text.push('\n');
    Ok(text)
}
