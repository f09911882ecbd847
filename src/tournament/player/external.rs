//! A player that is a program of its own.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{Failure, Player, PlayerError, Request, Said, Thought, judge_options, profile};
use crate::analysis::{Limits, Report};
use crate::engine::{
    Answer, ChildEvent, DialectChoice, EngineOption, External, Fault, Leash, ProcessEvent, Program,
    Transcript, is_same_option,
};
use crate::position::Line;
use crate::text::{Encoding, on_one_line};
use crate::tournament::halt::{Halt, LAST_MOVE, Ring};
use crate::tournament::mailbox::Mailbox;
use crate::tournament::{EncodingChoice, EngineSettings, Proto, Settings};

/// How many bytes of an engine's lines may wait to be read; beyond them its pipe fills and it waits itself.
const BYTES: usize = 1 << 20;

/// The bytes that a line takes beside its own, at least.
const OVERHEAD: usize = 64;

/// The bytes of the longest line that can wait for one that is waited for.
const SHORT: usize = 4096;

/// How long an engine that was told to stop may take, at most.
const STOPPING: Duration = Duration::from_secs(5);

/// An external engine.
#[derive(Debug)]
pub(super) struct ExternalPlayer {
    name: String,
    external: External,
    inbox: Mailbox<(u64, ProcessEvent)>,
    /// What was taken from there and was not looked at yet.
    heard: VecDeque<(u64, ProcessEvent)>,
    told: Receiver<(u64, ChildEvent)>,
    number: u64,
    is_pondering: bool,
    report: Report,
    complain: Sender<String>,
    complaints: Receiver<String>,
    newgame: Duration,
    halt: Halt,
    /// Held, so that the word that the run ends is heard.
    _ring: Arc<Ring>,
    /// Held, so that the run knows that there is an engine to be ended.
    _leash: Arc<Leash>,
}

/// What ends a wait.
enum News {
    Ready,
    /// An answer, and when it came.
    Answer(Answer, Instant),
    /// The time of the wait is over.
    TimeOver,
    /// The run has ended before.
    Halted,
}

impl ExternalPlayer {
    pub(super) fn start(
        settings: &Settings,
        own: &EngineSettings,
        log: Option<&Path>,
        halt: Halt,
    ) -> Result<Self, PlayerError> {
        let mut profile = profile(own)?;
        let mut program = profile.program.take().unwrap_or_default();
        if !own.cmd.is_empty() {
            program = Program {
                command: own.cmd.clone(),
                folder: None,
                ..program
            };
        }
        program.arguments.extend(own.args.iter().cloned());
        program.folder = own.dir.clone().or(program.folder);
        program.environment.extend(own.env.clone());
        profile.name.clone_from(&own.name);
        match own.proto {
            Proto::Auto | Proto::Internal => {}
            Proto::Uci => profile.dialect = DialectChoice::Uci,
            Proto::Ucci => profile.dialect = DialectChoice::Ucci,
            Proto::Cyclone => profile.dialect = DialectChoice::Cyclone,
        }
        match own.encoding {
            None => {}
            Some(EncodingChoice::Utf8) => profile.encoding = Encoding::Utf8,
            Some(EncodingChoice::Gbk) => profile.encoding = Encoding::Gb18030,
        }
        profile.quirks.preamble.extend(own.init.iter().cloned());
        profile.deadlines.boot = Duration::from_millis(settings.startup_ms);
        profile.deadlines.ready = Duration::from_millis(settings.newgame_ms);
        profile.deadlines.stop = Duration::from_millis(settings.ping_ms).min(STOPPING);

        let useless = |fault: String| PlayerError::Useless {
            name: own.name.clone(),
            fault,
        };
        let (complain, complaints) = unbounded();
        let transcript = log.map_or_else(Transcript::default, |file| transcript(file, &complain));
        let (letters, inbox) = Mailbox::new(BYTES);
        let (tell, told) = unbounded();
        let deliver = move |start, event| {
            let is_urgent = is_waited_for(&event);
            let bytes = match &event {
                ProcessEvent::Line { bytes, .. } => bytes.len(),
                ProcessEvent::Ended => 0,
            };
            letters.put((start, event), bytes + OVERHEAD, is_urgent);
        };
        let tell = move |number, event| drop(tell.send((number, event)));
        let external = External::start(program, profile, transcript, deliver, tell);
        let mut external = external.map_err(|fault| PlayerError::Start {
            name: own.name.clone(),
            fault,
        })?;
        let leash = halt.leash();
        external.tie(Leash::clone(&leash));
        external.leave_time_to_owner();
        external.keep_options_in_range();
        for (name, value) in &own.options {
            external.set_option(name, value);
        }
        let mut player = Self {
            name: own.name.clone(),
            external,
            _ring: halt.wake(inbox.bell()),
            inbox,
            heard: VecDeque::new(),
            told,
            number: 0,
            is_pondering: false,
            report: Report::default(),
            complain,
            complaints,
            newgame: Duration::from_millis(settings.newgame_ms),
            halt,
            _leash: leash,
        };
        let patience = Duration::from_millis(settings.startup_ms) + player.newgame;
        match player.await_news(Instant::now() + patience, Duration::ZERO) {
            Ok(News::Ready) => {}
            Ok(_) => return Err(useless("it did not get ready".to_owned())),
            Err(fault) => return Err(useless(format!("{fault}{}", way_out(&fault)))),
        }
        for complaint in judge_options(own, player.external.options())? {
            player.complain(complaint);
        }
        player.close_book(own);
        Ok(player)
    }

    /// Keeps an engine from playing by a book of its own, unless the settings say otherwise: how games begin is for the
    /// match to say.
    fn close_book(&mut self, own: &EngineSettings) {
        let is_book = |name: &str| is_same_option(name, "OwnBook");
        if own.options.keys().any(|name| is_book(name)) {
            return;
        }
        let mut declared = self.external.options().iter();
        let has_book =
            |option: &&EngineOption| is_book(&option.name) && option.accept("false").is_ok();
        if let Some(name) = declared.find(has_book).map(|option| option.name.clone()) {
            self.external.set_option(&name, "false");
        }
    }

    fn complain(&self, complaint: String) {
        let _ = self.complain.send(complaint);
    }

    /// Brings an engine whose time is over to rest; one that dies meanwhile has crashed.
    fn end_late(&mut self) -> Failure {
        self.external.stop();
        loop {
            match self.await_news(Instant::now() + 2 * STOPPING, LAST_MOVE) {
                Ok(News::Ready) => {}
                Err(fault @ Fault::Ended { .. }) => return failure(&fault),
                _ => return Failure::Late,
            }
        }
    }

    /// Waits for what the engine has to say of its last search, after the end of the run for `grace` still. What came in
    /// time is heard, however much it is.
    fn await_news(&mut self, until: Instant, grace: Duration) -> Result<News, Fault> {
        let mut at = Instant::now();
        loop {
            if let Some(news) = self.next_news(at)? {
                return Ok(news);
            }
            if at > until {
                return Ok(News::TimeOver);
            }
            if let Some((start, event)) = self.heard.pop_front() {
                at = match &event {
                    ProcessEvent::Line { at, .. } => *at,
                    ProcessEvent::Ended => Instant::now(),
                };
                // A line that came too late is not in time because another was read before.
                if self.external.deadline().is_some_and(|own| own < at) {
                    self.external.expire();
                }
                self.external.hear(start, event);
                continue;
            }
            let end = self.halt.end(grace);
            if end.is_some_and(|end| end <= Instant::now()) {
                return Ok(News::Halted);
            }
            let others = [self.external.deadline(), end];
            let deadline = others.into_iter().flatten().fold(until, Instant::min);
            self.heard = self.inbox.take(Some(deadline));
            if self.heard.is_empty() {
                self.external.expire();
                if until <= Instant::now() && self.told.is_empty() {
                    return Ok(News::TimeOver);
                }
            }
        }
    }

    /// Takes what the engine has told, by a line that came at `at`.
    fn next_news(&mut self, at: Instant) -> Result<Option<News>, Fault> {
        while let Ok((number, event)) = self.told.try_recv() {
            match event {
                ChildEvent::Ready => return Ok(Some(News::Ready)),
                ChildEvent::Info { info, .. } if number == self.number => {
                    self.report.note(info.report);
                }
                ChildEvent::Done { answer, .. } if number == self.number => {
                    return Ok(Some(News::Answer(answer, at)));
                }
                ChildEvent::Failed(fault) if fault.is_fatal() || number == self.number => {
                    return Err(fault);
                }
                ChildEvent::Refused { message } => {
                    let complaint = format!("engine {}: {message}", self.name);
                    self.complain(on_one_line(&complaint));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

impl Player for ExternalPlayer {
    fn complaints(&mut self) -> Vec<String> {
        self.complaints.try_iter().collect()
    }

    fn new_game(&mut self, _number: usize) -> Result<(), Failure> {
        self.end_game();
        self.external.new_game();
        self.external.ask_ready();
        let until = Instant::now() + self.newgame;
        loop {
            match self.await_news(until, Duration::ZERO) {
                Ok(News::Ready) => return Ok(()),
                Ok(News::Answer(..)) => {}
                Ok(News::TimeOver | News::Halted) => return Err(Failure::Late),
                Err(fault) => return Err(failure(&fault)),
            }
        }
    }

    fn ponder(&mut self, line: &Line, limits: Limits) {
        self.report = Report::default();
        self.number = self.external.think(line.clone(), limits);
        self.is_pondering = true;
    }

    fn end_game(&mut self) {
        if std::mem::take(&mut self.is_pondering) {
            self.external.stop();
        }
    }

    fn think(&mut self, request: Request<'_>) -> Result<Thought, Failure> {
        let since = Instant::now();
        if request.is_ponder_hit && self.is_pondering {
            self.external.ponder_hit(request.limits.draw_offered);
        } else {
            self.report = Report::default();
            self.number = self.external.think(request.line.clone(), request.limits);
        }
        self.is_pondering = false;
        loop {
            match self.await_news(since + request.latest, LAST_MOVE) {
                Ok(News::Ready) => {}
                Ok(News::Answer(answer, at)) => {
                    let taken = at.saturating_duration_since(since);
                    return Ok(Thought {
                        said: said(answer),
                        taken,
                        report: std::mem::take(&mut self.report),
                    });
                }
                Ok(News::TimeOver) => return Err(self.end_late()),
                Ok(News::Halted) => return Err(Failure::Late),
                Err(fault) => return Err(failure(&fault)),
            }
        }
    }

    fn quit(self: Box<Self>) {
        self.external.quit();
    }
}

/// Tells whether something is more than a line of news of a search.
fn is_waited_for(event: &ProcessEvent) -> bool {
    match event {
        ProcessEvent::Line { bytes, .. } => {
            bytes.len() > SHORT || !bytes.trim_ascii_start().starts_with(b"info")
        }
        ProcessEvent::Ended => true,
    }
}

/// Goes on with a log; that it cannot be written stops nothing.
fn transcript(file: &Path, complain: &Sender<String>) -> Transcript {
    let (complain, name) = (complain.clone(), file.display().to_string());
    Transcript::append(file, move |error| {
        let _ = complain.send(format!("log {name}: {error}; it ends here"));
    })
}

fn said(answer: Answer) -> Said {
    match answer {
        Answer::Move(best) => Said::Move {
            best: best.best,
            ponder: best.ponder,
            draw: best.draw,
            resign: best.resign,
        },
        Answer::NoMove => Said::NoMove,
        Answer::Resign => Said::Resign,
        Answer::Unread { said } => Said::Unread(said),
    }
}

/// Names the setting that gives an engine more time to start, where it was too slow.
fn way_out(fault: &Fault) -> &'static str {
    match fault {
        Fault::NoHandshake { .. } => "; -startup-ms gives it more time",
        Fault::NotReady { .. } | Fault::NoAnswer { .. } => "; -newgame-ms gives it more time",
        _ => "",
    }
}

fn failure(fault: &Fault) -> Failure {
    match fault {
        Fault::NotYetReady | Fault::Late | Fault::NotReady { .. } | Fault::NoAnswer { .. } => {
            Failure::Late
        }
        fault => Failure::Crash(fault.to_string()),
    }
}
