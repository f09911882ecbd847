//! All that happens in a run, one line of JSON for each thing, so that a run that was cut off goes on where it stood.
//!
//! The file only grows. The first line holds the settings; then come the starts of games, their moves with the clocks, and
//! their results. A last line that was not written whole is dropped. Times are in microseconds.
//!
//! ```text
//! {"run":{"version":"0.1.0","settings":{…},"share":[1,1],"games":40,"openings":"9 openings, …","date":"2026-11-30"}}
//! {"start":{"game":0,"red":"a","black":"b","fen":"rnbakabnr/…","moves":["h2e2","h9g7"],"time":"2026-11-30T12:00:00Z"}}
//! {"move":{"game":0,"move":"h0g2","us":10345,"left_us":9989655,"cp":31,"depth":8,"nodes":120345}}
//! {"result":{"game":0,"result":"1-0","termination":"mate","reason":{"zh":"…","en":"…"},"time":"2026-11-30T12:01:00Z"}}
//! ```

use std::fs::File;
#[cfg(not(windows))]
use std::fs::TryLockError;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Settings;
use super::game::GameEvent;
use super::growing_file::{GrowingFile, named};
use super::move_entry::{MoveEntry, read_move};
use super::termination::{GameEnd, RulingNote, Termination};
use crate::board::Color;
use crate::engine::expect_regular;
use crate::position::{Line, Outcome, Position};
use crate::ruling::explain::Text;
use crate::stats::Hypothesis;

/// One line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    /// The head of the file.
    Run(Box<Head>),
    /// The run goes on after it was cut off.
    Resumed {
        /// When.
        date: String,
    },
    /// A game begins.
    Start(Start),
    /// A move was played.
    Move(MoveEntry),
    /// A side was warned.
    Warning {
        /// The number of the game.
        game: usize,
        /// What it was told.
        text: TextEntry,
    },
    /// A game is over.
    Result(ResultEntry),
    /// The test of the run has an answer.
    Decided {
        /// `H0` or `H1`.
        accepted: String,
    },
}

/// What a run is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The program's version.
    pub version: String,
    /// All settings.
    pub settings: Settings,
    /// Which share of the games the file holds, from 1, and of how many.
    pub share: (usize, usize),
    /// The number of games of all shares.
    pub games: usize,
    /// Which openings there are, as [`Openings::digest`](super::Openings::digest) tells.
    pub openings: String,
    /// The day on which it began.
    pub date: String,
}

/// How a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    /// Its number.
    pub game: usize,
    /// The name of the engine that has red.
    pub red: String,
    /// The name of the other.
    pub black: String,
    /// The position from which the opening starts.
    pub fen: String,
    /// The moves of the opening.
    pub moves: Vec<String>,
    /// When, as `2026-11-30T12:00:00Z`.
    pub time: String,
}

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TextEntry {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultEntry {
    /// The number of the game.
    pub game: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The word.
    pub termination: Termination,
    /// The sentence.
    pub reason: TextEntry,
    /// The ruling, if a repetition ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<RulingNote>,
    /// When.
    pub time: String,
}

/// Why a journal cannot be used; each is one line.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// A line means nothing.
    #[error("{}, line {line}: {fault}", file.display())]
    Wrong {
        /// The file.
        file: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// What was found and what was expected.
        fault: String,
    },
    /// The run has other settings.
    #[error("{}: {fault}", file.display())]
    Other {
        /// The file.
        file: PathBuf,
        /// What was found and what was expected.
        fault: String,
    },
}

/// A journal that is written. Nothing of it changes before the first thing happens, or the run ends without any.
#[derive(Debug)]
pub struct Journal {
    file: Option<GrowingFile>,
    /// What stands before that.
    due: Option<Entry>,
}

impl Journal {
    /// Keeps no journal.
    #[must_use]
    pub const fn none() -> Self {
        let (file, due) = (None, None);
        Self { file, due }
    }

    /// Opens a journal, or makes an empty one, and keeps other processes from writing it, where the system can.
    ///
    /// # Errors
    /// The file cannot be opened, or another process writes it.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        expect_regular(path).map_err(|error| named(path, &error))?;
        let file = GrowingFile::open(path)?;
        // A lock of Windows would keep ourselves from reading what was written before.
        #[cfg(not(windows))]
        if let Err(TryLockError::WouldBlock) = file.file.try_lock() {
            return Err(JournalError::Other {
                file: path.to_owned(),
                fault: "found another run that writes it, expected a journal of one run".to_owned(),
            });
        }
        let (file, due) = (Some(file), None);
        Ok(Self { file, due })
    }

    /// Begins a run, in place of one in which no game has begun.
    ///
    /// # Errors
    /// Games have begun in it, or it is something else.
    pub fn begin(&mut self, head: &Head) -> Result<(), JournalError> {
        if let Some(file) = &self.file {
            super::past::expect_new(file.path())?;
        }
        self.keep(0);
        self.due = Some(Entry::Run(Box::new(head.clone())));
        Ok(())
    }

    /// Goes on with a journal of which `kept` bytes are whole lines.
    pub fn resume(&mut self, kept: u64, date: String) {
        self.keep(kept);
        self.due = Some(Entry::Resumed { date });
    }

    /// Lets what is written next stand behind so many bytes.
    pub(super) fn keep(&mut self, len: u64) {
        if let Some(file) = &mut self.file {
            file.keep(len);
        }
    }

    /// Keeps a run that is over without a game, so that it can be joined with the other shares.
    ///
    /// # Errors
    /// The file cannot be written, or someone else has changed it.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        match self.due.take() {
            Some(head @ Entry::Run(_)) => self.write(&[head]),
            _ => Ok(()),
        }
    }

    /// Adds lines, at once in the system's hands.
    ///
    /// # Errors
    /// The file cannot be written, or someone else has changed it.
    pub fn write(&mut self, entries: &[Entry]) -> io::Result<()> {
        let Some(file) = self.file.as_mut().filter(|_| !entries.is_empty()) else {
            return Ok(());
        };
        file.expect_untouched()?;
        let mut bytes = Vec::new();
        let due = self.due.take();
        for entry in due.iter().chain(entries) {
            serde_json::to_writer(&mut bytes, entry)?;
            bytes.push(b'\n');
        }
        file.add(&bytes)
    }
}

/// Reads a journal line by line; gives also how many bytes are whole lines. A last line without its end is left out.
///
/// # Errors
/// The file cannot be read, or a line means nothing.
pub fn read(path: &Path, take: impl FnMut(Entry)) -> Result<u64, JournalError> {
    read_on(path, 0, take)
}

/// Reads on in a journal of which `from` bytes, all whole lines, were read before; gives how many there are now. Lines are
/// counted from there on where one means nothing.
///
/// # Errors
/// The file cannot be read, or a line means nothing.
pub fn read_on(path: &Path, from: u64, mut take: impl FnMut(Entry)) -> Result<u64, JournalError> {
    let mut file = File::open(path).map_err(|error| named(path, &error))?;
    let found = file.seek(SeekFrom::Start(from));
    found.map_err(|error| named(path, &error))?;
    let mut reader = BufReader::new(file);
    let (mut bytes, mut kept, mut number) = (Vec::new(), from, 0);
    loop {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes);
        read.map_err(|error| named(path, &error))?;
        if bytes.last() != Some(&b'\n') {
            return Ok(kept);
        }
        number += 1;
        let entry = serde_json::from_slice(&bytes).map_err(|error| JournalError::Wrong {
            file: path.to_owned(),
            line: number,
            fault: format!("expected a line of a journal: {error}"),
        })?;
        take(entry);
        kept += bytes.len() as u64;
    }
}

impl Start {
    /// Gives the line with which the game begins; `None` if it is not legal.
    #[must_use]
    pub fn line(&self) -> Option<Line> {
        let mut line = Line::new(Position::from_fen(&self.fen).ok()?);
        for word in &self.moves {
            line.push(read_move(word)?).ok()?;
        }
        Some(line)
    }
}

impl From<Text> for TextEntry {
    fn from(text: Text) -> Self {
        Self {
            zh: text.zh,
            en: text.en,
        }
    }
}

impl ResultEntry {
    fn of(game: usize, end: GameEnd, time: String) -> Self {
        Self {
            game,
            result: end.outcome.to_string(),
            termination: end.termination,
            reason: end.reason.into(),
            ruling: end.ruling,
            time,
        }
    }

    /// Gives the result; `None` if it cannot be read.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let all = [
            Outcome::Win(Color::Red),
            Outcome::Win(Color::Black),
            Outcome::Draw,
        ];
        all.into_iter()
            .find(|outcome| outcome.to_string() == self.result)
    }
}

impl Entry {
    /// Gives the number of the game that it belongs to.
    #[must_use]
    pub const fn game(&self) -> Option<usize> {
        match self {
            Self::Run(_) | Self::Resumed { .. } | Self::Decided { .. } => None,
            Self::Start(start) => Some(start.game),
            Self::Move(played) => Some(played.game),
            Self::Warning { game, .. } => Some(*game),
            Self::Result(result) => Some(result.game),
        }
    }

    /// Writes down how the test ended.
    #[must_use]
    pub fn decided(hypothesis: Hypothesis) -> Self {
        Self::Decided {
            accepted: hypothesis.to_string(),
        }
    }

    /// Writes what happened in a game down.
    #[must_use]
    pub fn of(game: usize, event: GameEvent, time: String) -> Self {
        match event {
            GameEvent::Move(played) => Self::Move(MoveEntry::of(game, &played)),
            GameEvent::Warning(text) => Self::Warning {
                game,
                text: text.into(),
            },
            GameEvent::End(end) => Self::Result(ResultEntry::of(game, *end, time)),
        }
    }
}
