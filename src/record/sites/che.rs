//! CHE, the games of QQ象棋: whole numbers in digits: one that is passed over, how many moves there are, and ten for each
//! move: three that are passed over, rank and file left, rank and file reached, three that are passed over. Ranks count
//! from Red's side, both from 0.
//!
//! The reader forgives: anything but digits and minus signs between the numbers, anything behind the last move, and what
//! [`sites`](super) tells.

use super::play;
use crate::board::Square;
use crate::position::Move;
use crate::record::{BinaryError, BinaryFault, GameRecord};
use crate::text::excerpt;

/// How many numbers there are for a move.
const PER_MOVE: usize = 10;

/// Reads a game.
///
/// # Errors
/// Tells where a number is missing or is no square, or that the first move is not legal.
pub fn read(bytes: &[u8]) -> Result<GameRecord, BinaryError> {
    let mut numbers = Numbers { bytes, at: 0 };
    let _ = numbers.next("a number")?;
    let (at, count) = numbers.next("the number of moves")?;
    let Ok(count) = usize::try_from(count) else {
        let found = format!("{count} moves");
        let expected = "a number from 0 on";
        let fault = BinaryFault::Unexpected { found, expected };
        return Err(fault.at(at));
    };
    let mut moves = Vec::new();
    while moves.len() < count {
        let mut record = [0; PER_MOVE];
        let mut at = 0;
        for (place, number) in record.iter_mut().enumerate() {
            let (byte, found) = numbers.next("ten numbers for each move")?;
            *number = found;
            if place == 0 {
                at = byte;
            }
        }
        let [_, _, _, from_y, from_x, to_y, to_x, ..] = record;
        let mv = square(from_x, from_y)
            .zip(square(to_x, to_y))
            .and_then(|(from, to)| Move::new(from, to));
        let Some(mv) = mv else {
            let found =
                format!("a move from rank {from_y}, file {from_x} to rank {to_y}, file {to_x}");
            let expected = "two squares of ranks 0 to 9 and files 0 to 8";
            let fault = BinaryFault::Unexpected { found, expected };
            return Err(fault.at(at));
        };
        moves.push((at, mv));
    }
    play("", &moves)
}

fn square(x: i64, y: i64) -> Option<Square> {
    Square::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}

/// The numbers of a file, one after another.
struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Numbers<'_> {
    /// Gives a number and its byte.
    fn next(&mut self, expected: &'static str) -> Result<(usize, i64), BinaryError> {
        let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let before = rest.iter().take_while(|byte| !is_part(byte)).count();
        let word = rest.get(before..).unwrap_or_default();
        let length = word.iter().take_while(|byte| is_part(byte)).count();
        let word = String::from_utf8_lossy(word.get(..length).unwrap_or_default());
        let at = self.at + before;
        self.at = at + length;
        if word.is_empty() {
            let fault = BinaryFault::End { expected };
            return Err(fault.at(at));
        }
        match word.parse() {
            Ok(number) => Ok((at, number)),
            Err(_) => {
                let found = excerpt(&word, 24);
                let fault = BinaryFault::Unexpected { found, expected };
                Err(fault.at(at))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sites::sample;

    const GAME: &str = "7 4\r\n0 0 0 2 7 2 4 1 -1 0\r\n1 0 0 9 7 7 6 1 0 0\r\n2,0,0,0,7,2,6,1,0,0\r\n3 0 0 9 8 9 7 1 0 0\r\n";

    #[test]
    fn a_game_is_read() {
        let record = read(GAME.as_bytes()).expect("a game");
        assert_eq!(sample::moves(&record), sample::GAME);
        let more = format!("{GAME}0 -- advert 9999999999999999999999");
        assert_eq!(read(more.as_bytes()), Ok(record));
        assert_eq!(read(b"0 0").map(|record| record.line().len()), Ok(0));
    }

    #[test]
    fn what_is_no_game_is_told() {
        for (text, expected) in [
            ("", "byte 0: found the end, expected a number"),
            ("text", "byte 4: found the end, expected a number"),
            ("7 ", "byte 2: found the end, expected the number of moves"),
            (
                "7 -2",
                "byte 2: found -2 moves, expected a number from 0 on",
            ),
            (
                "7 9223372036854775807 0 0 0 2 7 2 4 0 0",
                "byte 39: found the end, expected ten numbers for each move",
            ),
            (
                "7 1 0 0 -",
                "byte 8: found -, expected ten numbers for each move",
            ),
            (
                "7 1 0 0 0 2 9 2 -4 0 0 0",
                "byte 4: found a move from rank 2, file 9 to rank 2, file -4, \
                 expected two squares of ranks 0 to 9 and files 0 to 8",
            ),
            ("7 1 0 0 0 2 7 2 3 0 0 0 ", ""),
        ] {
            let read = read(text.as_bytes()).map(|record| record.line().len());
            match read {
                Ok(length) => assert_eq!((length, expected), (1, ""), "{text}"),
                Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
            }
        }
    }
}
