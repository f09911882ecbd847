//! The lines of cutechess-cli, for scripts that read them.

use std::io::{self, Write};

use super::foreign_words::{bounded, number, reason};
use super::game_story::GameStory;
use super::rating::{Rating, TestState, fixed, share};
use super::terminal::{Lines, View};
use crate::stats::Tally;
use crate::tournament::{PairScore, ResultEntry, RunEnd, Start};

/// Writes as cutechess-cli does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CutechessLines;

impl Lines for CutechessLines {
    fn started(&mut self, out: &mut dyn Write, start: &Start, view: View<'_>) -> io::Result<()> {
        started(out, start, view)
    }

    fn finished(
        &mut self,
        out: &mut dyn Write,
        story: &GameStory,
        result: &ResultEntry,
        view: View<'_>,
    ) -> io::Result<()> {
        finished(out, &story.start, result)?;
        let settings = &view.plan.settings.output;
        if view.is_match() && view.is_due(settings.scoreinterval) {
            let (one, other) = (view.plan.name(0), view.plan.name(1));
            let score = view.standings.between(0, 1).unwrap_or_default();
            writeln!(out, "Score of {one} vs {other}: {}", results(score.tally))?;
        }
        Ok(())
    }

    fn rated(&mut self, out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
        ranking(out, view)
    }

    fn ended(&mut self, out: &mut dyn Write, _end: RunEnd, _view: View<'_>) -> io::Result<()> {
        writeln!(out, "Finished match")
    }
}

/// Tells of a game that begins, as both programs do.
pub(super) fn started(out: &mut dyn Write, start: &Start, view: View<'_>) -> io::Result<()> {
    writeln!(
        out,
        "Started game {} of {} ({} vs {})",
        start.game + 1,
        view.plan.schedule.len(),
        start.red,
        start.black,
    )
}

/// Tells of a game that is over, as both programs do.
pub(super) fn finished(out: &mut dyn Write, start: &Start, result: &ResultEntry) -> io::Result<()> {
    writeln!(
        out,
        "Finished game {} ({} vs {}): {} {{{}}}",
        start.game + 1,
        start.red,
        start.black,
        result.result,
        reason(result),
    )
}

/// Writes wins, losses and draws, the share of points and the number of games.
fn results(tally: Tally) -> String {
    let games = tally.games();
    format!(
        "{} - {} - {}  [{:.3}] {games}",
        tally.wins,
        tally.losses,
        tally.draws,
        tally.points() / games.max(1) as f64,
    )
}

fn ranking(out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
    if view.is_match() {
        difference(out, view)?;
    } else {
        table(out, view)?;
    }
    let Some(state) = TestState::of(view.plan, view.standings) else {
        return Ok(());
    };
    let answer = match state.accepted() {
        Some(hypothesis) => format!(" - {hypothesis} was accepted"),
        None => String::new(),
    };
    writeln!(
        out,
        "SPRT: llr {} ({}%), lbound {}, ubound {}{answer}",
        three_digits(state.llr),
        fixed(state.percent(), 1),
        three_digits(state.sprt.lower_bound()),
        three_digits(state.sprt.upper_bound()),
    )
}

fn difference(out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
    let score = view.standings.between(0, 1).unwrap_or_default();
    let name = view.plan.name(0);
    let black = with_black(&score);
    let mut colors = score.with_red;
    colors.merge(black.flipped());
    writeln!(
        out,
        "...      {name} playing White: {}",
        results(score.with_red)
    )?;
    writeln!(out, "...      {name} playing Black: {}", results(black))?;
    writeln!(out, "...      White vs Black: {}", results(colors))?;
    let rating = Rating::of(&score);
    let [elo, error] = bounded(rating.elo, 1);
    writeln!(
        out,
        "Elo difference: {elo} +/- {error}, LOS: {} %, DrawRatio: {:.1} %",
        number(rating.los.map(|los| los * 100.0), 1),
        score.tally.draw_ratio().unwrap_or_default() * 100.0,
    )
}

/// Writes a number with three digits that count, without zeros at the end.
fn three_digits(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let digits = (2.0 - number.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    let text = fixed(number, digits);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Gives the games that an engine played with black.
fn with_black(score: &PairScore) -> Tally {
    score.flipped().with_red.flipped()
}

fn table(out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
    writeln!(
        out,
        "{:>4} {:<25} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"
    )?;
    for (place, engine) in view.standings.ranking().into_iter().enumerate() {
        let score = view.standings.of(engine);
        let [elo, error] = bounded(Rating::of(&score).elo, 0);
        writeln!(
            out,
            "{:>4} {:<25} {:>7} {:>7} {:>7} {:>6.1}% {:>6.1}%",
            place + 1,
            view.plan.name(engine),
            elo,
            error,
            score.tally.games(),
            share(&score) * 100.0,
            score.tally.draw_ratio().unwrap_or_default() * 100.0,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        for (number, text) in [
            (0.5, "0.5"),
            (-2.944_438_979, "-2.94"),
            (0.012_34, "0.0123"),
            (12.0, "12"),
            (1234.5, "1234"),
            (0.0, "0"),
        ] {
            assert_eq!(three_digits(number), text);
        }
    }
}
