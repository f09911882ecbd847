//! Squares, pieces and geometry: what stands where, and what it attacks.
//!
//! The board has nine files, `a` to `i` from Red's left to Red's right, and ten ranks, `0` (Red's back rank) to `9`
//! (Black's). Nothing here knows whose turn it is or what a legal move is; that is [`crate::position`].

mod bitboard;
mod color;
mod leapers;
mod occupancy;
mod piece;
mod placement;
mod square;

pub use bitboard::Bitboard;
pub use color::{ByColor, Color};
pub use leapers::{
    advisor_attacks, bishop_attacks, king_attacks, knight_attackers, knight_attacks, knight_leg,
    pawn_attackers, pawn_attacks,
};
pub use occupancy::{Lines, Occupancy, popcount10};
pub use piece::{Piece, PieceType};
pub use placement::Board;
pub use square::Square;
