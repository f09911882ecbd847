//! FEN both ways.
//!
//! The reader forgives: blanks and quotation marks around the text, `\` for `/`, the letters H, E and G for N, B and A,
//! `r` for the side `w`, upper-case sides, and any of the fields after the second left out, dashes or not. The writer
//! always writes six fields: board, `w` or `b`, two dashes, plies since the last capture, move number.

use std::fmt;
use std::str::FromStr;

use super::{Fault, FenError, Position, Setup};
use crate::board::{Board, Color, Piece, Square};

/// The start of every game.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

impl Setup {
    /// Reads a FEN. Nothing is refused here; what could not be read is listed in [`Setup::unread`].
    #[must_use]
    pub fn from_fen(fen: &str) -> Self {
        let mut setup = Self::default();
        let quotes = |c: char| c.is_whitespace() || c == '"' || c == '\'';
        let mut words = fen.trim_matches(quotes).split_whitespace();
        let Some(board) = words.next() else {
            setup.unread.push(Fault::Empty);
            return setup;
        };
        setup.read_board(board);
        match words.next() {
            None => setup.unread.push(Fault::MissingSide),
            Some("w" | "W" | "r" | "R") => {}
            Some("b" | "B") => setup.turn = Color::Black,
            Some(found) => setup.unread.push(Fault::UnknownSide {
                found: found.to_owned(),
            }),
        }
        let mut counters = words.filter(|word| *word != "-");
        if let Some(word) = counters.next() {
            setup.plies_since_capture = setup.read_counter(word, 0);
        }
        if let Some(word) = counters.next() {
            setup.move_number = setup.read_counter(word, 1).max(1);
        }
        if let Some(found) = counters.next() {
            setup.unread.push(Fault::Surplus {
                found: found.to_owned(),
            });
        }
        setup
    }

    fn read_counter(&mut self, word: &str, default: u16) -> u16 {
        word.parse().unwrap_or_else(|_| {
            self.unread.push(Fault::BadCounter {
                found: word.to_owned(),
            });
            default
        })
    }

    fn read_board(&mut self, field: &str) {
        let ranks: Vec<&str> = field.split(['/', '\\']).collect();
        if ranks.len() != usize::from(Square::RANKS) {
            self.unread.push(Fault::RankCount { found: ranks.len() });
        }
        for (rank, text) in (0..Square::RANKS).rev().zip(ranks) {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty @ 1..) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                // Beyond the ninth file the length of the rank tells enough.
                let square = u8::try_from(file)
                    .ok()
                    .and_then(|file| Square::new(file, rank));
                if let Some(square) = square {
                    match Piece::from_letter(letter) {
                        None => self.unread.push(Fault::UnknownLetter { letter, rank }),
                        Some(piece) => {
                            self.board.put(square, piece);
                        }
                    }
                }
                file += 1;
            }
            if file != usize::from(Square::FILES) {
                self.unread.push(Fault::RankLength { rank, found: file });
            }
        }
    }
}

impl Position {
    /// Reads a position from a FEN.
    ///
    /// # Errors
    /// Lists every fault of the text and of the position it describes.
    ///
    /// # Examples
    /// ```
    /// use caipan::position::Position;
    /// let position = Position::from_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 b").unwrap();
    /// assert_eq!(position.to_string(), "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1");
    /// let error = Position::from_fen("4k4/9/9/9/9/9/9/9/4R4/4X4").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "rank 0 has 'X', expected a digit 1-9 or a letter of KABNRCP; \
    ///      the side to move is missing, expected w or b; red has no king; red is to move and could take the king"
    /// );
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::try_from(Setup::from_fen(fen))
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, self.board())?;
        write!(
            f,
            " {} - - {} {}",
            self.turn().letter(),
            self.plies_since_capture(),
            self.move_number()
        )
    }
}

fn write_board(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    for rank in (0..Square::RANKS).rev() {
        let mut empty = 0;
        for square in (0..Square::FILES).filter_map(|file| Square::new(file, rank)) {
            let Some(piece) = board.piece_at(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", piece.letter())?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank > 0 {
            f.write_str("/")?;
        }
    }
    Ok(())
}
