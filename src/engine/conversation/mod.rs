//! The client's side of UCCI, UCI and their kin: what is said to a child and when, and what its lines mean.
//!
//! A conversation does no input or output and reads no clock. Each call is told the time; lines to send and events queue
//! up for [`Conversation::next_output`]; [`Conversation::deadline`] tells when [`Conversation::expire`] has to be called if
//! nothing else happens before.
//!
//! ```text
//!  begin           uciok, ucciok        readyok          go
//!    ──▶ handshake ───────────▶ settling ──────▶ idle ─────────▶ thinking
//!           │ next word             │ probing ▲    ▲   bestmove     │
//!           ▼                       └─────────┘    └────────────────┘
//! ```
//!
//! What holds throughout: a child that thinks is sent nothing but `stop`, `ponderhit`, `isready`, `quit` and foreign lines
//! ([`Conversation::pass`]), all else waits; each search is answered by one event, [`ChildEvent::Done`] or [`ChildEvent::Failed`], unless a later search took
//! its place; answers to an earlier search are passed over. For that a child that has answered out of turn, or that was
//! told to stop, is sent `isready` before the next search, and what comes before its `readyok` counts as old.
//!
//! The reader forgives: what the readers of [`crate::protocol`] do, banners before the handshake, lines that mean
//! nothing, an `ok` of the other dialect.

mod event;
mod handshake;
mod listener;
mod search;
mod state;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::analysis::Limits;
use crate::engine::Profile;
use crate::engine::declared::{Declared, Setting};
use crate::engine::speech::Speech;
use crate::position::{Line, Position};
use crate::protocol::{Command, Dialect, EngineOption, is_same_name};
pub use event::{Answer, ChildEvent, Fault};
use search::{Search, earliest};
use state::State;

/// What is to be done or known, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Send these bytes, which end with a line feed.
    Send(Vec<u8>),
    /// Tell of an event of the search with this number; 0 if it belongs to none.
    Tell(u64, ChildEvent),
    /// Start the process again and then call [`Conversation::begin`]: it has ended at a word that it does not know.
    Restart,
}

/// The state of a client of one child.
///
/// # Examples
///
/// ```
/// use std::time::Instant;
///
/// use caipan::engine::{Conversation, Output, Profile};
///
/// let mut conversation = Conversation::new(&Profile::default());
/// conversation.begin(Instant::now());
/// assert_eq!(conversation.next_output(), Some(Output::Send(b"uci\n".to_vec())));
/// ```
#[derive(Clone, Debug)]
pub struct Conversation {
    profile: Profile,
    speech: Speech,
    state: State,
    output: VecDeque<Output>,
    declared: Declared,
    name: String,
    /// The word of the handshake to begin with.
    word: usize,
    /// Whether the child was asked for a move to learn how it numbers ranks.
    is_probed: bool,
    /// How many answers to `isready` are still to come.
    readies_owed: u32,
    /// Whether someone waits for word that the child is ready.
    is_ready_asked: bool,
    /// Lines that wait until the child is idle.
    waiting: Vec<String>,
    /// What was set from outside, to be set again when the child begins anew.
    settings: Vec<(String, String)>,
    /// The search asked for last, until it is answered.
    search: Option<Search>,
    /// Where the last search answered began.
    previous: Option<Position>,
    number: u64,
    /// Whether searches are stopped and given up by their clocks.
    keeps_time: bool,
    /// Whether a number beyond the range of an option is refused, not held at its end.
    is_strict: bool,
    /// Whether an answer may come that belongs to no search.
    is_wary: bool,
    /// The last line that was not understood.
    noise: String,
}

impl Conversation {
    /// Makes the conversation with an engine of this kind.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        Self {
            profile: profile.clone(),
            speech: Speech::new(profile),
            state: State::Unopened,
            output: VecDeque::new(),
            declared: Declared::default(),
            name: String::new(),
            word: 0,
            is_probed: false,
            readies_owed: 0,
            is_ready_asked: false,
            waiting: Vec::new(),
            settings: Vec::new(),
            search: None,
            previous: None,
            number: 0,
            keeps_time: true,
            is_strict: false,
            is_wary: false,
            noise: String::new(),
        }
    }

    /// Leaves the clock to the owner: a search is neither stopped nor given up because its time is over, until the owner
    /// says so. The first answer counts, even one that looks as if it answered the search before.
    pub fn leave_time_to_owner(&mut self) {
        self.keeps_time = false;
    }

    /// Has [`Conversation::set_option`] refuse a number beyond the range of an option, in place of its end.
    pub fn keep_options_in_range(&mut self) {
        self.is_strict = true;
    }

    /// Takes what is to be done or known next.
    pub fn next_output(&mut self) -> Option<Output> {
        self.output.pop_front()
    }

    /// Tells when [`Conversation::expire`] has to be called at the latest.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let of_search = self.search.as_ref().and_then(|search| match &self.state {
            _ if search.held.is_some() => None,
            State::Thinking(busy) if search.is_begun && busy.stop.is_none() => {
                earliest(search.stop_at, search.end)
            }
            _ => search.end,
        });
        earliest(self.state.deadline(), of_search)
    }

    /// Gives the name that the engine tells of itself; empty until it has.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives the options that the engine declares; none until it has.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        self.declared.all()
    }

    /// Tells whether the engine declares an option of this name, or of another that means the same.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.declared.find(name).is_some()
    }

    /// Tells whether the engine has declared all its options.
    #[must_use]
    pub fn has_declared(&self) -> bool {
        self.state.is_up()
    }

    /// Gives the dialect of the engine's lines, as far as it is known by now.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.speech.dialect()
    }

    /// Tells whether the engine is of no more use until it is begun anew.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over(_))
    }

    /// Opens the handshake with a child that has just been started. What was set with
    /// [`Conversation::set_option`] is set again; a search that waits is kept.
    pub fn begin(&mut self, now: Instant) {
        self.declared.clear();
        self.waiting.clear();
        self.noise.clear();
        self.previous = None;
        self.readies_owed = 0;
        self.is_wary = false;
        self.is_probed = false;
        self.is_ready_asked = true;
        for line in self.profile.quirks.preamble.clone() {
            self.send(&line);
        }
        self.open(now, now);
    }

    /// Asks for a search on the last position of a line and returns its number, which grows from 1. Its clock starts now.
    /// See [`Conversation::think_since`].
    pub fn think(&mut self, line: Line, limits: Limits, now: Instant) -> u64 {
        self.think_since(line, limits, now, now)
    }

    /// Asks for a search on the last position of a line, whose clock started at `since`, and returns its number, which
    /// grows from 1. The child is told the time that is left when it is told to begin.
    ///
    /// It waits until the child is up and has ended what it does. A search that is not answered yet is given up.
    /// Legal moves that `limits` do not allow are told to the child as its dialect and its profile permit; the answer is
    /// not checked.
    pub fn think_since(&mut self, line: Line, limits: Limits, since: Instant, now: Instant) -> u64 {
        self.number += 1;
        if let State::Over(fault) = &self.state {
            let fault = fault.clone();
            self.tell(self.number, ChildEvent::Failed(fault));
            return self.number;
        }
        let deadlines = self.keeps_time.then_some(&self.profile.deadlines);
        let search = Search::new(self.number, line, limits, deadlines, since);
        self.search = Some(search);
        if let State::Thinking(busy) = &mut self.state {
            busy.is_abandoned = true;
            self.send_stop(now);
        }
        self.go_on(now);
        self.number
    }

    /// Asks for an answer to the last search at once; nothing happens if it was answered.
    pub fn stop(&mut self, now: Instant) {
        let Some(search) = &mut self.search else {
            return;
        };
        search.is_stopped = true;
        if let Some(answer) = search.held.take() {
            self.done(answer, now);
        } else if search.is_begun {
            self.send_stop(now);
        } else {
            search.end = earliest(search.end, now.checked_add(self.profile.deadlines.stop));
        }
    }

    /// Lets silence last no longer than this from now on, in a search that no clock ends.
    pub fn bound_silence(&mut self, most: Duration, now: Instant) {
        let deadlines = &mut self.profile.deadlines;
        deadlines.silence = deadlines.silence.min(most);
        if let Some(search) = self.search.as_mut().filter(|search| search.is_begun) {
            search.note_sign_of_life(deadlines, now);
        }
    }

    /// Tells that the move pondered on was played, perhaps with an offer of a draw; the clock starts now.
    pub fn ponder_hit(&mut self, draw_offered: bool, now: Instant) {
        let Some(search) = &mut self.search else {
            return;
        };
        if !search.limits.ponder {
            return;
        }
        search.limits.draw_offered |= draw_offered;
        search.ponder_hit(self.keeps_time.then_some(&self.profile.deadlines), now);
        if search.is_due()
            && let Some(answer) = search.held.take()
        {
            self.done(answer, now);
        } else if search.is_begun && !search.is_stopped {
            let line = self.speech.ponder_hit(draw_offered);
            self.send(&line);
        }
    }

    /// Tells the child, once it is idle, that the next position is of another game.
    pub fn new_game(&mut self, now: Instant) {
        self.previous = None;
        if !self.state.is_up() {
            return;
        }
        let line = if !self.dialect().is_ucci() {
            self.speech.write(&Command::NewGame)
        } else if self.declared.find("newgame").is_some() {
            "setoption newgame".to_owned()
        } else {
            return;
        };
        self.waiting.push(line);
        self.go_on(now);
    }

    /// Sets an option, by any of its names, once the child is idle; one that it does not declare is passed over. A value
    /// that it does not take is told as [`ChildEvent::Refused`]. The unit of clocks and batch mode are not the user's to
    /// choose.
    pub fn set_option(&mut self, name: &str, value: &str, now: Instant) {
        if is_same_name(name, "newgame") {
            return self.new_game(now);
        }
        if ["usemillisec", "batch"]
            .iter()
            .any(|own| is_same_name(name, own))
        {
            return;
        }
        self.settings
            .retain(|(known, _)| !is_same_name(known, name));
        self.settings.push((name.to_owned(), value.to_owned()));
        if self.state.is_up() {
            self.set(name, value, true);
            self.go_on(now);
        }
    }

    /// Asks for [`ChildEvent::Ready`]: once the child is up, has done what it was told, and says so.
    pub fn ask_ready(&mut self, now: Instant) {
        self.is_ready_asked = true;
        if matches!(self.state, State::Idle | State::Thinking(_)) {
            self.ask(now);
        }
    }

    /// Says a line that is none of the protocol's to a child that is idle, after the position that it may be about, or that
    /// thinks of what was asked last; to no other. What it answers comes as [`ChildEvent::Noise`].
    pub fn pass(&mut self, text: &str, position: Option<&Line>) {
        match (&self.state, position) {
            (State::Idle, Some(line)) => {
                let position = self.speech.position(line);
                self.send(&position);
            }
            (State::Idle, None) => {}
            (State::Thinking(busy), _) if !busy.is_abandoned => {}
            _ => return,
        }
        self.send(text);
    }

    /// Bids the child farewell; what it still says is passed over.
    pub fn quit(&mut self) {
        if !matches!(self.state, State::Unopened | State::Over(_)) {
            self.send("quit");
        }
        self.search = None;
        self.state = State::Over(self.end());
    }

    /// Takes note of the end of the child's lines, and of what it said on its standard error.
    pub fn ended(&mut self, last_words: &str) {
        let last_words = event::last_words(last_words);
        if !last_words.is_empty() {
            self.noise = last_words;
        }
        match self.state {
            State::Unopened | State::Over(_) => {}
            State::Handshake { .. } if self.word + 1 < self.words().len() => {
                self.word += 1;
                self.state = State::Unopened;
                self.output.push_back(Output::Restart);
            }
            _ => self.fail(self.end()),
        }
    }

    fn end(&self) -> Fault {
        Fault::Ended {
            state: self.state.doing(),
            said: self.noise.clone(),
        }
    }

    /// Sends a line.
    fn send(&mut self, line: &str) {
        let mut bytes = self.profile.encoding.encode(line).into_owned();
        bytes.push(b'\n');
        self.output.push_back(Output::Send(bytes));
    }

    fn tell(&mut self, number: u64, event: ChildEvent) {
        self.output.push_back(Output::Tell(number, event));
    }

    /// Sets an option or keeps the line that does, if the child has the option.
    fn set(&mut self, name: &str, value: &str, is_refusal_told: bool) {
        let setting = match self.is_strict && is_refusal_told {
            true => self.declared.set_as_is(name, value, self.dialect()),
            false => self.declared.set(name, value, self.dialect()),
        };
        match setting {
            Ok(Setting::Send(name, value)) => {
                let line = self.speech.write(&Command::SetOption { name, value });
                self.waiting.push(line);
            }
            Ok(Setting::Unknown) => log::debug!("the engine has no option {name:?}"),
            Err(error) if is_refusal_told => {
                let message = error.to_string();
                self.tell(0, ChildEvent::Refused { message });
            }
            Err(error) => log::debug!("{error}"),
        }
    }

    /// Gives the child up.
    fn fail(&mut self, fault: Fault) {
        let number = self.search.take().map_or(0, |search| search.number);
        if matches!(self.state, State::Handshake { .. }) {
            self.word = 0;
        }
        self.state = State::Over(fault.clone());
        self.tell(number, ChildEvent::Failed(fault));
    }
}
