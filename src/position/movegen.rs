//! Legal moves: captures, quiet moves, evasions, and their count.
//!
//! Legality comes from masks ([`Restraints`]) except for the king's own steps and for answers to several checks at once,
//! which are tried out on the occupied squares alone. The rook and the cannon give their squares as line words, so that
//! counting them writes no list.

use super::{Move, MoveList, Position, Restraints};
use crate::board::{
    Bitboard, Color, Lines, Occupancy, Piece, PieceType, Square, advisor_attacks, bishop_attacks,
    king_attacks, knight_attacks, knight_leg, pawn_attacks,
};

/// Where generated moves go: a list or a count.
pub(super) trait Sink {
    fn squares(&mut self, from: Square, to: Bitboard);
    fn lines(&mut self, from: Square, to: Lines);
    /// Moves of many pawns at once: each square of `to` is reached from `step` squares before it.
    fn pawns(&mut self, to: Bitboard, step: isize);
}

impl Sink for MoveList {
    #[inline]
    fn squares(&mut self, from: Square, to: Bitboard) {
        for to in to {
            self.push(Move::between(from, to));
        }
    }

    #[inline]
    fn lines(&mut self, from: Square, to: Lines) {
        let (file, rank) = (usize::from(from.file()), usize::from(from.rank()));
        let mut word = to.rank;
        while word != 0 {
            self.push(Move::between(
                from,
                Square::at(rank * 9 + word.trailing_zeros() as usize),
            ));
            word &= word - 1;
        }
        let mut word = to.file;
        while word != 0 {
            self.push(Move::between(
                from,
                Square::at(word.trailing_zeros() as usize * 9 + file),
            ));
            word &= word - 1;
        }
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, step: isize) {
        for to in to {
            self.push(Move::between(
                Square::at(to.index().wrapping_add_signed(-step)),
                to,
            ));
        }
    }
}

/// Counts moves without listing them.
struct Counter(u32);

impl Sink for Counter {
    #[inline]
    fn squares(&mut self, _from: Square, to: Bitboard) {
        self.0 += to.count();
    }

    #[inline]
    fn lines(&mut self, _from: Square, to: Lines) {
        self.0 += to.count();
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, _step: isize) {
        self.0 += to.count();
    }
}

impl Position {
    /// Gives every legal move, in an order that depends on the position alone.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<true, true>(&self.restraints(), &mut list);
        list
    }

    /// Gives every legal capture.
    #[must_use]
    pub fn captures(&self) -> MoveList {
        self.captures_under(&self.restraints())
    }

    /// Gives every legal capture, under the position's own [`Restraints`] worked out before.
    #[must_use]
    pub fn captures_under(&self, restraints: &Restraints) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<true, false>(restraints, &mut list);
        list
    }

    /// Gives every legal move that captures nothing.
    #[must_use]
    pub fn quiets(&self) -> MoveList {
        self.quiets_under(&self.restraints())
    }

    /// Gives every legal move that captures nothing, under the position's own [`Restraints`] worked out before.
    #[must_use]
    pub fn quiets_under(&self, restraints: &Restraints) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<false, true>(restraints, &mut list);
        list
    }

    /// Counts the legal moves; faster than listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        let mut counter = Counter(0);
        self.generate::<true, true>(&self.restraints(), &mut counter);
        counter.0
    }

    /// Tells whether the side to move has a legal move; if not, it has lost.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let wanted = self.wanted::<true, true>();
        // Most often the king can step, and if not, some piece that nothing holds can move.
        if self.safe_steps(wanted).next().is_some() {
            return true;
        }
        let restraints = self.restraints();
        let mut free = self.board().color(self.turn()) & !restraints.pinned;
        free &= !Bitboard::of(self.king(self.turn()));
        let wanted = wanted & !restraints.barred;
        let mut counter = Counter(0);
        restraints.checkers.is_empty() && free.any(|from| self.reach(from).meets(wanted)) || {
            self.generate::<true, true>(&restraints, &mut counter);
            counter.0 > 0
        }
    }

    /// The squares a mover may go to: on enemies if `CAPTURES`, on empty squares if `QUIETS`.
    #[inline]
    fn wanted<const CAPTURES: bool, const QUIETS: bool>(&self) -> Bitboard {
        let board = self.board();
        match (CAPTURES, QUIETS) {
            (true, true) => !board.color(self.turn()),
            (true, false) => board.color(!self.turn()),
            _ => !board.occupied(),
        }
    }

    #[inline]
    pub(super) fn generate<const CAPTURES: bool, const QUIETS: bool>(
        &self,
        restraints: &Restraints,
        sink: &mut impl Sink,
    ) {
        let wanted = self.wanted::<CAPTURES, QUIETS>();
        self.generate_king(wanted, sink);
        if !restraints.checkers.is_empty() {
            self.generate_evasions(restraints, wanted, sink);
            return;
        }
        let (board, us) = (self.board(), self.turn());
        let others = board.color(us) & !board.pieces(us, PieceType::King);
        // Forbidden ground is rare; then every piece takes the slow road of the pinned ones.
        let careful = if restraints.barred.is_empty() {
            others & restraints.pinned
        } else {
            others
        };
        for from in careful {
            let allowed = if restraints.pinned.contains(from) {
                restraints.allowed(from)
            } else {
                Bitboard::ALL
            };
            sink.squares(
                from,
                self.reach(from) & wanted & allowed & !restraints.barred,
            );
        }
        let free = others & !careful;
        let occupancy = board.occupancy();
        for from in board.pieces(us, PieceType::Rook) & free {
            let own = board.side_occupancy(us).lines(from);
            let all = occupancy.lines(from);
            let reach = occupancy.rook_reach(from);
            sink.lines(
                from,
                match (CAPTURES, QUIETS) {
                    (true, true) => reach & !own,
                    (true, false) => reach & all & !own,
                    _ => reach & !all,
                },
            );
        }
        for from in board.pieces(us, PieceType::Cannon) & free {
            let own = board.side_occupancy(us).lines(from);
            let all = occupancy.lines(from);
            let (reach, over_screen) = occupancy.cannon_reach(from);
            sink.lines(
                from,
                match (CAPTURES, QUIETS) {
                    (true, true) => reach & !all | over_screen & !own,
                    (true, false) => over_screen & !own,
                    _ => reach & !all,
                },
            );
        }
        for from in board.pieces(us, PieceType::Knight) & free {
            sink.squares(from, knight_attacks(from, occupancy) & wanted);
        }
        for from in board.pieces(us, PieceType::Bishop) & free {
            sink.squares(from, bishop_attacks(from, occupancy) & wanted);
        }
        for from in board.pieces(us, PieceType::Advisor) & free {
            sink.squares(from, advisor_attacks(from) & wanted);
        }
        let pawns = board.pieces(us, PieceType::Pawn) & free;
        let (ahead, step, across) = match us {
            Color::Red => (pawns.up(), 9, pawns & RED_FAR),
            Color::Black => (pawns.down(), -9, pawns & !RED_FAR),
        };
        sink.pawns(ahead & wanted, step);
        if !across.is_empty() {
            sink.pawns(across.left() & wanted, -1);
            sink.pawns(across.right() & wanted, 1);
        }
    }

    #[inline]
    fn generate_king(&self, wanted: Bitboard, sink: &mut impl Sink) {
        let king = self.king(self.turn());
        let safe: Bitboard = self.safe_steps(wanted).collect();
        if !safe.is_empty() {
            sink.squares(king, safe);
        }
    }

    /// The king's steps to wanted squares after which it is not in check.
    #[inline]
    fn safe_steps(&self, wanted: Bitboard) -> impl Iterator<Item = Square> {
        let (board, us) = (self.board(), self.turn());
        let king = self.king(us);
        let mut without = *board.occupancy();
        without.toggle(king);
        let steps = king_attacks(king) & wanted;
        steps.filter(move |to| board.checkers_in(*to, !us, &without).is_empty())
    }

    /// Answers to a check by pieces other than the king.
    #[inline(never)]
    fn generate_evasions(&self, restraints: &Restraints, wanted: Bitboard, sink: &mut impl Sink) {
        let (board, us) = (self.board(), self.turn());
        let king = self.king(us);
        let others = board.color(us) & !board.pieces(us, PieceType::King);
        let Some(checker) = restraints.checkers.first() else {
            return;
        };
        if restraints.checkers.is_several() {
            for from in others {
                let safe = (self.reach(from) & wanted)
                    .filter(|to| self.keeps_king_safe(from, *to))
                    .collect();
                sink.squares(from, safe);
            }
            return;
        }
        // A piece that steps between helps, or takes the checker; and a cannon's screen that steps off the line.
        let between = between(king, checker);
        let (gates, screen) = match board.piece_at(checker).map(Piece::kind) {
            Some(PieceType::Cannon) => (between & !board.occupied(), between & others),
            Some(PieceType::Knight) => (
                knight_leg(checker, king).into_iter().collect(),
                Bitboard::EMPTY,
            ),
            _ => (between, Bitboard::EMPTY),
        };
        let wanted = wanted & !restraints.barred;
        let helpful = (gates | Bitboard::of(checker)) & wanted;
        for from in others {
            let helpful = if screen.contains(from) {
                wanted & !between
            } else {
                helpful
            };
            let mut safe = self.reach(from) & helpful;
            if restraints.pinned.contains(from) {
                safe &= restraints.allowed(from);
            }
            if !safe.is_empty() {
                sink.squares(from, safe);
            }
        }
    }

    /// Where the piece on `from` can go by its own way of moving, own pieces not yet left out; nothing for an empty
    /// square.
    #[inline]
    fn reach(&self, from: Square) -> Bitboard {
        let (board, occupancy) = (self.board(), self.board().occupancy());
        let Some(piece) = board.piece_at(from) else {
            return Bitboard::EMPTY;
        };
        match piece.kind() {
            PieceType::Cannon => {
                let (reach, over_screen) = occupancy.cannon_reach(from);
                (reach & !occupancy.lines(from) | over_screen).to_bitboard(from)
            }
            PieceType::Pawn => pawn_attacks(piece.color(), from),
            _ => board.attacks(piece, from),
        }
    }

    /// Tells whether the king of the side to move is safe after one of its pieces went from `from` to `to`.
    #[inline]
    fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let (board, us) = (self.board(), self.turn());
        let king = if from == self.king(us) {
            to
        } else {
            self.king(us)
        };
        let after = occupancy_after(board.occupancy(), from, to);
        (board.checkers_in(king, !us, &after) & !Bitboard::of(to)).is_empty()
    }

    /// Tells whether a move is legal: it moves a piece of the side to move as that piece moves, takes none of its own,
    /// and leaves its king safe.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let own = self.board().color(self.turn());
        own.contains(from)
            && !own.contains(to)
            && self.reach(from).contains(to)
            && self.keeps_king_safe(from, to)
    }

    /// Lists the moves of the side to move, a king's steps left out, after which no enemy piece but those of `ignored`
    /// attacks its king. For a referee who asks what a side in check would do if it were not; see
    /// [`Position::play_ignoring_check`].
    #[must_use]
    pub fn moves_ignoring(&self, ignored: Bitboard) -> MoveList {
        let (board, us) = (self.board(), self.turn());
        let mut list = MoveList::new();
        for from in board.color(us) & !board.pieces(us, PieceType::King) {
            for to in self.reach(from) & !board.color(us) {
                let after = occupancy_after(board.occupancy(), from, to);
                let checkers = board.checkers_in(self.king(us), !us, &after);
                if (checkers & !Bitboard::of(to) & !ignored).is_empty() {
                    list.push(Move::between(from, to));
                }
            }
        }
        list
    }

    /// Tells whether the piece on `from` could go to `to` by its own way of moving, whatever became of its king.
    #[must_use]
    pub fn can_reach(&self, from: Square, to: Square) -> bool {
        self.reach(from).contains(to)
    }
}

/// Gives the occupied squares after a move.
pub(super) fn occupancy_after(before: &Occupancy, from: Square, to: Square) -> Occupancy {
    let mut after = *before;
    after.toggle(from);
    if !after.contains(to) {
        after.toggle(to);
    }
    after
}

/// Ranks 5 to 9.
const RED_FAR: Bitboard = Bitboard::from_bits(u128::MAX << 45);

/// The squares strictly between two on one line; none if they share no line.
pub(super) fn between(a: Square, b: Square) -> Bitboard {
    let (low, high) = (a.min(b), a.max(b));
    let step = match (a.file() == b.file(), a.rank() == b.rank()) {
        (true, _) => 9,
        (_, true) => 1,
        _ => return Bitboard::EMPTY,
    };
    (low.index() + step..high.index())
        .step_by(step)
        .map(Square::at)
        .collect()
}
