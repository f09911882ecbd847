//! What a child is doing.

use std::time::Instant;

use super::event::{Answer, Fault};
use super::search::earliest;

/// What a child is doing, each wait with its end.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// Nothing was said yet.
    Unopened,
    /// It owes the end of the handshake, since its start.
    Handshake { since: Instant, until: Instant },
    /// It owes `readyok`.
    Settling { until: Instant },
    /// It owes a move that shows how it numbers ranks.
    Probing { until: Instant },
    /// It waits for commands.
    Idle,
    /// It owes a move.
    Thinking(Busy),
    /// It is of no more use, and why.
    Over(Fault),
}

/// A child that thinks.
#[derive(Clone, Debug, Default)]
pub(super) struct Busy {
    /// How many answers to `isready` have still to come before a move counts.
    pub(super) fence: u32,
    /// When the last of them is late.
    pub(super) fence_until: Option<Instant>,
    /// When it was told to stop, and when its move is late.
    pub(super) stop: Option<(Instant, Instant)>,
    /// Whether nobody waits for the move any more.
    pub(super) is_abandoned: bool,
    /// A move that looks as if it answered the search before.
    pub(super) doubted: Option<Answer>,
}

impl State {
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Handshake { until, .. } | Self::Settling { until } | Self::Probing { until } => {
                Some(*until)
            }
            Self::Thinking(busy) => {
                let stop_until = busy.stop.map(|(_, until)| until);
                earliest(busy.fence_until, stop_until)
            }
            Self::Unopened | Self::Idle | Self::Over(_) => None,
        }
    }

    /// Tells whether the handshake is over and the child is of use.
    pub(super) const fn is_up(&self) -> bool {
        matches!(
            self,
            Self::Settling { .. } | Self::Probing { .. } | Self::Idle | Self::Thinking(_)
        )
    }

    /// Names what it does.
    pub(super) const fn doing(&self) -> &'static str {
        match self {
            Self::Unopened | Self::Handshake { .. } => "starting",
            Self::Settling { .. } | Self::Probing { .. } => "getting ready",
            Self::Idle => "idle",
            Self::Thinking(_) => "thinking",
            Self::Over(_) => "leaving",
        }
    }
}
