//! The moves that a ruling would make lose.

use super::verdict::repetition_outcome;
use super::{Book, Cycle, NatureCache, RuleSet, Ruling, is_move_limit, nine_rounds};
use crate::board::Color;
use crate::position::{Line, Move, MoveList, Outcome};

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

/// Gives the ruling by which the side to move loses if it plays a legal move, and the reply that completes it; no reply if
/// the move itself does. `None` if the move is none of [`bans`].
#[must_use]
pub fn ruling_against(
    line: &Line,
    mv: Move,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<(Ruling, Option<Move>)> {
    if !bans(line, rules, cache).contains(&mv) {
        return None;
    }
    let mover = line.position().turn();
    let mut line = line.clone();
    line.push_unchecked(mv);
    let mut reply = None;
    if !is_lost(&line, rules, mover, cache) {
        let mut replies = line.position().legal_moves().into_iter();
        reply = replies.find(|reply| {
            line.push_unchecked(*reply);
            let is_lost = is_lost(&line, rules, mover, cache);
            line.pop();
            is_lost
        });
        line.push_unchecked(reply?);
    }
    let cycle = Cycle::at_end(&line);
    let recurred = cycle.map(|cycle| Ruling::with_help(&line, cycle, rules, cache));
    let recurred = recurred.filter(|ruling| ruling.outcome(rules).is_some());
    let ruling = recurred.or_else(|| Ruling::of_nine_rounds(&line, rules, cache))?;
    Some((ruling, reply))
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
