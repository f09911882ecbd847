//! What reaches the session. Each of those it listens to has a queue of its own, and the queues are served by turns: who
//! says more than can be heard keeps nobody else waiting.

use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, select, unbounded};

use super::frontend::Input;
use super::relay::Source;
use crate::engine::{EngineEvent, ProcessEvent};

/// All that can happen.
#[derive(Debug)]
pub(super) enum Event {
    Gui(Input),
    /// The system asks us to leave.
    Signal,
    Builtin(u64, EngineEvent),
    Child(Source, ProcessEvent),
}

/// The queues of what has happened. They stay open as long as this value, which holds an end of each.
#[derive(Debug)]
pub(super) struct Inbox {
    own: (Sender<Event>, Receiver<Event>),
    gui: (Sender<Event>, Receiver<Event>),
    child: (Sender<Event>, Receiver<Event>),
}

impl Inbox {
    pub(super) fn new() -> Self {
        Self {
            own: unbounded(),
            gui: unbounded(),
            child: unbounded(),
        }
    }

    /// Gives the way in for the system and the bundled searcher, who never say much.
    pub(super) fn of_own(&self) -> Sender<Event> {
        self.own.0.clone()
    }

    /// Gives the way in for the GUI.
    pub(super) fn of_gui(&self) -> Sender<Event> {
        self.gui.0.clone()
    }

    /// Gives the way in for the engine behind us.
    pub(super) fn of_child(&self) -> Sender<Event> {
        self.child.0.clone()
    }

    /// Tells whether something of the engine behind us has still to be heard.
    pub(super) fn holds_lines(&self) -> bool {
        !self.child.1.is_empty()
    }

    /// Takes something that has happened, if anything has.
    pub(super) fn try_next(&self) -> Option<Event> {
        select! {
            recv(self.own.1) -> event => event.ok(),
            recv(self.gui.1) -> event => event.ok(),
            recv(self.child.1) -> event => event.ok(),
            default => None,
        }
    }

    /// Waits for what happens next, without sleep until `awake_until`; `None` if a deadline passes first.
    pub(super) fn next(&self, deadline: Option<Instant>, awake_until: Instant) -> Option<Event> {
        while Instant::now() < awake_until {
            thread::yield_now();
            if let Some(event) = self.try_next() {
                return Some(event);
            }
        }
        let over = deadline.map_or_else(crossbeam_channel::never, crossbeam_channel::at);
        select! {
            recv(self.own.1) -> event => event.ok(),
            recv(self.gui.1) -> event => event.ok(),
            recv(self.child.1) -> event => event.ok(),
            recv(over) -> _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_much_keeps_nobody_waiting() {
        let inbox = Inbox::new();
        let now = Instant::now();
        assert!(inbox.next(Some(now), now).is_none());
        for _ in 0..10_000 {
            inbox.of_gui().send(Event::Gui(Input::Overlong)).unwrap();
        }
        inbox.of_own().send(Event::Signal).unwrap();
        let place = std::iter::from_fn(|| inbox.try_next())
            .position(|event| matches!(event, Event::Signal));
        assert!(place.is_some_and(|place| place < 100), "{place:?}");
    }
}
