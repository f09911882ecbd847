//! What is kept of a run by those who play its games: each writes for itself, one at a time, so that no other thread has to
//! wake up for a move.

use std::{io, slice};

use parking_lot::Mutex;

use super::journal::{Entry, Journal};
use super::runner::{Observer, Plan, RunEnd, RunError};
use super::standings::Standings;
use super::{Halt, ResultEntry};

/// The journal, the standings and whoever watches.
pub(super) struct Ledger<'a> {
    plan: &'a Plan,
    halt: &'a Halt,
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
            book: Mutex::new(book),
        }
    }

    /// Keeps what happened, also after the run has ended; ends the run if that cannot be done, or if its test has an answer.
    pub(super) fn keep(&self, entry: &Entry) {
        let mut book = self.book.lock();
        if book.fault.is_none()
            && let Err(error) = book.keep(entry, self.plan)
        {
            book.fault = Some(error);
        }
        if book.fault.is_some() || book.end.is_some() {
            self.halt.say();
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
    fn keep(&mut self, entry: &Entry, plan: &Plan) -> io::Result<()> {
        self.journal.write(slice::from_ref(entry))?;
        if let Entry::Result(result) = entry {
            self.count(result, plan)?;
        }
        self.observer.note(entry, plan, self.standings)
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
