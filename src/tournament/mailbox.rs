//! What the threads of an engine tell its worker until it takes it.
//!
//! An engine tells many lines for each of its moves. Its worker is woken for those that it waits for alone and takes the
//! others along: to wake it for each line would cost more than all else that a match does. Nor does one who waits look
//! again and again whether something has come, as a channel does: the time is the engines'.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

/// The end of one who takes.
#[derive(Debug)]
pub(super) struct Mailbox<T>(Arc<Shared<T>>);

/// The end of those who bring something.
#[derive(Debug)]
pub(super) struct Letterbox<T>(Arc<Shared<T>>);

#[derive(Debug)]
struct Shared<T> {
    /// How much may lie there; who brings more waits.
    most: usize,
    state: Mutex<State<T>>,
    /// Someone is to wake up and take what is there.
    is_due: Condvar,
    has_room: Condvar,
}

#[derive(Debug)]
struct State<T> {
    items: VecDeque<T>,
    /// What the items weigh.
    weight: usize,
    is_due: bool,
    /// Whether one side is gone.
    is_closed: bool,
}

impl<T> Mailbox<T> {
    /// Makes both ends of a mailbox in which things of this weight together may lie.
    pub(super) fn new(most: usize) -> (Letterbox<T>, Self) {
        let shared = Arc::new(Shared {
            most,
            state: Mutex::new(State {
                items: VecDeque::new(),
                weight: 0,
                is_due: false,
                is_closed: false,
            }),
            is_due: Condvar::new(),
            has_room: Condvar::new(),
        });
        (Letterbox(Arc::clone(&shared)), Self(shared))
    }

    /// Takes all that is there: at once if something urgent is or the other end is gone, else when something urgent comes,
    /// the bell rings, or the deadline is over, if there is one.
    pub(super) fn take(&self, deadline: Option<Instant>) -> VecDeque<T> {
        let mut state = self.0.state.lock();
        while !state.is_due && !state.is_closed {
            match deadline {
                None => self.0.is_due.wait(&mut state),
                Some(at) if self.0.is_due.wait_until(&mut state, at).timed_out() => break,
                Some(_) => {}
            }
        }
        state.is_due = false;
        state.weight = 0;
        self.0.has_room.notify_all();
        mem::take(&mut state.items)
    }
}

impl<T: Send + 'static> Mailbox<T> {
    /// Gives a bell that ends the wait of [`Mailbox::take`], or the next one.
    pub(super) fn bell(&self) -> impl Fn() + Send + Sync + use<T> {
        let shared = Arc::downgrade(&self.0);
        move || {
            if let Some(shared) = shared.upgrade() {
                shared.state.lock().is_due = true;
                shared.is_due.notify_one();
            }
        }
    }
}

impl<T> Letterbox<T> {
    /// Puts something in, once there is room; wakes the other side if that is urgent or there is much. Nothing is kept once
    /// that side is gone.
    pub(super) fn put(&self, item: T, weight: usize, is_urgent: bool) {
        let shared = &self.0;
        let mut state = shared.state.lock();
        while state.weight >= shared.most && !state.is_closed {
            shared.has_room.wait(&mut state);
        }
        if state.is_closed {
            return;
        }
        state.items.push_back(item);
        state.weight += weight;
        if is_urgent || state.weight >= shared.most / 4 {
            state.is_due = true;
            drop(state);
            shared.is_due.notify_one();
        }
    }
}

impl<T> Shared<T> {
    fn close(&self) {
        self.state.lock().is_closed = true;
        self.is_due.notify_all();
        self.has_room.notify_all();
    }
}

impl<T> Drop for Mailbox<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T> Drop for Letterbox<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const MOST: usize = 100;

    #[test]
    fn what_is_not_urgent_is_taken_along_in_order() {
        let (letters, mailbox) = Mailbox::new(MOST);
        letters.put(1, 1, false);
        letters.put(2, 1, true);
        letters.put(3, 1, false);
        assert_eq!(mailbox.take(None), [1, 2, 3]);
        letters.put(4, 1, false);
        assert_eq!(mailbox.take(Some(Instant::now())), [4], "at a deadline too");
        assert!(mailbox.take(Some(Instant::now())).is_empty());
    }

    #[test]
    fn what_is_heavy_is_told_and_leaves_no_room() {
        let (letters, mailbox) = Mailbox::new(MOST);
        letters.put(1, MOST / 2, false);
        assert_eq!(mailbox.take(None), [1]);
        thread::scope(|scope| {
            scope.spawn(move || (1..=3).for_each(|item| letters.put(item, MOST, false)));
            for item in 1..=3 {
                assert_eq!(mailbox.take(None), [item]);
            }
        });
    }

    #[test]
    fn a_bell_and_an_end_that_goes_wake_who_waits() {
        let (letters, mailbox) = Mailbox::new(MOST);
        let ring = mailbox.bell();
        thread::scope(|scope| {
            let waiter = scope.spawn(|| mailbox.take(None));
            letters.put(1, 1, false);
            while !waiter.is_finished() {
                ring();
                thread::yield_now();
            }
            assert_eq!(waiter.join().unwrap(), [1]);
        });
        ring();
        assert!(mailbox.take(None).is_empty(), "rung before");
        letters.put(2, 1, false);
        drop(letters);
        assert_eq!(mailbox.take(None), [2]);
    }

    #[test]
    fn who_brings_too_much_waits_for_room_or_for_the_end() {
        let (letters, mailbox) = Mailbox::new(MOST);
        thread::scope(|scope| {
            let all =
                scope.spawn(move || (0..3 * MOST).for_each(|item| letters.put(item, 1, false)));
            let mut taken = Vec::new();
            while taken.len() < 2 * MOST {
                let items = mailbox.take(None);
                assert!(items.len() <= MOST);
                taken.extend(items);
            }
            assert!(taken.iter().copied().eq(0..taken.len()));
            drop(mailbox);
            all.join().unwrap();
        });
    }
}
