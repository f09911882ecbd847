//! Words on the wire: bytes to text, text to words.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod decode;
mod nearest;
mod words;

pub use decode::{Encoding, decode, decode_part};
pub use nearest::did_you_mean;
pub use words::{Words, excerpt, on_one_line};
