//! The engine behind us: its process, and how well it does.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};

use super::settings::BEHIND;
use crate::engine::{
    BanWay, ChildEvent, External, OptionCache, ProcessEvent, Profile, Program, StartError,
    Transcript,
};
use crate::protocol::EngineOption;

/// How often an engine may fail in a row before it is given up.
const MAX_FAILURES: u32 = 3;

/// The engine behind us.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) external: External,
    /// What the engine tells, in order.
    told: Receiver<(u64, ChildEvent)>,
    pub(super) profile: Profile,
    /// Its options: as they were the last time it was up, until it declares them.
    pub(super) options: Option<Vec<EngineOption>>,
    /// Whether this start has declared its options.
    has_declared: bool,
    /// When it was started last.
    started: Instant,
    /// How long its last start took; `None` if it was never up.
    pub(super) boot: Option<Duration>,
    /// Whether it was ready since its last start.
    is_up: bool,
    /// How often it has failed in a row.
    failures: u32,
    /// Whether it is not asked any more.
    pub(super) is_given_up: bool,
}

impl Child {
    /// Starts an engine; what its process does goes to `deliver`, with the number of the start.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(super) fn start(
        mut program: Program,
        profile: Profile,
        cache: &OptionCache,
        transcript: Transcript,
        deliver: impl Fn(u64, ProcessEvent) + Send + Sync + 'static,
    ) -> Result<Self, StartError> {
        program
            .environment
            .insert(BEHIND.to_owned(), "1".to_owned());
        let (tell, told) = unbounded();
        let started = Instant::now();
        let tell = move |number, event| {
            let _ = tell.send((number, event));
        };
        Ok(Self {
            external: External::start(program, profile.clone(), transcript, deliver, tell)?,
            told,
            options: cache.read(&profile),
            profile,
            has_declared: false,
            started,
            boot: None,
            is_up: false,
            failures: 0,
            is_given_up: false,
        })
    }

    /// Takes what the engine told next.
    pub(super) fn next_event(&self) -> Option<(u64, ChildEvent)> {
        self.told.try_recv().ok()
    }

    /// Ends the process and starts it anew.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(super) fn restart(&mut self) -> Result<(), StartError> {
        self.started = Instant::now();
        self.is_up = false;
        self.has_declared = false;
        self.external.restart()
    }

    /// Tries an engine again that was given up.
    ///
    /// # Errors
    /// As [`Child::restart`].
    pub(super) fn revive(&mut self) -> Result<(), StartError> {
        self.failures = 0;
        self.is_given_up = false;
        self.restart()
    }

    /// Takes note that the engine is ready.
    pub(super) fn note_ready(&mut self) {
        if !self.is_up {
            self.is_up = true;
            self.boot = Some(self.started.elapsed());
        }
    }

    /// Takes note of an answer that could be used.
    pub(super) fn does_well(&mut self) {
        self.failures = 0;
    }

    /// Takes note that the engine is of no more use as it is, and tells whether a new start may help.
    pub(super) fn may_recover(&mut self) -> bool {
        self.failures += 1;
        self.is_up && self.failures <= MAX_FAILURES
    }

    /// Keeps the options once the engine has declared them.
    pub(super) fn note_options(&mut self, cache: &OptionCache) {
        if self.has_declared || !self.external.has_declared() {
            return;
        }
        self.has_declared = true;
        if let Err(error) = cache.write(&self.profile, self.external.options()) {
            log::warn!("options are not kept: {error}");
        }
        self.options = Some(self.external.options().to_vec());
    }

    /// Tells whether the engine has an option; `None` while it has not declared them, or if it never will.
    pub(super) fn has_option(&self, name: &str) -> Option<bool> {
        self.has_declared.then(|| self.external.has_option(name))
    }

    /// Tells whether the engine can be told what it may not play.
    pub(super) fn is_tellable(&self) -> bool {
        self.profile.quirks.bans != Some(BanWay::None)
    }
}
