//! What a child of UCI is sent for the words of UCCI, and what comes back: the ten faults of the one converter that was
//! published, none of which is ours.

use std::fs;

use caipan::position::Line;
use caipan::protocol::Dialect;

use crate::support::relayed_engine::{RelayedEngine, scripted};

/// A GUI of UCCI before a child of UCI that keeps what it is sent.
fn engine(arguments: &[&str]) -> RelayedEngine {
    let arguments = [&["--log", "{folder}/log"], arguments].concat();
    RelayedEngine::ready(&scripted(&arguments), Dialect::Ucci)
}

/// Gives what the child was sent that begins so.
fn sent(engine: &RelayedEngine, start: &str) -> Vec<String> {
    let log = fs::read_to_string(engine.folder.path().join("log")).unwrap();
    let lines = log.lines().filter(|line| line.starts_with(start));
    lines.map(str::to_owned).collect()
}

/// Says lines of which the last is a `go`, and gives the `go` that the child was sent.
fn go(lines: &[&str]) -> String {
    let mut engine = engine(&[]);
    let line = "position startpos moves h2e2";
    engine.say(line);
    lines.iter().for_each(|line| engine.say(line));
    engine.answer();
    let [go] = sent(&engine, "go").try_into().unwrap();
    go
}

#[test]
fn the_clocks_go_to_their_colours() {
    // Black is to move.
    assert_eq!(
        go(&["go time 5000 increment 100 opptime 7000 oppincrement 200"]),
        "go wtime 7000 btime 5000 winc 200 binc 100"
    );
}

#[test]
fn the_opponents_time_is_told() {
    assert_eq!(
        go(&["go time 5000 movestogo 9 opptime 7000 oppmovestogo 10"]),
        "go movestogo 9 wtime 7000 btime 5000 winc 0 binc 0"
    );
}

#[test]
fn a_time_at_the_end_of_the_line_is_read() {
    assert_eq!(
        go(&["go increment 0 time 5000"]),
        "go wtime 5000 btime 5000 winc 0 binc 0"
    );
}

#[test]
fn bans_become_the_moves_to_search() {
    let go = go(&["banmoves h9g7 b9c7", "go depth 1"]);
    let moves = go.strip_prefix("go depth 1 searchmoves ").unwrap();
    let moves: Vec<_> = moves.split(' ').collect();
    assert!(!moves.contains(&"h9g7") && !moves.contains(&"b9c7"), "{go}");
    let mut line = Line::default();
    line.push(Dialect::Uci.read_move("h2e2").unwrap()).unwrap();
    assert_eq!(moves.len(), line.position().legal_moves().len() - 2);
}

#[test]
fn an_offer_of_a_draw_is_not_given_on() {
    assert_eq!(go(&["go draw depth 1"]), "go depth 1");
}

#[test]
fn a_mate_is_a_number() {
    let mut engine = engine(&["--answer", "info depth 9 score mate 3 pv {}\nbestmove {}"]);
    engine.say("position startpos");
    engine.say("go depth 1");
    engine.answer();
    let heard = &engine.process.heard;
    assert!(
        heard
            .iter()
            .any(|line| line == "info depth 9 score 9995 pv e0e1"),
        "{heard:?}"
    );
}

#[test]
fn a_stop_that_stops_nothing_is_answered() {
    engine(&[]).ask("stop", "nobestmove");
}

#[test]
fn seconds_become_milliseconds() {
    assert_eq!(
        go(&[
            "setoption usemillisec false",
            "go time 5 increment 1 opptime 7 oppincrement 2"
        ]),
        "go wtime 7000 btime 5000 winc 2000 binc 1000"
    );
}

#[test]
fn nothing_is_asked_of_a_child_that_is_not_ready() {
    let mut engine = RelayedEngine::start(&scripted(&[
        "--log",
        "{folder}/log",
        "--fault",
        "late-ok",
        "--delay",
        "1500",
    ]));
    engine.shake_hands(Dialect::Ucci);
    engine.say("position startpos");
    engine.say("go depth 1");
    engine.answer();
    let complaints = engine
        .process
        .heard
        .iter()
        .filter(|line| line.contains("complaint"));
    assert_eq!(complaints.count(), 0);
    let log = fs::read_to_string(engine.folder.path().join("log")).unwrap();
    assert_eq!(log, "uci\nisready\nposition startpos\ngo depth 1\n");
}

#[test]
fn the_program_is_the_users_to_name() {
    let folder = tempfile::TempDir::new().unwrap();
    let program = folder
        .path()
        .join(format!("my fish{}", std::env::consts::EXE_SUFFIX));
    fs::copy(crate::support::example_engine::path("scripted"), &program).unwrap();
    let settings = format!("command = {program:?}\n[quirks]\nranks = \"0-9\"");
    let mut engine = RelayedEngine::ready(&settings, Dialect::Ucci);
    let (best, messages) = engine.first_move("go depth 1");
    assert_eq!((best.to_string().as_str(), messages), ("e0e1", vec![]));
}

#[test]
fn foreign_lines_pass_between_like_dialects() {
    let folder = tempfile::TempDir::new().unwrap();
    let log = folder.path().join("log");
    // An engine of UCI that answers any other word by itself.
    let script = r#"while read line; do
        echo "$line" >> LOG
        case $line in
            uci) echo uciok ;;
            isready) echo readyok ;;
            "go "*) echo noise; echo bestmove h2e2 ;;
            quit) exit ;;
            position*) ;;
            *) echo "heard $line"; echo "never bestmove a0a1 of $line" ;;
        esac
    done"#;
    let script = script.replace("LOG", log.to_str().unwrap());
    let settings = format!(
        "command = \"sh\"\narguments = [\"-c\", {script:?}]\ndialect = \"uci\"\nquirks = {{ ranks = \"0-9\" }}\n"
    );
    for (dialect, is_alike) in [(Dialect::Uci, true), (Dialect::Ucci, false)] {
        fs::write(&log, "").unwrap();
        let mut engine = RelayedEngine::ready(&settings, dialect);
        engine.say("position startpos moves h2e2");
        // What nobody asked for is kept away.
        engine.say("go depth 1");
        engine.answer();
        for line in [
            "d",
            "eval 1 2",
            "please go depth 1",
            "x bestmove a0a1",
            "joho stop",
        ] {
            engine.say(line);
        }
        engine.ask("isready", "readyok");
        engine.say("quit");
        engine.process.leave();
        let log = fs::read_to_string(&log).unwrap();
        let sent = ["d", "eval 1 2", "please", "x bestmove", "joho"]
            .map(|start| log.lines().any(|line| line.starts_with(start)));
        assert_eq!(sent, [is_alike, is_alike, false, false, false], "{log}");
        let position = "position startpos moves h2e2\nd\n";
        assert_eq!(log.contains(position), is_alike, "{log}");
        let is_foreign = |line: &&String| {
            let starts = ["heard", "never", "noise"];
            starts.iter().any(|start| line.starts_with(start))
        };
        let foreign: Vec<_> = engine.process.heard.iter().filter(is_foreign).collect();
        let expected: &[&str] = if is_alike {
            &["heard d", "heard eval 1 2"]
        } else {
            &[]
        };
        assert_eq!(foreign, expected);
    }
}
