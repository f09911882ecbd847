//! What is kept of a run by those who play its games: each writes for itself, so that no other thread has to wake up for a
//! move; and for those who come meanwhile, so that nobody waits.

use std::{io, mem};

use parking_lot::Mutex;

use super::journal::{Entry, Journal};
use super::runner::{Observer, Plan, RunEnd, RunError};
use super::standings::Standings;
use super::{Halt, ResultEntry};

/// How much may have happened that nobody has written yet before those who play wait.
const MOST: usize = 64;

/// The journal, the standings and whoever watches.
pub(super) struct Ledger<'a> {
    plan: &'a Plan,
    halt: &'a Halt,
    /// What is not written yet.
    waiting: Mutex<Vec<Entry>>,
    book: Mutex<Book<'a>>,
}

struct Book<'a> {
    journal: &'a mut Journal,
    standings: &'a mut Standings,
    observer: &'a mut dyn Observer,
    /// How the run ended, as far as that is not the word of someone else.
    end: Option<Result<RunEnd, RunError>>,
    /// Why nothing can be kept any more.
    fault: Option<io::Error>,
}

impl<'a> Ledger<'a> {
    pub(super) const fn new(
        plan: &'a Plan,
        halt: &'a Halt,
        journal: &'a mut Journal,
        standings: &'a mut Standings,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let book = Book {
            journal,
            standings,
            observer,
            end: None,
            fault: None,
        };
        Self {
            plan,
            halt,
            waiting: Mutex::new(Vec::new()),
            book: Mutex::new(book),
        }
    }

    /// Keeps what happened, also after the run has ended; ends the run if that cannot be done, or if its test has an answer.
    /// Who writes meanwhile writes this too before it plays on.
    pub(super) fn keep(&self, entry: Entry) {
        self.waiting.lock().push(entry);
        loop {
            // Looked at while the book is free: who finds it taken can leave.
            let waiting = self.waiting.lock().len();
            let book = match waiting {
                0 => return,
                MOST.. => Some(self.book.lock()),
                _ => self.book.try_lock(),
            };
            let Some(mut book) = book else { return };
            let entries = mem::take(&mut *self.waiting.lock());
            book.keep(&entries, self.plan);
            if book.fault.is_some() || book.end.is_some() {
                self.halt.say();
            }
        }
    }

    /// Passes on what does not stop the run.
    pub(super) fn complain(&self, complaint: &str) {
        let mut book = self.book.lock();
        if book.fault.is_none() {
            book.observer.complain(complaint);
        }
    }

    /// Ends the run, if it has not ended.
    pub(super) fn end(&self, end: Result<RunEnd, RunError>) {
        self.halt.say();
        self.book.lock().end.get_or_insert(end);
    }

    /// Tells how the run ended.
    pub(super) fn close(self) -> Result<RunEnd, RunError> {
        let book = self.book.into_inner();
        if let Some(fault) = book.fault {
            return Err(fault.into());
        }
        let is_stopped = self.halt.is_said();
        book.end.unwrap_or(Ok(if is_stopped {
            RunEnd::Stopped
        } else {
            RunEnd::Finished
        }))
    }
}

impl Book<'_> {
    fn keep(&mut self, entries: &[Entry], plan: &Plan) {
        if self.fault.is_none() {
            self.fault = self.write(entries, plan).err();
        }
    }

    fn write(&mut self, entries: &[Entry], plan: &Plan) -> io::Result<()> {
        self.journal.write(entries)?;
        for entry in entries {
            if let Entry::Result(result) = entry {
                self.count(result, plan)?;
            }
            self.observer.note(entry, plan, self.standings)?;
        }
        Ok(())
    }

    fn count(&mut self, result: &ResultEntry, plan: &Plan) -> io::Result<()> {
        let (Some(game), Some(outcome)) = (plan.schedule.game(result.game), result.outcome())
        else {
            return Ok(());
        };
        self.standings.add(&game, outcome);
        if self.end.is_none()
            && let Some(decision) = plan.decision(self.standings)
        {
            self.journal.write(&[Entry::decided(decision)])?;
            self.end = Some(Ok(RunEnd::Decided(decision)));
        }
        Ok(())
    }
}
