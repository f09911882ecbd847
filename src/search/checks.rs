//! Tells whether a move gives check before it is played.

use crate::board::{Bitboard, Occupancy, Piece, PieceType, Square, knight_attacks, pawn_attacks};
use crate::position::{Move, Position};

/// Tells whether a legal move gives check.
pub(super) fn gives_check(position: &Position, mv: Move) -> bool {
    let board = position.board();
    let (from, to, us) = (mv.from(), mv.to(), position.turn());
    let king = position.king(!us);
    let Some(piece) = board.piece_at(from) else {
        return false;
    };
    let mut after = *board.occupancy();
    after.toggle(from);
    if !after.contains(to) {
        after.toggle(to);
    }
    if attacks_square(piece, to, king, &after) {
        return true;
    }
    // The others: a line opened, a leg freed, a screen gained. What moved is looked for where it stands now.
    !(board.checkers_in(king, us, &after) & !Bitboard::of(from)).is_empty()
}

/// Tells whether a piece on `from` checks a king on `king`.
fn attacks_square(piece: Piece, from: Square, king: Square, occupancy: &Occupancy) -> bool {
    let aligned = from.file() == king.file() || from.rank() == king.rank();
    match piece.kind() {
        PieceType::Rook | PieceType::King => {
            aligned && occupancy.rook_reach(from).to_bitboard(from).contains(king)
        }
        PieceType::Cannon => {
            aligned
                && occupancy
                    .cannon_reach(from)
                    .1
                    .to_bitboard(from)
                    .contains(king)
        }
        PieceType::Knight => knight_attacks(from, occupancy).contains(king),
        PieceType::Pawn => pawn_attacks(piece.color(), from).contains(king),
        PieceType::Advisor | PieceType::Bishop => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench_positions::positions;
    use super::*;

    #[test]
    fn it_agrees_with_playing_the_move() {
        for start in positions() {
            for first in start.legal_moves() {
                let mut position = start.clone();
                let _ = position.play_unchecked(first);
                for mv in position.legal_moves() {
                    assert_eq!(
                        gives_check(&position, mv),
                        position.gives_check(mv),
                        "{position} {mv}"
                    );
                }
            }
        }
    }
}
