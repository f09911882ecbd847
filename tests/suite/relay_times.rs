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
