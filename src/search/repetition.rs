//! What the rules of repetition and the natural limit say about a line inside the tree.

use super::value;
use crate::position::{Line, Position};
use crate::ruling::{
    NatureCache, RuleSet, Verdict, is_move_limit, plies_to_move_limit, repetition_verdict,
};

/// Rulings made before. A ruling depends on the repeated stretch alone, and the same few stretches come up again and
/// again in a tree, so each is asked of the referee once.
#[derive(Debug)]
pub(super) struct Rulings {
    /// The hash of a stretch and its ruling.
    known: Vec<(u64, Option<Verdict>)>,
    natures: NatureCache,
    /// What the natures of earlier searches took.
    before: u64,
    /// What the referee's natures that were taken over had taken.
    learned: u64,
}

/// Tells whether one of the last so many positions has the key of the current one. Quicker than to walk back through the
/// moves, and right but for null moves among them.
#[inline]
fn may_recur(line: &Line, reversible: usize) -> bool {
    let (key, len) = (line.position().key(), line.len());
    (4..=reversible.min(len))
        .step_by(2)
        .any(|back| line.key_at(len - back) == key)
}

/// Tells whether a limit of moves may draw the game so soon that what the table knows of a position, met with more moves
/// left, is not to be trusted.
#[inline]
pub(super) fn is_near_limit(position: &Position, rules: &RuleSet) -> bool {
    plies_to_move_limit(position, rules).is_some_and(|left| left < 20)
}

/// Positions that the referee may look at for the nature of one move inside the tree; less than a millisecond.
const BUDGET: u64 = 500;

/// Positions that it may look at in one search whatever that visits.
const LEAST: u64 = 1_000;

/// One position more for so many nodes of the search, which keeps the referee to a few hundredths of the time. Where it
/// may look no further, only a perpetual check is known for one.
const SHARE: u64 = 128;

/// How many rulings are kept; a power of two.
const KEPT: usize = 1 << 12;

impl Rulings {
    pub(super) fn new() -> Self {
        Self {
            known: Vec::new(),
            natures: NatureCache::with_budget(BUDGET),
            before: 0,
            learned: 0,
        }
    }

    /// Begins a search, with the natures that a referee who had more time has found.
    pub(super) fn begin(&mut self, referee: &NatureCache) {
        if self.learned != referee.visited() {
            self.learned = referee.visited();
            self.natures.learn(referee);
            self.known.clear();
        }
        self.before = self.natures.visited();
    }

    /// Gives the value for the side to move if the rules end the game here, `ply` plies from the root.
    ///
    /// A position met again inside the tree is ruled at once: what happened twice in a best line would happen again. A
    /// position met before the root counts only at its second return, since there the players still chose otherwise,
    /// unless the rules end the game at the first.
    /// `nodes` is how many the search has visited.
    #[inline]
    pub(super) fn end(
        &mut self,
        line: &Line,
        ply: usize,
        rules: &RuleSet,
        nodes: u64,
    ) -> Option<i32> {
        let reversible = line.position().plies_since_capture();
        let recurs = may_recur(line, reversible.into()) && {
            let mut earlier = line.recurrences();
            earlier.next().is_some_and(|at| {
                at + ply >= line.len() || rules.count <= 2 || earlier.next().is_some()
            })
        };
        if recurs {
            return Some(match self.verdict(line, rules, nodes) {
                Some(Verdict::MustChange(loser)) if loser == line.position().turn() => {
                    value::rule_loss_in(ply)
                }
                Some(Verdict::MustChange(_)) => -value::rule_loss_in(ply),
                Some(Verdict::Draw) | None => 0,
            });
        }
        // A mate on the last ply comes before the limit.
        (is_move_limit(line, rules) && line.position().has_legal_move()).then_some(0)
    }

    fn verdict(&mut self, line: &Line, rules: &RuleSet, nodes: u64) -> Option<Verdict> {
        let start = line.previous_occurrence()?;
        let stretch = (start..line.len()).fold(0_u64, |hash, ply| {
            (hash.rotate_left(5) ^ line.key_at(ply)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        if self.known.is_empty() {
            self.known = vec![(0, None); KEPT];
        }
        let slot = (stretch >> 40) as usize % KEPT;
        if self.known[slot].0 == stretch {
            return self.known[slot].1;
        }
        let used = self.natures.visited() - self.before;
        self.natures
            .allow((LEAST + nodes / SHARE).saturating_sub(used));
        let verdict = repetition_verdict(line, rules, &mut self.natures);
        if !self.natures.take_short() {
            self.known[slot] = (stretch, verdict);
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_recurrence_is_overlooked(
            clock in 0_u16..9,
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
        ) {
            // Few moves, so that positions come again often; a capture at times.
            let fen = format!("3k5/9/9/9/9/9/9/4p4/3p5/3KR4 w - - {clock} 1");
            let mut line = Line::new(Position::from_fen(&fen).unwrap());
            for choice in choices {
                let moves = line.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                match choice.index(moves.len() + 1).checked_sub(1) {
                    Some(number) => line.push_unchecked(moves[number]),
                    None if line.is_check() => {}
                    None => line.push_null(),
                }
                let reversible = line.position().plies_since_capture();
                prop_assert!(
                    line.recurrences().next().is_none() || may_recur(&line, reversible.into())
                );
            }
        }
    }
}
