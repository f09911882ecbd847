//! Equal pieces of one side on one file (前后): which of them stands where.
//!
//! Front is towards the other side. Pieces that stand alone on their file have no place. Only pawns can crowd two files
//! at once; their ordinals then run over both files, the mover's right file first, front to rear in each.

use crate::board::{Bitboard, Board, Color, PieceType, Square};

/// Where a piece stands among its equals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    /// Its number on its file, 1 in front.
    pub(super) on_file: u8,
    /// How many stand on its file, two or more.
    pub(super) of_file: u8,
    /// Its number among all that share a file, the right file first.
    pub(super) among_all: u8,
    /// How many share a file.
    pub(super) of_all: u8,
}

impl Standing {
    /// Finds the standing of the piece on `square`; `None` if it is the only one of its kind on its file.
    pub(super) fn of(board: &Board, color: Color, kind: PieceType, square: Square) -> Option<Self> {
        let pieces = board.pieces(color, kind);
        let mates = |square: Square| pieces & Bitboard::file(square.file());
        if !mates(square).is_several() {
            return None;
        }
        let all: Bitboard = pieces.filter(|piece| mates(*piece).is_several()).collect();
        let size = |set: Bitboard| set.count() as u8;
        let number = |set: Bitboard| {
            let before = set.filter(|mate| order(*mate, color) < order(square, color));
            1 + before.count() as u8
        };
        Some(Self {
            on_file: number(mates(square)),
            of_file: size(mates(square)),
            among_all: number(all),
            of_all: size(all),
        })
    }

    /// Tells whether all that share a file share this one.
    pub(super) const fn is_only_file(self) -> bool {
        self.of_file == self.of_all
    }
}

/// Orders squares as `color` counts: from its right to its left, then from front to rear.
const fn order(square: Square, color: Color) -> (u8, u8) {
    (file_number(square, color), 9 - square.rank_of(color))
}

/// Gives the number of the file as `color` counts, 1 on its right to 9.
pub(super) const fn file_number(square: Square, color: Color) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// Which of several equal pieces a text means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// 前: the foremost on its file.
    Front,
    /// 中: the one in the middle of an odd number.
    Middle,
    /// 后: the rearmost on its file.
    Rear,
    /// 一 to 五: by number, from 1.
    Nth(u8),
}

impl Place {
    /// Tells whether a piece of this standing has the place. An ordinal counts on the piece's file if the text names
    /// the file, else among all that share a file.
    pub(super) const fn fits(self, standing: Standing, file_is_named: bool) -> bool {
        match self {
            Self::Front => standing.on_file == 1,
            Self::Middle => standing.on_file * 2 == standing.of_file + 1,
            Self::Rear => standing.on_file == standing.of_file,
            Self::Nth(number) if file_is_named => standing.on_file == number,
            Self::Nth(number) => standing.among_all == number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn standings(fen: &str, color: Color, kind: PieceType) -> Vec<(String, Option<[u8; 4]>)> {
        let position = Position::from_fen(fen).unwrap();
        let board = position.board();
        board
            .pieces(color, kind)
            .map(|square| {
                let standing = Standing::of(board, color, kind, square)
                    .map(|s| [s.on_file, s.of_file, s.among_all, s.of_all]);
                (square.to_string(), standing)
            })
            .collect()
    }

    #[test]
    fn ordinals_run_from_the_right_file_and_from_the_front() {
        let red = "3k5/9/2P6/2P1P4/4P3P/9/9/9/9/4K4 w";
        let expected = [
            ("e5", Some([2, 2, 2, 4])),
            ("i5", None),
            ("c6", Some([2, 2, 4, 4])),
            ("e6", Some([1, 2, 1, 4])),
            ("c7", Some([1, 2, 3, 4])),
        ]
        .map(|(square, standing)| (square.to_owned(), standing));
        assert_eq!(standings(red, Color::Red, PieceType::Pawn), expected);

        let black = "4k4/9/9/9/2p6/2p1p4/2p1p4/9/9/3K5 b";
        let expected = [
            ("c3", Some([1, 3, 1, 5])),
            ("e3", Some([1, 2, 4, 5])),
            ("c4", Some([2, 3, 2, 5])),
            ("e4", Some([2, 2, 5, 5])),
            ("c5", Some([3, 3, 3, 5])),
        ]
        .map(|(square, standing)| (square.to_owned(), standing));
        assert_eq!(standings(black, Color::Black, PieceType::Pawn), expected);
    }

    #[test]
    fn a_pair_on_one_file_and_a_pair_on_one_rank() {
        let fen = "4k4/9/9/9/9/4C4/9/9/9/R3K3R w";
        assert_eq!(
            standings(fen, Color::Red, PieceType::Rook),
            [("a0".to_owned(), None), ("i0".to_owned(), None)]
        );
        let fen = "5k3/9/9/9/4C4/9/4C4/9/9/3K5 w";
        assert_eq!(
            standings(fen, Color::Red, PieceType::Cannon),
            [
                ("e3".to_owned(), Some([2, 2, 2, 2])),
                ("e5".to_owned(), Some([1, 2, 1, 2]))
            ]
        );
    }

    #[test]
    fn places() {
        let at = |on_file, of_file| Standing {
            on_file,
            of_file,
            among_all: on_file + 2,
            of_all: of_file + 2,
        };
        // Place, file named, the standings on a file of three that fit.
        let cases = [
            (Place::Front, false, [true, false, false]),
            (Place::Middle, false, [false, true, false]),
            (Place::Rear, false, [false, false, true]),
            (Place::Nth(2), true, [false, true, false]),
            (Place::Nth(3), false, [true, false, false]),
        ];
        for (place, file_is_named, fits) in cases {
            let found = [1, 2, 3].map(|n| place.fits(at(n, 3), file_is_named));
            assert_eq!(found, fits, "{place:?} {file_is_named}");
        }
        assert!(!Place::Middle.fits(at(1, 2), false));
        assert!(Place::Middle.fits(at(3, 5), false));
    }
}
