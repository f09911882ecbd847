//! When an engine behind caipan is told to stop, and how soon another answers for one that does not.

use std::time::{Duration, Instant};

use caipan::position::Line;
use caipan::protocol::Dialect;

use crate::support::relayed_engine::{RelayedEngine, scripted};

/// How late an answer may be on a busy machine.
const SLACK: Duration = Duration::from_millis(250);

/// Gives how long the answer to a `go` takes, and whether it was the engine's own.
fn time(engine: &mut RelayedEngine, go: &str) -> (Duration, bool) {
    engine.say("position startpos");
    let start = Instant::now();
    engine.say(go);
    let (_, messages) = engine.legal_move(&Line::default());
    (start.elapsed(), messages.is_empty())
}

fn engine(arguments: &str) -> RelayedEngine {
    let arguments: Vec<_> = arguments.split_whitespace().collect();
    let settings = scripted(&arguments).replace("stop = 300, ", "");
    RelayedEngine::ready(&settings, Dialect::Uci)
}

#[test]
fn a_fixed_time_is_kept() {
    for (arguments, is_own, most) in [
        ("--think 5000", true, 230),
        ("--fault hang", false, 370),
        ("--fault deaf", false, 370),
    ] {
        let found = time(&mut engine(arguments), "go movetime 200");
        let most = Duration::from_millis(most) + SLACK;
        assert!(
            found.0 < most && found.1 == is_own,
            "{arguments}: {found:?}"
        );
    }
}

#[test]
fn an_engine_that_hangs_leaves_the_others_of_the_clock() {
    for (go, most) in [
        ("go wtime 1000 btime 1000", 900),
        ("go wtime 1000 btime 1000 winc 1000 binc 1000", 950),
        ("go wtime 3000 btime 3000", 2_200),
        ("go wtime 1500 btime 1500 movestogo 1", 1_400),
    ] {
        let (found, is_own) = time(&mut engine("--fault hang"), go);
        assert!(found < Duration::from_millis(most), "{go}: {found:?}");
        assert!(!is_own, "{go}");
    }
}

#[test]
fn an_engine_may_use_what_is_its_own() {
    for go in [
        "go wtime 1000 btime 1000 winc 1000 binc 1000",
        "go wtime 1000 btime 1000 movestogo 1",
    ] {
        let (found, is_own) = time(&mut engine("--think 450"), go);
        let least = Duration::from_millis(450);
        assert!(is_own && found >= least, "{go}: {found:?}");
    }
}

#[test]
fn a_go_right_behind_the_handshake_is_answered_in_time() {
    for (go, most) in [("go movetime 100", 275), ("go wtime 400 btime 400", 390)] {
        let settings = scripted(&["--fault", "late-ok", "--delay", "5000"]);
        let mut engine = RelayedEngine::start(&settings.replace("stop = 300, ", ""));
        let start = Instant::now();
        engine.say(&format!("uci\nposition startpos\n{go}"));
        let is_move = |line: &str| line.starts_with("bestmove");
        engine.process.hear_until("a move", is_move);
        let most = Duration::from_millis(most) + SLACK;
        assert!(start.elapsed() < most, "{go}: {:?}", start.elapsed());
    }
}

#[test]
fn who_quits_at_once_leaves_at_once() {
    let settings = scripted(&["--fault", "late-ok", "--delay", "5000"]);
    let mut engine = RelayedEngine::start(&settings.replace("quit = 300", "quit = 5000"));
    let start = Instant::now();
    engine.say("uci\nquit");
    engine.process.await_end();
    assert!(start.elapsed() < 2 * SLACK, "{:?}", start.elapsed());
}
