//! The moves that a ruling would make lose.

use super::verdict::repetition_outcome;
use super::{Book, Cycle, NatureCache, RuleSet, Ruling, is_move_limit, nine_rounds};
use crate::board::Color;
use crate::position::{Line, Move, MoveList, Outcome};

/// Lists the legal moves after which the mover loses by a repetition: at once, or after some legal reply that completes
/// the count or the nine rounds. The cache helps with natures found before, and keeps those found now. Where its
/// limit leaves the nature of a move open, it counts for no attack, but of the moves that the side to move has made in eight
/// rounds of attacks, for one.
///
/// In the order of [`Position::legal_moves`](crate::position::Position::legal_moves). Costs nothing while no position
/// of the line has recurred often enough and, under the Chinese rules, the side to move has not attacked for eight rounds.
#[must_use]
pub fn bans(line: &Line, rules: &RuleSet, cache: &mut NatureCache) -> MoveList {
    barred_among(line, &line.position().legal_moves(), false, rules, cache)
}

/// Tells whether a legal move is one of [`bans`], or may be for all that is known: where the cache's limit leaves the nature
/// of a move of the side to move open, this one among them, it counts for an attack. For a last look at the move to play.
#[must_use]
pub fn may_be_barred(line: &Line, mv: Move, rules: &RuleSet, cache: &mut NatureCache) -> bool {
    if rules.book == Book::Chinese {
        // Most of what is left goes to the move itself.
        let mut line = line.clone();
        line.push_unchecked(mv);
        cache.look_deep(&line, line.len() - 1);
    }
    !barred_among(line, &[mv], true, rules, cache).is_empty()
}

/// Lists those of some legal moves that lose; `is_wary` tells whether what is open of their own natures counts for an attack.
fn barred_among(
    line: &Line,
    moves: &[Move],
    is_wary: bool,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> MoveList {
    let mut barred = MoveList::new();
    let near = near(line, rules);
    let own_before = line.len() + usize::from(is_wary);
    cache.suspect(Some((line.position().turn(), own_before)));
    let is_eighth_round =
        rules.book == Book::Chinese && nine_rounds::may_be_over_in_two(line, cache);
    if !is_eighth_round && !is_wary {
        cache.suspect(None);
    }
    if near.is_empty() && !is_eighth_round {
        // Whatever was left open decides nothing.
        cache.take_short();
        cache.suspect(None);
        return barred;
    }
    let mut line = line.clone();
    for (number, mv) in moves.iter().enumerate() {
        cache.share(moves.len() - number);
        line.push_unchecked(*mv);
        let is_eighth_round = is_eighth_round && nine_rounds::may_lose(&line, cache);
        let is_near = is_eighth_round || !near.is_empty();
        if is_near && loses(&mut line, rules, &near, is_eighth_round, cache) {
            barred.push(*mv);
        }
        line.pop();
    }
    cache.share(1);
    cache.suspect(None);
    barred
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruling::tests::{line, mv};

    /// Where eight rounds of attacks have been, the nature of every move is asked for, and after some of them a mate is looked
    /// for through tens of thousands of positions: a referee against the clock has fewer.
    #[test]
    fn a_referee_bound_to_a_number_of_positions_keeps_it_and_remembers_nothing_wrong() {
        let line = line(
            "2bakaR1C/9/4n4/p3p4/9/9/P3P3P/4R4/3cA4/2rAK4 w",
            "e2h2 c0c6 g9g7 f9e8 h2h9 e8f9 h9h1 f9e8 h1h9 e8f9 h9h1 f9e8 e1d2 c6c3 h1h9 e8f9 h9h1 f9e8",
        );
        let rules = RuleSet::default();
        let mut free = NatureCache::default();
        let barred = bans(&line, &rules, &mut free);
        assert!(free.visited() > 100_000, "{}", free.visited());
        assert!(barred.contains(&mv("h1h9")));
        for positions in [0, 30, 1_000, 20_000] {
            let mut bound = NatureCache::default();
            bound.allow(positions);
            let seen = bans(&line, &rules, &mut bound);
            // A search may look at a few positions more, and each of a few hundred natures at one.
            assert!(
                bound.visited() <= positions + 300,
                "{positions}: {}",
                bound.visited()
            );
            assert!(seen.iter().all(|mv| barred.contains(mv)));
            assert!(
                seen.contains(&mv("h1h9")),
                "{positions}: a ninth attack if those before were"
            );
            bound.allow(u64::MAX);
            assert_eq!(
                bans(&line, &rules, &mut bound).as_slice(),
                barred.as_slice()
            );
        }
    }

    /// Two games lost against the clock: a fourth occurrence, and a ninth round of chases. Each took more positions than there
    /// was time for, so it was not known to be an attack. The last move of each is looked at here.
    #[test]
    fn a_last_look_trusts_no_move_that_it_has_no_time_for() {
        let games = [
            (
                "3aka3/9/4b4/p5R2/1Cc6/7rp/P7c/N3B4/4A4/2BAK4 w",
                "g6g4 h4h0 e1f0 i3i0 g4i4 i0f0 e0e1 h0h1 e1e0 h1h0 e0e1 h0h1 e1e0 h1h0 e0e1 h0h1 e1e0",
                "h1h0",
            ),
            (
                "4k4/4a4/9/9/2r6/3R5/2pn5/4BA2C/4A4/3K2B2 w",
                "i2i3 d3c1 i3i1 c1d3 d4a4 c5d5 d0e0 d5b5 e2c0 b5g5 g0e2 g5g1 i1i2 g1g2 i2i3 g2g3 i3i1 g3g1 \
                 i1i2 g1g2 i2i3",
                "g2h2",
            ),
        ];
        let rules = RuleSet::default();
        for (fen, moves, losing) in games {
            let line = line(fen, moves);
            let mut free = NatureCache::default();
            let barred = bans(&line, &rules, &mut free);
            assert!(barred.contains(&mv(losing)));
            for root in line.position().legal_moves() {
                assert_eq!(
                    may_be_barred(&line, root, &rules, &mut free),
                    barred.contains(&root),
                    "{root}"
                );
            }
            let mut missed = 0;
            for positions in [0, 100, 1_000, 2_500] {
                let mut bound = NatureCache::default();
                bound.allow(positions);
                missed += usize::from(!bans(&line, &rules, &mut bound).contains(&mv(losing)));
                assert!(bound.take_short(), "{positions}");
                assert!(may_be_barred(&line, mv(losing), &rules, &mut bound));
            }
            assert!(missed > 0);
        }
    }
}
