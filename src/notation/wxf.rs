//! The notation of the World Xiangqi Federation: `C2=5`, `H8+7`, `P3+1`.
//!
//! Four characters: the piece, the file it leaves, the direction (`+` forward, `-` backward, `=` sideways), and the file
//! it reaches or, along its file, the number of ranks. Both sides count files from their own right.
//!
//! | case | the writer writes | the reader also takes |
//! |---|---|---|
//! | piece | `K A E H R C P` | `B` for E, `N` for H, lower case |
//! | sideways | `=` | `.` |
//! | two equal pieces on one file | `C+=5`, `C-=5` | `+C=5`, `-C=5`; for pawns `+2=5` with the file |
//! | three pawns or more on one file | `12=5`: the first from the front on file 2 | `P+=5` front, `P.=5` middle, `P-=5` rear; `1P=5` |
//! | two files with two pawns or more each | the same | `3P=5`: the third of all, right file first; `cP=5` |
//! | two advisors or elephants on one file | the file: `A4+5` | `A-+5`, `-A+5` |
//!
//! A place that stands alone (`P+` with two crowded files) or a file with several pieces is good enough for the reader if
//! only one legal move fits.

use super::cursor::{Cursor, digit};
use super::relative::{Description, Direction, RelativeMove, Step};
use super::tandem::Place;
use super::{NotationError, coordinate};
use crate::board::PieceType;
use crate::position::{Move, Position};

/// Reads a legal move of the position.
///
/// # Errors
/// Tells what does not fit the form, or that the text does not fit exactly one legal move.
///
/// # Examples
///
/// ```
/// use caipan::notation::wxf;
/// use caipan::position::Position;
///
/// let position = Position::start();
/// assert_eq!(wxf::read(&position, "C2=5").unwrap().to_string(), "h2e2");
/// assert_eq!(wxf::read(&position, "n8.7").unwrap_err().to_string(),
///     "\"n8.7\" is not legal here: expected one of b0a2, b0c2");
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    let mut cursor = Cursor::new(text);
    let (kind, file, place) = read_piece(&mut cursor)?;
    let direction = cursor.expect(read_direction, "a direction: +, - or =")?;
    let number = cursor.expect(digit, "a number from 1 to 9")?;
    cursor.end()?;
    RelativeMove {
        kind,
        file,
        place,
        step: Step { direction, number },
    }
    .find(position, text)
}

type Named = (PieceType, Option<u8>, Option<Place>);

/// Reads the two characters that name the piece.
fn read_piece(cursor: &mut Cursor<'_>) -> Result<Named, NotationError> {
    if let Some(place) = cursor.take(read_place) {
        if let Some(file) = cursor.take(digit) {
            return Ok((PieceType::Pawn, Some(file), Some(place)));
        }
        let kind = cursor.expect(read_kind, "a piece or a file behind the place")?;
        return Ok((kind, None, Some(place)));
    }
    if let Some(number) = cursor.take(digit) {
        let place = Some(Place::Nth(number));
        if cursor.take(read_pawn).is_some() {
            return Ok((PieceType::Pawn, None, place));
        }
        let file = cursor.expect(digit, "P or a file behind the number of a pawn")?;
        return Ok((PieceType::Pawn, Some(file), place));
    }
    let (kind, ordinal) = cursor.expect(
        |letter| match (read_kind(letter), read_ordinal(letter)) {
            (None, None) => None,
            either => Some(either),
        },
        "a piece, one of KAEHRCP",
    )?;
    if let Some(number) = ordinal
        && cursor.take(read_pawn).is_some()
    {
        return Ok((PieceType::Pawn, None, Some(Place::Nth(number))));
    }
    let Some(kind) = kind else {
        return Err(cursor.fault("P behind the ordinal of a pawn"));
    };
    match cursor.take(digit) {
        Some(file) => Ok((kind, Some(file), None)),
        None => {
            let place = cursor.expect(read_place, "a file from 1 to 9, or + or -")?;
            Ok((kind, None, Some(place)))
        }
    }
}

pub(super) fn read_kind(letter: char) -> Option<PieceType> {
    Some(match letter.to_ascii_uppercase() {
        'K' => PieceType::King,
        'A' => PieceType::Advisor,
        'E' | 'B' => PieceType::Bishop,
        'H' | 'N' => PieceType::Knight,
        'R' => PieceType::Rook,
        'C' => PieceType::Cannon,
        'P' => PieceType::Pawn,
        _ => return None,
    })
}

fn read_pawn(letter: char) -> Option<()> {
    letter.eq_ignore_ascii_case(&'P').then_some(())
}

/// Reads `a` to `e`, which some programs write for the first to the fifth pawn.
fn read_ordinal(letter: char) -> Option<u8> {
    match letter.to_ascii_lowercase() {
        letter @ 'a'..='e' => Some(letter as u8 - b'a' + 1),
        _ => None,
    }
}

fn read_place(letter: char) -> Option<Place> {
    match letter {
        '+' => Some(Place::Front),
        '.' | '=' => Some(Place::Middle),
        '-' => Some(Place::Rear),
        _ => None,
    }
}

fn read_direction(letter: char) -> Option<Direction> {
    match letter {
        '+' => Some(Direction::Forward),
        '.' | '=' => Some(Direction::Sideways),
        '-' => Some(Direction::Backward),
        _ => None,
    }
}

/// Writes a legal move of the position. A move that starts on an empty square, which is never legal, is written by
/// coordinates.
#[must_use]
pub fn write(position: &Position, mv: Move) -> String {
    let Some(description) = Description::of(position, mv) else {
        return coordinate::write(mv, coordinate::Ranks::FromZero);
    };
    let letter = match description.kind {
        PieceType::Bishop => 'E',
        PieceType::Knight => 'H',
        kind => kind.letter(),
    };
    let file = description.file;
    let named = match description.standing {
        None => format!("{letter}{file}"),
        Some(standing) if standing.of_all == 2 => {
            format!("{letter}{}", if standing.on_file == 1 { '+' } else { '-' })
        }
        Some(standing) => format!("{}{file}", standing.on_file),
    };
    let direction = match description.step.direction {
        Direction::Forward => '+',
        Direction::Sideways => '=',
        Direction::Backward => '-',
    };
    format!("{named}{direction}{}", description.step.number)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::read;

    #[test]
    fn other_spellings() {
        check(
            read,
            "4k4/9/2N6/R8/2N3C2/R1B6/6C2/3A5/9/2BA1K3 w",
            &[
                ("+C=5", "g5e5"),
                ("+c.5", "g5e5"),
                ("-C=5", "g3e3"),
                ("C-.5", "g3e3"),
                ("-R-1", "a4a3"),
                ("N++5", "c7e8"),
                ("-n+5", "c5e6"),
                ("A-+5", "d0e1"),
                ("+A-5", "d2e1"),
                ("B7-9", "c4a2"),
                ("E-+9", "c0a2"),
                // Only one rook of the file can go there.
                ("R9+3", "a6a9"),
                ("R9-4", "a4a0"),
            ],
        );
        check(
            read,
            "3k5/9/2P6/2P1P4/4P3P/9/9/9/9/4K4 w",
            &[
                ("+7=6", "c7d7"),
                ("-5=4", "e5f5"),
                ("1P+1", "e6e7"),
                ("3p=6", "c7d7"),
                ("aP+1", "e6e7"),
                ("CP=6", "c7d7"),
                ("dp=8", "c6b6"),
                ("27=8", "c6b6"),
                // The rear pawn of file 7 stands behind the front one.
                ("P7+1", "c7c8"),
            ],
        );
        check(
            read,
            "3k5/7P1/9/1P5P1/7P1/9/9/9/9/4K4 w",
            &[
                ("P+=3", "h8g8"),
                (".P=3", "h6g6"),
                ("P.+1", "h6h7"),
                ("P-=3", "h5g5"),
            ],
        );
    }

    #[test]
    fn faults() {
        check(
            read,
            "3k5/9/2P6/2P1P4/4P3P/9/9/9/9/4K4 w",
            &[
                (
                    "",
                    r#""" is no move: found the end at byte 0, expected a piece, one of KAEHRCP"#,
                ),
                (
                    "X2=5",
                    r#""X2=5" is no move: found 'X' at byte 0, expected a piece, one of KAEHRCP"#,
                ),
                (
                    "d2=5",
                    r#""d2=5" is no move: found '2' at byte 1, expected P behind the ordinal of a pawn"#,
                ),
                (
                    "C",
                    r#""C" is no move: found the end at byte 1, expected a file from 1 to 9, or + or -"#,
                ),
                (
                    "+",
                    r#""+" is no move: found the end at byte 1, expected a piece or a file behind the place"#,
                ),
                (
                    "1C+1",
                    r#""1C+1" is no move: found 'C' at byte 1, expected P or a file behind the number of a pawn"#,
                ),
                (
                    "P1*1",
                    r#""P1*1" is no move: found '*' at byte 2, expected a direction: +, - or ="#,
                ),
                (
                    "P1+",
                    r#""P1+" is no move: found the end at byte 3, expected a number from 1 to 9"#,
                ),
                (
                    "P1+0",
                    r#""P1+0" is no move: found '0' at byte 3, expected a number from 1 to 9"#,
                ),
                (
                    "P1+1!",
                    r#""P1+1!" is no move: found '!' at byte 4, expected the end of the move"#,
                ),
                ("P++1", r#""P++1" fits several moves: e6e7, c7c8"#),
                ("P7=8", r#""P7=8" fits several moves: c6b6, c7b7"#),
                (
                    "P1=9",
                    r#""P1=9" is not legal here: expected one of i5h5, i5i6"#,
                ),
                (
                    "5P+1",
                    r#""5P+1" is not legal here: no piece so named can move"#,
                ),
                (
                    "C2=5",
                    r#""C2=5" is not legal here: no piece so named can move"#,
                ),
            ],
        );
    }
}
