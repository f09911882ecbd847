//! Why a binary game file cannot be read.

use super::GameRecord;
use crate::position::{FenError, PlayError};

/// What is wrong with a game of a binary file, where, and the game up to there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {fault}")]
pub struct BinaryError {
    /// The byte of the fault, from 0 in the whole file.
    pub at: usize,
    /// What is wrong there.
    pub fault: BinaryFault,
    /// What was understood before the fault, where the format has variations; `None` if there are no moves in it.
    pub so_far: Option<Box<GameRecord>>,
}

/// What is wrong with a game of a binary file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BinaryFault {
    /// Something else stands where the format wants one thing.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What stands there, in a few words.
        found: String,
        /// What the format wants there.
        expected: &'static str,
    },
    /// The file ends, or in a library the game does, before its last field.
    #[error("found the end, expected {expected}")]
    End {
        /// What should follow.
        expected: &'static str,
    },
    /// A text is longer than what is left, or shorter than nothing.
    #[error("found a text of {found} bytes, expected 0 to {left}")]
    Length {
        /// The length that the file tells.
        found: i64,
        /// How many bytes are left.
        left: usize,
    },
    /// The pieces make no position.
    #[error("the pieces make no position: {0}")]
    Position(FenError),
    /// A move of the game, or of a variation, is not legal.
    #[error("move {ply}: {fault}")]
    Move {
        /// Which half-move of its line it is, from 1 at the start of the game.
        ply: usize,
        /// The move and the position.
        fault: PlayError,
    },
    /// A variation stands in too many others.
    #[error("found variations deeper in each other than {}", super::DEEPEST)]
    Deep,
    /// A library does not hold all the games that it tells of.
    #[error("found {found} of {told} games, expected all that the library tells of")]
    Games {
        /// How many there are.
        found: usize,
        /// How many there should be.
        told: usize,
    },
}

impl BinaryFault {
    /// Puts the fault on its byte.
    pub(super) fn at(self, at: usize) -> BinaryError {
        BinaryError {
            at,
            fault: self,
            so_far: None,
        }
    }
}
