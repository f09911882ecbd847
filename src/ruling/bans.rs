//! The moves that a ruling would make lose.

use super::verdict::repetition_outcome;
use super::{Book, NatureCache, RuleSet, is_move_limit, nine_rounds};
use crate::board::Color;
use crate::position::{Line, MoveList, Outcome};

/// Lists the legal moves after which the mover loses by a repetition: at once, or after some legal reply that completes
/// the count or the nine rounds. The cache helps with natures found before, and keeps those found now.
///
/// In the order of [`Position::legal_moves`](crate::position::Position::legal_moves). Costs nothing while no position
/// of the line has recurred often enough and, under the Chinese rules, the side to move has not attacked for eight rounds.
#[must_use]
pub fn bans(line: &Line, rules: &RuleSet, cache: &mut NatureCache) -> MoveList {
    let mut bans = MoveList::new();
    let near = near(line, rules);
    let is_eighth_round =
        rules.book == Book::Chinese && nine_rounds::may_be_over_in_two(line, cache);
    if near.is_empty() && !is_eighth_round {
        return bans;
    }
    let mut line = line.clone();
    for mv in line.position().legal_moves() {
        line.push_unchecked(mv);
        if loses(&mut line, rules, &near, is_eighth_round, cache) {
            bans.push(mv);
        }
        line.pop();
    }
    bans
}

/// Lists the positions that can still recur and have stood one time less than the count, at least.
fn near(line: &Line, rules: &RuleSet) -> Vec<u64> {
    let first = line.last_capture().map_or(0, |capture| capture + 1);
    let mut keys: Vec<u64> = (first..=line.len()).map(|ply| line.key_at(ply)).collect();
    keys.sort_unstable();
    let wanted = rules.least_count(usize::MAX).saturating_sub(1).max(1);
    keys.chunk_by(|a, b| a == b)
        .filter(|same| same.len() >= wanted)
        .map(|same| same[0])
        .collect()
}

/// Tells whether the side that made the last move loses by a repetition now or after one reply.
///
/// A reply is looked at if it brings back one of the positions in `near`, or any if `is_eighth_round`.
fn loses(
    line: &mut Line,
    rules: &RuleSet,
    near: &[u64],
    is_eighth_round: bool,
    cache: &mut NatureCache,
) -> bool {
    let mover = !line.position().turn();
    // A game that is over gets no reply.
    if let Some(outcome) = ends(line, rules, cache) {
        return outcome == Outcome::Win(!mover);
    }
    if is_move_limit(line, rules) {
        return false;
    }
    line.position().legal_moves().into_iter().any(|reply| {
        line.push_unchecked(reply);
        let lost = (is_eighth_round || near.contains(&line.position().key()))
            && is_lost(line, rules, mover, cache);
        line.pop();
        lost
    })
}

fn is_lost(line: &Line, rules: &RuleSet, side: Color, cache: &mut NatureCache) -> bool {
    ends(line, rules, cache) == Some(Outcome::Win(!side))
}

/// Gives the outcome by a repetition; a mate or stalemate on the same ply comes first and is none.
fn ends(line: &Line, rules: &RuleSet, cache: &mut NatureCache) -> Option<Outcome> {
    line.position()
        .has_legal_move()
        .then(|| repetition_outcome(line, rules, cache))?
}
