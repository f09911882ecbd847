//! An external engine with the loop that drives it.

use std::time::{Duration, Instant};

use caipan::analysis::Limits;
use caipan::engine::{ChildEvent, External, ProcessEvent, Profile, Transcript};
use caipan::position::Line;
use caipan::protocol::Dialect;
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// All that can happen.
enum Event {
    Process(u64, ProcessEvent),
    Engine(u64, ChildEvent),
}

/// A running engine.
pub(crate) struct DrivenEngine {
    pub(crate) engine: External,
    inbox: Receiver<Event>,
}

impl DrivenEngine {
    /// Starts the program of a profile.
    pub(crate) fn start(profile: Profile) -> Self {
        let (events, inbox) = unbounded();
        let lines = events.clone();
        let program = profile.program.clone().expect("an external engine");
        let engine = External::start(
            program,
            profile,
            Transcript::default(),
            move |start, event| drop(lines.send(Event::Process(start, event))),
            move |number, event| drop(events.send(Event::Engine(number, event))),
        );
        Self {
            engine: engine.unwrap_or_else(|error| panic!("{error}")),
            inbox,
        }
    }

    /// Runs the loop until the next event, and gives its search with it.
    pub(crate) fn next(&mut self) -> (u64, ChildEvent) {
        let end = Instant::now() + PATIENCE;
        loop {
            let deadline = self.engine.deadline().unwrap_or(end).min(end);
            match self.inbox.recv_deadline(deadline) {
                Ok(Event::Process(start, event)) => self.engine.hear(start, event),
                Ok(Event::Engine(number, event)) => return (number, event),
                Err(RecvTimeoutError::Timeout) if Instant::now() < end => self.engine.expire(),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Runs the loop until an event fits, and gives its search with it; passes over the others.
    pub(crate) fn next_of(&mut self, fits: impl Fn(&ChildEvent) -> bool) -> (u64, ChildEvent) {
        loop {
            match self.next() {
                (number, event) if fits(&event) => return (number, event),
                (_, ChildEvent::Failed(fault)) => panic!("{fault}"),
                _ => {}
            }
        }
    }

    /// Waits until the engine is up.
    pub(crate) fn await_ready(&mut self) {
        self.next_of(|event| matches!(event, ChildEvent::Ready));
    }
}

/// Plays moves, as `h2e2 h9g7`, from the start.
pub(crate) fn line(moves: &str) -> Line {
    let mut line = Line::default();
    for word in moves.split_whitespace() {
        line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
    }
    line
}

/// Limits a search to a depth in plies.
pub(crate) fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}
