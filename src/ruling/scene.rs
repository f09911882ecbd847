//! One move under examination: the positions around it and the work done on it.

use super::mate_threat::MateSearch;
use crate::board::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::{Move, Position, Setup};

/// A move, the position before it, and the one after it seen from both sides.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    /// The mover to move.
    pub(super) before: &'a Position,
    pub(super) mv: Move,
    pub(super) mover: Color,
    /// The other side to move.
    pub(super) after: Position,
    /// The mover to move again.
    pub(super) passed: Position,
    /// What checks the mover before the move.
    pub(super) checkers: Bitboard,
    /// Captures barred to the mover because they are true exchanges.
    pub(super) barred: Vec<(Square, Square)>,
    /// Positions that the searches about the move may still visit.
    pub(super) limit: u64,
    /// Whether a bound was hit.
    pub(super) is_bounded: bool,
}

impl<'a> Scene<'a> {
    /// Looks at a legal move that gives no check.
    pub(super) fn new(before: &'a Position, mv: Move, limit: u64) -> Self {
        let mut after = before.clone();
        let _ = after.play_unchecked(mv);
        let mut passed = after.clone();
        let _ = passed.play_null();
        Self {
            before,
            mv,
            mover: before.turn(),
            after,
            passed,
            checkers: before.checkers(),
            barred: Vec::new(),
            limit,
            is_bounded: false,
        }
    }

    /// Gives the square on which the piece that now stands on `square` stood before the move.
    pub(super) fn origin(&self, square: Square) -> Square {
        if square == self.mv.to() {
            self.mv.from()
        } else {
            square
        }
    }

    /// Gives the kind of the piece that moved.
    pub(super) fn moved_kind(&self) -> Option<PieceType> {
        self.after.board().piece_at(self.mv.to()).map(Piece::kind)
    }

    /// Tells whether the mover had to answer a check.
    pub(super) fn answers_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Gives the position after the move with the moved piece taken off, the mover to move; `None` if a king would then
    /// stand open.
    pub(super) fn without_moved(&self) -> Option<Position> {
        let mut board = self.passed.board().clone();
        board.remove(self.mv.to());
        let setup = Setup {
            board,
            turn: self.mover,
            ..Setup::default()
        };
        let reduced = Position::try_from(setup).ok()?;
        (!reduced.is_check()).then_some(reduced)
    }

    /// Tells whether the side to move in a position mates by checks alone.
    pub(super) fn mates(&mut self, position: Position) -> bool {
        let mut mate = MateSearch::new(position, &[], Bitboard::EMPTY, self.limit);
        let found = mate.find().is_some();
        self.spend(mate.nodes, mate.is_bounded());
        found
    }

    /// Notes the work of one search.
    pub(super) fn spend(&mut self, nodes: u64, is_bounded: bool) {
        self.limit = self.limit.saturating_sub(nodes);
        self.is_bounded |= is_bounded;
    }
}
