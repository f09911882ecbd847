//! The command line: one file for each subcommand.

mod analyse;
mod bench;
mod check;
mod completions;
mod convert;
mod datagen;
mod doctor;
mod engine_arguments;
mod engine_match;
mod exit_status;
mod game_arguments;
mod game_files;
mod greeting;
mod interrupts;
mod judge;
mod language;
mod man;
mod named_engine;
mod perft;
mod play;
mod processor;
mod rule_file;
#[cfg(feature = "web")]
mod serve;
mod typed_lines;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::{self, ExitCode};

use clap::{CommandFactory, Parser, Subcommand};
use env_logger::Env;

use crate::adapter::{self, Settings};
use crate::engine::ProfileError;
use crate::text::on_one_line;
use exit_status::ExitStatus;

/// A xiangqi engine for any GUI, with a referee that rules repetitions and says why.
///
/// Without a command it is the engine that a GUI loads: it speaks UCCI or UCI on standard input and output. What goes
/// wrong is told on standard error, too; RUST_LOG=debug tells more, RUST_LOG=off nothing.
#[derive(Debug, Parser)]
#[command(name = "caipan", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(Box<play::Play>),
    Analyse(Box<analyse::Analyse>),
    Judge(Box<judge::Judge>),
    Convert(convert::Convert),
    Match(engine_match::Match),
    Check(check::Check),
    Doctor(doctor::Doctor),
    Bench(bench::Bench),
    Perft(perft::Perft),
    Datagen(datagen::Datagen),
    Completions(completions::Completions),
    Man(man::Man),
    #[cfg(feature = "web")]
    Serve(serve::Serve),
}

/// Runs the program on its command line and gives its exit status.
#[must_use]
pub fn run() -> ExitCode {
    // A second logger is refused, which does no harm.
    let _ = env_logger::Builder::from_env(Env::default().default_filter_or("warn"))
        .format_timestamp(None)
        .format_target(false)
        .try_init();
    if let Some(status) = processor::run_faster() {
        return status;
    }
    // The engine starts without the cost of reading a command line.
    let command = if env::args_os().len() > 1 {
        match read(env::args_os().collect()) {
            Ok(arguments) => arguments.command,
            Err(status) => return status.into(),
        }
    } else {
        None
    };
    let result = match command {
        None => run_engine(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Analyse(analyse)) => analyse.run(),
        Some(Command::Judge(judge)) => judge.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Doctor(doctor)) => doctor.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Match(games)) => games.run(),
        Some(Command::Bench(bench)) => bench.run().map(|()| ExitStatus::Success),
        Some(Command::Perft(perft)) => perft.run().map(|()| ExitStatus::Success),
        Some(Command::Datagen(datagen)) => datagen.run().map(|()| ExitStatus::Success),
        Some(Command::Completions(completions)) => completions.run(Arguments::command()),
        Some(Command::Man(man)) => man.run(Arguments::command()),
        #[cfg(feature = "web")]
        Some(Command::Serve(serve)) => serve.run(),
    };
    let status = result.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return ExitStatus::Success;
        }
        complain(format_args!("{error:#}"));
        if io_errors(&error).next().is_some() {
            ExitStatus::Failure
        } else {
            ExitStatus::Usage
        }
    });
    status.into()
}

/// Reads the command line; one that asks for no more than help, and most wrong ones, end the program.
fn read(words: Vec<OsString>) -> Result<Arguments, ExitStatus> {
    if !engine_match::is_meant(&words) {
        return Ok(Arguments::parse_from(words));
    }
    Arguments::try_parse_from(engine_match::with_two_dashes(words)).map_err(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        complain(format_args!("match: {}", engine_match::fault(&error)));
        ExitStatus::Usage
    })
}

fn run_engine() -> anyhow::Result<ExitStatus> {
    let settings = settings();
    let program = env::args_os().next().unwrap_or_else(|| "caipan".into());
    greeting::greet(&program.to_string_lossy(), settings.as_ref().ok());
    adapter::run(settings, io::stdin(), io::stdout().lock(), |mut leave| {
        let armed = ctrlc::set_handler(move || {
            if !leave() {
                process::exit(1);
            }
        });
        if let Err(error) = armed {
            log::warn!("signals are not heard: {error}");
        }
    })?;
    Ok(ExitStatus::Success)
}

/// Finds the settings with which the engine comes up.
fn settings() -> Result<Settings, ProfileError> {
    let (executable, called) = processor::executable();
    Settings::find(&executable, called.as_deref(), |name| env::var_os(name))
}

/// Writes a line on standard error, whatever files and engines have put into it; where no one reads that, there is no one
/// to tell.
fn complain(message: impl Display) {
    let message = on_one_line(&message.to_string());
    let _ = writeln!(io::stderr(), "caipan: {message}");
}

/// Tells whether whoever read our output has gone, which is no fault of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    io_errors(error).any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn io_errors(error: &anyhow::Error) -> impl Iterator<Item = &io::Error> {
    error.chain().filter_map(<dyn Error>::downcast_ref)
}
