//! What is done about engines that fail: they are started again and given up, their player is told, and all ends with
//! caipan; and what the guard keeps them from. The single faults are in `misbehaviour`.

use std::time::{Duration, Instant};

use caipan::position::Line;
use caipan::protocol::Dialect;

use crate::support::process_family::{family, holdings, leave, nothing_is_left, signal};
use crate::support::relayed_engine::{PATIENCE, RelayedEngine, scripted};

#[test]
fn an_idle_engine_speaks_with_the_next_answer() {
    let mut engine = RelayedEngine::ready(&scripted(&["--fault", "grandchild"]), Dialect::Uci);
    let is_message = |line: &&String| line.starts_with("info");
    assert_eq!(engine.process.heard.iter().find(is_message), None);
    let (_, messages) = engine.first_move("go depth 1");
    assert!(messages[0].starts_with("grandchild "), "{messages:?}");
    leave(engine);
}

#[test]
fn an_engine_that_always_dies_is_given_up() {
    let mut engine = RelayedEngine::ready(&scripted(&["--fault", "die"]), Dialect::Uci);
    engine.first_move("go depth 2");
    engine.ask("isready", "readyok");
    let (_, messages) = engine.first_move("go depth 2");
    assert!(
        messages[0].ends_with("; the bundled searcher plays on"),
        "{messages:?}"
    );
    assert_eq!(engine.first_move("go depth 2").1, [""; 0]);
    assert_eq!(family(&engine), [0; 0]);
    leave(engine);
}

#[test]
fn faults_are_told_in_both_languages() {
    let settings = scripted(&["--answer", "bestmove e9e8", "--at", "1"]);
    let mut engine = RelayedEngine::ready(&settings.replace("\"en\"", "\"both\""), Dialect::Ucci);
    let (_, messages) = engine.first_move("go depth 1");
    let expected = [
        "Scripted：所答 e9e8 不合规则；已令其重想",
        "Scripted: it answered e9e8, which is not legal; it was asked again",
    ];
    assert_eq!(messages, expected);
    leave(engine);
}

/// Red has checked three times round with the same rook; checking on lets Black complete the count.
const NEAR: &str = "fen c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1 moves \
                    h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9 h8h9 f9f8";

/// What the engine would play there.
const PREFER: [&str; 2] = ["--prefer", "h9h8"];

fn near_the_end(arguments: &[&str], options: &str) -> (String, Vec<String>) {
    let settings = scripted(arguments).replace("msglang", &format!("{options}msglang"));
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    engine.say(&format!("position {NEAR}"));
    engine.say("go depth 1");
    let (answer, messages) = engine.answer();
    leave(engine);
    (answer.unwrap().best.to_string(), messages)
}

#[test]
fn a_move_that_loses_by_a_ruling_is_not_played() {
    assert_ne!(near_the_end(&PREFER, "").0, "h9h8");
    for guard in ["warn", "off"] {
        let options = format!("guard = {guard:?}, ");
        let (best, messages) = near_the_end(&PREFER, &options);
        assert_eq!(best, "h9h8");
        let is_told = messages
            .iter()
            .any(|message| message.starts_with("Repetition"));
        assert_eq!(is_told, guard == "warn", "{messages:?}");
        let last = messages.last().map_or("", |message| message.as_str());
        let is_told =
            last.starts_with("Warning: K6-1 would complete a ruling: Red: perpetual check");
        assert_eq!(is_told, guard == "warn", "{messages:?}");
    }
}

#[test]
fn an_engine_that_ignores_the_guard_is_replaced() {
    let arguments = [&["--fault", "ignore-bans"], &PREFER[..]].concat();
    let (best, messages) = near_the_end(&arguments, "");
    assert_ne!(best, "h9h8");
    let what = "it answered h9h8, which loses by a ruling: perpetual check (24.9, 25.1)";
    assert_eq!(
        messages[1..],
        [format!(
            "Scripted: {what}; it was asked again; {what}; the bundled searcher answers"
        )]
    );
}

#[test]
fn an_engine_that_is_killed_again_and_again_costs_nothing() {
    let settings = scripted(&["--think", "100"]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    let before = holdings(&engine);
    let mut line = Line::default();
    for ply in 0..24 {
        let moves = line.moves().map(|mv| format!(" {mv}"));
        let position = format!("position startpos moves{}", moves.collect::<String>());
        engine.say(&position);
        engine.say("go wtime 20000 btime 20000");
        if ply % 3 == 2 {
            let [child] = family(&engine).try_into().unwrap();
            signal(child, "KILL");
        }
        let (best, messages) = engine.legal_move(&line);
        let is_told = messages.iter().any(|message| {
            message.starts_with("Scripted: it has ended while it was ")
                && message.contains("; it was started")
        });
        assert_eq!(is_told, ply % 3 == 2, "ply {ply}: {messages:?}");
        line.push(best).unwrap();
    }
    engine.ask("isready", "readyok");
    let start = Instant::now();
    while holdings(&engine) != before {
        assert!(
            start.elapsed() < PATIENCE,
            "{before:?}, then {:?}",
            holdings(&engine)
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    leave(engine);
}

#[test]
fn a_signal_ends_all() {
    for name in ["TERM", "INT"] {
        let settings = scripted(&[
            "--fault",
            "grandchild",
            "--fault",
            "stay",
            "--fault",
            "hang",
        ]);
        let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
        engine.say("go infinite");
        engine.ask("isready", "readyok");
        assert_eq!(family(&engine).len(), 2);
        signal(engine.process.id(), name);
        engine.process.await_end();
        nothing_is_left(&engine);
    }
}
