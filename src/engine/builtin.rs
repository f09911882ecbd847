//! The bundled searcher on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::analysis::{Limits, Report, Score};
use crate::position::Line;
use crate::search::{SearchOptions, Searcher, StopToken, Thought};

/// What a thinking engine tells.
#[derive(Clone, Debug)]
pub enum EngineEvent {
    /// How far it is.
    Report(Report),
    /// That it is done; the last event of a search.
    Done(Thought),
}

/// A request to the thread; they are served in order, one after the other.
enum Job {
    Think {
        number: u64,
        line: Box<Line>,
        limits: Box<Limits>,
        options: Box<SearchOptions>,
        token: StopToken,
    },
    Resize {
        megabytes: usize,
    },
    Clear,
}

/// The bundled searcher, thinking on a thread that ends with this handle.
#[derive(Debug)]
pub struct Builtin {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    token: StopToken,
    number: u64,
}

impl Builtin {
    /// Starts the thread with a table of `hash` megabytes. Every event goes to `tell` with the number of its search, on
    /// that thread.
    pub fn start(hash: usize, tell: impl Fn(u64, EngineEvent) + Send + 'static) -> Self {
        let (jobs, inbox) = unbounded();
        let thread = thread::spawn(move || serve(&inbox, hash, &tell));
        Self {
            jobs: Some(jobs),
            thread: Some(thread),
            token: StopToken::new(),
            number: 0,
        }
    }

    /// Begins a search and returns its number; its clock started when `token` was made. A search still running ends
    /// first by itself or by [`Builtin::stop`].
    pub fn think(
        &mut self,
        line: Line,
        limits: Limits,
        options: SearchOptions,
        token: StopToken,
    ) -> u64 {
        self.number += 1;
        self.token = token.clone();
        self.send(Job::Think {
            number: self.number,
            line: Box::new(line),
            limits: Box::new(limits),
            options: Box::new(options),
            token,
        });
        self.number
    }

    /// Asks the last search to end with the best move it has.
    pub fn stop(&self) {
        self.token.stop();
    }

    /// Tells the last search that the move it ponders on was played.
    pub fn ponder_hit(&self) {
        self.token.ponder_hit();
    }

    /// Gives the table another size in megabytes, after the search that runs.
    pub fn resize(&self, megabytes: usize) {
        self.send(Job::Resize { megabytes });
    }

    /// Forgets what earlier games taught, after the search that runs.
    pub fn clear(&self) {
        self.send(Job::Clear);
    }

    fn send(&self, job: Job) {
        let sent = self
            .jobs
            .as_ref()
            .is_some_and(|jobs| jobs.send(job).is_ok());
        if !sent {
            log::error!("the searcher's thread is gone");
        }
    }
}

impl Drop for Builtin {
    fn drop(&mut self) {
        self.token.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the searcher has been reported on standard error already.
            let _ = thread.join();
        }
    }
}

fn serve(inbox: &Receiver<Job>, hash: usize, tell: &dyn Fn(u64, EngineEvent)) {
    let mut searcher = Searcher::new(hash);
    for job in inbox {
        match job {
            Job::Resize { megabytes } => searcher.resize(megabytes),
            Job::Clear => searcher.clear(),
            Job::Think {
                number,
                line,
                limits,
                options,
                token,
            } => {
                let mut on_report =
                    |report: &Report| tell(number, EngineEvent::Report(report.clone()));
                let thought = catch_unwind(AssertUnwindSafe(|| {
                    searcher.think(&line, &limits, &options, &token, &mut on_report)
                }))
                .unwrap_or_else(|_| {
                    // What it learned may be half written.
                    searcher = Searcher::new(searcher.hash_megabytes());
                    any_move(&line, &limits)
                });
                tell(number, EngineEvent::Done(thought));
            }
        }
    }
}

/// What is played when the searcher fails: a GUI that gets no answer waits for ever.
fn any_move(line: &Line, limits: &Limits) -> Thought {
    log::error!("the searcher failed; a legal move is played in its place");
    let moves = line.position().legal_moves();
    Thought {
        best: moves.into_iter().find(|mv| limits.allows(*mv)),
        ponder: None,
        score: Score::Centipawns(0),
        nodes: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_answered_and_does_not_end_the_thread() {
        let (events, told) = unbounded();
        let mut engine = Builtin::start(1, move |number, event| {
            assert!(
                number != 1 || matches!(event, EngineEvent::Done(_)),
                "a failure in the first search"
            );
            events.send((number, event)).unwrap();
        });
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        for number in 1..=2 {
            let (options, token) = (SearchOptions::default(), StopToken::new());
            engine.think(Line::default(), limits.clone(), options, token);
            let done = told.iter().find_map(|(from, event)| match event {
                EngineEvent::Done(thought) if from == number => Some(thought),
                _ => None,
            });
            assert!(done.unwrap().best.is_some());
        }
    }
}
