//! A board drawn as text, for a terminal.
//!
//! Every character is either ASCII or of those that take two columns in every font (full width), so that the lines meet
//! whatever the terminal makes of characters of no certain width. Colours stand as ANSI escapes, which the writer takes out
//! where none are wanted; without them both sides are told apart too, as on old sets: 俥傌炮帥仕相兵 are Red's, 車馬砲將士象卒
//! Black's, and of letters the upper case is Red's.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::board::{Color, Piece, PieceType, Square};
use crate::position::{Move, Position};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BoardLook {
    /// In ASCII alone, with the letters of FEN for pieces.
    pub is_ascii: bool,
    /// Seen from Black's side.
    pub is_flipped: bool,
}

const RED: Style = Style::new()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)))
    .bold();
const BLACK: Style = Style::new().bold();
const LINES: Style = Style::new().dimmed();
const MARK: Style = Style::new()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)))
    .bold();

/// The marks around the square that the last move left, and the one that it reached.
const LEFT: [char; 2] = ['(', ')'];
const REACHED: [char; 2] = ['[', ']'];

/// Black's number of each file from its own right, and Red's.
const BLACK_NUMBERS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RED_NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const LETTERS: [char; 9] = ['ａ', 'ｂ', 'ｃ', 'ｄ', 'ｅ', 'ｆ', 'ｇ', 'ｈ', 'ｉ'];

/// Draws a board as 22 lines, each with its line feed: the files numbered from each side's right on that side, as 炮二平五
/// counts them, and lettered below, as `h2e2` does; the ranks numbered on the left; the last move marked.
///
/// # Examples
///
/// ```
/// use caipan::notation::read_any;
/// use caipan::position::Position;
/// use caipan::report::{BoardLook, board_text};
///
/// let mut position = Position::start();
/// let mv = read_any(&position, "h2e2").unwrap();
/// let _ = position.play(mv).unwrap();
/// let look = BoardLook { is_ascii: true, is_flipped: false };
/// let text = anstream::adapter::strip_str(&board_text(&position, Some(mv), look)).to_string();
/// let rank = text.lines().find(|line| line.starts_with('2')).unwrap();
/// assert_eq!(rank, "2  +---C---+---+--[C]--+---+--(+)--+");
/// ```
#[must_use]
pub fn board_text(position: &Position, last: Option<Move>, look: BoardLook) -> String {
    let drawing = Drawing {
        position,
        last,
        look,
    };
    let mut text = String::new();
    let far = if look.is_flipped {
        Color::Red
    } else {
        Color::Black
    };
    drawing.numbers(&mut text, far);
    for row in 0..Square::RANKS {
        drawing.rank(&mut text, row);
        if row + 1 < Square::RANKS {
            drawing.gap(&mut text, row);
        }
    }
    drawing.numbers(&mut text, !far);
    drawing.letters(&mut text);
    text
}

struct Drawing<'a> {
    position: &'a Position,
    last: Option<Move>,
    look: BoardLook,
}

impl Drawing<'_> {
    /// Gives the file that stands in a column.
    fn file(&self, column: u8) -> u8 {
        match self.look.is_flipped {
            true => Square::FILES - 1 - column,
            false => column,
        }
    }

    /// Gives the square of a row and a column, from the upper left.
    fn square(&self, row: u8, column: u8) -> Option<Square> {
        let rank = match self.look.is_flipped {
            true => row,
            false => Square::RANKS - 1 - row,
        };
        Square::new(self.file(column), rank)
    }

    /// Writes one character for each column, and a number of the row before them.
    fn row(&self, text: &mut String, style: Style, letter: impl Fn(u8) -> char) {
        let between = if self.look.is_ascii { "   " } else { "  " };
        let letters: Vec<String> = (0..Square::FILES)
            .map(|column| letter(column).into())
            .collect();
        let _ = writeln!(text, "   {style}{}{style:#}", letters.join(between));
    }

    fn numbers(&self, text: &mut String, side: Color) {
        let (style, numbers) = match side {
            Color::Red => (RED, RED_NUMBERS),
            Color::Black => (BLACK, BLACK_NUMBERS),
        };
        self.row(text, style, |column| {
            let file = self.file(column);
            let index = match side {
                Color::Red => Square::FILES - 1 - file,
                Color::Black => file,
            };
            match self.look.is_ascii {
                true => char::from(b'1' + index),
                false => numbers[usize::from(index)],
            }
        });
    }

    fn letters(&self, text: &mut String) {
        self.row(text, LINES, |column| match self.look.is_ascii {
            true => char::from(b'a' + self.file(column)),
            false => LETTERS[usize::from(self.file(column))],
        });
    }

    /// Writes one rank: its number, its points, and the lines and marks between them.
    fn rank(&self, text: &mut String, row: u8) {
        let number = self.square(row, 0).map_or(0, Square::rank);
        let _ = write!(text, "{LINES}{number}{LINES:#} ");
        let mut closing = None;
        for column in 0..Square::FILES {
            let square = self.square(row, column);
            let marks = square.and_then(|square| self.marks(square));
            let opening = marks.map(|marks| marks[0]);
            match column {
                0 => write_mark(text, opening, ' '),
                _ => self.connect(text, closing, opening),
            }
            let piece = square.and_then(|square| self.position.board().piece_at(square));
            let (style, letter) = match piece {
                Some(piece) => (side_style(piece.color()), self.letter(piece)),
                None => (LINES, if self.look.is_ascii { '+' } else { '＋' }),
            };
            let _ = write!(text, "{style}{letter}{style:#}");
            closing = marks.map(|marks| marks[1]);
        }
        if closing.is_some() {
            write_mark(text, closing, ' ');
        }
        text.push('\n');
    }

    /// Writes the line between two points of a rank, with the marks around them.
    fn connect(&self, text: &mut String, closing: Option<char>, opening: Option<char>) {
        if !self.look.is_ascii && closing.is_none() && opening.is_none() {
            let _ = write!(text, "{LINES}－{LINES:#}");
            return;
        }
        write_mark(text, closing, '-');
        if self.look.is_ascii {
            let _ = write!(text, "{LINES}-{LINES:#}");
        }
        write_mark(text, opening, '-');
    }

    fn marks(&self, square: Square) -> Option<[char; 2]> {
        let last = self.last?;
        match square {
            _ if square == last.to() => Some(REACHED),
            _ if square == last.from() => Some(LEFT),
            _ => None,
        }
    }

    fn letter(&self, piece: Piece) -> char {
        if self.look.is_ascii {
            return piece.letter();
        }
        let is_red = piece.color() == Color::Red;
        let [red, black] = match piece.kind() {
            PieceType::King => ['帥', '將'],
            PieceType::Advisor => ['仕', '士'],
            PieceType::Bishop => ['相', '象'],
            PieceType::Knight => ['傌', '馬'],
            PieceType::Rook => ['俥', '車'],
            PieceType::Cannon => ['炮', '砲'],
            PieceType::Pawn => ['兵', '卒'],
        };
        if is_red { red } else { black }
    }

    /// Writes the lines between a row and the next: the files, the diagonals of the palaces, the river.
    fn gap(&self, text: &mut String, row: u8) {
        let is_ascii = self.look.is_ascii;
        let (bar, blank, down, up) = match is_ascii {
            true => ("|", "   ", " \\ ", " / "),
            false => ("｜", "  ", "＼", "／"),
        };
        let mut lines = String::from(bar);
        if row == 4 {
            lines.push_str(match is_ascii {
                true => "                               ",
                false => "    楚  河          漢  界    ",
            });
            lines.push_str(bar);
        } else {
            for column in 1..Square::FILES {
                lines.push_str(match (row, column) {
                    (0 | 7, 4) | (1 | 8, 5) => down,
                    (0 | 7, 5) | (1 | 8, 4) => up,
                    _ => blank,
                });
                lines.push_str(bar);
            }
        }
        let _ = writeln!(text, "   {LINES}{lines}{LINES:#}");
    }
}

const fn side_style(color: Color) -> Style {
    match color {
        Color::Red => RED,
        Color::Black => BLACK,
    }
}

/// Writes a mark, or what stands in its place.
fn write_mark(text: &mut String, mark: Option<char>, else_letter: char) {
    let _ = match (mark, else_letter) {
        (Some(mark), _) => write!(text, "{MARK}{mark}{MARK:#}"),
        (None, ' ') => write!(text, " "),
        (None, letter) => write!(text, "{LINES}{letter}{LINES:#}"),
    };
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;
    use unicode_width::UnicodeWidthStr;

    use super::*;
    use crate::notation::read_any;

    fn drawn(moves: &str, look: BoardLook) -> String {
        let (mut position, mut last) = (Position::start(), None);
        for word in moves.split_whitespace() {
            let mv = read_any(&position, word).unwrap();
            let _ = position.play(mv).unwrap();
            last = Some(mv);
        }
        strip_str(&board_text(&position, last, look)).to_string()
    }

    fn look(is_ascii: bool, is_flipped: bool) -> BoardLook {
        BoardLook {
            is_ascii,
            is_flipped,
        }
    }

    #[test]
    fn a_board_in_either_script_from_either_side() {
        let mut all = String::new();
        for (is_ascii, is_flipped) in [(false, false), (false, true), (true, false), (true, true)] {
            all += &drawn("h2e2 h9g7", look(is_ascii, is_flipped));
            all.push('\n');
        }
        insta::assert_snapshot!(all);
    }

    #[test]
    fn all_lines_are_equally_wide_in_every_font() {
        for is_ascii in [false, true] {
            // Marks at both edges, and on two points side by side.
            for moves in ["", "a0a1", "i3i4 i6i5 i4i5", "h2g2", "b2c2"] {
                for is_flipped in [false, true] {
                    let text = drawn(moves, look(is_ascii, is_flipped));
                    assert_eq!(text.lines().count(), 22);
                    for line in text.lines() {
                        assert_eq!(line.width(), line.width_cjk(), "{line}");
                        let line = line.trim_end_matches([')', ']']);
                        assert_eq!(line.width(), if is_ascii { 36 } else { 37 }, "{line}");
                    }
                    assert!(!is_ascii || text.is_ascii());
                }
            }
        }
    }
}
