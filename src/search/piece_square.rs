//! Piece values and what a piece is worth where it stands, in the middle game and in the endgame.
//!
//! The numbers are centipawns: 100 is about a pawn that has crossed the river. The tables are drawn as the left half
//! of the board from Red's seat, files a to e, rank 9 on top; the right half is its mirror image, and Black's board is
//! turned top to bottom.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::board::{Board, Color, Piece, PieceType, Square};

/// A worth in the middle game and in the endgame, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Tapered {
    pub middle: i32,
    pub end: i32,
}

/// Makes a tapered worth.
pub(super) const fn tapered(middle: i32, end: i32) -> Tapered {
    Tapered { middle, end }
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        tapered(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        tapered(self.middle - other.middle, self.end - other.end)
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        tapered(-self.middle, -self.end)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        tapered(self.middle * factor, self.end * factor)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// What a piece counts for in an exchange, by kind.
pub(super) const EXCHANGE_VALUE: [i32; 7] = [5_000, 170, 150, 460, 960, 480, 100];

/// What a piece is worth by itself, by kind.
const MATERIAL: [Tapered; 7] = [
    tapered(0, 0),
    tapered(172, 152),
    tapered(153, 147),
    tapered(464, 480),
    tapered(968, 1004),
    tapered(499, 456),
    tapered(97, 110),
];

/// How much of the middle game a piece keeps up, by kind; a full board has [`FULL_PHASE`].
const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
pub(super) const FULL_PHASE: i32 = 32;

type Half = [[i16; 5]; 10];

const KING: [Half; 2] = [
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -49, -59],
        [0, 0, 0, -24, -29],
        [0, 0, 0, 11, 21],
    ],
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -16, -6],
        [0, 0, 0, -6, 4],
        [0, 0, 0, -1, 4],
    ],
];

const ADVISOR: [Half; 2] = [
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -14, 0],
        [0, 0, 0, 0, 4],
        [0, 0, 0, -2, 0],
    ],
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -6, 0],
        [0, 0, 0, 0, 2],
        [0, 0, 0, -2, 0],
    ],
];

const BISHOP: [Half; 2] = [
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, -9, 0, 0],
        [0, 0, 0, 0, 0],
        [-17, 0, 0, 0, 11],
        [0, 0, 0, 0, 0],
        [0, 0, -3, 0, 0],
    ],
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, -4, 0, 0],
        [0, 0, 0, 0, 0],
        [-12, 0, 0, 0, 8],
        [0, 0, 0, 0, 0],
        [0, 0, -2, 0, 0],
    ],
];

const KNIGHT: [Half; 2] = [
    [
        [0, 0, -2, 0, 0],
        [-18, 10, 36, 16, -14],
        [-8, 0, 20, 32, 26],
        [-4, 22, 18, 26, 20],
        [0, 10, 0, 22, 24],
        [-12, 6, 12, 14, 16],
        [-14, -2, 6, 6, 4],
        [-18, -4, 8, 0, -14],
        [-28, -16, -10, -12, -74],
        [0, -20, -18, -24, 0],
    ],
    [
        [0, 0, -6, 0, 0],
        [-16, 2, 18, 10, 4],
        [-6, 0, 16, 24, 22],
        [-2, 14, 18, 24, 24],
        [0, 10, 0, 20, 22],
        [-8, 6, 10, 14, 16],
        [-12, 0, 6, 8, 8],
        [-16, -4, 2, 0, -2],
        [-22, -12, -8, -8, -24],
        [0, -20, -16, -18, 0],
    ],
];

const ROOK: [Half; 2] = [
    [
        [-4, 0, -2, 8, 4],
        [2, 8, 6, 16, 22],
        [-4, 2, 0, 10, 8],
        [0, 8, 6, 14, 12],
        [0, 6, 6, 12, 12],
        [-4, 6, 4, 10, 8],
        [-8, 0, 0, 6, 4],
        [-16, -2, -6, 4, -2],
        [-16, -4, -4, 6, 0],
        [-34, -4, -12, 4, 0],
    ],
    [
        [-4, 0, 0, 4, 4],
        [2, 4, 4, 8, 10],
        [0, 2, 2, 6, 6],
        [0, 2, 2, 6, 6],
        [-2, 2, 2, 6, 6],
        [-4, 0, 0, 4, 4],
        [-6, -2, -2, 2, 2],
        [-8, -4, -4, 0, 0],
        [-8, -4, -4, 0, 0],
        [-14, -6, -6, -2, 0],
    ],
];

const CANNON: [Half; 2] = [
    [
        [7, 5, -7, -17, 0],
        [-3, -3, -7, -15, -19],
        [0, -5, -9, 0, 0],
        [-9, -3, -3, -5, 5],
        [-11, -7, -5, -5, 3],
        [-13, -9, -3, -7, 1],
        [0, -9, -5, -5, 1],
        [-11, -3, 1, 1, 15],
        [-9, -5, -1, -1, -1],
        [0, -7, -5, -1, 0],
    ],
    [
        [-6, -6, -10, -14, 0],
        [-6, -6, -8, -12, -12],
        [0, -6, -6, 0, 0],
        [-6, -4, -4, -4, -2],
        [-6, -4, -4, -2, 0],
        [-6, -4, -2, -2, 2],
        [0, -4, -2, 0, 4],
        [-4, -2, 0, 4, 10],
        [-2, 0, 2, 6, 8],
        [0, 0, 2, 8, 0],
    ],
];

const PAWN: [Half; 2] = [
    [
        [0, 0, 0, -37, 0],
        [0, 23, 53, 83, 98],
        [0, 28, 58, 78, 83],
        [-7, 18, 38, 48, 53],
        [-17, 1, 13, 18, 23],
        [-27, 0, -13, 0, -13],
        [-31, 0, -29, 0, -17],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    [
        [0, 0, 0, -60, 0],
        [0, 10, 30, 50, 50],
        [0, 30, 50, 70, 75],
        [15, 30, 45, 55, 60],
        [10, 20, 30, 35, 40],
        [-30, 0, -22, 0, -20],
        [-30, 0, -30, 0, -26],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
];

/// Material and place together, seen by Red, by piece and square.
static TABLE: [[[i16; 2]; Square::COUNT]; 14] = {
    let halves = [KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN];
    let mut table = [[[0; 2]; Square::COUNT]; 14];
    let mut kind = 0;
    while kind < 7 {
        let material = [MATERIAL[kind].middle as i16, MATERIAL[kind].end as i16];
        let mut square = 0;
        while square < Square::COUNT {
            let (rank, file) = (square / 9, square % 9);
            let half = if file > 4 { 8 - file } else { file };
            let mut stage = 0;
            while stage < 2 {
                let red = material[stage] + halves[kind][stage][9 - rank][half];
                let black = material[stage] + halves[kind][stage][rank][half];
                table[kind][square][stage] = red;
                table[kind + 7][square][stage] = -black;
                stage += 1;
            }
            square += 1;
        }
        kind += 1;
    }
    table
};

/// The running sum of material and place, seen by Red, the phase of the game, and how many pieces there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Balance {
    pub worth: Tapered,
    pub phase: i32,
    /// Four bits for each piece.
    counts: u64,
}

#[inline]
fn worth(piece: Piece, square: Square) -> Tapered {
    let [middle, end] = TABLE[piece as usize][square.index()];
    tapered(i32::from(middle), i32::from(end))
}

impl Balance {
    /// Sums up a board from nothing.
    pub(super) fn of(board: &Board) -> Self {
        board
            .iter()
            .fold(Self::default(), |sum, (square, piece)| Self {
                worth: sum.worth + worth(piece, square),
                phase: sum.phase + PHASE[piece.kind() as usize],
                counts: sum.counts + (1 << (piece as u32 * 4)),
            })
    }

    /// Gives the sum after a piece went from `from` to `to` and captured `captured` there.
    #[inline]
    pub(super) fn after(
        self,
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<Piece>,
    ) -> Self {
        let mut sum = self;
        sum.worth += worth(piece, to);
        sum.worth -= worth(piece, from);
        if let Some(captured) = captured {
            sum.worth -= worth(captured, to);
            sum.phase -= PHASE[captured.kind() as usize];
            sum.counts -= 1 << (captured as u32 * 4);
        }
        sum
    }

    /// Gives the number of a side's pieces of a kind.
    #[inline]
    pub(super) fn count(self, color: Color, kind: PieceType) -> usize {
        (self.counts >> (Piece::new(color, kind) as u32 * 4) & 15) as usize
    }

    /// Gives the exchange value of a side's pieces that can attack, without pawns, in centipawns.
    #[inline]
    pub(super) fn attacking_material(self, color: Color) -> i32 {
        [PieceType::Rook, PieceType::Knight, PieceType::Cannon]
            .into_iter()
            .map(|kind| self.count(color, kind) as i32 * EXCHANGE_VALUE[kind as usize])
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn the_running_sum_is_the_sum_from_nothing() {
        for start in super::super::bench_positions::positions() {
            for mv in start.legal_moves() {
                let board = start.board();
                let (from, to) = (mv.from(), mv.to());
                let running = Balance::of(board).after(
                    board.piece_at(from).unwrap(),
                    from,
                    to,
                    board.piece_at(to),
                );
                let mut after = start.clone();
                let _ = after.play_unchecked(mv);
                assert_eq!(running, Balance::of(after.board()));
            }
        }
    }

    #[test]
    fn the_start_is_level_and_full() {
        let start = Balance::of(Position::start().board());
        assert_eq!(start.worth, Tapered::default());
        assert_eq!(start.phase, FULL_PHASE);
    }
}
