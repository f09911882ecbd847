//! The ninety points of the board.

use std::fmt;

use super::{Color, PieceType};

/// A point of the board, numbered `rank * 9 + file`: `a0` is 0, `i0` is 8, `i9` is 89.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 90;
    /// How many files.
    pub const FILES: u8 = 9;
    /// How many ranks.
    pub const RANKS: u8 = 10;

    /// Makes a square of a file (0 = `a` … 8 = `i`) and a rank (0 = Red's back rank … 9); `None` off the board.
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::FILES && rank < Self::RANKS {
            Some(Self(rank * 9 + file))
        } else {
            None
        }
    }

    /// Makes a square of its number, 0 to 89; `None` beyond.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Makes a square of a number known to be below 90.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Gives the number, 0 to 89.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Gives the file, 0 (`a`) to 8 (`i`).
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// Gives the rank, 0 to 9.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// Goes over all squares in the order of their number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(Self::at)
    }

    /// Gives the square `files` to the right and `ranks` up (from Red's seat); `None` off the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i16 + files as i16;
        let rank = self.rank() as i16 + ranks as i16;
        if file < 0 || rank < 0 {
            None
        } else {
            Self::new(file as u8, rank as u8)
        }
    }

    /// Gives the left-right mirror image: `a` becomes `i`, the rank stays.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.rank() * 9 + 8 - self.file())
    }

    /// Gives the square that the other side would call by the same name: the board turned top to bottom.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self((9 - self.rank()) * 9 + self.file())
    }

    /// Gives the rank seen by a side: 0 is its own back rank.
    #[inline]
    #[must_use]
    pub const fn rank_of(self, color: Color) -> u8 {
        match color {
            Color::Red => self.rank(),
            Color::Black => 9 - self.rank(),
        }
    }

    /// Tells whether a pawn of `color` on this square has crossed the river (河界).
    #[inline]
    #[must_use]
    pub const fn is_across_river(self, color: Color) -> bool {
        self.rank_of(color) >= 5
    }

    /// Tells whether the square lies in the palace (九宫) of `color`.
    #[must_use]
    pub const fn is_in_palace(self, color: Color) -> bool {
        self.rank_of(color) <= 2 && self.file() >= 3 && self.file() <= 5
    }

    /// Tells whether a piece of this kind and side can ever stand here.
    #[must_use]
    pub const fn is_reachable(self, color: Color, kind: PieceType) -> bool {
        let (file, rank) = (self.file(), self.rank_of(color));
        match kind {
            PieceType::King => self.is_in_palace(color),
            PieceType::Advisor => self.is_in_palace(color) && (file + rank) % 2 == 1,
            PieceType::Bishop => matches!((rank, file), (0 | 4, 2 | 6) | (2, 0 | 4 | 8)),
            PieceType::Pawn => rank >= 5 || rank >= 3 && file.is_multiple_of(2),
            PieceType::Knight | PieceType::Rook | PieceType::Cannon => true,
        }
    }
}

/// Writes file letter and rank digit, as `e0`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
