//! What the games of two engines, or of one against all others, say of its strength; and how such numbers are written.

use crate::stats::{self, Estimate, Hypothesis, Sprt};
use crate::tournament::{EngineSettings, PairScore, Plan, Standings};

/// The strength of an engine by its games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rating {
    /// Logistic Elo.
    pub(super) elo: Estimate,
    /// Normalised Elo.
    pub(super) normalized: Estimate,
    /// The likelihood of superiority, from 0 to 1.
    pub(super) los: f64,
}

impl Rating {
    pub(super) fn of(score: &PairScore) -> Self {
        let sample = score.sample();
        Self {
            elo: stats::elo(sample.clone()),
            normalized: stats::normalized_elo(sample.clone()),
            los: stats::los(sample),
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

/// Writes an estimate as `34.9 ± 20.0`, for people.
pub(super) fn estimate(estimate: Estimate) -> String {
    format!("{:.1} ± {:.1}", estimate.value, estimate.error).replace("inf", "∞")
}

/// Writes what an engine may use for its moves: `10+0.1`, `0.5/move`, `8 plies`, `5000 nodes`, several by comma.
pub(super) fn limits(engine: &EngineSettings) -> String {
    let mut words = Vec::new();
    if let Some(control) = engine.tc {
        words.push(control.to_string());
    }
    if let Some(time) = engine.st {
        words.push(format!("{}/move", time as f64 / 1000.0));
    }
    if let Some(depth) = engine.depth {
        words.push(format!("{depth} plies"));
    }
    if let Some(nodes) = engine.nodes {
        words.push(format!("{nodes} nodes"));
    }
    if words.is_empty() {
        words.push("-".to_owned());
    }
    words.join(", ")
}
