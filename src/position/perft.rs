//! Perft: how many lines of legal moves of a given length a position has.

use super::Position;

/// Counts the lines of `depth` legal moves; the last ply is counted without being played.
///
/// # Examples
/// ```
/// use caipan::position::{Position, perft};
/// assert_eq!(perft(&mut Position::start(), 3), 79_666);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let undo = position.play_unchecked(mv);
                let count = perft(position, depth - 1);
                position.undo(undo);
                count
            })
            .sum(),
    }
}
