//! A whole line judged: the stretch that matters, its ruling, and whether the game is over.

use super::{Cycle, End, Finding, NatureCache, RuleSet, Ruling, outcome, verdict};
use crate::position::{EndReason, Line};

/// Which stretch of a line is to be ruled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stretch {
    /// From the latest earlier occurrence of the final position to the end; failing that, the last stretch that
    /// recurred; failing that, none.
    #[default]
    Latest,
    /// The whole line.
    Whole,
    /// This one, whether its position recurs or not.
    Given {
        /// The ply of its first move.
        start: usize,
        /// How many moves it has, at least one.
        length: usize,
    },
}

/// A stretch that the line does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the stretch [{start}, {length}] is not in the line: expected at least one move and an end within {plies} plies"
)]
pub struct StretchError {
    /// The ply asked for.
    pub start: usize,
    /// The length asked for.
    pub length: usize,
    /// The plies of the line.
    pub plies: usize,
}

/// A line judged under one rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The ruling of the stretch; `None` if nothing recurs.
    pub ruling: Option<Ruling>,
    /// Where and how the game ended, if it has: for [`Stretch::Latest`] at the first ply at which the rules end it,
    /// whatever was played after; for a stretch that was asked for, by its own ruling or at the end of the line.
    pub end: Option<End>,
}

impl Judgement {
    /// Judges a line.
    ///
    /// # Errors
    /// Returns the stretch asked for if the line does not have it.
    pub fn of(line: &Line, stretch: Stretch, rules: &RuleSet) -> Result<Self, StretchError> {
        let given = |start, length| {
            Cycle::given(line, start, length).ok_or(StretchError {
                start,
                length,
                plies: line.len(),
            })
        };
        let cycle = match stretch {
            Stretch::Latest => Cycle::latest(line),
            Stretch::Whole => Some(given(0, line.len())?),
            Stretch::Given { start, length } => Some(given(start, length)?),
        };
        let cache = &mut NatureCache::default();
        let ruling = cycle.map(|cycle| Ruling::with_help(line, cycle, rules, cache));
        if stretch != Stretch::Latest {
            let end = end_of_given(line, ruling.as_ref(), rules);
            return Ok(Self { ruling, end });
        }
        let is_over = |ruling: &Ruling| ruling.outcome(rules).is_some();
        let ruling = match ruling {
            Some(ruling) if is_over(&ruling) => Some(ruling),
            ruling => Ruling::of_nine_rounds(line, rules, cache).or(ruling),
        };
        let end = End::first(line, rules, ruling.as_ref(), cache);
        Ok(Self { ruling, end })
    }
}

/// Gives the end of a line of which a stretch was asked for.
fn end_of_given(line: &Line, ruling: Option<&Ruling>, rules: &RuleSet) -> Option<End> {
    let by_ruling = ruling.and_then(|ruling| {
        Some(End {
            ply: ruling.cycle.end(),
            outcome: ruling.outcome(rules)?,
            reason: EndReason::Repetition,
            ruling: Some(ruling.clone()),
        })
    });
    by_ruling.or_else(|| {
        let (outcome, reason) = outcome(line, rules)?;
        Some(End {
            ply: line.len(),
            outcome,
            reason,
            ruling: None,
        })
    })
}

/// Finds the nature of every move of a line with its evidence.
#[must_use]
pub fn findings(line: &Line, rules: &RuleSet) -> Vec<Finding> {
    verdict::findings(line, 0, line.len(), rules.book, &mut NatureCache::default())
}
