//! PGN for xiangqi, as the programs of the field write it.
//!
//! ```text
//! [Game "Chinese Chess"]
//! [Red "甲"]
//! [Black "乙"]
//! [Result "1-0"]
//!
//! 1. 炮二平五 马８进７ {the commonest answer}
//! 2. 马二进三 车９平８ 1-0
//! ```
//!
//! The reader forgives:
//! - any number of games in a text; a game begins with a line that begins with a tag, so that a broken game costs no
//!   other one. The text before the first tag is a game without tags.
//! - line ends of any kind; tags with spare blanks, without quotation marks, or of any name; names in letters of
//!   either case; quotation marks and backslashes in a value, with a backslash before them or not; `White` for `Red`.
//! - moves in any notation of [`notation`](crate::notation), mixed at will, glued to their numbers or not; coordinates
//!   with ranks 1 to 10 if a rank 10 in the game shows that they are.
//! - numbers of any form (`1.`, `1...`, `1`, `1、`) and any value, `...` in place of a move; `!` and `?` and `$1`, which
//!   become comments.
//! - comments in braces and behind `;`; in parentheses variations of the last move, and comments wherever not every word
//!   is a move. Braces and parentheses may be nested; those that are not balanced end at the first closing one.
//! - lines that begin with `%` or, among the tags, with `;`: they are passed over.
//! - a missing result, which the tag may tell, in Chinese too (a word that is not known becomes a comment); anything behind
//!   the result, up to the next game.
//!
//! The writer always writes: line feeds; the tags of the record; `Result`; `FEN` if the start is not the usual one;
//! `Format` where a reader must be told the notation; one line for each pair of moves; comments in braces and
//! variations in parentheses, each behind its move; the result. All this is read back as it was, but for what has no
//! place in the format: line ends in tags become blanks, other letters than a name may have become `_`, braces that are not balanced become wide (｛｝), and a
//! line of a comment that looks like a tag joins the one before it.

mod lexer;
mod pieces;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use pieces::{Piece, Pieces, pieces};
pub use reader::{Games, read};
pub use writer::write;

pub(super) use lexer::{
    begins_with_pawn_move, closed_length, count_lines, has_tag, is_glyph, lines,
};
pub(super) use reader::{find_ranks, read_variation, trim_lines};
pub(super) use writer::{keeps, write_moves};
