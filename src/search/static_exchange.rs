//! Static exchange evaluation: what a capture is worth once both sides have taken all they care to on its square.
//!
//! The pieces leave the board one by one, so a rook behind a rook joins in, a knight's leg comes free, and a cannon
//! gains or loses its screen. Pins are not looked at.

use super::piece_square::EXCHANGE_VALUE;
use crate::board::{
    Bitboard, Board, Color, Occupancy, Piece, PieceType, Square, advisor_attacks, bishop_attacks,
    king_attacks, knight_attackers, pawn_attackers,
};
use crate::position::{Move, Position};

/// Gives the exchange value of a piece in centipawns.
#[inline]
fn worth(piece: Option<Piece>) -> i32 {
    piece.map_or(0, |piece| EXCHANGE_VALUE[piece.kind() as usize])
}

/// Finds the least valuable of a side's pieces that are still `alive` and may capture on `target`.
#[inline]
fn least_attacker(
    board: &Board,
    target: Square,
    side: Color,
    occupancy: &Occupancy,
    alive: Bitboard,
) -> Option<(Square, PieceType)> {
    use PieceType::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    let pieces = |kind| board.pieces(side, kind) & alive;
    let found = |from: Bitboard, kind| from.first().map(|square| (square, kind));
    found(pieces(Pawn) & pawn_attackers(side, target), Pawn)
        .or_else(|| found(pieces(Bishop) & bishop_attacks(target, occupancy), Bishop))
        .or_else(|| found(pieces(Advisor) & advisor_attacks(target), Advisor))
        .or_else(|| found(pieces(Knight) & knight_attackers(target, occupancy), Knight))
        .or_else(|| {
            let (reach, over_screen) = occupancy.cannon_reach(target);
            found(pieces(Cannon) & over_screen.to_bitboard(target), Cannon)
                .or_else(|| found(pieces(Rook) & reach.to_bitboard(target), Rook))
        })
        .or_else(|| found(pieces(King) & king_attacks(target), King))
}

/// Tells whether a legal move gains at least `threshold` centipawns on its target square.
pub(super) fn exchange_reaches(position: &Position, mv: Move, threshold: i32) -> bool {
    let board = position.board();
    let (from, target) = (mv.from(), mv.to());
    // What the side about to capture needs; it is met as soon as the balance says so with the piece at risk lost.
    let mut balance = worth(board.piece_at(target)) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= worth(board.piece_at(from));
    if balance >= 0 {
        return true;
    }
    let mut occupancy = *board.occupancy();
    occupancy.toggle(from);
    let mut alive = board.occupied() & !Bitboard::of(from);
    let mut side = !position.turn();
    while let Some((square, kind)) = least_attacker(board, target, side, &occupancy, alive) {
        occupancy.toggle(square);
        alive &= !Bitboard::of(square);
        // A king may not capture what is still guarded.
        if kind == PieceType::King
            && least_attacker(board, target, !side, &occupancy, alive).is_some()
        {
            break;
        }
        // The balance seen by `side` once it took, with the taker at risk.
        balance = -balance - 1 - EXCHANGE_VALUE[kind as usize];
        side = !side;
        if balance >= 0 {
            break;
        }
    }
    // Whoever is to capture now, and cannot or need not, has lost the argument.
    side != position.turn()
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: i32 = EXCHANGE_VALUE[PieceType::Pawn as usize];
    const A: i32 = EXCHANGE_VALUE[PieceType::Advisor as usize];
    const N: i32 = EXCHANGE_VALUE[PieceType::Knight as usize];
    const C: i32 = EXCHANGE_VALUE[PieceType::Cannon as usize];
    const R: i32 = EXCHANGE_VALUE[PieceType::Rook as usize];

    #[test]
    fn exchanges_reckoned_by_hand() {
        for (fen, mv, gain, why) in [
            ("3k5/9/9/4p4/9/4R4/9/9/9/4K4 w", "e4e6", P, "a lone pawn"),
            (
                "3k5/4r4/9/4p4/9/4R4/9/9/9/4K4 w",
                "e4e6",
                P - R,
                "guarded by a rook",
            ),
            (
                "3k5/4r4/9/4p4/9/4R4/4R4/9/9/5K3 w",
                "e4e6",
                P,
                "the rook behind joins in, so Black may not take back: P - R + R",
            ),
            (
                "3k5/9/9/4p4/9/9/4C4/9/9/5K3 w",
                "e3e2",
                0,
                "a quiet move nobody answers",
            ),
            (
                "3k5/9/2n6/4p4/9/4R4/9/9/9/4K4 w",
                "e4e6",
                P - R,
                "guarded by a knight",
            ),
            (
                "3k5/9/2na5/4p4/9/4R4/9/9/9/4K4 w",
                "e4e6",
                P,
                "the knight's leg is held",
            ),
            (
                "4k4/4r4/9/4p4/9/4P4/9/4C4/9/3K5 w",
                "e2e6",
                P - C,
                "a cannon over its screen, taken back",
            ),
            (
                "4k4/4r4/9/4n4/9/4R4/9/4C4/9/3K5 w",
                "e4e6",
                N - R,
                "the cannon loses its screen as the rook leaves",
            ),
            (
                "4k4/4r4/9/4n4/4P4/4R4/9/4C4/9/3K5 w",
                "e5e6",
                N,
                "the rook behind guards the pawn: Black stops",
            ),
            (
                "4k4/9/4c4/4n4/4R4/9/9/9/9/3K5 w",
                "e5e6",
                N,
                "a cannon without screen guards nothing",
            ),
            (
                "4k4/4c4/4b4/4n4/4R4/9/9/9/9/3K5 w",
                "e5e6",
                N - R,
                "with a screen it does",
            ),
            (
                "3ak4/4r4/4R4/9/9/9/9/9/9/3K5 w",
                "e7e8",
                0,
                "rook for rook, the advisor or the king takes back",
            ),
            (
                "4k4/4r4/4R4/4R4/9/9/9/9/9/3K5 w",
                "e7e8",
                R,
                "the king may not take what is guarded",
            ),
            (
                "5k3/4a4/9/5N3/9/9/9/9/9/3K5 w",
                "f6d7",
                0 - N,
                "an advisor takes the knight that comes",
            ),
            (
                "3a1k3/4a4/3N5/9/9/9/9/9/4R4/3K5 w",
                "e1e8",
                A - R,
                "advisor for rook",
            ),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mv = position
                .legal_moves()
                .into_iter()
                .find(|legal| legal.to_string() == mv)
                .unwrap_or_else(|| panic!("{mv} is not legal in {fen}"));
            assert!(
                exchange_reaches(&position, mv, gain),
                "{why}: at least {gain}"
            );
            assert!(
                !exchange_reaches(&position, mv, gain + 1),
                "{why}: at most {gain}"
            );
        }
    }
}
