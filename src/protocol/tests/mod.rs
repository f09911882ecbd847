//! Real lines, and the properties that hold for all.

mod commands;
mod properties;
mod replies;

use super::*;
use crate::position::Move;

const DIALECTS: [Dialect; 3] = [Dialect::Ucci, Dialect::Uci, Dialect::FairyUci];

fn moves(text: &str) -> Vec<Move> {
    let read = |word| Dialect::Uci.read_move(word).expect("two squares");
    text.split_whitespace().map(read).collect()
}
