//! What the games of two engines, or of one against all others, say of its strength; and how such numbers are written.

use crate::stats::{self, Estimate, Hypothesis, Sprt};
use crate::tournament::{EngineSettings, PairScore, Plan, Standings};

/// The strength of an engine by its games; not known before the first of them, or of their pairs, is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rating {
    /// Logistic Elo.
    pub(super) elo: Option<Estimate>,
    /// Normalised Elo.
    pub(super) normalized: Option<Estimate>,
    /// The likelihood of superiority, from 0 to 1.
    pub(super) los: Option<f64>,
}

impl Rating {
    pub(super) fn of(score: &PairScore) -> Self {
        let sample = score.sample();
        let known = || (!sample.is_empty()).then(|| sample.clone());
        Self {
            elo: known().map(stats::elo),
            normalized: known().map(stats::normalized_elo),
            los: known().map(stats::los),
        }
    }
}

/// How far the test of a run has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TestState {
    /// The test.
    pub(super) sprt: Sprt,
    /// The log-likelihood ratio.
    pub(super) llr: f64,
}

impl TestState {
    /// Gives the state of the test; `None` if there is none.
    pub(super) fn of(plan: &Plan, standings: &Standings) -> Option<Self> {
        let sprt = *plan.sprt()?;
        let (_, score) = standings.pairs().next()?;
        Some(Self {
            sprt,
            llr: sprt.llr(score.sample()),
        })
    }

    /// Gives how much of the way to the bound on its side the ratio has come, in percent.
    pub(super) fn percent(&self) -> f64 {
        let bound = if self.llr < 0.0 {
            -self.sprt.lower_bound()
        } else {
            self.sprt.upper_bound()
        };
        self.llr / bound * 100.0
    }

    /// Gives the hypothesis that is accepted.
    pub(super) fn accepted(&self) -> Option<Hypothesis> {
        self.sprt.accepted(self.llr)
    }
}

/// Gives the share of points, from 0 to 1; 0 without games.
pub(super) fn share(score: &PairScore) -> f64 {
    score.tally.points() / (score.tally.games().max(1) as f64)
}

/// Writes a number with so many digits behind the point; what rounds to nothing has no sign.
pub(super) fn fixed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(nothing) if nothing.bytes().all(|byte| matches!(byte, b'0' | b'.')) => {
            nothing.to_owned()
        }
        _ => text,
    }
}

/// Writes an estimate as `34.9 ± 20.0`, for people; `-` while it is not known, nor bounded.
pub(super) fn estimate(estimate: Option<Estimate>) -> String {
    let known = estimate.filter(|estimate| estimate.value.is_finite());
    known.map_or_else(unknown, |estimate| {
        let [value, error] = [estimate.value, estimate.error].map(|number| fixed(number, 1));
        format!("{value} ± {error}").replace("inf", "∞")
    })
}

/// Writes a share as `72.5 %`, for people; `-` while it is not known.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(unknown, |share| format!("{} %", bare_percent(Some(share))))
}

/// Writes a share as `72.5`, where the percent sign stands above it; `-` while it is not known.
pub(super) fn bare_percent(share: Option<f64>) -> String {
    share.map_or_else(unknown, |share| format!("{:.1}", share * 100.0))
}

fn unknown() -> String {
    "-".to_owned()
}

/// Writes what an engine may use for its moves in the words of the command line, a clock without its key: `10+0.1`,
/// `st=0.5`, `depth=8 nodes=5000`; `-` if all that it likes.
pub(super) fn limits(engine: &EngineSettings) -> String {
    let words = [
        engine.tc.map(|control| control.to_string()),
        engine.st.map(|time| format!("st={}", time as f64 / 1000.0)),
        engine.depth.map(|depth| format!("depth={depth}")),
        engine.nodes.map(|nodes| format!("nodes={nodes}")),
    ];
    let words: Vec<_> = words.into_iter().flatten().collect();
    match words.is_empty() {
        true => unknown(),
        false => words.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_sign() {
        for (number, digits, text) in [
            (-0.0, 2, "0.00"),
            (-0.004, 2, "0.00"),
            (-0.006, 2, "-0.01"),
            (-0.4, 0, "0"),
            (-10.0, 0, "-10"),
            (0.0, 1, "0.0"),
            (f64::NEG_INFINITY, 1, "-inf"),
        ] {
            assert_eq!(fixed(number, digits), text);
        }
        let level = Estimate {
            value: -0.01,
            error: f64::INFINITY,
        };
        assert_eq!(estimate(Some(level)), "0.0 ± ∞");
    }

    #[test]
    fn what_cannot_be_computed_is_not_told() {
        let sample = |counts| Some(stats::Pentanomial { counts }.into());
        for (counts, elo, normalized) in [
            ([0, 0, 0, 0, 1], "-", "-"),
            ([3, 0, 0, 0, 0], "-", "-"),
            ([0, 0, 0, 1, 0], "190.8 ± ∞", "-"),
            ([0, 1, 0, 0, 0], "-190.8 ± ∞", "-"),
            ([0, 0, 1, 0, 0], "0.0 ± ∞", "0.0 ± ∞"),
        ] {
            let sample: Option<stats::Sample> = sample(counts);
            assert_eq!(estimate(sample.clone().map(stats::elo)), elo, "{counts:?}");
            let found = estimate(sample.map(stats::normalized_elo));
            assert_eq!(found, normalized, "{counts:?}");
        }
    }
}
