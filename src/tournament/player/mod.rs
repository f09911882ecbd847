//! Who sits at the board: an engine with its settings, asked for one move after the other.

mod external;
mod internal;

use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use super::{EngineSettings, Halt, Settings};
use crate::analysis::{Limits, Report};
use crate::engine::{EngineOption, Profile, ProfileError, StartError, find_option};
use crate::position::{Line, Move};
use crate::ruling::RuleSet;
use crate::text::{did_you_mean, on_one_line};
use external::ExternalPlayer;
use internal::{BuiltinPlayer, RandomPlayer};

/// What an engine answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// A pair of squares; whether it is a legal move is not looked at.
    Move {
        best: Move,
        /// The reply that it expects.
        ponder: Option<Move>,
        /// Whether it offers a draw or takes one.
        draw: bool,
        /// Whether it gives up.
        resign: bool,
    },
    /// That it gives up.
    Resign,
    /// That there is no move.
    NoMove,
    /// What is no move.
    Unread(String),
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Thought {
    pub(super) said: Said,
    /// From the request to the answer.
    pub(super) taken: Duration,
    /// The last that it told of its best line.
    pub(super) report: Report,
}

/// Why there is no answer; once the run is to end, it means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The engine has ended, or is of no use; and what it said.
    Crash(String),
    /// It did not answer in time, or not before the end of the run.
    Late,
}

/// One request for a move.
#[derive(Clone, Debug)]
pub(super) struct Request<'a> {
    pub(super) line: &'a Line,
    pub(super) limits: Limits,
    /// From when on an answer is too late.
    pub(super) latest: Duration,
    /// Whether it was asked to ponder on just this position.
    pub(super) is_ponder_hit: bool,
}

/// Why an engine does not play; each is one line.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// Its profile is wrong.
    #[error("engine {name}: {fault}")]
    Profile {
        /// Its name.
        name: String,
        /// What is wrong.
        fault: ProfileError,
    },
    /// Its program does not start.
    #[error("engine {name}: {fault}")]
    Start {
        /// Its name.
        name: String,
        /// Why.
        fault: StartError,
    },
    /// It has started and is of no use.
    #[error("engine {name}: {fault}")]
    Useless {
        /// Its name.
        name: String,
        /// What it did.
        fault: String,
    },
}

/// An engine at the board.
pub(super) trait Player: Send {
    /// Tells that a game begins, with its number in the run; and waits until the engine is ready.
    fn new_game(&mut self, number: usize) -> Result<(), Failure>;

    /// Asks for a move and waits for it.
    fn think(&mut self, request: Request<'_>) -> Result<Thought, Failure>;

    /// Lets it think while the other side does: on a line that ends with the move it expects.
    fn ponder(&mut self, line: &Line, limits: Limits);

    /// Tells that nobody waits for a move any more.
    fn end_game(&mut self);

    /// Gives what there is to tell of the engine that does not stop the run, such as an option that it does not have.
    fn complaints(&mut self) -> Vec<String>;

    /// Bids it farewell.
    fn quit(self: Box<Self>);
}

/// Starts an engine and waits until it is ready, or until the run ends. A log of all that is said is written to `log`.
pub(super) fn start(
    settings: &Settings,
    own: &EngineSettings,
    rules: &RuleSet,
    log: Option<&Path>,
    halt: &Halt,
) -> Result<Box<dyn Player>, PlayerError> {
    Ok(if !own.is_internal() {
        Box::new(ExternalPlayer::start(settings, own, log, halt.clone())?)
    } else if own.cmd == "random" {
        Box::new(RandomPlayer::start(own, settings.srand)?)
    } else {
        Box::new(BuiltinPlayer::start(own, rules, halt.clone())?)
    })
}

/// Judges the options that an engine is to have by those that it declares, and tells of those that it does not have.
///
/// # Errors
/// An option does not take its value.
fn judge_options(
    own: &EngineSettings,
    declared: &[EngineOption],
) -> Result<Vec<String>, PlayerError> {
    let mut complaints = Vec::new();
    for (name, value) in &own.options {
        if let Some(option) = find_option(declared, name) {
            option.accept(value).map_err(|error| PlayerError::Useless {
                name: own.name.clone(),
                fault: on_one_line(&error.to_string()),
            })?;
        } else {
            let hint = did_you_mean(name, declared.iter().map(|option| &*option.name));
            let complaint = format!("engine {}: it has no option {name:?}{hint}", own.name);
            complaints.push(on_one_line(&complaint));
        }
    }
    Ok(complaints)
}

/// Gives the profile by which an external engine is started.
fn profile(own: &EngineSettings) -> Result<Profile, PlayerError> {
    match &own.profile {
        None => Ok(Profile::default()),
        Some(word) => Profile::find(word, Path::new("")).map_err(|fault| PlayerError::Profile {
            name: own.name.clone(),
            fault,
        }),
    }
}
