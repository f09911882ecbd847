//! How moves are written: coordinates, algebraic notation, WXF and Chinese.
//!
//! | notation | 炮二平五 by Red's right cannon, 马８进７ by Black's | needs the position |
//! |---|---|---|
//! | [`coordinate`], ranks 0–9 (UCCI, UCI) | `h2e2`, `h9g7` | no |
//! | [`coordinate`], ranks 1–10 (some UCI engines) | `h3e3`, `h10g8` | no |
//! | [`coordinate`], ICCS | `H2-E2`, `H9-G7` | no |
//! | [`san`] (XBoard) | `Che2`, `Hg7` | yes |
//! | [`wxf`] | `C2=5`, `H8+7` | yes |
//! | [`chinese`] | 炮二平五, 马8进7 | yes |
//!
//! Every reader takes one move without blanks around it, and a text that fits no legal move, or several, is an error
//! that lists the candidates. Every writer gives each legal move of a position a text of its own.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod chinese;
pub mod coordinate;
mod cursor;
mod error;
mod relative;
pub mod san;
mod tandem;
#[cfg(test)]
mod tests;
pub mod wxf;

pub use error::NotationError;

use crate::position::{Move, Position};
use coordinate::Ranks;

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// `h2e2`, ranks 0 to 9.
    Coordinate,
    /// `H2-E2`.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// `Che2`.
    San,
    /// 炮二平五 in the default [`chinese::Style`].
    Chinese,
    /// 炮二平五, and 马８进７ for Black: four wide characters for every move, which some programs count on.
    WideChinese,
}

impl Notation {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Coordinate,
        Self::Iccs,
        Self::Wxf,
        Self::San,
        Self::Chinese,
        Self::WideChinese,
    ];
}

/// Writes a legal move of the position.
///
/// # Examples
///
/// ```
/// use caipan::notation::{self, Notation};
/// use caipan::position::Position;
///
/// let position = Position::start();
/// let mv = notation::read_any(&position, "炮二平五").unwrap();
/// assert_eq!(notation::write(Notation::Coordinate, &position, mv), "h2e2");
/// assert_eq!(notation::write(Notation::Iccs, &position, mv), "H2-E2");
/// assert_eq!(notation::write(Notation::Wxf, &position, mv), "C2=5");
/// assert_eq!(notation::write(Notation::Chinese, &position, mv), "炮二平五");
/// ```
#[must_use]
pub fn write(notation: Notation, position: &Position, mv: Move) -> String {
    match notation {
        Notation::Coordinate => coordinate::write(mv, Ranks::FromZero),
        Notation::Iccs => coordinate::write_iccs(mv),
        Notation::Wxf => wxf::write(position, mv),
        Notation::San => san::write(position, mv),
        Notation::Chinese => chinese::write(position, mv, chinese::Style::default()),
        Notation::WideChinese => {
            let digits = chinese::Digits::Full;
            let script = chinese::Script::Simplified;
            chinese::write(position, mv, chinese::Style { script, digits })
        }
    }
}

/// Reads a legal move of the position in whatever notation it is written.
///
/// Coordinates are read with ranks 0 to 9 unless a rank 10 shows that they are not. A list written with ranks 1 to 10
/// holds moves that look like the others, so whoever knows the style should call [`read_with`].
///
/// # Errors
/// Tells that the text has the form of no notation, or that it does not fit exactly one legal move.
pub fn read_any(position: &Position, text: &str) -> Result<Move, NotationError> {
    if !text.is_ascii() {
        return chinese::read(position, text);
    }
    // `H0g2` is a horse from rank 0, `h0g2` and `H0G2` are two squares.
    let is_mixed = text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.contains(|letter: char| letter.is_ascii_lowercase());
    if is_mixed && let Ok(mv) = san::read(position, text, Ranks::FromZero) {
        return Ok(mv);
    }
    let coordinates = match coordinate::read(text, Ranks::FromZero) {
        Err(error) if error.is_same_square() => return Err(error),
        read => read.or_else(|_| coordinate::read(text, Ranks::FromOne)),
    };
    if let Ok(mv) = coordinates {
        return legal(position, mv, text);
    }
    let rest: [&dyn Fn() -> Result<Move, NotationError>; 3] = [
        &|| wxf::read(position, text),
        &|| san::read(position, text, Ranks::FromZero),
        &|| san::read(position, text, Ranks::FromOne),
    ];
    for read in rest {
        match read() {
            Err(NotationError::Malformed { .. }) => {}
            read => return read,
        }
    }
    Err(NotationError::malformed(
        text,
        0,
        "a move, as h2e2, H2-E2, C2=5 or 炮二平五",
    ))
}

/// Reads a legal move as [`read_any`] does, squares with ranks numbered as told where that gives a legal move.
///
/// # Errors
/// As those of [`read_any`].
pub fn read_with(position: &Position, text: &str, ranks: Ranks) -> Result<Move, NotationError> {
    if ranks == Ranks::FromOne && text.is_ascii() {
        let squares = coordinate::read(text, ranks).ok();
        let squares = squares.filter(|mv| position.is_legal(*mv));
        if let Some(mv) = squares.or_else(|| san::read(position, text, ranks).ok()) {
            return Ok(mv);
        }
    }
    read_any(position, text)
}

/// Tells whether a word names a square of rank 10, so that the ranks of its list are numbered from 1.
#[must_use]
pub fn has_rank_ten(word: &str) -> bool {
    let is_form = |ranks| coordinate::read(word, ranks).is_ok() || san::is_form(word, ranks);
    word.contains("10") && is_form(Ranks::FromOne) && !is_form(Ranks::FromZero)
}

/// Gives a move of two squares back if it is legal.
fn legal(position: &Position, mv: Move, text: &str) -> Result<Move, NotationError> {
    if position.is_legal(mv) {
        return Ok(mv);
    }
    let piece = position.board().piece_at(mv.from());
    if piece.is_none_or(|piece| piece.color() != position.turn()) {
        return Err(NotationError::NotOwn {
            text: text.to_owned(),
            from: mv.from(),
            piece,
            turn: position.turn(),
        });
    }
    let candidates = relative::candidates(position, |square| square == mv.from());
    Err(NotationError::impossible(text, candidates))
}
