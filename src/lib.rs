//! caipan (裁判, "referee"): a xiangqi engine for any GUI, with a referee that rules repetitions and says why.
//!
//! The README tells of the program. This is the library; from a FEN to a verdict it is four steps:
//!
//! ```
//! use caipan::notation;
//! use caipan::position::{Line, Position};
//! use caipan::ruling::{self, RuleSet, explain};
//!
//! // A position is sound by its type: a FEN that is not is refused, with all that is wrong with it.
//! let start = Position::from_fen("2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w")?;
//!
//! // A line is a start and the moves played from it; they are read in any notation, and played if they are legal.
//! let mut line = Line::new(start);
//! for word in ["f0e0", "e8f8", "R5=4", "将6平5"] {
//!     let mv = notation::read_any(line.position(), word)?;
//!     line.push(mv)?;
//! }
//!
//! // The referee rules what recurred last. The game goes on until the position has stood four times.
//! let rules = RuleSet::default();
//! let judgement = ruling::judge(&line, &rules);
//! assert!(judgement.end.is_none());
//!
//! // It says why, in Chinese and in English.
//! let why = explain::judgement(&line, &judgement, &rules);
//! assert_eq!(why.en, "Red: perpetual check; Black: idle. Red must change or loses (24.9, 25.1).");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | generate, play and take back moves | [`Position`](position::Position) |
//! | ask a game what recurs | [`Line`](position::Line) |
//! | choose other rules | [`RuleSet::by_name`](ruling::RuleSet::by_name) |
//! | learn how the game ended, and of each move what it is | [`ruling::judge`], [`Judgement`](ruling::Judgement) |
//! | know which moves would lose by a ruling | [`ruling::bans`] |
//! | read files of games | [`record`], [`text::decode`] |
//! | write a judgement as JSON | [`report::judgement_json`] |
//! | call all this from C, Python or another language | [`ffi`] |
//!
//! # The parts
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
//! | 8 | [`ffi`] (the C interface), `web` (the local page, and judging over HTTP; feature `web`) |
//! | 9 | [`cli`] (the command line) |
//!
//! What no part below the engine does: read a clock (but for the search), touch a file, start a thread, or panic on
//! foreign input.

pub mod adapter;
pub mod analysis;
pub mod board;
pub mod cli;
pub mod engine;
pub mod ffi;
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
#[cfg(feature = "web")]
pub mod web;
