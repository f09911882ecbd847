//! Game records: a game with its tags, comments and result, and the files that hold them.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

#[cfg(test)]
mod any_record;
mod binary_error;
mod byte_reader;
pub mod cbf;
pub mod ccbridge;
mod charset;
pub mod dhtmlxq;
mod format;
mod game_error;
mod game_record;
mod game_result;
mod loss;
pub mod move_list;
mod move_tree;
mod opening_list;
pub mod pgn;
pub mod sites;
mod start;
mod text_error;
mod variation;
pub mod xqf;

pub use binary_error::{BinaryError, BinaryFault};
pub use format::{Format, Holds, Piece, Pieces, Style};
pub use game_error::GameError;
pub use game_record::GameRecord;
pub use loss::Losses;
pub use opening_list::{OpeningFault, OpeningListError, read_opening_list};
pub use text_error::{TextError, TextFault};
pub use variation::{DEEPEST, Variation, VariationError};
