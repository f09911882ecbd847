//! `caipan bench`: the signature and the speed of the searcher.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;

use crate::analysis::Limits;
use crate::engine::{DEFAULT_HASH, HASH_MOST};
use crate::position::{Line, Position};
use crate::search::{BENCH_POSITIONS, SearchOptions, Searcher, StopToken, THREADS_MOST};

/// Search a fixed set of positions to a fixed depth. The total of nodes depends on the program alone, if one thread
/// searches.
#[derive(Debug, clap::Args)]
pub(super) struct Bench {
    /// Depth of each search in plies: 16 take some ten seconds, 12 one or two, each two more over twice as long.
    #[arg(default_value_t = 16)]
    depth: u32,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = DEFAULT_HASH as u32, value_parser = clap::value_parser!(u32).range(1..=HASH_MOST as i64))]
    hash: u32,
    /// Threads that search side by side.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=THREADS_MOST as i64))]
    threads: u16,
}

impl Bench {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let mut searcher = Searcher::new(self.hash as usize);
        let limits = Limits {
            depth: Some(self.depth),
            ..Limits::default()
        };
        let options = SearchOptions {
            threads: self.threads.into(),
            ..SearchOptions::default()
        };
        let mut out = io::stdout().lock();
        let start = Instant::now();
        let mut total = 0;
        for fen in BENCH_POSITIONS {
            let position = Position::from_fen(fen).with_context(|| format!("position {fen:?}"))?;
            searcher.clear();
            let stop = StopToken::new();
            let thought =
                searcher.think(&Line::new(position), &limits, &options, &stop, &mut |_| {});
            let best = thought.best.map_or("-".to_owned(), |mv| mv.to_string());
            writeln!(
                out,
                "{:>10} nodes  {best}  {}  {fen}",
                thought.nodes, thought.score
            )?;
            total += thought.nodes;
        }
        let seconds = start.elapsed().as_secs_f64();
        writeln!(
            out,
            "\ndepth {} nodes {total} time {:.0} ms",
            self.depth,
            seconds * 1e3
        )?;
        writeln!(
            out,
            "{:.0} nodes a second",
            total as f64 / seconds.max(1e-9)
        )?;
        Ok(())
    }
}
