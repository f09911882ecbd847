//! Moves as two squares: `h2e2` (UCCI, UCI), `h3e3` (UCI engines that count ranks from 1) and `H2-E2` (ICCS).
//!
//! The reader forgives: letters of either case, a dash between the squares or none. It wants ranks in the style it is
//! told, since `h3e3` is a move in both.
//!
//! The writer always writes: lower case and no dash, or upper case and a dash for ICCS.
//!
//! No position is needed, and nothing here tells whether the move is legal.

use std::fmt;

use super::NotationError;
use super::cursor::{Cursor, digit};
use super::error::OTHER_SQUARE;
use crate::board::Square;
use crate::position::Move;

/// How ranks are numbered, from Red's back rank upward.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ranks {
    /// 0 to 9: UCCI, most UCI engines, ICCS.
    #[default]
    FromZero,
    /// 1 to 10: engines of many chess variants under plain UCI.
    FromOne,
}

/// Reads a move of two squares.
///
/// # Errors
/// Tells what does not fit the form, or that both squares are the same.
///
/// # Examples
///
/// ```
/// use caipan::notation::coordinate::{self, Ranks};
///
/// let mv = coordinate::read("h9g7", Ranks::FromZero).unwrap();
/// assert_eq!(coordinate::read("h10g8", Ranks::FromOne), Ok(mv));
/// assert_eq!(coordinate::read("H9-G7", Ranks::FromZero), Ok(mv));
/// ```
pub fn read(text: &str, ranks: Ranks) -> Result<Move, NotationError> {
    let mut cursor = Cursor::new(text);
    let from = read_square(&mut cursor, ranks)?;
    cursor.take(|letter| (letter == '-').then_some(()));
    let to = read_square(&mut cursor, ranks)?;
    cursor.end()?;
    Move::new(from, to).ok_or_else(|| cursor.fault(OTHER_SQUARE))
}

fn read_square(cursor: &mut Cursor<'_>, ranks: Ranks) -> Result<Square, NotationError> {
    let file = cursor.expect(
        |letter| match letter.to_ascii_lowercase() {
            letter @ 'a'..='i' => Some(letter as u8 - b'a'),
            _ => None,
        },
        "a file from a to i",
    )?;
    take_rank(cursor, ranks)
        .and_then(|rank| Square::new(file, rank))
        .ok_or_else(|| {
            cursor.fault(match ranks {
                Ranks::FromZero => "a rank from 0 to 9",
                Ranks::FromOne => "a rank from 1 to 10",
            })
        })
}

/// Takes the number of a rank, if one comes next, and gives it from 0.
pub(super) fn take_rank(cursor: &mut Cursor<'_>, ranks: Ranks) -> Option<u8> {
    let zero = |letter| (letter == '0').then_some(0);
    match ranks {
        Ranks::FromZero => cursor.take(|letter| digit(letter).or_else(|| zero(letter))),
        Ranks::FromOne => match cursor.take(digit) {
            Some(1) if cursor.take(zero).is_some() => Some(9),
            rank => rank.map(|rank| rank - 1),
        },
    }
}

/// Writes a move as `h2e2` or, with ranks from 1, as `h3e3`.
#[must_use]
pub fn write(mv: Move, ranks: Ranks) -> String {
    match ranks {
        Ranks::FromZero => mv.to_string(),
        Ranks::FromOne => format!("{}{}", FromOne(mv.from()), FromOne(mv.to())),
    }
}

/// Writes a move as `H2-E2`.
#[must_use]
pub fn write_iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

struct FromOne(Square);

impl fmt::Display for FromOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a' + self.0.file()),
            self.0.rank() + 1
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_spellings() {
        // From zero, from one, ICCS.
        let cases = [
            ("h2e2", "h3e3", "H2-E2"),
            ("h9g7", "h10g8", "H9-G7"),
            ("i9i0", "i10i1", "I9-I0"),
            ("a0a9", "a1a10", "A0-A9"),
            ("a8a9", "a9a10", "A8-A9"),
        ];
        for (zero, one, iccs) in cases {
            let mv = read(zero, Ranks::FromZero).unwrap();
            assert_eq!(read(one, Ranks::FromOne), Ok(mv), "{one}");
            assert_eq!(read(iccs, Ranks::FromZero), Ok(mv), "{iccs}");
            assert_eq!(
                read(&iccs.replace('-', ""), Ranks::FromZero),
                Ok(mv),
                "{iccs}"
            );
            assert_eq!(write(mv, Ranks::FromZero), zero);
            assert_eq!(write(mv, Ranks::FromOne), one);
            assert_eq!(write_iccs(mv), iccs);
        }
    }

    #[test]
    fn all_pairs_of_squares_come_back() {
        for from in Square::all() {
            for mv in Square::all().filter_map(|to| Move::new(from, to)) {
                for ranks in [Ranks::FromZero, Ranks::FromOne] {
                    assert_eq!(read(&write(mv, ranks), ranks), Ok(mv));
                }
                assert_eq!(read(&write_iccs(mv), Ranks::FromZero), Ok(mv));
            }
        }
    }

    #[test]
    fn faults() {
        use Ranks::{FromOne, FromZero};
        let cases = [
            (
                "",
                FromZero,
                "\"\" is no move: found the end at byte 0, expected a file from a to i",
            ),
            (
                "j2e2",
                FromZero,
                "\"j2e2\" is no move: found 'j' at byte 0, expected a file from a to i",
            ),
            (
                "h10g8",
                FromZero,
                "\"h10g8\" is no move: found '0' at byte 2, expected a file from a to i",
            ),
            (
                "he2",
                FromZero,
                "\"he2\" is no move: found 'e' at byte 1, expected a rank from 0 to 9",
            ),
            (
                "h9g0",
                FromOne,
                "\"h9g0\" is no move: found '0' at byte 3, expected a rank from 1 to 10",
            ),
            (
                "h2e22",
                FromZero,
                "\"h2e22\" is no move: found '2' at byte 4, expected the end of the move",
            ),
            (
                "h2-",
                FromZero,
                "\"h2-\" is no move: found the end at byte 3, expected a file from a to i",
            ),
            (
                "0000",
                FromZero,
                "\"0000\" is no move: found '0' at byte 0, expected a file from a to i",
            ),
            (
                "a1a1",
                FromOne,
                "\"a1a1\" is no move: found the end at byte 4, expected a second square that is not the first",
            ),
        ];
        for (text, ranks, message) in cases {
            assert_eq!(read(text, ranks).unwrap_err().to_string(), message);
        }
        let long = read(&format!("h2e2{}", "x".repeat(100)), FromZero).unwrap_err();
        assert_eq!(
            long.to_string(),
            "\"h2e2xxxxxxxxxxxxxxxxxxxx…\" is no move: found 'x' at byte 4, expected the end of the move"
        );
    }
}
