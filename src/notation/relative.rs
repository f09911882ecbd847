//! A move as its mover sees it, which WXF and Chinese notation only spell differently: which piece, which way, how far.

use super::NotationError;
use super::tandem::{Place, Standing, file_number};
use crate::board::{Color, PieceType, Square};
use crate::position::{Move, Position};

/// Which way a move goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// 进.
    Forward,
    /// 平.
    Sideways,
    /// 退.
    Backward,
}

/// Direction and number of a move.
///
/// The number is the file reached, counted from the mover's right, if the move leaves its file; else the ranks passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) direction: Direction,
    pub(super) number: u8,
}

impl Step {
    pub(super) const fn of(color: Color, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let (start, end) = (from.rank_of(color), to.rank_of(color));
        let direction = if end > start {
            Direction::Forward
        } else if end < start {
            Direction::Backward
        } else {
            Direction::Sideways
        };
        let number = if from.file() == to.file() {
            end.abs_diff(start)
        } else {
            file_number(to, color)
        };
        Self { direction, number }
    }
}

/// What a text says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RelativeMove {
    pub(super) kind: PieceType,
    /// The file left, if the text names it.
    pub(super) file: Option<u8>,
    /// The place among equals on a file, if the text names it.
    pub(super) place: Option<Place>,
    pub(super) step: Step,
}

impl RelativeMove {
    /// Finds the one legal move that the text means.
    pub(super) fn find(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let candidates = candidates(position, |square| self.names(position, square));
        let fitting: Vec<Move> = candidates
            .iter()
            .copied()
            .filter(|mv| Step::of(position.turn(), *mv) == self.step)
            .collect();
        match *fitting {
            [mv] => Ok(mv),
            [] => Err(NotationError::impossible(text, candidates)),
            _ => Err(NotationError::ambiguous(text, fitting)),
        }
    }

    /// Tells whether the text can mean the piece on `square`.
    fn names(&self, position: &Position, square: Square) -> bool {
        let (board, color) = (position.board(), position.turn());
        board.pieces(color, self.kind).contains(square)
            && self
                .file
                .is_none_or(|file| file == file_number(square, color))
            && self.place.is_none_or(|place| {
                Standing::of(board, color, self.kind, square)
                    .is_some_and(|standing| place.fits(standing, self.file.is_some()))
            })
    }
}

/// Lists the legal moves of the pieces on the squares asked for, in the order of their squares.
pub(super) fn candidates(position: &Position, can_mean: impl Fn(Square) -> bool) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.retain(|mv| can_mean(mv.from()));
    moves.sort_unstable();
    moves
}

/// What a writer can say of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Description {
    pub(super) color: Color,
    pub(super) kind: PieceType,
    /// The file left, counted from the mover's right.
    pub(super) file: u8,
    /// The standing among equals on that file. Advisors and bishops need none: two on a file never have moves of the
    /// same direction.
    pub(super) standing: Option<Standing>,
    pub(super) step: Step,
}

impl Description {
    /// Describes a move; `None` if it starts on an empty square.
    pub(super) fn of(position: &Position, mv: Move) -> Option<Self> {
        let board = position.board();
        let piece = board.piece_at(mv.from())?;
        let (color, kind) = (piece.color(), piece.kind());
        Some(Self {
            color,
            kind,
            file: file_number(mv.from(), color),
            standing: match kind {
                PieceType::Advisor | PieceType::Bishop => None,
                _ => Standing::of(board, color, kind, mv.from()),
            },
            step: Step::of(color, mv),
        })
    }
}
