//! How much stronger one side is.

use std::f64::consts::LN_10;

use statrs::distribution::{ContinuousCDF, Normal};

use super::Sample;

/// How much normalised Elo one standard deviation of a game is: with it both Elos agree near equality when every game
/// is decisive.
const NORMALIZED_ELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// The share of the normal distribution below the upper end of its 95 % interval.
const UPPER_QUANTILE: f64 = 0.975;

/// A number that was estimated. Neither part is ever NaN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate itself, ±∞ included.
    pub value: f64,
    /// Half the width of the 95 % confidence interval; infinite if the sample does not bound it.
    pub error: f64,
}

/// Estimates the logistic Elo difference from the average score `s` as `400 · log10(s / (1 − s))`.
///
/// The confidence interval is that of the score, turned to Elo at both ends; the error is half its width. A
/// [`Pentanomial`](super::Pentanomial) gives the error of pairs, a [`Tally`](super::Tally) that of single games.
///
/// - A side that won all has +∞, one that lost all −∞; without games the value is 0.
/// - Without variance (no games, one game, nothing but draws, …) the sample does not tell how far off it is, and the
///   error is infinite. So it is where the interval reaches beyond the score 0 or 1.
///
/// # Examples
///
/// ```
/// use caipan::stats::{Pentanomial, elo};
///
/// let found = elo(Pentanomial { counts: [287, 12123, 25841, 11477, 272] });
/// assert_eq!(format!("{:.2} ± {:.1}", found.value, found.error), "-2.35 ± 1.1");
/// ```
#[must_use]
pub fn elo(sample: impl Into<Sample>) -> Estimate {
    estimate(&sample.into(), score_to_elo, |mean, margin| {
        (score_to_elo(mean + margin) - score_to_elo(mean - margin)) / 2.0
    })
}

/// Estimates the normalised Elo difference: the distance of the average score from ½ in standard deviations of a
/// game, times 800 / ln 10. It tells how many games a test needs, whatever the share of draws.
///
/// The standard deviation of a game is that of a pair's average times √2. The error depends on the number of games
/// alone. Van den Bergh, *Normalized Elo*, has the definition.
///
/// Without variance the value is 0 for an even score (or no games) and ±∞ otherwise, and the error is infinite.
#[must_use]
pub fn normalized_elo(sample: impl Into<Sample>) -> Estimate {
    let sample = sample.into();
    let to_elo = |distance: f64| {
        if distance == 0.0 {
            return 0.0;
        }
        let deviation = (sample.variance() * sample.games_each()).sqrt();
        distance / deviation * NORMALIZED_ELO_PER_DEVIATION
    };
    estimate(
        &sample,
        |mean| to_elo(mean - 0.5),
        |_, margin| to_elo(margin),
    )
}

/// Gives the likelihood of superiority: how probable it is, from 0 to 1, that the side is the stronger one.
///
/// Without variance it is ½ for an even score (or no games), else 0 or 1.
#[must_use]
pub fn los(sample: impl Into<Sample>) -> f64 {
    let sample = sample.into();
    let advantage = sample.mean().unwrap_or(0.5) - 0.5;
    if advantage == 0.0 {
        return 0.5;
    }
    Normal::standard().cdf(advantage / sample.standard_error())
}

/// Estimates what `value` makes of the average score; `error` makes the error of that score and the margin to either
/// side of it.
fn estimate(
    sample: &Sample,
    value: impl Fn(f64) -> f64,
    error: impl Fn(f64, f64) -> f64,
) -> Estimate {
    let mean = sample.mean().unwrap_or(0.5);
    let margin = Normal::standard().inverse_cdf(UPPER_QUANTILE) * sample.standard_error();
    let value = value(mean);
    let error = if value.is_finite() && margin > 0.0 {
        error(mean, margin)
    } else {
        f64::INFINITY
    };
    Estimate { value, error }
}

/// Gives the logistic Elo of an average score; ±∞ at and beyond 0 and 1.
fn score_to_elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Gives the average score of a logistic Elo.
pub(super) fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Gives the advantage over ½ of a normalised Elo, in standard deviations of a game.
pub(super) fn normalized_elo_to_deviations(elo: f64) -> f64 {
    elo / NORMALIZED_ELO_PER_DEVIATION
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Tally};
    use super::*;

    fn pairs(counts: [u64; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    fn games(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally {
            wins,
            draws,
            losses,
        }
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * b.abs().max(1.0)
    }

    /// The test of Stockfish's commit "Remove classical evaluation" (July 2023), as fishtest printed it.
    #[test]
    fn a_published_test_has_the_published_numbers() {
        let sample = pairs([287, 12123, 25841, 11477, 272]);
        let Estimate { value, error } = elo(sample);
        assert_eq!(format!("{value:.2} ± {error:.1}"), "-2.35 ± 1.1");
        let Estimate { value, error } = normalized_elo(sample);
        assert_eq!(format!("{value:.2} ± {error:.1}"), "-4.62 ± 2.2");
        assert_eq!(format!("{:.1}%", los(sample) * 100.0), "0.0%");
        let ratio = sample.pair_ratio().expect("there are pairs");
        assert_eq!(format!("{ratio:.2}"), "0.95");
        // Its games: 24,916 won, 25,592 lost, 49,492 drawn.
        let Estimate { value, error } = elo(games(24_916, 49_492, 25_592));
        assert!(close(value, elo(sample).value) && error > elo(sample).error);
    }

    #[test]
    fn closed_forms_hold() {
        // Three points of four: 400 · log10(3); with a deviation of √3/4 the normalised distance is 1/√3.
        let sample = games(3000, 0, 1000);
        assert!(close(elo(sample).value, 400.0 * 3.0_f64.log10()));
        let normalized = normalized_elo(sample);
        let expected = NORMALIZED_ELO_PER_DEVIATION / 3.0_f64.sqrt();
        assert!(close(normalized.value, expected));
        let error = 1.959_963_984_540_054 * NORMALIZED_ELO_PER_DEVIATION / 4000.0_f64.sqrt();
        assert!(close(normalized.error, error));
        // One standard error above one half.
        let one_above = games(55, 0, 45);
        let distance = 0.05 / (0.55_f64 * 0.45 / 100.0).sqrt();
        assert!(close(los(one_above), Normal::standard().cdf(distance)));
        assert!(close(elo_to_score(400.0), 10.0 / 11.0));
        assert!(close(score_to_elo(elo_to_score(-37.5)), -37.5));
    }

    #[test]
    fn independent_pairs_and_their_games_have_one_normalized_elo() {
        // Games won, drawn and lost with 1/2, 1/4, 1/4, and their pairs if independent.
        let single = normalized_elo(games(8, 4, 4));
        let paired = normalized_elo(pairs([1, 2, 5, 4, 4]));
        assert!(close(single.value, paired.value));
        assert!(close(single.error, paired.error * 2.0_f64.sqrt()));
    }

    #[test]
    fn the_other_side_has_the_opposite() {
        for sample in [pairs([1, 7, 20, 12, 3]), pairs([0, 0, 0, 0, 3])] {
            for estimate in [elo, normalized_elo] {
                let (own, other) = (estimate(sample), estimate(sample.flipped()));
                assert!(own.value == -other.value || close(own.value, -other.value));
                assert!(own.error == other.error || close(own.error, other.error));
            }
            assert!(close(los(sample), 1.0 - los(sample.flipped())));
        }
    }

    #[test]
    fn samples_that_tell_little_have_defined_numbers() {
        const INF: f64 = f64::INFINITY;
        let all = |sample: Sample| {
            let (elo, normalized) = (elo(sample.clone()), normalized_elo(sample.clone()));
            assert!(elo.error == INF && normalized.error == INF);
            (elo.value, normalized.value, los(sample))
        };
        for size in [1, 7, 1_000_003] {
            assert_eq!(all(games(size, 0, 0).into()), (INF, INF, 1.0));
            assert_eq!(all(games(0, 0, size).into()), (-INF, -INF, 0.0));
            assert_eq!(all(games(0, size, 0).into()), (0.0, 0.0, 0.5));
            assert_eq!(all(pairs([0, 0, 0, 0, size]).into()), (INF, INF, 1.0));
            assert_eq!(all(pairs([0, 0, size, 0, 0]).into()), (0.0, 0.0, 0.5));
            let (value, normalized, los) = all(pairs([0, 0, 0, size, 0]).into());
            assert!(close(value, 400.0 * 3.0_f64.log10()));
            assert_eq!((normalized, los), (INF, 1.0));
        }
        assert_eq!(all(games(0, 0, 0).into()), (0.0, 0.0, 0.5));
        assert_eq!(all(pairs([0; 5]).into()), (0.0, 0.0, 0.5));
        // A score that is 1 but for rounding.
        assert_eq!(elo(pairs([0, 0, 0, 1, 1 << 60])).error, INF);
        // The interval of three wins in four games reaches beyond a score of 1.
        assert_eq!(elo(games(3, 0, 1)).error, INF);
        assert!(normalized_elo(games(3, 0, 1)).error < INF);
    }

    #[test]
    fn an_even_score_is_no_negative_zero() {
        for sample in [pairs([0; 5]), pairs([1, 2, 3, 2, 1])] {
            assert_eq!(format!("{:.1}", elo(sample).value), "0.0");
            assert_eq!(format!("{:.1}", normalized_elo(sample).value), "0.0");
        }
    }
}
