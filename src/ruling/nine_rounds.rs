//! The rule of nine rounds: a side that attacks with nine moves in a row, over three points or more, must change though
//! no cycle comes round exactly (`RULES` §4).
//!
//! It is looked at only when some position of the stretch recurs. The points are the squares its moves go to, and the
//! other side must have an allowed move among its own.

use super::verdict::{Class, quick_classes};
use super::{Book, Cycle, Mode, NatureCache, RuleSet};
use crate::board::{Color, Square};
use crate::position::{Line, Move};

/// Points over which the attacks must be spread.
const POINTS: usize = 3;

/// Finds who loses by the rule at the end of a line, and the stretch that shows it.
///
/// Where a culprit is warned first he gets one round more, unless all his moves are checks.
pub(super) fn culprit(
    line: &Line,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<(Color, Cycle)> {
    const ROUNDS: usize = 9;
    if rules.book != Book::Chinese {
        return None;
    }
    let at_once = attacker(line, ROUNDS, cache);
    let found = match rules.mode {
        Mode::Strict => at_once,
        Mode::Warning => at_once
            .filter(|(_, class, _)| *class == Class::PerpetualCheck)
            .or_else(|| attacker(line, ROUNDS + 1, cache)),
    };
    found.map(|(color, _, cycle)| (color, cycle))
}

/// Finds the side that alone has attacked all through the last rounds, on enough points, with its class.
fn attacker(line: &Line, rounds: usize, cache: &mut NatureCache) -> Option<(Color, Class, Cycle)> {
    let length = 2 * rounds;
    if !recurs_within(line, length) {
        return None;
    }
    let cycle = Cycle::given(line, line.len() - length, length)?;
    let classes = quick_classes(line, cycle, cache);
    Color::ALL
        .into_iter()
        .find(|color| {
            classes[*color] > Class::Allowed
                && classes[!*color] == Class::Allowed
                && points(line, cycle, *color) >= POINTS
        })
        .map(|color| (color, classes[color], cycle))
}

/// Tells whether the rule may end the line with one of the next two plies against the side to move: it has attacked with
/// each of its last eight moves, and nothing was captured since.
pub(super) fn may_be_over_in_two(line: &Line, cache: &mut NatureCache) -> bool {
    const PLIES: usize = 16;
    line.len() >= PLIES
        && usize::from(line.position().plies_since_capture()) >= PLIES
        && (line.len() - PLIES..line.len())
            .step_by(2)
            .rev()
            .all(|ply| line.was_check(ply + 1) || cache.nature(line, ply, &mut None).0.is_attack())
}

/// Tells whether the last `length` plies captured nothing and some position stood twice among them.
fn recurs_within(line: &Line, length: usize) -> bool {
    if line.len() < length || usize::from(line.position().plies_since_capture()) < length {
        return false;
    }
    let mut keys: Vec<u64> = (line.len() - length..=line.len())
        .map(|ply| line.key_at(ply))
        .collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

fn points(line: &Line, cycle: Cycle, color: Color) -> usize {
    let own = (cycle.start..cycle.end()).filter(|ply| line.turn_at(*ply) == color);
    let mut squares: Vec<Square> = own
        .filter_map(|ply| line.move_at(ply))
        .map(Move::to)
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares.len()
}
