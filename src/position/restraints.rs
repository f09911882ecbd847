//! What the enemy's pieces around a king leave to its side.
//!
//! Along each line from the king only the first three pieces matter. With an enemy rook, the first piece is pinned if
//! it is a defender. With an enemy cannon, zero screens make the squares between forbidden ground (no defender may
//! become the screen), one screen is check, and two screens pin each defender among them. A knight's leg pins the
//! defender that stands on it.

use arrayvec::ArrayVec;

use super::Position;
use crate::board::{
    Bitboard, Occupancy, Piece, PieceType, Square, knight_attackers, knight_leg, pawn_attackers,
};

/// Checkers, pins and forbidden ground of the side to move.
#[derive(Clone, Debug, Default)]
pub struct Restraints {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// The pinned defenders, all of them.
    pub pinned: Bitboard,
    /// Squares that no defender may step on: it would become the screen of a bare cannon (空头炮).
    pub barred: Bitboard,
    pins: ArrayVec<(Square, Bitboard), 16>,
}

impl Restraints {
    /// Gives the squares a pinned defender may still go to without exposing its king; every square for one not pinned.
    #[must_use]
    pub fn allowed(&self, square: Square) -> Bitboard {
        self.pins
            .iter()
            .filter(|(pinned, _)| *pinned == square)
            .fold(Bitboard::ALL, |allowed, (_, squares)| allowed & *squares)
    }

    fn pin(&mut self, square: Square, allowed: Bitboard) {
        self.pinned |= Bitboard::of(square);
        self.pins.push((square, allowed));
    }
}

/// The squares of one line, as a place on it turned into a square.
#[derive(Clone, Copy)]
struct Axis {
    origin: usize,
    stride: usize,
}

impl Axis {
    fn square(self, place: u32) -> Square {
        Square::at(self.origin + place as usize * self.stride)
    }

    /// The squares strictly between two places.
    fn between(self, a: u32, b: u32) -> Bitboard {
        (a.min(b) + 1..a.max(b))
            .map(|place| self.square(place))
            .collect()
    }
}

/// The places of the first three pieces below or above `place` on a line's word, nearest first.
fn first_three(word: u16, place: u32, above: bool) -> [Option<u32>; 3] {
    let mut rest = if above {
        u32::from(word) >> (place + 1) << (place + 1)
    } else {
        u32::from(word) & ((1 << place) - 1)
    };
    let mut next = || {
        let at = if rest == 0 {
            return None;
        } else if above {
            rest.trailing_zeros()
        } else {
            31 - rest.leading_zeros()
        };
        rest ^= 1 << at;
        Some(at)
    };
    [next(), next(), next()]
}

impl Position {
    /// Works out the checkers, pins and forbidden ground of the side to move.
    #[must_use]
    pub fn restraints(&self) -> Restraints {
        let mut restraints = Restraints::default();
        self.restrain(&mut restraints);
        restraints
    }

    /// Works the [`Restraints`] of the side to move out in place: to move them costs as much as a good part of them.
    pub fn restrain(&self, restraints: &mut Restraints) {
        let (board, us, them) = (self.board(), self.turn(), !self.turn());
        let king = self.king(us);
        restraints.checkers = pawn_attackers(them, king) & board.pieces(them, PieceType::Pawn);
        restraints.pinned = Bitboard::EMPTY;
        restraints.barred = Bitboard::EMPTY;
        restraints.pins.clear();
        let knights =
            knight_attackers(king, &Occupancy::default()) & board.pieces(them, PieceType::Knight);
        for knight in knights {
            let Some(leg) = knight_leg(knight, king) else {
                continue;
            };
            match board.piece_at(leg) {
                None => restraints.checkers |= Bitboard::of(knight),
                Some(piece) if piece.color() == us => restraints.pin(leg, Bitboard::of(knight)),
                Some(_) => {}
            }
        }
        let sliders = board.pieces(them, PieceType::Rook)
            | board.pieces(them, PieceType::Cannon)
            | board.pieces(them, PieceType::King);
        let (file, rank) = (king.file(), king.rank());
        let lines = board.occupancy().lines(king);
        if sliders.meets(Bitboard::rank(rank)) {
            let axis = Axis {
                origin: usize::from(rank) * 9,
                stride: 1,
            };
            self.restrain_along(axis, lines.rank, u32::from(file), restraints);
        }
        if sliders.meets(Bitboard::file(file)) {
            let axis = Axis {
                origin: usize::from(file),
                stride: 9,
            };
            self.restrain_along(axis, lines.file, u32::from(rank), restraints);
        }
    }

    fn restrain_along(&self, axis: Axis, word: u16, king: u32, restraints: &mut Restraints) {
        use PieceType::{Cannon, King, Rook};
        let us = self.turn();
        // Ours, or the kind of theirs.
        let look = |place: u32| {
            self.board()
                .piece_at(axis.square(place))
                .filter(|piece| piece.color() != us)
        };
        for above in [false, true] {
            let [first, second, third] = first_three(word, king, above);
            let Some(first) = first else { continue };
            let enemy = look(first).map(Piece::kind);
            match enemy {
                Some(Rook | King) => restraints.checkers |= Bitboard::of(axis.square(first)),
                Some(Cannon) => restraints.barred |= axis.between(king, first),
                _ => {}
            }
            let Some(second) = second else { continue };
            let behind = look(second).map(Piece::kind);
            match behind {
                Some(Cannon) => restraints.checkers |= Bitboard::of(axis.square(second)),
                Some(Rook | King) if enemy.is_none() => {
                    let reach = axis.between(king, second) | Bitboard::of(axis.square(second));
                    restraints.pin(axis.square(first), reach);
                }
                _ => {}
            }
            let is_cannon = |third: &u32| look(*third).map(Piece::kind) == Some(Cannon);
            let Some(third) = third.filter(is_cannon) else {
                continue;
            };
            // The rook as the other screen too: taking it would leave the cannon a single one.
            let ground = axis.between(king, third) | Bitboard::of(axis.square(third));
            for (screen, other) in [(first, second), (second, first)] {
                if look(screen).is_none() {
                    restraints.pin(
                        axis.square(screen),
                        ground & !Bitboard::of(axis.square(other)),
                    );
                }
            }
        }
    }
}
