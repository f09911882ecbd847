//! A GUI that does not read what it is told, or writes more than any line holds: caipan's memory stays bounded, it can be
//! asked to leave, and nothing is lost.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use caipan::position::Line;
use caipan::protocol::Dialect;

use crate::support::process_family::{family, memory, nothing_is_left, signal};
use crate::support::relayed_engine::{RelayedEngine, scripted};

/// An engine that writes without end once it thinks, and does not mind the end of its input.
const ENDLESS: &str = r#"command = "sh"
arguments = ["-c", """
while read word rest; do
    case $word in
        uci) echo uciok ;;
        isready) echo readyok ;;
        go) exec yes "info depth 1 score cp 0 nodes 1 pv h2e2 h9g7" ;;
    esac
done"""]
dialect = "uci"
quirks = { ranks = "0-9" }
"#;

/// Lets caipan come to where it can write no more.
fn await_standstill() {
    thread::sleep(Duration::from_millis(1_500));
}

#[test]
fn the_memory_stays_bounded() {
    let mut engine = RelayedEngine::ready(ENDLESS, Dialect::Uci);
    let before = memory(&engine);
    let reading = Arc::clone(&engine.process.reading);
    let held = reading.lock().unwrap();
    engine.say("go infinite");
    await_standstill();
    let grown = memory(&engine).saturating_sub(before);
    assert!(grown < 64 << 10, "{grown} KiB more");
    drop(held);
    // The loop goes on; another engine gets its turn although lines of the last one wait.
    engine.say("stop");
    engine.legal_move(&Line::default());
    engine.say("setoption name Profile value builtin");
    engine.ask("isready", "readyok");
    nothing_is_left(&engine);
}

#[test]
fn a_signal_is_heard_while_nobody_reads() {
    for name in ["TERM", "INT"] {
        let mut engine = RelayedEngine::ready(ENDLESS, Dialect::Uci);
        let reading = Arc::clone(&engine.process.reading);
        let held = reading.lock().unwrap();
        engine.say("go infinite");
        await_standstill();
        assert_eq!(family(&engine).len(), 1);
        let start = Instant::now();
        signal(engine.process.id(), name);
        signal(engine.process.id(), name);
        engine.process.await_end();
        assert!(start.elapsed() < Duration::from_secs(5), "{name}");
        drop(held);
        let patience = Instant::now() + Duration::from_secs(5);
        while !family(&engine).is_empty() {
            assert!(Instant::now() < patience, "{name}: {:?}", family(&engine));
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn an_engine_that_never_falls_silent_keeps_no_deadline_from_passing() {
    let settings = format!("{ENDLESS}deadlines = {{ stop = 300 }}\n");
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    for (go, then, least) in [("go movetime 300", "", 300), ("go infinite", "stop", 0)] {
        engine.say("position startpos");
        engine.say(go);
        if !then.is_empty() {
            thread::sleep(Duration::from_millis(500));
        }
        let start = Instant::now();
        engine.say(then);
        engine.legal_move(&Line::default());
        let most = Duration::from_millis(least + 300 + 350);
        assert!(start.elapsed() < most, "{go}: {:?}", start.elapsed());
    }
}

#[test]
fn a_gui_that_asks_without_end_is_answered_by_a_deadline() {
    const ASKED: usize = 1_000_000;
    let mut engine = RelayedEngine::ready(&scripted(&["--fault", "hang"]), Dialect::Uci);
    engine.say("position startpos");
    engine.say("go movetime 100");
    engine.process.say_bytes(&b"isready\n".repeat(ASKED));
    let heard = engine.process.heard.len();
    let is_move = |line: &str| line.starts_with("bestmove");
    engine.process.hear_until("a move", is_move);
    let answers = engine.process.heard[heard..].iter();
    let count = answers.filter(|line| *line == "readyok").count();
    assert!(count < ASKED, "the move came behind all of them");
}

#[test]
fn what_was_not_read_at_once_is_read_later() {
    let mut engine = RelayedEngine::ready(&scripted(&["--fault", "flood"]), Dialect::Uci);
    let reading = Arc::clone(&engine.process.reading);
    for _ in 0..4 {
        let held = reading.lock().unwrap();
        engine.say("position startpos");
        engine.say("go depth 1");
        thread::sleep(Duration::from_millis(200));
        drop(held);
        let heard = engine.process.heard.len();
        assert_eq!(engine.legal_move(&Line::default()).1, [""; 0]);
        let lines = &engine.process.heard[heard..];
        assert_eq!(lines.len(), 100_002, "all, and the engine's own two");
    }
}

#[test]
fn a_line_without_end_is_passed_over() {
    let mut engine = RelayedEngine::ready(&scripted(&[]), Dialect::Uci);
    let before = memory(&engine);
    for _ in 0..2 {
        engine.process.say_bytes(&vec![b'x'; 40 << 20]);
        engine.ask("isready", "readyok");
    }
    let grown = memory(&engine).saturating_sub(before);
    assert!(grown < 32 << 10, "{grown} KiB more");
    engine.say("position startpos");
    engine.say("go depth 1");
    let (_, messages) = engine.legal_move(&Line::default());
    assert!(
        messages[0].ends_with("a line of more than 8388608 bytes was passed over"),
        "{messages:?}"
    );
    assert_eq!(messages.len(), 2, "one for each");
}
