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

/// What may be wrong with a line that an engine tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum LineFault {
    /// A move of it is not legal.
    Illegal,
    /// It does not lead to the mate that is told with it.
    Mate,
}

/// A line that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WrongLine {
    /// Whose it is.
    pub(super) mover: Color,
    /// Of what kind the fault is.
    pub(super) fault: LineFault,
    /// What was found and what was expected.
    pub(super) what: String,
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

    /// Takes a move, and gives what is wrong with the line that came with it; whether it leads to a mate is looked at only
    /// if that is asked for.
    pub(super) fn add(&mut self, entry: &MoveEntry, checks_mates: bool) -> Option<WrongLine> {
        self.moves.push(entry.clone());
        let position = self.position.as_mut()?;
        let wrong = match illegal(position, &entry.pv) {
            Err(what) => Some((LineFault::Illegal, what)),
            Ok(end) if checks_mates => {
                no_mate(position.turn(), entry, &end).map(|what| (LineFault::Mate, what))
            }
            Ok(_) => None,
        };
        let mover = position.turn();
        if !is_played(position, &entry.mv) {
            self.position = None;
        }
        wrong.map(|(fault, what)| WrongLine { mover, fault, what })
    }

    /// Gives the number of plies, those of the opening included.
    pub(super) fn plies(&self) -> usize {
        self.start.moves.len() + self.moves.len()
    }
}

fn is_played(position: &mut Position, word: &str) -> bool {
    coordinate::read(word, Ranks::FromZero).is_ok_and(|mv| position.play(mv).is_ok())
}

/// Gives the position to which a line leads, or tells from where on it is not legal.
fn illegal(position: &Position, line: &[String]) -> Result<Position, String> {
    let mut position = position.clone();
    match line.iter().find(|word| !is_played(&mut position, word)) {
        None => Ok(position),
        Some(word) => Err(format!("is not legal from {word} on")),
    }
}

/// Tells why a line that leads to `end` is not the mate, or stalemate, that is told with it, if one is.
fn no_mate(mover: Color, entry: &MoveEntry, end: &Position) -> Option<String> {
    let told = entry
        .mate
        .filter(|_| entry.bound.is_exact() && !entry.pv.is_empty())?;
    let (plies, expected) = (entry.pv.len(), told.unsigned_abs());
    if plies != expected as usize {
        return Some(format!(
            "has length {plies}, expected {expected} for the mate that it tells"
        ));
    }
    let is_lost = end.legal_moves().is_empty();
    let loser = if told > 0 { !mover } else { mover };
    let is_mate = is_lost && end.turn() == loser;
    (!is_mate).then(|| "does not end in the mate that it tells".to_owned())
}
