//! What could be taken by the next move and not be won back: the chase of the Asian rules at one position.
//!
//! Only the capture itself is looked at, and whether the capturer could be retaken; never a whole exchange.

use crate::board::{Bitboard, Board, Color, Occupancy, PieceType, Square, knight_leg};
use crate::position::Move;

/// Gives the pieces that `by` chases if it were its turn.
///
/// Kings and pawns never chase, and kings and pawns on their own side of the river are never chased. The capture must
/// be legal. It needs no more where a knight or cannon takes a rook, or an advisor or bishop takes a rook, cannon or
/// knight. Any other piece must be without a root: none of its side, the king included, could legally retake. Pieces of
/// one kind that could take each other make an offer, not a chase.
pub(super) fn chased(board: &Board, by: Color) -> Bitboard {
    let targets = targets(board, by);
    let mut chased = Bitboard::EMPTY;
    for from in chasers(board, by) {
        let Some(chaser) = board.piece_at(from) else {
            continue;
        };
        for to in board.attacks(chaser, from) & targets & !chased {
            if is_chase(board, by, from, to, None) {
                chased |= Bitboard::of(to);
            }
        }
    }
    chased
}

/// Tells whether `by`, whose turn it is, chases the piece on `to` already before its next move. The piece must be one
/// that can be chased.
///
/// Given that move, a root that it shakes off a chaser standing still does not count: if a piece that attacks the chaser
/// holds the target too, a move that ends the attack saves the chaser, and what the chaser attacks it attacked before
/// (diagrams 39 to 41 and 61).
pub(super) fn is_chased_before(board: &Board, by: Color, to: Square, next: Option<Move>) -> bool {
    (board.attackers(to, by) & chasers(board, by)).any(|from| is_chase(board, by, from, to, next))
}

/// Gives the piece with which `by` chases the piece on `to`, and whether a root could retake; one that no root answers
/// if there is one.
pub(super) fn chaser(board: &Board, by: Color, to: Square) -> Option<(Square, bool)> {
    let chasers = (board.attackers(to, by) & chasers(board, by))
        .filter(|from| is_chase(board, by, *from, to, None));
    let is_rooted = |from: Square| {
        let mut after = *board.occupancy();
        after.toggle(from);
        let mut roots = board.attackers_in(to, !by, &after);
        roots.any(|root| can_retake(board, by, &after, from, (root, to)))
    };
    chasers
        .map(|from| (from, is_rooted(from)))
        .min_by_key(|(_, is_rooted)| *is_rooted)
}

/// What could be chased at all.
fn targets(board: &Board, by: Color) -> Bitboard {
    const RED_HOME: Bitboard = Bitboard::from_bits((1 << 45) - 1);
    let them = !by;
    let home = match them {
        Color::Red => RED_HOME,
        Color::Black => !RED_HOME,
    };
    board.color(them)
        & !board.pieces(them, PieceType::King)
        & !(board.pieces(them, PieceType::Pawn) & home)
}

fn chasers(board: &Board, by: Color) -> Bitboard {
    board.color(by) & !board.pieces(by, PieceType::King) & !board.pieces(by, PieceType::Pawn)
}

/// Gives the rooks of the other side that stand on the leg of a knight of `by` that would otherwise give check.
pub(super) fn pinned_by_knight(board: &Board, by: Color) -> Bitboard {
    let Some(king) = board.king(!by) else {
        return Bitboard::EMPTY;
    };
    let legs: Bitboard = board
        .pieces(by, PieceType::Knight)
        .filter_map(|knight| knight_leg(knight, king))
        .collect();
    legs & board.pieces(!by, PieceType::Rook)
}

/// The enemies that attack the piece of `by` on `square` and no longer do after the move; none if it is that piece that
/// moves.
fn shaken_off(board: &Board, by: Color, square: Square, mv: Move) -> Bitboard {
    if mv.from() == square {
        return Bitboard::EMPTY;
    }
    let mut after = *board.occupancy();
    after.toggle(mv.from());
    if !after.contains(mv.to()) {
        after.toggle(mv.to());
    }
    board.attackers(square, !by) & !board.attackers_in(square, !by, &after)
}

/// Tells whether the attack of the piece of `by` on `from` upon `to` is a chase.
fn is_chase(board: &Board, by: Color, from: Square, to: Square, next: Option<Move>) -> bool {
    use PieceType::{Advisor, Bishop, Cannon, Knight, Rook};
    let (Some(chaser), Some(target)) = (board.piece_at(from), board.piece_at(to)) else {
        return false;
    };
    let mut after = *board.occupancy();
    after.toggle(from);
    if !is_safe(board, by, &after, to) {
        return false;
    }
    match (chaser.kind(), target.kind()) {
        (Knight | Cannon, Rook) | (Advisor | Bishop, Rook | Cannon | Knight) => true,
        (chaser, target) => {
            let mut roots = board.attackers_in(to, !by, &after);
            if let (Some(next), false) = (next, roots.is_empty()) {
                roots &= !shaken_off(board, by, from, next);
            }
            !roots.any(|root| can_retake(board, by, &after, from, (root, to)))
                && (chaser != target || !can_take(board, !by, to, from))
        }
    }
}

/// Tells whether the king of `color` is safe when `occupancy` is occupied and the enemy on `taken` is gone.
fn is_safe(board: &Board, color: Color, occupancy: &Occupancy, taken: Square) -> bool {
    board.king(color).is_some_and(|king| {
        (board.checkers_in(king, !color, occupancy) & !Bitboard::of(taken)).is_empty()
    })
}

/// Tells whether `root` could legally retake on `to` what came there from `from` and left `after`.
fn can_retake(
    board: &Board,
    by: Color,
    after: &Occupancy,
    from: Square,
    (root, to): (Square, Square),
) -> bool {
    let mut retaken = *after;
    retaken.toggle(root);
    board.king(!by).is_some_and(|king| {
        let king = if king == root { to } else { king };
        (board.checkers_in(king, by, &retaken) & !Bitboard::of(from)).is_empty()
    })
}

/// Tells whether the piece of `color` on `from` could legally take what stands on `to`.
fn can_take(board: &Board, color: Color, from: Square, to: Square) -> bool {
    let mut after = *board.occupancy();
    after.toggle(from);
    board
        .piece_at(from)
        .is_some_and(|piece| board.attacks(piece, from).contains(to))
        && is_safe(board, color, &after, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn chased_by_red(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let squares = chased(position.board(), Color::Red);
        squares.map(|square| square.to_string()).collect()
    }

    #[test]
    fn what_cannot_be_won_back_is_chased() {
        let cases = [
            // A rook on a cannon: bare, with a root, with a root that is pinned.
            ("3k5/9/9/9/c8/R8/9/9/9/5K3 w", "a5"),
            ("3k5/9/9/p8/c8/R8/9/9/9/5K3 w", ""),
            ("4k4/9/4b4/9/2c6/9/9/9/2R6/3K5 w", ""),
            ("4k4/9/4b4/9/2c6/9/9/4R4/2R6/3K5 w", "c5e7"),
            // The root of a king, and of one that would face the other.
            ("3k5/3n5/9/9/9/9/9/9/3R5/4K4 w", ""),
            ("4k4/4n4/9/9/9/9/9/9/4R4/4K4 w", "e8"),
            // A knight on a rook and on a cannon, both with a root; an advisor on a cannon.
            ("3k5/9/9/p8/r8/9/1N7/9/9/5K3 w", "a5"),
            ("3k5/9/9/p8/c8/9/1N7/9/9/5K3 w", ""),
            ("3k5/9/9/9/9/9/9/3c4r/4A4/4K4 w", "d2"),
            // Rook and rook offer themselves, unless one is pinned.
            ("3k5/9/9/9/r8/R8/9/9/9/5K3 w", ""),
            ("4k4/9/9/9/R3r4/9/9/4R4/9/5K3 w", "e5"),
            // Knight and knight, the leg of one blocked in the second.
            ("3k5/9/9/9/2n6/9/1N7/9/9/5K3 w", ""),
            ("3k5/9/9/2n6/2p6/1N7/9/9/9/5K3 w", "c6"),
            // A pawn on its own side of the river, and beyond.
            ("3k5/9/9/p8/R8/9/9/9/9/5K3 w", ""),
            ("3k5/9/9/9/R8/p8/9/9/9/5K3 w", "a4"),
            // Pawns and kings chase nothing, nor does a piece that must stay on its line.
            ("3k5/9/9/c8/P8/9/9/9/9/5K3 w", ""),
            ("3k5/9/9/9/9/9/9/9/4c4/4K4 w", ""),
            ("3kr4/9/9/9/4R3c/9/9/9/9/4K4 w", ""),
        ];
        for (fen, expected) in cases {
            assert_eq!(chased_by_red(fen), expected, "{fen}");
        }
    }

    #[test]
    fn a_root_that_the_move_shakes_off_the_chaser_does_not_count() {
        // Black's cannon hits Red's rook over the advisor, and holds the knight behind it.
        let fen = "4k4/9/9/9/9/9/9/9/c3AR1n1/3K5 w";
        let position = Position::from_fen(fen).unwrap();
        let square = |file, rank| Square::new(file, rank).unwrap();
        let is_chased =
            |next: Option<Move>| is_chased_before(position.board(), Color::Red, square(7, 1), next);
        assert!(!is_chased(None));
        let cases = [
            ((4, 1), (3, 2), true, "the screen steps aside"),
            ((3, 0), (3, 1), true, "a second screen"),
            ((3, 0), (4, 0), false, "neither"),
            ((5, 1), (5, 5), false, "the chaser itself moves"),
        ];
        for ((from_file, from_rank), (file, rank), expected, what) in cases {
            let next = Move::new(square(from_file, from_rank), square(file, rank));
            assert_eq!(is_chased(next), expected, "{what}");
        }
    }
}
