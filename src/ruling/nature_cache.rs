//! Natures found before, by position and move.
//!
//! Under the Chinese rules the nature of a move depends on the position before it and on the move alone, so a game, or a
//! search that meets the same few cycles again and again, asks for each once.

use std::collections::HashMap;

use super::classify::{BUDGET, classify};
use super::nature::{Finding, Level, Nature};
use crate::position::{Line, Move, Position};

/// How many natures are kept before all are forgotten.
const MOST: usize = 1 << 16;

/// A memory of natures under the Chinese rules.
#[derive(Clone, Debug)]
pub struct NatureCache {
    budget: u64,
    known: HashMap<(u64, Move), (Nature, Option<Level>)>,
    /// The same with their evidence, if it is kept.
    evidence: Option<HashMap<(u64, Move), Finding>>,
    /// Positions looked at so far, and at most.
    visited: u64,
    most: u64,
    /// Whether a nature was not looked for since this was last asked.
    is_short: bool,
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
            is_short: false,
        }
    }

    /// Gives the number of positions looked at since the memory was made.
    #[must_use]
    pub const fn visited(&self) -> u64 {
        self.visited
    }

    /// Sets how many positions may be looked at, counted since the memory was made. A nature for which they would not
    /// surely do is not looked for: the move counts as idle until there are more.
    pub const fn limit(&mut self, most: u64) {
        self.most = most;
    }

    /// Takes over what another memory, one of a greater budget, knows.
    pub fn learn(&mut self, other: &Self) {
        self.known.extend(&other.known);
    }

    /// Tells whether the limit kept a nature from being looked for since this was last asked.
    pub const fn take_short(&mut self) -> bool {
        std::mem::replace(&mut self.is_short, false)
    }

    /// Tells the nature of move number `ply` of a line if it was found before.
    pub(super) fn known(&self, line: &Line, ply: usize) -> Option<Nature> {
        let key = (line.key_at(ply), line.move_at(ply)?);
        self.known.get(&key).map(|(nature, _)| *nature)
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
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if self.visited.saturating_add(self.budget) > self.most {
            self.is_short = true;
            return (Nature::Idle, None);
        }
        let (at, before) = position.get_or_insert_with(|| (ply, line.position_at(ply)));
        while *at < ply {
            if let Some(mv) = line.move_at(*at) {
                let _ = before.play_unchecked(mv);
            }
            *at += 1;
        }
        let (finding, visited) = classify(before, mv, self.budget);
        self.visited += visited;
        let found = (finding.nature, finding.level);
        if self.known.len() >= MOST {
            self.known.clear();
            self.evidence = self.evidence.take().map(|_| HashMap::new());
        }
        self.known.insert(key, found);
        if let Some(evidence) = &mut self.evidence {
            evidence.insert(key, finding);
        }
        found
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
