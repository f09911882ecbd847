//! One game of a run, put together from the lines of the journal.

use crate::board::Color;
use crate::notation::coordinate::{self, Ranks};
use crate::position::Position;
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
    /// Where the moves lead to; `None` if they cannot be read.
    position: Option<Position>,
}

impl GameStory {
    /// Begins a game.
    pub(super) fn new(start: Start) -> Self {
        Self {
            position: start.line().map(|line| line.position().clone()),
            start,
            moves: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Takes a move. If the line that came with it is not legal, gives whose it is and the first move that is not.
    pub(super) fn add(&mut self, entry: &MoveEntry) -> Option<(Color, String)> {
        self.moves.push(entry.clone());
        let position = self.position.as_mut()?;
        let mover = position.turn();
        let fault = illegal(position, &entry.pv).map(|word| (mover, word.to_owned()));
        if !is_played(position, &entry.mv) {
            self.position = None;
        }
        fault
    }

    /// Gives the number of plies, those of the opening included.
    pub(super) fn plies(&self) -> usize {
        self.start.moves.len() + self.moves.len()
    }
}

fn is_played(position: &mut Position, word: &str) -> bool {
    coordinate::read(word, Ranks::FromZero).is_ok_and(|mv| position.play(mv).is_ok())
}

/// Finds the first move of a line that is not legal.
fn illegal<'a>(position: &Position, line: &'a [String]) -> Option<&'a str> {
    let mut position = position.clone();
    let illegal = line.iter().find(|word| !is_played(&mut position, word))?;
    Some(illegal)
}
