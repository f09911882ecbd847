//! An engine that is asked and waited for: the bundled searcher, or an external one.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, at, bounded, never, select, unbounded};
use thiserror::Error;

use super::{
    Answer, Builtin, BuiltinOption, BuiltinOptions, ChildEvent, EngineEvent, EngineOption,
    External, Fault, ProcessEvent, Profile, SearchOptions, StartError, StopToken, Transcript,
    find_option,
};
use crate::analysis::{Limits, Report};
use crate::position::Line;
use crate::protocol::{BestMove, OptionError};
use crate::ruling::RuleSet;
use crate::text::did_you_mean;

/// How many lines of an engine may wait to be read; beyond them its pipe fills and it waits itself.
const LINES: usize = 1024;

/// How long an engine may go on thinking beyond a fixed time before it is told to stop.
const GRACE: Duration = Duration::from_millis(500);

/// How long an engine that was told to stop may take, at least; nobody's clock runs.
const STOPPING: Duration = Duration::from_secs(5);

/// What came of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The answer; whether a move in it is legal is not looked at.
    pub answer: Answer,
    /// The last that was told of the best line.
    pub report: Report,
    /// Whether it was told to stop from outside.
    pub is_stopped: bool,
}

/// Why an engine does not think; each is one line.
#[derive(Debug, Error)]
pub enum ThinkerError {
    /// Its program does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It is of no use, or of no more use.
    #[error("engine {name}: {fault}")]
    Useless {
        /// Its name.
        name: String,
        /// What it did.
        fault: Fault,
    },
    /// It has no such option.
    #[error("engine {name}: it has no option {option:?}{hint}")]
    NoOption {
        /// Its name.
        name: String,
        /// The option that it was to have.
        option: String,
        /// Which may have been meant.
        hint: String,
    },
    /// An option of it does not take its value.
    #[error("engine {name}: {fault}")]
    Value {
        /// Its name.
        name: String,
        /// What was found and what was expected.
        fault: OptionError,
    },
    /// The thread of the bundled searcher has ended.
    #[error("the searcher has ended")]
    Gone,
}

/// An engine, asked for one thing after the other. It ends with this value.
#[derive(Debug)]
pub struct Thinker(Mind);

#[derive(Debug)]
enum Mind {
    Builtin {
        builtin: Builtin,
        told: Receiver<(u64, EngineEvent)>,
        options: Box<SearchOptions>,
    },
    External(Box<Child>),
}

/// An external engine with what is not heard of it yet.
#[derive(Debug)]
struct Child {
    external: External,
    lines: Receiver<(u64, ProcessEvent)>,
    told: Receiver<(u64, ChildEvent)>,
}

/// What ends a wait.
enum Woken {
    Told(u64, ChildEvent),
    /// A word from outside, or that none can come any more.
    Stop,
    /// The time of the wait is over.
    Due,
}

impl Thinker {
    /// Starts the engine of a profile, sets options, and waits until it is ready. The bundled searcher judges repetitions
    /// by the rules.
    ///
    /// # Errors
    /// It does not start or get ready, or an option is none of its or does not take its value.
    pub fn start(
        profile: Profile,
        options: &[(String, String)],
        rules: &RuleSet,
    ) -> Result<Self, ThinkerError> {
        match profile.program {
            Some(_) => Ok(Self(Mind::External(Box::new(Child::start(
                profile, options,
            )?)))),
            None => Self::builtin(&profile, options, rules),
        }
    }

    fn builtin(
        profile: &Profile,
        options: &[(String, String)],
        rules: &RuleSet,
    ) -> Result<Self, ThinkerError> {
        let declared = BuiltinOption::ALL.map(BuiltinOption::declared);
        judge_options(&profile.name, options, &declared)?;
        let mut set = BuiltinOptions::default();
        set.search.rules = rules.clone();
        for (name, value) in profile.options.iter().chain(options) {
            set.set(name, value);
        }
        let (tell, told) = unbounded();
        let tell = move |number, event| drop(tell.send((number, event)));
        Ok(Self(Mind::Builtin {
            builtin: Builtin::start(set.hash, tell),
            told,
            options: Box::new(set.search),
        }))
    }

    /// Gives the name that the engine tells of itself, or else that of its profile.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.0 {
            Mind::Builtin { .. } => concat!("caipan ", env!("CARGO_PKG_VERSION")),
            Mind::External(child) => child.external.name(),
        }
    }

    /// Has the engine tell so many lines of each search.
    ///
    /// # Errors
    /// It has no option for that, or not for so many.
    pub fn set_lines(&mut self, lines: usize) -> Result<(), ThinkerError> {
        match &mut self.0 {
            Mind::Builtin { options, .. } => options.multi_pv = lines,
            Mind::External(child) => {
                let option = [("MultiPV".to_owned(), lines.to_string())];
                let external = &mut child.external;
                judge_options(external.name(), &option, external.options())?;
                external.set_option(&option[0].0, &option[0].1);
            }
        }
        Ok(())
    }

    /// Asks for a search on the last position of a line and waits for its answer; what is told meanwhile goes to `tell`.
    /// A message in `stop`, or the end of whoever could send one, stops the search: it is answered with what was found.
    ///
    /// # Errors
    /// The engine has ended, or does not answer.
    pub fn think(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Receiver<()>,
        tell: &mut dyn FnMut(&Report),
    ) -> Result<Answered, ThinkerError> {
        match &mut self.0 {
            Mind::External(child) => child.think(line, limits, stop, tell),
            Mind::Builtin {
                builtin,
                told,
                options,
            } => {
                let token = StopToken::new();
                let options = SearchOptions::clone(options);
                let number = builtin.think(line.clone(), limits.clone(), options, token);
                let mut known = Report::default();
                let (mut is_stopped, mut stop) = (false, stop.clone());
                loop {
                    select! {
                        recv(told) -> event => match event.map_err(|_| ThinkerError::Gone)? {
                            (of, EngineEvent::Report(report)) if of == number => {
                                tell(&report);
                                known.note(report);
                            }
                            (of, EngineEvent::Done(thought)) if of == number => {
                                let answer = thought.best.map_or(Answer::NoMove, |best| {
                                    Answer::Move(BestMove { best, ponder: thought.ponder, draw: false, resign: false })
                                });
                                known.score = Some(thought.score);
                                known.nodes = Some(thought.nodes);
                                return Ok(Answered { answer, report: known, is_stopped });
                            }
                            _ => {}
                        },
                        recv(stop) -> _ => {
                            builtin.stop();
                            (is_stopped, stop) = (true, never());
                        }
                    }
                }
            }
        }
    }

    /// Bids the engine farewell.
    pub fn quit(self) {
        if let Mind::External(child) = self.0 {
            child.external.quit();
        }
    }
}

impl Child {
    fn start(mut profile: Profile, options: &[(String, String)]) -> Result<Self, ThinkerError> {
        let program = profile.program.take().unwrap_or_default();
        profile.deadlines.stop = profile.deadlines.stop.max(STOPPING);
        let (deliver, lines) = bounded(LINES);
        let (tell, told) = unbounded();
        let deliver = move |start, event| drop(deliver.send((start, event)));
        let tell = move |number, event| drop(tell.send((number, event)));
        let mut external = External::start(program, profile, Transcript::default(), deliver, tell)?;
        external.leave_time_to_owner();
        external.keep_options_in_range();
        for (name, value) in options {
            external.set_option(name, value);
        }
        let mut child = Self {
            external,
            lines,
            told,
        };
        loop {
            match child.next(None, &never()) {
                Woken::Told(_, ChildEvent::Ready) => break,
                Woken::Told(_, ChildEvent::Failed(fault)) => return Err(child.useless(fault)),
                _ => {}
            }
        }
        judge_options(child.external.name(), options, child.external.options())?;
        Ok(child)
    }

    fn useless(&self, fault: Fault) -> ThinkerError {
        ThinkerError::Useless {
            name: self.external.name().to_owned(),
            fault,
        }
    }

    /// Waits for what the engine tells next, and drives it meanwhile.
    fn next(&mut self, due: Option<Instant>, stop: &Receiver<()>) -> Woken {
        loop {
            if let Ok((number, event)) = self.told.try_recv() {
                return Woken::Told(number, event);
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                return Woken::Due;
            }
            let deadline = self.external.deadline().into_iter().chain(due).min();
            let timer = deadline.map_or_else(never, at);
            select! {
                recv(stop) -> _ => return Woken::Stop,
                recv(self.lines) -> line => {
                    let Ok((start, event)) = line else { continue };
                    self.hear(start, event);
                }
                recv(timer) -> _ => {
                    // What had arrived by then is heard first.
                    for (start, event) in self.lines.try_iter().take(LINES).collect::<Vec<_>>() {
                        self.hear(start, event);
                    }
                    self.external.expire();
                }
            }
        }
    }

    fn hear(&mut self, start: u64, event: ProcessEvent) {
        let at = match &event {
            ProcessEvent::Line { at, .. } => *at,
            ProcessEvent::Ended => Instant::now(),
        };
        // A line that came too late is not in time because another was read before.
        if self.external.deadline().is_some_and(|own| own < at) {
            self.external.expire();
        }
        self.external.hear(start, event);
    }

    fn think(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Receiver<()>,
        tell: &mut dyn FnMut(&Report),
    ) -> Result<Answered, ThinkerError> {
        let move_time = limits.move_time.map(Duration::from_millis);
        let mut due = move_time.and_then(|time| Instant::now().checked_add(time + GRACE));
        let number = self.external.think(line.clone(), limits.clone());
        let mut known = Report::default();
        let (mut is_stopped, mut stop) = (false, stop.clone());
        loop {
            match self.next(due, &stop) {
                Woken::Told(of, ChildEvent::Info { info, .. }) if of == number => {
                    tell(&info.report);
                    known.note(info.report);
                }
                Woken::Told(of, ChildEvent::Done { answer, .. }) if of == number => {
                    return Ok(Answered {
                        answer,
                        report: known,
                        is_stopped,
                    });
                }
                Woken::Told(of, ChildEvent::Failed(fault)) if fault.is_fatal() || of == number => {
                    return Err(self.useless(fault));
                }
                Woken::Told(..) => {}
                Woken::Stop => {
                    self.external.stop();
                    (is_stopped, stop) = (true, never());
                }
                Woken::Due => {
                    self.external.stop();
                    due = None;
                }
            }
        }
    }
}

/// Tells whether an engine has options and each takes its value.
fn judge_options(
    name: &str,
    options: &[(String, String)],
    declared: &[EngineOption],
) -> Result<(), ThinkerError> {
    for (option, value) in options {
        match find_option(declared, option) {
            Some(known) => known.accept(value).map(drop).map_err(|fault| {
                let name = name.to_owned();
                ThinkerError::Value { name, fault }
            })?,
            None => {
                let known = declared.iter().map(|known| &*known.name);
                return Err(ThinkerError::NoOption {
                    name: name.to_owned(),
                    option: option.clone(),
                    hint: did_you_mean(option, known),
                });
            }
        }
    }
    Ok(())
}
