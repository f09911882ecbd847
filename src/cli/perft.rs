//! `caipan perft`: the count and the speed of the move generator.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;

use crate::position::{Position, START_FEN, perft};

/// Longest lines counted: the program could not count longer ones in the age of the world.
const MOST_PLIES: i64 = 40;

/// Count the lines of legal moves, by the first move, and the speed of doing so.
#[derive(Debug, clap::Args)]
pub(super) struct Perft {
    /// Length of the lines in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(..=MOST_PLIES))]
    depth: u32,
    /// The position to start from.
    #[arg(long, default_value = START_FEN)]
    fen: String,
}

impl Perft {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let mut position =
            Position::from_fen(&self.fen).with_context(|| format!("--fen {:?}", self.fen))?;
        let mut out = io::stdout().lock();
        let start = Instant::now();
        let mut total = 0;
        if self.depth == 0 {
            total = 1;
        } else {
            for mv in position.legal_moves() {
                let undo = position.play_unchecked(mv);
                let count = perft(&mut position, self.depth - 1);
                position.undo(undo);
                writeln!(out, "{mv}: {count}")?;
                total += count;
            }
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
            "{:.1} million leaves a second",
            total as f64 / seconds.max(1e-9) / 1e6
        )?;
        Ok(())
    }
}
