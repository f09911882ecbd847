//! Would the mover, moving again, mate by checks alone (杀, 24.2)?
//!
//! Every move of the mating side gives check, every legal reply of the other is met. A mate that needs a quiet move does
//! not count.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::fragment::Proof;
use crate::board::{Bitboard, Square};
use crate::position::{Move, MoveList, Position};

/// Checks in a mate that is looked for whatever it costs (`RULES` §6.8).
const SURE: u8 = 9;

/// Checks in a mate at most: longer ones than [`SURE`] are looked for while few positions have been visited, which finds
/// long forced mates and leaves a side that can check for ever without mating.
const LONGEST: u8 = 12;

/// Positions up to which the search goes on beyond [`SURE`] checks.
const FEW: u64 = 2_000;

/// No mate within any number of checks.
const ANY: u8 = u8::MAX;

/// A search for mates by checks: deepened check by check until one is found or no check is left to look behind.
///
/// A shortest mate never comes back to a position, so one that does is not followed. That a position holds no mate is
/// remembered only if it does not rest on such a return to a position before it: then it is true however it is reached.
#[derive(Debug)]
pub(super) struct MateSearch<'a> {
    position: Position,
    /// Captures not open to the mating side.
    barred: &'a [(Square, Square)],
    /// Checkers of the mating side's own king that are looked past.
    ignored: Bitboard,
    /// Checks within which a position was found to hold no mate.
    refuted: HashMap<u64, u8, BuildHasherDefault<KeyHasher>>,
    path: Vec<u64>,
    /// The earliest place on the path that came back since it was last looked at.
    earliest: usize,
    pub(super) nodes: u64,
    limit: u64,
}

/// Takes the key of a position, which is as good as random, for its hash.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// What was found of a position within some number of checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Mates,
    /// No mate, but checks are left to look behind.
    Open,
    /// No mate, however many checks.
    Never,
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
            refuted: HashMap::default(),
            path: Vec::new(),
            earliest: usize::MAX,
            nodes: 0,
            limit,
        }
    }

    pub(super) fn is_bounded(&self) -> bool {
        self.nodes >= self.limit
    }

    /// Finds a shortest mate.
    pub(super) fn find(&mut self) -> Option<Proof> {
        self.deepen(Self::attack)
    }

    /// Finds a shortest mate among those that begin with this check.
    pub(super) fn find_with(&mut self, mv: Move) -> Option<Proof> {
        if !self.checks().contains(&mv) {
            return None;
        }
        self.deepen(|search, checks, proof| search.try_check(mv, checks, proof))
    }

    /// Asks with one check more each time while the answer is open.
    fn deepen(&mut self, ask: impl Fn(&mut Self, u8, &mut Proof) -> Answer) -> Option<Proof> {
        let mut proof = Proof::new();
        for checks in 1..=LONGEST {
            if checks > SURE && self.nodes > FEW {
                break;
            }
            match ask(self, checks, &mut proof) {
                Answer::Mates => return Some(proof),
                Answer::Never => break,
                Answer::Open => {}
            }
        }
        None
    }

    /// Lists the checks of the side to move that are open to it.
    pub(super) fn checks(&self) -> MoveList {
        let is_open = |mv: &Move| !self.barred.contains(&(mv.from(), mv.to()));
        let mut checks = if !self.ignored.is_empty() && self.position.checkers().meets(self.ignored)
        {
            let mut all = self.position.moves_ignoring(self.ignored);
            all.retain(|mv| self.position.gives_check(*mv));
            all
        } else {
            self.position.checks()
        };
        checks.retain(|mv| is_open(mv));
        checks
    }

    fn attack(&mut self, checks: u8, proof: &mut Proof) -> Answer {
        self.nodes += 1;
        if self.is_bounded() {
            return Answer::Open;
        }
        let key = self.position.key();
        match self.refuted.get(&key) {
            Some(&ANY) => return Answer::Never,
            Some(&within) if within >= checks => return Answer::Open,
            _ => {}
        }
        let place = self.path.len();
        if let Some(back) = self.path.iter().position(|earlier| *earlier == key) {
            self.earliest = self.earliest.min(back);
            return Answer::Open;
        }
        let outer = std::mem::replace(&mut self.earliest, usize::MAX);
        self.path.push(key);
        let mut answer = Answer::Never;
        for &mv in &self.checks() {
            match self.try_check(mv, checks, proof) {
                Answer::Mates => {
                    self.path.pop();
                    self.earliest = outer;
                    return Answer::Mates;
                }
                Answer::Open => answer = Answer::Open,
                Answer::Never => {}
            }
        }
        let within = if answer == Answer::Never { ANY } else { checks };
        self.path.pop();
        if self.earliest >= place {
            self.refuted.insert(key, within);
            self.earliest = outer;
        } else {
            self.earliest = self.earliest.min(outer);
        }
        answer
    }

    fn try_check(&mut self, mv: Move, checks: u8, proof: &mut Proof) -> Answer {
        let undo = self.position.play_ignoring_check(mv);
        let mut longest = Proof::new();
        let mut answer = Answer::Mates;
        if checks == 1 && self.has_reply() {
            answer = Answer::Open;
        } else {
            for &reply in &self.replies() {
                let undo = self.position.play_ignoring_check(reply);
                let mut below = Proof::new();
                answer = self.attack(checks - 1, &mut below);
                self.position.undo(undo);
                if answer != Answer::Mates {
                    break;
                }
                if below.len() + 1 > longest.len() {
                    longest.clear();
                    longest.push(reply);
                    longest.extend(below);
                }
            }
        }
        self.position.undo(undo);
        if answer == Answer::Mates {
            proof.clear();
            proof.push(mv);
            proof.extend(longest);
        }
        answer
    }

    /// The legal replies; with a checker looked past, the king of the other side stands open and is not taken.
    fn replies(&self) -> MoveList {
        let mut replies = self.position.legal_moves();
        if !self.ignored.is_empty() {
            let king = self.position.king(!self.position.turn());
            replies.retain(|mv| mv.to() != king);
        }
        replies
    }

    fn has_reply(&self) -> bool {
        if self.ignored.is_empty() {
            self.position.has_legal_move()
        } else {
            !self.replies().is_empty()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, without memory: some check every reply to which is mated within one check less.
    fn mates(position: &Position, checks: u8) -> bool {
        let after = |position: &Position, mv: Move| {
            let mut after = position.clone();
            let _ = after.play_unchecked(mv);
            after
        };
        let moves = position.legal_moves().into_iter();
        checks > 0
            && moves.filter(|mv| position.gives_check(*mv)).any(|mv| {
                let checked = after(position, mv);
                let mut replies = checked.legal_moves().into_iter();
                replies.all(|reply| mates(&after(&checked, reply), checks - 1))
            })
    }

    #[test]
    fn what_is_remembered_hides_no_mate() {
        let fens = [
            // Checks that go in circles, with and without a mate behind them.
            "2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w",
            "3k5/4a4/4b4/9/9/2R6/9/4B4/4A4/2r1K4 w",
            "4ka3/4a4/9/9/2R6/9/7r1/9/3C5/4K4 w",
            "3aka3/9/4b4/1N7/9/2R3C2/9/9/1r2c4/4K4 w",
            "2bakab2/9/2n1c4/p3p3p/4C4/2P3R2/P3P3P/4C4/9/2BAKABr1 w",
            "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w",
            "2b1ka3/4a4/4b4/5N3/9/7R1/9/4B4/9/r3K4 w",
        ];
        let mut mating = 0;
        for fen in fens {
            let position = Position::from_fen(fen).unwrap();
            let mut search = MateSearch::new(position.clone(), &[], Bitboard::EMPTY, u64::MAX);
            let length = search.find().map(|proof| proof.len() as u8 / 2 + 1);
            match length {
                Some(checks) if checks <= 4 => {
                    mating += 1;
                    assert!(mates(&position, checks), "{fen}");
                    assert!(!mates(&position, checks - 1), "{fen}");
                }
                _ => assert!(!mates(&position, 4), "{fen}"),
            }
        }
        assert!(mating > 1, "found {mating}");
    }
}
