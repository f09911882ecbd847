//! Why a text is not a move.

use crate::board::{Color, Piece, Square};
use crate::position::Move;

/// What stands behind the first square of a move.
pub(super) const OTHER_SQUARE: &str = "a second square that is not the first";

/// A text that could not be read as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// The text does not have the form of the notation.
    #[error("{text:?} is no move: found {} at byte {offset}, expected {expected}", found(.text, *.offset))]
    Malformed {
        /// The text, cut if it is long.
        text: String,
        /// Where the fault is, in bytes.
        offset: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// The text names a move that is not legal in the position.
    #[error("{text:?} is not legal here: {}", choice(.candidates))]
    Impossible {
        /// The text.
        text: String,
        /// The legal moves of the pieces that the text can mean.
        candidates: Vec<Move>,
    },
    /// The text names a square from which the side to move cannot go.
    #[error("{text:?} is not legal here: {}, and {turn} is to move", standing(*.from, *.piece))]
    NotOwn {
        /// The text.
        text: String,
        /// The square.
        from: Square,
        /// The other side's piece that stands there, if any.
        piece: Option<Piece>,
        /// The side to move.
        turn: Color,
    },
    /// The text fits several legal moves.
    #[error("{text:?} fits several moves: {}", list(.candidates))]
    Ambiguous {
        /// The text.
        text: String,
        /// The legal moves that it fits, two or more.
        candidates: Vec<Move>,
    },
}

impl NotationError {
    pub(super) fn malformed(text: &str, offset: usize, expected: &'static str) -> Self {
        const LONGEST: usize = 24;
        let mut short: String = text.chars().take(LONGEST).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        Self::Malformed {
            text: short,
            offset,
            expected,
        }
    }

    /// Tells whether the text names one square twice.
    pub(super) fn is_same_square(&self) -> bool {
        matches!(self, Self::Malformed { expected, .. } if *expected == OTHER_SQUARE)
    }

    pub(super) fn impossible(text: &str, candidates: Vec<Move>) -> Self {
        Self::Impossible {
            text: text.to_owned(),
            candidates,
        }
    }

    pub(super) fn ambiguous(text: &str, candidates: Vec<Move>) -> Self {
        Self::Ambiguous {
            text: text.to_owned(),
            candidates,
        }
    }
}

fn found(text: &str, offset: usize) -> String {
    match text.get(offset..).and_then(|rest| rest.chars().next()) {
        Some(letter) => format!("{letter:?}"),
        None => "the end".to_owned(),
    }
}

fn standing(from: Square, piece: Option<Piece>) -> String {
    match piece {
        None => format!("no piece stands on {from}"),
        Some(piece) => format!("the piece on {from} is {}'s", piece.color()),
    }
}

fn choice(candidates: &[Move]) -> String {
    if candidates.is_empty() {
        "no piece so named can move".to_owned()
    } else {
        format!("expected one of {}", list(candidates))
    }
}

fn list(moves: &[Move]) -> String {
    let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
    moves.join(", ")
}
