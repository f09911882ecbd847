//! A whole line judged: the stretch that matters, its ruling, and whether the game is over.

use super::{Cycle, End, Finding, NatureCache, RuleSet, Ruling, outcome_with_help, verdict};
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

/// Judges a line by its latest stretch ([`Stretch::Latest`]).
///
/// # Examples
///
/// A rook that checks without end, three times round:
///
/// ```
/// use caipan::board::Color;
/// use caipan::notation;
/// use caipan::position::{EndReason, Line, Outcome, Position};
/// use caipan::ruling::{self, Nature, RuleSet, Verdict};
///
/// let mut line = Line::new(Position::from_fen("2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w").unwrap());
/// for word in "f0e0 e8f8 e0f0 f8e8 ".repeat(3).split_whitespace() {
///     line.push(notation::read_any(line.position(), word).unwrap()).unwrap();
/// }
/// let judgement = ruling::judge(&line, &RuleSet::default());
///
/// let ruling = judgement.ruling.as_ref().unwrap();
/// assert_eq!((ruling.cycle.length, ruling.cycle.occurrences), (4, 4));
/// assert_eq!(ruling.verdict, Verdict::MustChange(Color::Red));
/// let natures: Vec<_> = ruling.findings.iter().map(|finding| finding.nature).collect();
/// assert_eq!(natures, [Nature::Check, Nature::Idle, Nature::Check, Nature::Idle]);
///
/// let end = judgement.end.as_ref().unwrap();
/// assert_eq!((end.ply, end.outcome), (12, Outcome::Win(Color::Black)));
/// assert_eq!(end.reason, EndReason::Repetition);
///
/// // Where every repetition draws, this one does.
/// let judgement = ruling::judge(&line, &RuleSet::by_name("none").unwrap());
/// assert_eq!(judgement.end.unwrap().outcome, Outcome::Draw);
/// ```
#[must_use]
pub fn judge(line: &Line, rules: &RuleSet) -> Judgement {
    judge_latest(line, rules, &mut NatureCache::default())
}

fn judge_latest(line: &Line, rules: &RuleSet, cache: &mut NatureCache) -> Judgement {
    let ruling = Cycle::latest(line).map(|cycle| Ruling::with_help(line, cycle, rules, cache));
    let is_over = |ruling: &Ruling| ruling.outcome(rules).is_some();
    let ruling = match ruling {
        Some(ruling) if is_over(&ruling) => Some(ruling),
        ruling => Ruling::of_nine_rounds(line, rules, cache).or(ruling),
    };
    let end = End::first(line, rules, ruling.as_ref(), cache);
    Judgement { ruling, end }
}

impl Judgement {
    /// Judges a stretch of a line; for [`Stretch::Latest`] as [`judge`] does.
    ///
    /// # Errors
    /// Returns the stretch asked for if the line does not have it.
    pub fn of(line: &Line, stretch: Stretch, rules: &RuleSet) -> Result<Self, StretchError> {
        Self::with_help(line, stretch, rules, &mut NatureCache::default())
    }

    /// Judges the same with the help of natures found before by a referee ([`NatureCache::default`]), within the positions
    /// that it may look at; where [`NatureCache::take_short`] then tells that these were too few, the judgement counts for
    /// nothing.
    ///
    /// # Errors
    /// Returns the stretch asked for if the line does not have it.
    pub fn with_help(
        line: &Line,
        stretch: Stretch,
        rules: &RuleSet,
        cache: &mut NatureCache,
    ) -> Result<Self, StretchError> {
        let (start, length) = match stretch {
            Stretch::Latest => return Ok(judge_latest(line, rules, cache)),
            Stretch::Whole => (0, line.len()),
            Stretch::Given { start, length } => (start, length),
        };
        let cycle = Cycle::given(line, start, length).ok_or(StretchError {
            start,
            length,
            plies: line.len(),
        })?;
        let ruling = Ruling::with_help(line, cycle, rules, cache);
        let end = end_of_given(line, &ruling, rules, cache);
        Ok(Self {
            ruling: Some(ruling),
            end,
        })
    }

    /// Gives what the ruling found of each move of its line, with `None` for a move outside the ruled stretch.
    #[must_use]
    pub fn findings(&self, line: &Line) -> Vec<Option<Finding>> {
        let mut findings = vec![None; line.len()];
        if let Some(ruling) = &self.ruling {
            let stretch = findings.iter_mut().skip(ruling.cycle.start);
            for (place, finding) in stretch.zip(&ruling.findings) {
                *place = Some(finding.clone());
            }
        }
        findings
    }
}

/// Gives the end of a line of which a stretch was asked for.
fn end_of_given(
    line: &Line,
    ruling: &Ruling,
    rules: &RuleSet,
    cache: &mut NatureCache,
) -> Option<End> {
    if let Some(outcome) = ruling.outcome(rules) {
        return Some(End {
            ply: ruling.cycle.end(),
            outcome,
            reason: EndReason::Repetition,
            ruling: Some(ruling.clone()),
        });
    }
    let (outcome, reason) = outcome_with_help(line, rules, cache)?;
    let cycle = Cycle::at_end(line).filter(|_| reason == EndReason::Repetition);
    Some(End {
        ply: line.len(),
        outcome,
        reason,
        ruling: cycle.map(|cycle| Ruling::with_help(line, cycle, rules, cache)),
    })
}

/// Finds the nature of every move of a line with its evidence.
#[must_use]
pub fn findings(line: &Line, rules: &RuleSet) -> Vec<Finding> {
    verdict::findings(line, 0, line.len(), rules.book, &mut NatureCache::default())
}

/// Finds the nature of the last move of a line with its evidence, by that move alone, with the help of natures found before;
/// `None` if no move was played.
#[must_use]
pub fn last_finding(line: &Line, rules: &RuleSet, cache: &mut NatureCache) -> Option<Finding> {
    let ply = line.len().checked_sub(1)?;
    verdict::findings(line, ply, line.len(), rules.book, cache).pop()
}
