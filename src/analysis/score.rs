//! The worth of a position.

use std::cmp::Ordering;
use std::fmt;

/// The integer UCCI engines print for a mate on the board; `n` plies away it is `n` less.
pub const UCCI_MATE: i32 = 10_000;

/// The longest mate, in plies, that the UCCI integer tells: within this distance of ±[`UCCI_MATE`] a number means a
/// mate, below it centipawns.
pub const MATE_PLIES_TOLD: u32 = 500;

/// A worth seen by the side to move.
///
/// Scores are ordered from worst to best: the nearest loss first, then the far losses, the centipawns, the far mates,
/// and the nearest mate last.
///
/// # Examples
///
/// ```
/// use caipan::analysis::Score;
///
/// let mate = Score::MatesIn(5);
/// assert_eq!(mate.to_string(), "mate 3"); // moves
/// assert_eq!(mate.ucci(), 9995); // plies
/// assert_eq!(-mate, Score::MatedIn(5));
/// assert!(Score::MatedIn(2) < Score::Centipawns(-900));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn, as the engine counts them. UCCI speaks of hundredths of a minor piece instead; no engine
    /// tells which it means, so the number is passed on unscaled.
    Centipawns(i32),
    /// The side to move wins by force in so many plies.
    MatesIn(u32),
    /// The side to move loses by force in so many plies; 0 means it is mated now.
    MatedIn(u32),
}

impl Score {
    /// Makes a score of UCI's `mate` number: moves of the winning side, negative when the side to move loses.
    #[must_use]
    pub const fn from_mate_moves(moves: i32) -> Self {
        let plies = moves.unsigned_abs().saturating_mul(2);
        if moves > 0 {
            Self::MatesIn(plies - 1)
        } else {
            Self::MatedIn(plies)
        }
    }

    /// Reads a bare UCCI integer. Beyond ±[`UCCI_MATE`], and further than [`MATE_PLIES_TOLD`] below it, a number is
    /// taken as centipawns.
    #[must_use]
    pub const fn from_ucci(number: i32) -> Self {
        let size = number.unsigned_abs();
        if size > UCCI_MATE as u32 || size < UCCI_MATE as u32 - MATE_PLIES_TOLD {
            return Self::Centipawns(number);
        }
        let plies = UCCI_MATE as u32 - size;
        if number > 0 {
            Self::MatesIn(plies)
        } else {
            Self::MatedIn(plies)
        }
    }

    /// Gives the bare integer UCCI wants: a mate as ±([`UCCI_MATE`] − plies), centipawns held clear of those numbers.
    #[must_use]
    pub fn ucci(self) -> i32 {
        let mate = |plies: u32| UCCI_MATE - plies.min(MATE_PLIES_TOLD) as i32;
        let most = UCCI_MATE - MATE_PLIES_TOLD as i32 - 1;
        match self {
            Self::Centipawns(number) => number.clamp(-most, most),
            Self::MatesIn(plies) => mate(plies),
            Self::MatedIn(plies) => -mate(plies),
        }
    }

    /// Tells whether a forced end was found, for either side.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        !matches!(self, Self::Centipawns(_))
    }

    /// Gives a pair that sorts as the score does.
    const fn rank(self) -> (i8, i64) {
        match self {
            Self::MatedIn(plies) => (-1, plies as i64),
            Self::Centipawns(number) => (0, number as i64),
            Self::MatesIn(plies) => (1, -(plies as i64)),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Gives the score seen by the other side.
impl std::ops::Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Centipawns(number) => Self::Centipawns(number.saturating_neg()),
            Self::MatesIn(plies) => Self::MatedIn(plies),
            Self::MatedIn(plies) => Self::MatesIn(plies),
        }
    }
}

/// Writes UCI's words: `cp 35`, `mate 3`, `mate -2`, with mates in moves of the winner, rounded up.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(number) => write!(f, "cp {number}"),
            Self::MatesIn(plies) => write!(f, "mate {}", plies.div_ceil(2)),
            Self::MatedIn(0) => f.write_str("mate 0"),
            Self::MatedIn(plies) => write!(f, "mate -{}", plies.div_ceil(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_known_scores() {
        for (score, uci, ucci) in [
            (Score::Centipawns(35), "cp 35", 35),
            (Score::Centipawns(-9_600), "cp -9600", -9_499),
            (Score::MatesIn(1), "mate 1", 9_999),
            (Score::MatesIn(5), "mate 3", 9_995),
            (Score::MatedIn(4), "mate -2", -9_996),
            (Score::MatedIn(0), "mate 0", -10_000),
            (Score::MatedIn(9_000), "mate -4500", -9_500),
        ] {
            assert_eq!(score.to_string(), uci);
            assert_eq!(score.ucci(), ucci);
        }
    }

    #[test]
    fn ucci_integers_read_back() {
        for number in -9_999..=10_000 {
            assert_eq!(Score::from_ucci(number).ucci(), number);
        }
        assert_eq!(Score::from_ucci(30_000), Score::Centipawns(30_000));
        assert_eq!(Score::from_ucci(i32::MIN), Score::Centipawns(i32::MIN));
    }

    #[test]
    fn mate_moves_read_back() {
        for moves in -50..=50 {
            let score = Score::from_mate_moves(moves);
            assert_eq!(score.to_string(), format!("mate {moves}"));
        }
        assert_eq!(Score::from_mate_moves(i32::MIN), Score::MatedIn(u32::MAX));
    }

    #[test]
    fn order_runs_from_the_nearest_loss_to_the_nearest_mate() {
        let sorted = [
            Score::MatedIn(0),
            Score::MatedIn(8),
            Score::Centipawns(i32::MIN + 1),
            Score::Centipawns(0),
            Score::Centipawns(9_999),
            Score::MatesIn(41),
            Score::MatesIn(1),
        ];
        assert!(sorted.is_sorted_by(|a, b| a < b));
        assert!(sorted.map(|score| -score).is_sorted_by(|a, b| a > b));
    }
}
