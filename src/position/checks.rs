//! Moves that give check: asked of one move, or listed.
//!
//! A list is made from what the king sees. A piece that stands near the king or on its lines may uncover a check, or shut
//! one off, by leaving; its moves are tried one by one. Any other checks on known squares alone.

use super::movegen::{Sink, between, occupancy_after};
use super::{Move, MoveList, Position, Restraints};
use crate::board::{
    Bitboard, Lines, Occupancy, Piece, PieceType, Square, knight_attackers, knight_attacks,
    knight_leg, pawn_attackers, pawn_attacks,
};

impl Position {
    /// Tells whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (board, us) = (self.board(), self.turn());
        let (from, to, king) = (mv.from(), mv.to(), self.king(!us));
        let zone = CHECK_ZONE[king.index()];
        if !zone.contains(from) && !zone.contains(to) {
            return false;
        }
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

    /// Gives every legal move that gives check, in the order of [`Position::legal_moves`].
    #[must_use]
    pub fn checks(&self) -> MoveList {
        let mut checks = Checks::new(self);
        self.generate::<true, true>(&self.restraints(), &mut checks);
        checks.list
    }

    /// Gives every legal move that gives check and captures nothing, in the order of [`Position::quiets`], under the
    /// position's own [`Restraints`] worked out before.
    #[must_use]
    pub fn quiet_checks_under(&self, restraints: &Restraints) -> MoveList {
        let mut checks = Checks::new(self);
        self.generate::<false, true>(restraints, &mut checks);
        checks.list
    }
}

/// Keeps the moves that give check.
struct Checks<'a> {
    position: &'a Position,
    /// The pieces whose leaving bears on a check.
    near: Bitboard,
    /// By kind, the squares on which any other piece gives check, by itself or as the screen of a cannon.
    squares: [Bitboard; 7],
    list: MoveList,
}

impl<'a> Checks<'a> {
    fn new(position: &'a Position) -> Self {
        let (board, us) = (position.board(), position.turn());
        let (king, occupancy) = (position.king(!us), board.occupancy());
        let mut checks = Self {
            position,
            near: Bitboard::ALL,
            squares: [Bitboard::EMPTY; 7],
            list: MoveList::new(),
        };
        if !board.checkers_in(king, us, occupancy).is_empty() {
            // No legal position; one that a referee asks about.
            return checks;
        }
        let cannons = board.pieces(us, PieceType::Cannon);
        let (reach, second) = occupancy.cannon_reach(king);
        let (reach, second) = (reach.to_bitboard(king), second.to_bitboard(king));
        let first = reach & board.occupied();
        checks.near = first | second;
        let knights = board.pieces(us, PieceType::Knight);
        for knight in knights & knight_attackers(king, &Occupancy::default()) {
            checks.near |= knight_leg(knight, king).into_iter().collect();
        }
        let screens = (cannons & first)
            .map(|cannon| between(king, cannon))
            .fold(Bitboard::EMPTY, |screens, squares| screens | squares);
        checks.squares = [screens; 7];
        checks.squares[PieceType::Rook as usize] |= reach;
        checks.squares[PieceType::Knight as usize] |= knight_attackers(king, occupancy);
        checks.squares[PieceType::Pawn as usize] |= pawn_attackers(us, king);
        if !cannons.is_empty() {
            let mut unscreened = *occupancy;
            first.for_each(|screen| unscreened.toggle(screen));
            let behind = unscreened.rook_reach(king).to_bitboard(king) & !reach;
            checks.squares[PieceType::Cannon as usize] |= behind;
        }
        checks
    }

    /// The squares among `to` on which the piece on `from` gives check.
    #[inline]
    fn among(&self, from: Square, to: Bitboard) -> Bitboard {
        if self.near.contains(from) {
            return to
                .filter(|to| self.position.gives_check(Move::between(from, *to)))
                .collect();
        }
        let piece = self.position.board().piece_at(from);
        piece.map_or(Bitboard::EMPTY, |piece| {
            to & self.squares[piece.kind() as usize]
        })
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
