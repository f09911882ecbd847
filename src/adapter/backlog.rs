//! How much of what an engine writes may wait for the loop. Beyond that its lines are read no more, its pipe fills, and
//! it waits itself: a GUI that stops reading, and holds the loop up, costs no more memory.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::engine::ProcessEvent;

/// How many bytes may wait before the next line does: few enough that those that wait are soon heard.
const MOST: usize = 1 << 20;

/// How many are left when there is room again: more than one line has it then.
const ROOM: usize = MOST / 2;

/// What a line costs beside its bytes.
const OF_A_LINE: usize = 64;

/// The account of what waits.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    state: Mutex<State>,
    /// Waited for by threads whose lines have no room.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The engine that is heard.
    engine: u64,
    bytes: usize,
}

impl Backlog {
    /// Lets something of an engine in, once there is room, and tells whether it is still wanted: nobody hears an engine
    /// that another has replaced, and it never waits here.
    pub(super) fn enter(&self, engine: u64, event: &ProcessEvent) -> bool {
        let mut state = self.lock();
        while state.engine == engine && state.bytes >= MOST {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let is_wanted = state.engine == engine;
        if is_wanted {
            state.bytes += cost(event);
        }
        is_wanted
    }

    /// Takes note that the loop has taken something, whichever engine it is of.
    pub(super) fn leave(&self, event: &ProcessEvent) {
        let mut state = self.lock();
        let had_no_room = state.bytes >= ROOM;
        state.bytes = state.bytes.saturating_sub(cost(event));
        if had_no_room && state.bytes < ROOM {
            self.changed.notify_all();
        }
    }

    /// Hears one engine from now on, and none of the others.
    pub(super) fn turn_to(&self, engine: u64) {
        self.lock().engine = engine;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const fn cost(event: &ProcessEvent) -> usize {
    match event {
        ProcessEvent::Line { bytes, .. } => bytes.len() + OF_A_LINE,
        ProcessEvent::Ended => OF_A_LINE,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    fn line(length: usize) -> ProcessEvent {
        ProcessEvent::Line {
            bytes: vec![b'x'; length],
            at: Instant::now(),
        }
    }

    /// Lets a line in on another thread, and tells there whether it is wanted.
    fn enter(backlog: &Arc<Backlog>, engine: u64) -> Receiver<bool> {
        let (told, heard) = channel();
        let backlog = Arc::clone(backlog);
        thread::spawn(move || told.send(backlog.enter(engine, &line(1))));
        heard
    }

    const LONG: Duration = Duration::from_secs(60);
    const SHORT: Duration = Duration::from_millis(20);

    #[test]
    fn a_line_waits_for_room_and_never_in_vain() {
        let backlog = Arc::new(Backlog::default());
        assert!(backlog.enter(0, &line(MOST)));
        let waiting = enter(&backlog, 0);
        assert!(waiting.recv_timeout(SHORT).is_err(), "there was no room");
        backlog.leave(&line(MOST));
        assert_eq!(waiting.recv_timeout(LONG), Ok(true));
        // Another engine is chosen while the lines of the last have no room.
        assert!(backlog.enter(0, &line(MOST)));
        let waiting = enter(&backlog, 0);
        assert!(waiting.recv_timeout(SHORT).is_err());
        backlog.turn_to(1);
        assert_eq!(waiting.recv_timeout(LONG), Ok(false));
        assert!(!backlog.enter(0, &line(1)));
        let next = enter(&backlog, 1);
        assert!(
            next.recv_timeout(SHORT).is_err(),
            "the old lines still wait"
        );
        backlog.leave(&line(MOST));
        assert_eq!(next.recv_timeout(LONG), Ok(true));
    }
}
