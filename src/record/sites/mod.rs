//! The games of playing sites: files that name nothing but moves, or little more. They are read only.
//!
//! The sites let the king be taken and a check be left alone, so that a game may end with moves that are not legal. Such
//! moves are left out from the first one on: a comment names them, and a side that takes the king among them has won where
//! the file tells no result. A file whose first move is not legal is no game.
//!
//! Source: what the converters to PGN of these formats take from them.

pub mod ccm;
pub mod che;
pub mod chn;
pub mod mxq;
#[cfg(test)]
mod sample;

use super::{BinaryError, BinaryFault, GameRecord};
use crate::board::{PieceType, Square};
use crate::position::{Move, Outcome, Position};

/// Plays moves from the start of every game, with a comment on it; each comes with its byte.
fn play(preface: &str, moves: &[(usize, Move)]) -> Result<GameRecord, BinaryError> {
    let mut record = GameRecord::new(Position::start());
    record.add_comment(preface);
    for (ply, (at, mv)) in moves.iter().enumerate() {
        match record.push(*mv) {
            Ok(()) => {}
            Err(fault) if ply == 0 => {
                let fault = BinaryFault::Move { ply: 1, fault };
                return Err(fault.at(*at));
            }
            Err(_) => {
                leave_out(&mut record, moves.get(ply..).unwrap_or_default());
                break;
            }
        }
    }
    Ok(record)
}

/// Names moves that are left out, and gives the game to the side that takes the king with one of them.
fn leave_out(record: &mut GameRecord, moves: &[(usize, Move)]) {
    let mut board = record.line().position().board().clone();
    let mut text = "自此着法不合规则，未收入 (left out, for the first is not legal):".to_owned();
    for (_, mv) in moves {
        text.push(' ');
        text.push_str(&mv.to_string());
        let (piece, captured) = board.relocate(mv.from(), mv.to());
        let is_king = captured.is_some_and(|captured| captured.kind() == PieceType::King);
        if let Some(piece) = piece.filter(|_| is_king) {
            let winner = Outcome::Win(piece.color());
            record.outcome = record.outcome.or(Some(winner));
        }
    }
    record.add_comment(&text);
}

/// Gives the moves of records of four numbers, which are file and rank of two squares seen by the player, from the top left.
///
/// They end with the first record that is no move. The board is turned if the first move starts in the upper half: Red sits
/// there.
fn moves_on_screen(records: impl Iterator<Item = (usize, [u16; 4])>) -> Vec<(usize, Move)> {
    let mut is_turned = None;
    records
        .map_while(|(at, [from_x, from_y, to_x, to_y])| {
            let (from, to) = (square(from_x, from_y)?, square(to_x, to_y)?);
            let mv = Move::new(from, to)?;
            let is_turned = *is_turned.get_or_insert(from.rank() >= Square::RANKS / 2);
            let mv = if is_turned {
                mv.flipped().mirrored()
            } else {
                mv
            };
            Some((at, mv))
        })
        .collect()
}

/// Gives a square of its file from the left and its rank from the top.
fn square(x: u16, y: u16) -> Option<Square> {
    let file = u8::try_from(x).ok()?;
    Some(Square::new(file, u8::try_from(y).ok()?)?.flipped())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::notation::coordinate::{self, Ranks};

    fn moves(text: &str) -> Vec<(usize, Move)> {
        let read = |word: &str| coordinate::read(word, Ranks::FromZero);
        (0..)
            .zip(text.split(' ').map(|word| read(word).expect("a move")))
            .collect()
    }

    #[test]
    fn the_king_may_be_taken() {
        // Black makes a screen for the cannon on e6, and loses the king.
        let record = play("", &moves("h2e2 h9g7 e2e6 d9e8 e6e9 a0a1")).expect("a game");
        assert_eq!(record.line().len(), 3);
        assert_eq!(record.outcome, Some(Outcome::Win(Color::Red)));
        assert_eq!(
            record.comment(3),
            "自此着法不合规则，未收入 (left out, for the first is not legal): d9e8 e6e9 a0a1"
        );
        let record = play("", &moves("h2e2 h9g7 h9g7")).expect("a game");
        assert_eq!((record.line().len(), record.outcome), (2, None));
        assert_eq!(play("", &[]).map(|record| record.line().len()), Ok(0));
    }

    #[test]
    fn a_first_move_that_is_not_legal_is_no_game() {
        let error = play("", &moves("h9g7")).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("byte 0: move 1: h9g7 is not a legal move of red in "),
            "{text}"
        );
    }
}
