//! Counts of results.

/// What one side has made of one game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl GameScore {
    /// Gives the score of the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Gives the points in halves: 0, 1 or 2.
    const fn halves(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }
}

/// The games of one side, by result.
///
/// Sums stop at the largest number instead of wrapping.
///
/// # Examples
///
/// ```
/// use caipan::stats::{GameScore, Tally};
///
/// let mut tally = Tally::default();
/// tally.add(GameScore::Win);
/// tally.add(GameScore::Draw);
/// assert_eq!(tally.points(), 1.5);
/// assert_eq!(tally.flipped().points(), 0.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts one more game.
    pub const fn add(&mut self, score: GameScore) {
        let count = match score {
            GameScore::Win => &mut self.wins,
            GameScore::Draw => &mut self.draws,
            GameScore::Loss => &mut self.losses,
        };
        *count = count.saturating_add(1);
    }

    /// Counts the games of another tally too.
    pub const fn merge(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }

    /// Gives the same games seen by the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Gives the number of games.
    #[must_use]
    pub const fn games(self) -> u64 {
        let decisive = self.wins.saturating_add(self.losses);
        decisive.saturating_add(self.draws)
    }

    /// Gives the points made: one for a win, half a one for a draw.
    #[must_use]
    pub const fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Gives the share of draws in all games, or `None` without games.
    #[must_use]
    pub fn draw_ratio(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.draws as f64 / games as f64)
    }
}

/// The game pairs of one side, by the points made in the two games.
///
/// A pair is one opening played twice by the same two sides, once with each colour. Sums stop at the largest number
/// instead of wrapping.
///
/// # Examples
///
/// ```
/// use caipan::stats::{GameScore, Pentanomial};
///
/// let mut pairs = Pentanomial::default();
/// pairs.add(GameScore::Win, GameScore::Draw);
/// assert_eq!(pairs.counts, [0, 0, 0, 1, 0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pentanomial {
    /// Pairs with 0, ½, 1, 1½ and 2 points. The middle one holds two draws as well as a win and a loss.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// Counts one more pair by the scores of one side in its two games.
    pub const fn add(&mut self, first: GameScore, second: GameScore) {
        let count = &mut self.counts[first.halves() + second.halves()];
        *count = count.saturating_add(1);
    }

    /// Counts the pairs of another pentanomial too.
    pub fn merge(&mut self, other: Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
    }

    /// Gives the same pairs seen by the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        let [none, half, one, more, all] = self.counts;
        Self {
            counts: [all, more, one, half, none],
        }
    }

    /// Gives the number of pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.counts.into_iter().fold(0, u64::saturating_add)
    }

    /// Gives the share of pairs with one point each in all pairs, or `None` without pairs.
    #[must_use]
    pub fn draw_ratio(self) -> Option<f64> {
        let pairs = self.pairs();
        (pairs > 0).then(|| self.counts[2] as f64 / pairs as f64)
    }

    /// Gives the pairs won (over one point) for each pair lost (under one point): infinite if none was lost, `None` if
    /// none was won either.
    #[must_use]
    pub fn pair_ratio(self) -> Option<f64> {
        let [none, half, _, more, all] = self.counts;
        let (won, lost) = (all.saturating_add(more), half.saturating_add(none));
        (won > 0 || lost > 0).then(|| won as f64 / lost as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [GameScore; 3] = [GameScore::Loss, GameScore::Draw, GameScore::Win];

    #[test]
    fn a_tally_counts_games_and_points() {
        let mut tally = Tally::default();
        for (score, times) in SCORES.into_iter().zip([1, 2, 4]) {
            (0..times).for_each(|_| tally.add(score));
        }
        let expected = Tally {
            wins: 4,
            draws: 2,
            losses: 1,
        };
        assert_eq!(tally, expected);
        assert_eq!((tally.games(), tally.points()), (7, 5.0));
        assert_eq!(tally.draw_ratio(), Some(2.0 / 7.0));
        tally.merge(expected.flipped());
        assert_eq!((tally.games(), tally.points()), (14, 7.0));
        assert_eq!(Tally::default().draw_ratio(), None);
    }

    #[test]
    fn a_pair_counts_by_its_points_whatever_the_order() {
        let mut pairs = Pentanomial::default();
        for first in SCORES {
            for second in SCORES {
                pairs.add(first, second);
            }
        }
        assert_eq!(pairs.counts, [1, 2, 3, 2, 1]);
        assert_eq!((pairs.pairs(), pairs.draw_ratio()), (9, Some(1.0 / 3.0)));
        assert_eq!((pairs.pair_ratio(), pairs.flipped()), (Some(1.0), pairs));
        pairs.merge(Pentanomial {
            counts: [0, 0, 1, 2, 4],
        });
        assert_eq!(pairs.counts, [1, 2, 4, 4, 5]);
        assert_eq!(pairs.pair_ratio(), Some(3.0));
        assert_eq!(pairs.flipped().counts, [5, 4, 4, 2, 1]);
    }

    #[test]
    fn the_other_side_sees_the_flipped_counts() {
        let (mut own, mut other) = <(Tally, Tally)>::default();
        let (mut own_pairs, mut other_pairs) = <(Pentanomial, Pentanomial)>::default();
        for (first, second) in [(2, 1), (2, 2), (0, 1), (2, 0), (2, 1)] {
            let (first, second) = (SCORES[first], SCORES[second]);
            own.add(first);
            other.add(first.flipped());
            own_pairs.add(first, second);
            other_pairs.add(first.flipped(), second.flipped());
        }
        assert_eq!(own.flipped(), other);
        assert_eq!(own_pairs.flipped(), other_pairs);
    }

    #[test]
    fn ratios_without_pairs_are_defined() {
        let ratios = |counts| {
            let pairs = Pentanomial { counts };
            (pairs.draw_ratio(), pairs.pair_ratio())
        };
        assert_eq!(ratios([0; 5]), (None, None));
        assert_eq!(ratios([0, 0, 3, 0, 0]), (Some(1.0), None));
        assert_eq!(ratios([0, 0, 0, 1, 0]), (Some(0.0), Some(f64::INFINITY)));
        assert_eq!(ratios([1, 0, 0, 0, 0]), (Some(0.0), Some(0.0)));
    }

    #[test]
    fn no_sum_wraps() {
        let full = Tally {
            wins: u64::MAX,
            draws: u64::MAX,
            losses: 1,
        };
        let mut tally = full;
        tally.merge(full);
        tally.add(GameScore::Win);
        assert_eq!((tally.games(), tally.losses), (u64::MAX, 2));
        let mut pairs = Pentanomial {
            counts: [u64::MAX; 5],
        };
        pairs.merge(pairs);
        pairs.add(GameScore::Win, GameScore::Win);
        assert_eq!((pairs.pairs(), pairs.pair_ratio()), (u64::MAX, Some(1.0)));
    }
}
