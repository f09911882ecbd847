//! The seven kinds of piece and the fourteen coloured ones.

use super::Color;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum PieceType {
    /// 帅 / 将: one step along a line inside the palace; the two kings may not face each other.
    King,
    /// 仕 / 士: one diagonal step inside the palace.
    Advisor,
    /// 相 / 象: two diagonal steps over an empty eye, on its own side of the river.
    Bishop,
    /// 马: one step along a line (the leg, which must be empty), then one diagonally outward.
    Knight,
    /// 车: any distance along a line.
    Rook,
    /// 炮: moves as a rook, captures over exactly one screen.
    Cannon,
    /// 兵 / 卒: one step forward; beyond the river also sideways.
    Pawn,
}

impl PieceType {
    /// All kinds, in the order of their index.
    pub const ALL: [Self; 7] = [
        Self::King,
        Self::Advisor,
        Self::Bishop,
        Self::Knight,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// Gives the upper-case FEN letter, one of `KABNRCP`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Advisor => 'A',
            Self::Bishop => 'B',
            Self::Knight => 'N',
            Self::Rook => 'R',
            Self::Cannon => 'C',
            Self::Pawn => 'P',
        }
    }

    /// Reads a letter of either case, with the synonyms H (horse) for N, E (elephant) for B and G (guard) for A.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::King,
            'A' | 'G' => Self::Advisor,
            'B' | 'E' => Self::Bishop,
            'N' | 'H' => Self::Knight,
            'R' => Self::Rook,
            'C' => Self::Cannon,
            'P' => Self::Pawn,
            _ => return None,
        })
    }

    /// Tells how many pieces of this kind a side has at the start of a game, which is the most it can ever have.
    #[must_use]
    pub const fn full_count(self) -> u32 {
        match self {
            Self::King => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// Tells whether the piece can cross the river to attack: rook, knight, cannon or pawn.
    #[must_use]
    pub const fn is_attacker(self) -> bool {
        matches!(self, Self::Knight | Self::Rook | Self::Cannon | Self::Pawn)
    }
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[expect(
    missing_docs,
    reason = "each name is a colour and a kind, and both are documented"
)]
pub enum Piece {
    RedKing,
    RedAdvisor,
    RedBishop,
    RedKnight,
    RedRook,
    RedCannon,
    RedPawn,
    BlackKing,
    BlackAdvisor,
    BlackBishop,
    BlackKnight,
    BlackRook,
    BlackCannon,
    BlackPawn,
}

impl Piece {
    /// All fourteen, in the order of their index: Red's seven, then Black's.
    pub const ALL: [Self; 14] = [
        Self::RedKing,
        Self::RedAdvisor,
        Self::RedBishop,
        Self::RedKnight,
        Self::RedRook,
        Self::RedCannon,
        Self::RedPawn,
        Self::BlackKing,
        Self::BlackAdvisor,
        Self::BlackBishop,
        Self::BlackKnight,
        Self::BlackRook,
        Self::BlackCannon,
        Self::BlackPawn,
    ];

    /// Makes a piece of a side and a kind.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::ALL[color as usize * 7 + kind as usize]
    }

    /// Gives the side.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if (self as u8) < 7 {
            Color::Red
        } else {
            Color::Black
        }
    }

    /// Gives the kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceType {
        const KINDS: [PieceType; 16] = {
            let mut kinds = [PieceType::King; 16];
            let mut i = 0;
            while i < 14 {
                kinds[i] = PieceType::ALL[i % 7];
                i += 1;
            }
            kinds
        };
        KINDS[self as usize & 15]
    }

    /// Gives the FEN letter: upper case for Red, lower case for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::Red => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter with the synonyms of [`PieceType::from_letter`].
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match PieceType::from_letter(letter) {
            Some(kind) if letter.is_ascii_uppercase() => Some(Self::new(Color::Red, kind)),
            Some(kind) => Some(Self::new(Color::Black, kind)),
            None => None,
        }
    }
}
