//! The engine behind us and the bundled searcher behind one face: whoever thinks, each request gets one answer.
//!
//! Here stands what is asked of them; how their answers are heard and checked is in `hearing.rs`, and what is done about
//! one that cannot be given on, or that does not come, is chosen in `recovery.rs`.

mod hearing;

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::adapter::account::Account;
use crate::adapter::backlog::Backlog;
use crate::adapter::child::Child;
use crate::adapter::request::{Request, Thinker};
use crate::analysis::{Limits, Report, Score};
use crate::engine::{
    Builtin, DEFAULT_HASH, EngineEvent, Leash, OptionCache, ProcessEvent, Profile, Program,
    SearchOptions, StartError, StopToken, Transcript,
};
use crate::position::Line;
use crate::protocol::{BestMove, Dialect, EngineOption, Info, is_same_name};
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
    /// An engine's own answer to a line that is none of the protocol's.
    Foreign {
        /// The line as it came.
        line: Vec<u8>,
        /// The dialect of the engine.
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
    backlog: Arc<Backlog>,
    leash: Leash,
    cache: OptionCache,
    /// Names and values of the options that were set of an engine behind us, in their order.
    settings: Vec<(String, String)>,
    pub(super) transcript: Transcript,
    request: Option<Request>,
    account: Account,
    news: VecDeque<News>,
    /// Whether the GUI has said a line of its own, so that it understands the engine's own.
    is_foreign_heard: bool,
    /// Messages of an engine that was not asked for anything: no GUI expects one before the next `go`.
    held: Vec<News>,
    /// How long an engine may be silent in a search that no clock ends, if its profile allows more.
    longest_silence: Option<Duration>,
    /// The threads of engines that take their leave.
    leaving: Vec<JoinHandle<()>>,
}

impl Relay {
    /// Makes the bundled searcher ready; an engine behind us will hang on the leash. What it tells goes to `tell`, with the number of its search, and has to come back
    /// by [`Relay::hear_builtin`]; what a process does goes to `deliver` and has to come back by [`Relay::hear_child`].
    pub(super) fn new(
        cache: OptionCache,
        leash: Leash,
        tell: impl Fn(u64, EngineEvent) + Send + 'static,
        deliver: impl Fn(Source, ProcessEvent) + Send + Sync + 'static,
    ) -> Self {
        Self {
            builtin: Builtin::start(DEFAULT_HASH, tell),
            child: None,
            engine: 0,
            deliver: Arc::new(deliver),
            backlog: Arc::default(),
            leash,
            cache,
            settings: Vec::new(),
            transcript: Transcript::default(),
            request: None,
            account: Account::default(),
            news: VecDeque::new(),
            is_foreign_heard: false,
            held: Vec::new(),
            longest_silence: None,
            leaving: Vec::new(),
        }
    }

    /// Lets the engine of a profile think from now on; the one before is ended, unless it is that engine. What was set is
    /// set of the new one too. Nobody may think.
    ///
    /// # Errors
    /// Its program cannot be started; the bundled searcher thinks then.
    pub(super) fn choose(&mut self, profile: Profile) -> Result<(), StartError> {
        if self.is_in_use(&profile) {
            return Ok(());
        }
        self.dismiss();
        self.account = Account::default();
        self.held.clear();
        let started = match profile.program.clone() {
            Some(program) => self.start(program, profile),
            None => Ok(()),
        };
        if self.child.is_none() {
            // Whoever asked the one before gets no other answer.
            self.news.push_back(News::Ready);
        }
        started
    }

    /// Tells whether choosing a profile would change nothing.
    fn is_in_use(&self, profile: &Profile) -> bool {
        match &self.child {
            Some(child) => !child.is_given_up && child.profile == *profile,
            None => profile.program.is_none(),
        }
    }

    fn start(&mut self, program: Program, profile: Profile) -> Result<(), StartError> {
        let (engine, deliver) = (self.engine, Arc::clone(&self.deliver));
        let backlog = Arc::clone(&self.backlog);
        let deliver = move |start, event| {
            if backlog.enter(engine, &event) {
                deliver(Source { engine, start }, event);
            }
        };
        let transcript = self.transcript.clone();
        let mut child = Child::start(program, profile, &self.cache, transcript, deliver)?;
        child.external.tie(self.leash.clone());
        if let Some(most) = self.longest_silence {
            child.external.bound_silence(most);
        }
        for (name, value) in &self.settings {
            child.external.set_option(name, value);
        }
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

    /// Asks for an answer to what arrived at `since`; the last request has been answered. The bundled searcher thinks if
    /// there is no one else, or if every move loses by a ruling: which is the least bad it alone can tell. In another's
    /// stead it plays nothing from its book.
    pub(super) fn think(
        &mut self,
        line: Line,
        limits: Limits,
        mut options: SearchOptions,
        since: Instant,
        is_hopeless: bool,
    ) {
        options.book &= self.child.is_none();
        let child = self.child.as_mut().filter(|child| !child.is_given_up);
        let thinker = match child.filter(|_| !is_hopeless) {
            Some(child) => {
                let (line, limits) = (line.clone(), limits.clone());
                Thinker::Child(child.external.think_since(line, limits, since))
            }
            None => {
                let token = StopToken::since(since);
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
            is_hopeless,
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

    /// Lets an engine be silent no longer than this in a search that no clock ends, and each that is chosen later.
    pub(super) fn bound_silence(&mut self, most: Duration) {
        self.longest_silence = Some(most);
        if let Some(child) = &mut self.child {
            child.external.bound_silence(most);
        }
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

    /// Sets an option of the engine behind us, and of each that is chosen later.
    pub(super) fn set_option(&mut self, name: &str, value: &str) {
        self.settings
            .retain(|(known, _)| !is_same_name(known, name));
        self.settings.push((name.to_owned(), value.to_owned()));
        if let Some(child) = &mut self.child {
            child.external.set_option(name, value);
            self.hear_told();
        }
    }

    /// Says a line of the GUI's that is none of the protocol's to an engine of the same dialect, with the position that it
    /// may be about. In UCCI nobody may answer what he does not know, so it is kept there.
    pub(super) fn pass(&mut self, text: &str, dialect: Dialect, position: Option<&Line>) {
        let child = self.child.as_mut();
        let is_alike = |child: &&mut Child| child.external.dialect() == dialect;
        if let Some(child) = child.filter(is_alike).filter(|_| !dialect.is_ucci()) {
            self.is_foreign_heard = true;
            child.external.pass(text, position);
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

    /// Bids the engine farewell and hears it no more. It has a thread of its own to leave by: who comes next need not wait.
    fn dismiss(&mut self) {
        self.engine += 1;
        self.backlog.turn_to(self.engine);
        self.leaving.retain(|thread| !thread.is_finished());
        if let Some(child) = self.child.take() {
            let thread = thread::spawn(move || child.external.quit());
            self.leaving.push(thread);
        }
    }

    /// Bids the engine farewell and waits for its end, and for that of those before it, as long as their profiles allow.
    pub(super) fn quit(&mut self) {
        self.dismiss();
        for thread in self.leaving.drain(..) {
            // A panic has been reported on standard error already.
            let _ = thread.join();
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        // A thread that waits for room would wait for ever.
        self.backlog.turn_to(self.engine + 1);
        // Whoever has not been waited for has no time left.
        self.leash.end();
        self.child = None;
        self.quit();
    }
}
