//! Whole games of every kind of engine behind every kind of GUI, overheard on both sides.

use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

use caipan::position::{Line, Move, Position};
use caipan::protocol::{BestMove, Command, Dialect, GivenPosition, Reply};
use caipan::ruling::{RuleSet, outcome};
use rayon::prelude::*;

use crate::support::engine_process::EngineProcess;
use crate::support::relayed_engine::RelayedEngine;

const FAIRY: &str = "/usr/games/fairy-stockfish";

/// How many moves each side makes.
const MOVES: usize = 30;

/// Where games begin: at the start, and at a FEN of which the other side is to move.
const STARTS: [&str; 2] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2",
];

/// A way of speaking of GUIs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gui {
    Milliseconds,
    Seconds,
    Uci,
    Cyclone,
}

/// How a GUI asks for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Control {
    Depth,
    MoveTime,
    Clock,
    Ponder,
}

/// An engine: its profile, and the command under which a shell starts it, if it is not the bundled searcher.
struct Engine {
    profile: &'static str,
    command: Option<&'static str>,
    /// The dialect in which it speaks.
    dialect: Dialect,
    /// Whether it is asked for a first move that no GUI asks for, to learn its ranks.
    is_probed: bool,
}

const ENGINES: [Engine; 5] = [
    Engine {
        profile: "fairy-stockfish",
        command: Some(FAIRY),
        dialect: Dialect::FairyUci,
        is_probed: true,
    },
    Engine {
        profile: "fairy-stockfish-ucci",
        command: Some(FAIRY),
        dialect: Dialect::Ucci,
        is_probed: false,
    },
    Engine {
        profile: "sjaakii",
        command: Some("/usr/games/sjaakii -uci"),
        dialect: Dialect::FairyUci,
        is_probed: false,
    },
    Engine {
        profile: "cyclone",
        command: Some(env!("CARGO_BIN_EXE_caipan")),
        dialect: Dialect::Uci,
        is_probed: false,
    },
    Engine {
        profile: "builtin",
        command: None,
        dialect: Dialect::Uci,
        is_probed: false,
    },
];

impl Engine {
    /// Writes settings that start the engine and keep each line sent to it and said by it.
    fn settings(&self) -> String {
        let mut settings = format!("profile = {:?}\n", self.profile);
        if let Some(command) = self.command {
            let script = format!("tee {{folder}}/sent | {command} | tee {{folder}}/said");
            // What is slow on a busy machine is no fault.
            let _ = write!(
                settings,
                "command = \"/bin/sh\"\narguments = [\"-c\", {script:?}]\ndeadlines = {{ stop = 10000, margin = 50 }}\n"
            );
        }
        // A move that is barred would be no fault, but not the same on both sides.
        settings + "options = { msglang = \"en\", guard = \"warn\" }\n"
    }
}

impl Gui {
    const ALL: [Self; 4] = [Self::Milliseconds, Self::Seconds, Self::Uci, Self::Cyclone];

    const fn dialect(self) -> Dialect {
        match self {
            Self::Milliseconds | Self::Seconds => Dialect::Ucci,
            Self::Uci | Self::Cyclone => Dialect::Uci,
        }
    }

    fn position(self, line: &Line) -> String {
        let given = GivenPosition {
            fen: Some(line.start().to_string()),
            moves: line.moves().collect(),
            unread: Vec::new(),
        };
        let command = Command::Position(given).write(self.dialect());
        match self {
            Self::Cyclone => command
                .replace("position ", "")
                .replacen(" w - - 0 1", " r", 1),
            _ => command,
        }
    }

    /// Writes the clock of the side to move, in milliseconds; that of the other side is full.
    fn clock(self, clock: &Clock, is_red: bool) -> String {
        let Clock { left, full, gain } = *clock;
        match self {
            Self::Milliseconds => {
                format!("time {left} increment {gain} opptime {full} oppincrement {gain}")
            }
            Self::Seconds => {
                let [left, full, gain] = [left, full, gain].map(|time| time / 1000);
                format!("time {left} increment {gain} opptime {full} oppincrement {gain}")
            }
            Self::Uci | Self::Cyclone => {
                let (red, black) = if is_red { (left, full) } else { (full, left) };
                format!("wtime {red} btime {black} winc {gain} binc {gain}")
            }
        }
    }
}

/// A clock in milliseconds.
struct Clock {
    left: u64,
    full: u64,
    gain: u64,
}

impl Clock {
    const fn of(gui: Gui) -> Self {
        let (full, gain) = match gui {
            Gui::Seconds => (2_000, 1_000),
            _ => (2_000, 100),
        };
        Self {
            left: full,
            full,
            gain,
        }
    }

    fn run(&mut self, since: Instant) {
        let gone = since.elapsed().as_millis() as u64;
        let left = self
            .left
            .checked_sub(gone)
            .expect("the flag has not fallen");
        self.left = left + self.gain;
    }
}

/// A game that is being played: what the GUI asked and heard.
struct Table {
    gui: Gui,
    engine: RelayedEngine,
    line: Line,
    /// Each line asked about, and the answer.
    asked: Vec<(Line, BestMove)>,
}

impl Table {
    fn sit_down(gui: Gui, engine: &Engine) -> Self {
        let mut relayed = RelayedEngine::start(&engine.settings());
        if gui == Gui::Cyclone {
            relayed.say("ucicyclone");
        }
        relayed.shake_hands(gui.dialect());
        if gui == Gui::Seconds {
            relayed.say("setoption usemillisec false");
        }
        relayed.ask("isready", "readyok");
        Self {
            gui,
            engine: relayed,
            line: Line::default(),
            asked: Vec::new(),
        }
    }

    /// Begins another game.
    fn set_up(&mut self, fen: &str) {
        self.line = Line::new(Position::from_fen(fen).unwrap());
        self.engine.say(match self.gui {
            Gui::Milliseconds | Gui::Seconds => "setoption newgame",
            Gui::Uci | Gui::Cyclone => "ucinewgame",
        });
        self.engine.ask("isready", "readyok");
    }

    fn go(&mut self, line: &Line, limits: &str) {
        let position = self.gui.position(line);
        self.engine.say(&position);
        self.engine.say(&format!("go {limits}"));
    }

    /// Waits for the answer to the last `go`, about this line.
    fn answer(&mut self, line: &Line) -> BestMove {
        let dialect = self.gui.dialect();
        loop {
            let said = self.engine.process.hear("a move");
            match Reply::read(&said, dialect) {
                Reply::BestMove(best) => {
                    self.asked.push((line.clone(), best));
                    assert!(line.position().is_legal(best.best), "{said} in {line:?}");
                    return best;
                }
                Reply::Info(info) => {
                    let is_ours = |message: &String| {
                        [
                            "Repetition: ",
                            "Attacks: ",
                            "Warning: ",
                            "Ruling: ",
                            "Score by a ruling: ",
                            "【",
                            "Seed ",
                            "随机种子",
                        ]
                        .iter()
                        .any(|word| message.starts_with(word))
                    };
                    assert!(info.message.as_ref().is_none_or(is_ours), "{said}");
                    let mut line = line.clone();
                    for mv in &info.report.pv {
                        line.push(*mv)
                            .unwrap_or_else(|error| panic!("{said}: {error}"));
                    }
                }
                other => panic!("{other:?} in a search"),
            }
        }
    }

    /// Asks for a move of the line as it stands.
    fn think(&mut self, limits: &str) -> BestMove {
        let line = self.line.clone();
        self.go(&line, limits);
        self.answer(&line)
    }

    /// Has the engine ponder on a move, and answer once that or another was played.
    fn ponder(&mut self, expected: Move, played: Move, limits: &str) -> Option<BestMove> {
        let mut line = self.line.clone();
        line.push(expected).unwrap();
        self.go(&line, &format!("ponder {limits}"));
        self.engine.say(if expected == played {
            "ponderhit"
        } else {
            "stop"
        });
        let answer = self.answer(&line);
        (expected == played).then_some(answer)
    }
}

fn is_over(line: &Line) -> bool {
    outcome(line, &RuleSet::default()).is_some()
}

/// Tells whether the game goes on after a move.
fn goes_on(line: &Line, mv: Move) -> bool {
    let mut line = line.clone();
    line.push(mv).is_ok() && !is_over(&line)
}

/// Plays the moves of a game; a game that ends before is followed by another.
fn play(table: &mut Table, control: Control) {
    let starts = match control {
        Control::Depth | Control::Clock => STARTS,
        Control::MoveTime | Control::Ponder => [STARTS[1], STARTS[0]],
    };
    let mut starts = starts.into_iter().cycle();
    table.set_up(starts.next().unwrap());
    let mut clock = Clock::of(table.gui);
    let mut pondered = None;
    for number in 0..MOVES {
        if is_over(&table.line) {
            table.set_up(starts.next().unwrap());
            pondered = None;
        }
        let is_red = table.line.position().turn() == caipan::board::Color::Red;
        let answer = match (pondered.take(), control) {
            (Some(answer), _) => answer,
            // No clock in whole seconds makes a quick game: only some moves are played by it.
            (None, Control::Clock) if table.gui == Gui::Seconds && number % 6 > 0 => {
                table.think("depth 2")
            }
            (None, Control::Depth | Control::Ponder) => table.think("depth 2"),
            (None, Control::MoveTime) => table.think("movetime 10"),
            (None, Control::Clock) => {
                let limits = table.gui.clock(&clock, is_red);
                let since = Instant::now();
                let answer = table.think(&limits);
                clock.run(since);
                answer
            }
        };
        table.line.push(answer.best).unwrap();
        if is_over(&table.line) {
            continue;
        }
        let reply = match control {
            Control::MoveTime => table.think("movetime 10").best,
            _ => table.think("depth 1").best,
        };
        if control == Control::Ponder {
            // Every third time the engine ponders on what is not played.
            let mut expected = table.line.position().legal_moves();
            expected.retain(|mv| (*mv == reply) == (number % 3 > 0) && goes_on(&table.line, *mv));
            if let Some(expected) = expected.first() {
                pondered = table.ponder(*expected, reply, "depth 2");
            }
        }
        table.line.push(reply).unwrap();
    }
}

/// Reads a position as an engine was sent it.
fn line_sent(text: &str, dialect: Dialect) -> Option<Line> {
    let Ok(Command::Position(given)) = Command::read(text, dialect) else {
        return None;
    };
    assert!(given.unread.is_empty(), "{text}");
    let mut line = match &given.fen {
        Some(fen) => Line::new(Position::from_fen(fen).unwrap()),
        None => Line::default(),
    };
    for mv in given.moves {
        line.push(mv)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    Some(line)
}

/// Gives the lines that an engine was asked about.
fn lines_asked(sent: &str, dialect: Dialect) -> Vec<Line> {
    let mut line = None;
    let mut asked = Vec::new();
    for text in sent.lines() {
        line = line_sent(text, dialect).or(line);
        if text.starts_with("go") {
            asked.push(line.clone().expect("a position before `go`"));
        }
    }
    asked
}

/// Gives the moves that an engine answered, and holds each of its lines to be understood.
fn moves_said(said: &str, dialect: Dialect) -> Vec<BestMove> {
    let mut is_up = false;
    let mut moves = Vec::new();
    for text in said.lines() {
        match Reply::read(text, dialect) {
            Reply::UciOk | Reply::UcciOk => is_up = true,
            Reply::BestMove(best) => moves.push(best),
            Reply::Unknown(_) if is_up && !text.is_empty() => {
                panic!("the engine complains: {text}")
            }
            _ => {}
        }
    }
    moves
}

/// Has an engine replay the last position that another was sent, and gives the FEN that it comes to.
fn replayed(sent: &str) -> String {
    let mut process = EngineProcess::start(FAIRY);
    let is_wanted = |line: &&str| line.starts_with("uc") || line.starts_with("setoption");
    let mut setup: Vec<_> = sent.lines().filter(is_wanted).collect();
    setup.extend(sent.lines().rfind(|line| line.starts_with("position")));
    setup.push("d");
    process.say(&setup.join("\n"));
    let fen = process.hear_until("a FEN", |line| line.starts_with("Fen: "));
    fen["Fen: ".len()..].to_owned()
}

/// Plays one game and compares what was heard on both sides.
fn check(gui: Gui, engine: &Engine, control: Control) {
    let mut table = Table::sit_down(gui, engine);
    play(&mut table, control);
    table.engine.say("quit");
    table.engine.process.leave();
    let unknown = table
        .engine
        .process
        .heard
        .iter()
        .find(|line| matches!(Reply::read(line, gui.dialect()), Reply::Unknown(_)));
    assert_eq!(unknown, None);
    if engine.command.is_none() {
        return;
    }
    let read = |name: &str| fs::read_to_string(table.engine.folder.path().join(name)).unwrap();
    let (sent, said) = (read("sent"), read("said"));
    if engine.profile == "cyclone" {
        assert!(!sent.contains("position"), "{sent}");
    }
    let probed = usize::from(engine.is_probed);
    let asked = lines_asked(&sent, engine.dialect);
    let answers = moves_said(&said, engine.dialect);
    assert_eq!(asked.len(), table.asked.len() + probed);
    assert_eq!(answers.len(), table.asked.len() + probed);
    let of_engine = asked.iter().zip(answers).skip(probed);
    for ((line, mut answer), (ours, given)) in of_engine.zip(&table.asked) {
        assert!(
            line.start() == ours.start() && line.moves().eq(ours.moves()),
            "{line:?}, {ours:?}"
        );
        assert_eq!(line.position().to_string(), ours.position().to_string());
        // A reply that cannot be played is not given on.
        answer.ponder = answer.ponder.filter(|_| given.ponder.is_some());
        assert_eq!(answer, *given);
    }
    if engine.command == Some(FAIRY) {
        let last = asked.last().unwrap().position();
        assert_eq!(replayed(&sent), last.to_string());
    }
}

#[test]
fn every_engine_behind_every_gui() {
    let controls = [
        Control::Depth,
        Control::MoveTime,
        Control::Clock,
        Control::Ponder,
    ];
    let games: Vec<_> = controls
        .iter()
        .flat_map(|control| Gui::ALL.iter().map(move |gui| (gui, control)))
        .flat_map(|(gui, control)| ENGINES.iter().map(move |engine| (*gui, engine, *control)))
        .collect();
    // Told on this thread, whose words a failing test shows.
    let failed: Vec<String> = games
        .into_par_iter()
        .filter_map(|(gui, engine, control)| {
            let why = std::panic::catch_unwind(|| check(gui, engine, control)).err()?;
            let why = why.downcast_ref::<String>().map_or("", String::as_str);
            Some(format!(
                "{} behind {gui:?}, {control:?}: {why}",
                engine.profile
            ))
        })
        .collect();
    assert_eq!(failed, [""; 0]);
}
