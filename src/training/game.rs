//! A game with the score of each move, as it is kept in a file.
//!
//! The file begins with [`TrainingGame::HEAD`]. All numbers are little-endian. A game is the number of its moves (two bytes), how many of them are its opening (one
//! byte), its outcome (one byte: 0 Black won, 1 drawn, 2 Red won), and for each move four bytes: the bits of
//! [`Move::bits`], and the score in centipawns for the side that moves. Games follow each other with nothing between.

use std::io::{self, Read, Write};

use crate::board::Color;
use crate::position::{Line, Move, Outcome};

/// A game from the start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// How many of the moves were made by chance; their scores mean nothing.
    pub opening: u8,
    /// How it ended.
    pub outcome: Outcome,
    /// The moves with their scores in centipawns for the side that moves; a forced end is ±[`TrainingGame::DECIDED`].
    pub moves: Vec<(Move, i16)>,
}

impl TrainingGame {
    /// The score of a forced win, in centipawns.
    pub const DECIDED: i16 = 30_000;

    /// The bytes with which a file of games begins.
    pub const HEAD: &[u8] = b"caipan training games 1\n";

    /// Reads the beginning of a file of games.
    ///
    /// # Errors
    /// The source cannot be read, or begins otherwise.
    pub fn read_head(source: &mut impl Read) -> io::Result<()> {
        let mut head = [0; Self::HEAD.len()];
        if fill(source, &mut head)? && head == *Self::HEAD {
            return Ok(());
        }
        Err(wrong(
            "found another beginning, expected that of a file of datagen".to_owned(),
        ))
    }

    /// Writes the game; what lies beyond 65,535 moves is left out.
    ///
    /// # Errors
    /// The sink cannot be written.
    pub fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        let count = u16::try_from(self.moves.len()).unwrap_or(u16::MAX);
        let outcome = match self.outcome {
            Outcome::Win(Color::Black) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Color::Red) => 2,
        };
        let [low, high] = count.to_le_bytes();
        let mut bytes = vec![low, high, self.opening, outcome];
        for (mv, score) in &self.moves[..usize::from(count)] {
            bytes.extend(mv.bits().to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        sink.write_all(&bytes)
    }

    /// Reads the next game; `None` at the end of the source, or where a game was cut off.
    ///
    /// # Errors
    /// The source cannot be read, or holds what is no game.
    pub fn read(source: &mut impl Read) -> io::Result<Option<Self>> {
        let mut head = [0; 4];
        if !fill(source, &mut head)? {
            return Ok(None);
        }
        let [low, high, opening, outcome] = head;
        let outcome = match outcome {
            0 => Outcome::Win(Color::Black),
            1 => Outcome::Draw,
            2 => Outcome::Win(Color::Red),
            other => return Err(wrong(format!("found outcome {other}, expected 0 to 2"))),
        };
        let mut bytes = vec![0; 4 * usize::from(u16::from_le_bytes([low, high]))];
        if !fill(source, &mut bytes)? {
            return Ok(None);
        }
        let (entries, _) = bytes.as_chunks::<4>();
        let mut line = Line::default();
        let mut moves = Vec::with_capacity(entries.len());
        for [m0, m1, s0, s1] in entries {
            let bits = u16::from_le_bytes([*m0, *m1]);
            let mv = Move::from_bits(bits).filter(|mv| line.push(*mv).is_ok());
            let mv = mv.ok_or_else(|| {
                wrong(format!(
                    "found move {bits:#x} after {} plies, expected a legal one",
                    moves.len()
                ))
            })?;
            moves.push((mv, i16::from_le_bytes([*s0, *s1])));
        }
        Ok(Some(Self {
            opening,
            outcome,
            moves,
        }))
    }

    /// Gives the number of bytes that the game takes in a file.
    #[must_use]
    pub const fn size(&self) -> usize {
        4 + 4 * self.moves.len()
    }
}

/// Fills the buffer; tells whether there was enough.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match source.read_exact(buffer) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        done => done.map(|()| true),
    }
}

fn wrong(fault: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> TrainingGame {
        let mut line = Line::default();
        let moves = [0, -12, 30_000].map(|score| {
            let mv = line.position().legal_moves()[0];
            line.push_unchecked(mv);
            (mv, score)
        });
        TrainingGame {
            opening: 1,
            outcome: Outcome::Win(Color::Black),
            moves: moves.to_vec(),
        }
    }

    #[test]
    fn games_come_back_as_they_were_written() {
        let mut bytes = Vec::new();
        let other = TrainingGame {
            outcome: Outcome::Draw,
            moves: Vec::new(),
            ..game()
        };
        game().write(&mut bytes).unwrap();
        other.write(&mut bytes).unwrap();
        assert_eq!(bytes.len(), game().size() + other.size());
        let mut source = &*bytes;
        assert_eq!(TrainingGame::read(&mut source).unwrap(), Some(game()));
        assert_eq!(TrainingGame::read(&mut source).unwrap(), Some(other));
        assert_eq!(TrainingGame::read(&mut source).unwrap(), None);
    }

    #[test]
    fn a_file_of_something_else_is_a_fault() {
        TrainingGame::read_head(&mut &*TrainingGame::HEAD).unwrap();
        for other in ["", "caipan", "notes on my games, and more than a few"] {
            assert!(TrainingGame::read_head(&mut other.as_bytes()).is_err());
        }
    }

    #[test]
    fn a_game_that_was_cut_off_is_none_and_a_wrong_one_is_a_fault() {
        let mut bytes = Vec::new();
        game().write(&mut bytes).unwrap();
        for length in 0..bytes.len() {
            assert_eq!(TrainingGame::read(&mut &bytes[..length]).unwrap(), None);
        }
        for (place, byte) in [(3, 3), (4, 0xff), (8, 0)] {
            let mut bytes = bytes.clone();
            bytes[place] = byte;
            let error = TrainingGame::read(&mut &*bytes).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{place}");
        }
    }
}
