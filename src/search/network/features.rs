//! What a network sees: each piece on its square, from the seat of one side.
//!
//! The board is turned so that the side sits below, and mirrored so that its king stands on the left or in the middle:
//! left and right are alike in xiangqi, and so each pattern is learned once, but where the king stands in the middle and
//! either half may be the left.

use crate::board::{Board, Color, Piece, Square};

/// How many features there are: seven kinds of both sides on ninety squares.
pub const FEATURES: usize = 2 * 7 * Square::COUNT;

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    color: Color,
    is_mirrored: bool,
}

impl Seat {
    /// Takes the seat of a side whose king stands on this square.
    #[must_use]
    #[inline]
    pub const fn new(color: Color, king: Square) -> Self {
        Self {
            color,
            is_mirrored: king.file() > 4,
        }
    }

    /// Gives the number of the feature that a piece on a square is from this seat, below [`FEATURES`].
    #[must_use]
    #[inline]
    pub fn feature(self, piece: Piece, square: Square) -> usize {
        let own = match self.color {
            Color::Red => square,
            Color::Black => square.flipped(),
        };
        let own = if self.is_mirrored {
            own.mirrored()
        } else {
            own
        };
        let side = if piece.color() == self.color { 0 } else { 7 };
        (side + piece.kind() as usize) * Square::COUNT + own.index()
    }

    /// Gives the features of a board.
    pub fn features(self, board: &Board) -> impl Iterator<Item = usize> + '_ {
        board
            .iter()
            .map(move |(square, piece)| self.feature(piece, square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn seen(position: &Position, color: Color) -> Vec<usize> {
        let seat = Seat::new(color, position.king(color));
        let mut seen: Vec<usize> = seat.features(position.board()).collect();
        seen.sort_unstable();
        seen
    }

    #[test]
    fn both_sides_and_both_halves_look_alike() {
        let fen = "3k1ab2/4a4/4b4/p3N4/2p3r1p/9/P1P1R3P/4C4/4A4/2BA1K3 w";
        let position = Position::from_fen(fen).unwrap();
        for color in Color::ALL {
            let seen_here = seen(&position, color);
            assert!(seen_here.iter().all(|feature| *feature < FEATURES));
            assert_eq!(seen(&position.flipped(), !color), seen_here);
            assert_eq!(seen(&position.mirrored(), color), seen_here);
        }
        assert_ne!(seen(&position, Color::Red), seen(&position, Color::Black));
    }
}
