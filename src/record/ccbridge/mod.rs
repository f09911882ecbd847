//! CBR and CBL, the games and the libraries of CCBridge (象棋桥).
//!
//! ```text
//! CBR:    0  "CCBridge Record\0"     2076  result                 2120  90 squares from a9 to i0
//!       180  title, 692 event        2112  half-moves (4 bytes)   2210  zeros
//!      1076  Red, 1300 Black         2116  side to move           2214  a record without a move, with the preface
//!      then the moves: marks, 0, from, to, and if the marks tell of a comment its length (4 bytes) and text; four zeros
//! CBL:    0  "CCBridgeLibrary\0"       60  games (4 bytes)          64  name
//!      then an index, and the games as in CBR, each a multiple of 4096 bytes behind the first
//! ```
//!
//! The reader forgives:
//! - a side to move that the first move contradicts; the result 4 for a draw, and any other for none.
//! - four zeros in place of a move where another one is announced, and a file that ends before the first.
//! - in a library: an index of any size and content, and more games than it tells of.
//! - anything behind the last move.
//! - in texts bytes that are none (each fault becomes U+FFFD), line ends of any kind, blanks around each line, and anything
//!   behind a NUL.
//!
//! The writer always writes: CR LF between lines and a NUL behind each text; four zeros behind the last move; in a library
//! no name, an empty index of 276 bytes for each game and for 128 at least, and games filled up with zeros. Texts that are
//! too long are cut between letters. Left out are the counters of the start and tags without a field. A comment before the
//! first move of a variation joins the one on that move, and a variation in place of that move stands beside the first.
//!
//! Source: what readers of these files agree on.

#[cfg(test)]
mod tests;

use memchr::memmem;

use super::byte_reader::ByteReader;
use super::charset::Charset::Utf16;
use super::game_result::{from_number, to_number};
use super::move_tree::{self, Head, Step};
use super::{BinaryError, BinaryFault, GameRecord};
use crate::board::{Board, Color, Piece, PieceType, Square};
use crate::position::Move;

const RECORD_MAGIC: &[u8; 16] = b"CCBridge Record\0";
const LIBRARY_MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";

/// How long the header of a game is.
const HEADER: usize = 2214;
const RESULT: usize = 2076;
const PLIES: usize = 2112;
const TURN: usize = 2116;
const SQUARES: usize = 2120;

/// The tags with a text of their own: name, first byte, and how many bytes are for it.
const TEXTS: [(&str, usize, usize); 4] = [
    ("Title", 180, 128),
    ("Event", 692, 64),
    ("Red", 1076, 64),
    ("Black", 1300, 64),
];

/// The kinds of pieces in the order of their numbers, from 1; Red's are added to 0x10, Black's to 0x20.
const ORDER: [PieceType; 7] = {
    use PieceType::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    [Rook, Knight, Bishop, Advisor, King, Cannon, Pawn]
};

/// The marks of a record.
const IS_LAST: u8 = 1;
const HAS_SIBLING: u8 = 2;
const HAS_COMMENT: u8 = 4;

/// Where a library tells how many games it has.
const GAMES: usize = 60;
/// How long the header of a library is.
const LIBRARY_HEADER: usize = 576;
/// The steps on which the games of a library begin.
const STEP: usize = 4096;
/// Where the index ends if it has no entries, how long an entry is, and how many there are at least.
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
const ENTRIES_LEAST: usize = 128;

/// Reads a game (CBR).
///
/// # Errors
/// Tells the first thing wrong with the file and its byte, and holds the moves before it.
///
/// # Examples
///
/// ```
/// use caipan::position::Position;
/// use caipan::record::{GameRecord, ccbridge};
///
/// let mut record = GameRecord::new(Position::start());
/// record.tags.push(("Red".to_owned(), "甲".to_owned()));
/// record.push(caipan::notation::read_any(&Position::start(), "炮二平五").unwrap()).unwrap();
/// record.add_comment("as ever");
/// let bytes = ccbridge::write_record(&record);
/// assert_eq!(ccbridge::read_record(&bytes).as_ref(), Ok(&record));
///
/// let bytes = ccbridge::write_library(&[record.clone(), record.clone()]);
/// assert_eq!(ccbridge::read_library(&bytes).unwrap(), [Ok(record.clone()), Ok(record)]);
/// ```
pub fn read_record(bytes: &[u8]) -> Result<GameRecord, BinaryError> {
    check_magic(
        bytes,
        RECORD_MAGIC,
        "CCBridge Record, with which CBR begins",
    )?;
    read_at(bytes, 0)
}

/// Reads the games of a library (CBL), one after another; one that cannot be read gives an error in its place, and the last
/// one an error behind it if the library tells of more games than it holds.
///
/// # Errors
/// Tells that the file is no library.
pub fn read_library(bytes: &[u8]) -> Result<Vec<Result<GameRecord, BinaryError>>, BinaryError> {
    check_magic(
        bytes,
        LIBRARY_MAGIC,
        "CCBridgeLibrary, with which CBL begins",
    )?;
    let behind = bytes.get(LIBRARY_HEADER..).unwrap_or_default();
    let first = memmem::find(behind, RECORD_MAGIC).map_or(bytes.len(), |at| LIBRARY_HEADER + at);
    let is_game = |at: &usize| {
        bytes
            .get(*at..)
            .is_some_and(|rest| rest.starts_with(RECORD_MAGIC))
    };
    let starts: Vec<usize> = (first..bytes.len()).step_by(STEP).filter(is_game).collect();
    let ends = starts.iter().copied().skip(1).chain([bytes.len()]);
    let games = starts.iter().zip(ends);
    let mut games: Vec<_> = games
        .map(|(start, end)| read_at(bytes.get(..end).unwrap_or(bytes), *start))
        .collect();
    let told = bytes.get(GAMES..).and_then(|rest| rest.first_chunk());
    let told = told.map_or(0, |told| u32::from_le_bytes(*told) as usize);
    let found = games.len();
    if told > found {
        games.push(Err(BinaryFault::Games { found, told }.at(bytes.len())));
    }
    Ok(games)
}

fn check_magic(bytes: &[u8], magic: &[u8; 16], expected: &'static str) -> Result<(), BinaryError> {
    if bytes.starts_with(magic) {
        return Ok(());
    }
    let found = "another file".to_owned();
    let fault = BinaryFault::Unexpected { found, expected };
    Err(fault.at(0))
}

/// Reads the game that begins at a byte and ends with the bytes.
fn read_at(bytes: &[u8], at: usize) -> Result<GameRecord, BinaryError> {
    let mut reader = ByteReader::new(bytes, at);
    let header: [u8; HEADER] = reader.array("a header of 2214 bytes")?;
    let board = read_board(&header, at)?;
    let mut preface = String::new();
    if reader.number("a preface or four zeros")? != 0 && !reader.is_at_end() {
        preface = read_comment(&mut reader)?;
    }
    let text = |(name, at, room): (&str, usize, usize)| {
        let text = Utf16.read(&header[at..][..room]);
        (!text.is_empty()).then(|| (name.to_owned(), text))
    };
    let head = Head {
        board,
        at: at + SQUARES,
        turn: if matches!(header[TURN..][..2], [1, 0]) {
            Color::Red
        } else {
            Color::Black
        },
        tags: TEXTS.into_iter().filter_map(text).collect(),
        outcome: from_number(header[RESULT]),
        preface,
    };
    let has_moves = !reader.is_at_end();
    move_tree::read(head, has_moves, || {
        let at = reader.at();
        Ok(read_step(&mut reader)?.map(|step| (at, step)))
    })
}

fn read_board(header: &[u8; HEADER], at: usize) -> Result<Board, BinaryError> {
    let mut board = Board::default();
    for (index, (square, code)) in Square::all().zip(&header[SQUARES..]).enumerate() {
        let color = match code >> 4 {
            1 => Color::Red,
            _ => Color::Black,
        };
        let kind = usize::from(code & 0x0F)
            .checked_sub(1)
            .and_then(|number| ORDER.get(number));
        match (code, kind) {
            (0, _) => {}
            (0x11..=0x2F, Some(kind)) => {
                board.put(square.flipped(), Piece::new(color, *kind));
            }
            _ => {
                let found = format!("{code:#04x} on the board");
                let expected = "0x00, 0x11 to 0x17 or 0x21 to 0x27";
                let fault = BinaryFault::Unexpected { found, expected };
                let at = at + SQUARES + index;
                return Err(fault.at(at));
            }
        }
    }
    Ok(board)
}

/// Reads a move; `None` if four zeros stand in its place.
fn read_step(reader: &mut ByteReader<'_>) -> Result<Option<Step>, BinaryError> {
    let at = reader.at();
    let [marks, zero, from, to] = reader.array("a move of 4 bytes")?;
    if [marks, zero, from, to] == [0; 4] {
        return Ok(None);
    }
    let square = |byte| Square::from_index(usize::from(byte)).map(Square::flipped);
    let mv = square(from)
        .zip(square(to))
        .and_then(|(from, to)| Move::new(from, to));
    let Some(mv) = mv else {
        let found = format!("a move from {from} to {to}");
        let expected = "two squares from 0 to 89";
        let fault = BinaryFault::Unexpected { found, expected };
        return Err(fault.at(at));
    };
    let comment = if marks & HAS_COMMENT != 0 {
        read_comment(reader)?
    } else {
        String::new()
    };
    Ok(Some(Step {
        mv,
        has_next: marks & IS_LAST == 0,
        has_sibling: marks & HAS_SIBLING != 0,
        comment,
    }))
}

fn read_comment(reader: &mut ByteReader<'_>) -> Result<String, BinaryError> {
    let length = reader.number("the length of a comment")?;
    Ok(Utf16.read(reader.sized(length)?))
}

/// Writes a game (CBR).
#[must_use]
pub fn write_record(record: &GameRecord) -> Vec<u8> {
    let line = record.line();
    let mut bytes = vec![0; HEADER];
    bytes[..16].copy_from_slice(RECORD_MAGIC);
    for (name, at, room) in TEXTS {
        let text = Utf16.write_within(record.tag(name).unwrap_or_default(), room - 2);
        bytes[at..][..text.len()].copy_from_slice(&text);
    }
    bytes[RESULT] = to_number(record.outcome);
    bytes[PLIES..][..4].copy_from_slice(&(line.len() as u32).to_le_bytes());
    bytes[TURN] = match line.start().turn() {
        Color::Red => 1,
        Color::Black => 2,
    };
    for (square, piece) in line.start().board().iter() {
        let number = (1..).zip(ORDER).find(|(_, kind)| *kind == piece.kind());
        let side = match piece.color() {
            Color::Red => 0x10,
            Color::Black => 0x20,
        };
        bytes[SQUARES + square.flipped().index()] = side + number.map_or(0, |(number, _)| number);
    }
    write_step(&mut bytes, 0, [0, 0], record.comment(0));
    move_tree::write(record, |step| {
        let last = if step.has_next { 0 } else { IS_LAST };
        let sibling = if step.has_sibling { HAS_SIBLING } else { 0 };
        let squares = [step.mv.from(), step.mv.to()].map(|square| square.flipped().index() as u8);
        write_step(&mut bytes, last | sibling, squares, &step.comment);
    });
    bytes.extend([0; 4]);
    bytes
}

fn write_step(bytes: &mut Vec<u8>, marks: u8, [from, to]: [u8; 2], comment: &str) {
    let mut text = Utf16.write(comment);
    if text.is_empty() {
        bytes.extend([marks, 0, from, to]);
    } else {
        text.extend([0, 0]);
        bytes.extend([marks | HAS_COMMENT, 0, from, to]);
        bytes.extend((text.len() as i32).to_le_bytes());
        bytes.extend(text);
    }
}

/// Writes games as a library (CBL).
#[must_use]
pub fn write_library(records: &[GameRecord]) -> Vec<u8> {
    join(&records.iter().map(write_record).collect::<Vec<_>>())
}

/// Makes a library of games that are written each by itself.
pub(super) fn join(games: &[Vec<u8>]) -> Vec<u8> {
    let first = INDEX + ENTRY * games.len().max(ENTRIES_LEAST);
    let mut bytes = vec![0; first];
    bytes[..16].copy_from_slice(LIBRARY_MAGIC);
    bytes[GAMES..][..4].copy_from_slice(&(games.len() as u32).to_le_bytes());
    for game in games {
        bytes.extend_from_slice(game);
        bytes.resize(first + (bytes.len() - first).next_multiple_of(STEP), 0);
    }
    bytes
}
