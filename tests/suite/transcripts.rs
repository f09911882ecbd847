//! What real GUIs and managers send, and the answers they need, as files of `tests/data/transcripts`: the same whether
//! caipan thinks itself or has an engine behind it.
//!
//! A line `> text` is sent (with `\xHH`, `\r` and `\t` for bytes that a text file cannot show). `< pattern` must match
//! the next line received, `<< pattern` some later one, and `!! pattern` must match no line of the whole session; `*`
//! stands for anything. `~ seconds` waits that long. `= exit` closes the input and waits for the program to end well.
//! `#` begins a comment.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::engine_process::EngineProcess;
use crate::support::relayed_engine::RelayedEngine;

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let (byte, length) = match after.as_bytes()[0] {
            b'r' => (b'\r', 1),
            b't' => (b'\t', 1),
            b'x' => (u8::from_str_radix(&after[1..3], 16).unwrap(), 3),
            other => panic!("\\{} is no escape", char::from(other)),
        };
        bytes.push(byte);
        rest = &after[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// Tells whether a line fits a pattern in which `*` stands for anything.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Plays a transcript with caipan alone.
fn run(name: &str, script: &str) {
    play(EngineProcess::caipan(), name, script);
}

/// Plays a transcript with fairy-stockfish behind caipan, by a profile.
fn run_with(profile: &str, name: &str, script: &str) {
    let settings = format!("profile = {profile:?}\ncommand = \"/usr/games/fairy-stockfish\"\n");
    let RelayedEngine {
        process, folder, ..
    } = RelayedEngine::start(&settings);
    play(process, name, script);
    drop(folder);
}

fn play(mut engine: EngineProcess, name: &str, script: &str) {
    let mut never = Vec::new();
    for (number, step) in script.lines().enumerate() {
        let (sign, text) = step.split_once(' ').unwrap_or((step, ""));
        let at = format!("{name}:{}", number + 1);
        match sign {
            ">" => engine.say_bytes(&unescape(text)),
            "<" => {
                let line = engine.hear(&format!("{at}: {text}"));
                assert!(
                    matches(text, &line),
                    "{at}: expected {text:?}, heard {line:?} after {:#?}",
                    engine.heard
                );
            }
            "<<" => {
                engine.hear_until(&format!("{at}: {text}"), |line| matches(text, line));
            }
            "!!" => never.push(text.to_owned()),
            "~" => std::thread::sleep(Duration::from_secs_f64(text.parse().unwrap())),
            "=" => engine.leave(),
            "" | "#" => {}
            _ => panic!("{at}: {step:?} is no step"),
        }
    }
    for pattern in never {
        let found = engine.heard.iter().find(|line| matches(&pattern, line));
        assert_eq!(found, None, "{name}: {pattern:?} was to be heard never");
    }
}

macro_rules! transcripts {
    ($($name:ident)*) => {
        $(
            mod $name {
                const NAME: &str = stringify!($name);
                const SCRIPT: &str =
                    include_str!(concat!("../data/transcripts/", stringify!($name), ".txt"));

                #[test]
                fn alone() {
                    super::run(NAME, SCRIPT);
                }

                #[test]
                fn with_an_engine_of_uci() {
                    super::run_with("fairy-stockfish", NAME, SCRIPT);
                }

                #[test]
                fn with_an_engine_of_ucci() {
                    super::run_with("fairy-stockfish-ucci", NAME, SCRIPT);
                }
            }
        )*

        #[test]
        fn every_transcript_is_run() {
            assert_eq!(crate::support::data::names("transcripts"), [$(stringify!($name)),*]);
        }
    };
}

transcripts! {
    batch
    cchess
    clock_without_time
    fairyground
    huge_clock
    mated
    noise
    order
    perpetual_check
    ponder
    ponder_miss
    ranks_from_one
    rules_change
    stitching
    sylvan
    tchess
    uccileag
    vinxiangqi
    xqwizard
}

#[test]
fn a_line_of_a_mebibyte_is_taken() {
    let mut engine = EngineProcess::caipan();
    engine.say("ucci");
    engine.say(&"x".repeat(1 << 20));
    let dance = "b0c2 b9c7 c2b0 c7b9 ";
    engine.say("setoption guard off");
    engine.say(&format!(
        "position startpos moves {}",
        dance.repeat((1 << 20) / dance.len())
    ));
    engine.say("isready");
    engine.hear_until("readyok", |line| line == "readyok");
    engine.say("go depth 1");
    engine.hear_until("a move", |line| line.starts_with("bestmove "));
    engine.leave();
}

/// A file piped in may end with a search that nothing but a further line would end.
#[test]
fn batch_mode_ends_with_its_input() {
    let mut engine = EngineProcess::caipan();
    engine.say(
        "ucci\nsetoption batch true\nposition startpos\ngo infinite\ngo ponder depth 1\ngo depth 1",
    );
    engine.leave();
    let answers = engine.heard.iter().map(|line| matches("bestmove *", line));
    assert_eq!(answers.filter(|is_answer| *is_answer).count(), 3);
    assert_eq!(engine.heard.last().map(String::as_str), Some("bye"));
}

/// What waits behind a `quit` is never read, so nothing can end the search but that.
#[test]
fn batch_mode_ends_with_a_quit() {
    let mut engine = EngineProcess::caipan();
    engine.say("ucci\nsetoption batch true\nposition startpos\ngo infinite\nquit");
    engine.await_end();
}

/// The log goes to standard error, and only when it is asked for.
#[test]
fn what_is_not_understood_is_logged_on_demand() {
    for (level, is_told) in [("debug", true), ("error", false)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
            .env("RUST_LOG", level)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"xyzzy\n").unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stdout.is_empty());
        let log = String::from_utf8(output.stderr).unwrap();
        assert_eq!(log.contains("not understood: \"xyzzy"), is_told, "{log:?}");
    }
}

#[test]
fn faults_are_told_within_bounds() {
    let mut engine = EngineProcess::caipan();
    engine.say("ucci");
    let long = "x".repeat(100_000);
    for command in ["position startpos moves ", "position fen ", "banmoves "] {
        engine.say(&format!("{command}{long}"));
    }
    for _ in 0..1_000 {
        engine.say("setoption guard perhaps");
    }
    engine.say("position startpos");
    engine.say("go depth 1");
    engine.hear_until("a move", |line| line.starts_with("bestmove "));
    let told: Vec<_> = engine
        .heard
        .iter()
        .filter(|line| line.starts_with("info message"))
        .collect();
    assert!((4..100).contains(&told.len()), "{}", told.len());
    assert!(told.iter().all(|line| line.len() < 1_000));
    engine.leave();
}

#[test]
fn patterns_match_what_they_say() {
    assert!(matches("bestmove * ponder *", "bestmove h2e2 ponder h9g7"));
    assert!(matches("bye", "bye"));
    assert!(!matches("bye", "bye "));
    assert!(!matches("a*b", "ba"));
    assert!(matches("*读*", "可读的"));
    assert_eq!(unescape("a\\r\\xc5b"), b"a\r\xc5b");
}
