//! The engine behind us and the bundled searcher behind one face: whoever thinks, each request gets one answer.
//!
//! The answers of an engine behind us are checked. What is done about one that cannot be given on, or that does not
//! come, is chosen in `recovery.rs`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use super::account::{Account, Blunder};
use super::child::Child;
use super::option_table::DEFAULT_HASH;
use super::recovery::{Mishap, Situation, Step};
use super::request::{Request, Thinker};
use crate::analysis::{Limits, Report, Score};
use crate::engine::{
    Answer, Builtin, ChildEvent, EngineEvent, Fault, OptionCache, ProcessEvent, Profile,
    SearchOptions, StartError, StopToken, Transcript,
};
use crate::position::Line;
use crate::protocol::{BestMove, Dialect, EngineOption, Info};
use crate::ruling::explain::Text;

/// Which start of which engine something came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Source {
    /// Counts the engines that were chosen.
    engine: u64,
    /// Counts its starts.
    start: u64,
}

/// How many messages of an idle engine are kept; later ones are dropped.
const MESSAGES_HELD: usize = 20;

/// Takes what the process of an engine does.
type Deliver = Arc<dyn Fn(Source, ProcessEvent) + Send + Sync>;

/// What the one who thinks makes known.
#[derive(Debug)]
pub(super) enum News {
    /// How far the bundled searcher is.
    Report(Report),
    /// How far the engine is, or a message of it.
    Info {
        /// What was understood.
        info: Box<Info>,
        /// The line as it came.
        line: Vec<u8>,
        /// The dialect of the line.
        dialect: Dialect,
    },
    /// The engine is ready, or will not be.
    Ready,
    /// An option was not set, and why.
    Refused(String),
    /// The answer to the request.
    Answer(Box<Conclusion>),
}

/// The answer to a request.
#[derive(Debug)]
pub(super) struct Conclusion {
    /// What was asked.
    pub(super) request: Request,
    /// A move that is legal and allowed.
    pub(super) best: Option<BestMove>,
    pub(super) score: Option<Score>,
    /// What went wrong with the engine since the last answer, if anything.
    pub(super) account: Option<Text>,
}

/// The engine behind us, if there is one, and the bundled searcher.
pub(super) struct Relay {
    builtin: Builtin,
    child: Option<Child>,
    /// Counts the engines that were chosen.
    engine: u64,
    deliver: Deliver,
    cache: OptionCache,
    pub(super) transcript: Transcript,
    request: Option<Request>,
    account: Account,
    news: VecDeque<News>,
    /// Messages of an engine that was not asked for anything: no GUI expects one before the next `go`.
    held: Vec<News>,
}

impl Relay {
    /// Makes the bundled searcher ready. What it tells goes to `tell`, with the number of its search, and has to come back
    /// by [`Relay::hear_builtin`]; what a process does goes to `deliver` and has to come back by [`Relay::hear_child`].
    pub(super) fn new(
        cache: OptionCache,
        tell: impl Fn(u64, EngineEvent) + Send + 'static,
        deliver: impl Fn(Source, ProcessEvent) + Send + Sync + 'static,
    ) -> Self {
        Self {
            builtin: Builtin::start(DEFAULT_HASH, tell),
            child: None,
            engine: 0,
            deliver: Arc::new(deliver),
            cache,
            transcript: Transcript::default(),
            request: None,
            account: Account::default(),
            news: VecDeque::new(),
            held: Vec::new(),
        }
    }

    /// Lets the engine of a profile think from now on; the one before is ended. Nobody may think.
    ///
    /// # Errors
    /// Its program cannot be started; the bundled searcher thinks then.
    pub(super) fn choose(&mut self, profile: Profile) -> Result<(), StartError> {
        self.quit();
        self.account = Account::default();
        self.held.clear();
        self.engine += 1;
        let Some(program) = profile.program.clone() else {
            return Ok(());
        };
        let (engine, deliver) = (self.engine, Arc::clone(&self.deliver));
        let deliver = move |start, event| deliver(Source { engine, start }, event);
        let transcript = self.transcript.clone();
        let child = Child::start(program, profile, &self.cache, transcript, deliver)?;
        self.child = Some(child);
        Ok(())
    }

    /// Gives the name of the engine behind us.
    pub(super) fn name(&self) -> Option<&str> {
        self.child.as_ref().map(|child| &*child.profile.name)
    }

    /// Gives the options of the engine behind us; `None` while they are not known.
    pub(super) fn options(&self) -> Option<&[EngineOption]> {
        match &self.child {
            Some(child) if !child.is_given_up => child.options.as_deref(),
            Some(_) | None => Some(&[]),
        }
    }

    /// Tells whether the engine behind us has an option; `None` while that is not known.
    pub(super) fn has_option(&self, name: &str) -> Option<bool> {
        let child = self.child.as_ref();
        child.map_or(Some(false), |child| child.has_option(name))
    }

    /// Gives what is being thought about.
    pub(super) fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }

    /// Takes what is known next.
    pub(super) fn next_news(&mut self) -> Option<News> {
        self.news.pop_front()
    }

    /// Tells when [`Relay::expire`] has to be called if nothing comes before.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.child.as_ref()?.external.deadline()
    }

    /// Acts on a deadline that has passed.
    pub(super) fn expire(&mut self) {
        if let Some(child) = &mut self.child {
            child.external.expire();
            self.hear_told();
        }
    }

    /// Asks for an answer; the last request has been answered. The bundled searcher thinks if there is no one else, or if
    /// `is_ours` says so.
    pub(super) fn think(
        &mut self,
        line: Line,
        limits: Limits,
        options: SearchOptions,
        token: StopToken,
        is_ours: bool,
    ) {
        let since = Instant::now();
        let child = self.child.as_mut().filter(|child| !child.is_given_up);
        let thinker = match child.filter(|_| !is_ours) {
            Some(child) => Thinker::Child(child.external.think(line.clone(), limits.clone())),
            None => {
                let (line, limits) = (line.clone(), limits.clone());
                Thinker::Builtin(self.builtin.think(line, limits, options.clone(), token))
            }
        };
        self.request = Some(Request {
            line,
            limits,
            options,
            thinker,
            since,
            is_stopped: false,
            is_asked_again: false,
            is_restarted: false,
            is_resigned: false,
        });
        self.news.extend(self.held.drain(..));
        self.hear_told();
    }

    /// Asks for the answer now.
    pub(super) fn stop(&mut self) {
        let Some(request) = &mut self.request else {
            return;
        };
        request.is_stopped = true;
        match (request.thinker, &mut self.child) {
            (Thinker::Child(_), Some(child)) => child.external.stop(),
            _ => self.builtin.stop(),
        }
        self.hear_told();
    }

    /// Tells that the move pondered on was played, perhaps with an offer of a draw.
    pub(super) fn ponder_hit(&mut self, draw_offered: bool) {
        let Some(request) = &mut self.request else {
            return;
        };
        if request.limits.ponder {
            request.limits.ponder = false;
            request.since = Instant::now();
        }
        request.limits.draw_offered |= draw_offered;
        match (request.thinker, &mut self.child) {
            (Thinker::Child(_), Some(child)) => child.external.ponder_hit(draw_offered),
            _ => self.builtin.ponder_hit(),
        }
        self.hear_told();
    }

    /// Gives the bundled searcher's table another size in megabytes.
    pub(super) fn resize(&self, megabytes: usize) {
        self.builtin.resize(megabytes);
    }

    /// Empties the bundled searcher's table.
    pub(super) fn clear(&self) {
        self.builtin.clear();
    }

    /// Tells that the next position is of another game; an engine that was given up is tried again.
    pub(super) fn new_game(&mut self) {
        self.builtin.clear();
        match &mut self.child {
            Some(child) if child.is_given_up => {
                if let Err(error) = child.revive() {
                    self.give_up(&error);
                }
            }
            Some(child) => child.external.new_game(),
            None => {}
        }
        self.hear_told();
    }

    /// Sets an option of the engine behind us.
    pub(super) fn set_option(&mut self, name: &str, value: &str) {
        if let Some(child) = &mut self.child {
            child.external.set_option(name, value);
            self.hear_told();
        }
    }

    /// Asks the engine whether it is ready, and tells whether [`News::Ready`] has to be waited for.
    pub(super) fn ask_ready(&mut self) -> bool {
        let Some(child) = self.child.as_mut().filter(|child| !child.is_given_up) else {
            return false;
        };
        child.external.ask_ready();
        self.hear_told();
        true
    }

    /// Bids the engine farewell and waits for its end as long as its profile allows.
    pub(super) fn quit(&mut self) {
        if let Some(child) = self.child.take() {
            child.external.quit();
        }
    }

    /// Takes what the bundled searcher tells.
    pub(super) fn hear_builtin(&mut self, number: u64, event: EngineEvent) {
        if self.thinker() != Some(Thinker::Builtin(number)) {
            return;
        }
        match event {
            EngineEvent::Report(report) => self.news.push_back(News::Report(report)),
            EngineEvent::Done(thought) => {
                let best = thought.best.map(|best| BestMove {
                    ponder: thought.ponder,
                    ..best.into()
                });
                self.conclude(best, Some(thought.score));
            }
        }
    }

    /// Takes what the process of an engine does.
    pub(super) fn hear_child(&mut self, source: Source, event: ProcessEvent) {
        let is_this = source.engine == self.engine;
        let Some(child) = self.child.as_mut().filter(|_| is_this) else {
            return;
        };
        // A line that came too late is not in time because we were late to read it.
        if let ProcessEvent::Line { at, .. } = &event
            && child
                .external
                .deadline()
                .is_some_and(|deadline| deadline < *at)
        {
            child.external.expire();
        }
        child.external.hear(source.start, event);
        child.note_options(&self.cache);
        self.hear_told();
    }

    fn thinker(&self) -> Option<Thinker> {
        self.request.as_ref().map(|request| request.thinker)
    }

    /// Takes what the engine has told meanwhile.
    fn hear_told(&mut self) {
        while let Some((number, event)) = self.child.as_ref().and_then(Child::next_event) {
            self.hear(number, event);
        }
    }

    fn hear(&mut self, number: u64, event: ChildEvent) {
        let Some(child) = &mut self.child else {
            return;
        };
        let thinker = self.request.as_ref().map(|request| request.thinker);
        let is_current = thinker == Some(Thinker::Child(number));
        match event {
            ChildEvent::Ready => {
                child.is_ready();
                self.news.push_back(News::Ready);
            }
            ChildEvent::Info { info, line } if is_current || number == 0 => {
                let news = News::Info {
                    info,
                    line,
                    dialect: child.external.dialect(),
                };
                if thinker.is_some() {
                    self.news.push_back(news);
                } else if self.held.len() < MESSAGES_HELD {
                    self.held.push(news);
                }
            }
            ChildEvent::Done { answer, score } if is_current => self.check(answer, score),
            ChildEvent::Refused { message } => self.news.push_back(News::Refused(message)),
            ChildEvent::Failed(fault) if fault.is_fatal() => self.lose(&fault, is_current),
            ChildEvent::Failed(fault) if is_current => {
                self.account.add_fault(&fault);
                self.recover(Mishap::Over);
            }
            event => log::debug!("{}: {event:?}", child.external.name()),
        }
    }

    /// Gives the engine's answer on if it can be played.
    fn check(&mut self, answer: Answer, score: Option<Score>) {
        let (Some(child), Some(request)) = (&mut self.child, &mut self.request) else {
            return;
        };
        let (mishap, blunder) = match answer {
            Answer::Move(answer) if !request.line.position().is_legal(answer.best) => {
                (Mishap::Wrong, Blunder::Illegal(answer.best))
            }
            Answer::Move(answer) if !request.limits.allows(answer.best) => {
                let mishap = match child.is_tellable() {
                    true => Mishap::Forbidden,
                    false => Mishap::Untold,
                };
                (mishap, request.forbidden(answer.best))
            }
            Answer::Move(answer) => {
                child.does_well();
                return self.conclude(Some(answer), score);
            }
            Answer::NoMove => (Mishap::Wrong, Blunder::NoMove),
            Answer::Resign => {
                request.is_resigned = true;
                (Mishap::Over, Blunder::Resigns)
            }
            Answer::Unread { said } => (Mishap::Wrong, Blunder::Unread(said)),
        };
        self.account.add_blunder(&blunder);
        self.recover(mishap);
    }

    /// Takes note that the engine is of no more use as it is.
    fn lose(&mut self, fault: &Fault, is_current: bool) {
        let Some(child) = &mut self.child else {
            return;
        };
        self.account.add_fault(fault);
        if !child.may_recover() {
            self.surrender(is_current);
        } else if is_current {
            self.recover(Mishap::Lost);
        } else if let Err(error) = child.restart() {
            self.give_up(&error);
        } else {
            self.account.add_restart();
        }
    }

    /// Does for the move that is due what the clock allows.
    fn recover(&mut self, mishap: Mishap) {
        let (Some(child), Some(request)) = (&mut self.child, &mut self.request) else {
            return;
        };
        let now = Instant::now();
        let situation = Situation {
            mishap,
            left: request.left(child.profile.deadlines.margin, now),
            boot: child.boot,
            is_asked_again: request.is_asked_again,
            is_restarted: request.is_restarted,
            is_stopped: request.is_stopped,
        };
        let step = situation.step();
        let must_start = step == Step::Restart || mishap == Mishap::Lost;
        if must_start && let Err(error) = child.restart() {
            return self.give_up(&error);
        }
        match step {
            Step::AskAgain => request.is_asked_again = true,
            Step::Restart => request.is_restarted = true,
            Step::Replace => {
                if must_start {
                    self.account.add_restart();
                }
                self.account.add_step(step);
                return self.replace();
            }
        }
        self.account.add_step(step);
        let limits = request.remaining(now);
        let number = child.external.think(request.line.clone(), limits);
        request.thinker = Thinker::Child(number);
    }

    /// Gives the engine up, since it does not start.
    fn give_up(&mut self, error: &StartError) {
        let error = error.to_string();
        self.account.add(format!("不能启动（{error}）"), error);
        let is_current = matches!(self.thinker(), Some(Thinker::Child(_)));
        self.surrender(is_current);
    }

    /// Gives the engine up.
    fn surrender(&mut self, is_current: bool) {
        if let Some(child) = &mut self.child {
            child.is_given_up = true;
        }
        self.account.add_surrender();
        self.news.push_back(News::Ready);
        if is_current {
            self.replace();
        }
    }

    /// Lets the bundled searcher answer.
    fn replace(&mut self) {
        if let Some(request) = &mut self.request {
            let limits = request.for_builtin(Instant::now());
            let (line, options) = (request.line.clone(), request.options.clone());
            let number = self.builtin.think(line, limits, options, StopToken::new());
            request.thinker = Thinker::Builtin(number);
        }
    }

    fn conclude(&mut self, best: Option<BestMove>, score: Option<Score>) {
        let Some(request) = self.request.take() else {
            return;
        };
        let best = best.map(|best| BestMove {
            resign: best.resign || request.is_resigned,
            ..best
        });
        let name = self.child.as_ref().map(|child| &*child.profile.name);
        let account = self.account.take(name.unwrap_or_default());
        self.news.push_back(News::Answer(Box::new(Conclusion {
            request,
            best,
            score,
            account,
        })));
    }
}
