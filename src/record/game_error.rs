//! Why a game of any file could not be read.

use super::{BinaryError, GameRecord, OpeningListError, TextError};

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// In a format of text.
    #[error(transparent)]
    Text(#[from] TextError),
    /// In a list of positions.
    #[error(transparent)]
    List(#[from] OpeningListError),
    /// In a format that is no text.
    #[error(transparent)]
    Binary(#[from] BinaryError),
}

impl GameError {
    /// Gives what was understood before the fault, if the reader keeps that and there are moves in it.
    #[must_use]
    pub fn so_far(&self) -> Option<&GameRecord> {
        match self {
            Self::Text(error) => error.so_far.as_deref(),
            Self::Binary(error) => error.so_far.as_deref(),
            Self::List(_) => None,
        }
    }
}
