//! The lines of fastchess, for scripts that read them.

use std::io::{self, Write};

use super::cutechess::{finished, started};
use super::foreign_words::{bounded, number};
use super::game_story::GameStory;
use super::rating::{Rating, TestState, fixed, limits, share};
use super::terminal::{Lines, View};
use crate::stats::Estimate;
use crate::tournament::{PairScore, ResultEntry, RunEnd, Start, Termination};

/// The line above and below standings.
const RULE: &str = "--------------------------------------------------";

/// Writes as fastchess does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FastchessLines;

impl Lines for FastchessLines {
    fn started(&mut self, out: &mut dyn Write, start: &Start, view: View<'_>) -> io::Result<()> {
        started(out, start, view)
    }

    fn finished(
        &mut self,
        out: &mut dyn Write,
        story: &GameStory,
        result: &ResultEntry,
        _view: View<'_>,
    ) -> io::Result<()> {
        finished(out, &story.start, result)
    }

    fn rated(&mut self, out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
        block(out, view)
    }

    fn ended(&mut self, out: &mut dyn Write, end: RunEnd, view: View<'_>) -> io::Result<()> {
        if let (RunEnd::Decided(answer), Some(sprt)) = (end, view.plan.sprt()) {
            let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
            writeln!(
                out,
                "SPRT ([{elo0:.2}, {elo1:.2}]) completed - {answer} was accepted"
            )?;
        }
        for (index, engine) in view.plan.settings.engines.iter().enumerate() {
            let faults = |termination| view.totals.faults(index, termination);
            writeln!(out, "Player: {}", engine.name)?;
            writeln!(out, "  Timeouts: {}", faults(Termination::TimeForfeit))?;
            writeln!(out, "  Crashed: {}", faults(Termination::Crash))?;
        }
        writeln!(out, "Finished match")
    }
}

fn block(out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
    writeln!(out, "{RULE}")?;
    if view.is_match() {
        results(out, view)?;
    } else {
        table(out, view)?;
    }
    if let Some(state) = TestState::of(view.plan, view.standings) {
        writeln!(
            out,
            "LLR: {} ({}%) ({:.2}, {:.2}) [{}, {}]",
            fixed(state.llr, 2),
            fixed(state.percent(), 1),
            state.sprt.lower_bound(),
            state.sprt.upper_bound(),
            fixed(state.sprt.elo0(), 2),
            fixed(state.sprt.elo1(), 2),
        )?;
    }
    writeln!(out, "{RULE}")
}

fn results(out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
    let score = view.standings.between(0, 1).unwrap_or_default();
    let (one, other) = (view.plan.name(0), view.plan.name(1));
    let rating = Rating::of(&score);
    let tally = score.tally;
    writeln!(out, "Results of {one} vs {other} ({}):", conditions(view))?;
    writeln!(
        out,
        "Elo: {}, nElo: {}",
        estimate(rating.elo),
        estimate(rating.normalized)
    )?;
    write!(
        out,
        "LOS: {} %, DrawRatio: {:.2} %",
        number(rating.los.map(|los| los * 100.0), 2),
        draw_ratio(&score, view) * 100.0,
    )?;
    match view.tells_pairs(&score) {
        true => writeln!(out, ", PairsRatio: {}", number(score.pairs.pair_ratio(), 2))?,
        false => writeln!(out)?,
    }
    writeln!(
        out,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws,
        tally.points(),
        share(&score) * 100.0,
    )?;
    if view.tells_pairs(&score) {
        let [none, half, one, more, all] = score.pairs.counts;
        writeln!(
            out,
            "Ptnml(0-2): [{none}, {half}, {one}, {more}, {all}], WL/DD Ratio: {}",
            number(
                Some(one.saturating_sub(score.drawn_pairs) as f64 / score.drawn_pairs as f64),
                2
            ),
        )?;
    }
    Ok(())
}

/// Gives the share of pairs with one point each, or of games that were drawn where games come alone.
fn draw_ratio(score: &PairScore, view: View<'_>) -> f64 {
    let ratio = match view.tells_pairs(score) {
        true => score.pairs.draw_ratio(),
        false => score.tally.draw_ratio(),
    };
    ratio.unwrap_or_default()
}

/// Writes the clocks, threads, tables and openings of a match: once if both engines have the same.
fn conditions(view: View<'_>) -> String {
    let engines = &view.plan.settings.engines;
    let same = |words: Vec<String>| match &*words {
        [one, other] if one != other => format!("{one} - {other}"),
        words => words.first().cloned().unwrap_or_default(),
    };
    let option = |name: &str, unit: &str| {
        let value = |options: &std::collections::BTreeMap<String, String>| {
            let found = options
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name));
            found.map_or_else(|| "NULL".to_owned(), |(_, value)| format!("{value}{unit}"))
        };
        same(
            engines
                .iter()
                .map(|engine| value(&engine.options))
                .collect(),
        )
    };
    let mut words = vec![
        same(engines.iter().map(limits).collect()),
        option("Threads", "t"),
        option("Hash", "MB"),
    ];
    let book = view.plan.settings.openings.file.as_deref();
    words.extend(book.and_then(|book| Some(book.file_name()?.to_string_lossy().into_owned())));
    words.join(", ")
}

fn estimate(estimate: Option<Estimate>) -> String {
    let [value, error] = bounded(estimate, 2);
    format!("{value} +/- {error}")
}

fn table(out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
    writeln!(
        out,
        "{:<4} {:<25} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>20}",
        "Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)"
    )?;
    for (place, engine) in view.standings.ranking().into_iter().enumerate() {
        let score = view.standings.of(engine);
        let rating = Rating::of(&score);
        let ([elo, elo_error], [nelo, nelo_error]) =
            (bounded(rating.elo, 2), bounded(rating.normalized, 2));
        writeln!(
            out,
            "{:>4} {:<25} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9.1}% {:>9.1}% {:>20}",
            place + 1,
            view.plan.name(engine),
            elo,
            elo_error,
            nelo,
            nelo_error,
            score.tally.games(),
            share(&score) * 100.0,
            draw_ratio(&score, view) * 100.0,
            match view.tells_pairs(&score) {
                true => format!("{:?}", score.pairs.counts),
                false => String::new(),
            },
        )?;
    }
    Ok(())
}
