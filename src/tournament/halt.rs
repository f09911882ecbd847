//! The word that a run is to end: it is heard at once, wherever someone waits.

use std::fmt;
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use crate::engine::Leash;

/// How long a move that is being thought about is waited for after the word.
pub(super) const LAST_MOVE: Duration = Duration::from_secs(2);

/// How far apart the ends of a program and of what it has started may be.
const BREATH: Duration = Duration::from_millis(200);

/// A hand on a run, by which other threads can end it: soon by a word, or at once.
#[derive(Clone, Debug)]
pub struct Halt(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    said: OnceLock<Instant>,
    /// Dropped when the word is said, which closes `bell`.
    rope: Mutex<Option<Sender<()>>>,
    bell: Receiver<()>,
    leashes: Mutex<Vec<Weak<Leash>>>,
    rings: Mutex<Vec<Weak<Ring>>>,
}

/// Wakes someone who waits for something else.
pub(super) struct Ring(Box<dyn Fn() + Send + Sync>);

impl fmt::Debug for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ring")
    }
}

impl Default for Halt {
    fn default() -> Self {
        let (rope, bell) = bounded(0);
        Self(Arc::new(Shared {
            said: OnceLock::new(),
            rope: Mutex::new(Some(rope)),
            bell,
            leashes: Mutex::default(),
            rings: Mutex::default(),
        }))
    }
}

impl Halt {
    /// Says that the run is to end: no game and no move begins any more, and the moves that are being thought about are
    /// waited for two seconds at most. Tells whether nobody had said so before.
    pub fn say(&self) -> bool {
        let is_first = self.0.said.set(Instant::now()).is_ok();
        drop(self.0.rope.lock().take());
        for ring in self.0.rings.lock().iter().filter_map(Weak::upgrade) {
            (ring.0)();
        }
        is_first
    }

    /// Tells whether the run is to end.
    #[must_use]
    pub fn is_said(&self) -> bool {
        self.0.said.get().is_some()
    }

    /// Tells whether the run is to end, of which what has failed may be the first sign: who ends a program may end all that
    /// it has started in the same breath.
    pub(super) fn is_said_by_now(&self) -> bool {
        self.sleep(BREATH);
        self.is_said()
    }

    /// Ends all processes of the run at once.
    pub fn end_engines(&self) {
        for leash in self.0.leashes.lock().iter().filter_map(Weak::upgrade) {
            leash.end();
        }
    }

    /// Gives when someone gives up who waits for so long after the word; `None` while the run goes on.
    pub(super) fn end(&self, grace: Duration) -> Option<Instant> {
        self.0.said.get().map(|said| *said + grace)
    }

    /// Keeps a way to wake someone when the word is said, as long as they keep what this gives.
    pub(super) fn wake(&self, ring: impl Fn() + Send + Sync + 'static) -> Arc<Ring> {
        let ring = Arc::new(Ring(Box::new(ring)));
        keep(&self.0.rings, &ring);
        ring
    }

    /// Sleeps for so long, or until the word is said.
    pub(super) fn sleep(&self, time: Duration) {
        let _ = self.0.bell.recv_timeout(time);
    }

    /// Gives a leash for the processes of an engine.
    pub(super) fn leash(&self) -> Arc<Leash> {
        let leash = Arc::new(Leash::default());
        keep(&self.0.leashes, &leash);
        leash
    }
}

/// Adds one to those that are known, of which those that are gone are forgotten.
fn keep<T>(known: &Mutex<Vec<Weak<T>>>, one: &Arc<T>) {
    let mut known = known.lock();
    known.retain(|known| known.strong_count() > 0);
    known.push(Arc::downgrade(one));
}
