//! What a journal tells of a run: which games are over, which stand where, and the score.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::Settings;
use super::game::GameState;
use super::growing_file::named;
use super::journal::{self, Entry, Head, JournalError};
use super::runner::Plan;
use super::schedule::Schedule;
use super::standings::Standings;
use crate::board::ByColor;
use crate::engine::expect_regular;
use crate::stats::Hypothesis;

/// With what every journal begins.
const BEGINNING: &[u8] = b"{\"run\":";

/// The bytes of the head at most.
const LONGEST_HEAD: u64 = 64 << 20;

/// What was played before.
#[derive(Clone, Debug)]
pub struct Past {
    /// The score so far.
    pub standings: Standings,
    /// The games that are over.
    pub done: BTreeSet<usize>,
    /// The games that have begun and are not over, as they stand.
    pub open: BTreeMap<usize, GameState>,
    /// What the test of the run has said.
    pub decided: Option<Hypothesis>,
    /// How many bytes of the journal are whole lines.
    pub kept: u64,
}

impl Past {
    /// Begins without a past.
    #[must_use]
    pub fn none(settings: &Settings) -> Self {
        Self {
            standings: Standings::new(settings),
            done: BTreeSet::new(),
            open: BTreeMap::new(),
            decided: None,
            kept: 0,
        }
    }

    /// Reads the past of a run from its journal, and tells `take` of every line.
    ///
    /// # Errors
    /// The journal cannot be read, or holds what does not belong to its run.
    pub fn read(
        path: &Path,
        plan: &Plan,
        mut take: impl FnMut(&Entry, &Standings),
    ) -> Result<Self, JournalError> {
        let mut past = Self::none(&plan.settings);
        let mut fault = None;
        let mut number = 0;
        past.kept = journal::read(path, |entry| {
            number += 1;
            if fault.is_none() {
                fault = past
                    .note(&entry, &plan.settings, &plan.schedule)
                    .err()
                    .map(|fault| (number, fault));
                take(&entry, &past.standings);
            }
        })?;
        match fault {
            None => Ok(past),
            Some((line, fault)) => Err(JournalError::Wrong {
                file: path.to_owned(),
                line,
                fault,
            }),
        }
    }

    /// Takes a line of the journal.
    ///
    /// # Errors
    /// Tells what was found and what was expected.
    fn note(
        &mut self,
        entry: &Entry,
        settings: &Settings,
        schedule: &Schedule,
    ) -> Result<(), String> {
        match entry {
            Entry::Run(_) | Entry::Resumed { .. } | Entry::Warning { .. } => Ok(()),
            Entry::Decided { accepted } => {
                let all = [Hypothesis::H0, Hypothesis::H1];
                self.decided = all.into_iter().find(|one| one.to_string() == *accepted);
                Ok(())
            }
            Entry::Start(start) => {
                let game = schedule.game(start.game);
                let game = game.ok_or_else(|| beyond(start.game, schedule))?;
                if self.done.contains(&game.number) || self.open.contains_key(&game.number) {
                    return Err(format!(
                        "found game {} twice, expected it once",
                        game.number
                    ));
                }
                let opening = start.line();
                let opening = opening.ok_or("found an opening that is not legal")?;
                let engine = |index: usize| {
                    let engine = settings.engines.get(index);
                    engine.ok_or_else(|| format!("found no engine {index}"))
                };
                let engines = ByColor {
                    red: engine(game.players.red)?,
                    black: engine(game.players.black)?,
                };
                if engines.red.name != start.red || engines.black.name != start.black {
                    return Err(format!(
                        "found {} against {} in game {}, expected {} against {}",
                        start.red, start.black, start.game, engines.red.name, engines.black.name
                    ));
                }
                let state = GameState::new(settings, engines, &opening);
                self.open.insert(game.number, state);
                Ok(())
            }
            Entry::Move(entry) => {
                let state = self.open.get_mut(&entry.game);
                let state = state.ok_or_else(|| not_open(entry.game))?;
                match entry.played().map(|played| state.book(&played)) {
                    Some(Ok(())) => Ok(()),
                    _ => Err(format!(
                        "found the move {:?}, expected a legal one",
                        entry.mv
                    )),
                }
            }
            Entry::Result(result) => {
                let game = schedule.game(result.game);
                let game = game.ok_or_else(|| beyond(result.game, schedule))?;
                let outcome = result.outcome().ok_or_else(|| {
                    format!("found {:?}, expected 1-0, 0-1 or 1/2-1/2", result.result)
                })?;
                if self.open.remove(&result.game).is_none() {
                    return Err(not_open(result.game));
                }
                self.done.insert(result.game);
                self.standings.add(&game, outcome);
                Ok(())
            }
        }
    }
}

fn beyond(number: usize, schedule: &Schedule) -> String {
    format!(
        "found game {number}, expected one of the {} of the run",
        schedule.len()
    )
}

fn not_open(number: usize) -> String {
    format!("found something of game {number}, expected its start before")
}

/// Reads the head of a journal; `None` if the file is not there, is empty, or was cut off within the head.
///
/// # Errors
/// The file cannot be read, or does not begin with a head.
pub fn head(path: &Path) -> Result<Option<Head>, JournalError> {
    expect_regular(path).map_err(|error| named(path, &error))?;
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.map_err(|error| named(path, &error))?,
    };
    let mut line = Vec::new();
    let mut reader = BufReader::new(file.take(LONGEST_HEAD));
    reader
        .read_until(b'\n', &mut line)
        .map_err(|error| named(path, &error))?;
    let is_whole = line.last() == Some(&b'\n');
    let is_long = line.len() as u64 == LONGEST_HEAD;
    if !is_whole && !is_long && (line.starts_with(BEGINNING) || BEGINNING.starts_with(&line)) {
        return Ok(None);
    }
    let wrong = |fault: &str| JournalError::Wrong {
        file: path.to_owned(),
        line: 1,
        fault: fault.to_owned(),
    };
    let Ok(Entry::Run(head)) = serde_json::from_slice(&line) else {
        return Err(wrong("expected the head of a journal"));
    };
    let (share, shares) = head.share;
    if !(1..=shares).contains(&share) {
        let fault = format!("found share {share} of {shares}, expected one of them");
        return Err(wrong(&fault));
    }
    Ok(Some(*head))
}

/// Finds out that a run may begin in a journal: it is not there, or no game has begun in it.
///
/// # Errors
/// Games have begun in it, it is something else, or cannot be read.
pub(super) fn expect_new(path: &Path) -> Result<(), JournalError> {
    let mut has_games = false;
    if head(path)?.is_some() {
        journal::read(path, |entry| has_games |= entry.game().is_some())?;
    }
    if !has_games {
        return Ok(());
    }
    Err(JournalError::Other {
        file: path.to_owned(),
        fault: "found a journal, expected a new file; -resume goes on with it".to_owned(),
    })
}
