//! Piece values and what a piece is worth where it stands, in the middle game and in the endgame.
//!
//! The numbers are centipawns: 100 is about a pawn that has crossed the river. The tables are drawn as the left half
//! of the board from Red's seat, files a to e, rank 9 on top; the right half is its mirror image, and Black's board is
//! turned top to bottom. They and the weights of [`super::weights`] were fitted together.

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
    tapered(217, 113),
    tapered(180, 104),
    tapered(458, 479),
    tapered(982, 1019),
    tapered(494, 436),
    tapered(88, 141),
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
        [0, 0, 0, -107, -97],
        [0, 0, 0, -82, -74],
        [0, 0, 0, 29, 46],
    ],
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -13, 9],
        [0, 0, 0, 9, 21],
        [0, 0, 0, -12, -2],
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
        [0, 0, 0, -87, 0],
        [0, 0, 0, 0, 48],
        [0, 0, 0, -16, 0],
    ],
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 6, 0],
        [0, 0, 0, 0, 9],
        [0, 0, 0, -10, 0],
    ],
];

const BISHOP: [Half; 2] = [
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, -56, 0, 0],
        [0, 0, 0, 0, 0],
        [-33, 0, 0, 0, 34],
        [0, 0, 0, 0, 0],
        [0, 0, 1, 0, 0],
    ],
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 8, 0, 0],
        [0, 0, 0, 0, 0],
        [-13, 0, 0, 0, 2],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
];

const KNIGHT: [Half; 2] = [
    [
        [-26, -14, 7, -1, -21],
        [-1, 103, 88, 0, 3],
        [-67, 21, 26, 75, 69],
        [85, 9, 1, 114, -24],
        [56, 32, 13, 73, 46],
        [-76, 28, 22, 30, 123],
        [-46, -18, -26, -33, 36],
        [-37, 27, -6, 17, 49],
        [-7, -62, -96, -38, -86],
        [-57, -78, -24, -54, -17],
    ],
    [
        [-73, 6, -3, 15, -15],
        [-7, -11, 1, -7, 6],
        [3, 3, 21, -10, -5],
        [-27, 47, 11, 19, 26],
        [12, 3, 7, 17, 29],
        [-35, 32, 20, 23, 6],
        [30, -20, 23, 33, -5],
        [-3, -38, -1, -24, -26],
        [-113, -75, -18, -10, 4],
        [-77, -23, -50, -50, -31],
    ],
];

const ROOK: [Half; 2] = [
    [
        [-12, 32, -35, 89, 17],
        [-68, 25, 38, 36, 65],
        [-13, -11, -29, -4, 41],
        [-4, 30, 35, 8, -8],
        [20, 25, 37, 44, 0],
        [-19, 26, 24, 30, 15],
        [-26, 8, 18, 64, 52],
        [-26, 24, -13, 0, -71],
        [-50, 9, -43, -28, -12],
        [-76, -2, -15, 18, -34],
    ],
    [
        [5, -22, 5, -47, -6],
        [0, 10, -35, -41, 60],
        [28, 41, 68, -5, 30],
        [20, -11, 24, 6, 36],
        [-12, -20, 23, -15, 26],
        [45, 38, 35, 26, 46],
        [31, 33, 29, 21, 30],
        [10, -6, 3, 1, 58],
        [-27, -22, 11, -13, -20],
        [-46, -5, -16, -102, -23],
    ],
];

const CANNON: [Half; 2] = [
    [
        [106, -32, 9, -62, 15],
        [24, -19, -22, -4, -37],
        [-51, -30, -28, -57, -132],
        [43, -27, -32, -27, -18],
        [14, -17, -60, -58, 59],
        [-14, -10, 39, -42, 61],
        [60, -34, -4, -95, -48],
        [49, -17, 24, -43, 46],
        [50, -12, -9, -20, 16],
        [10, -96, 30, 18, -58],
    ],
    [
        [-11, 27, 11, -9, 5],
        [9, -6, -19, 22, 6],
        [13, -49, 5, -32, -23],
        [-21, 16, -21, 9, 27],
        [-5, -20, -1, 18, 9],
        [-41, -38, -71, -15, 25],
        [-25, -6, 25, 0, -6],
        [-3, 2, -10, 23, 42],
        [-42, -18, 31, -2, -42],
        [-9, 31, 30, 24, -45],
    ],
];

const PAWN: [Half; 2] = [
    [
        [-44, -16, -7, -21, -52],
        [-1, 31, 90, 189, 155],
        [2, 90, 72, 198, 168],
        [5, -9, 54, 139, 130],
        [-70, 37, 17, 52, 93],
        [-70, 0, -4, 0, 0],
        [-58, 0, -51, 0, 14],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    [
        [-102, -85, -27, -57, -120],
        [-36, 54, 74, 102, 99],
        [7, 42, 95, 111, 105],
        [59, 87, 99, 76, 69],
        [88, 83, 114, 64, 78],
        [-41, 0, -43, 0, -38],
        [-25, 0, -43, 0, -47],
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
