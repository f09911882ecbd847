//! The local page, and games judged over HTTP: `caipan serve`.
//!
//! | call | gives |
//! |---|---|
//! | `GET /` | the page: paste a game or set up a position, play on, read the ruling |
//! | `POST /judge` | the answer of `caipan judge --jsonl` |
//! | `POST /read` | the games of a file, whose name may stand as `?name=`, or of a text that was pasted, in any encoding |
//! | `POST /line` | the positions of a line of moves, with the legal moves of each |
//! | `GET /match`, `GET /match.json` | how a match stands, if the program was given its journal |
//!
//! `POST /judge` is for other programs. `Content-Type: application/json` has one record as its body and gets one JSON
//! object; `application/x-ndjson` has one record a line and gets one object a line, in their order. `?rules=cn2011,axf`
//! names the rule sets, `cn2011` if there are none; of several, the one record gets an array, a line as many lines. A
//! record that cannot be judged is answered `{"id": …, "error": {"kind": …, "message": …}}` in its place, and so is every
//! request that is refused:
//!
//! | status | kind | when |
//! |---|---|---|
//! | 200 | | the record is judged; of lines each tells for itself |
//! | 400 | `json`, `field`, `fen`, `move`, `cycle`, `game` | the one record, line or file cannot be read |
//! | 400 | `rules`, `request` | the words behind `?`, or the request itself, mean nothing |
//! | 403 | `origin` | the page of another origin asks |
//! | 404, 405 | `path`, `method` | there is no such call |
//! | 408 | `time` | the body takes longer than 20 s to arrive; a head that does is cut off |
//! | 413 | `size` | the body has more than 256 KiB or 1,000 lines, a game more than 1,000 moves |
//! | 413 | `work` | the request asks for more than one may, see below |
//! | 415 | `type` | the body is of another type |
//! | 421 | `host` | the request is meant for another host |
//! | 500 | `internal`, `file` | a fault of caipan's own; the journal of the match cannot be read |
//! | 503 | `busy` | 64 others are being answered, and have been for 30 s: ask again later |
//!
//! What is no HTTP at all, or has too many headers, is answered 400 or 431 without a body.
//!
//! In lines, the kinds `size` and `work` of one record stand in its place too. The work of a request is counted and not
//! timed, so that the same request gets the same answer on every machine: the referee may look at 2,000,000 positions,
//! and each move of an answer counts as 200 of them.
//!
//! The server listens on this computer alone. It answers requests for `localhost`, `127.0.0.1` and `[::1]` with its port,
//! and for the names that it is told of; a web page elsewhere can reach it neither by its own name (DNS rebinding) nor by
//! ours (a foreign `Origin`).

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod asset;
mod door;
mod judge;
mod line;
mod live;
mod refusal;
mod request_body;
mod server;

pub use live::Live;
pub use server::{DEFAULT_PORT, Server};
