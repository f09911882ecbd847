//! Results as a statistician sees them: independent observations of a score.

use arrayvec::ArrayVec;

use super::{Pentanomial, Tally};

/// What an empty cell counts when likelihoods are compared, the number fishtest and fastchess use too. Without it a
/// result that never came would be held impossible, and a few early games could end a test.
const EMPTY_CELL: f64 = 1e-3;

/// Observations of a score from 0 to 1: of single games (trinomial), or of the average over game pairs (pentanomial).
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// How often each score was seen; the scores are evenly spaced from 0 to 1.
    counts: ArrayVec<f64, 5>,
    /// How many games make one observation.
    games_each: f64,
}

impl From<Tally> for Sample {
    fn from(tally: Tally) -> Self {
        let counts = [tally.losses, tally.draws, tally.wins];
        Self {
            counts: counts.into_iter().map(|count| count as f64).collect(),
            games_each: 1.0,
        }
    }
}

impl From<Pentanomial> for Sample {
    fn from(pairs: Pentanomial) -> Self {
        let counts = pairs.counts.into_iter();
        Self {
            counts: counts.map(|count| count as f64).collect(),
            games_each: 2.0,
        }
    }
}

impl Sample {
    /// Tells whether there is no observation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.size() == 0.0
    }

    /// Gives the number of observations.
    pub(super) fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Gives how many games make one observation.
    pub(super) const fn games_each(&self) -> f64 {
        self.games_each
    }

    /// Gives each score with the number of its observations, by score.
    pub(super) fn cells(&self) -> impl Iterator<Item = (f64, f64)> {
        let step = 1.0 / (self.counts.len() - 1) as f64;
        let counts = self.counts.iter().enumerate();
        counts.map(move |(index, count)| (index as f64 * step, *count))
    }

    /// Gives the average score, or `None` without observations.
    pub(super) fn mean(&self) -> Option<f64> {
        let size = self.size();
        let points: f64 = self.cells().map(|(score, count)| score * count).sum();
        (size > 0.0).then(|| points / size)
    }

    /// Gives the variance of one observation: 0 if all are equal, or if there is none.
    pub(super) fn variance(&self) -> f64 {
        let Some(mean) = self.mean() else { return 0.0 };
        let cells = self.cells();
        let squares = cells.map(|(score, count)| (score - mean).powi(2) * count);
        squares.sum::<f64>() / self.size()
    }

    /// Gives the standard deviation of the average score: 0 if all observations are equal, or if there is none.
    pub(super) fn standard_error(&self) -> f64 {
        (self.variance() / self.size().max(1.0)).sqrt()
    }

    /// Gives the sample with a thousandth of an observation in each empty cell.
    pub(super) fn regularized(mut self) -> Self {
        for count in &mut self.counts {
            *count = count.max(EMPTY_CELL);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_a_sample_of_games() {
        let sample = Sample::from(Tally {
            wins: 3,
            draws: 4,
            losses: 1,
        });
        let cells: Vec<_> = sample.cells().collect();
        assert_eq!(cells, [(0.0, 1.0), (0.5, 4.0), (1.0, 3.0)]);
        assert_eq!((sample.size(), sample.games_each()), (8.0, 1.0));
        assert_eq!(sample.mean(), Some(0.625));
        assert_eq!(sample.variance(), 4.0 / 8.0 - 0.625 * 0.625);
    }

    #[test]
    fn a_pentanomial_is_a_sample_of_averages() {
        let sample = Sample::from(Pentanomial {
            counts: [1, 0, 2, 0, 1],
        });
        let scores: Vec<_> = sample.cells().map(|(score, _)| score).collect();
        assert_eq!(scores, [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!((sample.size(), sample.games_each()), (4.0, 2.0));
        assert_eq!((sample.mean(), sample.variance()), (Some(0.5), 0.125));
        let counts: Vec<_> = sample.regularized().cells().map(|cell| cell.1).collect();
        assert_eq!(counts, [1.0, 0.001, 2.0, 0.001, 1.0]);
    }
}
