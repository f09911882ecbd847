//! From one move to one nature.

use super::{Book, Nature};
use crate::board::PieceType;
use crate::position::Line;

/// Tells the nature of move number `ply` of a line; `None` where it cannot be decided.
///
/// A check is a check in every book. In the books that look for nothing else every other move is idle. In the Chinese
/// rules a king that moves out of check is idle whatever it attacks (26.1.2).
pub(super) fn nature(line: &Line, ply: usize, book: Book) -> Option<Nature> {
    if line.was_check(ply + 1) {
        return Some(Nature::Check);
    }
    match book {
        Book::CheckOnly | Book::Nothing => Some(Nature::Idle),
        Book::Chinese if line.was_check(ply) && is_king_move(line, ply) => Some(Nature::Idle),
        Book::Chinese | Book::Asian | Book::Computer => None,
    }
}

fn is_king_move(line: &Line, ply: usize) -> bool {
    line.move_at(ply).is_some_and(|mv| {
        let before = line.position_at(ply);
        before
            .board()
            .piece_at(mv.from())
            .is_some_and(|piece| piece.kind() == PieceType::King)
    })
}
