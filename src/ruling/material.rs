//! What a line of captures is worth (article 26.6).

use crate::board::{Bitboard, Piece, PieceType, Square};

/// How an exchange ends for the side that began it, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Class {
    /// 得不偿失: more was lost than won.
    Loss,
    /// 价值相当: as much.
    Equal,
    /// Level, but only because a bystander was lost, never a piece that took part (26.5).
    EqualSpecial,
    /// 得子: material is won.
    Gain,
}

/// The worth of a line to the side that began it: its class, then its net material, then its marks: whether what it wins
/// is new, whether it is grave, and whether it does without a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Value(i32);

impl Value {
    /// Worse than any line: the beginner is mated.
    pub(super) const MATED: Self = Self(-100_000);
    /// Better than any line but a marked one that mates: the other side is mated.
    pub(super) const MATING: Self = Self(100_000);
    /// Worse and better than all that occurs.
    pub(super) const LOWEST: Self = Self(-200_000);
    pub(super) const HIGHEST: Self = Self(200_000);
    /// Nothing won and nothing lost.
    pub(super) const LEVEL: Self = Self::new(Class::Equal, 0);
    /// The least of a class.
    pub(super) const fn least(class: Class) -> Self {
        Self::new(class, -999)
    }

    pub(super) const fn new(class: Class, net: i32) -> Self {
        Self(8 * (class as i32 * 2_000 + net))
    }

    /// Gives the value with a mark for a first victim that could not be won before.
    pub(super) const fn new_victim(self) -> Self {
        Self(self.0 | 4)
    }

    pub(super) const fn is_new_victim(self) -> bool {
        self.0 & 4 != 0
    }

    /// Gives the value with a mark for something of level A (`RULES` §7).
    pub(super) const fn grave(self) -> Self {
        Self(self.0 | 2)
    }

    pub(super) const fn is_grave(self) -> bool {
        self.0 & 2 != 0
    }

    /// Gives the value with a mark for a line in which a piece stands still.
    pub(super) const fn still(self) -> Self {
        Self(self.0 | 1)
    }

    pub(super) const fn is_still(self) -> bool {
        self.0 & 1 != 0
    }

    /// Gives the value without its marks.
    pub(super) const fn plain(self) -> Self {
        Self(self.0 & !7)
    }

    /// Gives the value just below.
    pub(super) const fn below(self) -> Self {
        Self(self.0 - 1)
    }

    /// Gives the class; a mate of the other side counts as a gain, a mate of the beginner as a loss.
    pub(super) fn class(self) -> Class {
        match self.0 / 8 {
            5_000.. => Class::Gain,
            3_000.. => Class::EqualSpecial,
            1_000.. => Class::Equal,
            _ => Class::Loss,
        }
    }

    /// Gives the net material; 0 for a mate.
    pub(super) fn net(self) -> i32 {
        if self.0.abs() > 50_000 {
            0
        } else {
            self.0 / 8 - self.class() as i32 * 2_000
        }
    }

    /// Tells whether the line counts as winning something: a gain, or level in one of the ways of 26.5.
    pub(super) fn is_winning(self) -> bool {
        self >= Self::least(Class::EqualSpecial)
    }

    pub(super) fn is_gain(self) -> bool {
        self >= Self::least(Class::Gain)
    }
}

/// Tells whether a piece is material (子力): no king, and no pawn on its own side of the river.
pub(super) fn is_material(piece: Piece, square: Square) -> bool {
    match piece.kind() {
        PieceType::King => false,
        PieceType::Pawn => square.is_across_river(piece.color()),
        _ => true,
    }
}

/// What one side has won and lost so far in a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Account {
    pub(super) rooks: i8,
    /// Knights and cannons.
    strong: i8,
    /// Advisors and bishops.
    weak: i8,
    /// Crossed pawns.
    pub(super) pawns: i8,
    /// Own pawns lost after a strong piece had been won.
    late_pawns: i8,
    has_lost: bool,
    has_lost_mover: bool,
    /// Where the beginner's pieces that moved in the line stand now.
    pub(super) moved: Bitboard,
}

impl Account {
    pub(super) const EMPTY: Self = Self {
        rooks: 0,
        strong: 0,
        weak: 0,
        pawns: 0,
        late_pawns: 0,
        has_lost: false,
        has_lost_mover: false,
        moved: Bitboard::EMPTY,
    };

    fn count(&mut self, piece: Piece, square: Square, sign: i8) {
        match piece.kind() {
            PieceType::Rook => self.rooks += sign,
            PieceType::Knight | PieceType::Cannon => self.strong += sign,
            PieceType::Advisor | PieceType::Bishop => self.weak += sign,
            PieceType::Pawn => self.pawns += sign * i8::from(square.is_across_river(piece.color())),
            PieceType::King => {}
        }
    }

    /// Books a move of the beginner.
    pub(super) fn own_move(&mut self, from: Square, to: Square, captured: Option<Piece>) {
        self.moved = self.moved & !Bitboard::of(from) | Bitboard::of(to);
        if let Some(captured) = captured {
            self.count(captured, to, 1);
        }
    }

    /// Books a capture by the other side.
    pub(super) fn loses(&mut self, piece: Piece, square: Square) {
        if !is_material(piece, square) {
            self.moved &= !Bitboard::of(square);
            return;
        }
        if piece.kind() == PieceType::Pawn && self.balance() > 0 {
            self.late_pawns += 1;
        }
        self.count(piece, square, -1);
        self.has_lost = true;
        self.has_lost_mover |= self.moved.contains(square);
        self.moved &= !Bitboard::of(square);
    }

    /// The balance in strong pieces, a rook counting for two.
    fn balance(&self) -> i32 {
        2 * i32::from(self.rooks) + i32::from(self.strong)
    }

    /// Gives the class by the table of `RULES` §1.4, and the net material.
    pub(super) fn value(&self) -> Value {
        use Class::{Equal, EqualSpecial, Gain, Loss};
        let (s, w) = (self.balance(), i32::from(self.weak));
        let p = i32::from(self.pawns) + if s > 0 { i32::from(self.late_pawns) } else { 0 };
        let class = match p.signum() {
            0 if s > 0 || s == 0 && w > 0 => Gain,
            0 if s == 0 && w == 0 => Equal,
            0 => Loss,
            1 if s > 0 || s == 0 && w >= 0 => Gain,
            1 if s >= -1 => Equal,
            1 => Loss,
            _ if s >= 2 && self.rooks > 0 => Gain,
            _ if s >= 1 || s == 0 && w > 0 => Equal,
            _ => Loss,
        };
        let class = if class == Equal && self.has_lost && !self.has_lost_mover {
            EqualSpecial
        } else {
            class
        };
        let net = 80 * i32::from(self.rooks)
            + 40 * i32::from(self.strong)
            + 8 * w
            + 3 * i32::from(self.pawns);
        Value::new(class, net)
    }
}

/// Weighs a kind as a chaser or a target for the joint test of `RULES` §7: rook 4, knight and cannon 2, others 1.
pub(super) fn rough_weight(kind: PieceType) -> u8 {
    match kind {
        PieceType::Rook => 4,
        PieceType::Knight | PieceType::Cannon => 2,
        _ => 1,
    }
}
