//! From the natures of a cycle to who must change, and from a line to its end.

use super::{Book, Cycle, Mode, Nature, RuleSet, classify};
use crate::board::{ByColor, Color};
use crate::position::{EndReason, Line, Outcome};

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

/// What is known of a side's class: it lies between two bounds, which are equal once every nature is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// The least it can be.
    pub least: Class,
    /// The most it can be.
    pub most: Class,
}

impl Conduct {
    fn exactly(class: Class) -> Self {
        Self {
            least: class,
            most: class,
        }
    }

    /// Gives the class, if it is decided.
    #[must_use]
    pub fn class(self) -> Option<Class> {
        (self.least == self.most).then_some(self.least)
    }

    fn of(book: Book, own: &[Option<Nature>], any_check: bool) -> Self {
        let checks = own
            .iter()
            .filter(|nature| **nature == Some(Nature::Check))
            .count();
        let undecided = own.contains(&None);
        if own.is_empty() {
            return Self::exactly(Class::Allowed);
        }
        if checks == own.len() {
            return Self::exactly(if book == Book::Nothing {
                Class::Allowed
            } else {
                Class::PerpetualCheck
            });
        }
        let attacks = own.iter().flatten().all(|nature| nature.is_attack());
        match book {
            Book::CheckOnly | Book::Nothing => Self::exactly(Class::Allowed),
            Book::Asian if checks > 0 => Self::exactly(Class::Allowed),
            Book::Computer if any_check => Self::exactly(Class::Allowed),
            Book::Chinese | Book::Asian | Book::Computer if !attacks => {
                Self::exactly(Class::Allowed)
            }
            Book::Chinese | Book::Asian | Book::Computer if undecided => Self {
                least: Class::Allowed,
                most: Class::ForbiddenA,
            },
            Book::Chinese | Book::Asian | Book::Computer => Self::exactly(Class::ForbiddenA),
        }
    }
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
    /// The nature of each of its moves, in order; `None` where it is not decided.
    pub natures: Vec<Option<Nature>>,
    /// What each side did.
    pub conduct: ByColor<Conduct>,
    /// Who must change; `None` if natures that are not decided leave it open.
    pub verdict: Option<Verdict>,
}

impl Ruling {
    /// Rules one stretch of a line.
    #[must_use]
    pub fn of(line: &Line, cycle: Cycle, rules: &RuleSet) -> Self {
        let natures: Vec<_> = (cycle.start..cycle.end())
            .map(|ply| classify::nature(line, ply, rules.book))
            .collect();
        let any_check = natures.contains(&Some(Nature::Check));
        let first = line.turn_at(cycle.start);
        let conduct = ByColor::new_with(|color| {
            let own: Vec<_> = natures
                .iter()
                .skip(usize::from(color != first))
                .step_by(2)
                .copied()
                .collect();
            Conduct::of(rules.book, &own, any_check)
        });
        Self {
            cycle,
            natures,
            verdict: compare(conduct),
            conduct,
        }
    }

    /// Tells whether the verdict stands on a one-sided perpetual check, which gets no grace in any mode (25.1).
    #[must_use]
    pub fn is_one_sided_check(&self) -> bool {
        match self.verdict {
            Some(Verdict::MustChange(color)) => self.conduct[color].least == Class::PerpetualCheck,
            _ => false,
        }
    }

    /// Gives the number of occurrences at which the ruling ends the game.
    #[must_use]
    pub fn final_count(&self, rules: &RuleSet) -> usize {
        let graced = rules.mode == Mode::Warning
            && matches!(self.verdict, Some(Verdict::MustChange(_)))
            && !self.is_one_sided_check();
        rules.count + usize::from(graced)
    }

    /// Gives the outcome, once the position has occurred often enough and the verdict is decided.
    #[must_use]
    pub fn outcome(&self, rules: &RuleSet) -> Option<Outcome> {
        let verdict = self.verdict?;
        (self.cycle.occurrences >= self.final_count(rules)).then_some(match verdict {
            Verdict::Draw => Outcome::Draw,
            Verdict::MustChange(culprit) => Outcome::Win(!culprit),
        })
    }
}

/// The graver side must change; equal sides draw; overlapping bounds leave it open.
pub(super) fn compare(conduct: ByColor<Conduct>) -> Option<Verdict> {
    let ByColor { red, black } = conduct;
    if red.least > black.most {
        Some(Verdict::MustChange(Color::Red))
    } else if black.least > red.most {
        Some(Verdict::MustChange(Color::Black))
    } else {
        (red.class().is_some() && red == black).then_some(Verdict::Draw)
    }
}

/// Rules the stretch from the latest earlier occurrence of the current position to now, whatever the count; `None` if
/// nothing recurs or the verdict is open.
#[must_use]
pub fn repetition_verdict(line: &Line, rules: &RuleSet) -> Option<Verdict> {
    Ruling::of(line, Cycle::at_end(line)?, rules).verdict
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

/// Tells whether the rules end the game here, and why. Mate and stalemate come before a repetition, a repetition before
/// the natural limit.
#[must_use]
pub fn outcome(line: &Line, rules: &RuleSet) -> Option<(Outcome, EndReason)> {
    let position = line.position();
    if !position.has_legal_move() {
        let reason = if line.is_check() {
            EndReason::Mate
        } else {
            EndReason::Stalemate
        };
        return Some((Outcome::Win(!position.turn()), reason));
    }
    if let Some(outcome) = Cycle::at_end(line)
        .filter(|cycle| cycle.occurrences >= rules.count)
        .and_then(|cycle| Ruling::of(line, cycle, rules).outcome(rules))
    {
        return Some((outcome, EndReason::Repetition));
    }
    if is_natural_limit(line, rules) {
        return Some((Outcome::Draw, EndReason::NaturalLimit));
    }
    let has_attackers = position
        .board()
        .iter()
        .any(|(_, piece)| piece.kind().is_attacker());
    (!has_attackers).then_some((Outcome::Draw, EndReason::NoAttackers))
}
