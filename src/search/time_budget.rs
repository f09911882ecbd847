//! How long to think about a move.

use std::time::Duration;

use super::StopToken;
use crate::analysis::{Clock, Limits};
use crate::board::Color;

/// Moves a game is reckoned to last still, when its time control does not tell.
const MOVES_AHEAD: u64 = 36;

/// Positions that a referee looks at in a millisecond, about.
pub(super) const REFEREE_PACE: u64 = 500;

/// Gives the positions that a referee may look at before, or beside, a search of so much time: what takes about a fifth of
/// the longest time for the move; no bound without a clock or a fixed time.
#[must_use]
pub fn referee_positions(limits: &Limits, side: Color) -> u64 {
    let hard = TimeBudget::new(limits, side, 0).hard;
    hard.map_or(u64::MAX, |hard| hard.saturating_mul(REFEREE_PACE / 5))
}

/// The time for one move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeBudget {
    /// After this a new iteration is not worth beginning; scaled by how settled the search is.
    pub soft: Option<u64>,
    /// After this the search stops wherever it is.
    pub hard: Option<u64>,
}

impl TimeBudget {
    /// Works out the budget of the side to move. The overhead is left on the clock, as far as there is any; of a time fixed
    /// for the move a twentieth at most. There is at least a millisecond to think.
    pub(super) fn new(limits: &Limits, side: Color, overhead: u64) -> Self {
        if limits.infinite {
            return Self {
                soft: None,
                hard: None,
            };
        }
        let clocked = limits.clocks[side].map(|clock| Self::of_clock(clock, overhead));
        let fixed = limits
            .move_time
            .map(|time| time.saturating_sub(overhead.min(time / 20)).max(1));
        let hard = clocked.map(|(_, hard)| hard).into_iter().chain(fixed).min();
        Self {
            soft: clocked.map(|(soft, _)| soft),
            hard,
        }
    }

    fn of_clock(clock: Clock, overhead: u64) -> (u64, u64) {
        let left = clock.left.saturating_sub(overhead).max(1);
        let moves = match clock.moves_to_go {
            Some(moves) => u64::from(moves.max(1)).min(MOVES_AHEAD),
            None => MOVES_AHEAD,
        };
        // What the coming moves share: the time left and the increments they will bring, less what each loses.
        let shared = left
            .saturating_add(clock.increment.saturating_mul(moves - 1))
            .saturating_sub(overhead.saturating_mul(moves - 1))
            .max(1);
        let share = shared / moves;
        let most = if moves == 1 { left } else { left / 5 * 2 }.max(1);
        (
            share.clamp(1, most),
            (share.saturating_mul(5)).clamp(1, most),
        )
    }
}

/// Reads the time of one search: from the request, or from the ponder hit.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    token: StopToken,
    ponder: bool,
    infinite: bool,
}

impl Watch {
    pub(super) fn new(token: StopToken, limits: &Limits) -> Self {
        Self {
            token,
            ponder: limits.ponder,
            infinite: limits.infinite,
        }
    }

    /// Tells whether the search still runs in the opponent's time.
    pub(super) fn is_pondering(&self) -> bool {
        self.ponder && self.token.since_ponder_hit().is_none()
    }

    /// Gives the milliseconds of our own time used; `None` while pondering.
    pub(super) fn used(&self) -> Option<u64> {
        let used = if self.ponder {
            self.token.since_ponder_hit()?
        } else {
            self.token.elapsed()
        };
        Some(milliseconds(used))
    }

    /// Gives the milliseconds since the request, for reports.
    pub(super) fn told(&self) -> u64 {
        milliseconds(self.token.elapsed())
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.token.is_stopped()
    }

    /// Sleeps as long as the search may not end by itself: until a stop if it is infinite, until the ponder hit if it
    /// ponders.
    pub(super) fn wait(&self) {
        if self.infinite || self.ponder {
            self.token.wait(!self.infinite);
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(left: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> TimeBudget {
        let mut limits = Limits::default();
        limits.clocks[Color::Black] = Some(Clock {
            left,
            increment,
            moves_to_go,
        });
        TimeBudget::new(&limits, Color::Black, overhead)
    }

    #[test]
    fn no_budget_exceeds_the_clock() {
        for left in [0, 1, 5, 50, 300, 1_000, 60_000, 3_600_000, u64::MAX] {
            for increment in [0, 1, 100, 5_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 30, 1_000] {
                        let found = budget(left, increment, moves, overhead);
                        let (soft, hard) = (found.soft.unwrap(), found.hard.unwrap());
                        let most = left.saturating_sub(overhead).max(1);
                        assert!(
                            1 <= soft && soft <= hard && hard <= most,
                            "{left} {found:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn more_time_or_fewer_moves_give_more_time_a_move() {
        let soft = |left, increment, moves| budget(left, increment, moves, 30).soft.unwrap();
        assert!(soft(60_000, 0, None) > soft(30_000, 0, None));
        assert!(soft(60_000, 1_000, None) > soft(60_000, 0, None));
        assert!(soft(60_000, 0, Some(5)) > soft(60_000, 0, Some(20)));
        assert!(soft(60_000, 0, Some(1)) > 30_000);
    }

    #[test]
    fn a_fixed_time_is_kept_and_infinite_has_no_bound() {
        let mut limits = Limits {
            move_time: Some(100),
            ..Limits::default()
        };
        let found = TimeBudget::new(&limits, Color::Red, 10);
        assert_eq!((found.soft, found.hard), (None, Some(95)));
        limits.clocks[Color::Black] = Some(Clock::default());
        assert_eq!(TimeBudget::new(&limits, Color::Red, 10), found);
        limits.infinite = true;
        assert_eq!(TimeBudget::new(&limits, Color::Red, 10).hard, None);
    }

    #[test]
    fn pondering_uses_no_time_until_the_hit() {
        let token = StopToken::new();
        let limits = Limits {
            ponder: true,
            ..Limits::default()
        };
        let watch = Watch::new(token.clone(), &limits);
        assert!(watch.is_pondering() && watch.used().is_none());
        token.ponder_hit();
        assert!(!watch.is_pondering() && watch.used().is_some());
    }
}
