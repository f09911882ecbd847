//! A move as two squares, and a list of them.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::board::Square;

/// A move from one square to another, packed in 16 bits; `Option<Move>` takes no more.
///
/// It says nothing of the piece or of legality; two positions may share a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

impl Move {
    /// Makes a move; `None` if both squares are the same.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Option<Self> {
        if from.index() == to.index() {
            return None;
        }
        match NonZeroU16::new((from.index() << 7 | to.index()) as u16) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// Makes a move between squares known to differ.
    #[inline]
    pub(crate) const fn between(from: Square, to: Square) -> Self {
        debug_assert!(from.index() != to.index());
        match NonZeroU16::new((from.index() << 7 | to.index()) as u16) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// Gives the square left.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::at((self.0.get() >> 7) as usize)
    }

    /// Gives the square reached.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::at((self.0.get() & 127) as usize)
    }

    /// Gives the move as a number that fits 14 bits and is never 0.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Reads what [`Move::bits`] gave; `None` for anything else.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match (
            Square::from_index((bits >> 7) as usize),
            Square::from_index((bits & 127) as usize),
        ) {
            (Some(from), Some(to)) => Self::new(from, to),
            _ => None,
        }
    }

    /// Gives the left-right mirror image.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::between(self.from().mirrored(), self.to().mirrored())
    }

    /// Gives the move the other side would make on the board turned top to bottom.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self::between(self.from().flipped(), self.to().flipped())
    }
}

/// Writes the coordinates with ranks 0 to 9, as `h2e2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The moves of one position. 128 places are enough: by the reach of each piece on an empty board there are at most
/// 2·17 (rooks) + 2·17 (cannons) + 2·8 (knights) + 5·3 (pawns) + 2·4 (bishops) + 2·4 (advisors) + 4 (king) = 119.
pub type MoveList = ArrayVec<Move, MOVES_MOST>;

/// The room of a [`MoveList`].
pub const MOVES_MOST: usize = 128;
