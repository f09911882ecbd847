//! caipan (裁判, "referee"): a xiangqi engine for any GUI, with a referee that rules repetitions and says why.
//!
//! The crate is a stack of folders; each imports only from folders of a lower rank, and `tests/suite/tidy.rs` holds
//! the list:
//!
//! | rank | folders |
//! |---|---|
//! | 0 | [`text`] (words on the wire), [`stats`] (tally, Elo, SPRT), [`board`] (who stands where, what it attacks) |
//! | 1 | [`position`] (legal moves, FEN, the line of a game) |
//! | 2 | [`notation`] (how moves are written), [`analysis`] (what an engine is asked and answers) |
//! | 3 | [`ruling`] (the referee), [`record`] (game files), [`protocol`] (UCCI and UCI as text) |
//! | 4 | [`search`] (the bundled alpha-beta searcher) |
//! | 5 | [`engine`] (something that can be asked to think), [`training`] (games for the fit of the evaluation) |
//! | 6 | [`adapter`] (what a GUI loads), [`tournament`] (engines against engines) |
//! | 7 | [`report`] (what people and programs read) |
//! | 9 | [`cli`] (the command line) |
//!
//! What no part below the engine does: read a clock (but for the search), touch a file, start a thread, or panic on
//! foreign input.

pub mod adapter;
pub mod analysis;
pub mod board;
pub mod cli;
pub mod engine;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod record;
pub mod report;
pub mod ruling;
pub mod search;
pub mod stats;
pub mod text;
pub mod tournament;
pub mod training;
