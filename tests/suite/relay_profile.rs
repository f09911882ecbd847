//! Another engine is chosen while caipan runs: what the user has set is set of it too, and no word of the GUI is lost.

use std::fs;

use caipan::position::Line;
use caipan::protocol::Dialect;

use crate::support::process_family::{family, signal};
use crate::support::relayed_engine::{RelayedEngine, scripted};

/// Gives what all engines of the folder were sent, with the words of which each line begins.
fn sent(engine: &RelayedEngine, starts: &[&str]) -> Vec<String> {
    let log = fs::read_to_string(engine.folder.path().join("log")).unwrap();
    let is_wanted = |line: &&str| starts.iter().any(|start| line.starts_with(start));
    log.lines().filter(is_wanted).map(str::to_owned).collect()
}

/// Writes a profile beside the settings and gives its name.
fn write_profile(engine: &RelayedEngine, arguments: &[&str]) -> &'static str {
    let settings = scripted(arguments).replace("options = { msglang = \"en\" }\n", "");
    let settings = settings.replace("{folder}", engine.folder.path().to_str().unwrap());
    let other = settings.replace("\"Scripted\"", "\"Other\"");
    fs::write(engine.folder.path().join("other.toml"), other).unwrap();
    "other.toml"
}

#[test]
fn what_was_set_is_set_of_the_next_engine_too() {
    let arguments = ["--log", "{folder}/log"];
    let settings = scripted(&arguments).replace("msglang", "Hash = 32, msglang");
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    engine.say("setoption name Hash value 64");
    engine.say("setoption name Hash value 48");
    engine.ask("isready", "readyok");
    let other = write_profile(&engine, &arguments);
    for word in [other, "builtin", ""] {
        engine.say(&format!("setoption name Profile value {word}"));
        engine.ask("isready", "readyok");
    }
    let options = sent(&engine, &["uci", "setoption"]);
    let of_next = ["uci", "setoption name Hash value 48"];
    assert_eq!(
        options,
        [
            &["uci", "setoption name Hash value 32"][..],
            &[
                "setoption name Hash value 64",
                "setoption name Hash value 48"
            ],
            &of_next,
            &of_next
        ]
        .concat()
    );
}

#[test]
fn the_engine_that_runs_is_not_started_again() {
    let settings = scripted(&["--log", "{folder}/log"]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    for _ in 0..2 {
        engine.say("setoption name Profile value");
        engine.ask("isready", "readyok");
    }
    assert_eq!(sent(&engine, &["uci"]), ["uci"]);
}

#[test]
fn a_word_of_readiness_that_is_owed_is_given_by_who_comes_next() {
    let slow = ["--fault", "late-ok", "--delay", "30000"];
    for word in ["builtin", "no such profile", "other.toml", "gone.toml"] {
        let mut engine = RelayedEngine::start(&scripted(&slow));
        engine.shake_hands(Dialect::Uci);
        write_profile(&engine, &[]);
        let gone = engine.folder.path().join("gone.toml");
        fs::write(gone, "command = \"/no/such/engine\"").unwrap();
        engine.say("isready");
        engine.ask(&format!("setoption name Profile value {word}"), "readyok");
        engine.say("position startpos");
        engine.say("go depth 1");
        engine.legal_move(&Line::default());
    }
}

#[test]
fn an_engine_that_will_not_leave_holds_up_nobody() {
    let stay = scripted(&["--fault", "stay"]).replace("quit = 300", "quit = 5000");
    for leave in [false, true] {
        let mut engine = RelayedEngine::ready(&stay, Dialect::Uci);
        engine.say("setoption name Profile value builtin");
        engine.say("position startpos");
        engine.say("go wtime 200 btime 200");
        engine.legal_move(&Line::default());
        assert_eq!(family(&engine).len(), 1, "the engine has still its time");
        if leave {
            engine.process.leave();
        } else {
            signal(engine.process.id(), "TERM");
            engine.process.await_end();
        }
        assert_eq!(family(&engine), [0; 0]);
    }
}
