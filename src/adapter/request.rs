//! One `go` until its answer: what was asked, who thinks about it, and the time that is left.

use std::time::{Duration, Instant};

use super::account::Blunder;
use super::guard::why_barred;
use crate::analysis::Limits;
use crate::engine::SearchOptions;
use crate::position::{Line, Move};

/// How long the bundled searcher thinks where no time is left to speak of.
const QUICK: Duration = Duration::from_millis(50);

/// Who thinks, with the number of the search there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thinker {
    Builtin(u64),
    Child(u64),
}

/// One `go` until its answer.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) line: Line,
    pub(super) limits: Limits,
    /// What the bundled searcher has to know.
    pub(super) options: SearchOptions,
    pub(super) thinker: Thinker,
    /// When its clock started.
    pub(super) since: Instant,
    /// Whether every move loses by a ruling.
    pub(super) is_hopeless: bool,
    /// Whether the answer is due now.
    pub(super) is_stopped: bool,
    /// Whether the engine was asked again.
    pub(super) is_asked_again: bool,
    /// Whether the engine was started again.
    pub(super) is_restarted: bool,
    /// Whether the engine gave up.
    pub(super) is_resigned: bool,
}

impl Request {
    /// Gives what is said of a move that is not allowed: that it loses by a ruling, if it does, else that the GUI bars it.
    pub(super) fn forbidden(&self, mv: Move) -> Blunder {
        let why = why_barred(&self.line, mv, &self.options.rules);
        Blunder::Forbidden(mv, why)
    }

    /// Tells how long an engine may still think if `margin` of the clock is kept; `None` if no clock runs.
    pub(super) fn left(&self, margin: Duration, now: Instant) -> Option<Duration> {
        if self.limits.ponder {
            return None;
        }
        let clock = self.limits.clocks[self.line.position().turn()];
        let of_clock = clock.map(|clock| Duration::from_millis(clock.left).saturating_sub(margin));
        let of_move = self.limits.move_time.map(Duration::from_millis);
        let time = of_clock.into_iter().chain(of_move).min()?;
        Some(time.saturating_sub(now.saturating_duration_since(self.since)))
    }

    /// Gives the limits as they are after the time that has gone by.
    pub(super) fn remaining(&self, now: Instant) -> Limits {
        let gone = now.saturating_duration_since(self.since).as_millis();
        let gone = u64::try_from(gone).unwrap_or(u64::MAX);
        self.limits.after(self.line.position().turn(), gone)
    }

    /// Gives the limits under which the bundled searcher takes over. Of a clock it has half at most, even for the last
    /// move of a period: what is left may be little, and its answer has still a way to go.
    pub(super) fn for_builtin(&self, now: Instant) -> Limits {
        let quick = QUICK.as_millis() as u64;
        let limits = self.remaining(now);
        if self.is_stopped {
            return Limits {
                move_time: Some(quick),
                search_moves: limits.search_moves,
                banned_moves: limits.banned_moves,
                ..Limits::default()
            };
        }
        let clock = limits.clocks[self.line.position().turn()];
        let half = clock.filter(|_| !limits.ponder).map(|clock| clock.left / 2);
        let of_move = limits.move_time.map(|time| time.max(quick));
        Limits {
            move_time: of_move.into_iter().chain(half).min(),
            ..limits
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Clock;
    use crate::board::Color;

    fn request(limits: Limits, since: Instant) -> Request {
        Request {
            line: Line::default(),
            limits,
            options: SearchOptions::default(),
            thinker: Thinker::Child(1),
            since,
            is_hopeless: false,
            is_stopped: false,
            is_asked_again: false,
            is_restarted: false,
            is_resigned: false,
        }
    }

    #[test]
    fn time_runs_from_the_clocks_of_the_request() {
        let since = Instant::now();
        let now = since + Duration::from_millis(400);
        let margin = Duration::from_millis(100);
        let mut limits = Limits::default();
        assert_eq!(request(limits.clone(), since).left(margin, now), None);
        limits.clocks[Color::Red] = Some(Clock {
            left: 1_000,
            ..Clock::default()
        });
        limits.clocks[Color::Black] = limits.clocks[Color::Red];
        let mut timed = request(limits.clone(), since);
        assert_eq!(timed.left(margin, now), Some(Duration::from_millis(500)));
        let remaining = timed.remaining(now).clocks;
        assert_eq!(remaining.red.unwrap().left, 600);
        assert_eq!(remaining.black.unwrap().left, 1_000);
        assert_eq!(timed.for_builtin(now).move_time, Some(300));
        timed.limits.move_time = Some(300);
        assert_eq!(timed.left(margin, now), Some(Duration::ZERO));
        assert_eq!(timed.remaining(now).move_time, Some(1));
        assert_eq!(timed.for_builtin(now).move_time, Some(50));
        timed.limits.ponder = true;
        assert_eq!(timed.left(margin, now), None);
        assert_eq!(timed.remaining(now), timed.limits);
        timed.is_stopped = true;
        let stopped = timed.for_builtin(now);
        assert_eq!((stopped.move_time, stopped.ponder), (Some(50), false));
    }
}
