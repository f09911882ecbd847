//! The check of an engine: a walk through all that UCI or UCCI asks of it, step by step, on the engine as it is, with
//! nothing in between that would mend its faults.
//!
//! A step that fails costs itself alone: the next one has the engine started anew. Every wait has an end.

mod examinee;
mod interruptions;
mod lifecycle;
mod positions;
mod replay;
mod searches;

use std::io::{self, Write};
use std::time::Duration;

use thiserror::Error;

use super::declared::{Declared, Setting, find_option};
use super::{DialectChoice, EngineOption, Profile, Program, StartError, TranscriptWriter};
use crate::notation::coordinate::Ranks;
use crate::protocol::{Dialect, OptionError};
use examinee::Examinee;

pub use replay::{Difference, replay};

/// How long an engine under check may take; managers and GUIs in use ask for no less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The handshake.
    pub handshake: Duration,
    /// `readyok`, once it has come up.
    pub ready: Duration,
    /// The answer to a search of depth 1.
    pub shallow: Duration,
    /// The answer to `stop`.
    pub stop: Duration,
    /// What a search may take beyond its fixed time.
    pub overrun: Duration,
    /// The end of the process.
    pub quit: Duration,
    /// How long a search without end is listened to before something is done.
    pub listen: Duration,
    /// What is added to each of these on a slow or busy machine.
    pub slack: Duration,
    /// How long an answer that is late is still waited for, to tell how late it is.
    pub late: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(1),
            ready: Duration::from_secs(1),
            shallow: Duration::from_secs(5),
            stop: Duration::from_millis(200),
            overrun: Duration::from_millis(200),
            quit: Duration::from_secs(1),
            listen: Duration::from_millis(300),
            slack: Duration::ZERO,
            late: Duration::from_secs(2),
        }
    }
}

impl Pace {
    fn slackened(&self, limit: Duration) -> Duration {
        limit + self.slack
    }
}

/// Why an engine was not checked.
#[derive(Debug, Error)]
pub enum ComplianceError {
    /// There is no such engine.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The transcript cannot be written.
    #[error("transcript: expected a file that takes it: {0}")]
    Transcript(#[from] io::Error),
}

/// What came of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepResult {
    /// All was as expected.
    Passed,
    /// Something was not: what.
    Failed(String),
    /// It was not tried: why.
    Skipped(String),
}

/// One step of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is looked at.
    pub name: &'static str,
    /// The lines sent, the long ones cut.
    pub sent: Vec<String>,
    /// What is right.
    pub expected: String,
    /// The lines received, without the news of searches and the options, the long ones cut.
    pub received: Vec<String>,
    /// How long the slowest answer took.
    pub took: Duration,
    /// What came of it.
    pub result: StepResult,
}

/// What came of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComplianceReport {
    /// What the engine calls itself, else what its profile calls it.
    pub name: String,
    /// The dialect it was checked in; never [`DialectChoice::Auto`].
    pub dialect: DialectChoice,
    /// How it counts ranks.
    pub ranks: Ranks,
    /// The steps, in their order.
    pub steps: Vec<Step>,
    declared: Declared,
}

impl ComplianceReport {
    /// Tells whether the engine has an option, by any name that it goes by.
    ///
    /// # Errors
    /// It has, but does not take the value.
    pub fn takes_option(&self, name: &str, value: &str) -> Result<bool, OptionError> {
        let setting = self.declared.set(name, value, Dialect::Ucci)?;
        Ok(setting != Setting::Unknown)
    }

    /// Gives an option that the engine declares, by any name that it goes by.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        find_option(self.declared.all(), name)
    }

    /// Tells whether no step failed.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        let is_failed = |step: &Step| matches!(step.result, StepResult::Failed(_));
        !self.steps.iter().any(is_failed)
    }
}

/// The walk so far.
struct Walk<'a> {
    examinee: Examinee<'a>,
    steps: Vec<Step>,
    /// Why nothing more can be tried.
    lost: Option<String>,
}

/// Checks a program as an engine of the profile's kind, and writes all that is said to the transcript. The program of the
/// profile itself does not count.
///
/// # Errors
/// There is no such program, or the transcript cannot be written; all that is wrong with the engine stands in the report.
pub fn check_compliance(
    program: &Program,
    profile: &Profile,
    pace: Pace,
    transcript: Option<TranscriptWriter<Box<dyn Write>>>,
) -> Result<ComplianceReport, ComplianceError> {
    program.find()?;
    let mut examinee = Examinee::new(program, profile, pace);
    examinee.recorder = transcript;
    let mut walk = Walk {
        examinee,
        steps: Vec::new(),
        lost: None,
    };
    walk.come_up();
    walk.take_positions();
    walk.think();
    walk.interrupt();
    walk.look_back();
    walk.leave();
    let Walk {
        examinee, steps, ..
    } = walk;
    if let Some(error) = examinee.unwritten {
        return Err(error.into());
    }
    Ok(ComplianceReport {
        name: match examinee.name.as_str() {
            "" => profile.name.clone(),
            name => name.to_owned(),
        },
        dialect: match profile.dialect {
            DialectChoice::Auto if examinee.is_ucci => DialectChoice::Ucci,
            DialectChoice::Auto => DialectChoice::Uci,
            dialect => dialect,
        },
        ranks: examinee.speech.dialect().ranks(),
        steps,
        declared: examinee.declared,
    })
}

impl<'a> Walk<'a> {
    /// Takes one step, on an engine that is up.
    fn step(
        &mut self,
        name: &'static str,
        expected: impl Into<String>,
        act: impl FnOnce(&mut Examinee<'a>) -> Result<(), String>,
    ) {
        if self.lost.is_none() && !self.examinee.is_running() {
            let up = self.examinee.come_up();
            self.lost = up
                .err()
                .map(|fault| format!("it does not come up again: {fault}"));
        }
        self.first_step(name, expected, act);
    }

    /// Takes one step, on an engine in any state.
    fn first_step(
        &mut self,
        name: &'static str,
        expected: impl Into<String>,
        act: impl FnOnce(&mut Examinee<'a>) -> Result<(), String>,
    ) {
        self.examinee.begin_step();
        let result = match &self.lost {
            Some(why) => StepResult::Skipped(why.clone()),
            None => match act(&mut self.examinee) {
                Ok(()) => StepResult::Passed,
                Err(fault) => {
                    self.examinee.kill();
                    StepResult::Failed(fault)
                }
            },
        };
        self.note(name, expected, result);
    }

    /// Judges lines that came at other steps.
    fn judge(
        &mut self,
        name: &'static str,
        expected: impl Into<String>,
        lines: Vec<String>,
        fault: Option<String>,
    ) {
        self.examinee.begin_step();
        self.examinee.received = lines;
        let result = match (&self.lost, fault) {
            (_, Some(fault)) => StepResult::Failed(fault),
            (Some(why), None) => StepResult::Skipped(why.clone()),
            (None, None) => StepResult::Passed,
        };
        self.note(name, expected, result);
    }

    /// Passes over a step.
    fn skip(&mut self, name: &'static str, expected: impl Into<String>, why: &str) {
        self.examinee.begin_step();
        let why = self.lost.as_deref().unwrap_or(why).to_owned();
        self.note(name, expected, StepResult::Skipped(why));
    }

    fn note(&mut self, name: &'static str, expected: impl Into<String>, result: StepResult) {
        self.steps.push(Step {
            name,
            sent: std::mem::take(&mut self.examinee.sent),
            expected: expected.into(),
            received: std::mem::take(&mut self.examinee.received),
            took: self.examinee.took,
            result,
        });
    }

    /// Tells whether the last step passed.
    fn is_last_passed(&self) -> bool {
        let last = self.steps.last();
        last.is_some_and(|step| step.result == StepResult::Passed)
    }

    /// Tells whether the engine is checked in UCCI.
    const fn is_ucci(&self) -> bool {
        self.examinee.is_ucci
    }
}

/// Writes a time as in the reports.
fn millis(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}
