//! One request to think, and the time it has.

use std::time::{Duration, Instant};

use super::event::Answer;
use crate::analysis::{Limits, Score};
use crate::engine::Deadlines;
use crate::position::Line;

/// A request to think, from when it is made to its one answer.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) number: u64,
    pub(super) line: Line,
    pub(super) limits: Limits,
    /// When it has to be told to stop; `None` if only a word from outside ends it.
    pub(super) stop_at: Option<Instant>,
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
        deadlines: &Deadlines,
        now: Instant,
    ) -> Self {
        let mut search = Self {
            number,
            line,
            limits,
            stop_at: None,
            end: None,
            is_begun: false,
            is_stopped: false,
            held: None,
            score: None,
        };
        search.start_clock(deadlines, now);
        search
    }

    /// Starts the clock, unless the pondered move has still to be played.
    ///
    /// A fixed time may be overrun by half the time that a stop takes before the stop is sent, and by all of it before
    /// the answer is late. Of a clock, the margin is left for an answer without the child, and before it the time that
    /// a stop takes; on a short clock each gets half at most.
    fn start_clock(&mut self, deadlines: &Deadlines, now: Instant) {
        if self.limits.ponder {
            return;
        }
        let of_move = self.limits.move_time.map(|time| {
            let time = Duration::from_millis(time);
            (
                time.saturating_add(deadlines.stop / 2),
                time.saturating_add(deadlines.stop),
            )
        });
        let of_clock = self.limits.clocks[self.line.position().turn()].map(|clock| {
            let left = Duration::from_millis(clock.left);
            let end = left.saturating_sub(deadlines.margin).max(left / 2);
            (end.saturating_sub(deadlines.stop).max(end / 2), end)
        });
        for (stop_after, end_after) in [of_move, of_clock].into_iter().flatten() {
            self.stop_at = earliest(self.stop_at, now.checked_add(stop_after));
            self.end = earliest(self.end, now.checked_add(end_after));
        }
    }

    /// Takes note that the pondered move was played.
    pub(super) fn ponder_hit(&mut self, deadlines: &Deadlines, now: Instant) {
        self.limits.ponder = false;
        self.start_clock(deadlines, now);
    }

    /// Tells whether an answer may be given on: not before a word from outside ends what only such a word ends.
    pub(super) fn is_due(&self) -> bool {
        self.is_stopped || !(self.limits.ponder || self.limits.is_endless())
    }
}

/// Gives the earlier of two times, each of which may be never.
pub(super) fn earliest(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    one.into_iter().chain(other).min()
}
