//! CCM, the games of 中游 (Chinagames): 7 bytes for each move: three that are passed over, the file left, the file reached,
//! the rank left, the rank reached.
//!
//! The reader forgives: records before the first move and anything behind the last one, as soon as it is no move on the
//! board; the board seen by either side; and what [`sites`](super) tells.

use super::{moves_on_screen, play, square};
use crate::record::byte_reader::ByteReader;
use crate::record::{BinaryError, BinaryFault, GameRecord};

const RECORD: usize = 7;

/// Reads a game.
///
/// # Errors
/// Tells that there is no move, or that the first is not legal.
pub fn read(bytes: &[u8]) -> Result<GameRecord, BinaryError> {
    let mut reader = ByteReader::new(bytes, 0);
    let records = std::iter::from_fn(|| {
        let at = reader.at();
        let [_, _, _, from_x, to_x, from_y, to_y]: [u8; RECORD] = reader.array("").ok()?;
        Some((at, [from_x, from_y, to_x, to_y].map(u16::from)))
    });
    let is_before = |(_, [from_x, from_y, to_x, to_y]): &(usize, [u16; 4])| {
        let (from, to) = (square(*from_x, *from_y), square(*to_x, *to_y));
        from.is_none() || to.is_none() || from == to
    };
    let moves = moves_on_screen(records.skip_while(is_before));
    if moves.is_empty() {
        let expected = "a move of 7 bytes";
        let (at, fault) = (bytes.len(), BinaryFault::End { expected });
        return Err(fault.at(at));
    }
    play("", &moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sites::sample;

    #[test]
    fn a_game_is_read_from_either_side() {
        for (squares, moves) in sample::ON_SCREEN {
            let mut bytes = Vec::new();
            for [from_x, from_y, to_x, to_y] in squares {
                bytes.extend([9, 9, 9, from_x, to_x, from_y, to_y]);
            }
            let record = read(&bytes).expect("a game");
            assert_eq!(sample::moves(&record), moves);
            bytes.extend([0xFF; 10]);
            assert_eq!(read(&[&[0; RECORD], &*bytes].concat()), Ok(record));
        }
    }

    #[test]
    fn what_is_no_game_is_told() {
        let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        for bytes in [&[][..], &[0; 6], &[0; 70], &[0xFF; 70]] {
            let length = bytes.len();
            let expected = format!("byte {length}: found the end, expected a move of 7 bytes");
            assert_eq!(error(bytes), expected);
        }
        let text = error(&[0, 0, 0, 7, 7, 7, 1]);
        assert!(
            text.starts_with("byte 0: move 1: h2h8 is not a legal move of red in "),
            "{text}"
        );
    }
}
