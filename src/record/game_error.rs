//! Why a game of any file could not be read.

use super::pgn::PgnError;
use super::{BinaryError, GameRecord, OpeningListError, TextError};

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// In PGN.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// In another format of text.
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
    /// Gives what was understood before the fault, if the format keeps that and there are moves in it.
    #[must_use]
    pub fn so_far(&self) -> Option<&GameRecord> {
        match self {
            Self::Text(error) => error.so_far.as_deref(),
            Self::Pgn(_) | Self::List(_) | Self::Binary(_) => None,
        }
    }
}
