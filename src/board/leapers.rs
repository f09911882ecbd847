//! The pieces that step: king, advisor, bishop, knight and pawn. Every table is made at compile time.

use super::{Bitboard, Color, Occupancy, Square};

const EMPTY: [Bitboard; 90] = [Bitboard::EMPTY; 90];

const fn step(set: Bitboard, from: Square, files: i8, ranks: i8) -> Bitboard {
    match from.offset(files, ranks) {
        Some(to) => set.with(to),
        None => set,
    }
}

const fn palace_steps(diagonal: bool) -> [Bitboard; 90] {
    let mut table = EMPTY;
    let mut i = 0;
    while i < 90 {
        let from = Square::at(i);
        let steps: [(i8, i8); 4] = if diagonal {
            [(-1, -1), (1, -1), (-1, 1), (1, 1)]
        } else {
            [(0, -1), (-1, 0), (1, 0), (0, 1)]
        };
        let mut k = 0;
        while k < 4 {
            if let Some(to) = from.offset(steps[k].0, steps[k].1)
                && (from.is_in_palace(Color::Red) && to.is_in_palace(Color::Red)
                    || from.is_in_palace(Color::Black) && to.is_in_palace(Color::Black))
            {
                table[i] = table[i].with(to);
            }
            k += 1;
        }
        i += 1;
    }
    table
}

static KING: [Bitboard; 90] = palace_steps(false);
static ADVISOR: [Bitboard; 90] = palace_steps(true);

/// Steps of a pawn by side and square; `backward` gives the squares a pawn comes from instead.
const fn pawn_steps(backward: bool) -> [[Bitboard; 90]; 2] {
    let mut table = [EMPTY; 2];
    let mut side = 0;
    while side < 2 {
        let color = Color::ALL[side];
        let ahead = if side == 0 { 1 } else { -1 };
        let mut i = 0;
        while i < 90 {
            let square = Square::at(i);
            let mut set = step(
                Bitboard::EMPTY,
                square,
                0,
                if backward { -ahead } else { ahead },
            );
            if square.is_across_river(color) {
                set = step(step(set, square, -1, 0), square, 1, 0);
            }
            table[side][i] = set;
            i += 1;
        }
        side += 1;
    }
    table
}

static PAWN: [[Bitboard; 90]; 2] = pawn_steps(false);
static PAWN_FROM: [[Bitboard; 90]; 2] = pawn_steps(true);

/// The four neighbours along the lines in the order of the bits of [`Occupancy::beside`]: left, down, right, up.
const BESIDE: [(i8, i8); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];
/// The four diagonal neighbours in the order of the bits of [`Occupancy::diagonal`]: lower left, upper left, lower
/// right, upper right.
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Knight moves by square and blocked legs (bits as [`BESIDE`]).
static KNIGHT: [[Bitboard; 16]; 90] = {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut i = 0;
    while i < 90 {
        let from = Square::at(i);
        let mut blocked = 0;
        while blocked < 16 {
            let mut set = Bitboard::EMPTY;
            let mut leg = 0;
            while leg < 4 {
                if blocked >> leg & 1 == 0 {
                    let (files, ranks) = BESIDE[leg];
                    let (a, b) = if files == 0 {
                        ((-1, ranks * 2), (1, ranks * 2))
                    } else {
                        ((files * 2, -1), (files * 2, 1))
                    };
                    set = step(step(set, from, a.0, a.1), from, b.0, b.1);
                }
                leg += 1;
            }
            table[i][blocked] = set;
            blocked += 1;
        }
        i += 1;
    }
    table
};

/// Squares of knights that attack a square, by that square and its occupied diagonal neighbours, which are the legs.
static KNIGHT_FROM: [[Bitboard; 16]; 90] = {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut i = 0;
    while i < 90 {
        let target = Square::at(i);
        let mut blocked = 0;
        while blocked < 16 {
            let mut set = Bitboard::EMPTY;
            let mut leg = 0;
            while leg < 4 {
                let (files, ranks) = DIAGONAL[leg];
                if blocked >> leg & 1 == 0 {
                    set = step(
                        step(set, target, files * 2, ranks),
                        target,
                        files,
                        ranks * 2,
                    );
                }
                leg += 1;
            }
            table[i][blocked] = set;
            blocked += 1;
        }
        i += 1;
    }
    table
};

/// Bishop moves by square and blocked eyes (bits as [`DIAGONAL`]); empty off the squares a bishop can reach.
static BISHOP: [[Bitboard; 16]; 90] = {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut i = 0;
    while i < 90 {
        let from = Square::at(i);
        let mut side = 0;
        while side < 2 {
            let color = Color::ALL[side];
            let mut blocked = 0;
            while blocked < 16 && from.is_reachable(color, super::PieceType::Bishop) {
                let mut eye = 0;
                while eye < 4 {
                    let (files, ranks) = DIAGONAL[eye];
                    if blocked >> eye & 1 == 0
                        && let Some(to) = from.offset(files * 2, ranks * 2)
                        && !to.is_across_river(color)
                    {
                        table[i][blocked] = table[i][blocked].with(to);
                    }
                    eye += 1;
                }
                blocked += 1;
            }
            side += 1;
        }
        i += 1;
    }
    table
};

/// Gives the squares a king attacks from `from`: one step along a line inside the palace.
#[inline]
#[must_use]
pub fn king_attacks(from: Square) -> Bitboard {
    KING[from.index()]
}

/// Gives the squares an advisor attacks from `from`.
#[inline]
#[must_use]
pub fn advisor_attacks(from: Square) -> Bitboard {
    ADVISOR[from.index()]
}

/// Gives the squares a bishop attacks from `from`, its eyes read from `occupancy`.
#[inline]
#[must_use]
pub fn bishop_attacks(from: Square, occupancy: &Occupancy) -> Bitboard {
    BISHOP[from.index()][occupancy.diagonal(from)]
}

/// Gives the squares a knight attacks from `from`, its legs read from `occupancy`.
#[inline]
#[must_use]
pub fn knight_attacks(from: Square, occupancy: &Occupancy) -> Bitboard {
    KNIGHT[from.index()][occupancy.beside(from)]
}

/// Gives the squares from which a knight attacks `target`; a knight's attack is not mutual, since the leg lies beside
/// the knight.
#[inline]
#[must_use]
pub fn knight_attackers(target: Square, occupancy: &Occupancy) -> Bitboard {
    KNIGHT_FROM[target.index()][occupancy.diagonal(target)]
}

/// Gives the leg (马腿) of a knight's move: the square beside `from` that must be empty; `None` if it is no knight's
/// move.
#[must_use]
pub fn knight_leg(from: Square, to: Square) -> Option<Square> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    match (files.abs(), ranks.abs()) {
        (1, 2) => from.offset(0, ranks / 2),
        (2, 1) => from.offset(files / 2, 0),
        _ => None,
    }
}

/// Gives the squares a pawn of `color` attacks from `from`.
#[inline]
#[must_use]
pub fn pawn_attacks(color: Color, from: Square) -> Bitboard {
    PAWN[color as usize][from.index()]
}

/// Gives the squares from which a pawn of `color` attacks `target`.
#[inline]
#[must_use]
pub fn pawn_attackers(color: Color, target: Square) -> Bitboard {
    PAWN_FROM[color as usize][target.index()]
}
