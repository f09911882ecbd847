//! A set of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares, one bit each: bit `n` of 128 is the square of number `n`, the upper 38 bits are always 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All ninety squares.
    pub const ALL: Self = Self((1 << Square::COUNT) - 1);

    /// Makes a set of its bits; bits beyond the board are dropped.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Gives the bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Makes the set of one square.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Makes the set of a rank, 0 to 9; nothing beyond.
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        if rank < Square::RANKS {
            Self(0x1ff << (rank * 9))
        } else {
            Self::EMPTY
        }
    }

    /// Makes the set of a file, 0 to 8; nothing beyond.
    #[must_use]
    pub const fn file(file: u8) -> Self {
        const A: u128 = {
            let mut bits = 0;
            let mut rank = 0;
            while rank < 10 {
                bits |= 1 << (rank * 9);
                rank += 1;
            }
            bits
        };
        if file < Square::FILES {
            Self(A << file)
        } else {
            Self::EMPTY
        }
    }

    /// Adds a square, in constant expressions too.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// Tells whether a square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        // One half is shifted, which is quicker than both.
        let half = if square.index() < 64 {
            self.0 as u64
        } else {
            (self.0 >> 64) as u64
        };
        half >> (square.index() % 64) & 1 != 0
    }

    /// Tells whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether the set holds two squares or more.
    #[inline]
    #[must_use]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Tells whether two sets share a square.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Counts the squares.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        // Both halves in one word-parallel sum: without a popcount instruction this is half of two separate counts.
        const ODD: u64 = 0x5555_5555_5555_5555;
        const PAIRS: u64 = 0x3333_3333_3333_3333;
        const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let low = low - (low >> 1 & ODD);
        let high = high - (high >> 1 & ODD);
        let sum = (low & PAIRS) + (low >> 2 & PAIRS) + (high & PAIRS) + (high >> 2 & PAIRS);
        let sum = (sum & NIBBLES) + (sum >> 4 & NIBBLES);
        (sum.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Gives the square of the lowest number, if any.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(self.lowest())
        }
    }

    #[inline]
    const fn lowest(self) -> Square {
        let low = self.0 as u64;
        Square::at(if low == 0 {
            64 + ((self.0 >> 64) as u64).trailing_zeros() as usize
        } else {
            low.trailing_zeros() as usize
        })
    }

    /// Gives the squares one rank up (towards Black); those of rank 9 fall off.
    #[inline]
    #[must_use]
    pub const fn up(self) -> Self {
        Self::from_bits(self.0 << 9)
    }

    /// Gives the squares one rank down (towards Red); those of rank 0 fall off.
    #[inline]
    #[must_use]
    pub const fn down(self) -> Self {
        Self(self.0 >> 9)
    }

    /// Gives the squares one file to the left; those of file `a` fall off.
    #[inline]
    #[must_use]
    pub const fn left(self) -> Self {
        Self((self.0 & !Self::file(0).0) >> 1)
    }

    /// Gives the squares one file to the right; those of file `i` fall off.
    #[inline]
    #[must_use]
    pub const fn right(self) -> Self {
        Self((self.0 & !Self::file(8).0) << 1)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

macro_rules! set_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl $operator for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self($operator::$method(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                $assign::$assign_method(&mut self.0, other.0);
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

/// Draws the set, Black's side on top: `x` for a square in it, `.` for one that is not.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            writeln!(f)?;
            for file in 0..Square::FILES {
                let inside = Square::new(file, rank).is_some_and(|square| self.contains(square));
                f.write_str(if inside { "x" } else { "." })?;
            }
        }
        Ok(())
    }
}
