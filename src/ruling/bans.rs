//! The moves that a ruling would make lose.

use super::{RuleSet, outcome};
use crate::position::{EndReason, Line, Move, MoveList, Outcome};

/// Lists the legal moves after which the mover loses by a repetition: at once, or after some legal reply that completes
/// the count.
///
/// In the order of [`Position::legal_moves`](crate::position::Position::legal_moves). Costs nothing while no position
/// of the line has recurred often enough.
#[must_use]
pub fn bans(line: &Line, rules: &RuleSet) -> MoveList {
    let mut bans = MoveList::new();
    if !is_near(line, rules) {
        return bans;
    }
    let mut line = line.clone();
    for mv in line.position().legal_moves() {
        line.push_unchecked(mv);
        if loses(&mut line, rules) {
            bans.push(mv);
        }
        line.pop();
    }
    bans
}

/// Tells whether some position that can still recur has stood one time less than the count ends the matter at.
fn is_near(line: &Line, rules: &RuleSet) -> bool {
    let first = line.last_capture().map_or(0, |capture| capture + 1);
    let mut keys: Vec<u64> = (first..=line.len()).map(|ply| line.key_at(ply)).collect();
    keys.sort_unstable();
    let wanted = rules.count.saturating_sub(1).max(1);
    keys.chunk_by(|a, b| a == b)
        .any(|same| same.len() >= wanted)
}

/// Tells whether the side that made the last move loses by a repetition now or after one reply.
fn loses(line: &mut Line, rules: &RuleSet) -> bool {
    let mover = !line.position().turn();
    if goes_against(line, rules, mover) {
        return true;
    }
    // A game that is over gets no reply.
    if outcome(line, rules).is_some() {
        return false;
    }
    line.position()
        .legal_moves()
        .into_iter()
        .any(|reply: Move| {
            line.push_unchecked(reply);
            let lost = goes_against(line, rules, mover);
            line.pop();
            lost
        })
}

fn goes_against(line: &Line, rules: &RuleSet, mover: crate::board::Color) -> bool {
    line.previous_occurrence().is_some()
        && outcome(line, rules) == Some((Outcome::Win(!mover), EndReason::Repetition))
}
