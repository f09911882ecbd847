//! The way to end a search from outside, and the clock it runs by.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A handle on one search: its clones, on any thread, stop it or tell it that the pondered move was played.
///
/// The search's time counts from the making of the token, or from the moment it is told ([`StopToken::since`]). A token
/// serves one search.
///
/// # Examples
/// ```
/// use caipan::search::StopToken;
/// let token = StopToken::new();
/// token.clone().stop();
/// assert!(token.is_stopped());
/// ```
#[derive(Clone, Debug)]
pub struct StopToken {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    made: Instant,
    stopped: AtomicBool,
    ponder_hit: OnceLock<Instant>,
    gate: Mutex<()>,
    changed: Condvar,
}

impl Default for StopToken {
    fn default() -> Self {
        Self::new()
    }
}

impl StopToken {
    /// Makes the token of a new search and starts its clock.
    #[must_use]
    pub fn new() -> Self {
        Self::since(Instant::now())
    }

    /// Makes the token of a search whose clock started earlier, when the request to think arrived.
    #[must_use]
    pub fn since(made: Instant) -> Self {
        Self {
            shared: Arc::new(Shared {
                made,
                stopped: AtomicBool::new(false),
                ponder_hit: OnceLock::new(),
                gate: Mutex::new(()),
                changed: Condvar::new(),
            }),
        }
    }

    /// Ends the search; it returns its best move within a few milliseconds.
    pub fn stop(&self) {
        self.change(|shared| shared.stopped.store(true, Ordering::Relaxed));
    }

    /// Tells a ponder search that its move was played: its clock starts now. A second call changes nothing.
    pub fn ponder_hit(&self) {
        self.change(|shared| {
            shared.ponder_hit.get_or_init(Instant::now);
        });
    }

    fn change(&self, change: impl FnOnce(&Shared)) {
        let gate = self.shared.gate.lock();
        change(&self.shared);
        drop(gate);
        self.shared.changed.notify_all();
    }

    /// Tells whether the search was asked to end.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed)
    }

    /// Gives the time since the token was made.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.shared.made.elapsed()
    }

    /// Gives the time since the ponder hit; `None` before it.
    #[must_use]
    pub fn since_ponder_hit(&self) -> Option<Duration> {
        self.shared.ponder_hit.get().map(Instant::elapsed)
    }

    /// Sleeps until the search is stopped or, if `pondering`, until the ponder hit.
    pub(super) fn wait(&self, pondering: bool) {
        let over = || self.is_stopped() || pondering && self.since_ponder_hit().is_some();
        let mut gate = self
            .shared
            .gate
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while !over() {
            gate = self
                .shared
                .changed
                .wait(gate)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends_with_a_stop_or_a_ponder_hit() {
        let token = StopToken::new();
        assert!(token.since_ponder_hit().is_none());
        let other = token.clone();
        let waiter = std::thread::spawn(move || {
            other.wait(true);
            other.is_stopped()
        });
        token.ponder_hit();
        assert!(!waiter.join().unwrap());
        assert!(token.since_ponder_hit().is_some());
        let other = token.clone();
        let waiter = std::thread::spawn(move || other.wait(false));
        token.stop();
        waiter.join().unwrap();
    }
}
