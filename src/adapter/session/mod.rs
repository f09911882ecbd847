//! One GUI, one game after another: the loop that takes its lines and gives every `go` exactly one answer.
//!
//! Every event arrives in one inbox: a line of the GUI, the end of its input, a word of the bundled searcher, a line of
//! the engine behind us. After each of them it is looked whether a deadline has passed. A command that must wait for the
//! answer to the last `go`, or for the end of the handshake, waits in a queue.

mod handshake;
mod thought;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::mem;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::announcer::Announcer;
use super::complaint::Complaint;
use super::frontend::{Frontend, Input, MAX_LINE, read_lines, renumbered};
use super::history::History;
use super::inbox::{Event, Inbox};
use super::offers::Offers;
use super::option_table::{self, Key, Row};
use super::options::{Effect, Options};
use super::relay::Relay;
use super::settings::Settings;
use crate::engine::{Leash, OptionCache, Profile, ProfileError, TranscriptEvent};
use crate::position::Move;
use crate::protocol::{
    Command, CommandError, Dialect, GivenPosition, Go, OptionError, PopHash, Reply,
};
use crate::text::{Words, decode};
use handshake::Handshake;
use thought::{DrawnSeed, ScoreRuling};

/// How long the session may take to end when the system asks it to leave.
const LEAVING: Duration = Duration::from_secs(1);

/// How long to think, in milliseconds, about a `go` whose own limits cannot be read.
const TIME_IF_UNREAD: u64 = 1_000;

/// How many faults are told with one search; later ones are dropped.
const FAULTS_TOLD: usize = 20;

/// How many faults of a session are written to the log: a pipe that no GUI reads holds no more, and who writes to it when it
/// is full hangs.
const FAULTS_LOGGED: usize = 16;

/// How long after a deadline lines of an engine are still waited for that came before it: there may always be more of
/// them, and a GUI may read them slowly.
const LENIENCY: Duration = Duration::from_millis(100);

/// How long the loop does not sleep after a `go`: where processors doze, to wake up takes longer than a shallow search.
const AWAKE: Duration = Duration::from_micros(100);

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Over,
}

struct Session<W: Write> {
    frontend: Frontend<W>,
    is_ucci_seen: bool,
    options: Options,
    /// The profile that the settings choose.
    profile: Profile,
    /// Where profiles and programs are looked for first.
    folder: PathBuf,
    /// Options of the settings that are not ours, each with the file that names it.
    foreign: Vec<(String, String)>,
    /// Options that were set before the GUI could, in order.
    preset: Vec<(String, String)>,
    history: History,
    announcer: Announcer,
    offers: Offers,
    seed: DrawnSeed,
    relay: Relay,
    score_ruling: ScoreRuling,
    /// A handshake that waits for the options of the engine behind us.
    handshake: Option<Handshake>,
    /// How often the GUI has asked whether we are ready and was not answered.
    readies_owed: u32,
    /// What waits, each with the time of its arrival.
    queue: VecDeque<(Result<Command, CommandError>, Instant)>,
    /// Moves barred by `banmoves`, until the next `position`.
    banned: Vec<Move>,
    /// Faults of the input, told with the next search.
    faults: Vec<Complaint>,
    /// How many more of them are written to the log.
    faults_to_log: usize,
    /// Whether the input has ended, or a `quit` behind which nothing is read waits.
    is_input_over: bool,
    /// Whether the session ends with the search that runs.
    is_closing: bool,
    /// Until when the loop looks for events without going to sleep.
    awake_until: Instant,
}

/// Serves a GUI until it quits or its input ends.
///
/// The dialect is UCI until the word `ucci` is read; `ucci` prevails where a GUI sends both. Bad input is told as a
/// message with the next search and changes nothing else; a `position` that cannot be taken over leaves no position,
/// and every `go` then tells why there is no move. Settings that cannot be read are told in the same way, and the bundled
/// searcher thinks.
///
/// `on_signal` is given what has to be called when the system asks the program to leave: the session then ends, and the
/// engine behind it. It tells whether the session has ended; where that is held up, by a GUI that does not read, the
/// engine is ended all the same, and the program has to end itself.
///
/// # Errors
/// Returns an error of the output; that of the input counts as its end.
pub fn run(
    settings: Result<Settings, ProfileError>,
    input: impl Read + Send + 'static,
    output: impl Write,
    on_signal: impl FnOnce(Box<dyn FnMut() -> bool + Send>),
) -> io::Result<()> {
    // Closes when the session, which is made later, has been dropped.
    let (_session, end_of_session) = channel::<()>();
    let inbox = Inbox::new();
    let leash = Leash::default();
    let (from_system, from_builtin) = (inbox.of_own(), inbox.of_own());
    let (from_gui, from_child) = (inbox.of_gui(), inbox.of_child());
    // Who still tells something after the end of the session tells it to nobody.
    let relay = Relay::new(
        OptionCache::of_user(),
        leash.clone(),
        move |number, event| drop(from_builtin.send(Event::Builtin(number, event))),
        move |source, event| drop(from_child.send(Event::Child(source, event))),
    );
    on_signal(Box::new(move || {
        let _ = from_system.send(Event::Signal);
        let is_over = end_of_session.recv_timeout(LEAVING) == Err(RecvTimeoutError::Disconnected);
        if !is_over {
            leash.end();
        }
        is_over
    }));
    read_lines(input, move |input| {
        drop(from_gui.send(Event::Gui(input)));
    });
    let mut session = Session {
        frontend: Frontend::new(output),
        is_ucci_seen: false,
        options: Options::default(),
        profile: Profile::default(),
        folder: PathBuf::new(),
        foreign: Vec::new(),
        preset: Vec::new(),
        history: History::default(),
        announcer: Announcer::default(),
        offers: Offers::default(),
        seed: DrawnSeed::draw(),
        relay,
        score_ruling: ScoreRuling::default(),
        handshake: None,
        readies_owed: 0,
        queue: VecDeque::new(),
        banned: Vec::new(),
        faults: Vec::new(),
        faults_to_log: FAULTS_LOGGED,
        is_input_over: false,
        is_closing: false,
        awake_until: Instant::now(),
    };
    session.take_settings(settings);
    session.serve(&inbox)
}

impl<W: Write> Session<W> {
    fn serve(&mut self, inbox: &Inbox) -> io::Result<()> {
        loop {
            let event = self.next_event(inbox)?;
            let is_of_child = matches!(event, Some(Event::Child(..)));
            let mut flow = match event {
                Some(Event::Gui(Input::Line { bytes, at })) => self.read(&bytes, at)?,
                Some(Event::Gui(Input::Overlong)) => {
                    self.fault(format!(
                        "a line of more than {MAX_LINE} bytes was passed over"
                    ));
                    Flow::On
                }
                Some(Event::Gui(Input::End)) => self.take(Ok(Command::Quit), Instant::now())?,
                Some(Event::Builtin(number, event)) => {
                    self.relay.hear_builtin(number, event);
                    Flow::On
                }
                Some(Event::Child(source, event)) => {
                    self.relay.hear_child(source, event);
                    Flow::On
                }
                Some(Event::Signal) => Flow::Over,
                None => Flow::On,
            };
            if self.is_overdue(inbox) {
                self.relay.expire();
            }
            while flow == Flow::On
                && let Some(news) = self.relay.next_news()
            {
                flow = self.hear(news)?;
            }
            if flow == Flow::On {
                flow = self.end_handshake()?;
            }
            // What an engine's lines say may wait for more of them; all else may not.
            if flow == Flow::Over || !is_of_child {
                self.frontend.flush()?;
            }
            if flow == Flow::Over {
                return Ok(());
            }
        }
    }

    /// Tells whether a deadline of the engine's has passed, and its lines that came before have been heard or had time
    /// enough to be.
    fn is_overdue(&self, inbox: &Inbox) -> bool {
        self.relay.deadline().is_some_and(|deadline| {
            let late = Instant::now().checked_duration_since(deadline);
            late.is_some_and(|late| late >= LENIENCY || !inbox.holds_lines())
        })
    }

    /// Waits for what happens next; `None` if a deadline passes first.
    ///
    /// What was said is sent before, unless more of an engine's lines have come: many that come fast are given on in
    /// blocks.
    fn next_event(&mut self, inbox: &Inbox) -> io::Result<Option<Event>> {
        let waiting = inbox.try_next();
        if !matches!(waiting, Some(Event::Child(..))) {
            self.frontend.flush()?;
        }
        if waiting.is_some() {
            return Ok(waiting);
        }
        let of_handshake = self.handshake.as_ref().map(|handshake| handshake.until);
        let deadlines = self.relay.deadline().into_iter().chain(of_handshake);
        Ok(inbox.next(deadlines.min(), self.awake_until))
    }

    fn read(&mut self, bytes: &[u8], at: Instant) -> io::Result<Flow> {
        self.frontend
            .transcript
            .note(TranscriptEvent::FromGui, bytes);
        let (text, _) = decode(bytes);
        let command = Command::read(&text, self.frontend.dialect);
        self.take(command, at)
    }

    /// Carries a command out that arrived at `at`, or lets it wait.
    fn take(&mut self, command: Result<Command, CommandError>, at: Instant) -> io::Result<Flow> {
        if self.is_closing {
            return Ok(Flow::On);
        }
        if self.must_wait(&command) {
            let is_quit = command == Ok(Command::Quit);
            if is_go(&command) || is_quit {
                self.hurry_handshake();
            }
            if is_quit {
                self.end_input();
            }
            if is_go(&command) && !self.options.batch {
                self.relay.stop();
            }
            self.queue.push_back((command, at));
            return Ok(Flow::On);
        }
        self.carry_out(command, at)
    }

    /// Tells whether a command has to wait for the answer to the `go` before it, or for the end of the handshake.
    fn must_wait(&self, command: &Result<Command, CommandError>) -> bool {
        if self.handshake.is_some() {
            return true;
        }
        if self.relay.request().is_none() {
            return false;
        }
        if self.options.batch {
            return true;
        }
        match command {
            Ok(Command::IsReady | Command::Probe(_) | Command::Quit | Command::Empty) => false,
            Ok(Command::SetOption { name, .. }) if is_profile(name) => true,
            // A `go` that waits has stopped the search itself.
            Ok(Command::Stop | Command::PonderHit { .. }) => {
                self.queue.iter().any(|(command, _)| is_go(command))
            }
            command => !self.queue.is_empty() || is_go(command),
        }
    }

    fn carry_out(
        &mut self,
        command: Result<Command, CommandError>,
        at: Instant,
    ) -> io::Result<Flow> {
        // In batch mode nobody's clock runs while a command waits.
        let since = if self.options.batch {
            Instant::now()
        } else {
            at
        };
        match command {
            Ok(Command::Ucci) => {
                self.is_ucci_seen = true;
                return self.shake_hands(Dialect::Ucci);
            }
            Ok(Command::Uci) => return self.shake_hands(Dialect::Uci),
            Ok(Command::IsReady) => {
                // One who thinks is ready to hear.
                if self.relay.request().is_none() && self.relay.ask_ready() {
                    self.readies_owed += 1;
                } else {
                    self.frontend.say(&Reply::ReadyOk)?;
                }
            }
            Ok(Command::SetOption { name, value }) => {
                if let Err(error) = self.set_option(&name, &value) {
                    self.fault(error);
                }
            }
            Ok(Command::Position(given)) => {
                self.banned.clear();
                self.set_position(&given);
            }
            Ok(Command::BanMoves { moves, unread }) => {
                self.banned = moves;
                if let Some(word) = unread.first() {
                    self.fault(format!("banmoves: found {word:?}, expected a move as h2e2"));
                }
            }
            Ok(Command::Go(go)) => {
                self.go(&go, since)?;
                self.awake_until = Instant::now() + AWAKE;
            }
            Ok(Command::Stop) if self.relay.request().is_some() => self.relay.stop(),
            Ok(Command::Stop) if self.frontend.dialect.is_ucci() => self.no_move()?,
            Ok(Command::PonderHit { draw }) => {
                let request = self.relay.request();
                let is_hit = request.is_some_and(|request| request.limits.ponder);
                self.relay.ponder_hit(draw);
                if is_hit {
                    self.announce_request()?;
                    self.tell_score_ruling()?;
                }
            }
            Ok(Command::Probe(_)) => self.frontend.say(&Reply::PopHash(PopHash::default()))?,
            Ok(Command::NewGame) => self.new_game(),
            Ok(Command::Quit) => return self.close(),
            Ok(Command::Empty | Command::Ucicyclone | Command::Debug(_) | Command::Stop) => {}
            Ok(Command::Unknown(line)) => {
                log::debug!("not understood: {line:?}");
                if is_foreign(&line) {
                    let dialect = self.frontend.dialect;
                    self.relay.pass(&line, dialect, self.history.line().ok());
                }
            }
            Err(CommandError::Position { command, found }) if command == "position" => {
                self.banned.clear();
                self.lose_position(CommandError::Position { command, found });
            }
            Err(error) => {
                let is_go = matches!(error, CommandError::Number { .. });
                self.fault(error);
                if is_go {
                    let go = Go {
                        move_time: Some(TIME_IF_UNREAD),
                        ..Go::default()
                    };
                    self.go(&go, since)?;
                }
            }
        }
        Ok(Flow::On)
    }

    /// Takes a position over. A client of UCI that counts ranks from 1 is known by moves that cannot be read otherwise.
    fn set_position(&mut self, given: &GivenPosition) {
        let Err(error) = self.history.set(given) else {
            return;
        };
        let dialect = self.frontend.dialect;
        let other = match dialect {
            Dialect::Uci => Dialect::FairyUci,
            Dialect::FairyUci => Dialect::Uci,
            Dialect::Ucci => return self.lose_position(error),
        };
        match renumbered(given, dialect, other) {
            Some(given) if self.history.set(&given).is_ok() => self.frontend.dialect = other,
            _ => self.lose_position(error),
        }
    }

    /// Leaves no position, which every `go` tells until one can be taken over.
    fn lose_position(&mut self, error: impl Into<Complaint>) {
        let why = error.into();
        self.history.lose(why.clone());
        self.fault(why);
    }

    /// Sets an option of ours, of the engine behind us, or of both.
    ///
    /// # Errors
    /// Tells which value was expected of one of ours.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let row = option_table::find(name);
        let is_of_child = row.is_none_or(Row::is_shared);
        if is_of_child {
            self.relay.set_option(name, value);
        }
        match self.options.set(name, value) {
            Ok(Effect::Noted) => {}
            Ok(Effect::Resize(megabytes)) => self.relay.resize(megabytes),
            Ok(Effect::Clear) => self.relay.clear(),
            Ok(Effect::NewGame) => self.new_game(),
            Ok(Effect::Profile(word)) => self.choose(&word),
            // What the engine behind us takes need not be what the bundled searcher does.
            Err(_) if is_of_child && self.relay.name().is_some() => {}
            Err(error) => return Err(error),
        }
        self.offers.draws = self.options.draws;
        self.offers.resigns = self.options.resigns;
        self.frontend.encoding = self.options.encoding();
        Ok(())
    }

    fn new_game(&mut self) {
        self.relay.new_game();
        self.history.close();
        self.announcer.reset();
        self.offers.reset();
        self.seed = DrawnSeed::draw();
    }

    fn fault(&mut self, fault: impl Into<Complaint>) {
        let fault = fault.into();
        if let Some(left) = self.faults_to_log.checked_sub(1) {
            self.faults_to_log = left;
            log::warn!("{}", fault.en);
        }
        if self.faults.len() < FAULTS_TOLD {
            self.faults.push(fault);
        }
    }

    /// Takes what waited as if it had just arrived.
    fn serve_queue(&mut self) -> io::Result<Flow> {
        // What waited may take long.
        self.frontend.flush()?;
        if self.is_closing {
            return self.close();
        }
        for (command, at) in mem::take(&mut self.queue) {
            if self.take(command, at)? == Flow::Over {
                return Ok(Flow::Over);
            }
        }
        Ok(Flow::On)
    }
}

/// Tells whether a line holds no word of the protocols: an engine that passes over what it does not know would take the
/// rest for a command.
fn is_foreign(line: &str) -> bool {
    !line.contains("bestmove")
        && Words::new(line).all(|(at, _)| {
            matches!(
                Command::read(&line[at..], Dialect::Uci),
                Ok(Command::Unknown(_))
            )
        })
}

/// Tells whether an option chooses who thinks.
fn is_profile(name: &str) -> bool {
    option_table::find(name).is_some_and(|row| row.key == Key::Profile)
}

fn is_go(command: &Result<Command, CommandError>) -> bool {
    matches!(
        command,
        Ok(Command::Go(_)) | Err(CommandError::Number { .. })
    )
}
