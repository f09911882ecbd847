//! caipan (裁判, "referee"): a xiangqi engine for any GUI, with a referee that rules repetitions and says why.
//!
//! The crate is a stack of folders; each imports only from folders of a lower rank, and `tests/suite/tidy.rs` holds
//! the list:
//!
//! | rank | folders |
//! |---|---|
//! | 0 | [`text`], [`board`] |
//! | 1 | [`position`] |
//! | 2 | [`notation`] |
//!
//! What no part below the engine does: read a clock, touch a file, start a thread, or panic on foreign input.

pub mod board;
pub mod cli;
pub mod notation;
pub mod position;
pub mod ruling;
pub mod text;
