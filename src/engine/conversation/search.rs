//! One request to think, and the time it has.

use std::time::{Duration, Instant};

use super::event::Answer;
use crate::analysis::{Clock, Limits, Score};
use crate::engine::Deadlines;
use crate::position::Line;

/// The part of the longest stop by which a child may overrun a fixed time before it is told to stop: most end by
/// themselves, and a little late.
const GRACE: u32 = 16;

/// The part of the longest stop by which a child may overrun a fixed time before its answer is late.
const LATEST: u32 = 4;

/// The part of the longest stop that an ordinary one takes, for which a clock leaves room.
const ORDINARY_STOP: u32 = 5;

/// How long the way of a line to a child may take that waits for it, on a busy machine.
const ORDINARY: Duration = Duration::from_millis(50);

/// A request to think, from when it is made to its one answer.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) number: u64,
    pub(super) line: Line,
    pub(super) limits: Limits,
    /// When its clock started.
    since: Instant,
    /// When it has to be told to stop; `None` if only a word from outside ends it.
    pub(super) stop_at: Option<Instant>,
    /// Whether silence ends it, since no clock does and it should end by itself.
    ends_with_silence: bool,
    /// When its answer is of no more use.
    pub(super) end: Option<Instant>,
    /// Whether the child has been told `go`.
    pub(super) is_begun: bool,
    /// Whether it is to be stopped.
    pub(super) is_stopped: bool,
    /// An answer that came before it was due: a ponder search and an endless one are answered once they are stopped or
    /// the pondered move was played.
    pub(super) held: Option<Answer>,
    /// The last score told of the best line.
    pub(super) score: Option<Score>,
}

impl Search {
    pub(super) fn new(
        number: u64,
        line: Line,
        limits: Limits,
        deadlines: Option<&Deadlines>,
        since: Instant,
    ) -> Self {
        let mut search = Self {
            number,
            line,
            limits,
            since,
            stop_at: None,
            ends_with_silence: false,
            end: None,
            is_begun: false,
            is_stopped: false,
            held: None,
            score: None,
        };
        search.start_clock(deadlines, since);
        search
    }

    /// Starts the clock, unless the pondered move has still to be played.
    fn start_clock(&mut self, deadlines: Option<&Deadlines>, since: Instant) {
        self.since = since;
        // Without deadlines someone else watches the clock.
        let Some(deadlines) = deadlines.filter(|_| !self.limits.ponder) else {
            return;
        };
        let of_move = self.limits.move_time.map(|time| {
            let time = Duration::from_millis(time);
            (
                time.saturating_add(deadlines.stop / GRACE),
                time.saturating_add(deadlines.stop / LATEST),
            )
        });
        let clock = self.limits.clocks[self.line.position().turn()];
        let of_clock = clock.map(|clock| on_clock(clock, deadlines));
        for (stop_after, end_after) in [of_move, of_clock].into_iter().flatten() {
            self.stop_at = earliest(self.stop_at, since.checked_add(stop_after));
            self.end = earliest(self.end, since.checked_add(end_after));
        }
        self.ends_with_silence = self.end.is_none() && !self.limits.is_endless();
        if self.is_begun {
            self.note_sign_of_life(deadlines, since);
        }
    }

    /// Takes note that the child has been told to begin, or has said something.
    pub(super) fn note_sign_of_life(&mut self, deadlines: &Deadlines, now: Instant) {
        if self.ends_with_silence {
            self.stop_at = now.checked_add(deadlines.silence);
        }
    }

    /// Takes note that the pondered move was played.
    pub(super) fn ponder_hit(&mut self, deadlines: Option<&Deadlines>, now: Instant) {
        self.limits.ponder = false;
        self.start_clock(deadlines, now);
    }

    /// Gives the limits that a child is told now: without what has gone of its time while it could not be told, unless
    /// that is no more than the ordinary way of a line.
    pub(super) fn limits_left(&self, now: Instant) -> Limits {
        let gone = now.saturating_duration_since(self.since);
        let gone = if gone < ORDINARY { 0 } else { gone.as_millis() };
        let turn = self.line.position().turn();
        self.limits
            .after(turn, u64::try_from(gone).unwrap_or(u64::MAX))
    }

    /// Tells whether an answer may be given on: not before a word from outside ends what only such a word ends.
    pub(super) fn is_due(&self) -> bool {
        self.is_stopped || !(self.limits.ponder || self.limits.is_endless())
    }
}

/// Tells after what time on a clock a child is told to stop, and after what time its answer is late.
///
/// The margin, or half of a short clock, is left for an answer without the child. Well before, the child has had the
/// greatest share of the clock that a sound engine takes for one move: who hangs does not burn the rest of the game.
fn on_clock(clock: Clock, deadlines: &Deadlines) -> (Duration, Duration) {
    let left = Duration::from_millis(clock.left);
    let end = left.saturating_sub(deadlines.margin).max(left / 2);
    let stopping = (deadlines.stop / ORDINARY_STOP).min(end / 4);
    let stop_after = (end - stopping).min(greatest_share(clock));
    (
        stop_after,
        end.min(stop_after.saturating_add(deadlines.stop)),
    )
}

/// Gives the greatest share of a clock that a sound engine takes for one move: two fifths; more where few moves are left
/// of a period, and all of it for the last; and up to four fifths where the increments bring it back within five moves.
fn greatest_share(clock: Clock) -> Duration {
    let left = clock.left;
    let of_game = left.saturating_mul(2) / 5;
    let of_increments = clock.increment.saturating_mul(5).min(left / 5 * 4);
    let of_period = clock
        .moves_to_go
        .map_or(0, |moves| left.saturating_mul(3) / (u64::from(moves) + 2));
    Duration::from_millis(of_game.max(of_increments).max(of_period))
}

/// Gives the earlier of two times, each of which may be never.
pub(super) fn earliest(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(left: u64, increment: u64, moves_to_go: Option<u32>) -> [u128; 2] {
        let clock = Clock {
            left,
            increment,
            moves_to_go,
        };
        let (stop, end) = on_clock(clock, &Deadlines::default());
        [stop.as_millis(), end.as_millis()]
    }

    #[test]
    fn who_hangs_burns_a_share_of_the_clock() {
        for (left, increment, moves_to_go, expected) in [
            (300_000, 0, None, [120_000, 120_500]),
            (60_000, 1_000, None, [24_000, 24_500]),
            (60_000, 0, Some(40), [24_000, 24_500]),
            // An engine may rightly take more where more comes soon.
            (60_000, 0, Some(3), [36_000, 36_500]),
            (60_000, 60_000, None, [48_000, 48_500]),
            (60_000, 0, Some(1), [59_600, 59_700]),
            (1_000, 0, Some(1), [600, 700]),
            (1_000, 1_000, None, [600, 700]),
            (1_000, 100, None, [500, 700]),
            (1_000, 0, None, [400, 700]),
            (400, 0, None, [150, 200]),
            (40, 0, Some(1), [15, 20]),
            (0, 0, None, [0, 0]),
        ] {
            let found = times(left, increment, moves_to_go);
            assert_eq!(found, expected, "{left} {increment} {moves_to_go:?}");
        }
    }

    #[test]
    fn no_clock_falls_before_another_can_answer() {
        for left in [0, 1, 7, 50, 400, 1_000, 60_000, u64::MAX] {
            for increment in [0, 1, 1_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(30), Some(u32::MAX)] {
                    let [stop, end] = times(left, increment, moves_to_go);
                    let most = u128::from(left.saturating_sub(300).max(left / 2));
                    assert!(stop <= end && end <= most, "{left}: {stop} {end}");
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_hardly_overrun() {
        let since = Instant::now();
        for (stop, expected) in [(500, [231, 325]), (40, [202, 210]), (4_000, [450, 1_200])] {
            let deadlines = Deadlines {
                stop: Duration::from_millis(stop),
                ..Deadlines::default()
            };
            let limits = Limits {
                move_time: Some(200),
                ..Limits::default()
            };
            let search = Search::new(1, Line::default(), limits, Some(&deadlines), since);
            let times = [search.stop_at, search.end];
            let after = times.map(|time| (time.unwrap() - since).as_millis());
            assert_eq!(after, expected);
        }
    }
}
