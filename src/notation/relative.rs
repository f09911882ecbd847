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

    /// Gives the square that a piece of `color` on `from` reaches; `None` if there is none, or if no piece of the kind
    /// moves so.
    fn target(self, color: Color, kind: PieceType, from: Square) -> Option<Square> {
        let file = match color {
            Color::Red => 9u8.checked_sub(self.number)?,
            Color::Black => self.number.checked_sub(1)?,
        };
        let files = file.abs_diff(from.file());
        let ranks = match (kind, self.direction) {
            (PieceType::Advisor, _) => 1,
            (PieceType::Bishop, _) => 2,
            (PieceType::Knight, _) => 3u8.checked_sub(files)?,
            (_, Direction::Sideways) => return Square::new(file, from.rank()),
            _ => self.number,
        };
        let ranks = i8::try_from(ranks).ok()?;
        let ahead = match (color, self.direction) {
            (_, Direction::Sideways) => return None,
            (Color::Red, Direction::Forward) | (Color::Black, Direction::Backward) => ranks,
            _ => -ranks,
        };
        match kind {
            PieceType::Advisor | PieceType::Bishop | PieceType::Knight => from.offset(
                i8::try_from(file).ok()? - i8::try_from(from.file()).ok()?,
                ahead,
            ),
            _ => from.offset(0, ahead),
        }
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
        let turn = position.turn();
        let mut fitting = position
            .board()
            .pieces(turn, self.kind)
            .filter(|from| self.names(position, *from))
            .filter_map(|from| Move::new(from, self.step.target(turn, self.kind, from)?))
            .filter(|mv| position.is_legal(*mv));
        let (first, second) = (fitting.next(), fitting.next());
        match (first, second) {
            (Some(mv), None) => Ok(mv),
            (Some(first), Some(second)) => {
                let all = [first, second].into_iter().chain(fitting).collect();
                Err(NotationError::ambiguous(text, all))
            }
            (None, _) => {
                let candidates = candidates(position, |square| self.names(position, square));
                Err(NotationError::impossible(text, candidates))
            }
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
