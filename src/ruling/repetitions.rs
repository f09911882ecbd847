//! All repetitions of a game.

use super::{Cycle, NatureCache, RuleSet, Ruling};
use crate::position::Line;

/// Rules each stretch of a line that came round, in the order of their ends. Of positions that recur one ply after the other
/// the last counts: its stretch is what went round.
///
/// # Examples
///
/// ```
/// use caipan::position::{Line, Position};
/// use caipan::ruling::{RuleSet, repetitions};
///
/// let mut line = Line::new(Position::start());
/// for word in "b0c2 b9c7 c2b0 c7b9 h2e2 h9g7 e2h2 g7h9 c3c4".split(' ') {
///     line.push(caipan::notation::read_any(line.position(), word).unwrap()).unwrap();
/// }
/// let ends: Vec<_> = repetitions(&line, &RuleSet::default())
///     .iter()
///     .map(|ruling| (ruling.cycle.end(), ruling.cycle.occurrences))
///     .collect();
/// assert_eq!(ends, [(4, 2), (8, 3)]);
/// ```
#[must_use]
pub fn repetitions(line: &Line, rules: &RuleSet) -> Vec<Ruling> {
    let mut cache = NatureCache::default();
    let mut rulings = Vec::new();
    let mut running: Option<Cycle> = None;
    let mut walked = Line::new(line.start().clone());
    for ply in 0..line.len() {
        match line.move_at(ply) {
            Some(mv) => walked.push_unchecked(mv),
            None => walked.push_null(),
        }
        let ended = running.take();
        running = Cycle::at_end(&walked);
        if let Some(cycle) = ended.filter(|_| running.is_none()) {
            rulings.push(Ruling::with_help(line, cycle, rules, &mut cache));
        }
    }
    let last = running.map(|cycle| Ruling::with_help(line, cycle, rules, &mut cache));
    rulings.extend(last);
    rulings
}
