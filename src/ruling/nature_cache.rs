//! Natures found before, by position and move.
//!
//! Under the Chinese rules the nature of a move depends on the position before it and on the move alone, so a game, or a
//! search that meets the same few cycles again and again, asks for each once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::classify::{BUDGET, classify};
use super::nature::{Finding, Level, Nature};
use crate::board::Color;
use crate::position::{Line, Move, Position};

/// How many natures are kept before all are forgotten.
const MOST: usize = 1 << 16;

/// The part of the positions left that one nature may take, unless moves share them: enough for the few of one cycle.
const PARTS: u64 = 4;

/// A memory of natures under the Chinese rules.
#[derive(Clone, Debug)]
pub struct NatureCache {
    budget: u64,
    known: HashMap<(u64, Move), Known>,
    /// The same with their evidence, if it is kept.
    evidence: Option<HashMap<(u64, Move), Finding>>,
    /// Positions looked at so far, and at most.
    visited: u64,
    most: u64,
    /// One nature may take what is left of them divided by this.
    parts: u64,
    /// Whether a nature was cut short by the limit since this was last asked.
    is_short: bool,
    /// Whose moves count as attacks if they are cut short, and before which ply.
    suspects: Option<(Color, usize)>,
}

/// A nature found, and the budget up to which it stands.
#[derive(Clone, Copy, Debug)]
struct Known {
    found: (Nature, Option<Level>),
    /// Greater than any if the search met no bound.
    budget: u64,
}

impl Default for NatureCache {
    /// A referee's, with its budget; it remembers the evidence too.
    fn default() -> Self {
        Self {
            evidence: Some(HashMap::new()),
            ..Self::with_budget(BUDGET)
        }
    }
}

impl NatureCache {
    /// Makes an empty memory that looks at no more than `budget` positions for each nature; one that meets the budget
    /// counts as idle. For a search that has no time for the rare long fragment.
    #[must_use]
    pub fn with_budget(budget: u64) -> Self {
        Self {
            budget,
            known: HashMap::new(),
            evidence: None,
            visited: 0,
            most: u64::MAX,
            parts: PARTS,
            is_short: false,
            suspects: None,
        }
    }

    /// Gives the number of positions looked at since the memory was made.
    #[must_use]
    pub const fn visited(&self) -> u64 {
        self.visited
    }

    /// Sets how many positions may be looked at from now on. A nature may take a fourth of those left; one that is cut
    /// short by that counts as idle, and is looked for anew where there is twice as much.
    pub const fn allow(&mut self, positions: u64) {
        self.most = self.visited.saturating_add(positions);
    }

    /// Lets so many natures share the positions left; none takes more than the fourth that it always may.
    pub(super) fn share(&mut self, natures: usize) {
        self.parts = PARTS.max(natures as u64);
    }

    /// Finds the nature of move number `ply` of a line, and may take all the positions left but a fourth for it.
    pub(super) fn look_deep(&mut self, line: &Line, ply: usize) {
        if !line.was_check(ply + 1) {
            let most = self.most;
            let left = most.saturating_sub(self.visited);
            (self.most, self.parts) = (most - left / 4, 1);
            let _ = self.nature(line, ply, &mut None);
            (self.most, self.parts) = (most, PARTS);
        }
    }

    /// Lets the moves of a side before a ply count as attacks where the limit cuts their natures short: who is to choose
    /// the next move had better suspect himself. Nothing of it is remembered.
    pub(super) const fn suspect(&mut self, suspects: Option<(Color, usize)>) {
        self.suspects = suspects;
    }

    /// Takes over what another memory knows better.
    pub fn learn(&mut self, other: &Self) {
        for (key, theirs) in &other.known {
            match self.known.entry(*key) {
                Entry::Occupied(own) if own.get().budget >= theirs.budget => {}
                entry => {
                    entry.insert_entry(*theirs);
                }
            }
        }
    }

    /// Tells whether the limit cut a nature short since this was last asked; [`bans`](super::bans()) takes back what decides
    /// nothing.
    pub const fn take_short(&mut self) -> bool {
        std::mem::replace(&mut self.is_short, false)
    }

    /// Tells the nature of move number `ply` of a line if it was found before.
    pub(super) fn known(&self, line: &Line, ply: usize) -> Option<Nature> {
        let key = (line.key_at(ply), line.move_at(ply)?);
        let known = self.known.get(&key).filter(|known| self.trusts(known))?;
        (known.budget >= self.budget || self.suspects.is_none()).then_some(known.found.0)
    }

    /// Gives the positions that one nature may take now.
    fn allowance(&self) -> u64 {
        let left = self.most.saturating_sub(self.visited);
        (left / self.parts).clamp(1, self.budget)
    }

    /// Tells whether looking anew would not find out more, or has not enough more to look at.
    fn trusts(&self, known: &Known) -> bool {
        let now = self.allowance();
        known.budget >= self.budget || now < self.budget.min(2 * known.budget)
    }

    /// Tells the nature of move number `ply` of a line that gives no check, and its level if it is a chase. `position`
    /// is filled with the position before the move if it has to be looked at.
    pub(super) fn nature(
        &mut self,
        line: &Line,
        ply: usize,
        position: &mut Option<(usize, Position)>,
    ) -> (Nature, Option<Level>) {
        let Some(mv) = line.move_at(ply) else {
            return (Nature::Idle, None);
        };
        let key = (line.key_at(ply), mv);
        if let Some(known) = self.known.get(&key).filter(|known| self.trusts(known)) {
            let known = *known;
            return self.tell(line, ply, known);
        }
        let budget = self.allowance();
        let (at, before) = position.get_or_insert_with(|| (ply, line.position_at(ply)));
        while *at < ply {
            if let Some(mv) = line.move_at(*at) {
                let _ = before.play_unchecked(mv);
            }
            *at += 1;
        }
        let (finding, visited) = classify(before, mv, budget);
        self.visited += visited;
        let known = Known {
            found: (finding.nature, finding.level),
            budget: if finding.is_bounded { budget } else { u64::MAX },
        };
        if self.known.len() >= MOST {
            self.known.clear();
            self.evidence = self.evidence.take().map(|_| HashMap::new());
        }
        self.known.insert(key, known);
        if let Some(evidence) = &mut self.evidence {
            evidence.insert(key, finding);
        }
        self.tell(line, ply, known)
    }

    /// Gives a nature as it counts where it may be cut short.
    fn tell(&mut self, line: &Line, ply: usize, known: Known) -> (Nature, Option<Level>) {
        let is_short = known.budget < self.budget;
        self.is_short |= is_short;
        let is_suspect = |(color, before)| line.turn_at(ply) == color && ply < before;
        if is_short && self.suspects.is_some_and(is_suspect) {
            return (Nature::MateThreat, None);
        }
        known.found
    }

    /// Tells the nature of move number `ply` of a line that gives no check, with its evidence as far as that is kept.
    pub(super) fn finding(
        &mut self,
        line: &Line,
        ply: usize,
        position: &mut Option<(usize, Position)>,
    ) -> Finding {
        let (nature, level) = self.nature(line, ply, position);
        let evidence = self.evidence.as_ref().zip(line.move_at(ply));
        evidence
            .and_then(|(evidence, mv)| evidence.get(&(line.key_at(ply), mv)))
            .cloned()
            .unwrap_or_else(|| Finding {
                level,
                ..Finding::plain(nature)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::ruling::{RuleSet, nine_rounds_ahead};

    #[test]
    fn foreseeing_nine_rounds_asks_a_quiet_game_for_one_move_of_a_side_in_eight_rounds() {
        let mut line = Line::default();
        let square = |file, rank| Square::new(file, rank).unwrap();
        let round = [((1, 0), (2, 2)), ((1, 9), (2, 7))].map(|(home, out)| {
            let (home, out) = (square(home.0, home.1), square(out.0, out.1));
            [Move::new(home, out).unwrap(), Move::new(out, home).unwrap()]
        });
        let mut cache = NatureCache::default();
        for ply in 0..40 {
            let [there, back] = round[ply % 2];
            line.push(if ply % 4 < 2 { there } else { back }).unwrap();
            assert_eq!(
                nine_rounds_ahead(&line, &RuleSet::default(), &mut cache),
                None
            );
            // None is asked for before a stretch of eight rounds is there; then the last move of each side, until the
            // stretch has left it behind.
            let asked = if ply < 15 { 0 } else { (ply - 14).min(2) };
            assert_eq!(cache.known.len(), asked, "{ply}");
        }
    }
}
