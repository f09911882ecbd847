//! The rule of nine rounds: a side that attacks with nine moves in a row, over three points or more, must change though
//! no cycle comes round exactly (`RULES` §4).
//!
//! It is looked at only when some position of the stretch recurs. The points are the squares its moves go to, and the
//! other side must have an allowed move among its own.

use std::ops::Range;

use super::verdict::{Class, quick_classes, repetition_outcome};
use super::{Book, Cycle, Mode, NatureCache, RuleSet, Ruling, is_move_limit};
use crate::board::{Color, Square};
use crate::position::{Line, Move, Outcome};

/// Points over which the attacks must be spread.
const POINTS: usize = 3;

/// Rounds of attacks that end the game where no warning comes first.
const ROUNDS: usize = 9;

impl Ruling {
    /// Rules the end of a line by the rule of nine rounds, with the help of natures found before; `None` if the rule
    /// names no side there, and where a mate or stalemate on the same ply comes first.
    #[must_use]
    pub fn of_nine_rounds(line: &Line, rules: &RuleSet, cache: &mut NatureCache) -> Option<Self> {
        if !line.position().has_legal_move() {
            return None;
        }
        let (_, cycle) = culprit(line, rules, cache)?;
        Some(Self {
            is_nine_rounds: true,
            ..Self::with_help(line, cycle, rules, cache)
        })
    }
}

/// Tells whether the rule of nine rounds can end the game against the side to move in the coming round, and after how
/// many rounds of attacks that is: some move of it loses by the rule at once, or after some legal reply.
///
/// Costs next to nothing while that side has not attacked with each of its last eight moves. The game must not be over.
#[must_use]
pub fn nine_rounds_ahead(line: &Line, rules: &RuleSet, cache: &mut NatureCache) -> Option<usize> {
    if rules.book != Book::Chinese || !may_be_over_in_two(line, cache) {
        return None;
    }
    let side = line.position().turn();
    let mut line = line.clone();
    for mv in line.position().legal_moves() {
        line.push_unchecked(mv);
        let rounds = may_lose(&line, cache)
            .then(|| rounds_after(&mut line, rules, side, cache))
            .flatten();
        line.pop();
        if rounds.is_some() {
            return rounds;
        }
    }
    None
}

/// Tells whether the side that made the last move of a line may lose by the rule with it, or with a reply: the move is an
/// attack, and its moves go to enough points.
pub(super) fn may_lose(line: &Line, cache: &mut NatureCache) -> bool {
    // No stretch that is looked at can be longer, so on fewer points nothing is lost, whatever the natures.
    let length = line.len().min(2 * (ROUNDS + 1));
    let last = line.len() - 1;
    Cycle::given(line, line.len() - length, length)
        .is_some_and(|longest| points(line, longest, line.turn_at(last)) >= POINTS)
        && is_attack(line, last, cache)
}

/// Gives the rounds by which `side` has lost after its last move or after some reply, if it has.
fn rounds_after(
    line: &mut Line,
    rules: &RuleSet,
    side: Color,
    cache: &mut NatureCache,
) -> Option<usize> {
    let lost = |line: &Line, cache: &mut NatureCache| {
        let is_on = line.position().has_legal_move();
        let (_, cycle) =
            culprit(line, rules, cache).filter(|(color, _)| is_on && *color == side)?;
        let outcome = repetition_outcome(line, rules, cache);
        (outcome == Some(Outcome::Win(!side))).then_some(cycle.length / 2)
    };
    if let Some(rounds) = lost(line, cache) {
        return Some(rounds);
    }
    // A game that is over gets no reply.
    if repetition_outcome(line, rules, cache).is_some() || is_move_limit(line, rules) {
        return None;
    }
    line.position().legal_moves().into_iter().find_map(|reply| {
        line.push_unchecked(reply);
        let rounds = lost(line, cache);
        line.pop();
        rounds
    })
}

/// Gives the ply of the first of the attacks that a side has made one after another up to the end of a line, with no
/// capture among them; the length of the line if its last move was none.
///
/// Finds the nature of every move of that run, so it is to be asked only where the rule is near.
#[must_use]
pub fn first_attack(line: &Line, color: Color, cache: &mut NatureCache) -> usize {
    let earliest = line.last_capture().map_or(0, |capture| capture + 1);
    (earliest..line.len())
        .rev()
        .filter(|ply| line.turn_at(*ply) == color)
        .take_while(|ply| is_attack(line, *ply, cache))
        .last()
        .unwrap_or(line.len())
}

fn is_attack(line: &Line, ply: usize, cache: &mut NatureCache) -> bool {
    line.was_check(ply + 1) || cache.nature(line, ply, &mut None).0.is_attack()
}

/// Finds who loses by the rule at the end of a line, and the stretch that shows it.
///
/// Where a culprit is warned first he gets one round more, unless all his moves are checks.
pub(super) fn culprit(
    line: &Line,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<(Color, Cycle)> {
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
    let is_wide = |color: &Color| points(line, cycle, *color) >= POINTS;
    let mut wide = Color::ALL.into_iter().filter(is_wide);
    if !wide.any(|color| attacks_throughout(line, cycle.start..cycle.end(), color, cache)) {
        return None;
    }
    let classes = quick_classes(line, cycle, cache);
    Color::ALL
        .into_iter()
        .filter(is_wide)
        .find(|color| classes[*color] > Class::Allowed && classes[!*color] == Class::Allowed)
        .map(|color| (color, classes[color], cycle))
}

/// Tells whether all moves of a side in a stretch of plies are attacks. One that is known to be none is looked for first,
/// then the natures from the end: the last move that is none stays in the stretches of the plies to come for longest.
fn attacks_throughout(
    line: &Line,
    stretch: Range<usize>,
    color: Color,
    cache: &mut NatureCache,
) -> bool {
    let own = stretch.filter(|ply| line.turn_at(*ply) == color);
    let is_quiet = |ply: usize| {
        let known = cache.known(line, ply);
        !line.was_check(ply + 1) && known.is_some_and(|nature| !nature.is_attack())
    };
    !own.clone().any(is_quiet) && own.rev().all(|ply| is_attack(line, ply, cache))
}

/// Tells whether the rule may end the line with one of the next two plies against the side to move: it has attacked with
/// each of its last eight moves, and nothing was captured since.
pub(super) fn may_be_over_in_two(line: &Line, cache: &mut NatureCache) -> bool {
    const PLIES: usize = 16;
    line.len() >= PLIES
        && usize::from(line.position().plies_since_capture()) >= PLIES
        && attacks_throughout(
            line,
            line.len() - PLIES..line.len(),
            line.position().turn(),
            cache,
        )
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
