//! Where in a line the game ended.

use super::verdict::{mate_or_stalemate, outcome_of_rules};
use super::{Cycle, NatureCache, RuleSet, Ruling};
use crate::position::{EndReason, Line, Outcome};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// After how many moves of the line it came; fewer than the line has if play went on all the same.
    pub ply: usize,
    /// The result.
    pub outcome: Outcome,
    /// Why.
    pub reason: EndReason,
    /// The ruling that ended it, if a repetition did.
    pub ruling: Option<Ruling>,
}

/// Finds the first ply from `from` on at which the rules end the game, without its ruling; `None` if it goes on.
///
/// A move that follows shows that there was neither mate nor stalemate, so only the last position is asked for them.
/// Natures are looked for only where positions recur, with the help of those found before.
#[must_use]
pub fn first_end(
    line: &Line,
    from: usize,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<(usize, Outcome, EndReason)> {
    let mut walked = line.clone();
    while walked.len() > from {
        walked.pop();
    }
    loop {
        let ply = walked.len();
        let mate = (ply == line.len())
            .then(|| mate_or_stalemate(&walked))
            .flatten();
        if let Some((outcome, reason)) = mate.or_else(|| outcome_of_rules(&walked, rules, cache)) {
            return Some((ply, outcome, reason));
        }
        if ply == line.len() {
            return None;
        }
        match line.move_at(ply) {
            Some(mv) => walked.push_unchecked(mv),
            None => walked.push_null(),
        }
    }
}

impl End {
    /// Finds the first end with the ruling that stands behind it; `known` spares ruling the same stretch again.
    pub(super) fn first(
        line: &Line,
        rules: &RuleSet,
        known: Option<&Ruling>,
        cache: &mut NatureCache,
    ) -> Option<Self> {
        let (ply, outcome, reason) = first_end(line, 0, rules, cache)?;
        let ruling = (reason == EndReason::Repetition)
            .then(|| ruling_at(line, ply, rules, known, cache))
            .flatten();
        Some(Self {
            ply,
            outcome,
            reason,
            ruling,
        })
    }
}

/// Gives the ruling that ends the game after `ply` moves.
fn ruling_at(
    line: &Line,
    ply: usize,
    rules: &RuleSet,
    known: Option<&Ruling>,
    cache: &mut NatureCache,
) -> Option<Ruling> {
    let mut line = line.clone();
    while line.len() > ply {
        line.pop();
    }
    let cycle = Cycle::at_end(&line);
    let is_over = |ruling: &Ruling| ruling.outcome(rules).is_some();
    let known = known.filter(|ruling| ruling.cycle.end() == ply && is_over(ruling));
    known.cloned().or_else(|| {
        cycle
            .map(|cycle| Ruling::with_help(&line, cycle, rules, cache))
            .filter(is_over)
            .or_else(|| Ruling::of_nine_rounds(&line, rules, cache))
    })
}
