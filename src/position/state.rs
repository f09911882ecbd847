//! A checked position: who stands where, who moves, and the counters.

use std::fmt;
use std::sync::LazyLock;

use super::{FenError, Move, Setup, zobrist};
use crate::board::{Bitboard, Board, ByColor, Color, Piece, Square};

/// A position that passed the gate: one king a side, every piece where it can stand, and the side not to move is not
/// in check.
///
/// The side to move may be mated or stalemated; both lose in xiangqi.
///
/// # Examples
///
/// ```
/// use caipan::notation;
/// use caipan::position::Position;
///
/// let mut position = Position::start();
/// assert_eq!(position.legal_moves().len(), 44);
///
/// let mv = notation::read_any(&position, "炮二平五").unwrap();
/// let undo = position.play(mv).unwrap();
/// assert_eq!(
///     position.to_string(),
///     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
/// );
/// assert!(position.play(mv).is_err());
/// position.undo(undo);
/// assert_eq!(position, Position::start());
///
/// let error = Position::from_fen("4k4/9/9/9/9/9/9/9/9/4K4 w").unwrap_err();
/// assert_eq!(error.to_string(), "the kings face each other on an open file");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Color,
    kings: ByColor<Square>,
    key: u64,
    plies_since_capture: u16,
    move_number: u16,
}

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Undo {
    mv: Option<Move>,
    captured: Option<Piece>,
    plies_since_capture: u16,
    move_number: u16,
    key: u64,
}

impl Undo {
    /// Gives the move; `None` for a null move.
    #[inline]
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// Tells whether a position before the move can recur after it: it was no capture and no null move.
    #[inline]
    pub(super) fn is_reversible(&self) -> bool {
        self.captured.is_none() && self.mv.is_some()
    }

    /// Gives the key of the position before the move.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// Gives the piece the move captured.
    #[inline]
    #[must_use]
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl TryFrom<Setup> for Position {
    type Error = FenError;

    fn try_from(setup: Setup) -> Result<Self, FenError> {
        let faults = setup.faults();
        match (setup.board.king(Color::Red), setup.board.king(Color::Black)) {
            (Some(red), Some(black)) if faults.is_empty() => Ok(Self {
                key: zobrist::key(&setup.board, setup.turn),
                kings: ByColor { red, black },
                board: setup.board,
                turn: setup.turn,
                plies_since_capture: setup.plies_since_capture,
                move_number: setup.move_number.max(1),
            }),
            _ => Err(FenError {
                setup: Box::new(setup),
                faults,
            }),
        }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

impl Position {
    /// Gives the position at the start of a game, Red to move.
    #[must_use]
    pub fn start() -> Self {
        static START: LazyLock<Position> = LazyLock::new(|| {
            let setup = Setup::from_fen(super::START_FEN);
            match Position::try_from(setup) {
                Ok(position) => position,
                Err(error) => unreachable!("the start position is sound: {error}"),
            }
        });
        START.clone()
    }

    /// Gives the pieces.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Gives the side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Gives the square of a side's king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color]
    }

    /// Gives the Zobrist key of the placement and the side to move; the counters do not count.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Computes the key from nothing; always equal to [`Position::key`].
    #[must_use]
    pub fn fresh_key(&self) -> u64 {
        zobrist::key(&self.board, self.turn)
    }

    /// Gives the plies since the last capture, those told by the FEN included; it stops at 65535.
    #[inline]
    #[must_use]
    pub fn plies_since_capture(&self) -> u16 {
        self.plies_since_capture
    }

    /// Gives the move number, from 1, which grows after each move of Black; it stops at 65535.
    #[must_use]
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Gives the pieces that check the king of the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.board
            .checkers_in(self.kings[self.turn], !self.turn, self.board.occupancy())
    }

    /// Tells whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Tells whether a move captures.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.board.piece_at(mv.to()).is_some()
    }

    /// Plays a move without asking whether it is legal.
    ///
    /// # Panics
    /// In debug builds, if the move is not legal. In release builds such a move leaves a position that means nothing.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        self.play_ignoring_check(mv)
    }

    /// Plays a move that may leave the mover's own king attacked, for a referee who asks what a side in check would do
    /// if it were not. Nothing but [`Position::undo`] and moves that do not take that king may follow.
    #[inline]
    pub fn play_ignoring_check(&mut self, mv: Move) -> Undo {
        let undo = Undo {
            mv: Some(mv),
            captured: None,
            plies_since_capture: self.plies_since_capture,
            move_number: self.move_number,
            key: self.key,
        };
        let (from, to) = (mv.from(), mv.to());
        let (moved, captured) = self.board.relocate(from, to);
        let Some(moved) = moved else { return undo };
        self.key ^= zobrist::piece(moved, from) ^ zobrist::piece(moved, to);
        if from == self.kings[self.turn] {
            self.kings[self.turn] = to;
        }
        self.plies_since_capture = self.plies_since_capture.saturating_add(1);
        if let Some(captured) = captured {
            self.key ^= zobrist::piece(captured, to);
            self.plies_since_capture = 0;
        }
        self.pass_turn();
        Undo { captured, ..undo }
    }

    /// Passes the turn without a move. If the side to move was in check, the position is then no legal one, and only
    /// [`Position::undo`] may follow.
    #[inline]
    pub fn play_null(&mut self) -> Undo {
        let undo = Undo {
            mv: None,
            captured: None,
            plies_since_capture: self.plies_since_capture,
            move_number: self.move_number,
            key: self.key,
        };
        self.plies_since_capture = self.plies_since_capture.saturating_add(1);
        self.pass_turn();
        undo
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.key ^= zobrist::TURN;
        if self.turn == Color::Black {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// Takes back the last move, or null move, whose [`Undo`] this is.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.turn = !self.turn;
        if let Some(mv) = undo.mv {
            self.board.relocate(mv.to(), mv.from());
            if let Some(captured) = undo.captured {
                self.board.put(mv.to(), captured);
            }
            if mv.to() == self.kings[self.turn] {
                self.kings[self.turn] = mv.from();
            }
        }
        self.plies_since_capture = undo.plies_since_capture;
        self.move_number = undo.move_number;
        self.key = undo.key;
    }

    /// Gives the left-right mirror image.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.mapped(
            self.board.mirrored(),
            self.turn,
            Square::mirrored,
            |kings| kings,
        )
    }

    /// Gives the same position for the other side: colours swapped, the board turned top to bottom.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let swap = |kings: ByColor<Square>| ByColor {
            red: kings.black,
            black: kings.red,
        };
        self.mapped(self.board.flipped(), !self.turn, Square::flipped, swap)
    }

    fn mapped(
        &self,
        board: Board,
        turn: Color,
        square: impl Fn(Square) -> Square,
        sides: impl Fn(ByColor<Square>) -> ByColor<Square>,
    ) -> Self {
        let kings = sides(ByColor {
            red: square(self.kings.red),
            black: square(self.kings.black),
        });
        Self {
            key: zobrist::key(&board, turn),
            board,
            turn,
            kings,
            ..self.clone()
        }
    }
}

/// Writes the FEN and draws the board.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}{:?}", self.board)
    }
}
