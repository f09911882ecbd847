//! `caipan datagen`: games of the searcher against itself, for the fit of its evaluation.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

use anyhow::Context;

use super::complain;
use crate::engine::expect_regular;
use crate::search::THREADS_MOST;
use crate::training::{SelfPlay, TrainingGame};

/// Play games of the searcher against itself and keep them with their scores, for the fit of its evaluation.
///
/// The games of a file depend on --nodes and --seed alone. A file that holds games already is added to, whatever they were
/// played with: go on with the same.
#[derive(Debug, clap::Args)]
pub(super) struct Datagen {
    /// The file of games.
    out: PathBuf,
    /// The number of games that it is to hold in the end.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at a time; as many as there are processors if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=THREADS_MOST as i64))]
    threads: Option<u16>,
}

/// How many games may wait for one before them, for each thread.
const WAITING: usize = 4;

impl Datagen {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let place = || self.out.display().to_string();
        expect_regular(&self.out).with_context(place)?;
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.out)
            .with_context(place)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::other("another run writes to it")).with_context(place);
        }
        let (known, size) = whole(&self.out).with_context(place)?;
        // A last game that was cut off is played again.
        if file.metadata().with_context(place)?.len() > size {
            file.set_len(size).with_context(place)?;
        }
        if size == 0 {
            file.write_all(TrainingGame::HEAD).with_context(place)?;
        }
        if known > 0 {
            complain(format_args!("datagen: going on after {known} games"));
        }
        let threads = self.threads.map_or_else(
            || thread::available_parallelism().map_or(1, usize::from),
            usize::from,
        );
        let left = usize::try_from(self.games.saturating_sub(known)).unwrap_or(usize::MAX);
        let threads = threads.min(left);
        let next = AtomicU64::new(known);
        let (tell, told) = sync_channel(WAITING * threads);
        let start = Instant::now();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (tell, next) = (tell.clone(), &next);
                scope.spawn(move || {
                    let mut players = SelfPlay::new(self.nodes, self.seed);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games
                            || tell.send((number, players.play(number))).is_err()
                        {
                            return;
                        }
                    }
                });
            }
            drop(tell);
            let (mut waiting, mut due, mut positions) = (BTreeMap::new(), known, 0);
            // Once it returns, whoever still plays has no one to tell and ends.
            for (number, game) in told {
                waiting.insert(number, game);
                while let Some(game) = waiting.remove(&due) {
                    let mut bytes = Vec::new();
                    game.write(&mut bytes)?;
                    file.write_all(&bytes).with_context(place)?;
                    positions += game.moves.len();
                    due += 1;
                    if due % 100 == 0 || due == self.games {
                        let rate = positions as f64 / start.elapsed().as_secs_f64().max(1e-9);
                        complain(format_args!(
                            "datagen: {due} of {} games, {rate:.0} positions a second",
                            self.games
                        ));
                    }
                }
            }
            Ok(())
        })
    }
}

/// Gives the number of whole games in a file, and their bytes with the head; nothing if not even the head is whole.
fn whole(path: &Path) -> anyhow::Result<(u64, u64)> {
    let mut source = BufReader::new(File::open(path)?);
    let begun = source.fill_buf()?;
    if begun.len() < TrainingGame::HEAD.len() && TrainingGame::HEAD.starts_with(begun) {
        return Ok((0, 0));
    }
    TrainingGame::read_head(&mut source)?;
    let (mut games, mut bytes) = (0, TrainingGame::HEAD.len() as u64);
    while let Some(game) =
        TrainingGame::read(&mut source).with_context(|| format!("game {games}, byte {bytes}"))?
    {
        games += 1;
        bytes += game.size() as u64;
    }
    Ok((games, bytes))
}
