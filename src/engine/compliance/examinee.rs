//! An engine under check: its process, and what was said since the step began.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

use super::Pace;
use crate::analysis::Limits;
use crate::engine::declared::{Declared, Setting};
use crate::engine::speech::Speech;
use crate::engine::{
    DialectChoice, LineProcess, ProcessEvent, Profile, Program, TranscriptEvent, TranscriptWriter,
};
use crate::position::{Line, Move};
use crate::protocol::{Command, Dialect, Reply};
use crate::text::decode;

/// How many lines of the engine are kept for a step, and how many letters of each.
const LINES_KEPT: usize = 20;
const LETTERS_KEPT: usize = 200;

/// The longest line that old GUIs and engines read, in bytes (ElephantEye's buffer).
const LONGEST_LINE: usize = 8192;

/// Where what was said goes as well.
pub(super) type Recorder = TranscriptWriter<Box<dyn Write>>;

/// Why there is no line.
pub(super) enum Lapse {
    /// The wait is over.
    Silence,
    /// The engine has ended.
    Ended,
}

/// What an engine answers to a search.
pub(super) enum Answer {
    /// A legal move.
    Move(Move),
    /// That there is none, in this line.
    None(String),
}

/// An engine under check.
pub(super) struct Examinee<'a> {
    program: &'a Program,
    pub(super) profile: &'a Profile,
    pub(super) pace: Pace,
    pub(super) speech: Speech,
    pub(super) is_ucci: bool,
    process: Option<LineProcess>,
    inbox: Receiver<ProcessEvent>,
    pub(super) recorder: Option<Recorder>,
    /// The first error of the transcript.
    pub(super) unwritten: Option<io::Error>,
    /// What it said of itself in the last handshake.
    pub(super) name: String,
    pub(super) declared: Declared,
    /// The lines of the last handshake before its end.
    pub(super) handshake: Vec<String>,
    /// Whether the last handshake came to its end.
    pub(super) is_up: bool,
    /// When the last line was sent.
    asked: Instant,
    is_thinking: bool,
    /// How many searches it was asked for.
    pub(super) searches: usize,
    /// Answers that belong to no search.
    pub(super) strays: Vec<String>,
    /// Lines during a search that are no part of the protocol.
    pub(super) noise: Vec<String>,
    pub(super) sent: Vec<String>,
    pub(super) received: Vec<String>,
    /// The longest wait of the step.
    pub(super) took: Duration,
}

impl<'a> Examinee<'a> {
    pub(super) fn new(program: &'a Program, profile: &'a Profile, pace: Pace) -> Self {
        Self {
            program,
            profile,
            pace,
            speech: Speech::new(profile),
            is_ucci: profile.dialect == DialectChoice::Ucci,
            process: None,
            inbox: unbounded().1,
            recorder: None,
            unwritten: None,
            name: String::new(),
            declared: Declared::default(),
            handshake: Vec::new(),
            is_up: false,
            asked: Instant::now(),
            is_thinking: false,
            searches: 0,
            strays: Vec::new(),
            noise: Vec::new(),
            sent: Vec::new(),
            received: Vec::new(),
            took: Duration::ZERO,
        }
    }

    /// Forgets what was said, for the next step.
    pub(super) fn begin_step(&mut self) {
        self.sent.clear();
        self.received.clear();
        self.took = Duration::ZERO;
    }

    pub(super) const fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Starts the process, in place of one that runs.
    pub(super) fn start(&mut self) -> Result<(), String> {
        self.kill();
        let (events, inbox) = unbounded();
        let tell = move |event| drop(events.send(event));
        let process = LineProcess::start(self.program, tell).map_err(|error| error.to_string())?;
        self.inbox = inbox;
        self.process = Some(process);
        self.asked = Instant::now();
        let command = self.program.command.as_bytes();
        self.note(self.asked, TranscriptEvent::Start, command);
        Ok(())
    }

    /// Ends the process at once.
    pub(super) fn kill(&mut self) {
        self.process = None;
        self.is_thinking = false;
    }

    /// Closes the engine's input and tells whether it ended by itself in time.
    pub(super) fn close(&mut self, limit: Duration) -> bool {
        let Some(process) = self.process.take() else {
            return false;
        };
        self.is_thinking = false;
        let (start, limit) = (Instant::now(), self.pace.slackened(limit));
        process.end(limit);
        self.took = start.elapsed();
        self.took < limit
    }

    pub(super) fn send(&mut self, line: &str) {
        let mut bytes = self.profile.encoding.encode(line).into_owned();
        bytes.push(b'\n');
        self.send_bytes(&bytes);
    }

    pub(super) fn send_bytes(&mut self, line: &[u8]) {
        self.asked = Instant::now();
        self.note(self.asked, TranscriptEvent::ToEngine, line);
        self.sent.push(match shortened(&decode(line).0) {
            blank if blank.trim().is_empty() => "(a blank line)".to_owned(),
            text => text,
        });
        if let Some(process) = &mut self.process
            && let Err(error) = process.send(line)
        {
            // Its end is told by its lines.
            log::debug!("{}: {error}", self.profile.name);
        }
    }

    fn note(&mut self, at: Instant, event: TranscriptEvent, line: &[u8]) {
        if let Some(recorder) = &mut self.recorder
            && let Err(error) = recorder.note(at, event, line)
        {
            self.unwritten = Some(error);
            self.recorder = None;
        }
    }

    /// Takes the next line, until `end` at most: what it means, its text, and when it arrived.
    pub(super) fn hear(&mut self, end: Instant) -> Result<(Reply, String, Instant), Lapse> {
        match self.inbox.recv_deadline(end) {
            Ok(ProcessEvent::Line { bytes, at }) => {
                self.note(at, TranscriptEvent::FromEngine, &bytes);
                let text = decode(&bytes).0.trim_end().to_owned();
                let reply = self.speech.read(&text);
                self.keep(&reply, &text, bytes.len());
                Ok((reply, text, at))
            }
            Ok(ProcessEvent::Ended) | Err(RecvTimeoutError::Disconnected) => {
                self.note(Instant::now(), TranscriptEvent::End, b"");
                Err(Lapse::Ended)
            }
            Err(RecvTimeoutError::Timeout) => Err(Lapse::Silence),
        }
    }

    /// Keeps what a person wants to see of a step, and what is to be said of all of them.
    fn keep(&mut self, reply: &Reply, text: &str, length: usize) {
        let is_shown = match reply {
            Reply::Info(info) => info.message.is_some(),
            Reply::Option(_) => false,
            _ => !text.is_empty(),
        };
        if is_shown && self.received.len() < LINES_KEPT {
            self.received.push(shortened(text));
        }
        match reply {
            Reply::BestMove(_) | Reply::NoBestMove { .. } if !self.is_thinking => {
                self.strays.push(shortened(text));
            }
            _ if !self.is_thinking || self.noise.len() == LINES_KEPT => {}
            Reply::Unknown(_) if !text.is_empty() => self.noise.push(shortened(text)),
            _ if length > LONGEST_LINE => self.noise.push(format!("a line of {length} bytes")),
            _ => {}
        }
    }

    /// Waits for a line that fits; one that comes later than `limit` after the last line sent is an error, too.
    pub(super) fn await_line(
        &mut self,
        what: &str,
        limit: Duration,
        fits: impl Fn(&Reply) -> bool,
    ) -> Result<(Reply, String), String> {
        let late = self.pace.late;
        let (start, limit) = (self.asked, self.pace.slackened(limit));
        loop {
            match self.hear(start + limit + late) {
                Ok((reply, text, at)) if fits(&reply) => {
                    let took = at.saturating_duration_since(start);
                    self.took = self.took.max(took);
                    if took > limit {
                        return Err(format!("{what} after {} ms", took.as_millis()));
                    }
                    return Ok((reply, text));
                }
                Ok((Reply::BestMove(_) | Reply::NoBestMove { .. }, text, _))
                    if self.is_thinking =>
                {
                    self.is_thinking = false;
                    return Err(format!("{} before its time", shortened(&text)));
                }
                Ok(..) => {}
                Err(Lapse::Silence) => {
                    self.took = limit + late;
                    return Err(format!(
                        "no {what} within {} ms",
                        (limit + late).as_millis()
                    ));
                }
                Err(Lapse::Ended) => return Err(self.death()),
            }
        }
    }

    /// Says that the engine has ended, and why as far as it said so.
    pub(super) fn death(&mut self) -> String {
        let last_words = self.process.as_ref().map(LineProcess::last_words);
        self.kill();
        let last_words = last_words.unwrap_or_default();
        match last_words.lines().rfind(|line| !line.trim().is_empty()) {
            Some(line) => format!("the engine has ended; it said: {}", shortened(line.trim())),
            None => "the engine has ended".to_owned(),
        }
    }

    /// Gives the word of the handshake.
    pub(super) const fn word(&self) -> &'static str {
        if self.is_ucci { "ucci" } else { "uci" }
    }

    /// Sends what comes before the word of the handshake.
    pub(super) fn send_preamble(&mut self) {
        for line in &self.profile.quirks.preamble {
            self.send(line);
        }
    }

    /// Opens the handshake and waits for its end, `late` longer than it may take.
    pub(super) fn shake_hands(&mut self, limit: Duration, late: Duration) -> Result<(), String> {
        self.declared.clear();
        self.handshake.clear();
        self.is_up = false;
        self.send_preamble();
        self.send(self.word());
        let ok = format!("{}ok", self.word());
        let (start, limit) = (self.asked, self.pace.slackened(limit));
        loop {
            let (reply, text, at) = match self.hear(start + limit + late) {
                Ok((reply, text, at)) => (reply, text, at),
                Err(Lapse::Silence) => {
                    self.took = limit + late;
                    self.kill();
                    return Err(format!("no {ok} within {} ms", self.took.as_millis()));
                }
                Err(Lapse::Ended) => return Err(self.death()),
            };
            match reply {
                Reply::Option(option) => drop(self.declared.add(option)),
                Reply::Id { field, text } if field == "name" => self.name = text,
                Reply::UciOk | Reply::UcciOk if text.trim().eq_ignore_ascii_case(&ok) => {
                    self.took = at.saturating_duration_since(start);
                    self.speech.settle(self.is_ucci);
                    self.is_up = true;
                    if self.took > limit {
                        return Err(format!("{ok} after {} ms", self.took.as_millis()));
                    }
                    return Ok(());
                }
                _ => {}
            }
            self.handshake.push(text);
        }
    }

    /// Sets what a game needs: milliseconds, the variant, the options of the profile.
    pub(super) fn configure(&mut self) {
        let options = &self.profile.options;
        for (name, value) in self.speech.prepare(&self.declared, options) {
            let setting = self.declared.set(&name, &value, self.speech.dialect());
            if let Ok(Setting::Send(name, value)) = setting {
                let command = Command::SetOption { name, value };
                self.send(&self.speech.write(&command));
            }
        }
    }

    /// Waits until the engine says that it is ready.
    pub(super) fn ready(&mut self, limit: Duration) -> Result<(), String> {
        self.send("isready");
        let is_ready = |reply: &Reply| matches!(reply, Reply::ReadyOk);
        self.await_line("readyok", limit, is_ready).map(drop)
    }

    /// Starts the process and brings it to the point where it takes positions, without haste.
    pub(super) fn come_up(&mut self) -> Result<(), String> {
        self.start()?;
        self.shake_hands(self.profile.deadlines.boot, Duration::ZERO)?;
        self.configure();
        self.ready(self.profile.deadlines.ready)
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, line: &Line, limits: &Limits) {
        self.send(&self.speech.position(line));
        for command in self.speech.go(line, limits) {
            self.send(&command);
        }
        self.think();
    }

    /// Takes note that a search has begun.
    pub(super) fn think(&mut self) {
        self.searches += 1;
        self.expect_answer();
    }

    /// Takes note that one answer is owed.
    pub(super) fn expect_answer(&mut self) {
        self.is_thinking = true;
    }

    /// Waits for a line that answers a search.
    pub(super) fn await_answer(&mut self, limit: Duration) -> Result<(Reply, String), String> {
        let is_answer =
            |reply: &Reply| matches!(reply, Reply::BestMove(_) | Reply::NoBestMove { .. });
        self.await_line("bestmove", limit, is_answer)
    }

    /// Waits for the answer to a search, and until the engine is ready for more.
    pub(super) fn answer(&mut self, line: &Line, limit: Duration) -> Result<Answer, String> {
        let (reply, text) = self.await_answer(limit)?;
        let answer = match reply {
            Reply::BestMove(said) if line.position().is_legal(said.best) => {
                Ok(Answer::Move(said.best))
            }
            reply if is_no_move(&reply) => Ok(Answer::None(text)),
            _ => Err(self.unfit(&text, line)),
        };
        self.rest()?;
        answer
    }

    /// Waits after an answer until the engine is ready for more; a further answer counts as one too many.
    pub(super) fn rest(&mut self) -> Result<(), String> {
        self.is_thinking = false;
        let took = self.took;
        self.ready(self.pace.ready)?;
        self.took = took;
        Ok(())
    }

    /// Says what is wrong with the move of an answer.
    pub(super) fn unfit(&self, text: &str, line: &Line) -> String {
        let word = text.split_whitespace().nth(1).unwrap_or_default();
        let other = match self.speech.dialect() {
            Dialect::FairyUci => Dialect::Uci,
            Dialect::Uci | Dialect::Ucci => Dialect::FairyUci,
        };
        match other.read_move(word) {
            Some(mv) if line.position().is_legal(mv) => {
                format!(
                    "{word} counts ranks {}, expected {}",
                    from(other),
                    self.ranks()
                )
            }
            _ => format!("{} is no legal move there", shortened(text)),
        }
    }

    /// Says how ranks are counted.
    pub(super) const fn ranks(&self) -> &'static str {
        from(self.speech.dialect())
    }

    /// Searches and wants a legal move in time.
    pub(super) fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        limit: Duration,
    ) -> Result<Move, String> {
        self.begin(line, limits);
        self.legal_move(line, limit)
    }

    /// Waits for a legal move.
    pub(super) fn legal_move(&mut self, line: &Line, limit: Duration) -> Result<Move, String> {
        match self.answer(line, limit)? {
            Answer::Move(mv) => Ok(mv),
            Answer::None(text) => Err(format!("{text}, though there are legal moves")),
        }
    }

    /// Listens for a while to a search that must not be answered yet.
    pub(super) fn listen(&mut self, time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        loop {
            match self.hear(end) {
                Ok((Reply::BestMove(_) | Reply::NoBestMove { .. }, text, _)) => {
                    self.is_thinking = false;
                    return Err(format!("{} before its time", shortened(&text)));
                }
                Ok(..) => {}
                Err(Lapse::Silence) => return Ok(()),
                Err(Lapse::Ended) => return Err(self.death()),
            }
        }
    }
}

const fn from(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::FairyUci => "from 1",
        Dialect::Uci | Dialect::Ucci => "from 0",
    }
}

/// Tells whether an answer says that there is no move.
pub(super) fn is_no_move(reply: &Reply) -> bool {
    crate::engine::Answer::from(reply.clone()) == crate::engine::Answer::NoMove
}

/// Cuts a line to what a person reads.
pub(super) fn shortened(text: &str) -> String {
    let text = text.trim_end_matches(['\r', '\n']);
    let visible = |letter: char| match letter.is_control() {
        true => char::REPLACEMENT_CHARACTER,
        false => letter,
    };
    let mut letters = text.chars().map(visible);
    let mut kept: String = letters.by_ref().take(LETTERS_KEPT).collect();
    if letters.next().is_some() {
        kept.push('…');
    }
    kept
}
