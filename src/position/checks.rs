//! Moves that give check: asked of one move, or listed.
//!
//! A list is made from what the king sees: a piece gives check on known squares, or wherever it goes if that uncovers
//! another. Only moves of such a piece along its line to the king have to be tried.

use super::movegen::{Sink, between, occupancy_after};
use super::{Move, MoveList, Position};
use crate::board::{
    Bitboard, Lines, Occupancy, Piece, PieceType, Square, knight_attackers, knight_attacks,
    knight_leg, pawn_attackers, pawn_attacks,
};

impl Position {
    /// Tells whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        if !self.may_give_check(mv) {
            return false;
        }
        let (board, us) = (self.board(), self.turn());
        let (from, to, king) = (mv.from(), mv.to(), self.king(!us));
        let Some(piece) = board.piece_at(from) else {
            return false;
        };
        let after = occupancy_after(board.occupancy(), from, to);
        if checks_from(piece, to, king, &after) {
            return true;
        }
        // The others: a line opened, a leg freed, a screen gained.
        !(board.checkers_in(king, us, &after) & !Bitboard::of(from)).is_empty()
    }

    /// Tells whether a legal move leaves or enters a square that a check can depend on.
    #[inline]
    pub(super) fn may_give_check(&self, mv: Move) -> bool {
        let zone = CHECK_ZONE[self.king(!self.turn()).index()];
        zone.contains(mv.from()) || zone.contains(mv.to())
    }

    /// Gives the squares from which a piece of the side to move would give check as the board is, by the number of its
    /// kind: without the checks that a move uncovers, or gives with another piece as a screen.
    #[must_use]
    #[inline]
    pub fn check_squares(&self) -> [Bitboard; 7] {
        Seen::from_king(self).squares
    }

    /// Gives every legal move that gives check, in the order of [`Position::legal_moves`].
    #[must_use]
    pub fn checks(&self) -> MoveList {
        self.checks_or_captures(Bitboard::EMPTY)
    }

    /// Gives every legal move that gives check or captures on one of these squares, in the order of
    /// [`Position::legal_moves`].
    #[must_use]
    pub fn checks_or_captures(&self, victims: Bitboard) -> MoveList {
        let victims = victims & self.board().color(!self.turn());
        let Some(mut checks) = Checks::new(self, victims) else {
            let mut moves = self.legal_moves();
            moves.retain(|mv| victims.contains(mv.to()) || self.gives_check(*mv));
            return moves;
        };
        self.generate::<true, true>(&self.restraints(), &mut checks);
        checks.list
    }
}

/// What the king that may be checked sees.
struct Seen {
    /// The first, second and third pieces on each of its lines.
    first: Bitboard,
    second: Bitboard,
    third: Bitboard,
    /// By kind, the squares from which a piece gives check.
    squares: [Bitboard; 7],
}

impl Seen {
    #[inline]
    fn from_king(position: &Position) -> Self {
        use PieceType::{Cannon, Knight, Pawn, Rook};
        let us = position.turn();
        let (king, occupancy) = (position.king(!us), position.board().occupancy());
        let (reach, second) = occupancy.cannon_reach(king);
        let (reach, second) = (reach.to_bitboard(king), second.to_bitboard(king));
        let first = reach & position.board().occupied();
        let mut without_first = *occupancy;
        first.for_each(|square| without_first.toggle(square));
        let (behind, third) = without_first.cannon_reach(king);
        let mut squares = [Bitboard::EMPTY; 7];
        squares[Rook as usize] = reach;
        squares[Cannon as usize] = behind.to_bitboard(king) & !reach;
        squares[Knight as usize] = knight_attackers(king, occupancy);
        squares[Pawn as usize] = pawn_attackers(us, king);
        Self {
            first,
            second,
            third: third.to_bitboard(king),
            squares,
        }
    }
}

/// Keeps the moves that give check or go to some squares.
struct Checks<'a> {
    position: &'a Position,
    wanted: Bitboard,
    /// Where the king stands.
    king: Square,
    /// Pieces that uncover a check by leaving their line to the king, or the leg of a knight.
    covers: Bitboard,
    /// Bare cannons.
    bare: Bitboard,
    /// The third pieces on the king's lines.
    third: Bitboard,
    /// By kind, the squares on which any other piece gives check, by itself or as the screen of a cannon.
    squares: [Bitboard; 7],
    list: MoveList,
}

impl<'a> Checks<'a> {
    /// Looks around the king; `None` if it stands in check already, as one may that a referee asks about.
    fn new(position: &'a Position, wanted: Bitboard) -> Option<Self> {
        use PieceType::{Cannon, King, Knight, Pawn, Rook};
        let (board, us) = (position.board(), position.turn());
        let king = position.king(!us);
        let ours = |kind| board.pieces(us, kind);
        let Seen {
            first,
            second,
            third,
            squares,
        } = Seen::from_king(position);
        let is_check = ours(King).meets(squares[Rook as usize])
            || [Rook, Cannon, Knight, Pawn]
                .into_iter()
                .any(|kind| ours(kind).meets(squares[kind as usize]));
        if is_check {
            return None;
        }
        let bare = ours(Cannon) & first;
        let mut covers = Bitboard::EMPTY;
        for hidden in ours(Rook) & second | ours(Cannon) & third {
            covers |= between(king, hidden);
        }
        for knight in ours(Knight) & knight_attackers(king, &Occupancy::default()) {
            covers |= knight_leg(knight, king).into_iter().collect();
        }
        let screens = bare
            .map(|cannon| between(king, cannon))
            .fold(Bitboard::EMPTY, |screens, squares| screens | squares);
        Some(Self {
            position,
            wanted,
            king,
            covers,
            bare,
            third,
            squares: squares.map(|squares| squares | screens),
            list: MoveList::new(),
        })
    }

    /// The squares among `to` to which the move of the piece on `from` is kept.
    #[inline]
    fn among(&self, from: Square, to: Bitboard) -> Bitboard {
        let squares = match self.position.board().piece_at(from) {
            Some(piece) => self.squares[piece.kind() as usize],
            None => Bitboard::EMPTY,
        };
        let checking = if self.covers.contains(from) {
            let line = self.line(from);
            !line | self.tried(from, to & line)
        } else if self.bare.contains(from) {
            // It leaves its line without a screen; over the second piece there it checks from the place of the third.
            let line = self.line(from);
            squares & !line | self.third & line
        } else {
            squares
        };
        to & (checking | self.wanted)
    }

    /// The king's file or rank on which a square lies; none for the leg of a knight.
    fn line(&self, square: Square) -> Bitboard {
        let (file, rank) = (self.king.file(), self.king.rank());
        if square.file() == file {
            Bitboard::file(file)
        } else if square.rank() == rank {
            Bitboard::rank(rank)
        } else {
            Bitboard::EMPTY
        }
    }

    /// The squares among `to` on which the piece on `from` turns out to give check.
    fn tried(&self, from: Square, to: Bitboard) -> Bitboard {
        to.filter(|to| self.position.gives_check(Move::between(from, *to)))
            .collect()
    }
}

impl Sink for Checks<'_> {
    #[inline]
    fn squares(&mut self, from: Square, to: Bitboard) {
        let to = self.among(from, to);
        self.list.squares(from, to);
    }

    #[inline]
    fn lines(&mut self, from: Square, to: Lines) {
        let to = self.among(from, to.to_bitboard(from));
        let rank = Bitboard::rank(from.rank());
        self.list.squares(from, to & rank);
        self.list.squares(from, to & !rank);
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, step: isize) {
        for to in to {
            let from = Square::at(to.index().wrapping_add_signed(-step));
            self.squares(from, Bitboard::of(to));
        }
    }
}

/// The squares on which anything must happen for a king to come into check: its lines, the squares a knight checks it
/// from, and the legs between.
static CHECK_ZONE: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let king = Square::at(index);
        let lines = Bitboard::file(king.file()).bits() | Bitboard::rank(king.rank()).bits();
        let mut zone = Bitboard::from_bits(lines);
        let mut files = -2;
        while files <= 2 {
            let mut ranks = -2;
            while ranks <= 2 {
                if let Some(square) = king.offset(files, ranks)
                    && files * ranks != 4
                    && files * ranks != -4
                {
                    zone = zone.with(square);
                }
                ranks += 1;
            }
            files += 1;
        }
        table[index] = zone;
        index += 1;
    }
    table
};

/// Tells whether a piece on `from` checks a king on `king`.
fn checks_from(piece: Piece, from: Square, king: Square, occupancy: &Occupancy) -> bool {
    let is_aligned = from.file() == king.file() || from.rank() == king.rank();
    match piece.kind() {
        PieceType::Rook => {
            is_aligned && occupancy.rook_reach(from).to_bitboard(from).contains(king)
        }
        PieceType::Cannon => {
            let over_screen = || occupancy.cannon_reach(from).1.to_bitboard(from);
            is_aligned && over_screen().contains(king)
        }
        PieceType::Knight => knight_attacks(from, occupancy).contains(king),
        PieceType::Pawn => pawn_attacks(piece.color(), from).contains(king),
        PieceType::King | PieceType::Advisor | PieceType::Bishop => false,
    }
}
