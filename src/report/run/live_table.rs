//! Our own way on a terminal: a table below the lines that stay, drawn anew as the run goes on.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use console::Term;

use super::game_record::score;
use super::game_story::GameStory;
use super::plain_lines::{end_tables, rating_lines, test_line};
use super::rating::TestState;
use super::tables;
use super::terminal::{Lines, View};
use crate::tournament::{MoveEntry, ResultEntry, RunEnd, Start, TextEntry};

/// How long a picture stands at least.
const PAUSE: Duration = Duration::from_millis(100);

/// The letters of the bar that shows how many games are over.
const BAR: usize = 30;

/// How many games under way are shown.
const MOST_GAMES: usize = 8;

/// Draws the run.
#[derive(Clone, Debug, Default)]
pub(super) struct LiveTable {
    /// The lines that stand there and will be drawn over.
    drawn: usize,
    last_drawn: Option<Instant>,
    /// The games under way.
    open: BTreeMap<usize, String>,
    /// The game that ended last.
    last_game: Option<String>,
}

impl LiveTable {
    /// Clears what was drawn, so that lines that stay can be written.
    fn clear(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.drawn > 0 {
            write!(out, "\x1b[{}A\r\x1b[J", self.drawn)?;
        }
        self.drawn = 0;
        Ok(())
    }

    /// Draws, unless it was done a moment ago.
    fn refresh(&mut self, out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
        let is_fresh = self.last_drawn.is_some_and(|last| last.elapsed() < PAUSE);
        if is_fresh {
            return Ok(());
        }
        self.draw(out, view)
    }

    fn draw(&mut self, out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
        // What does not fit would scroll away, and stay there.
        let rows = Term::stdout().size_checked();
        let rows = rows.map_or(usize::MAX, |(rows, _)| usize::from(rows));
        let picture = self.picture(view);
        let picture = first_lines(&picture, rows.saturating_sub(1));
        self.clear(out)?;
        // Long lines are cut and not wrapped, so that as many lines stand there as were written.
        write!(out, "\x1b[?7l{picture}\x1b[?7h")?;
        self.drawn = picture.lines().count();
        self.last_drawn = Some(Instant::now());
        Ok(())
    }

    fn picture(&self, view: View<'_>) -> String {
        let (games, all) = (view.standings.games(), view.games);
        let filled = (games * BAR).checked_div(all).unwrap_or(0).min(BAR);
        let bar = ["█".repeat(filled), "░".repeat(BAR - filled)].concat();
        let mut lines = vec![
            tables::standings(view.plan, view.standings).trim_fmt(),
            format!("{bar} {games} of {all} games"),
        ];
        lines.extend(TestState::of(view.plan, view.standings).map(|state| test_line(&state)));
        lines.extend(self.last_game.clone());
        lines.extend(self.open.values().take(MOST_GAMES).cloned());
        let mut picture = lines.join("\n");
        picture.push('\n');
        picture
    }
}

/// Gives the first lines of a text, at most so many.
fn first_lines(text: &str, count: usize) -> &str {
    let lengths = text.split_inclusive('\n').take(count).map(str::len);
    &text[..lengths.sum()]
}

fn title(start: &Start) -> String {
    format!("game {}: {} - {}", start.game + 1, start.red, start.black)
}

impl Lines for LiveTable {
    fn started(&mut self, out: &mut dyn Write, start: &Start, view: View<'_>) -> io::Result<()> {
        self.open.insert(start.game, title(start));
        self.refresh(out, view)
    }

    fn moved(
        &mut self,
        out: &mut dyn Write,
        played: &MoveEntry,
        story: &GameStory,
        view: View<'_>,
    ) -> io::Result<()> {
        let score = score(played).unwrap_or_default();
        let shown = format!(
            "{}, ply {} {} {score}",
            title(&story.start),
            story.plies(),
            played.mv
        );
        self.open.insert(story.start.game, shown);
        self.refresh(out, view)
    }

    fn warned(
        &mut self,
        out: &mut dyn Write,
        story: &GameStory,
        text: &TextEntry,
    ) -> io::Result<()> {
        self.clear(out)?;
        writeln!(out, "warning: {}: {}", title(&story.start), text.en)
    }

    fn finished(
        &mut self,
        out: &mut dyn Write,
        story: &GameStory,
        result: &ResultEntry,
        view: View<'_>,
    ) -> io::Result<()> {
        self.open.remove(&result.game);
        self.last_game = Some(format!(
            "{} {} {}",
            title(&story.start),
            result.result,
            result.termination.word()
        ));
        self.refresh(out, view)
    }

    fn rated(&mut self, out: &mut dyn Write, view: View<'_>) -> io::Result<()> {
        self.clear(out)?;
        rating_lines(out, view)?;
        self.draw(out, view)
    }

    fn complained(&mut self, out: &mut dyn Write, complaint: &str) -> io::Result<()> {
        self.clear(out)?;
        writeln!(out, "warning: {complaint}")
    }

    fn ended(&mut self, out: &mut dyn Write, end: RunEnd, view: View<'_>) -> io::Result<()> {
        self.clear(out)?;
        end_tables(out, end, view)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_cut_to_the_terminal() {
        let text = "a\nb\nc\n";
        assert_eq!(first_lines(text, 2), "a\nb\n");
        assert_eq!(first_lines(text, 9), text);
        assert_eq!(first_lines(text, 0), "");
    }
}
