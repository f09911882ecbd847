//! Our own lines where nothing can be drawn anew: one for each game, the standings from time to time, tables at the end.

use std::io::{self, Write};

use super::game_story::GameStory;
use super::rating::{Rating, TestState, estimate, fixed, percent, share};
use super::tables;
use super::terminal::{Lines, View};
use crate::stats::EloModel;
use crate::tournament::{ResultEntry, RunEnd, TextEntry};

/// Writes lines that stay.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlainLines;

impl Lines for PlainLines {
    fn warned(
        &mut self,
        out: &mut dyn Write,
        story: &GameStory,
        text: &TextEntry,
    ) -> io::Result<()> {
        let number = story.start.game + 1;
        writeln!(out, "warning: game {number}: {}", text.en)
    }

    fn finished(
        &mut self,
        out: &mut dyn Write,
        story: &GameStory,
        result: &ResultEntry,
        view: View<'_>,
    ) -> io::Result<()> {
        let start = &story.start;
        writeln!(
            out,
            "game {} of {}: {} - {} {} {}, {} plies: {}",
            start.game + 1,
            view.plan.schedule.len(),
            start.red,
            start.black,
            result.result,
            result.termination.word(),
            story.plies(),
            result.reason.en,
        )?;
        let settings = &view.plan.settings.output;
        let is_rated = view.is_due(settings.ratinginterval);
        if view.is_match() && view.is_due(settings.scoreinterval) && !is_rated {
            score_line(out, view)?;
        }
        Ok(())
    }

    fn rated(&mut self, out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
        rating_lines(out, view)
    }

    fn complained(&mut self, out: &mut dyn Write, complaint: &str) -> io::Result<()> {
        writeln!(out, "warning: {complaint}")
    }

    fn ended(&mut self, out: &mut dyn Write, end: RunEnd, view: View<'_>) -> io::Result<()> {
        end_tables(out, end, view)
    }
}

/// Writes the score of each pair of engines with what it says of their strength, and the state of the test.
pub(super) fn rating_lines(out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
    writeln!(out, "{} of {} games", view.standings.games(), view.games)?;
    for ((one, other), score) in view.standings.pairs() {
        let tally = score.tally;
        let rating = Rating::of(score);
        writeln!(
            out,
            "{} - {}: {}, {:.1} of {} ({:.1} %)",
            view.plan.name(one),
            view.plan.name(other),
            tables::tally(tally),
            tally.points(),
            tally.games(),
            share(score) * 100.0,
        )?;
        write!(
            out,
            "  Elo {}, nElo {}, LOS {}, draws {:.1} %",
            estimate(rating.elo),
            estimate(rating.normalized),
            percent(rating.los),
            tally.draw_ratio().unwrap_or_default() * 100.0,
        )?;
        if view.tells_pairs(score) {
            write!(out, ", pairs {:?}", score.pairs.counts)?;
        }
        writeln!(out)?;
    }
    match TestState::of(view.plan, view.standings) {
        Some(state) => writeln!(out, "  {}", test_line(&state)),
        None => Ok(()),
    }
}

/// Tells how far a test has come.
pub(super) fn test_line(state: &TestState) -> String {
    let sprt = &state.sprt;
    let model = match sprt.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "nElo",
    };
    let answer = match state.accepted() {
        Some(hypothesis) => format!(", {hypothesis} accepted"),
        None => String::new(),
    };
    format!(
        "SPRT: LLR {} ({} %) in [{:.2}, {:.2}], {model} {} or {}{answer}",
        fixed(state.llr, 2),
        fixed(state.percent(), 1),
        sprt.lower_bound(),
        sprt.upper_bound(),
        fixed(sprt.elo0(), 2),
        fixed(sprt.elo1(), 2),
    )
}

fn score_line(out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
    for ((one, other), score) in view.standings.pairs() {
        let (one, other) = (view.plan.name(one), view.plan.name(other));
        let tally = tables::tally(score.tally);
        writeln!(out, "{one} - {other}: {tally}")?;
    }
    Ok(())
}

/// Writes the tables with which a run ends.
pub(super) fn end_tables(out: &mut dyn Write, end: RunEnd, view: View<'_>) -> io::Result<()> {
    if view.standings.games() > 0 {
        let mut shown = vec![tables::standings(view.plan, view.standings)];
        if !view.is_match() {
            shown.push(tables::crosstable(view.plan, view.standings));
        }
        shown.push(tables::terminations(view.totals));
        for table in shown {
            writeln!(out, "{}", table.trim_fmt())?;
        }
    }
    let (games, all) = (view.standings.games(), view.games);
    match end {
        RunEnd::Finished => writeln!(out, "finished: {games} of {all} games"),
        RunEnd::Decided(answer) => {
            writeln!(
                out,
                "decided after {games} of {all} games: {answer} accepted"
            )
        }
        RunEnd::Stopped => {
            let journal = view.plan.settings.output.journal.as_ref();
            let hint = journal.map(|path| format!("; -resume -journal {} goes on", path.display()));
            let hint = hint.unwrap_or_default();
            writeln!(out, "stopped after {games} of {all} games{hint}")
        }
        RunEnd::Broken => writeln!(
            out,
            "ended after {games} of {all} games: an engine failed and recover is off"
        ),
    }
}
