//! What is done when an engine does not answer as it should.

use std::time::Duration;

/// What went wrong, as far as it matters for what can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mishap {
    /// It answered with something that cannot be played.
    Wrong,
    /// It answered with a legal move that it was told not to play.
    Forbidden,
    /// It answered with a legal move that is forbidden, and it cannot be told so.
    Untold,
    /// Its process is gone or of no more use.
    Lost,
    /// It gave up, or its time is over.
    Over,
}

/// Where things stand when something goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Situation {
    /// What went wrong.
    pub(super) mishap: Mishap,
    /// How long the engine may still think; `None` if there is no clock.
    pub(super) left: Option<Duration>,
    /// How long its last start took; `None` if it was never up.
    pub(super) boot: Option<Duration>,
    /// Whether it was asked again for this move.
    pub(super) is_asked_again: bool,
    /// Whether it was started again for this move.
    pub(super) is_restarted: bool,
    /// Whether the GUI waits for the answer now.
    pub(super) is_stopped: bool,
}

/// What is done for the move that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The engine is asked again, with the move barred.
    AskAgain,
    /// The engine is started again and asked again.
    Restart,
    /// The bundled searcher answers.
    Replace,
}

/// The least time in which it is of use to ask an engine.
const LEAST: Duration = Duration::from_millis(50);

impl Situation {
    /// Chooses the step: the gentlest that the clock allows and that can be of help. Each is taken once for a move.
    pub(super) fn step(&self) -> Step {
        let has = |time: Duration| self.left.is_none_or(|left| left >= time);
        let may_ask = !self.is_asked_again && has(LEAST);
        // A start may take longer than the last one did.
        let may_start = !self.is_restarted
            && self
                .boot
                .is_some_and(|boot| has(LEAST + boot.saturating_mul(2)));
        match self.mishap {
            _ if self.is_stopped => Step::Replace,
            Mishap::Wrong | Mishap::Forbidden if may_ask => Step::AskAgain,
            Mishap::Wrong | Mishap::Lost if may_start => Step::Restart,
            // Who does not heed what is forbidden will not after a new start.
            Mishap::Wrong | Mishap::Forbidden | Mishap::Lost | Mishap::Untold | Mishap::Over => {
                Step::Replace
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gentlest_step_that_helps_and_that_the_clock_allows() {
        use Mishap::{Forbidden, Lost, Over, Untold, Wrong};
        use Step::{AskAgain, Replace, Restart};
        // Milliseconds left and of the last start; whether it was asked again, started again, stopped.
        for (mishap, left, boot, done, step) in [
            (Wrong, None, Some(100), "", AskAgain),
            (Wrong, Some(50), None, "", AskAgain),
            (Wrong, Some(49), Some(0), "", Replace),
            (Wrong, Some(250), Some(100), "asked", Restart),
            (Wrong, Some(249), Some(100), "asked", Replace),
            (Wrong, None, None, "asked", Replace),
            (Wrong, None, Some(100), "asked started", Replace),
            (Wrong, None, Some(100), "stopped", Replace),
            (Forbidden, Some(1000), Some(1), "", AskAgain),
            (Forbidden, Some(10), Some(1), "", Replace),
            (Forbidden, None, Some(1), "asked", Replace),
            (Untold, None, Some(1), "", Replace),
            (Lost, None, Some(9000), "", Restart),
            (Lost, Some(250), Some(100), "", Restart),
            (Lost, Some(249), Some(100), "", Replace),
            (Lost, None, None, "", Replace),
            (Lost, None, Some(1), "started", Replace),
            (Lost, None, Some(1), "stopped", Replace),
            (Over, None, Some(1), "", Replace),
        ] {
            let situation = Situation {
                mishap,
                left: left.map(Duration::from_millis),
                boot: boot.map(Duration::from_millis),
                is_asked_again: done.contains("asked"),
                is_restarted: done.contains("started"),
                is_stopped: done.contains("stopped"),
            };
            assert_eq!(situation.step(), step, "{situation:?}");
        }
    }
}
