//! From the natures of a cycle to who must change, and from a line to its end.

use super::nature::{Finding, Level, Nature};
use super::{Book, Cycle, Mode, NatureCache, RuleSet, asian, nine_rounds, sky};
use crate::board::{ByColor, Color};
use crate::position::{EndReason, Line, Outcome, Position};

/// How grave a side's conduct over a whole cycle is (`RULES` §8), least first.
///
/// Of two sides the graver must change; sides of one class draw. That is the whole table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// At least one move is allowed (24.14).
    Allowed,
    /// Forbidden, with a chase of the lighter level among its moves (26.9.4).
    ForbiddenB,
    /// Forbidden, all chases of the graver level (26.9.1).
    ForbiddenA,
    /// Every move is a check (24.9).
    PerpetualCheck,
}

/// The ruling of a cycle, whatever the count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Neither side must change; if neither does, the game is drawn.
    Draw,
    /// This side must change, and loses if it does not.
    MustChange(Color),
}

/// A cycle ruled: the natures of its moves and what follows from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The stretch.
    pub cycle: Cycle,
    /// The side that makes its first move.
    pub first: Color,
    /// The nature of each of its moves with its evidence, in order.
    pub findings: Vec<Finding>,
    /// How grave each side's conduct is.
    pub classes: ByColor<Class>,
    /// Who must change.
    pub verdict: Verdict,
    /// The rounds after which it ends the game, where the rule set counts those.
    pub rounds: Option<usize>,
    /// Whether the stretch is one of nine rounds that need not come round exactly.
    pub is_nine_rounds: bool,
}

impl Ruling {
    /// Rules one stretch of a line.
    #[must_use]
    pub fn of(line: &Line, cycle: Cycle, rules: &RuleSet) -> Self {
        Self::with_help(line, cycle, rules, &mut NatureCache::default())
    }

    /// Rules one stretch of a line with the help of natures found before by a referee ([`NatureCache::default`]).
    #[must_use]
    pub fn with_help(line: &Line, cycle: Cycle, rules: &RuleSet, cache: &mut NatureCache) -> Self {
        let first = line.turn_at(cycle.start);
        let mut rounds = None;
        let (findings, classes) = match rules.book {
            Book::Sky => {
                let conduct = sky::Conduct::of(line, cycle);
                let limits = rules.rounds.as_ref();
                rounds = limits.and_then(|limits| conduct.rounds(line, cycle, limits));
                (conduct.findings, conduct.classes)
            }
            Book::Asian | Book::Computer => {
                let asian = asian::Findings::of(line, cycle, rules.book);
                (asian.findings(line, cycle.start), asian.class)
            }
            book => {
                let findings = findings(line, cycle.start, cycle.end(), book, cache);
                let of_side = |color: Color| {
                    let own = findings.iter().skip(usize::from(first != color)).step_by(2);
                    class(own.map(|finding| (finding.nature, finding.level)))
                };
                let classes = match book {
                    Book::Nothing => ByColor {
                        red: Class::Allowed,
                        black: Class::Allowed,
                    },
                    _ => ByColor::new_with(of_side),
                };
                (findings, classes)
            }
        };
        Self {
            cycle,
            first,
            verdict: compare(classes),
            classes,
            findings,
            rounds,
            is_nine_rounds: false,
        }
    }

    /// Tells whether the verdict stands on a one-sided perpetual check, which gets no grace in any mode (25.1).
    #[must_use]
    pub fn is_one_sided_check(&self) -> bool {
        match self.verdict {
            Verdict::MustChange(color) => self.classes[color] == Class::PerpetualCheck,
            Verdict::Draw => false,
        }
    }

    /// Gives the number of occurrences at which the ruling ends the game.
    #[must_use]
    pub fn final_count(&self, rules: &RuleSet) -> usize {
        let count = match self.rounds {
            None => rules.count,
            Some(rounds) => RuleSet::occurrences_of(rounds, self.cycle.length),
        };
        count + grace(self.verdict, self.is_one_sided_check(), rules)
    }

    /// Gives the outcome, once the position has occurred often enough.
    #[must_use]
    pub fn outcome(&self, rules: &RuleSet) -> Option<Outcome> {
        (self.is_nine_rounds || self.cycle.occurrences >= self.final_count(rules))
            .then(|| self.verdict.outcome())
    }
}

impl Verdict {
    fn outcome(self) -> Outcome {
        match self {
            Self::Draw => Outcome::Draw,
            Self::MustChange(culprit) => Outcome::Win(!culprit),
        }
    }
}

/// Gives the occurrences that a culprit has more than the count.
fn grace(verdict: Verdict, is_one_sided_check: bool, rules: &RuleSet) -> usize {
    let is_culprit = matches!(verdict, Verdict::MustChange(_));
    usize::from(rules.mode == Mode::Warning && is_culprit && !is_one_sided_check)
}

/// Finds the natures of the moves from ply `start` to ply `end` with their evidence.
pub(super) fn findings(
    line: &Line,
    start: usize,
    end: usize,
    book: Book,
    cache: &mut NatureCache,
) -> Vec<Finding> {
    let book = match book {
        Book::Sky => Book::Asian,
        book => book,
    };
    if let (Book::Asian | Book::Computer, Some(cycle)) =
        (book, Cycle::given(line, start, end - start))
    {
        return asian::Findings::of(line, cycle, book).findings(line, start);
    }
    let mut position = None;
    (start..end)
        .map(|ply| match book {
            _ if line.was_check(ply + 1) => Finding::plain(Nature::Check),
            Book::Chinese => cache.finding(line, ply, &mut position),
            _ => Finding::plain(Nature::Idle),
        })
        .collect()
}

/// Gives the class of a side by the natures of its moves; a side without moves did nothing forbidden.
fn class(natures: impl Iterator<Item = (Nature, Option<Level>)>) -> Class {
    natures
        .map(|(nature, level)| match nature {
            Nature::Check => Class::PerpetualCheck,
            Nature::MateThreat => Class::ForbiddenA,
            Nature::Chase if level == Some(Level::B) => Class::ForbiddenB,
            Nature::Chase => Class::ForbiddenA,
            _ => Class::Allowed,
        })
        .min()
        .unwrap_or(Class::Allowed)
}

/// The graver side must change; equal sides draw.
pub(super) fn compare(classes: ByColor<Class>) -> Verdict {
    match classes.red.cmp(&classes.black) {
        std::cmp::Ordering::Greater => Verdict::MustChange(Color::Red),
        std::cmp::Ordering::Less => Verdict::MustChange(Color::Black),
        std::cmp::Ordering::Equal => Verdict::Draw,
    }
}

/// Rules the stretch from the latest earlier occurrence of the current position to now, whatever the count, with the
/// help of natures found before; `None` if nothing recurs.
#[must_use]
pub fn repetition_verdict(
    line: &Line,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<Verdict> {
    Some(quick_verdict(line, Cycle::at_end(line)?, rules, cache).0)
}

/// Gives the verdict on a stretch without its evidence, and whether it stands on a one-sided perpetual check.
fn quick_verdict(
    line: &Line,
    cycle: Cycle,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> (Verdict, bool) {
    let classes = match rules.book {
        Book::Chinese => quick_classes(line, cycle, cache),
        Book::Asian | Book::Computer => asian::Findings::of(line, cycle, rules.book).class,
        Book::Sky | Book::CheckOnly | Book::Nothing => Ruling::of(line, cycle, rules).classes,
    };
    let verdict = compare(classes);
    let is_check =
        matches!(verdict, Verdict::MustChange(color) if classes[color] == Class::PerpetualCheck);
    (verdict, is_check)
}

/// Gives the class of each side over a stretch under the Chinese rules, with the help of natures found before.
pub(super) fn quick_classes(line: &Line, cycle: Cycle, cache: &mut NatureCache) -> ByColor<Class> {
    let mut position = None;
    let mut classes = ByColor {
        red: Class::PerpetualCheck,
        black: Class::PerpetualCheck,
    };
    for ply in cycle.start..cycle.end() {
        let own = &mut classes[line.turn_at(ply)];
        if line.was_check(ply + 1) || *own == Class::Allowed {
            continue;
        }
        let nature = cache.nature(line, ply, &mut position);
        *own = (*own).min(class([nature].into_iter()));
    }
    classes
}

/// Tells whether the natural limit is reached: the plies since the last capture, less two for each check of a side
/// beyond those that count, are as many as the rule set allows.
///
/// Plies that the start position's FEN tells of are taken to be without checks.
#[must_use]
pub fn is_natural_limit(line: &Line, rules: &RuleSet) -> bool {
    let Some(limit) = rules.natural_limit else {
        return false;
    };
    let plies = u32::from(line.position().plies_since_capture());
    if plies < limit.plies {
        return false;
    }
    let first = line.last_capture().map_or(0, |capture| capture + 1);
    let mut checks = ByColor::<u32>::default();
    for ply in first..line.len() {
        if line.was_check(ply + 1) {
            checks[line.turn_at(ply)] += 1;
        }
    }
    let surplus = Color::ALL.map(|color| checks[color].saturating_sub(limit.checks));
    plies.saturating_sub(2 * (surplus[0] + surplus[1])) >= limit.plies
}

/// Tells whether the game is as long as the rule set lets it be.
fn is_longest_game(line: &Line, rules: &RuleSet) -> bool {
    rules
        .longest_game
        .is_some_and(|longest| game_plies(line.position()) >= longest)
}

/// Gives the plies of the game before a position, by the number of its move.
fn game_plies(position: &Position) -> u32 {
    let rounds = u32::from(position.move_number()).saturating_sub(1);
    2 * rounds + u32::from(position.turn() == Color::Black)
}

/// Tells whether a limit of moves draws the game: that without a capture, or that of the whole game.
#[must_use]
pub fn is_move_limit(line: &Line, rules: &RuleSet) -> bool {
    is_natural_limit(line, rules) || is_longest_game(line, rules)
}

/// Gives the plies left at least until a limit of moves draws the game; `None` if the rules know none.
#[must_use]
pub fn plies_to_move_limit(position: &Position, rules: &RuleSet) -> Option<u32> {
    let natural = rules.natural_limit.map(|limit| {
        let plies = u32::from(position.plies_since_capture());
        limit.plies.saturating_sub(plies)
    });
    let longest = rules
        .longest_game
        .map(|longest| longest.saturating_sub(game_plies(position)));
    natural.into_iter().chain(longest).min()
}

/// Tells whether a repetition ends the game here, and how.
pub(super) fn repetition_outcome(
    line: &Line,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<Outcome> {
    let recurred = Cycle::at_end(line)
        .filter(|cycle| cycle.occurrences >= rules.least_count(cycle.length))
        .and_then(|cycle| {
            if rules.rounds.is_some() {
                return Ruling::of(line, cycle, rules).outcome(rules);
            }
            let (verdict, is_one_sided_check) = quick_verdict(line, cycle, rules, cache);
            (cycle.occurrences >= rules.count + grace(verdict, is_one_sided_check, rules))
                .then(|| verdict.outcome())
        });
    recurred.or_else(|| {
        nine_rounds::culprit(line, rules, cache).map(|(culprit, _)| Outcome::Win(!culprit))
    })
}

/// Tells whether the rules end the game here, and why. Mate and stalemate come before a repetition, a repetition before
/// the natural limit.
#[must_use]
pub fn outcome(line: &Line, rules: &RuleSet) -> Option<(Outcome, EndReason)> {
    outcome_with_help(line, rules, &mut NatureCache::default())
}

/// Tells the same as [`outcome`] with the help of natures found before by a referee ([`NatureCache::default`]).
#[must_use]
pub fn outcome_with_help(
    line: &Line,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<(Outcome, EndReason)> {
    mate_or_stalemate(line).or_else(|| outcome_of_rules(line, rules, cache))
}

/// Gives the outcome if the side to move has no legal move.
pub(super) fn mate_or_stalemate(line: &Line) -> Option<(Outcome, EndReason)> {
    let position = line.position();
    let reason = if line.is_check() {
        EndReason::Mate
    } else {
        EndReason::Stalemate
    };
    (!position.has_legal_move()).then(|| (Outcome::Win(!position.turn()), reason))
}

/// Tells whether the rules end a game here in which the side to move has a legal move.
pub(super) fn outcome_of_rules(
    line: &Line,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<(Outcome, EndReason)> {
    if let Some(outcome) = repetition_outcome(line, rules, cache) {
        return Some((outcome, EndReason::Repetition));
    }
    if is_natural_limit(line, rules) {
        return Some((Outcome::Draw, EndReason::NaturalLimit));
    }
    if is_longest_game(line, rules) {
        return Some((Outcome::Draw, EndReason::GameLength));
    }
    let has_attackers = line
        .position()
        .board()
        .iter()
        .any(|(_, piece)| piece.kind().is_attacker());
    (!has_attackers).then_some((Outcome::Draw, EndReason::NoAttackers))
}
