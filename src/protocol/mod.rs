//! UCCI and UCI for xiangqi: text to enum and back, one line at a time. No input or output, no state.
//!
//! [`Command`] is what a GUI says, [`Reply`] what an engine says; each has `read` and `write`, and both take the
//! [`Dialect`]. Readers take the words of both dialects together, because real programs mix them; writers keep to one.
//! Reading what was written gives the same value back.
//!
//! What the readers forgive: blanks and carriage returns around and between words, a byte order mark, key words in any
//! case, words they do not know. What the writers always do: one line without its end, single blanks, key words in
//! lower case. TChess takes any line that holds the word `bestmove` for the move, so no text of an engine is written with that
//! word in it; besides the move itself only [`Reply::PopHash`] and the raw line of [`Reply::Unknown`] may hold it.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod command;
mod dialect;
mod error;
mod go;
mod option;
mod phrase;
mod reply;
#[cfg(test)]
mod tests;
mod ucci;
mod uci;

pub use command::{Command, GivenPosition};
pub use dialect::{Dialect, TimeUnit};
pub use error::{CommandError, OptionError};
pub use go::Go;
pub use option::{EngineOption, OptionKind, OptionValue, is_same_name};
pub use reply::{BestMove, Info, PopHash, Reply};
