//! Words on the wire: bytes to text, text to words.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod decode;
mod words;

pub use decode::{Encoding, decode};
pub use words::{Words, excerpt, on_one_line};
