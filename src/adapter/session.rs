//! One GUI, one game after another: the loop that takes its lines and gives every `go` exactly one answer.
//!
//! Every event arrives on one channel: a line of the GUI, the end of its input, a word of the searcher. A command that
//! must wait for the answer to the last `go` waits in a queue.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::mem;

use crossbeam_channel::{Receiver, unbounded};

use super::announcer::{Announcer, Language};
use super::frontend::{Frontend, read_lines, renumbered};
use super::guard::{self, Guard};
use super::history::History;
use super::offers::{Offer, Offers};
use super::options::{DEFAULT_HASH, Effect, Options};
use crate::analysis::{Limits, Report, Score};
use crate::engine::{Builtin, EngineEvent, StopToken, Thought, static_evaluation};
use crate::position::{Line, Move};
use crate::protocol::{
    BestMove, Command, CommandError, Dialect, GivenPosition, Go, Info, PopHash, Reply,
};
use crate::text::decode;

/// How long to think, in milliseconds, about a `go` whose own limits cannot be read.
const TIME_IF_UNREAD: u64 = 1_000;

/// The letters of a fault that are told.
const FAULT_LETTERS: usize = 500;

/// How many faults are told with one search; later ones are dropped.
const FAULTS_TOLD: usize = 20;

/// All that can happen.
enum Event {
    Line(Vec<u8>),
    Closed,
    Engine(u64, EngineEvent),
}

/// What the current search is about.
struct Thinking {
    number: u64,
    line: Line,
    limits: Limits,
}

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Over,
}

struct Session<W> {
    frontend: Frontend<W>,
    is_ucci_seen: bool,
    options: Options,
    history: History,
    announcer: Announcer,
    offers: Offers,
    engine: Builtin,
    thinking: Option<Thinking>,
    queue: VecDeque<Result<Command, CommandError>>,
    /// Moves barred by `banmoves`, until the next `position`.
    banned: Vec<Move>,
    /// Faults of the input, told with the next search.
    faults: Vec<String>,
    /// Whether the input has ended.
    is_input_over: bool,
    /// Whether the session ends with the search that runs.
    is_closing: bool,
}

/// Serves a GUI until it quits or its input ends.
///
/// The dialect is UCI until the word `ucci` is read; `ucci` prevails where a GUI sends both. Bad input is told as a
/// message with the next search and changes nothing else; a `position` that cannot be taken over leaves no position,
/// and a `go` then answers that there is no move.
///
/// # Errors
/// Returns an error of the output; that of the input counts as its end.
pub fn run(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (events, inbox) = unbounded();
    let from_engine = events.clone();
    let engine = Builtin::start(DEFAULT_HASH, move |number, event| {
        let _ = from_engine.send(Event::Engine(number, event));
    });
    read_lines(input, move |line| {
        let _ = events.send(line.map_or(Event::Closed, Event::Line));
    });
    let mut session = Session {
        frontend: Frontend::new(output),
        is_ucci_seen: false,
        options: Options::default(),
        history: History::default(),
        announcer: Announcer::default(),
        offers: Offers::default(),
        engine,
        thinking: None,
        queue: VecDeque::new(),
        banned: Vec::new(),
        faults: Vec::new(),
        is_input_over: false,
        is_closing: false,
    };
    session.serve(&inbox)
}

impl<W: Write> Session<W> {
    fn serve(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        for event in inbox {
            let flow = match event {
                Event::Line(bytes) => self.read(&bytes)?,
                Event::Closed => {
                    self.is_input_over = true;
                    self.end_what_only_input_ends();
                    self.take(Ok(Command::Quit))?
                }
                Event::Engine(number, event) => self.hear(number, event)?,
            };
            if flow == Flow::Over {
                break;
            }
        }
        Ok(())
    }

    fn read(&mut self, bytes: &[u8]) -> io::Result<Flow> {
        let (text, _) = decode(bytes);
        let command = Command::read(&text, self.frontend.dialect);
        self.take(command)
    }

    /// Carries a command out, or lets it wait.
    fn take(&mut self, command: Result<Command, CommandError>) -> io::Result<Flow> {
        if self.is_closing {
            return Ok(Flow::On);
        }
        if self.thinking.is_some() && self.must_wait(&command) {
            if is_go(&command) && !self.options.batch {
                self.engine.stop();
            }
            self.queue.push_back(command);
            return Ok(Flow::On);
        }
        self.carry_out(command)
    }

    /// Tells whether a command has to wait for the answer to the `go` before it.
    fn must_wait(&self, command: &Result<Command, CommandError>) -> bool {
        if self.options.batch {
            return true;
        }
        match command {
            Ok(Command::IsReady | Command::Probe(_) | Command::Quit | Command::Empty) => false,
            command => !self.queue.is_empty() || is_go(command),
        }
    }

    fn carry_out(&mut self, command: Result<Command, CommandError>) -> io::Result<Flow> {
        match command {
            Ok(Command::Ucci) => {
                self.is_ucci_seen = true;
                self.frontend.dialect = Dialect::Ucci;
                self.shake_hands(Reply::UcciOk)?;
            }
            Ok(Command::Uci) => {
                // A GUI that sent `ucci` too speaks UCCI; the answer to this word is in UCI all the same.
                self.frontend.dialect = Dialect::Uci;
                self.shake_hands(Reply::UciOk)?;
                if self.is_ucci_seen {
                    self.frontend.dialect = Dialect::Ucci;
                }
            }
            Ok(Command::IsReady) => self.frontend.say(&Reply::ReadyOk)?,
            Ok(Command::SetOption { name, value }) => self.set_option(&name, &value),
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
            Ok(Command::Go(go)) => self.go(&go)?,
            Ok(Command::Stop) if self.thinking.is_some() => self.engine.stop(),
            Ok(Command::Stop) if self.frontend.dialect.is_ucci() => self.no_move()?,
            Ok(Command::PonderHit { draw }) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.limits.ponder = false;
                    thinking.limits.draw_offered |= draw;
                    self.engine.ponder_hit();
                    let line = thinking.line.clone();
                    self.announce(&line)?;
                }
            }
            Ok(Command::Probe(_)) => self.frontend.say(&Reply::PopHash(PopHash::default()))?,
            Ok(Command::NewGame) => self.new_game(),
            Ok(Command::Quit) => return self.close(),
            Ok(Command::Empty | Command::Ucicyclone | Command::Debug(_) | Command::Stop) => {}
            Ok(Command::Unknown(line)) => log::debug!("not understood: {line:?}"),
            Err(error) => {
                let is_go = matches!(error, CommandError::Number { .. });
                self.fault(error.to_string());
                if is_go {
                    self.go(&Go {
                        move_time: Some(TIME_IF_UNREAD),
                        ..Go::default()
                    })?;
                }
            }
        }
        Ok(Flow::On)
    }

    fn shake_hands(&mut self, ok: Reply) -> io::Result<()> {
        for (field, text) in [
            ("name", concat!("caipan ", env!("CARGO_PKG_VERSION"))),
            ("author", "the caipan authors"),
        ] {
            self.frontend.say(&Reply::Id {
                field: field.to_owned(),
                text: text.to_owned(),
            })?;
        }
        for option in Options::announced(self.frontend.dialect) {
            self.frontend.say(&Reply::Option(option))?;
        }
        self.frontend.say(&ok)
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
            Dialect::Ucci => return self.fault(error.to_string()),
        };
        match renumbered(given, dialect, other) {
            Some(given) if self.history.set(&given).is_ok() => self.frontend.dialect = other,
            _ => self.fault(error.to_string()),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match self.options.set(name, value) {
            Ok(Effect::Noted) => {}
            Ok(Effect::Resize(megabytes)) => self.engine.resize(megabytes),
            Ok(Effect::Clear) => self.engine.clear(),
            Ok(Effect::NewGame) => self.new_game(),
            Err(error) => self.fault(error.to_string()),
        }
        self.offers.draws = self.options.draws;
        self.offers.resigns = self.options.resigns;
        self.frontend.encoding = self.options.encoding();
    }

    fn new_game(&mut self) {
        self.engine.clear();
        self.history.close();
        self.announcer.reset();
        self.offers.reset();
    }

    fn fault(&mut self, mut fault: String) {
        if let Some((end, _)) = fault.char_indices().nth(FAULT_LETTERS) {
            fault.truncate(end);
            fault.push('…');
        }
        log::warn!("{fault}");
        if self.faults.len() < FAULTS_TOLD {
            self.faults.push(fault);
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let token = StopToken::new();
        let Some(line) = self.history.line().cloned() else {
            return self.answer_nothing();
        };
        let mut limits = go.limits(line.position().turn(), self.options.unit());
        limits.banned_moves.extend_from_slice(&self.banned);
        if go.perft.is_some() {
            self.fault("go perft: expected the command line, as: caipan perft 5".to_owned());
            return self.answer_nothing();
        }
        self.tell_faults()?;
        if limits.depth == Some(0) && !limits.infinite {
            let score = Score::Centipawns(static_evaluation(line.position()));
            let report = Report {
                depth: Some(0),
                score: Some(score),
                ..Report::default()
            };
            self.frontend.say(&Reply::Info(Info::from(report)))?;
            return self.no_move();
        }
        // What is pondered on has not been played yet.
        if !limits.ponder {
            self.announce(&line)?;
        }
        if !guard::has_move(&line, &limits) {
            return self.no_move();
        }
        let rules = self.options.rules();
        if self.options.guard == Guard::Forbid {
            guard::forbid(&line, &mut limits, &rules);
        }
        let mut options = self.options.search.clone();
        options.rules = rules;
        let number = self
            .engine
            .think(line.clone(), limits.clone(), options, token);
        self.thinking = Some(Thinking {
            number,
            line,
            limits,
        });
        self.end_what_only_input_ends();
        Ok(())
    }

    /// Stops a search that only a word of the GUI would end, once no word can come: in batch mode the others run on.
    fn end_what_only_input_ends(&self) {
        let waits = |thinking: &Thinking| thinking.limits.is_endless() || thinking.limits.ponder;
        if self.is_input_over && self.thinking.as_ref().is_some_and(waits) {
            self.engine.stop();
        }
    }

    /// Answers a `go` that cannot be thought about.
    fn answer_nothing(&mut self) -> io::Result<()> {
        self.tell_faults()?;
        self.no_move()
    }

    fn no_move(&mut self) -> io::Result<()> {
        self.frontend.say(&Reply::NoBestMove {
            said: String::new(),
        })
    }

    fn tell_faults(&mut self) -> io::Result<()> {
        for fault in mem::take(&mut self.faults) {
            let fault = match self.options.language {
                Language::English => fault,
                Language::Chinese | Language::Both => format!("输入有误 (bad input): {fault}"),
            };
            self.frontend.say(&Reply::Info(Info::message(fault)))?;
        }
        Ok(())
    }

    /// Tells the player what the rules say of the line, if it is news.
    fn announce(&mut self, line: &Line) -> io::Result<()> {
        if self.options.guard == Guard::Off {
            return Ok(());
        }
        for text in self.announcer.news(line, &self.options.rules()) {
            for sentence in self.options.language.lines(text) {
                self.frontend.say(&Reply::Info(Info::message(sentence)))?;
            }
        }
        Ok(())
    }

    fn hear(&mut self, number: u64, event: EngineEvent) -> io::Result<Flow> {
        if self
            .thinking
            .as_ref()
            .is_none_or(|thinking| thinking.number != number)
        {
            return Ok(Flow::On);
        }
        match event {
            EngineEvent::Report(report) => {
                self.frontend.say(&Reply::Info(Info::from(report)))?;
                Ok(Flow::On)
            }
            EngineEvent::Done(thought) => {
                if let Some(thinking) = self.thinking.take() {
                    self.answer(thinking, &thought)?;
                }
                self.serve_queue()
            }
        }
    }

    fn answer(&mut self, thinking: Thinking, thought: &Thought) -> io::Result<()> {
        let Thinking {
            mut line, limits, ..
        } = thinking;
        let Some(best) = thought.best.filter(|best| line.push(*best).is_ok()) else {
            return self.no_move();
        };
        // What was pondered on in vain did not come about: no ruling follows from it, and no offer.
        let offer = if limits.ponder {
            Offer::default()
        } else {
            self.announce(&line)?;
            self.offers.decide(thought.score, limits.draw_offered)
        };
        let in_ucci = self.frontend.dialect.is_ucci();
        self.frontend.say(&Reply::BestMove(BestMove {
            best,
            ponder: thought
                .ponder
                .filter(|reply| line.position().is_legal(*reply)),
            draw: offer.draw && in_ucci,
            resign: offer.resign && in_ucci,
        }))
    }

    /// Takes what waited as if it had just arrived.
    fn serve_queue(&mut self) -> io::Result<Flow> {
        if self.is_closing {
            return self.close();
        }
        for command in mem::take(&mut self.queue) {
            if self.take(command)? == Flow::Over {
                return Ok(Flow::Over);
            }
        }
        Ok(Flow::On)
    }

    /// Leaves; a running search is answered first, and every `go` that still waits.
    fn close(&mut self) -> io::Result<Flow> {
        self.is_closing = true;
        if self.thinking.is_some() {
            self.engine.stop();
            return Ok(Flow::On);
        }
        for _ in mem::take(&mut self.queue)
            .iter()
            .filter(|command| is_go(command))
        {
            self.no_move()?;
        }
        if self.frontend.dialect.is_ucci() {
            self.frontend.say(&Reply::Bye)?;
        }
        Ok(Flow::Over)
    }
}

fn is_go(command: &Result<Command, CommandError>) -> bool {
    matches!(
        command,
        Ok(Command::Go(_)) | Err(CommandError::Number { .. })
    )
}
