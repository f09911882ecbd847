//! What the search learned about moves: killers, counter moves and histories.
//!
//! Every history is a number between ±[`HISTORY_MOST`] that forgets by gravity: the nearer it is to its limit, the less
//! another success adds.

use crate::board::{Color, Piece, PieceType, Square};
use crate::position::Move;

/// The greatest history value.
pub(super) const HISTORY_MOST: i32 = 8_192;

/// How many pairs of a piece and the square it went to there are.
const ARRIVALS: usize = 14 * Square::COUNT;

/// A piece that went to a square: the part of a move that its answers are filed under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival(u16);

impl Arrival {
    /// Stands for no move or a null move.
    pub(super) const NONE: Self = Self(ARRIVALS as u16);

    #[inline]
    pub(super) fn new(piece: Piece, to: Square) -> Self {
        Self((piece as usize * Square::COUNT + to.index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The tables; they keep what they learned from search to search, and fade.
#[derive(Debug)]
pub(super) struct Heuristics {
    /// By side and move.
    quiets: Vec<i16>,
    /// By arrival and captured kind.
    captures: Vec<i16>,
    /// By an earlier arrival and the arrival now; the last row belongs to [`Arrival::NONE`].
    continuations: Vec<i16>,
    /// The quiet answer that refuted an arrival.
    counters: Vec<Option<Move>>,
}

/// The moves before: of the opponent one ply ago, and our own two and four plies ago.
pub(super) type Context = [Arrival; 3];

#[inline]
fn add(history: &mut i16, bonus: i32) {
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / HISTORY_MOST) as i16;
}

#[inline]
fn quiet_index(color: Color, mv: Move) -> usize {
    (color as usize) << 14 | usize::from(mv.bits())
}

#[inline]
fn capture_index(arrival: Arrival, captured: PieceType) -> usize {
    arrival.index() * 7 + captured as usize
}

#[inline]
fn continuation_index(before: Arrival, now: Arrival) -> usize {
    before.index() * ARRIVALS + now.index()
}

impl Heuristics {
    /// Makes empty tables; their memory is only taken when used.
    pub(super) fn new() -> Self {
        Self {
            quiets: vec![0; 2 << 14],
            captures: vec![0; ARRIVALS * 7],
            continuations: vec![0; (ARRIVALS + 1) * ARRIVALS],
            counters: vec![None; ARRIVALS + 1],
        }
    }

    /// Gives the history of a quiet move, all tables together.
    #[inline]
    pub(super) fn quiet(&self, piece: Piece, mv: Move, context: Context) -> i32 {
        self.of_quiets(context)(piece, mv)
    }

    /// Gives what tells the histories of a node's quiet moves.
    #[inline]
    pub(super) fn of_quiets(&self, context: Context) -> impl Fn(Piece, Move) -> i32 {
        let rows =
            context.map(|before| &self.continuations[before.index() * ARRIVALS..][..ARRIVALS]);
        move |piece, mv| {
            let arrival = Arrival::new(piece, mv.to()).index();
            let [reply, follow, plan] = rows.map(|row| i32::from(row[arrival]));
            i32::from(self.quiets[quiet_index(piece.color(), mv)]) + reply + follow + plan / 2
        }
    }

    /// Rewards or punishes a quiet move.
    #[inline]
    pub(super) fn add_quiet(&mut self, piece: Piece, mv: Move, bonus: i32) {
        add(&mut self.quiets[quiet_index(piece.color(), mv)], bonus);
    }

    /// Rewards or punishes a quiet move as an answer to the moves before it.
    #[inline]
    pub(super) fn add_answer(&mut self, piece: Piece, mv: Move, context: Context, bonus: i32) {
        let arrival = Arrival::new(piece, mv.to());
        for before in context
            .into_iter()
            .filter(|before| *before != Arrival::NONE)
        {
            add(
                &mut self.continuations[continuation_index(before, arrival)],
                bonus,
            );
        }
    }

    /// Gives the history of a capture.
    #[inline]
    pub(super) fn capture(&self, piece: Piece, to: Square, captured: PieceType) -> i32 {
        i32::from(self.captures[capture_index(Arrival::new(piece, to), captured)])
    }

    /// Rewards or punishes a capture.
    #[inline]
    pub(super) fn add_capture(
        &mut self,
        piece: Piece,
        to: Square,
        captured: PieceType,
        bonus: i32,
    ) {
        add(
            &mut self.captures[capture_index(Arrival::new(piece, to), captured)],
            bonus,
        );
    }

    /// Gives the quiet move that last refuted an arrival.
    #[inline]
    pub(super) fn counter(&self, before: Arrival) -> Option<Move> {
        self.counters[before.index()]
    }

    /// Files a quiet move as the refutation of an arrival.
    #[inline]
    pub(super) fn set_counter(&mut self, before: Arrival, mv: Move) {
        self.counters[before.index()] = Some(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_within_bounds_and_turn_back() {
        let mut heuristics = Heuristics::new();
        let mv = Move::new(Square::at(10), Square::at(20)).unwrap();
        let context = [
            Arrival::new(Piece::BlackPawn, Square::at(89)),
            Arrival::NONE,
            Arrival::NONE,
        ];
        for _ in 0..100 {
            heuristics.add_quiet(Piece::RedRook, mv, 1_500);
            heuristics.add_answer(Piece::RedRook, mv, context, 1_500);
        }
        let high = heuristics.quiet(Piece::RedRook, mv, context);
        assert!(high > HISTORY_MOST && high <= 2 * HISTORY_MOST);
        assert_eq!(heuristics.quiet(Piece::BlackRook, mv, context), 0);
        heuristics.add_answer(Piece::RedRook, mv, context, -1_500);
        assert!(heuristics.quiet(Piece::RedRook, mv, context) < high);
    }
}
