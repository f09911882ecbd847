//! caipan with another engine behind it, as a GUI would run it.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use caipan::position::{Line, Move};
use caipan::protocol::{BestMove, Dialect, Reply};
use tempfile::TempDir;

use super::engine_process::EngineProcess;
use super::example_engine;

/// Longer than any answer takes on a busy machine beyond the time it has.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// caipan with an engine behind it, and a folder of its own.
pub(crate) struct RelayedEngine {
    pub(crate) process: EngineProcess,
    pub(crate) folder: TempDir,
    pub(crate) dialect: Dialect,
}

/// Writes settings that start our scripted engine with arguments; waits for it are short.
pub(crate) fn scripted(arguments: &[&str]) -> String {
    let command = example_engine::path("scripted");
    format!(
        "name = \"Scripted\"\ncommand = {command:?}\narguments = {arguments:?}\ndialect = \"uci\"\n\
         deadlines = {{ stop = 300, quit = 300 }}\nquirks = {{ ranks = \"0-9\" }}\n\
         options = {{ msglang = \"en\" }}\n"
    )
}

impl RelayedEngine {
    /// Starts caipan with these settings; `{folder}` in them is the folder they are in.
    pub(crate) fn start(settings: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("settings.toml");
        let settings = settings.replace("{folder}", folder.path().to_str().unwrap());
        fs::write(&file, settings).unwrap();
        Self::start_in(folder)
    }

    fn start_in(folder: TempDir) -> Self {
        let settings = folder.path().join("settings.toml");
        let cache = folder.path().join("cache");
        Self {
            process: EngineProcess::caipan_in(&[
                ("CAIPAN_CONFIG", &settings),
                ("XDG_CACHE_HOME", &cache),
                // The C library gives back what is free, so that its memory is what caipan holds.
                ("MALLOC_TRIM_THRESHOLD_", Path::new("65536")),
            ]),
            folder,
            dialect: Dialect::Uci,
        }
    }

    /// Starts caipan anew with the same settings and what is kept in its folder.
    pub(crate) fn again(self) -> Self {
        Self::start_in(self.folder)
    }

    /// Does the handshake of a dialect and waits until the engine is ready.
    pub(crate) fn ready(settings: &str, dialect: Dialect) -> Self {
        let mut engine = Self::start(settings);
        engine.shake_hands(dialect);
        engine.ask("isready", "readyok");
        engine
    }

    /// Does the handshake of a dialect.
    pub(crate) fn shake_hands(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        if dialect.is_ucci() {
            self.ask("ucci", "ucciok");
        } else {
            self.ask("uci", "uciok");
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.process.say(line);
    }

    /// Says something and waits for a whole line.
    pub(crate) fn ask(&mut self, line: &str, answer: &str) {
        self.say(line);
        self.process.hear_until(answer, |heard| heard == answer);
    }

    /// Waits for the answer to a `go`, and gives it with the messages that came before.
    pub(crate) fn answer(&mut self) -> (Option<BestMove>, Vec<String>) {
        let mut messages = Vec::new();
        loop {
            match Reply::read(&self.process.hear("a move"), self.dialect) {
                Reply::BestMove(best) => return (Some(best), messages),
                Reply::NoBestMove { .. } => return (None, messages),
                Reply::Info(info) => messages.extend(info.message),
                other => panic!("{other:?} in a search"),
            }
        }
    }

    /// Waits for a move that can be played at the end of a line.
    pub(crate) fn legal_move(&mut self, line: &Line) -> (Move, Vec<String>) {
        let (answer, messages) = self.answer();
        let best = answer.expect("there is a move").best;
        assert!(line.position().is_legal(best), "{best} in {line:?}");
        (best, messages)
    }
    /// Asks for a first move, which comes in time, and gives it with the messages that came before.
    pub(crate) fn first_move(&mut self, go: &str) -> (Move, Vec<String>) {
        self.say("position startpos");
        self.say(go);
        let start = Instant::now();
        let answer = self.legal_move(&Line::default());
        assert!(start.elapsed() < PATIENCE, "{go}");
        answer
    }
}
