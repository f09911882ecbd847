//! Why a game in a format of text could not be read.

use super::{GameRecord, VariationError};
use crate::board::Color;
use crate::notation::NotationError;
use crate::position::{FenError, PlayError};

/// A fault, its line, and the game up to there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct TextError {
    /// The line, from 1 in the whole text.
    pub line: usize,
    /// What is wrong.
    pub fault: TextFault,
    /// What was understood before the fault; `None` if there are no moves in it.
    pub so_far: Option<Box<GameRecord>>,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// Something else stands where the format wants a certain thing.
    #[error("found {found:?}, expected {expected}")]
    Malformed {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// The start is no position.
    #[error("the start is no position: {0}")]
    Start(FenError),
    /// A word is no legal move.
    #[error("move {number} of {turn}: {fault}")]
    Notation {
        /// The number of the move as the position counts it.
        number: u16,
        /// The side to move.
        turn: Color,
        /// What is wrong with it.
        fault: NotationError,
    },
    /// A comment has no end in its game.
    #[error("a comment opens here and the game ends before it closes, expected }} or )")]
    OpenComment,
    /// A move is not legal.
    #[error("ply {ply}: {fault}")]
    Play {
        /// The ply, from 1.
        ply: usize,
        /// What is wrong with it.
        fault: PlayError,
    },
    /// A variation does not fit the game.
    #[error("variation {number}: {fault}")]
    Variation {
        /// Its number in the file.
        number: usize,
        /// What is wrong with it.
        fault: VariationError,
    },
}

impl TextFault {
    /// Tells what was found, cut if it is long.
    pub(super) fn malformed(found: &str, expected: &'static str) -> Self {
        let found = crate::text::excerpt(found, 40);
        Self::Malformed { found, expected }
    }

    /// Tells what is wrong with the word that should be the next move of a game.
    pub(super) fn notation(record: &GameRecord, fault: NotationError) -> Self {
        let position = record.line().position();
        let (number, turn) = (position.move_number(), position.turn());
        Self::Notation {
            number,
            turn,
            fault,
        }
    }

    /// Puts the fault on its line, with what was read before it.
    pub(super) fn on(self, line: usize, so_far: GameRecord) -> TextError {
        TextError {
            line,
            fault: self,
            so_far: so_far.if_played(),
        }
    }
}
