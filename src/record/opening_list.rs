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
//! notation. EPD operations, each of which ends with `;`, become tags: `id "rook"` the tag `Id`; a result that is not known
//! becomes a comment.
//!
//! The writer always writes: the FEN; behind it the moves as coordinates, or, where there are none, tags as operations,
//! and then without the counters if they are those of a new game. What has no place: the tags and the result of a game
//! with moves, comments, variations, and in an operation quotation marks, which become apostrophes.

use std::fmt::Write;

use super::GameRecord;
use super::pgn::lines;
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
    read_lines(text)
        .map(|(line, read)| Ok((line, read?.line().clone())))
        .collect()
}

/// Reads a list, each line as a game of its own; it comes with its line, from 1.
///
/// # Errors
/// Each line tells why it is no opening.
pub(super) fn read_lines(
    text: &str,
) -> impl Iterator<Item = (usize, Result<GameRecord, OpeningListError>)> {
    let lines = lines(text.trim_start_matches('\u{feff}')).map(str::trim);
    let told = (1..)
        .zip(lines)
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    told.map(|(line, text)| {
        let read = read_opening(text).map_err(|fault| OpeningListError { line, fault });
        (line, read)
    })
}

/// Tells whether most lines of a text are openings.
pub(super) fn is_list(text: &str) -> bool {
    let weighed = read_lines(text).map(|(_, read)| if read.is_ok() { 1 } else { -1 });
    weighed.sum::<i32>() > 0
}

fn read_opening(text: &str) -> Result<GameRecord, OpeningFault> {
    let (start, rest) = split_position(text);
    let start = match start {
        "startpos" => Position::start(),
        fen => Position::from_fen(fen).map_err(OpeningFault::Fen)?,
    };
    let mut record = GameRecord::new(start);
    let mut words = rest.split_whitespace();
    match words.next() {
        None => {}
        Some("moves") => {
            for (number, word) in (1..).zip(words) {
                let mv = read_any(record.line().position(), word);
                mv.map(|mv| record.push_unchecked(mv))
                    .map_err(|fault| OpeningFault::Move { number, fault })?;
            }
        }
        Some(word) => {
            let is_operation = word.starts_with(|first: char| first.is_ascii_alphabetic());
            if !is_operation || !rest.ends_with(';') {
                let found = rest.to_owned();
                return Err(OpeningFault::Surplus { found });
            }
            read_operations(&mut record, rest);
        }
    }
    Ok(record)
}

/// Takes EPD operations as tags.
fn read_operations(record: &mut GameRecord, text: &str) {
    let mut is_quoted = false;
    let operations = text.split(|letter| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    });
    for operation in operations.map(str::trim) {
        let (name, value) = operation
            .split_once(char::is_whitespace)
            .unwrap_or((operation, ""));
        let value = value.trim();
        let quoted = value
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        let value = quoted.unwrap_or(value);
        if name == "result" {
            record.take_result(value);
        } else if !name.is_empty() {
            let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
            let name = first.to_ascii_uppercase() + rest;
            record.tags.push((name, value.to_owned()));
        }
    }
}

/// Writes a game as one line.
#[must_use]
pub(super) fn write_line(record: &GameRecord) -> String {
    let line = record.line();
    let mut text = line.start().to_string();
    if line.is_empty() {
        let operations = operations(record);
        if !operations.is_empty() {
            text.truncate(text.strip_suffix(" 0 1").map_or(text.len(), str::len));
            text.push_str(&operations);
        }
    } else {
        text.push_str(" moves");
        for mv in line.moves() {
            // Writing to a string never fails.
            let _ = write!(text, " {mv}");
        }
    }
    text.push('\n');
    text
}

fn operations(record: &GameRecord) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            continue;
        }
        let (first, rest) = name.split_at(1);
        let name = first.to_ascii_lowercase() + rest;
        if !matches!(&*name, "result" | "moves") {
            let value = value.replace('"', "'").replace(['\n', '\r'], " ");
            // Writing to a string never fails.
            let _ = write!(text, " {name} \"{value}\";");
        }
    }
    if let Some(outcome) = record.outcome {
        let _ = write!(text, " result \"{outcome}\";");
    }
    text
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
    use crate::position::Outcome;
    use crate::record::any_record::any_record;
    use proptest::prelude::*;

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
        for end in ["\n", "\r\n", "\r"] {
            let read = read_opening_list(&["startpos", "", "startpos", ""].join(end)).unwrap();
            let lines: Vec<usize> = read.iter().map(|(line, _)| *line).collect();
            assert_eq!(lines, [1, 3], "{end:?}");
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

    #[test]
    fn operations_are_tags() {
        let text = format!("{BOARD} w - - id \"a; b\"; ce 900; result \"1/2-1/2\"; bm e1e9 ;");
        let (_, record) = read_lines(&text).next().unwrap();
        let record = record.unwrap();
        let tags = [("Id", "a; b"), ("Ce", "900"), ("Bm", "e1e9")];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(record.tags, tags);
        assert_eq!(record.outcome, Some(Outcome::Draw));
        assert_eq!(
            write_line(&record),
            format!("{BOARD} w - - id \"a; b\"; ce \"900\"; bm \"e1e9\"; result \"1/2-1/2\";\n")
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn what_was_written_is_read(records in prop::collection::vec(any_record(), 1..4)) {
            let text: String = records.iter().map(write_line).collect();
            let mut again = String::new();
            for ((_, read), record) in read_lines(&text).zip(&records) {
                let read = read.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
                prop_assert_eq!(read.line(), record.line());
                again += &write_line(&read);
            }
            prop_assert_eq!(again, text);
        }

        #[test]
        fn any_line_is_read(rest: String) {
            read_lines(&format!("startpos {rest}\n{rest}")).for_each(drop);
        }
    }
}
