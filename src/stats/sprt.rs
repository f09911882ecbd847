//! The sequential probability ratio test: how long to play until a difference is proved.

use std::fmt;

use thiserror::Error;

use super::elo::{elo_to_score, normalized_elo_to_deviations};
use super::likelihood::{Atom, Distribution, with_distance, with_mean};
use super::sample::Sample;

/// How far from 0 the Elo of a hypothesis may be. Such differences need no test, and beyond it the most likely
/// distribution of the normalised model is not sure to be found.
pub const MAX_ELO: f64 = 200.0;

/// The Elo in which the hypotheses of a test are put.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EloModel {
    /// The Elo of the average score; see [`elo`](super::elo()).
    Logistic,
    /// The average score in standard deviations; see [`normalized_elo`](super::normalized_elo).
    Normalized,
}

/// What a test decides between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hypothesis {
    /// The difference is `elo0`.
    H0,
    /// The difference is `elo1`.
    H1,
}

/// Writes `H0` or `H1`.
impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

/// Why a test makes no sense.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The Elo of a hypothesis is too large, or no number.
    #[error("{name} is {found}; expected a number from -{MAX_ELO} to {MAX_ELO}")]
    Elo {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// The number given.
        found: f64,
    },
    /// The hypotheses do not differ, or stand in the wrong order.
    #[error("elo0 is {elo0} and elo1 is {elo1}; expected elo0 below elo1")]
    Order {
        /// The Elo of H0.
        elo0: f64,
        /// The Elo of H1.
        elo1: f64,
    },
    /// An error rate is no probability that a test could keep.
    #[error("{name} is {found}; expected a probability between 0 and 1")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The number given.
        found: f64,
    },
    /// The error rates are so large that a test decides without a game.
    #[error("alpha and beta are {alpha} and {beta}; expected a sum below 1")]
    Sum {
        /// The rate of H1 accepted falsely.
        alpha: f64,
        /// The rate of H0 accepted falsely.
        beta: f64,
    },
}

/// A sequential probability ratio test of H0 (the Elo difference is `elo0`) against H1 (it is `elo1`).
///
/// After each pair (or game) [`Sprt::llr`] gives the log-likelihood ratio, and [`Sprt::accepted`] whether it ends the
/// test.
///
/// # Examples
///
/// ```
/// use caipan::stats::{EloModel, Hypothesis, Pentanomial, Sprt};
///
/// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Normalized)?;
/// let llr = sprt.llr(Pentanomial { counts: [40, 300, 500, 420, 80] });
/// assert_eq!(sprt.accepted(llr), Some(Hypothesis::H1));
/// # Ok::<(), caipan::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// Makes a test that accepts H1 falsely at a rate of about `alpha`, and H0 at a rate of about `beta`.
    ///
    /// # Errors
    ///
    /// [`SprtError`] unless −[`MAX_ELO`] ≤ `elo0` < `elo1` ≤ [`MAX_ELO`], both rates lie between 0 and 1, and their sum
    /// is below 1.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Self, SprtError> {
        for (name, found) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&found) {
                return Err(SprtError::Elo { name, found });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, found) in [("alpha", alpha), ("beta", beta)] {
            if !(found > 0.0 && found < 1.0) {
                return Err(SprtError::Rate { name, found });
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Sum { alpha, beta });
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// Gives the Elo of H0.
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Gives the Elo of H1.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Gives the rate at which H1 is accepted falsely.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Gives the rate at which H0 is accepted falsely.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// Gives the Elo in which the hypotheses are put.
    #[must_use]
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// Gives the log-likelihood ratio at and below which H0 is accepted: ln(β / (1 − α)), by Wald.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Gives the log-likelihood ratio at and above which H1 is accepted: ln((1 − β) / α), by Wald.
    #[must_use]
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// Gives the log-likelihood ratio of H1 to H0: above 0 if what was seen speaks for H1.
    ///
    /// It is that of the generalised test: each hypothesis is represented by the distribution that makes the sample most
    /// likely of all those with its Elo. A cell that is empty counts 0.001 observations, as in fishtest and fastchess.
    /// Without observations the ratio is 0.
    #[must_use]
    pub fn llr(&self, sample: impl Into<Sample>) -> f64 {
        let sample = sample.into();
        if sample.size() == 0.0 {
            return 0.0;
        }
        let sample = sample.regularized();
        let size = sample.size();
        let cells = sample.cells();
        let seen: Distribution = cells
            .map(|(score, count)| Atom {
                score,
                probability: count / size,
            })
            .collect();
        let most_likely = |elo| match self.model {
            EloModel::Logistic => with_mean(&seen, elo_to_score(elo)),
            EloModel::Normalized => {
                let deviations = normalized_elo_to_deviations(elo);
                with_distance(&seen, deviations * sample.games_each().sqrt())
            }
        };
        let (h0, h1) = (most_likely(self.elo0), most_likely(self.elo1));
        let ratios = h0
            .iter()
            .zip(&h1)
            .map(|(h0, h1)| h1.probability / h0.probability);
        let terms = seen
            .iter()
            .zip(ratios)
            .map(|(atom, ratio)| atom.probability * ratio.ln());
        size * terms.sum::<f64>()
    }

    /// Gives the hypothesis that a log-likelihood ratio proves, or `None` if the test goes on.
    #[must_use]
    pub fn accepted(&self, llr: f64) -> Option<Hypothesis> {
        if llr >= self.upper_bound() {
            Some(Hypothesis::H1)
        } else if llr <= self.lower_bound() {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Tally, elo, normalized_elo};
    use super::*;

    const MODELS: [EloModel; 2] = [EloModel::Logistic, EloModel::Normalized];

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("the test makes sense")
    }

    fn pairs(counts: [u64; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * b.abs().max(1.0)
    }

    #[test]
    fn the_usual_rates_have_the_published_bounds() {
        let sprt = sprt(0.0, 2.0, EloModel::Normalized);
        let (lower, upper) = (sprt.lower_bound(), sprt.upper_bound());
        assert_eq!(format!("({lower:.2},{upper:.2})"), "(-2.94,2.94)");
        let uneven = Sprt::new(-3.0, 1.0, 0.1, 0.2, EloModel::Logistic).expect("it makes sense");
        assert!(close(uneven.lower_bound(), (2.0_f64 / 9.0).ln()));
        assert!(close(uneven.upper_bound(), 8.0_f64.ln()));
        let ends = [lower, lower.next_up(), 0.0, upper.next_down(), upper];
        let ends = ends.map(|llr| sprt.accepted(llr).map(|found| found.to_string()));
        let [h0, h1] = ["H0", "H1"].map(|name| Some(name.to_owned()));
        assert_eq!(ends, [h0, None, None, None, h1]);
    }

    #[test]
    fn a_test_without_sense_is_refused() {
        let refused = |elo0, elo1, alpha, beta| {
            let made = Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic);
            made.expect_err("it makes no sense").to_string()
        };
        let limits = "expected a number from -200 to 200";
        assert_eq!(
            refused(f64::NAN, 2.0, 0.05, 0.05),
            format!("elo0 is NaN; {limits}")
        );
        assert_eq!(
            refused(0.0, 201.0, 0.05, 0.05),
            format!("elo1 is 201; {limits}")
        );
        assert_eq!(
            refused(2.0, 2.0, 0.05, 0.05),
            "elo0 is 2 and elo1 is 2; expected elo0 below elo1"
        );
        assert_eq!(
            refused(0.0, 2.0, 0.0, 0.05),
            "alpha is 0; expected a probability between 0 and 1"
        );
        assert_eq!(
            refused(0.0, 2.0, 0.05, 1.5),
            "beta is 1.5; expected a probability between 0 and 1"
        );
        assert_eq!(
            refused(0.0, 2.0, 0.75, 0.25),
            "alpha and beta are 0.75 and 0.25; expected a sum below 1"
        );
    }

    #[test]
    fn nothing_played_speaks_for_nothing() {
        for model in MODELS {
            let sprt = sprt(0.0, 200.0, model);
            assert_eq!(sprt.llr(pairs([0; 5])), 0.0);
            assert_eq!(sprt.llr(Tally::default()), 0.0);
        }
    }

    #[test]
    fn hypotheses_around_an_even_sample_are_equally_likely() {
        for model in MODELS {
            let sprt = sprt(-7.0, 7.0, model);
            assert!(sprt.llr(pairs([3, 40, 110, 40, 3])).abs() < 1e-9);
            assert!(sprt.llr(pairs([0, 0, 9, 0, 0])).abs() < 1e-9);
        }
    }

    #[test]
    fn the_other_side_has_the_opposite_ratio() {
        let sample = pairs([3, 25, 110, 40, 0]);
        for model in MODELS {
            let own = sprt(-2.0, 5.0, model).llr(sample);
            let other = sprt(-5.0, 2.0, model).llr(sample.flipped());
            assert!(close(own, -other), "{own} {other}");
        }
    }

    /// Both models then name the even distribution and the sample itself.
    #[test]
    fn models_agree_on_what_was_seen_against_evenness() {
        let sample = pairs([30, 250, 800, 290, 45]);
        let logistic = sprt(0.0, elo(sample).value, EloModel::Logistic);
        let normalized = sprt(0.0, normalized_elo(sample).value, EloModel::Normalized);
        assert!(logistic.llr(sample) > 1.0);
        assert!(close(logistic.llr(sample), normalized.llr(sample)));
    }

    /// Without draws the games are throws of a coin, but for the thousandth of a draw that counts for the empty cell.
    #[test]
    fn games_without_draws_are_throws_of_a_coin() {
        let games = Tally {
            wins: 520,
            draws: 0,
            losses: 480,
        };
        let (s0, s1) = (elo_to_score(0.0), elo_to_score(20.0));
        let coin = 520.0 * (s1 / s0).ln() + 480.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        let llr = sprt(0.0, 20.0, EloModel::Logistic).llr(games);
        assert!((llr - coin).abs() < 1e-4, "{llr} {coin}");
    }

    #[test]
    fn a_ratio_is_a_number_whatever_was_seen() {
        let most = 1 << 40;
        for model in MODELS {
            for (elo0, elo1) in [(-200.0, 200.0), (0.0, 1e-9), (199.0, 200.0)] {
                let sprt = sprt(elo0, elo1, model);
                for cell in 0..5 {
                    let mut counts = [0; 5];
                    counts[cell] = most;
                    assert!(sprt.llr(pairs(counts)).is_finite());
                }
                assert!(sprt.llr(pairs([most, 0, 0, 0, 1])).is_finite());
            }
        }
    }
}
