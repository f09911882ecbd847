//! How a match stands, read from its journal while it is written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::judge::has_own_settings;
use crate::notation::{Notation, coordinate, write};
use crate::position::{Line, Outcome};
use crate::tournament::{
    Entry, Head, JournalError, ResultEntry, Schedule, Standings, Start, read_journal_on,
};

/// A match that is watched.
#[derive(Debug)]
pub struct Live {
    path: PathBuf,
    /// The first line of the journal, by which another one is told.
    head: Vec<u8>,
    /// How many bytes of the journal are known.
    read: u64,
    known: Known,
}

/// What the journal has told so far.
#[derive(Debug, Default)]
struct Known {
    run: Option<Run>,
    running: BTreeMap<usize, WatchedGame>,
    /// The game that ended last, and how.
    last: Option<(WatchedGame, ResultEntry)>,
    decided: Option<String>,
}

#[derive(Debug)]
struct Run {
    head: Head,
    schedule: Schedule,
    standings: Standings,
}

#[derive(Debug)]
struct WatchedGame {
    start: Start,
    line: Line,
}

impl Live {
    /// Watches a match by its journal.
    ///
    /// # Errors
    /// The file cannot be read, or is no journal.
    pub fn open(path: PathBuf) -> Result<Self, JournalError> {
        let mut live = Self {
            path,
            head: Vec::new(),
            read: 0,
            known: Known::default(),
        };
        live.refresh()?;
        Ok(live)
    }

    /// Reads what has been written since. A file with another first line, or a shorter one, is another journal and read
    /// anew; so is one in which a line means nothing, since the same run may have begun again in it.
    ///
    /// # Errors
    /// The file cannot be read, a line means nothing, or there is no run in it.
    pub(super) fn refresh(&mut self) -> Result<(), JournalError> {
        // What cannot be read here is told of by the journal's own reader.
        let (len, head) = head_line(&self.path).unwrap_or_default();
        let is_known = head == self.head && len >= self.read;
        let from = if is_known { self.read } else { 0 };
        self.head = head;
        match self.read_on(from) {
            Err(_) if from > 0 => self.read_on(0),
            done => done,
        }
    }

    fn read_on(&mut self, from: u64) -> Result<(), JournalError> {
        // After an error all is read anew.
        self.read = 0;
        if from == 0 {
            self.known = Known::default();
        }
        let known = &mut self.known;
        let read = read_journal_on(&self.path, from, |entry| known.take(entry))?;
        if known.run.is_none() {
            return Err(JournalError::Other {
                fault: "found no run, expected the file that caipan match -journal writes"
                    .to_owned(),
                file: self.path.clone(),
            });
        }
        self.read = read;
        Ok(())
    }

    /// Tells how the match stands.
    pub(super) fn to_json(&self) -> Value {
        let Known {
            run,
            running,
            last,
            decided,
        } = &self.known;
        let Some(run) = run else { return Value::Null };
        let settings = &run.head.settings;
        let rules = settings.rule_set();
        let running: Vec<_> = running.values().map(WatchedGame::to_json).collect();
        let last = last.as_ref().map(|(game, end)| {
            let mut object = game.to_json();
            object["result"] = json!(end.result);
            object["reason"] = json!(end.reason);
            object
        });
        json!({
            "event": settings.event,
            "rules": rules.as_ref().map_or(&settings.rules, |rules| &rules.name),
            "changed": rules.as_ref().is_some_and(has_own_settings),
            "played": run.standings.games(),
            "games": run.games(),
            "decided": decided,
            "standings": run.standings(),
            "running": running,
            "last": last,
        })
    }
}

/// Reads the first line of a file; gives also how many bytes the file has.
fn head_line(path: &Path) -> io::Result<(u64, Vec<u8>)> {
    let file = File::open(path)?;
    let len = file.metadata()?.len();
    let mut head = Vec::new();
    BufReader::new(file).read_until(b'\n', &mut head)?;
    Ok((len, head))
}

impl Known {
    fn take(&mut self, entry: Entry) {
        match entry {
            Entry::Run(head) => {
                *self = Self::default();
                self.run = Some(Run {
                    schedule: Schedule::new(&head.settings),
                    standings: Standings::new(&head.settings),
                    head: *head,
                });
            }
            // The games that had begun go on, or begin again.
            Entry::Resumed { .. } | Entry::Warning { .. } => {}
            Entry::Decided { accepted } => self.decided = Some(accepted),
            Entry::Start(start) => {
                if let Some(line) = start.line() {
                    let game = WatchedGame { start, line };
                    self.running.insert(game.start.game, game);
                }
            }
            Entry::Move(played) => {
                let mv = coordinate::read(&played.mv, coordinate::Ranks::FromZero);
                let game = self.running.get_mut(&played.game);
                if let (Some(game), Ok(mv)) = (game, mv) {
                    // What is not legal lost the game.
                    let _ = game.line.push(mv);
                }
            }
            Entry::Result(end) => {
                if let Some((run, outcome)) = self.run.as_mut().zip(end.outcome()) {
                    run.add(end.game, outcome);
                }
                if let Some(game) = self.running.remove(&end.game) {
                    self.last = Some((game, end));
                }
            }
        }
    }
}

impl Run {
    fn add(&mut self, game: usize, outcome: Outcome) {
        if let Some(game) = self.schedule.game(game) {
            self.standings.add(&game, outcome);
        }
    }

    /// Gives the number of games of the share that the journal holds.
    fn games(&self) -> usize {
        let (index, count) = self.head.share;
        self.schedule.share_len(index.max(1), count.max(1))
    }

    /// Gives the rows of the table, the best first.
    fn standings(&self) -> Vec<Value> {
        let ranking = self.standings.ranking().into_iter();
        let rows = ranking.filter_map(|index| {
            let engine = self.head.settings.engines.get(index)?;
            let tally = self.standings.of(index).tally;
            Some(json!({
                "name": engine.name,
                "games": tally.games(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "points": tally.points(),
            }))
        });
        rows.collect()
    }
}

impl WatchedGame {
    fn to_json(&self) -> Value {
        let (start, line) = (&self.start, &self.line);
        let last = line.len().checked_sub(1);
        let last = last.and_then(|ply| line.move_at(ply).map(|mv| (line.position_at(ply), mv)));
        json!({
            "game": start.game + 1,
            "red": start.red,
            "black": start.black,
            "start": line.start().to_string(),
            "moves": line.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(),
            "fen": line.position().to_string(),
            "zh": last.map(|(before, mv)| write(Notation::Chinese, &before, mv)),
        })
    }
}
