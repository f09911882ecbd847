//! What all ways of writing lines on the terminal have in common.

use std::io::{self, Write};

use super::game_story::GameStory;
use super::totals::Totals;
use crate::tournament::{
    MoveEntry, PairScore, Plan, ResultEntry, RunEnd, Standings, Start, TextEntry,
};

/// A run as it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    /// What is played.
    pub(super) plan: &'a Plan,
    /// The score.
    pub(super) standings: &'a Standings,
    /// What is counted beside it.
    pub(super) totals: &'a Totals,
    /// The number of games that are played here.
    pub(super) games: usize,
}

impl View<'_> {
    /// Tells whether the number of games that are over is a multiple of an interval, which 0 never is.
    pub(super) fn is_due(&self, interval: u32) -> bool {
        interval > 0 && self.standings.games().is_multiple_of(interval as usize)
    }

    /// Tells whether the results of pairs of games are told.
    pub(super) fn tells_pairs(&self, score: &PairScore) -> bool {
        score.is_paired && self.plan.settings.output.penta
    }

    /// Tells whether two engines meet and nobody else.
    pub(super) fn is_match(&self) -> bool {
        self.plan.settings.engines.len() == 2
    }
}

/// Writes what happens in a run.
///
/// What has a body here is not told by every way of writing.
pub(super) trait Lines {
    /// A game begins.
    fn started(&mut self, _out: &mut dyn Write, _start: &Start, _view: View<'_>) -> io::Result<()> {
        Ok(())
    }

    /// A move was played.
    fn moved(
        &mut self,
        _out: &mut dyn Write,
        _move: &MoveEntry,
        _story: &GameStory,
        _view: View<'_>,
    ) -> io::Result<()> {
        Ok(())
    }

    /// A side was warned.
    fn warned(
        &mut self,
        _out: &mut dyn Write,
        _story: &GameStory,
        _text: &TextEntry,
    ) -> io::Result<()> {
        Ok(())
    }

    /// A game is over.
    fn finished(
        &mut self,
        out: &mut dyn Write,
        story: &GameStory,
        result: &ResultEntry,
        view: View<'_>,
    ) -> io::Result<()>;

    /// The standings are due.
    fn rated(&mut self, out: &mut dyn Write, view: View<'_>) -> io::Result<()>;

    /// There is something about an engine that does not stop the run.
    fn complained(&mut self, out: &mut dyn Write, complaint: &str) -> io::Result<()> {
        writeln!(out, "Warning; {complaint}")
    }

    /// The run is over.
    fn ended(&mut self, out: &mut dyn Write, end: RunEnd, view: View<'_>) -> io::Result<()>;
}
