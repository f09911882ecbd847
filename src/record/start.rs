//! Where a game begins, as formats tell it that list the pieces of a board and no side that is to move.

use crate::board::{Board, Color, PieceType};
use crate::position::{FenError, Move, Position, Setup};

/// The sixteen pieces of a side in the order in which formats list their squares.
pub(super) const PIECES: [PieceType; 16] = {
    use PieceType::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    [
        Rook, Knight, Bishop, Advisor, King, Advisor, Bishop, Knight, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ]
};

/// Makes the position before a first move, whose piece tells the side to move. Without one it is `turn`, or the other side if
/// that could take the king.
pub(super) fn position(
    board: &Board,
    first: Option<Move>,
    turn: Color,
) -> Result<Position, FenError> {
    let make = |turn| {
        Position::try_from(Setup {
            board: board.clone(),
            turn,
            ..Setup::default()
        })
    };
    match first.and_then(|mv| board.piece_at(mv.from())) {
        Some(piece) => make(piece.color()),
        None => make(turn).or_else(|error| make(!turn).map_err(|_| error)),
    }
}
