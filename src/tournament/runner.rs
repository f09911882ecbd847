//! The games of a run, some at a time, each with its engines; what happens goes to the journal and to whoever watches.

use std::collections::btree_map;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use parking_lot::Mutex;
use thiserror::Error;

use super::affinity;
use super::growing_file::{GrowingFile, named};
use super::journal::{Entry, Head, Journal, Start};
use super::ledger::Ledger;
use super::past::Past;
use super::player::{self, Player, PlayerError};
use super::schedule::{Game, Schedule};
use super::standings::{Standings, sprt};
use super::worker::{Players, Worker};
use super::{EngineSettings, Halt, Openings, Settings};
use crate::board::ByColor;
use crate::engine::expect_regular;
use crate::position::Line;
use crate::ruling::RuleSet;
use crate::stats::{Hypothesis, Sprt};

/// What a run plays by; nothing of it changes while it runs.
#[derive(Debug)]
pub struct Plan {
    /// The settings.
    pub settings: Settings,
    /// The games.
    pub schedule: Schedule,
    /// How they begin.
    pub openings: Openings,
    /// The share that is played here, from 1, and of how many.
    pub share: (usize, usize),
    pub(super) rules: RuleSet,
    sprt: Option<Sprt>,
}

/// Why a run does not begin, or does not go on; each is one line.
#[derive(Debug, Error)]
pub enum RunError {
    /// The settings make no run.
    #[error("{0}")]
    Settings(String),
    /// An engine does not play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The journal cannot be written, or what is made of it.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// All its games are over.
    Finished,
    /// Its test has an answer.
    Decided(Hypothesis),
    /// It was told to end; the games that run go on when it is resumed.
    Stopped,
    /// An engine failed and the settings say that this ends the run.
    Broken,
}

/// Watches a run, from whichever thread something happens on.
pub trait Observer: Send {
    /// Hears of each thing that is kept in the journal, after it was kept.
    ///
    /// # Errors
    /// What it writes cannot be written; the run ends.
    fn note(&mut self, entry: &Entry, plan: &Plan, standings: &Standings) -> io::Result<()>;

    /// Hears of something about an engine that does not stop the run.
    fn complain(&mut self, complaint: &str);
}

impl Plan {
    /// Draws up a run.
    ///
    /// # Errors
    /// The settings make no run: tells all that is wrong with them, each fault on a line.
    pub fn new(
        settings: Settings,
        openings: Openings,
        share: (usize, usize),
    ) -> Result<Self, RunError> {
        let faults = settings.faults();
        if !faults.is_empty() {
            return Err(RunError::Settings(faults.join("\n")));
        }
        let sprt = settings.sprt.as_ref().map(sprt).transpose();
        let sprt = sprt.map_err(|error| RunError::Settings(format!("sprt: {error}")))?;
        let rules = settings.rule_set().unwrap_or_default();
        Ok(Self {
            schedule: Schedule::new(&settings),
            settings,
            openings,
            share,
            rules,
            sprt,
        })
    }

    /// Gives the test that ends the run, if there is one.
    #[must_use]
    pub const fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Tells whether engines that play no moves at random have nothing to play more than one pair of games from but one
    /// opening.
    #[must_use]
    pub fn repeats_itself(&self) -> bool {
        let settings = &self.settings;
        let is_steady = |engine: &&EngineSettings| !engine.is_random();
        let steady = settings.engines.iter().filter(is_steady).count();
        let games = u64::from(settings.rounds) * u64::from(settings.games);
        steady > 1 && self.openings.len() == 1 && games > if settings.noswap { 1 } else { 2 }
    }

    /// Gives the names of the engines of a game.
    #[must_use]
    pub fn names(&self, game: &Game) -> ByColor<&str> {
        ByColor::new_with(|color| self.name(game.players[color]))
    }

    /// Gives the name of an engine.
    #[must_use]
    pub fn name(&self, engine: usize) -> &str {
        let engine = self.settings.engines.get(engine);
        engine.map_or("?", |engine| &*engine.name)
    }

    /// Writes the head of the journal of a run that begins on this day, given as `2026-11-30`.
    #[must_use]
    pub fn head(&self, date: String) -> Head {
        Head {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: self.settings.clone(),
            share: self.share,
            games: self.schedule.len(),
            openings: self.openings.digest(),
            date,
        }
    }

    /// Gives what the test says of the standings; nothing of one share, which knows too little.
    #[must_use]
    pub fn decision(&self, standings: &Standings) -> Option<Hypothesis> {
        let sprt = self.sprt.as_ref().filter(|_| self.share.1 == 1)?;
        let (_, score) = standings.pairs().next()?;
        sprt.accepted(sprt.llr(score.sample()))
    }

    pub(super) fn start(&self, game: &Game, opening: &Line) -> Start {
        let names = self.names(game);
        Start {
            game: game.number,
            red: names.red.to_owned(),
            black: names.black.to_owned(),
            fen: opening.start().to_string(),
            moves: opening.moves().map(|mv| mv.to_string()).collect(),
            time: now(),
        }
    }

    /// Plays all games that are not over, and tells how the run ended. By `halt` anyone can end it before.
    ///
    /// # Errors
    /// An engine cannot be started, or the journal not be written.
    pub fn run(
        &self,
        past: Past,
        journal: &mut Journal,
        observer: &mut dyn Observer,
        halt: &Halt,
    ) -> Result<RunEnd, RunError> {
        let mut standings = past.standings;
        if let Some(decision) = past.decided.or_else(|| self.decision(&standings)) {
            return Ok(RunEnd::Decided(decision));
        }
        let (open, done) = (past.open, past.done);
        let begun: Vec<usize> = open.keys().copied().collect();
        let fresh = self
            .schedule
            .share(self.share.0, self.share.1)
            .filter(|game| !done.contains(&game.number) && !begun.contains(&game.number));
        let begun = open
            .into_iter()
            .filter_map(|(number, state)| Some((self.schedule.game(number)?, Some(state))));
        let mut jobs = begun.chain(fresh.map(|game| (game, None))).peekable();
        if jobs.peek().is_none() {
            journal.finish()?;
            return Ok(RunEnd::Finished);
        }
        let jobs = Mutex::new(jobs);
        let next = || (!halt.is_said()).then(|| jobs.lock().next()).flatten();
        // All engines are started once before the first game, so that one that is of no use is known now.
        self.expect_logs()?;
        let (mut ready, complaints) = match self.start_all(halt) {
            Err(_) if halt.is_said_by_now() => return Ok(RunEnd::Stopped),
            started => started?,
        };
        complaints
            .iter()
            .for_each(|complaint| observer.complain(complaint));
        let ledger = Ledger::new(self, halt, journal, &mut standings, observer);
        let workers = self.settings.concurrency.max(1);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..workers)
                .map(|number| {
                    let worker = Worker {
                        plan: self,
                        number,
                        players: std::mem::take(&mut ready),
                        ledger: &ledger,
                        halt,
                    };
                    let next = &next;
                    scope.spawn(move || worker.work(next))
                })
                .collect();
            for thread in threads {
                if let Err(panic) = thread.join() {
                    resume_unwind(panic);
                }
            }
        });
        ledger.close()
    }

    /// Starts the engines of the first worker, on a thread whose processor they take over.
    fn start_all(&self, halt: &Halt) -> Result<(Players, Vec<String>), RunError> {
        let start = || {
            self.bind(0)?;
            let (mut players, mut complaints) = (Players::new(), Vec::new());
            for &(one, other) in self.schedule.pairs() {
                for index in [one, other] {
                    if let btree_map::Entry::Vacant(seat) = players.entry(index) {
                        let mut player = self.start_player(index, 0, halt)?;
                        complaints.extend(player.complaints());
                        seat.insert(player);
                    }
                }
            }
            Ok((players, complaints))
        };
        thread::scope(|scope| scope.spawn(start).join())
            .unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Binds this thread and the engines that it starts to the processor of a worker, if engines are bound.
    pub(super) fn bind(&self, worker: usize) -> io::Result<()> {
        match &self.settings.use_affinity {
            Some(asked) => affinity::bind(affinity::processor(worker, asked)?),
            None => Ok(()),
        }
    }

    pub(super) fn start_player(
        &self,
        index: usize,
        worker: usize,
        halt: &Halt,
    ) -> Result<Box<dyn Player>, RunError> {
        let engine = self.settings.engines.get(index);
        let engine =
            engine.ok_or_else(|| RunError::Settings(format!("found no engine {index}")))?;
        let log = self.log(index, worker);
        Ok(player::start(
            &self.settings,
            engine,
            &self.rules,
            log.as_deref(),
            halt,
        )?)
    }

    /// Names the log of an engine by its worker, its number and what can stand in the name of a file of what it is called.
    fn log(&self, index: usize, worker: usize) -> Option<PathBuf> {
        let folder = self.settings.output.log.as_ref()?;
        let kept = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
        let name = self.name(index).chars().take(60);
        let name: String = name
            .map(|letter| if kept(letter) { letter } else { '_' })
            .collect();
        Some(folder.join(format!("{}-{}-{name}.log", worker + 1, index + 1)))
    }

    /// Finds out that the logs of the first worker can be written, or their folder made.
    fn expect_logs(&self) -> io::Result<()> {
        let Some(folder) = &self.settings.output.log else {
            return Ok(());
        };
        let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
        if let Some(missing) = folder.ancestors().take_while(is_missing).last() {
            return GrowingFile::open(missing).map(drop);
        }
        let engines = self.settings.engines.iter().enumerate();
        let processes = engines.filter(|(_, engine)| !engine.is_internal());
        for log in processes.filter_map(|(index, _)| self.log(index, 0)) {
            expect_regular(&log).map_err(|error| named(&log, &error))?;
            GrowingFile::open(&log)?;
        }
        Ok(())
    }
}

/// Gives the time as `2026-11-30T12:00:00Z`.
pub(super) fn now() -> String {
    jiff::Timestamp::now()
        .round(jiff::Unit::Second)
        .map_or_else(|_| String::new(), |time| time.to_string())
}
