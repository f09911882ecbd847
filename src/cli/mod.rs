//! The command line: one file for each subcommand.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod perft;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A xiangqi engine for any GUI, with a referee that rules repetitions and says why.
#[derive(Debug, Parser)]
#[command(name = "caipan", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bench(bench::Bench),
    Perft(perft::Perft),
}

/// Runs the program on its command line and gives its exit status.
#[must_use]
pub fn run() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Bench(bench) => bench.run(),
        Command::Perft(perft) => perft.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("caipan: {error:#}");
            ExitCode::from(2)
        }
    }
}
