//! What engines may do wrong, each in a test of its own: the GUI gets one legal move in time and the one message that is
//! due, and no process is left.

use caipan::position::{Line, Move};
use caipan::protocol::Dialect;

use crate::support::process_family::{family, leave};
use crate::support::relayed_engine::{RelayedEngine, scripted};

const CLOCKS: &str = "go wtime 20000 btime 20000";

/// What the scripted engine says of its first move.
const REPORT: &str = "info depth 1 score cp 0 pv e0e1";

/// The first move that the scripted engine plays if nothing goes wrong.
fn own_move() -> Move {
    Dialect::Uci.read_move("e0e1").unwrap()
}

/// Asks an engine that is up for a first move and ends it; gives the move with the messages.
fn told(arguments: &[&str], go: &str) -> (Move, Vec<String>) {
    let mut engine = RelayedEngine::ready(&scripted(arguments), Dialect::Uci);
    let told = engine.first_move(go);
    leave(engine);
    told
}

/// Gives all that the GUI hears from its `go` to the move.
fn heard_of_a_search(engine: &mut RelayedEngine) -> Vec<String> {
    let before = engine.process.heard.len();
    engine.first_move(CLOCKS);
    engine.process.heard.split_off(before)
}

/// Checks that an engine does no harm: the GUI hears these lines of its own, its own move, and nothing else.
fn check_heard(arguments: &[&str], lines: &[&str]) {
    let mut engine = RelayedEngine::ready(&scripted(arguments), Dialect::Uci);
    let heard = heard_of_a_search(&mut engine);
    let expected = [lines, &["bestmove e0e1"]].concat();
    // There may be very many.
    let mut pairs = heard.iter().zip(&expected);
    assert_eq!(pairs.find(|(heard, expected)| heard != expected), None);
    assert_eq!(heard.len(), expected.len());
    leave(engine);
}

/// Checks an answer that cannot be played: once given the engine is asked again, and in the end it is replaced.
fn check_answer(answer: &str, what: &str) {
    let (best, messages) = told(&["--answer", answer, "--at", "1"], CLOCKS);
    assert_eq!(messages, [format!("Scripted: {what}; it was asked again")]);
    assert_eq!(best, own_move());
    let (_, messages) = told(&["--answer", answer], CLOCKS);
    let expected = format!(
        "Scripted: {what}; it was asked again; {what}; it was started and asked again; {what}; the bundled searcher answers"
    );
    assert_eq!(messages, [expected]);
}

/// Checks that an engine that does not answer in time is replaced.
fn check_overrun(arguments: &[&str]) {
    let (_, messages) = told(arguments, "go movetime 100");
    assert_eq!(
        messages,
        ["Scripted: no move in time; the bundled searcher answers"]
    );
}

/// Checks that an engine that does not answer `stop` is replaced and started again.
fn check_unstopped(fault: &str) {
    let mut engine = RelayedEngine::ready(&scripted(&["--fault", fault]), Dialect::Uci);
    engine.say("position startpos");
    engine.say("go infinite");
    engine.say("stop");
    let (_, messages) = engine.legal_move(&Line::default());
    let late = "no best move within 0.3 s of stop; it was started again";
    let expected = format!("Scripted: {late}; the bundled searcher answers");
    assert_eq!(messages, [expected]);
    leave(engine);
}

#[test]
fn no_end_of_the_handshake() {
    let settings = scripted(&["--fault", "no-ok"]).replace("stop =", "boot = 200, stop =");
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    let (_, messages) = engine.first_move("go depth 2");
    assert_eq!(
        messages,
        ["Scripted: no uciok within 0.2 s; the bundled searcher plays on"]
    );
    let (_, messages) = engine.first_move("go depth 2");
    assert_eq!(messages, [""; 0], "it is told once");
    leave(engine);
}

const NOT_READY: &str = "Scripted: it was not ready in time; the bundled searcher answers";

#[test]
fn an_end_of_the_handshake_after_30_seconds() {
    let settings = scripted(&["--fault", "late-ok", "--delay", "30000"]);
    let mut engine = RelayedEngine::start(&settings);
    engine.shake_hands(Dialect::Uci);
    for _ in 0..2 {
        let (_, messages) = engine.first_move("go movetime 100");
        assert_eq!(messages, [NOT_READY]);
    }
    leave(engine);
}

#[test]
fn an_end_of_the_handshake_that_comes_late() {
    let settings = scripted(&["--fault", "late-ok", "--delay", "3000"]);
    let mut engine = RelayedEngine::start(&settings);
    engine.shake_hands(Dialect::Uci);
    let (_, messages) = engine.first_move("go movetime 100");
    assert_eq!(messages, [NOT_READY]);
    engine.ask("isready", "readyok");
    assert_eq!(engine.first_move("go movetime 100"), (own_move(), vec![]));
    leave(engine);
}

#[test]
fn a_death_at_the_start_for_want_of_a_network() {
    let settings = scripted(&["--fault", "die-at-start"]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    let (_, messages) = engine.first_move("go depth 2");
    let died = "Scripted: it has ended while it was starting; it said: The network file scripted.nnue was not found.; \
                the bundled searcher plays on";
    assert_eq!(messages, [died]);
    // Another game, another try.
    engine.say("ucinewgame");
    engine.ask("isready", "readyok");
    assert_eq!(engine.first_move("go depth 2").1, [died]);
    leave(engine);
}

const DIED: &str =
    "it has ended while it was thinking; it said: Assertion failed: the script says so.";

#[test]
fn a_death_in_thought() {
    let (best, messages) = told(&["--fault", "die", "--once", "{folder}/once"], CLOCKS);
    assert_eq!(
        messages,
        [format!("Scripted: {DIED}; it was started and asked again")]
    );
    assert_eq!(best, own_move());
}

#[test]
fn a_death_in_every_thought() {
    let (_, messages) = told(&["--fault", "die"], CLOCKS);
    let expected = format!(
        "Scripted: {DIED}; it was started and asked again; {DIED}; it was started again; the bundled searcher answers"
    );
    assert_eq!(messages, [expected]);
}

#[test]
fn an_engine_that_stops_reading() {
    check_overrun(&["--fault", "deaf"]);
}

#[test]
fn an_engine_that_stops_reading_and_is_to_stop() {
    check_unstopped("deaf");
}

#[test]
fn an_engine_that_never_answers() {
    check_overrun(&["--fault", "hang"]);
}

#[test]
fn an_engine_that_never_answers_stop() {
    check_unstopped("hang");
}

#[test]
fn two_answers_at_once() {
    let settings = scripted(&["--answer", "bestmove {}\nbestmove {}"]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    for _ in 0..3 {
        assert_eq!(heard_of_a_search(&mut engine), ["bestmove e0e1"]);
    }
    leave(engine);
}

#[test]
fn an_answer_for_the_position_before() {
    let settings = scripted(&["--fault", "stale", "--at", "2"]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    assert_eq!(engine.first_move("go depth 1").0, own_move());
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
fn an_illegal_answer() {
    check_answer("bestmove e9e8", "it answered e9e8, which is not legal");
}

#[test]
fn an_answer_that_is_no_move() {
    check_answer("bestmove x?", "it answered x?, which is no move");
}

#[test]
fn an_answer_without_a_move() {
    check_answer("bestmove", "it answered that it has no move");
}

#[test]
fn an_empty_line_for_an_answer() {
    check_overrun(&["--answer", ""]);
}

#[test]
fn an_answer_of_0000() {
    check_answer("bestmove 0000", "it answered that it has no move");
}

#[test]
fn an_answer_of_none() {
    check_answer("bestmove (none)", "it answered that it has no move");
}

#[test]
fn an_answer_of_nobestmove() {
    check_answer("nobestmove", "it answered that it has no move");
}

#[test]
fn an_answer_of_resign() {
    let (_, messages) = told(&["--answer", "bestmove resign"], CLOCKS);
    assert_eq!(
        messages,
        ["Scripted: it gives up; the bundled searcher answers"]
    );
}

/// Checks an engine that plays a move that the GUI has not allowed, with more settings of its quirks.
fn check_ignored_bans(quirks: &str, steps: &str) {
    let settings = scripted(&["--fault", "ignore-bans", "--prefer", "h2e2"]);
    let settings = settings.replace("\"0-9\"", &format!("\"0-9\"{quirks}"));
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    let (best, messages) = engine.first_move("go depth 1 searchmoves h2d2 b2d2");
    assert!(
        ["h2d2", "b2d2"].contains(&best.to_string().as_str()),
        "{best}"
    );
    assert_eq!(
        messages,
        [format!("Scripted: {steps}; the bundled searcher answers")]
    );
    leave(engine);
}

#[test]
fn bans_that_are_not_heeded() {
    let what = "it answered h2e2, which is not allowed";
    check_ignored_bans("", &format!("{what}; it was asked again; {what}"));
}

#[test]
fn bans_that_cannot_be_told() {
    check_ignored_bans(
        ", bans = \"none\"",
        "it answered h2e2, which is not allowed",
    );
}

#[test]
fn a_banner() {
    let mut engine = RelayedEngine::ready(&scripted(&["--fault", "banner"]), Dialect::Uci);
    let is_banner = |line: &&String| line.contains("Scripted 1.0") || line.is_empty();
    assert_eq!(engine.process.heard.iter().find(is_banner), None);
    let heard = heard_of_a_search(&mut engine);
    assert_eq!(heard, [REPORT, "bestmove e0e1"]);
    leave(engine);
}

#[test]
fn text_in_gbk() {
    let mut engine = RelayedEngine::ready(&scripted(&["--fault", "gbk"]), Dialect::Uci);
    let heard = heard_of_a_search(&mut engine);
    assert_eq!(heard, ["info string 炮二平五", REPORT, "bestmove e0e1"]);
    assert!(engine.process.is_utf8);
    leave(engine);
}

#[test]
fn lines_that_end_with_cr_lf() {
    check_heard(&["--fault", "cr-lf"], &[&format!("{REPORT}\r")]);
}

#[test]
fn garbage() {
    let passed_on = ["info depth score", "info depth x pv zz99", REPORT];
    check_heard(&["--fault", "garbage"], &passed_on);
}

#[test]
fn binary_data() {
    check_heard(&["--fault", "binary"], &[REPORT]);
}

#[test]
fn a_line_of_1_mib() {
    let line = format!("info string {}", "x".repeat(1 << 20));
    check_heard(&["--fault", "long-line"], &[&line, REPORT]);
}

#[test]
fn a_flood_of_reports() {
    let flood = |depth| format!("info depth {depth} score cp 0 nodes {depth} pv h2e2 h9g7");
    let lines: Vec<_> = (1..=100_000).map(flood).collect();
    let lines = lines.iter().map(String::as_str).chain([REPORT]);
    check_heard(&["--fault", "flood"], &lines.collect::<Vec<_>>());
}

#[test]
fn a_flood_of_errors() {
    check_heard(&["--fault", "error-flood"], &[REPORT]);
}

#[test]
fn a_last_line_without_an_end() {
    check_heard(&["--fault", "no-line-end"], &[REPORT]);
}

#[test]
fn an_engine_that_does_not_quit() {
    check_heard(&["--fault", "stay"], &[REPORT]);
}

#[test]
fn ranks_of_the_wrong_style() {
    let settings = scripted(&["--fault", "wrong-ranks"]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    // Only the move tells that the report before it was in the other ranks.
    for report in ["info depth 1 score cp 0 pv e1e2", REPORT] {
        let heard = heard_of_a_search(&mut engine);
        assert_eq!(heard, [report, "bestmove e0e1"]);
    }
    leave(engine);
}

/// Checks that what an engine has started ends with caipan, and that the engine's number of it is passed on.
fn check_grandchild(arguments: &[&str]) {
    let mut engine = RelayedEngine::ready(&scripted(arguments), Dialect::Uci);
    let ids = family(&engine);
    assert_eq!(ids.len(), 2, "{ids:?}");
    let heard = heard_of_a_search(&mut engine);
    let passed_on = ids.iter().map(|id| format!("info string grandchild {id}"));
    assert!(
        passed_on.into_iter().any(|line| line == heard[0]),
        "{heard:?}"
    );
    assert_eq!(heard[1..], [REPORT, "bestmove e0e1"]);
    leave(engine);
}

#[test]
fn a_grandchild_that_is_left_running() {
    check_grandchild(&["--fault", "grandchild"]);
}

#[test]
fn a_grandchild_of_an_engine_that_does_not_quit() {
    check_grandchild(&["--fault", "grandchild", "--fault", "stay"]);
}

#[test]
fn a_grandchild_of_an_engine_that_dies() {
    let faults = ["--fault", "grandchild", "--fault", "die"];
    let (best, messages) = told(
        &[&faults[..], &["--once", "{folder}/once"]].concat(),
        CLOCKS,
    );
    let [of_engine, of_ours] = messages.try_into().unwrap();
    assert!(of_engine.starts_with("grandchild "), "{of_engine}");
    let expected = format!("Scripted: {DIED}; it was started and asked again");
    assert_eq!((best, of_ours), (own_move(), expected));
}
