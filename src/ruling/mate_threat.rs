//! Would the mover, moving again, mate by checks alone (杀, 24.2)?
//!
//! Every move of the mating side gives check, every legal reply of the other is met. A mate that needs a quiet move does
//! not count.

use std::collections::HashMap;

use super::fragment::Proof;
use crate::board::{Bitboard, Square};
use crate::position::{Move, MoveList, Position};

/// Checks in a mate at most.
const LONGEST: u8 = 9;

/// A search for mates by checks.
#[derive(Debug)]
pub(super) struct MateSearch<'a> {
    position: Position,
    /// Captures not open to the mating side.
    barred: &'a [(Square, Square)],
    /// Checkers of the mating side's own king that are looked past.
    ignored: Bitboard,
    /// Checks within which a position was found to hold no mate.
    refuted: HashMap<u64, u8>,
    path: Vec<u64>,
    pub(super) nodes: u64,
    limit: u64,
}

impl<'a> MateSearch<'a> {
    pub(super) fn new(
        position: Position,
        barred: &'a [(Square, Square)],
        ignored: Bitboard,
        limit: u64,
    ) -> Self {
        Self {
            position,
            barred,
            ignored,
            refuted: HashMap::new(),
            path: Vec::new(),
            nodes: 0,
            limit,
        }
    }

    pub(super) fn is_bounded(&self) -> bool {
        self.nodes >= self.limit
    }

    /// Finds a shortest mate.
    pub(super) fn find(&mut self) -> Option<Proof> {
        (1..=LONGEST).find_map(|checks| {
            let mut proof = Proof::new();
            self.attack(checks, &mut proof).then_some(proof)
        })
    }

    /// Tells whether a mate begins with this check.
    pub(super) fn begins_with(&mut self, mv: Move) -> bool {
        self.checks().contains(&mv)
            && (1..=LONGEST).any(|checks| self.try_check(mv, checks, &mut Proof::new()))
    }

    /// Lists the checks of the side to move that are open to it.
    pub(super) fn checks(&self) -> MoveList {
        let past = !(self.position.checkers() & self.ignored).is_empty();
        let all = if past {
            self.position.moves_ignoring(self.ignored)
        } else {
            self.position.legal_moves()
        };
        let is_open = |mv: &Move| {
            !self.barred.contains(&(mv.from(), mv.to())) && self.position.gives_check(*mv)
        };
        all.into_iter().filter(is_open).collect()
    }

    fn attack(&mut self, checks: u8, proof: &mut Proof) -> bool {
        let key = self.position.key();
        self.nodes += 1;
        if self.is_bounded()
            || self
                .refuted
                .get(&key)
                .is_some_and(|within| *within >= checks)
            || self.path.contains(&key)
        {
            return false;
        }
        self.path.push(key);
        let found = self
            .checks()
            .into_iter()
            .any(|mv| self.try_check(mv, checks, proof));
        self.path.pop();
        if !found {
            self.refuted.insert(key, checks);
        }
        found
    }

    fn try_check(&mut self, mv: Move, checks: u8, proof: &mut Proof) -> bool {
        let undo = self.position.play_ignoring_check(mv);
        let mut longest = Proof::new();
        let replies = self.replies();
        let mates = (checks > 1 || replies.is_empty())
            && replies.into_iter().all(|reply| {
                let undo = self.position.play_ignoring_check(reply);
                let mut below = Proof::new();
                let mates = self.attack(checks - 1, &mut below);
                self.position.undo(undo);
                if mates && below.len() + 1 > longest.len() {
                    longest.clear();
                    longest.push(reply);
                    longest.extend(below);
                }
                mates
            });
        self.position.undo(undo);
        if mates {
            proof.clear();
            proof.push(mv);
            proof.extend(longest);
        }
        mates
    }

    /// The legal replies; with a checker looked past, the king of the other side stands open and is not taken.
    fn replies(&self) -> MoveList {
        let king = self.position.king(!self.position.turn());
        self.position
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.to() != king)
            .collect()
    }
}
