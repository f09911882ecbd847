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
    tapered(170, 150),
    tapered(150, 145),
    tapered(460, 480),
    tapered(960, 1000),
    tapered(490, 450),
    tapered(70, 80),
];

/// How much of the middle game a piece keeps up, by kind; a full board has [`FULL_PHASE`].
const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
pub(super) const FULL_PHASE: i32 = 32;

type Half = [[i16; 5]; 10];

const KING: [Half; 2] = {
    let mut middle = [[0; 5]; 10];
    middle[7] = [0, 0, 0, -60, -70];
    middle[8] = [0, 0, 0, -35, -40];
    middle[9] = [0, 0, 0, 0, 10];
    let mut end = [[0; 5]; 10];
    end[7] = [0, 0, 0, -10, 0];
    end[8] = [0, 0, 0, 0, 10];
    end[9] = [0, 0, 0, 5, 10];
    [middle, end]
};

const ADVISOR: [Half; 2] = {
    let mut middle = [[0; 5]; 10];
    middle[7] = [0, 0, 0, -12, 0];
    middle[8] = [0, 0, 0, 0, 6];
    let mut end = [[0; 5]; 10];
    end[7] = [0, 0, 0, -4, 0];
    end[8] = [0, 0, 0, 0, 4];
    [middle, end]
};

const BISHOP: [Half; 2] = {
    let mut middle = [[0; 5]; 10];
    middle[5] = [0, 0, -6, 0, 0];
    middle[7] = [-14, 0, 0, 0, 14];
    middle[9] = [0, 0, 0, 0, 0];
    let mut end = [[0; 5]; 10];
    end[5] = [0, 0, -2, 0, 0];
    end[7] = [-10, 0, 0, 0, 10];
    [middle, end]
};

const KNIGHT: [Half; 2] = [
    [
        [-30, -14, 2, -6, -20],
        [-14, 14, 40, 20, -10],
        [-4, 16, 24, 36, 30],
        [0, 26, 22, 30, 24],
        [-4, 14, 20, 26, 28],
        [-8, 10, 16, 18, 20],
        [-10, 2, 10, 10, 8],
        [-14, 0, 12, 4, -10],
        [-24, -12, -6, -8, -70],
        [-34, -16, -14, -20, -30],
    ],
    [
        [-30, -16, -6, -8, -14],
        [-16, 2, 18, 10, 4],
        [-6, 10, 16, 24, 22],
        [-2, 14, 18, 24, 24],
        [-4, 10, 16, 20, 22],
        [-8, 6, 10, 14, 16],
        [-12, 0, 6, 8, 8],
        [-16, -4, 2, 0, -2],
        [-22, -12, -8, -8, -24],
        [-30, -20, -16, -18, -24],
    ],
];

const ROOK: [Half; 2] = [
    [
        [4, 8, 6, 16, 12],
        [10, 16, 14, 24, 30],
        [4, 10, 8, 18, 16],
        [8, 16, 14, 22, 20],
        [8, 14, 14, 20, 20],
        [4, 14, 12, 18, 16],
        [0, 8, 8, 14, 12],
        [-8, 6, 2, 12, 6],
        [-8, 4, 4, 14, -4],
        [-26, 4, -4, 12, -20],
    ],
    [
        [0, 4, 4, 8, 8],
        [6, 8, 8, 12, 14],
        [4, 6, 6, 10, 10],
        [4, 6, 6, 10, 10],
        [2, 6, 6, 10, 10],
        [0, 4, 4, 8, 8],
        [-2, 2, 2, 6, 6],
        [-4, 0, 0, 4, 4],
        [-4, 0, 0, 4, 0],
        [-10, -2, -2, 2, -4],
    ],
];

const CANNON: [Half; 2] = [
    [
        [16, 14, 2, -8, -10],
        [6, 6, 2, -6, -10],
        [4, 4, 0, -8, -6],
        [0, 6, 6, 4, 14],
        [-2, 2, 4, 4, 12],
        [-4, 0, 6, 2, 10],
        [-6, 0, 4, 4, 10],
        [-2, 6, 10, 10, 24],
        [0, 4, 8, 8, 8],
        [0, 2, 4, 8, 8],
    ],
    [
        [0, 0, -4, -8, -6],
        [0, 0, -2, -6, -6],
        [0, 0, 0, -4, -4],
        [0, 2, 2, 2, 4],
        [0, 2, 2, 4, 6],
        [0, 2, 4, 4, 8],
        [0, 2, 4, 6, 10],
        [2, 4, 6, 10, 16],
        [4, 6, 8, 12, 14],
        [4, 6, 8, 14, 14],
    ],
];

const PAWN: [Half; 2] = [
    [
        [-30, -25, -20, -10, 0],
        [20, 50, 80, 110, 125],
        [25, 55, 85, 105, 110],
        [20, 45, 65, 75, 80],
        [10, 28, 40, 45, 50],
        [0, 0, 14, 0, 14],
        [-4, 0, -2, 0, 10],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    [
        [-50, -45, -40, -30, -25],
        [20, 40, 60, 80, 80],
        [40, 60, 80, 100, 105],
        [45, 60, 75, 85, 90],
        [40, 50, 60, 65, 70],
        [0, 0, 8, 0, 10],
        [0, 0, 0, 0, 4],
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

/// The running sum of material and place, seen by Red, and the phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Balance {
    pub worth: Tapered,
    pub phase: i32,
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
        }
        sum
    }
}

/// Gives the material of a side's pieces that can attack, without pawns, in centipawns.
pub(super) fn attacking_material(board: &Board, color: Color) -> i32 {
    [PieceType::Rook, PieceType::Knight, PieceType::Cannon]
        .into_iter()
        .map(|kind| board.pieces(color, kind).count() as i32 * EXCHANGE_VALUE[kind as usize])
        .sum()
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
