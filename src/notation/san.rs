//! The algebraic notation of XBoard and of programs for many chess variants: `Che2`, `Hg7`, `Rxh9+`, `c4`.
//!
//! The piece, where it comes from as far as that is needed, `x` if it takes, and the square it reaches.
//!
//! | case | the writer writes | the reader also takes |
//! |---|---|---|
//! | piece | `K A E H R C`, nothing for a pawn | `B` for E, `N` for H, `P` |
//! | two pieces can go there | the file left, or the rank if the file is the same: `Che2`, `R4d5` | both: `Rd4d5` |
//! | captures | `x`; a pawn that takes tells its file: `cxd5` | no `x` |
//! | check and mate | `+` and `#` | neither, or any number of them |
//!
//! Ranks are numbered as for coordinates. Pieces are written in upper case and squares in lower case; a text that is
//! written otherwise is no move.

use super::cursor::Cursor;
use super::relative::candidates;
use super::{NotationError, coordinate, wxf};
use crate::board::{PieceType, Square};
use crate::position::{Move, Position};
use coordinate::Ranks;

/// Reads a legal move of the position.
///
/// # Errors
/// Tells what does not fit the form, or that the text does not fit exactly one legal move.
///
/// # Examples
///
/// ```
/// use caipan::notation::{coordinate::Ranks, san};
/// use caipan::position::Position;
///
/// let position = Position::start();
/// assert_eq!(san::read(&position, "Che2", Ranks::FromZero).unwrap().to_string(), "h2e2");
/// assert_eq!(san::read(&position, "Nc3", Ranks::FromOne).unwrap().to_string(), "b0c2");
/// assert_eq!(
///     san::read(&position, "Ce2", Ranks::FromZero).unwrap_err().to_string(),
///     "\"Ce2\" fits several moves: b2e2, h2e2"
/// );
/// ```
pub fn read(position: &Position, text: &str, ranks: Ranks) -> Result<Move, NotationError> {
    let San {
        kind,
        file,
        rank,
        to,
    } = San::read(text, ranks)?;
    let own = position.board().pieces(position.turn(), kind);
    let is_named = |square: Square| {
        own.contains(square)
            && file.is_none_or(|file| file == square.file())
            && rank.is_none_or(|rank| rank == square.rank())
    };
    let moves = own.filter(|from| is_named(*from));
    let moves = moves.filter_map(|from| Move::new(from, to));
    let fitting: Vec<Move> = moves.filter(|mv| position.is_legal(*mv)).collect();
    match *fitting {
        [mv] => Ok(mv),
        [] => Err(NotationError::impossible(
            text,
            candidates(position, is_named),
        )),
        _ => Err(NotationError::ambiguous(text, fitting)),
    }
}

/// Tells whether a text has the form of a move with ranks numbered so.
pub(crate) fn is_form(text: &str, ranks: Ranks) -> bool {
    San::read(text, ranks).is_ok()
}

/// What a text says of a move.
struct San {
    kind: PieceType,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
}

impl San {
    fn read(text: &str, ranks: Ranks) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(text);
        let kind = cursor.take(read_kind).unwrap_or(PieceType::Pawn);
        let first = read_half(&mut cursor, ranks);
        let takes = cursor.take(|letter| matches!(letter, 'x' | '-').then_some(()));
        let second = read_half(&mut cursor, ranks);
        while cursor
            .take(|letter| matches!(letter, '+' | '#').then_some(()))
            .is_some()
        {}
        cursor.end()?;
        let (from, to) = match (second, takes) {
            ((None, None), None) => ((None, None), first),
            _ => (first, second),
        };
        let to = to.0.zip(to.1);
        let to = to.and_then(|(file, rank)| Square::new(file, rank));
        let to = to.ok_or_else(|| cursor.fault("the square that the piece reaches"))?;
        let (file, rank) = from;
        Ok(Self {
            kind,
            file,
            rank,
            to,
        })
    }
}

/// Reads a letter of WXF, in upper case alone: lower case is for squares.
fn read_kind(letter: char) -> Option<PieceType> {
    let kind = letter.is_ascii_uppercase().then_some(letter);
    kind.and_then(wxf::read_kind)
}

/// Reads a square, or a file or rank alone, or nothing.
fn read_half(cursor: &mut Cursor<'_>, ranks: Ranks) -> (Option<u8>, Option<u8>) {
    let file = cursor.take(|letter| matches!(letter, 'a'..='i').then(|| letter as u8 - b'a'));
    (file, coordinate::take_rank(cursor, ranks))
}

/// Writes a legal move of the position, with ranks from 0. A move that starts on an empty square, which is never legal, is
/// written by coordinates.
#[must_use]
pub fn write(position: &Position, mv: Move) -> String {
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = board.piece_at(from) else {
        return coordinate::write(mv, Ranks::FromZero);
    };
    let kind = piece.kind();
    let takes = board.piece_at(to).is_some();
    let mut text = String::with_capacity(8);
    match kind {
        PieceType::Pawn => {}
        PieceType::Bishop => text.push('E'),
        PieceType::Knight => text.push('H'),
        kind => text.push(kind.letter()),
    }
    let others = board.pieces(piece.color(), kind).filter(|other| {
        *other != from && Move::new(*other, to).is_some_and(|mv| position.is_legal(mv))
    });
    let (mut is_shared, mut file_is_shared) = (false, false);
    for other in others {
        is_shared = true;
        file_is_shared |= other.file() == from.file();
    }
    let square = from.to_string();
    if file_is_shared {
        // No more than two pieces that reach one square stand on one file, and those on different ranks.
        text.push_str(&square[1..]);
    } else if is_shared || takes && kind == PieceType::Pawn {
        text.push_str(&square[..1]);
    }
    if takes {
        text.push('x');
    }
    text.push_str(&to.to_string());
    let mut after = position.clone();
    let _ = after.play_unchecked(mv);
    if after.is_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    fn from_zero(position: &Position, text: &str) -> Result<Move, NotationError> {
        read(position, text, Ranks::FromZero)
    }

    #[test]
    fn spellings() {
        check(
            from_zero,
            "3k5/9/9/2p6/R8/2P6/9/9/R8/4K4 w",
            &[
                ("R5a3", "a5a3"),
                ("R1a3", "a1a3"),
                ("Ra1a3", "a1a3"),
                ("Ra3", "\"Ra3\" fits several moves: a1a3, a5a3"),
                ("Ra9+", "a5a9"),
                ("Ra9#", "a5a9"),
                ("c5", "c4c5"),
                ("Pc5", "c4c5"),
                ("R-i5", "a5i5"),
                (
                    "ra6",
                    "\"ra6\" is no move: found 'r' at byte 0, expected the end of the move",
                ),
                (
                    "R",
                    "\"R\" is no move: found the end at byte 1, expected the square that the piece reaches",
                ),
                (
                    "Rx",
                    "\"Rx\" is no move: found the end at byte 2, expected the square that the piece reaches",
                ),
                (
                    "Rj1",
                    "\"Rj1\" is no move: found 'j' at byte 1, expected the end of the move",
                ),
                ("c3", "\"c3\" is not legal here: expected one of c4c5"),
            ],
        );
    }

    #[test]
    fn moves_are_written_as_short_as_can_be() {
        for (fen, mv, text) in [
            (crate::position::START_FEN, "h2e2", "Che2"),
            (crate::position::START_FEN, "h0g2", "Hg2"),
            (crate::position::START_FEN, "h2h9", "Cxh9"),
            (crate::position::START_FEN, "c3c4", "c4"),
            (crate::position::START_FEN, "g0e2", "Ege2"),
            ("3k5/9/9/2p6/R8/2P6/9/9/R8/4K4 w", "a5a3", "R5a3"),
            ("3k5/9/9/2p6/R8/2P6/9/9/R8/4K4 w", "a5a9", "Ra9+"),
            ("3k5/8R/9/2pP5/9/9/9/9/9/4KR3 w", "f0f9", "Rf9#"),
            ("3k5/9/9/2pP5/9/9/9/9/9/4K4 w", "d6c6", "dxc6"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mv = coordinate::read(mv, Ranks::FromZero).unwrap();
            assert_eq!(write(&position, mv), text, "{fen}");
        }
    }
}
