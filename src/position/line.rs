//! A start and the moves played from it: the one history type.

use super::{Move, Position, Undo};
use crate::board::Color;

/// A checked start, the moves played, and what repetition needs to know of every position between.
///
/// Plies are counted from the start: position 0 is the start, position [`Line::len`] the current one, and move `n`
/// leads from position `n` to position `n + 1`.
///
/// # Examples
///
/// ```
/// use caipan::notation;
/// use caipan::position::Line;
///
/// let mut line = Line::default();
/// for word in ["h2e2", "h9g7", "e2h2", "g7h9"] {
///     let mv = notation::read_any(line.position(), word).unwrap();
///     line.push(mv).unwrap();
/// }
/// assert_eq!(line.len(), 4);
/// assert_eq!(line.occurrences(), 2);
/// assert_eq!(line.previous_occurrence(), Some(0));
///
/// let last = line.pop().unwrap();
/// assert_eq!(last.to_string(), "g7h9");
/// assert_eq!(line.occurrences(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    start: Position,
    current: Position,
    is_check: bool,
    played: Vec<Played>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Played {
    undo: Undo,
    /// Whether the mover was in check before the move.
    was_check: bool,
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not a legal move of {} in {fen}", .turn)]
pub struct PlayError {
    /// The move.
    pub mv: Move,
    /// The side to move.
    pub turn: Color,
    /// The position.
    pub fen: String,
}

impl Position {
    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// Returns the move and the position, which is unchanged, if the move is not legal.
    pub fn play(&mut self, mv: Move) -> Result<Undo, PlayError> {
        if self.is_legal(mv) {
            Ok(self.play_unchecked(mv))
        } else {
            Err(PlayError {
                mv,
                turn: self.turn(),
                fen: self.to_string(),
            })
        }
    }
}

impl Default for Line {
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl Line {
    /// Starts a line at a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            current: start.clone(),
            is_check: start.is_check(),
            start,
            played: Vec::new(),
        }
    }

    /// Gives the start.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Gives the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.current
    }

    /// Gives the number of moves played.
    #[must_use]
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Tells whether no move was played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Goes over the moves played; null moves are passed over.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.played.iter().filter_map(|played| played.undo.mv())
    }

    /// Gives move number `ply`; `None` beyond the end or for a null move.
    #[must_use]
    pub fn move_at(&self, ply: usize) -> Option<Move> {
        self.played.get(ply)?.undo.mv()
    }

    /// Gives the side to move after `ply` moves.
    #[must_use]
    pub fn turn_at(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) {
            self.start.turn()
        } else {
            !self.start.turn()
        }
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// Returns the move and the position if it is not; the line is unchanged.
    pub fn push(&mut self, mv: Move) -> Result<(), PlayError> {
        let may_check = self.current.may_give_check(mv);
        let undo = self.current.play(mv)?;
        self.record(undo, may_check);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    /// In debug builds, if it is not.
    #[inline]
    pub fn push_unchecked(&mut self, mv: Move) {
        let may_check = self.current.may_give_check(mv);
        let undo = self.current.play_unchecked(mv);
        self.record(undo, may_check);
    }

    /// Passes the turn without a move, for a search; no position before it counts as a repetition of one after it.
    #[inline]
    pub fn push_null(&mut self) {
        let undo = self.current.play_null();
        self.record(undo, true);
    }

    #[inline]
    fn record(&mut self, undo: Undo, may_check: bool) {
        self.played.push(Played {
            undo,
            was_check: self.is_check,
        });
        self.is_check = may_check && self.current.is_check();
    }

    /// Takes the last move back and returns it; `None` if there was none or it was a null move, which is taken back too.
    pub fn pop(&mut self) -> Option<Move> {
        let played = self.played.pop()?;
        self.current.undo(played.undo);
        self.is_check = played.was_check;
        played.undo.mv()
    }

    /// Gives the key of the position after `ply` moves.
    ///
    /// # Panics
    /// If `ply` is greater than [`Line::len`].
    #[must_use]
    pub fn key_at(&self, ply: usize) -> u64 {
        if ply == self.len() {
            self.current.key()
        } else {
            self.played[ply].undo.key()
        }
    }

    /// Tells whether the side to move is in check now.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_check
    }

    /// Tells whether the side to move after `ply` moves was in check.
    ///
    /// # Panics
    /// If `ply` is greater than [`Line::len`].
    #[must_use]
    pub fn was_check(&self, ply: usize) -> bool {
        if ply == self.len() {
            self.is_check
        } else {
            self.played[ply].was_check
        }
    }

    /// Gives the position after `ply` moves; `ply` beyond the end gives the current one.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Position {
        let mut position = self.current.clone();
        for played in self.played.iter().skip(ply).rev() {
            position.undo(played.undo);
        }
        position
    }

    /// Takes move number `ply` back on a position that stands after it, so that a stretch can be walked from its end
    /// without making each position anew; nothing happens beyond the end.
    ///
    /// The caller vouches that `position` is the one after `ply + 1` moves; any other is left meaning nothing.
    pub fn take_back(&self, position: &mut Position, ply: usize) {
        if let Some(played) = self.played.get(ply) {
            position.undo(played.undo);
        }
    }

    /// Gives the number of the last move that captured: the positions after it are the only ones that can recur.
    #[must_use]
    pub fn last_capture(&self) -> Option<usize> {
        self.played
            .iter()
            .rposition(|played| played.undo.captured().is_some())
    }

    /// Goes over the earlier plies at which the current position already stood, latest first.
    pub fn recurrences(&self) -> impl Iterator<Item = usize> {
        let key = self.current.key();
        let reversible = self
            .played
            .iter()
            .rev()
            .take_while(|played| played.undo.is_reversible());
        reversible
            .zip((0..self.len()).rev())
            .skip(1)
            .step_by(2)
            .filter(move |(played, _)| played.undo.key() == key)
            .map(|(_, ply)| ply)
    }

    /// Gives the latest earlier ply at which the current position stood.
    #[must_use]
    pub fn previous_occurrence(&self) -> Option<usize> {
        self.recurrences().next()
    }

    /// Counts how often the current position stood in the line, now included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.recurrences().count() + 1
    }
}
