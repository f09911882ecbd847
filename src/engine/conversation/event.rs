//! What a conversation with a child makes known.

use std::time::Duration;

use thiserror::Error;

use crate::analysis::Score;
use crate::notation::coordinate::Ranks;
use crate::protocol::{BestMove, Info};
use crate::text::excerpt;

/// What an external engine tells, in no dialect but where its line is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChildEvent {
    /// It can be asked to think: told once it is up, and in answer to [`super::Conversation::ask_ready`].
    Ready,
    /// News of the search, or a message for the user, which may come at any time.
    Info {
        /// What was understood.
        info: Box<Info>,
        /// The line as it came, with its end if it had one.
        line: Vec<u8>,
    },
    /// The one answer to a search.
    Done {
        /// What it answers.
        answer: Answer,
        /// The last score it told of its best line.
        score: Option<Score>,
    },
    /// It took longer than it may and was told to stop; its answer still follows.
    Overrun,
    /// It counts ranks in another way than the profile says; it is spoken to in its own from here on.
    Ranks(Ranks),
    /// An answer that nobody waits for, and that was passed over.
    Stray {
        /// The line, decoded, without its end.
        line: String,
    },
    /// A line that is not understood, as it came.
    Noise {
        /// The line, with its end if it had one.
        line: Vec<u8>,
    },
    /// An option was not set, since it does not take the value, or options were passed over, since they are too many.
    Refused {
        /// What was found and what was expected.
        message: String,
    },
    /// The search will not be answered. After a fault that is fatal the child is of no more use.
    Failed(Fault),
}

/// What an external engine answers to a search. Its moves are pairs of squares; whether they are legal is not looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move.
    Move(BestMove),
    /// That there is none: `nobestmove`, `bestmove (none)`, `0000`, `null` or nothing behind the word.
    NoMove,
    /// That it gives up, without a move.
    Resign,
    /// Something that is no move.
    Unread {
        /// What stands in its place.
        said: String,
    },
}

/// Why an external engine does not answer; each is one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The handshake did not end in time.
    #[error("no {expected} within {}{}", seconds(.waited), heard(.said))]
    NoHandshake {
        /// The words, of which one was expected.
        expected: String,
        /// How long it was waited for.
        waited: Duration,
        /// The last line it wrote, if any.
        said: String,
    },
    /// A time to think ended before the engine was up; it is still expected to be.
    #[error("it was not ready in time")]
    NotYetReady,
    /// The time to think ended without a move; the engine may still give one, which is passed over.
    #[error("no move in time")]
    Late,
    /// `isready` was not answered in time.
    #[error("no readyok within {}{}", seconds(.waited), heard(.said))]
    NotReady {
        /// How long it was waited for.
        waited: Duration,
        /// The last line it wrote that was not understood, if any.
        said: String,
    },
    /// No move came in time.
    #[error("no bestmove within {} of {after}", seconds(.waited))]
    NoAnswer {
        /// What it was told last.
        after: &'static str,
        /// How long it was waited for.
        waited: Duration,
    },
    /// It plays another game.
    #[error(
        "its first move from the start of the game is {}, expected one of xiangqi, as h2e2 or h3e3", shown(.found)
    )]
    OtherGame {
        /// The move, as it writes it.
        found: String,
    },
    /// Its protection against copies does not let it run.
    #[error("it says: {}", shown(.said))]
    Protected {
        /// Its own words.
        said: String,
    },
    /// The process has ended, or takes no more lines.
    #[error("it has ended while it was {state}{}", heard(.said))]
    Ended {
        /// What it was doing.
        state: &'static str,
        /// What it said last, if anything.
        said: String,
    },
}

impl Fault {
    /// Tells whether the child is of no more use.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        !matches!(self, Self::NotYetReady | Self::Late)
    }
}

/// Keeps what a dying program said on one short line: the end of it.
pub(super) fn last_words(text: &str) -> String {
    const LONGEST: usize = 180;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().rev().nth(LONGEST) {
        Some((at, _)) => format!("…{}", &text[at..]),
        None => text,
    }
}

/// Writes a time as `0.5 s`.
fn seconds(time: &Duration) -> String {
    format!("{} s", time.as_millis() as f64 / 1000.0)
}

/// Quotes what was said, on one short line.
fn heard(said: &str) -> String {
    match shown(said) {
        said if said.is_empty() => said,
        said => format!("; it said: {said}"),
    }
}

/// Shows what was said, on one short line.
fn shown(said: &str) -> String {
    const LONGEST: usize = 200;
    excerpt(said, LONGEST)
}
