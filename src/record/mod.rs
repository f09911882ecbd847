//! Game records: a game with its tags, comments and result, and the files that hold them.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod game_record;
mod opening_list;
pub mod pgn;
mod variation;

pub use game_record::GameRecord;
pub use opening_list::{OpeningFault, OpeningListError, read_opening_list};
pub use variation::{DEEPEST, Variation, VariationError};
