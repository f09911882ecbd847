//! What engines may do wrong, and what the GUI gets all the same: one legal move in time, one message, and no process
//! left.

use std::time::{Duration, Instant};

use caipan::position::Line;
use caipan::protocol::Dialect;

use crate::support::process_family::{family, holdings, signal};
use crate::support::relayed_engine::{RelayedEngine, scripted};

/// Longer than any answer takes on a busy machine beyond the time it has.
const PATIENCE: Duration = Duration::from_secs(10);

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn nothing_is_left(engine: &RelayedEngine) {
    let start = Instant::now();
    loop {
        let left = family(engine);
        if left.is_empty() {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "left: {left:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Says farewell and looks at what is left.
fn leave(mut engine: RelayedEngine) {
    let answers = engine.process.heard.len();
    engine.say("quit");
    engine.process.leave();
    let late = &engine.process.heard[answers..];
    assert!(
        !late.iter().any(|line| line.starts_with("bestmove")),
        "{late:?}"
    );
    nothing_is_left(&engine);
}

/// Asks for a first move and gives it with the messages.
fn first_move(engine: &mut RelayedEngine, go: &str) -> (String, Vec<String>) {
    engine.say("position startpos");
    engine.say(go);
    let start = Instant::now();
    let (best, messages) = engine.legal_move(&Line::default());
    assert!(start.elapsed() < PATIENCE);
    let messages = messages
        .into_iter()
        .filter(|message| !message.contains("complaint"));
    (best.to_string(), messages.collect())
}

/// Asks an engine that is up for a first move; tells whether it was the engine's own, and the messages.
fn told(arguments: &[&str]) -> (bool, Vec<String>) {
    let mut engine = RelayedEngine::ready(&scripted(arguments), Dialect::Uci);
    let (best, messages) = first_move(&mut engine, "go wtime 20000 btime 20000");
    leave(engine);
    (best == "e0e1", messages)
}

#[test]
fn an_idle_engine_speaks_with_the_next_answer() {
    let mut engine = RelayedEngine::ready(&scripted(&["--fault", "grandchild"]), Dialect::Uci);
    let is_message = |line: &&String| line.starts_with("info");
    assert_eq!(engine.process.heard.iter().find(is_message), None);
    let (_, messages) = first_move(&mut engine, "go depth 1");
    assert!(messages[0].starts_with("grandchild "), "{messages:?}");
    leave(engine);
}

/// What the scripted engine answers that cannot be played, over and over.
fn all_steps(what: &str) -> String {
    format!(
        "Scripted: {what}; it was asked again; {what}; it was started and asked again; {what}; the bundled searcher answers"
    )
}

#[test]
fn no_end_of_the_handshake() {
    let settings = scripted(&["--fault", "no-ok"]).replace("stop =", "boot = 200, stop =");
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    let (_, messages) = first_move(&mut engine, "go depth 2");
    assert_eq!(
        messages,
        ["Scripted: no uciok within 0.2 s; the bundled searcher plays on"]
    );
    let (_, messages) = first_move(&mut engine, "go depth 2");
    assert_eq!(messages, [""; 0], "it is told once");
    leave(engine);
}

#[test]
fn a_late_end_of_the_handshake() {
    let settings = scripted(&words("--fault late-ok --delay 3000"));
    let mut engine = RelayedEngine::start(&settings);
    engine.shake_hands(Dialect::Uci);
    let (_, messages) = first_move(&mut engine, "go movetime 100");
    assert_eq!(
        messages,
        ["Scripted: it was not ready in time; the bundled searcher answers"]
    );
    engine.ask("isready", "readyok");
    let (best, messages) = first_move(&mut engine, "go movetime 100");
    assert_eq!((best.as_str(), messages), ("e0e1", vec![]));
    leave(engine);
}

#[test]
fn a_death_at_the_start() {
    let mut engine = RelayedEngine::ready(&scripted(&words("--fault die-at-start")), Dialect::Uci);
    let (_, messages) = first_move(&mut engine, "go depth 2");
    let died = "Scripted: it has ended while it was starting; it said: The network file scripted.nnue was not found.; \
                the bundled searcher plays on";
    assert_eq!(messages, [died]);
    // Another game, another try.
    engine.say("ucinewgame");
    engine.ask("isready", "readyok");
    assert_eq!(first_move(&mut engine, "go depth 2").1, [died]);
    leave(engine);
}

#[test]
fn a_death_in_thought() {
    let died = "it has ended while it was thinking; it said: Assertion failed: the script says so.";
    let (is_own, messages) = told(&words("--fault die --once {folder}/once"));
    assert_eq!(
        messages,
        [format!("Scripted: {died}; it was started and asked again")]
    );
    assert!(is_own);
    let (_, messages) = told(&words("--fault die"));
    let expected = format!(
        "Scripted: {died}; it was started and asked again; {died}; it was started again; the bundled searcher answers"
    );
    assert_eq!(messages, [expected]);
}

#[test]
fn an_engine_that_always_dies_is_given_up() {
    let mut engine = RelayedEngine::ready(&scripted(&words("--fault die")), Dialect::Uci);
    first_move(&mut engine, "go depth 2");
    engine.ask("isready", "readyok");
    let (_, messages) = first_move(&mut engine, "go depth 2");
    assert!(
        messages[0].ends_with("; the bundled searcher plays on"),
        "{messages:?}"
    );
    assert_eq!(first_move(&mut engine, "go depth 2").1, [""; 0]);
    assert_eq!(family(&engine), [0; 0]);
    leave(engine);
}

#[test]
fn silence() {
    for fault in ["hang", "deaf"] {
        let mut engine = RelayedEngine::ready(&scripted(&["--fault", fault]), Dialect::Uci);
        let (_, messages) = first_move(&mut engine, "go movetime 100");
        assert_eq!(
            messages,
            ["Scripted: no move in time; the bundled searcher answers"],
            "{fault}"
        );
        leave(engine);
        let mut engine = RelayedEngine::ready(&scripted(&["--fault", fault]), Dialect::Uci);
        engine.say("position startpos");
        engine.say("go infinite");
        engine.say("stop");
        let (_, messages) = engine.legal_move(&Line::default());
        let late = "no best move within 0.3 s of stop; it was started again";
        let expected = format!("Scripted: {late}; the bundled searcher answers");
        assert_eq!(messages, [expected], "{fault}");
        leave(engine);
    }
}

#[test]
fn two_answers_at_once() {
    let settings = scripted(&["--answer", "bestmove {}\nbestmove {}"]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    for _ in 0..3 {
        let (best, messages) = first_move(&mut engine, "go movetime 100");
        assert_eq!((best.as_str(), messages), ("e0e1", vec![]));
    }
    leave(engine);
}

#[test]
fn an_answer_for_the_position_before() {
    let mut engine = RelayedEngine::ready(&scripted(&words("--fault stale --at 2")), Dialect::Uci);
    assert_eq!(first_move(&mut engine, "go depth 1").0, "e0e1");
    engine.say("position startpos moves e0e1 a9a8");
    engine.say("go depth 1");
    let mut line = Line::default();
    for word in ["e0e1", "a9a8"] {
        line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
    }
    let (best, messages) = engine.legal_move(&line);
    assert_eq!(best.to_string(), "e1e0");
    assert_eq!(
        messages,
        ["Scripted: it answered e0e1, which is not legal; it was asked again"]
    );
    leave(engine);
}

#[test]
fn answers_that_are_no_legal_moves() {
    for (answer, what) in [
        ("bestmove e9e8", "it answered e9e8, which is not legal"),
        ("bestmove", "it answered that it has no move"),
        ("bestmove 0000", "it answered that it has no move"),
        ("bestmove (none)", "it answered that it has no move"),
        ("nobestmove", "it answered that it has no move"),
        ("bestmove x?", "it answered x?, which is no move"),
    ] {
        assert_eq!(told(&["--answer", answer]).1, [all_steps(what)], "{answer}");
        let (is_own, messages) = told(&["--answer", answer, "--at", "1"]);
        assert_eq!(
            messages,
            [format!("Scripted: {what}; it was asked again")],
            "{answer}"
        );
        assert!(is_own, "{answer}");
    }
    let (_, messages) = told(&["--answer", "bestmove resign"]);
    assert_eq!(
        messages,
        ["Scripted: it gives up; the bundled searcher answers"]
    );
}

#[test]
fn faults_are_told_in_both_languages() {
    let settings = scripted(&["--answer", "bestmove e9e8", "--at", "1"]);
    let mut engine = RelayedEngine::ready(&settings.replace("\"en\"", "\"both\""), Dialect::Ucci);
    let (_, messages) = first_move(&mut engine, "go depth 1");
    let expected = [
        "Scripted：所答 e9e8 不合规则；已令其重想",
        "Scripted: it answered e9e8, which is not legal; it was asked again",
    ];
    assert_eq!(messages, expected);
    leave(engine);
}

#[test]
fn what_does_no_harm() {
    for arguments in [
        "--fault banner",
        "--fault gbk",
        "--fault cr-lf",
        "--fault garbage",
        "--fault binary",
        "--fault long-line",
        "--fault flood",
        "--fault error-flood",
        "--fault no-line-end",
        "--fault stay",
        "--fault wrong-ranks",
        "--fault grandchild --fault stay",
    ] {
        let (is_own, messages) = told(&words(arguments));
        assert!(is_own, "{arguments}");
        let is_ours = |message: &String| message.starts_with("Scripted: ");
        assert!(!messages.iter().any(is_ours), "{arguments}: {messages:?}");
    }
}

#[test]
fn bans_that_are_not_heeded() {
    let ignoring = "--fault ignore-bans --prefer h2e2";
    let what = "it answered h2e2, which is not allowed";
    for (bans, expected) in [
        (
            "",
            format!("Scripted: {what}; it was asked again; {what}; the bundled searcher answers"),
        ),
        (
            ", bans = \"none\"",
            format!("Scripted: {what}; the bundled searcher answers"),
        ),
    ] {
        let settings = scripted(&words(ignoring)).replace("\"0-9\"", &format!("\"0-9\"{bans}"));
        let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
        let (best, messages) = first_move(&mut engine, "go depth 1 searchmoves h2d2 b2d2");
        assert!(["h2d2", "b2d2"].contains(&best.as_str()), "{best}");
        assert_eq!(messages, [expected]);
        leave(engine);
    }
}

/// Red has checked three times round with the same rook; checking on lets Black complete the count.
const NEAR: &str = "fen c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1 moves \
                    h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9 h8h9 f9f8";

fn near_the_end(arguments: &str, options: &str) -> (String, Vec<String>) {
    let settings = scripted(&words(arguments)).replace("msglang", &format!("{options}msglang"));
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    engine.say(&format!("position {NEAR}"));
    engine.say("go depth 1");
    let (answer, messages) = engine.answer();
    leave(engine);
    (answer.unwrap().best.to_string(), messages)
}

#[test]
fn a_move_that_loses_by_a_ruling_is_not_played() {
    for way in ["--prefer h9h8", "--fault ignore-bans --prefer h9h8"] {
        assert_ne!(near_the_end(way, "").0, "h9h8", "{way}");
    }
    for guard in ["warn", "off"] {
        let options = format!("guard = {guard:?}, ");
        let (best, messages) = near_the_end("--prefer h9h8", &options);
        assert_eq!(best, "h9h8");
        let is_told = messages
            .iter()
            .any(|message| message.starts_with("Repetition"));
        assert_eq!(is_told, guard == "warn", "{messages:?}");
    }
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
        let settings = scripted(&words("--fault grandchild --fault stay --fault hang"));
        let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
        engine.say("go infinite");
        engine.ask("isready", "readyok");
        assert_eq!(family(&engine).len(), 2);
        signal(engine.process.id(), name);
        engine.process.await_end();
        nothing_is_left(&engine);
    }
}
