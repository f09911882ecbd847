//! What `play` and `analyse` say of the engine that thinks.

use super::complain;
use super::exit_status::ExitStatus;
use super::named_engine::NamedEngine;
use crate::analysis::Limits;
use crate::engine::{Thinker, ThinkerError};
use crate::ruling::RuleSet;
use crate::tournament::seconds;

/// The engine that thinks, and how long.
#[derive(Debug, clap::Args)]
pub(super) struct EngineArguments {
    /// The engine: a program, with its arguments in the same word, the name of a profile, or a profile as a .toml file
    /// [default: the bundled searcher].
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Set an option of the engine; may stand several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,
    /// The depth of a search in plies.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The positions of a search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The time of a search in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    time: Option<u64>,
}

impl EngineArguments {
    /// Starts the engine with some options, those of the bundled searcher only if it is the one, and then with what was set
    /// by the user.
    ///
    /// # Errors
    /// There is no such engine, or an option is none of its or does not take its value; what goes wrong with one that is
    /// there is a [`ThinkerError`].
    pub(super) fn start(
        &self,
        of_bundled: &[(&str, String)],
        of_any: &[(&str, String)],
        rules: &RuleSet,
    ) -> anyhow::Result<Thinker> {
        let named = match &self.engine {
            Some(text) => NamedEngine::of_command(text)?,
            None => NamedEngine::find("builtin")?,
        };
        let is_bundled = named.profile.program.is_none();
        let of_bundled = of_bundled.iter().filter(|_| is_bundled);
        let more = of_bundled
            .chain(of_any)
            .map(|(name, value)| ((*name).to_owned(), value.clone()));
        let options: Vec<_> = more.chain(self.options.iter().cloned()).collect();
        Thinker::start(named.profile.clone(), &options, rules).map_err(|error| match error {
            ThinkerError::Start(error) => named.with_way_out(&error),
            error => error.into(),
        })
    }

    /// Gives the limits of a search; `None` if none is set.
    pub(super) fn limits(&self) -> Option<Limits> {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time,
            ..Limits::default()
        };
        (!limits.is_endless()).then_some(limits)
    }
}

/// Gives the exit status of a command that has come to an error: where an engine failed, it is told here.
pub(super) fn status_of(error: anyhow::Error) -> anyhow::Result<ExitStatus> {
    match error.downcast_ref() {
        Some(ThinkerError::Useless { .. } | ThinkerError::Gone) => {
            complain(error);
            Ok(ExitStatus::Failure)
        }
        _ => Err(error),
    }
}

fn name_and_value(word: &str) -> Result<(String, String), String> {
    let pair = word
        .split_once('=')
        .filter(|(name, _)| !name.trim().is_empty());
    let (name, value) = pair.ok_or("expected NAME=VALUE, as Hash=64")?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

fn milliseconds(word: &str) -> Result<u64, String> {
    let time = seconds::read(word).filter(|time| *time > 0);
    time.ok_or_else(|| "expected seconds, more than 0 and at most a month".to_owned())
}
