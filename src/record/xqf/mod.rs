//! XQF, the files of XQStudio (象棋演播室).
//!
//! ```text
//! 0x000  "XQ", version        0x033  result               0x110  date, place, Red, Black
//! 0x004  keys                 0x040  part of a game       0x150  time control, Red's time, Black's time
//! 0x010  32 squares           0x050  title, event         0x1D0  annotator, author
//! 0x400  moves: from + 0x18, to + 0x20, flags, 0, length of the comment (4 bytes), comment
//! ```
//!
//! The reader forgives:
//! - versions from 0x0B on, whose squares, moves and comments are scrambled by keys of the header.
//! - the pieces of one kind in any order; any number above 89 for a piece that is not there.
//! - the side to move, which no version is sure to keep: the first move tells it.
//! - the result 4 for a draw, and any other for none; lengths beyond their field.
//! - a file that ends where the first move is announced; anything behind the last move.
//! - in texts bytes that are none (each fault becomes U+FFFD), line ends of any kind, blanks around each line, and anything
//!   behind a NUL.
//!
//! The writer always writes: version 0x0A, which is not scrambled; the pieces of each side from its right to its left; the
//! side to move at 0x32, where it is looked for if there are no moves; texts cut between letters where they are too long;
//! texts in GB18030, which covers GBK, with CR LF between lines. Left out are the counters of the start and tags without a
//! field. A comment before the first move of a variation joins the one on that move, and a variation in place of that move
//! stands beside the first.
//!
//! Source: the published description of version 1.0 (`XQF.TXT`), and what readers of the later versions agree on.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use super::byte_reader::ByteReader;
use super::charset::Charset::Gb18030;
use super::game_result::{from_number, to_number};
use super::move_tree::{self, Head, Step};
use super::start::PIECES;
use super::{BinaryError, BinaryFault, GameRecord};
use crate::board::{Board, Color, Piece, Square};
use crate::position::{Move, Position};

/// How long the header is.
const HEADER: usize = 0x400;
const VERSION: usize = 0x02;
const SQUARES: usize = 0x10;
const TURN: usize = 0x32;
const RESULT: usize = 0x33;
const PART: usize = 0x40;

/// The last version that is not scrambled.
const PLAIN: u8 = 0x0A;
/// The first version whose pieces are in another order.
const SHUFFLED: u8 = 0x0C;
/// The square of a piece that is not there.
const ABSENT: u8 = 0xFF;

/// The tags with a text of their own: name, the byte of its length, and the most bytes that follow.
const TEXTS: [(&str, usize, usize); 11] = [
    ("Title", 0x50, 63),
    ("Event", 0xD0, 63),
    ("Date", 0x110, 15),
    ("Site", 0x120, 15),
    ("Red", 0x130, 15),
    ("Black", 0x140, 15),
    ("TimeControl", 0x150, 63),
    ("RedTime", 0x190, 15),
    ("BlackTime", 0x1A0, 15),
    ("Annotator", 0x1D0, 15),
    ("Author", 0x1E0, 15),
];

/// The tag for which part of a game it is, and its values from 1; 0 stands for a whole one.
const PART_TAG: &str = "Part";
const PARTS: [&str; 3] = ["opening", "middlegame", "endgame"];

/// Reads a game.
///
/// # Errors
/// Tells the first thing wrong with the file and its byte, and holds the moves before it.
///
/// # Examples
///
/// ```
/// use caipan::position::Position;
/// use caipan::record::{GameRecord, xqf};
///
/// let mut record = GameRecord::new(Position::start());
/// record.tags.push(("Red".to_owned(), "甲".to_owned()));
/// record.push(caipan::notation::read_any(&Position::start(), "炮二平五").unwrap()).unwrap();
/// record.add_comment("as ever");
/// let mut bytes = xqf::write(&record);
/// assert_eq!(xqf::read(&bytes), Ok(record));
/// bytes[0x408] += 1;
/// assert_eq!(
///     xqf::read(&bytes).unwrap_err().to_string(),
///     "byte 1032: move 1: h3e2 is not a legal move of red in \
///      rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
/// );
/// ```
pub fn read(bytes: &[u8]) -> Result<GameRecord, BinaryError> {
    if !bytes.starts_with(b"XQ") {
        let found = "another file".to_owned();
        let expected = "XQ, with which XQF begins";
        let fault = BinaryFault::Unexpected { found, expected };
        return Err(fault.at(0));
    }
    let header: [u8; HEADER] = ByteReader::new(bytes, 0).array("a header of 1024 bytes")?;
    let keys = Keys::read(&header);
    let mut bytes = bytes.to_vec();
    for (byte, key) in bytes
        .iter_mut()
        .skip(HEADER)
        .zip(keys.stream.iter().cycle())
    {
        *byte = byte.wrapping_sub(*key);
    }
    let mut records = Records {
        reader: ByteReader::new(&bytes, HEADER),
        keys: &keys,
    };
    // The first record is no move; its comment is the preface.
    let preface = records.next()?;
    let head = Head {
        board: read_board(&header, &keys),
        at: SQUARES,
        turn: if header[TURN] == 1 {
            Color::Black
        } else {
            Color::Red
        },
        tags: read_tags(&header),
        outcome: from_number(header[RESULT]),
        preface: preface.comment,
    };
    let has_moves = preface.has_next && !records.reader.is_at_end();
    move_tree::read(head, has_moves, || {
        let at = records.reader.at();
        let record = records.next()?;
        Ok(Some((at, record.step(at)?)))
    })
}

fn read_tags(header: &[u8; HEADER]) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    for (name, at, room) in TEXTS {
        let length = usize::from(header[at]).min(room);
        let text = Gb18030.read(&header[at + 1..][..length]);
        if !text.is_empty() {
            tags.push((name.to_owned(), text));
        }
    }
    let part = usize::from(header[PART]).checked_sub(1);
    if let Some(part) = part.and_then(|part| PARTS.get(part)) {
        tags.push((PART_TAG.to_owned(), (*part).to_owned()));
    }
    tags
}

fn read_board(header: &[u8; HEADER], keys: &Keys) -> Board {
    let mut squares = [ABSENT; 32];
    for (number, byte) in header[SQUARES..][..32].iter().enumerate() {
        let place = if header[VERSION] >= SHUFFLED {
            (usize::from(keys.squares) + number + 1) % 32
        } else {
            number
        };
        squares[place] = byte.wrapping_sub(keys.squares);
    }
    let mut board = Board::default();
    for (color, squares) in Color::ALL.into_iter().zip(squares.chunks_exact(16)) {
        for (kind, byte) in PIECES.into_iter().zip(squares) {
            if let Some(square) = read_square(*byte) {
                board.put(square, Piece::new(color, kind));
            }
        }
    }
    board
}

fn read_square(byte: u8) -> Option<Square> {
    Square::new(byte / 10, byte % 10)
}

fn write_square(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// What a file is scrambled with; nothing but zeros in a plain one.
#[derive(Debug, Default)]
struct Keys {
    is_plain: bool,
    /// What was added to the squares of the pieces, to those left by a move, and to those reached.
    squares: u8,
    from: u8,
    to: u8,
    /// What was added to the length of a comment.
    length: i64,
    /// What was added to each byte behind the header, over and over.
    stream: [u8; 32],
}

impl Keys {
    fn read(header: &[u8; HEADER]) -> Self {
        if header[VERSION] <= PLAIN {
            return Self {
                is_plain: true,
                ..Self::default()
            };
        }
        let [
            mask,
            _,
            _,
            _,
            _,
            or_a,
            or_b,
            or_c,
            or_d,
            sum,
            squares,
            from,
            to,
        ] = *header[3..].first_chunk().unwrap_or(&[0; 13]);
        let power = |byte: u8| byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221);
        let key_of_squares = power(squares).wrapping_mul(squares);
        let key_of_from = power(from).wrapping_mul(key_of_squares);
        let mut stream = *b"[(C) Copyright Mr. Dong Shiwei.]";
        let bits = [
            sum & mask | or_a,
            squares & mask | or_b,
            from & mask | or_c,
            to & mask | or_d,
        ];
        for (byte, bits) in stream.iter_mut().zip(bits.into_iter().cycle()) {
            *byte &= bits;
        }
        Self {
            is_plain: false,
            squares: key_of_squares,
            from: key_of_from,
            to: power(to).wrapping_mul(key_of_from),
            length: i64::from(u16::from_be_bytes([sum, squares]) % 32000 + 767),
            stream,
        }
    }
}

/// The records behind the header.
struct Records<'a> {
    reader: ByteReader<'a>,
    keys: &'a Keys,
}

/// A move, or what stands before the first.
struct Record {
    from: u8,
    to: u8,
    has_next: bool,
    has_sibling: bool,
    comment: String,
}

impl Records<'_> {
    fn next(&mut self) -> Result<Record, BinaryError> {
        let [from, to, flags, _] = self.reader.array("a move of 4 bytes")?;
        let (next, sibling, comment) = if self.keys.is_plain {
            (0xF0, 0x0F, 0xFF)
        } else {
            (0x80, 0x40, 0x20)
        };
        let comment = if self.keys.is_plain || flags & comment != 0 {
            let length = self.reader.number("the length of a comment")?;
            Gb18030.read(self.reader.sized(length - self.keys.length)?)
        } else {
            String::new()
        };
        Ok(Record {
            from: from.wrapping_sub(0x18).wrapping_sub(self.keys.from),
            to: to.wrapping_sub(0x20).wrapping_sub(self.keys.to),
            has_next: flags & next != 0,
            has_sibling: flags & sibling != 0,
            comment,
        })
    }
}

impl Record {
    fn step(self, at: usize) -> Result<Step, BinaryError> {
        let mv = read_square(self.from)
            .zip(read_square(self.to))
            .and_then(|(from, to)| Move::new(from, to));
        let Some(mv) = mv else {
            let found = format!("a move from {} to {}", self.from, self.to);
            let expected = "two squares from 0 to 89";
            let fault = BinaryFault::Unexpected { found, expected };
            return Err(fault.at(at));
        };
        Ok(Step {
            mv,
            has_next: self.has_next,
            has_sibling: self.has_sibling,
            comment: self.comment,
        })
    }
}

/// Writes a game.
#[must_use]
pub fn write(record: &GameRecord) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(&[b'X', b'Q', PLAIN]);
    let start = record.line().start();
    bytes[SQUARES..][..32].copy_from_slice(&write_board(start));
    bytes[TURN] = start.turn() as u8;
    bytes[RESULT] = to_number(record.outcome);
    let part = (1..)
        .zip(PARTS)
        .find(|(_, part)| record.tag(PART_TAG) == Some(part));
    bytes[PART] = part.map_or(0, |(number, _)| number);
    for (name, at, room) in TEXTS {
        let text = Gb18030.write_within(record.tag(name).unwrap_or_default(), room);
        bytes[at] = text.len() as u8;
        bytes[at + 1..][..text.len()].copy_from_slice(&text);
    }
    let has_moves = !record.line().is_empty();
    let flags = if has_moves { 0xF0 } else { 0x00 };
    bytes.extend([0x18, 0x20, flags, 0xFF]);
    write_comment(&mut bytes, record.comment(0));
    move_tree::write(record, |step| {
        let from = write_square(step.mv.from()) + 0x18;
        let to = write_square(step.mv.to()) + 0x20;
        let next = if step.has_next { 0xF0 } else { 0x00 };
        let sibling = if step.has_sibling { 0x0F } else { 0x00 };
        bytes.extend([from, to, next | sibling, 0]);
        write_comment(&mut bytes, &step.comment);
    });
    bytes
}

fn write_comment(bytes: &mut Vec<u8>, comment: &str) {
    let text = Gb18030.write(comment);
    bytes.extend((text.len() as i32).to_le_bytes());
    bytes.extend(text);
}

/// Gives the squares of the pieces of a position, each side's from its right to its left.
fn write_board(position: &Position) -> [u8; 32] {
    let mut squares = [ABSENT; 32];
    for (color, slots) in Color::ALL.into_iter().zip(squares.chunks_exact_mut(16)) {
        let pieces = position.board().iter();
        let mut pieces: Vec<(Square, Piece)> =
            pieces.filter(|(_, piece)| piece.color() == color).collect();
        if color == Color::Red {
            pieces.sort_by_key(|(square, _)| Reverse(square.file()));
        } else {
            pieces.sort_by_key(|(square, _)| square.file());
        }
        for (slot, kind) in slots.iter_mut().zip(PIECES) {
            let next = pieces.iter().position(|(_, piece)| piece.kind() == kind);
            if let Some(next) = next {
                *slot = write_square(pieces.remove(next).0);
            }
        }
    }
    squares
}
