//! Lists of openings, one a line: a position, perhaps with moves or EPD operations behind it.
//!
//! ```text
//! # a remark
//! startpos moves h2e2 h9g7
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//! 3k5/9/9/9/9/9/9/9/4R4/4K4 w moves e1d1
//! 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - id "rook"; ce 900;
//! ```
//!
//! The reader forgives blanks, line ends of any kind, blank lines, what the reader of FEN forgives, and moves in any
//! notation. EPD operations are passed over; each ends with `;`. Nothing is written here.

use crate::notation::{NotationError, read_any};
use crate::position::{FenError, Line, Position};

/// Why a line of a list is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct OpeningListError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: OpeningFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// The first words tell no position.
    #[error("{0}")]
    Fen(FenError),
    /// What follows the position is neither moves nor operations.
    #[error(
        "found {found:?} behind the position, expected moves or EPD operations that end with ;"
    )]
    Surplus {
        /// What follows.
        found: String,
    },
    /// A word is no legal move.
    #[error("move {number}: {fault}")]
    Move {
        /// Which word behind `moves`, from 1.
        number: usize,
        /// What is wrong with it.
        fault: NotationError,
    },
}

/// Reads a list; each opening comes with its line, from 1.
///
/// # Errors
/// Tells the first line that is no opening and why.
///
/// # Examples
///
/// ```
/// use caipan::record::read_opening_list;
///
/// let openings = read_opening_list("# two\nstartpos\nstartpos moves 炮二平五 h9g7\n").unwrap();
/// assert_eq!((openings[1].0, openings[1].1.len()), (3, 2));
/// let error = read_opening_list("startpos move h2e2").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1: found \"move h2e2\" behind the position, expected moves or EPD operations that end with ;"
/// );
/// ```
pub fn read_opening_list(text: &str) -> Result<Vec<(usize, Line)>, OpeningListError> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let numbered = (1..).zip(lines);
    let told = numbered.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    told.map(|(line, text)| match read_opening(text) {
        Ok(opening) => Ok((line, opening)),
        Err(fault) => Err(OpeningListError { line, fault }),
    })
    .collect()
}

fn read_opening(text: &str) -> Result<Line, OpeningFault> {
    let (start, rest) = split_position(text);
    let start = match start {
        "startpos" => Position::start(),
        fen => Position::from_fen(fen).map_err(OpeningFault::Fen)?,
    };
    let mut line = Line::new(start);
    let mut words = rest.split_whitespace();
    match words.next() {
        None => {}
        Some("moves") => {
            for (number, word) in (1..).zip(words) {
                // A word that was read is a legal move, so that the line takes it.
                let mv = read_any(line.position(), word);
                mv.map(|mv| line.push_unchecked(mv))
                    .map_err(|fault| OpeningFault::Move { number, fault })?;
            }
        }
        Some(word) => {
            let is_operation = word.starts_with(|first: char| first.is_ascii_alphabetic());
            if !is_operation || !rest.ends_with(';') {
                let found = rest.to_owned();
                return Err(OpeningFault::Surplus { found });
            }
        }
    }
    Ok(line)
}

/// Splits a line behind its position: behind `startpos`, or the board, the side and up to four dashes and numbers.
fn split_position(text: &str) -> (&str, &str) {
    let mut rest = text;
    for field in 0..6 {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        let is_field = match field {
            0 => true,
            1 => word != "moves",
            _ => word == "-" || word.bytes().all(|byte| byte.is_ascii_digit()),
        };
        if !is_field || word.is_empty() {
            break;
        }
        rest = rest[end..].trim_start();
        if word == "startpos" {
            break;
        }
    }
    let position = &text[..text.len() - rest.len()];
    (position.trim_end(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "3k5/9/9/9/9/9/9/9/4R4/4K4";

    #[test]
    fn every_form_is_read() {
        for (text, plies) in [
            (format!("{BOARD} w"), 0),
            (format!("{BOARD} w - - 12 34"), 0),
            (format!("{BOARD} w - -  id \"a # b\"; ce 1;"), 0),
            (format!("  {BOARD}\tb moves d9d8 "), 1),
            (format!("{BOARD} w - - 0 1 moves e1f1 d9d8 R4+4"), 3),
            ("startpos".to_owned(), 0),
            ("startpos moves".to_owned(), 0),
            ("startpos moves H2-E2 炮８平５".to_owned(), 2),
        ] {
            let read = read_opening_list(&format!("\u{feff}\r\n#\r\n{text}\r\n"));
            let openings = read.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(openings.len(), 1, "{text}");
            assert_eq!((openings[0].0, openings[0].1.len()), (3, plies), "{text}");
        }
    }

    #[test]
    fn a_bad_line_is_told_with_its_number() {
        for (text, fault) in [
            (
                BOARD.to_owned(),
                "the side to move is missing, expected w or b",
            ),
            (
                format!("{BOARD} moves e1d1"),
                "the side to move is missing, expected w or b",
            ),
            (
                format!("{BOARD} w id 3"),
                "found \"id 3\" behind the position, expected moves or EPD operations that end with ;",
            ),
            (
                format!("{BOARD} w 0 4;"),
                "found \"4;\" behind the position, expected moves or EPD operations that end with ;",
            ),
        ] {
            let error = read_opening_list(&format!("startpos\n{text}")).unwrap_err();
            assert_eq!(error.to_string(), format!("line 2: {fault}"), "{text}");
        }
        let error = read_opening_list("startpos moves h2e2 h2e2").unwrap_err();
        let is_second = matches!(error.fault, OpeningFault::Move { number: 2, .. });
        assert!(is_second, "{error}");
    }
}
