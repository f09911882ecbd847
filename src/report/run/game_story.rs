//! One game of a run, put together from the lines of the journal.

use crate::tournament::{MoveEntry, Start, TextEntry};

/// A game as far as it has come.
#[derive(Clone, Debug)]
pub(super) struct GameStory {
    /// How it began.
    pub(super) start: Start,
    /// The moves played by the engines.
    pub(super) moves: Vec<MoveEntry>,
    /// What sides were told, each with the number of moves played before.
    pub(super) warnings: Vec<(usize, TextEntry)>,
}

impl GameStory {
    /// Begins a game.
    pub(super) const fn new(start: Start) -> Self {
        Self {
            start,
            moves: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Gives the number of plies, those of the opening included.
    pub(super) fn plies(&self) -> usize {
        self.start.moves.len() + self.moves.len()
    }
}
