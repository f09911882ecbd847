//! The page with tables and charts: one file that needs nothing else, in Chinese and English.

use askama::Template;

use super::chart::{self, Curve, Level};
use super::course::{Course, LENGTH_STEP, TIME_STEP};
use super::game_story::LineFault;
use super::plain_lines::test_line;
use super::rating::{Rating, TestState, bare_percent, estimate, limits, share};
use super::summary::state;
use super::tables::tally;
use super::terminal::View;
use super::termination_words;
use crate::tournament::{OpeningOrder, RunEnd};

#[derive(Template)]
#[template(path = "page.html", config = "src/report/run/page/askama.toml")]
struct Page<'a> {
    event: &'a str,
    state_en: String,
    state_zh: &'static str,
    games: usize,
    all_games: usize,
    /// The share of the games, if not all.
    share: Option<String>,
    standings: Vec<StandingsRow<'a>>,
    meetings: Vec<MeetingRow>,
    is_match: bool,
    checks_mates: bool,
    first: &'a str,
    names: Vec<&'a str>,
    sprt: Option<String>,
    elo_chart: String,
    /// Whose Elo is infinite, so that its curve has no end.
    infinite: Vec<&'a str>,
    llr_chart: String,
    length_chart: String,
    termination_chart: String,
    time_chart: String,
    settings: Vec<(&'static str, &'static str, String)>,
    version: &'static str,
}

struct StandingsRow<'a> {
    place: usize,
    name: &'a str,
    elo: String,
    normalized: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: String,
    percent: String,
    los: String,
    faults: u64,
    illegal_lines: u64,
    wrong_mates: u64,
    /// The score against each engine, in the order of the rows.
    against: Vec<String>,
}

struct MeetingRow {
    names: String,
    tally: String,
    with_red: String,
    pairs: String,
    elo: String,
    normalized: String,
    los: String,
    draws: String,
}

/// Writes the page.
///
/// # Errors
/// None in practice: what it shows can be written.
pub(super) fn write(
    view: View<'_>,
    course: &Course,
    end: Option<RunEnd>,
) -> askama::Result<String> {
    let plan = view.plan;
    let test = TestState::of(plan, view.standings);
    let (index, count) = plan.share;
    let page = Page {
        event: &plan.settings.event,
        state_en: match end {
            Some(RunEnd::Decided(answer)) => format!("decided: {answer} accepted"),
            _ => state(end).to_owned(),
        },
        state_zh: match end {
            None => "进行中",
            Some(RunEnd::Finished) => "已结束",
            Some(RunEnd::Decided(_)) => "检验已有结论",
            Some(RunEnd::Stopped) => "已停止",
            Some(RunEnd::Broken) => "因引擎故障结束",
        },
        games: view.standings.games(),
        all_games: view.games,
        share: (count > 1).then(|| format!("{index}/{count}")),
        standings: standings(view),
        meetings: meetings(view),
        is_match: view.is_match(),
        checks_mates: plan.settings.check_mate_pvs,
        first: plan.name(0),
        names: plan
            .settings
            .engines
            .iter()
            .map(|engine| &*engine.name)
            .collect(),
        sprt: test.as_ref().map(test_line),
        elo_chart: elo_chart(view, course),
        infinite: infinite(view, course),
        llr_chart: test.map_or_else(String::new, |test| llr_chart(&test, course)),
        length_chart: length_chart(course),
        termination_chart: termination_chart(view),
        time_chart: time_chart(course),
        settings: settings(view),
        version: env!("CARGO_PKG_VERSION"),
    };
    page.render()
}

fn standings(view: View<'_>) -> Vec<StandingsRow<'_>> {
    let ranking = view.standings.ranking();
    let rows = ranking.iter().enumerate().map(|(index, engine)| {
        let score = view.standings.of(*engine);
        let rating = Rating::of(&score);
        let against = ranking.iter().map(|other| {
            let score = view.standings.between(*engine, *other);
            score.map_or_else(|| "·".to_owned(), |score| tally(score.tally))
        });
        StandingsRow {
            place: index + 1,
            name: view.plan.name(*engine),
            elo: estimate(rating.elo),
            normalized: estimate(rating.normalized),
            games: score.tally.games(),
            wins: score.tally.wins,
            draws: score.tally.draws,
            losses: score.tally.losses,
            points: format!("{:.1}", score.tally.points()),
            percent: bare_percent(Some(share(&score))),
            los: bare_percent(rating.los),
            faults: view.totals.all_faults(*engine),
            illegal_lines: view.totals.wrong_lines(*engine, LineFault::Illegal),
            wrong_mates: view.totals.wrong_lines(*engine, LineFault::Mate),
            against: against.collect(),
        }
    });
    rows.collect()
}

fn meetings(view: View<'_>) -> Vec<MeetingRow> {
    let rows = view.standings.pairs().map(|((one, other), score)| {
        let rating = Rating::of(score);
        let pairs = score.pairs.counts.map(|count| count.to_string());
        MeetingRow {
            names: format!("{} – {}", view.plan.name(one), view.plan.name(other)),
            tally: tally(score.tally),
            with_red: tally(score.with_red),
            pairs: match score.is_paired {
                true => pairs.join(" "),
                false => "·".to_owned(),
            },
            elo: estimate(rating.elo),
            normalized: estimate(rating.normalized),
            los: bare_percent(rating.los),
            draws: bare_percent(Some(score.tally.draw_ratio().unwrap_or_default())),
        }
    });
    rows.collect()
}

/// Draws the Elo after each game; the band of a match is its error.
fn elo_chart(view: View<'_>, course: &Course) -> String {
    let shown = course.points.first().map_or(0, |point| point.elo.len());
    let curves = (0..shown).map(|index| {
        let known = course.points.iter();
        let known = known.filter_map(|point| Some((point.games as f64, (*point.elo.get(index)?)?)));
        let known: Vec<_> = known.collect();
        let errors = known.iter().map(|(_, estimate)| estimate.error);
        Curve {
            points: known
                .iter()
                .map(|(games, elo)| (*games, elo.value))
                .collect(),
            errors: match view.is_match() {
                true => errors.collect(),
                false => Vec::new(),
            },
        }
    });
    let level = Level {
        value: 0.0,
        name: "",
    };
    chart::curves(&curves.collect::<Vec<_>>(), &[level], true)
}

/// Gives the engines whose Elo is infinite after the last game, of those that have a curve.
fn infinite<'a>(view: View<'a>, course: &Course) -> Vec<&'a str> {
    let last = course.points.last().map_or(&[][..], |point| &point.elo);
    let elo = last.iter().enumerate();
    let infinite = elo.filter(|(_, elo)| elo.is_some_and(|elo| elo.value.is_infinite()));
    infinite.map(|(engine, _)| view.plan.name(engine)).collect()
}

fn llr_chart(test: &TestState, course: &Course) -> String {
    let points = course.points.iter();
    let curve = Curve {
        points: points
            .filter_map(|point| Some((point.games as f64, point.llr?)))
            .collect(),
        errors: Vec::new(),
    };
    let levels = [
        Level {
            value: test.sprt.upper_bound(),
            name: "H1",
        },
        Level {
            value: test.sprt.lower_bound(),
            name: "H0",
        },
    ];
    chart::curves(&[curve], &levels, false)
}

fn length_chart(course: &Course) -> String {
    let last = course.lengths.keys().next_back().copied().unwrap_or(0);
    let counts = (0..=last).map(|length| course.lengths.get(&length).copied().unwrap_or(0));
    chart::histogram(&counts.collect::<Vec<u64>>(), LENGTH_STEP)
}

fn termination_chart(view: View<'_>) -> String {
    let bars = view.totals.by_frequency().into_iter();
    let bars = bars.map(|(termination, count)| {
        let zh = termination_words::chinese(termination);
        (format!("{} {zh}", termination.word()), count)
    });
    chart::bars(&bars.collect::<Vec<_>>())
}

/// Draws the time of a move by its number, for each engine.
fn time_chart(course: &Course) -> String {
    let curves = course.times.iter().map(|times| {
        let points = times.iter().map(|(index, mean)| {
            let middle = (*index as f64 + 0.5) * TIME_STEP as f64;
            (middle, mean.value() / 1e6)
        });
        Curve {
            points: points.collect(),
            errors: Vec::new(),
        }
    });
    let level = Level {
        value: 0.0,
        name: "",
    };
    chart::curves(&curves.collect::<Vec<_>>(), &[level], false)
}

/// Lists the settings in short: Chinese, English and the value.
fn settings(view: View<'_>) -> Vec<(&'static str, &'static str, String)> {
    let settings = &view.plan.settings;
    let engines = settings.engines.iter();
    let clocks = engines.map(|engine| format!("{}: {}", engine.name, limits(engine)));
    let openings = settings.openings.file.as_deref();
    let openings = openings.map_or_else(|| "-".to_owned(), |file| file.display().to_string());
    let order = match settings.openings.order {
        OpeningOrder::Sequential => "",
        OpeningOrder::Random => ", random",
    };
    vec![
        ("规则", "Rules", settings.rules.clone()),
        ("用时", "Limits", clocks.collect::<Vec<_>>().join("; ")),
        (
            "轮数 × 局数",
            "Rounds × games",
            format!("{} × {}", settings.rounds, settings.games),
        ),
        ("开局", "Openings", format!("{openings}{order}")),
        ("随机种子", "Seed", settings.srand.to_string()),
        ("并行", "Concurrency", settings.concurrency.to_string()),
    ]
}
