//! CHN, the games of 联众 (Ourgame): a header of 188 bytes, then 32 bytes for each move, in numbers of two bytes: two that
//! are passed over, file and rank of the square left, those of the square reached, and ten that are passed over.
//!
//! The reader forgives: any header; the board seen by either side; anything behind the last move, as soon as it is no move
//! on the board; and what [`sites`](super) tells.

use super::{moves_on_screen, play};
use crate::record::byte_reader::ByteReader;
use crate::record::{BinaryError, GameRecord};

const HEADER: usize = 188;
const RECORD: usize = 32;

/// Reads a game.
///
/// # Errors
/// Tells that the header is not whole, or that the first move is not legal.
pub fn read(bytes: &[u8]) -> Result<GameRecord, BinaryError> {
    let mut reader = ByteReader::new(bytes, 0);
    let _: [u8; HEADER] = reader.array("a header of 188 bytes")?;
    let records = std::iter::from_fn(|| {
        let at = reader.at();
        let record: [u8; RECORD] = reader.array("").ok()?;
        let number = |at| u16::from_le_bytes([record[at], record[at + 1]]);
        Some((at, [4, 6, 8, 10].map(number)))
    });
    play("", &moves_on_screen(records))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sites::sample;

    #[test]
    fn a_game_is_read_from_either_side() {
        for (squares, moves) in sample::ON_SCREEN {
            let mut bytes = vec![0xAA; HEADER];
            for four in squares {
                bytes.extend([0x11; 4]);
                bytes.extend(four.iter().flat_map(|number| [*number, 0]));
                bytes.extend([0x22; 20]);
            }
            let record = read(&bytes).expect("a game");
            assert_eq!(sample::moves(&record), moves);
            bytes.extend([0; RECORD]);
            bytes.extend([0xFF; 31]);
            assert_eq!(read(&bytes), Ok(record));
        }
    }

    #[test]
    fn what_is_no_game_is_told() {
        let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(
            error(&[0; 187]),
            "byte 187: found the end, expected a header of 188 bytes"
        );
        let mut bytes = vec![0; HEADER];
        assert_eq!(read(&bytes).map(|record| record.line().len()), Ok(0));
        bytes.extend([0, 0, 0, 0, 7, 0, 7, 0, 7, 0, 1, 0]);
        bytes.extend([0; 20]);
        let text = error(&bytes);
        assert!(
            text.starts_with("byte 188: move 1: h2h8 is not a legal move of red in "),
            "{text}"
        );
    }
}
