//! An engine that does what its arguments say, mostly something wrong: the test double for everything that talks to an
//! engine.
//!
//! Without arguments it is a strict engine of UCI: it plays the first allowed move, and whatever it is sent that its
//! dialect or its state does not allow it answers with a line that holds the word `complaint`.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{self, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use caipan::analysis::Limits;
use caipan::position::{Line, Move, Position};
use caipan::protocol::{Command, Dialect, GivenPosition, Go, TimeUnit};
use caipan::text::{Encoding, decode};
use clap::{Parser, ValueEnum};
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

/// How an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Speech {
    /// UCI with ranks from 0.
    Uci,
    /// UCI with ranks from 1 and the option `UCI_Variant`.
    Fairy,
    /// UCI whose positions have no word `position` in front.
    Cyclone,
    /// UCCI.
    Ucci,
}

/// What an engine does wrong.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fault {
    /// Exits at once, with a reason on standard error.
    DieAtStart,
    /// Writes a banner and a blank line before it is asked anything.
    Banner,
    /// Starts another process that keeps the pipes open, and says its number.
    Grandchild,
    /// Never ends the handshake.
    NoOk,
    /// Ends the handshake after the delay.
    LateOk,
    /// Never says `readyok`.
    NotReady,
    /// Names itself in GBK and says something in GBK when it thinks.
    Gbk,
    /// Ends its lines with CR LF.
    CrLf,
    /// Writes its last line without an end.
    NoLineEnd,
    /// Ignores `quit` and the end of its input.
    Stay,
    /// Exits when asked to think, with a reason on standard error.
    Die,
    /// Reads nothing more once asked to think.
    Deaf,
    /// Never answers a `go`, stopped or not.
    Hang,
    /// Answers while it should ponder on or think without end.
    Early,
    /// Repeats its answer to the `go` before.
    Stale,
    /// Plays moves that it was told not to.
    IgnoreBans,
    /// Holds to what was barred in an earlier position.
    KeepBans,
    /// Numbers the ranks of its answer the other way.
    WrongRanks,
    /// Writes words without meaning when it thinks.
    Garbage,
    /// Writes every byte there is when it thinks.
    Binary,
    /// Writes a line of 1 MiB when it thinks.
    LongLine,
    /// Writes on without ever ending the line, once it has answered.
    EndlessLine,
    /// Writes 100,000 lines when it thinks.
    Flood,
    /// Writes 1 MiB to standard error when it thinks.
    ErrorFlood,
}

/// An engine that does what its arguments say.
#[derive(Parser)]
struct Script {
    /// How it speaks.
    #[arg(long, value_enum, default_value = "uci")]
    speech: Speech,
    /// What it does wrong; may be given several times.
    #[arg(long, value_enum)]
    fault: Vec<Fault>,
    /// What it says in place of `bestmove` and its move: any text; {} stands for the move.
    #[arg(long)]
    answer: Option<String>,
    /// The only `go` of the process that goes wrong, counted from 1; otherwise each one does.
    #[arg(long)]
    at: Option<u32>,
    /// Does nothing wrong if this file is there; otherwise makes it.
    #[arg(long)]
    once: Option<PathBuf>,
    /// Moves with ranks from 0, or `again` for what was played the last time that the position stood; it plays the first
    /// of them that it may play.
    #[arg(long, value_delimiter = ',')]
    prefer: Vec<String>,
    /// How long it thinks, in milliseconds, whatever it is told.
    #[arg(long, default_value_t = 0)]
    think: u64,
    /// How late it is, in milliseconds.
    #[arg(long, default_value_t = 30_000)]
    delay: u64,
    /// A file to which it adds each line that it reads.
    #[arg(long)]
    log: Option<PathBuf>,
}

/// A `go` that has not been answered.
struct Search {
    /// The move it will play, `None` if there is none.
    best: Option<Move>,
    /// When it answers; `None` waits for `stop` or `ponderhit`.
    until: Option<Instant>,
}

struct Engine {
    script: Script,
    dialect: Dialect,
    log: Option<File>,
    line: Line,
    banned: Vec<Move>,
    search: Option<Search>,
    /// How often it was asked to think.
    asked: u32,
    /// The last move it played.
    last: Option<Move>,
}

fn main() -> anyhow::Result<()> {
    let mut script = Script::parse();
    if let Some(path) = &script.once {
        if path.exists() {
            script.fault.clear();
            script.answer = None;
        }
        File::create(path).context("the file of --once")?;
    }
    let open = |path: &PathBuf| OpenOptions::new().create(true).append(true).open(path);
    let mut engine = Engine {
        dialect: match script.speech {
            Speech::Uci | Speech::Cyclone => Dialect::Uci,
            Speech::Fairy => Dialect::FairyUci,
            Speech::Ucci => Dialect::Ucci,
        },
        log: script.log.as_ref().map(open).transpose()?,
        script,
        line: Line::default(),
        banned: Vec::new(),
        search: None,
        asked: 0,
        last: None,
    };
    engine.begin()?;
    engine.serve(&read_lines())
}

/// Reads on a thread, one line ahead: the input is left alone while nobody takes what was read.
fn read_lines() -> Receiver<Vec<u8>> {
    let (lines, inbox) = bounded(0);
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
            if lines.send(line).is_err() {
                break;
            }
        }
    });
    inbox
}

/// Sleeps for ever.
fn stall() -> ! {
    loop {
        thread::park();
    }
}

impl Engine {
    fn is(&self, fault: Fault) -> bool {
        self.script.fault.contains(&fault)
    }

    /// Tells whether a fault of thinking is due with the current `go`.
    fn is_due(&self, fault: Fault) -> bool {
        self.is(fault) && self.is_this_go()
    }

    fn is_this_go(&self) -> bool {
        self.script.at.is_none_or(|at| at == self.asked)
    }

    fn say_bytes(&self, line: &[u8]) -> io::Result<()> {
        let end: &[u8] = if self.is(Fault::CrLf) { b"\r\n" } else { b"\n" };
        let mut output = io::stdout().lock();
        output.write_all(&[line, end].concat())?;
        output.flush()
    }

    fn say(&self, line: &str) -> io::Result<()> {
        self.say_bytes(line.as_bytes())
    }

    fn say_in_gbk(&self, line: &str) -> io::Result<()> {
        self.say_bytes(&Encoding::Gb18030.encode(line))
    }

    fn message(&self, text: &str) -> io::Result<()> {
        let word = if self.dialect.is_ucci() {
            "message"
        } else {
            "string"
        };
        self.say(&format!("info {word} {text}"))
    }

    fn complain(&self, what: &str) -> io::Result<()> {
        self.message(&format!("complaint: {what}"))
    }

    /// Does what comes before any word.
    fn begin(&self) -> anyhow::Result<()> {
        if self.is(Fault::DieAtStart) {
            let mut errors = io::stderr();
            writeln!(errors, "The network file scripted.nnue was not found.")?;
            process::exit(1);
        }
        if self.is(Fault::Banner) {
            self.say("Scripted 1.0 by the caipan authors\n")?;
        }
        if self.is(Fault::Grandchild) {
            let child = process::Command::new(env::current_exe()?)
                .args(["--fault", "stay"])
                .stdin(Stdio::null())
                .spawn()?;
            self.message(&format!("grandchild {}", child.id()))?;
        }
        Ok(())
    }

    fn serve(&mut self, inbox: &Receiver<Vec<u8>>) -> anyhow::Result<()> {
        loop {
            let until = self.search.as_ref().and_then(|search| search.until);
            let line = match until {
                Some(until) => inbox.recv_deadline(until),
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match line {
                Ok(line) => {
                    if let Some(log) = &mut self.log {
                        log.write_all(&[line.trim_ascii_end(), b"\n"].concat())?;
                    }
                    if self.take(&decode(&line).0)? {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.answer()?,
                Err(RecvTimeoutError::Disconnected) if self.is(Fault::Stay) => stall(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Carries a command out and tells whether it was the last.
    fn take(&mut self, line: &str) -> anyhow::Result<bool> {
        let command = match Command::read(line, self.dialect) {
            Ok(command) => command,
            Err(error) => {
                self.complain(&error.to_string())?;
                return Ok(false);
            }
        };
        if self.search.is_some()
            && !matches!(
                command,
                Command::Stop | Command::PonderHit { .. } | Command::IsReady | Command::Quit
            )
        {
            self.complain(&format!("thinking, but sent {line:?}"))?;
        }
        let is_ucci = self.dialect.is_ucci();
        match command {
            Command::Uci if !is_ucci => self.shake_hands("uciok")?,
            Command::Ucci if is_ucci => self.shake_hands("ucciok")?,
            Command::Uci | Command::Ucci | Command::Ucicyclone | Command::Empty => {}
            Command::IsReady if self.is(Fault::NotReady) => {}
            Command::IsReady => self.say("readyok")?,
            Command::SetOption { .. } | Command::NewGame | Command::Debug(_) => {}
            Command::Position(given) => {
                let is_bare = !line.trim_start().starts_with("position");
                if is_bare == (self.script.speech == Speech::Cyclone) {
                    self.set_position(&given)?;
                } else {
                    self.complain(&format!("not of this dialect: {line:?}"))?;
                }
            }
            Command::BanMoves { moves, unread } if is_ucci && unread.is_empty() => {
                self.banned = moves;
            }
            Command::Go(go) => self.go(&go)?,
            Command::Stop => match self.search {
                Some(_) => self.answer()?,
                None if is_ucci => self.say("nobestmove")?,
                None => {}
            },
            Command::PonderHit { .. } => match &mut self.search {
                Some(search) => {
                    let think = Duration::from_millis(self.script.think);
                    search.until = Some(Instant::now() + think);
                }
                None => self.complain("nothing to ponder on")?,
            },
            Command::Quit if self.is(Fault::Stay) => {}
            Command::Quit => {
                self.leave()?;
                return Ok(true);
            }
            Command::BanMoves { .. } | Command::Probe(_) | Command::Unknown(_) => {
                self.complain(&format!("not understood: {line:?}"))?;
            }
        }
        Ok(false)
    }

    fn shake_hands(&self, ok: &str) -> io::Result<()> {
        if self.is(Fault::Gbk) {
            self.say_in_gbk("id name 剧本")?;
        } else {
            self.say("id name scripted")?;
        }
        let options: &[&str] = match self.script.speech {
            Speech::Ucci => &[
                "option usemillisec type check default true",
                "option hashsize type spin min 1 max 1024 default 16",
            ],
            Speech::Fairy => &[
                "option name Hash type spin default 16 min 1 max 1024",
                "option name UCI_Variant type combo default chess var chess var xiangqi",
            ],
            Speech::Uci | Speech::Cyclone => {
                &["option name Hash type spin default 16 min 1 max 1024"]
            }
        };
        for option in options {
            self.say(option)?;
        }
        if self.is(Fault::LateOk) {
            thread::sleep(Duration::from_millis(self.script.delay));
        }
        if !self.is(Fault::NoOk) {
            self.say(ok)?;
        }
        Ok(())
    }

    fn set_position(&mut self, given: &GivenPosition) -> io::Result<()> {
        let start = match given.fen.as_deref().map(Position::from_fen) {
            Some(Ok(position)) => position,
            Some(Err(error)) => return self.complain(&error.to_string()),
            None => Position::start(),
        };
        self.line = Line::new(start);
        if !self.is(Fault::KeepBans) {
            self.banned.clear();
        }
        if let Some(word) = given.unread.first() {
            self.complain(&format!("no move: {word:?}"))?;
        }
        for mv in &given.moves {
            if let Err(error) = self.line.push(*mv) {
                return self.complain(&error.to_string());
            }
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> anyhow::Result<()> {
        self.asked += 1;
        if self.is_due(Fault::Die) {
            writeln!(io::stderr(), "Assertion failed: the script says so.")?;
            process::exit(3);
        }
        if self.is_due(Fault::Deaf) {
            stall();
        }
        self.chatter()?;
        let limits = go.limits(self.line.position().turn(), TimeUnit::Milliseconds);
        let think = Duration::from_millis(self.script.think);
        let is_held = limits.ponder || limits.is_endless();
        let is_held = is_held && !self.is_due(Fault::Early) || self.is_due(Fault::Hang);
        self.search = Some(Search {
            best: self.choose(limits),
            until: (!is_held).then(|| Instant::now() + think),
        });
        Ok(())
    }

    /// Writes what an engine may write while it thinks, and what it may not.
    fn chatter(&self) -> io::Result<()> {
        if self.is_due(Fault::Garbage) {
            self.say("bestmov\ninfo depth score\ninfo depth x pv zz99\n%s%n {}\n\t \nok")?;
        }
        if self.is_due(Fault::Binary) {
            self.say_bytes(&(0..=u8::MAX).collect::<Vec<_>>())?;
        }
        if self.is_due(Fault::Gbk) {
            self.say_in_gbk("info string 炮二平五")?;
        }
        if self.is_due(Fault::LongLine) {
            self.message(&"x".repeat(1 << 20))?;
        }
        if self.is_due(Fault::Flood) {
            let line =
                |depth| format!("info depth {depth} score cp 0 nodes {depth} pv h2e2 h9g7\n");
            let lines: String = (1..=100_000).map(line).collect();
            io::stdout().lock().write_all(lines.as_bytes())?;
        }
        if self.is_due(Fault::ErrorFlood) {
            let errors = "x".repeat(1 << 20) + "\nthe end\n";
            io::stderr().lock().write_all(errors.as_bytes())?;
        }
        Ok(())
    }

    fn choose(&self, mut limits: Limits) -> Option<Move> {
        limits.banned_moves.extend(&self.banned);
        if self.is_due(Fault::IgnoreBans) {
            limits.banned_moves.clear();
            limits.search_moves.clear();
        }
        if self.dialect.is_ucci() && limits.depth == Some(0) {
            return None;
        }
        let mut moves = self.line.position().legal_moves();
        moves.retain(|mv| limits.allows(*mv));
        let before = self.line.previous_occurrence();
        let read = |word: &String| match word.as_str() {
            "again" => before.and_then(|ply| self.line.move_at(ply)),
            word => Dialect::Uci.read_move(word),
        };
        let mut wanted = self.script.prefer.iter().filter_map(read);
        wanted
            .find(|mv| moves.contains(mv))
            .or(moves.first().copied())
    }

    /// Answers the search that runs.
    fn answer(&mut self) -> io::Result<()> {
        if self.is_due(Fault::Hang) {
            return Ok(());
        }
        let Some(search) = self.search.take() else {
            return Ok(());
        };
        let stale = self.is_due(Fault::Stale).then_some(self.last).flatten();
        self.last = stale.or(search.best);
        let dialect = match self.dialect {
            Dialect::FairyUci if self.is_due(Fault::WrongRanks) => Dialect::Uci,
            _ if self.is_due(Fault::WrongRanks) => Dialect::FairyUci,
            dialect => dialect,
        };
        let mv = self.last.map(|mv| dialect.write_move(mv));
        match (&self.script.answer, mv) {
            (Some(answer), mv) if self.is_this_go() => {
                self.say(&answer.replace("{}", &mv.unwrap_or_default()))
            }
            (_, Some(mv)) => {
                let score = if self.dialect.is_ucci() { "0" } else { "cp 0" };
                self.say(&format!("info depth 1 score {score} pv {mv}"))?;
                self.say(&format!("bestmove {mv}"))?;
                while self.is_due(Fault::EndlessLine) {
                    io::stdout().lock().write_all(&[b'x'; 1 << 16])?;
                }
                Ok(())
            }
            (_, None) if self.dialect.is_ucci() => self.say("nobestmove"),
            (_, None) => self.say("bestmove (none)"),
        }
    }

    fn leave(&self) -> io::Result<()> {
        match self.dialect.is_ucci() {
            _ if self.is(Fault::NoLineEnd) => io::stdout().lock().write_all(b"bye"),
            true => self.say("bye"),
            false => Ok(()),
        }
    }
}
