//! The exchange fragment (片段): what a capture, or a check that leads to one, is worth.
//!
//! A fragment holds captures, checks and replies to checks and nothing else; it ends before the first move that would
//! threaten mate quietly, chase quietly or be idle. Its beginner wins as much as it can, the other side holds it to as
//! little as it can; a side that is not in check may stop at any time. Source: `RULES` §6, after the theory of the
//! nodes of a chase fragment for the rules of 2011.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::level::is_grave;
use super::material::{Account, Value, is_material};
use crate::board::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::{Move, MoveList, Position, Undo};

/// Plies searched with checks; beyond them only captures and replies to checks.
const FULL_WIDTH: usize = 9;
/// Plies searched at most.
const LONGEST: usize = 24;
/// Quiet checks of one side in a line at most.
const QUIET_CHECKS: u8 = 5;

/// A line of a fragment.
pub(super) type Proof = ArrayVec<Move, LONGEST>;

/// What a fragment must win first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// Anything.
    Open,
    /// One of the pieces on these squares, followed when they move; until then only checks and its capture serve.
    Victim(Bitboard),
}

/// The conditions under which a fragment is searched.
#[derive(Clone, Debug)]
pub(super) struct Terms<'a> {
    /// The side whose gain is sought.
    pub(super) beginner: Color,
    /// Captures that the beginner may not make, by square of the piece and of its target (24.4).
    pub(super) barred: &'a [(Square, Square)],
    /// Whether captures by the beginner's king and pawns are open to it, as they are for judging what stood before.
    pub(super) admits_royal: bool,
    /// Checkers of the beginner's king that are looked past, while they stay where they are.
    pub(super) ignored: Bitboard,
    /// A piece of the beginner that the other side may not take while it stands there.
    pub(super) spared: Option<Square>,
    /// A piece of the beginner of which is asked whether it moves in the line; if all else is equal it stands still.
    pub(super) watched: Option<Square>,
    /// Victims that could be won before: the other side, if all else is equal, gives one of these.
    pub(super) old: Bitboard,
}

impl<'a> Terms<'a> {
    pub(super) fn new(beginner: Color, barred: &'a [(Square, Square)]) -> Self {
        Self {
            beginner,
            barred,
            admits_royal: false,
            ignored: Bitboard::EMPTY,
            spared: None,
            watched: None,
            old: Bitboard::EMPTY,
        }
    }
}

/// The state of a line beside the position.
#[derive(Clone, Copy, Debug)]
struct State {
    account: Account,
    aim: Aim,
    /// The beginner's pieces that have had a part on the way to the victim, as movers or checkers.
    parts: Bitboard,
    /// How many of them were taken.
    parts_taken: u8,
    /// Whether the victim is a grave loss and one piece alone won it (`RULES` §7, 1 and 2).
    is_grave: bool,
    /// Where the old victims stand now.
    old: Bitboard,
    /// Whether there are old victims and the first was none of them.
    is_new: bool,
    /// Where the watched piece stands, until it moves or falls.
    watched: Option<Square>,
    is_still: bool,
    /// Quiet checks given, by the beginner and by the other side.
    checks: [u8; 2],
    /// What checks the side to move.
    checkers: Bitboard,
    ply: usize,
}

impl State {
    fn new(aim: Aim, terms: &Terms<'_>, position: &Position) -> Self {
        Self {
            account: Account::EMPTY,
            aim,
            parts: Bitboard::EMPTY,
            parts_taken: 0,
            is_grave: false,
            old: terms.old,
            is_new: false,
            watched: terms.watched,
            is_still: terms.watched.is_some(),
            checks: [0; 2],
            checkers: position.checkers(),
            ply: 0,
        }
    }

    /// Books a move of the other side.
    fn answer(&mut self, mv: Move, captured: Option<Piece>) {
        if let Some(captured) = captured {
            self.account.loses(captured, mv.to());
            if self.watched == Some(mv.to()) {
                self.watched = None;
            }
            if self.parts.contains(mv.to()) {
                self.parts &= !Bitboard::of(mv.to());
                self.parts_taken += 1;
            }
        }
        if let Aim::Victim(victims) = &mut self.aim {
            for followed in [victims, &mut self.old] {
                if followed.contains(mv.from()) {
                    *followed = *followed & !Bitboard::of(mv.from()) | Bitboard::of(mv.to());
                }
            }
        }
    }

    /// Marks a value: as grave if the line so far wins a rook, or its victim alone makes it so.
    fn marked(&self, mut value: Value) -> Value {
        if self.is_new {
            value = value.new_victim();
        }
        if self.is_grave || self.account.rooks > 0 {
            value = value.grave();
        }
        if self.is_still {
            value = value.still();
        }
        value
    }
}

/// A search of one fragment.
#[derive(Debug)]
pub(super) struct Fragment<'a> {
    position: Position,
    terms: Terms<'a>,
    keys: ArrayVec<u64, LONGEST>,
    /// Positions visited.
    pub(super) nodes: u64,
    limit: u64,
}

/// Between which values a worth is wanted exactly; beyond them it is only known to lie beyond.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    /// Asks only whether the worth is at least this much.
    pub(super) fn reaching(least: Value) -> Self {
        Self {
            alpha: least.below(),
            beta: least,
        }
    }

    /// Asks for the worth if it is at least this much.
    pub(super) fn from(least: Value) -> Self {
        Self {
            alpha: least.below(),
            beta: Value::HIGHEST,
        }
    }

    /// Asks for the worth between nothing and this much.
    pub(super) fn up_to(most: Value) -> Self {
        Self {
            alpha: Value::LEVEL.below(),
            beta: most,
        }
    }
}

/// What a fragment came to.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    /// Without its marks.
    pub(super) value: Value,
    /// Whether the line's first victim is none of the old ones, if there are any.
    pub(super) is_new: bool,
    /// Whether the watched piece does not move in the line, if one is watched.
    pub(super) is_still: bool,
    /// Whether the line wins a rook, or by checks and with one piece a victim that is a grave loss.
    pub(super) is_grave: bool,
    pub(super) proof: Proof,
}

impl Worth {
    pub(super) fn new(value: Value, proof: Proof) -> Self {
        Self {
            value: value.plain(),
            is_new: value.is_new_victim(),
            is_still: value.is_still(),
            is_grave: value.is_grave(),
            proof,
        }
    }
}

impl<'a> Fragment<'a> {
    /// Prepares a search from a position in which the beginner is to move, or, after its first moves, the other side.
    pub(super) fn new(position: Position, terms: Terms<'a>, limit: u64) -> Self {
        Self {
            position,
            terms,
            keys: ArrayVec::new(),
            nodes: 0,
            limit,
        }
    }

    /// Tells whether the bound on positions was hit.
    pub(super) fn is_bounded(&self) -> bool {
        self.nodes >= self.limit
    }

    /// Gives the worth of beginning with one capture, which must be legal.
    pub(super) fn capture(&mut self, mv: Move, window: Window) -> Worth {
        let mut state = State::new(Aim::Open, &self.terms, &self.position);
        let undo = self.make(mv, &mut state);
        let mut proof = Proof::new();
        let value = self.search(state, window.alpha, window.beta, &mut proof);
        self.unmake(undo);
        proof.insert(0, mv);
        Worth::new(value, proof)
    }

    /// Gives the worth of the best line whose first victim is among `victims`; only lines that begin with a check
    /// that takes no material if `by_check`. Level with no line if there is none.
    pub(super) fn line(&mut self, victims: Bitboard, by_check: bool, window: Window) -> Worth {
        let state = State::new(Aim::Victim(victims), &self.terms, &self.position);
        let (mut best, mut line) = if by_check {
            (Value::LOWEST, Proof::new())
        } else {
            (Value::LEVEL, Proof::new())
        };
        for &mv in &self.moves(&state) {
            if by_check && self.takes_material(mv) {
                continue;
            }
            let mut next = state;
            let undo = self.make(mv, &mut next);
            let mut proof = Proof::new();
            let value = self.search(next, best.max(window.alpha), window.beta, &mut proof);
            self.unmake(undo);
            if value > best {
                proof.insert(0, mv);
                (best, line) = (value, proof);
                if best >= window.beta {
                    break;
                }
            }
        }
        if line.is_empty() {
            best = Value::LEVEL;
        }
        Worth::new(best, line)
    }

    /// Gives the account at the end of a line that a search returned.
    pub(super) fn account(&mut self, proof: &[Move]) -> Account {
        let mut state = State::new(Aim::Open, &self.terms, &self.position);
        let undos: Vec<Undo> = proof.iter().map(|mv| self.make(*mv, &mut state)).collect();
        for undo in undos.into_iter().rev() {
            self.unmake(undo);
        }
        state.account
    }

    fn is_beginner(&self) -> bool {
        self.position.turn() == self.terms.beginner
    }

    /// Tells whether the side to move must answer a check, those that are looked past left out.
    fn must_answer(&self, state: &State) -> bool {
        if self.is_beginner() {
            !(state.checkers & !self.terms.ignored).is_empty()
        } else {
            !state.checkers.is_empty()
        }
    }

    fn search(&mut self, state: State, alpha: Value, beta: Value, proof: &mut Proof) -> Value {
        self.nodes += 1;
        proof.clear();
        let so_far = state.marked(state.account.value());
        let is_beginner = self.is_beginner();
        let key = self.position.key();
        if self.is_bounded() || state.ply + 1 >= LONGEST || self.keys.contains(&key) {
            return so_far;
        }
        let must_answer = self.must_answer(&state);
        let lost = if is_beginner {
            Value::MATED
        } else {
            state.marked(Value::MATING)
        };
        let mut best = if must_answer { lost } else { so_far };
        let (mut alpha, mut beta) = (alpha, beta);
        if !must_answer {
            if is_beginner {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
        }
        let moves = if alpha < beta {
            self.moves(&state)
        } else {
            MoveList::new()
        };
        if moves.is_empty() {
            let is_stalemate =
                !must_answer && self.terms.ignored.is_empty() && !self.position.has_legal_move();
            return if is_stalemate { lost } else { best };
        }
        self.keys.push(key);
        let mut below = Proof::new();
        for &mv in &moves {
            let mut next = state;
            let undo = self.make(mv, &mut next);
            let value = self.search(next, alpha, beta, &mut below);
            self.unmake(undo);
            let is_better = if is_beginner {
                value > best
            } else {
                value < best
            };
            if !is_better {
                continue;
            }
            best = value;
            proof.clear();
            proof.push(mv);
            proof.extend(below.iter().copied().take(LONGEST - 1));
            if is_beginner {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        self.keys.pop();
        best
    }

    /// Lists the moves of the fragment: captures first, then quiet checks; in check every answer.
    fn moves(&self, state: &State) -> MoveList {
        let is_beginner = self.is_beginner();
        let must_answer = self.must_answer(state);
        let wants_checks =
            state.ply < FULL_WIDTH && state.checks[usize::from(!is_beginner)] < QUIET_CHECKS;
        let past = is_beginner && state.checkers.meets(self.terms.ignored);
        let mut moves = if past {
            self.position.moves_ignoring(self.terms.ignored)
        } else if must_answer {
            self.position.legal_moves()
        } else if wants_checks {
            self.position.checks_or_captures(match state.aim {
                Aim::Victim(victims) if is_beginner => victims,
                _ => Bitboard::ALL,
            })
        } else {
            self.position.captures()
        };
        moves.retain(|mv| {
            if self.position.is_capture(*mv) {
                self.admits_capture(*mv, state, must_answer)
            } else {
                must_answer || !past || wants_checks && self.position.gives_check(*mv)
            }
        });
        moves.sort_by_key(|mv| Reverse(self.prize(*mv)));
        moves
    }

    fn takes_material(&self, mv: Move) -> bool {
        self.position
            .board()
            .piece_at(mv.to())
            .is_some_and(|piece| is_material(piece, mv.to()))
    }

    /// Gives the rank of a capture among the moves to look at first, 0 for a quiet move.
    fn prize(&self, mv: Move) -> u8 {
        match self.position.board().piece_at(mv.to()).map(Piece::kind) {
            Some(PieceType::Rook) => 4,
            Some(PieceType::Knight | PieceType::Cannon) => 3,
            Some(PieceType::Advisor | PieceType::Bishop) => 2,
            Some(PieceType::King | PieceType::Pawn) => 1,
            None => 0,
        }
    }

    fn admits_capture(&self, mv: Move, state: &State, must_answer: bool) -> bool {
        let board = self.position.board();
        let (Some(taker), Some(taken)) = (board.piece_at(mv.from()), board.piece_at(mv.to()))
        else {
            return false;
        };
        if !self.is_beginner() {
            let is_king = taken.kind() == PieceType::King;
            return !is_king && self.terms.spared != Some(mv.to());
        }
        if self.terms.barred.contains(&(mv.from(), mv.to())) {
            return false;
        }
        if !must_answer && !self.terms.admits_royal {
            match taker.kind() {
                PieceType::King => return false,
                PieceType::Pawn if !self.uncovers_check(mv) => return false,
                _ => {}
            }
        }
        match state.aim {
            Aim::Open => true,
            Aim::Victim(victims) if victims.contains(mv.to()) => true,
            // On the way only an uncrossed pawn may fall, and only with check; but any answer to a check will do.
            Aim::Victim(_) if is_material(taken, mv.to()) => false,
            Aim::Victim(_) => must_answer || self.position.gives_check(mv),
        }
    }

    /// Tells whether a capture by a pawn uncovers a check by another piece (26.8).
    fn uncovers_check(&self, mv: Move) -> bool {
        let (board, us) = (self.position.board(), self.position.turn());
        let mut occupancy = *board.occupancy();
        occupancy.toggle(mv.from());
        let checkers = board.checkers_in(self.position.king(!us), us, &occupancy);
        !(checkers & !Bitboard::of(mv.from())).is_empty()
    }

    fn make(&mut self, mv: Move, state: &mut State) -> Undo {
        let is_beginner = self.is_beginner();
        let captured = self.position.board().piece_at(mv.to());
        let is_victim = is_beginner
            && state.aim != Aim::Open
            && captured.is_some_and(|piece| is_material(piece, mv.to()));
        let is_grave = is_victim && is_grave(&self.position, mv.from(), mv.to());
        // A beginner's king that stands open is in check before the other side moves.
        let may_check = self.terms.ignored.is_empty() || self.position.gives_check(mv);
        let undo = self.position.play_ignoring_check(mv);
        state.checkers = self.position.checkers();
        if captured.is_none() && may_check && !state.checkers.is_empty() {
            state.checks[usize::from(!is_beginner)] += 1;
        }
        state.ply += 1;
        if !is_beginner {
            state.answer(mv, captured);
            return undo;
        }
        state.account.own_move(mv.from(), mv.to(), captured);
        if state.watched == Some(mv.from()) {
            (state.watched, state.is_still) = (None, false);
        }
        if state.aim == Aim::Open {
            return undo;
        }
        state.parts =
            state.parts & !Bitboard::of(mv.from()) | Bitboard::of(mv.to()) | state.checkers;
        if is_victim {
            state.aim = Aim::Open;
            state.is_new = !self.terms.old.is_empty() && !state.old.contains(mv.to());
            state.is_grave = is_grave && u32::from(state.parts_taken) + state.parts.count() == 1;
        }
        undo
    }

    fn unmake(&mut self, undo: Undo) {
        self.position.undo(undo);
    }
}
