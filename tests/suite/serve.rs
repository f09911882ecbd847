//! `caipan serve`: what is answered.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::judge::{PERPETUAL, judge};
use crate::serve_faults::told;
use crate::support::http::{Served, receive};

pub(super) const RECORD: &str = "Content-Type: application/json";
pub(super) const LINES: &str = "Content-Type: application/x-ndjson";

/// The records of rulings that stand in a file.
fn records(file: &str) -> String {
    fs::read_to_string(format!(
        "{}/tests/rulings/{file}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
}

/// What the command line answers to the same.
pub(super) fn judged(input: &str, rules: &str) -> String {
    let output = judge(&["--jsonl", "-", "--rules", rules], input.as_bytes());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn lines_are_answered_as_the_command_line_answers_them() {
    let served = Served::start(&[]);
    let faults =
        "{\n\n[1]\r\n{\"id\": 3, \"moves\": [\"h2h2\"]}\n{\"moves\": [], \"cycle\": [3, 4]}\n";
    let input = [
        faults,
        &records("seed1.jsonl"),
        "  \n",
        &records("seed2.jsonl"),
        "{}",
    ]
    .concat();
    for rules in ["cn2011", "axf,none,cn2011"] {
        let answer = served.post(&format!("/judge?rules={rules}"), LINES, &input);
        assert_eq!(answer.status, 200, "{answer:?}");
        assert!(
            answer
                .head
                .contains("\r\ncontent-type: application/x-ndjson\r\n")
        );
        assert_eq!(answer.body, judged(&input, rules));
    }
    // The last line need not end, and GB18030 is read too.
    let gbk = b"{\"id\": \"\xba\xec\", \"moves\": [\"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\"]}";
    let answer = served.post("/judge", LINES, gbk);
    assert_eq!(answer.json()["moves"][0]["zh"], json!("炮二平五"));
    assert_eq!(answer.json()["id"], json!("红"));
}

#[test]
fn a_record_is_answered_by_an_object_or_by_an_array() {
    let served = Served::start(&[]);
    let record = json!({"id": 7, "fen": PERPETUAL, "moves": ["f0e0", "e8f8", "e0f0", "f8e8"]});
    let answer = served.post(
        "/judge",
        RECORD,
        serde_json::to_string_pretty(&record).unwrap(),
    );
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .head
            .contains("\r\ncontent-type: application/json\r\n")
    );
    assert_eq!(answer.body, judged(&record.to_string(), "cn2011"));
    let answer = served.post("/judge?rules=axf%2Cnone", RECORD, record.to_string());
    let lines = judged(&record.to_string(), "axf,none");
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answer.json(), Value::Array(lines));
    // What cannot be judged is said by the status too.
    let answer = served.post("/judge", RECORD, r#"{"id": 8, "moves": ["h2h2"]}"#);
    assert_eq!((answer.status, answer.kind()), (400, "move".to_owned()));
    assert_eq!(answer.json()["id"], json!(8));
    let answer = served.post("/judge", RECORD, "{\n\"id\": 8,\n\"moves\": [,]}");
    assert_eq!(
        answer.json()["error"]["message"],
        json!("line 1, column 22: expected value")
    );
}

#[test]
fn games_are_read_in_any_form() {
    let served = Served::start(&[]);
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let fen = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1";
    let pgn = "[Red \"<甲>\"]\n[Rules \"axf\"]\n1. 炮二平五 马8进7 *\n\n[White \"C\"]\n[Black \"D\"]\n1. h2h2 *\n";
    let gbk = b"1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 *";
    let two = json!(["h2e2", "h9g7"]);
    for (text, title, fen, moves) in [
        (pgn.as_bytes(), "<甲> - ?", start, two.clone()),
        (&gbk[..], "", start, json!(["h2e2"])),
        (b"h2e2 h9g7", "", start, two.clone()),
        (b" position startpos moves h2e2 h9g7\n", "", start, two),
        (fen.as_bytes(), "", fen, json!([])),
        (
            b"position fen 4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1 moves d1d0",
            "",
            fen,
            json!(["d1d0"]),
        ),
    ] {
        let answer = served.ask("POST", "/read", &[], text);
        let game = &answer.json()["games"][0];
        assert_eq!(
            (&game["title"], &game["fen"], &game["moves"]),
            (&json!(title), &json!(fen), &moves),
            "{answer:?}"
        );
    }
    let answer = served.post("/read", RECORD, pgn).json();
    assert_eq!(answer["games"][0]["rules"], json!("axf"));
    assert_eq!(answer["games"][1]["error"]["kind"], json!("game"));
    // Seven bytes for each move, which only the file's name tells: the files and ranks left and reached.
    let site = [[9, 9, 9, 7, 4, 7, 7], [9, 9, 9, 7, 6, 0, 2]].concat();
    for (path, expected) in [
        ("/read?name=%E6%A3%8B.CCM", json!(["h2e2", "h9g7"])),
        ("/read?name=a&name=b", Value::Null),
        ("/read", Value::Null),
    ] {
        let answer = served.ask("POST", path, &[], &site).json();
        assert_eq!(answer["games"][0]["moves"], expected, "{path}: {answer}");
    }
    let answer = served
        .post("/line", RECORD, r#"{"moves": ["h2e2"]}"#)
        .json();
    assert_eq!(
        answer["moves"],
        json!([{"move": "h2e2", "zh": "炮二平五", "wxf": "C2=5"}])
    );
    let legal = answer["positions"].as_array().unwrap().iter();
    let legal: Vec<_> = legal
        .map(|position| position["legal"].as_array().unwrap().len())
        .collect();
    assert_eq!(legal, [44, 45]);
}

#[test]
fn settings_beside_the_rule_set_of_a_game_are_told_of() {
    let served = Served::start(&[]);
    for (tags, rules, changed) in [
        ("[Rules \"axf\"]", json!("axf"), false),
        (
            "[Rules \"asian\"]\n[RepetitionCount \"3\"]",
            json!("axf"),
            false,
        ),
        (
            "[Rules \"cn2011\"]\n[RepetitionCount \"3\"]",
            json!("cn2011"),
            true,
        ),
        (
            "[Rules \"axf\"]\n[RulingMode \"warning\"]",
            json!("axf"),
            true,
        ),
        ("[Rules \"sky\"]\n[NaturalLimit \"0\"]", json!("sky"), true),
        ("[RepetitionCount \"3\"]", Value::Null, false),
    ] {
        let text = format!("{tags}\n\n1. h2e2 *\n");
        let answer = served.post("/read", RECORD, text).json();
        let game = &answer["games"][0];
        assert_eq!(
            (&game["rules"], &game["changed"]),
            (&rules, &json!(changed)),
            "{tags}: {answer}"
        );
    }
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let served = Served::start(&[]);
    for path in [
        "/",
        "/match",
        "/style.css",
        "/page.js",
        "/board.js",
        "/both.js",
        "/words.js",
        "/match.js",
        "/icon.svg",
    ] {
        let answer = served.ask("GET", path, &[], b"");
        assert_eq!(answer.status, 200, "{path}");
        assert!(
            answer
                .head
                .contains("content-security-policy: default-src 'none';"),
            "{answer:?}"
        );
        let names = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"];
        let text = names
            .iter()
            .fold(answer.body, |text, name| text.replace(name, ""));
        for foreign in [
            "http:",
            "https:",
            "src=\"//",
            "innerHTML",
            "onclick",
            "style=\"",
            "<script>",
        ] {
            assert!(!text.contains(foreign), "{path}: {foreign}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_at_once() {
    use rustix::process::{Pid, Signal, kill_process};

    for signal in [Signal::INT, Signal::TERM] {
        let mut served = Served::start(&[]);
        // Someone who has asked and stays.
        let mut idle = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
        let ask = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", served.port);
        idle.write_all(ask.as_bytes()).unwrap();
        assert_eq!(receive(idle.try_clone().unwrap()).unwrap().status, 200);
        let start = Instant::now();
        let id = Pid::from_raw(served.id() as i32).unwrap();
        kill_process(id, signal).unwrap();
        assert!(served.await_end().success());
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

/// Plays games of four moves of each side, and gives their journal.
pub(super) fn journal_of(words: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let engines = "-engine cmd=random name=a -engine cmd=random name=<b> -srand 3 -maxmoves 4";
    let output = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .args(["match", "-journal", "run.jsonl"])
        .args(engines.split(' ').chain(words.split(' ')))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    fs::read_to_string(folder.path().join("run.jsonl")).unwrap()
}

#[test]
fn a_match_is_seen_as_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let journal = journal_of("-rounds 2");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    // As it stood in the middle of its first game, in the middle of a line.
    let middle = lines[..5].concat() + &lines[5][..9];
    fs::write(&path, &middle).unwrap();
    let served = Served::start(&["--match", path.to_str().unwrap()]);
    let state = || served.ask("GET", "/match.json", &[], b"").json();
    let first = state();
    assert_eq!(
        (&first["played"], &first["games"], &first["last"]),
        (&json!(0), &json!(4), &Value::Null)
    );
    assert_eq!(
        (&first["rules"], &first["changed"]),
        (&json!("cn2011"), &json!(false))
    );
    assert_eq!(first["running"][0]["moves"].as_array().unwrap().len(), 3);
    fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap()
        .write_all(&journal.as_bytes()[middle.len()..])
        .unwrap();
    let last = state();
    assert_eq!((&last["played"], &last["running"]), (&json!(4), &json!([])));
    let rows = last["standings"].as_array().unwrap().iter();
    let games: Vec<_> = rows.map(|row| row["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [4, 4]);
    assert_eq!(last["last"]["moves"].as_array().unwrap().len(), 8);
    assert!(!last["last"]["reason"]["zh"].as_str().unwrap().is_empty());
    // A file that was begun anew.
    fs::write(&path, &middle).unwrap();
    assert_eq!(state(), first);
    fs::write(&path, "nonsense\n").unwrap();
    let answer = served.ask("GET", "/match.json", &[], b"");
    assert_eq!(told(&answer), (500, "file".to_owned()));
    fs::write(&path, "").unwrap();
    let answer = served.ask("GET", "/match.json", &[], b"");
    assert_eq!(told(&answer), (500, "file".to_owned()));
    fs::write(&path, "nonsense\n").unwrap();
    for (path, expected) in [
        ("no/such", "no/such: "),
        (
            "run.jsonl",
            "run.jsonl, line 1: expected a line of a journal",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_caipan"))
            .args(["serve", "--port", "0", "--match", path])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.starts_with(&format!("caipan: {expected}")) && told.lines().count() == 1,
            "{told}"
        );
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn a_share_of_a_match_is_seen_with_its_own_games_and_the_rules_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let words = "-rounds 4 -shard 2/3 -rules asian -repetition-count 4";
    fs::write(&path, journal_of(words)).unwrap();
    let served = Served::start(&["--match", path.to_str().unwrap()]);
    let state = served.ask("GET", "/match.json", &[], b"").json();
    for (key, expected) in [
        ("played", json!(2)),
        ("games", json!(2)),
        ("rules", json!("axf")),
        ("changed", json!(true)),
    ] {
        assert_eq!(state[key], expected, "{key}: {state}");
    }
}

#[test]
fn a_journal_that_was_begun_anew_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let (journal, other) = (journal_of("-rounds 1"), journal_of("-rounds 3"));
    assert!(journal.len() < other.len());
    // The same run with longer lines, so that what was known ends in the middle of one.
    let again = other.replace("\"us\":", "\"us\":  ");
    let head = |text: &str| text.lines().next().map(str::to_owned);
    assert!(again.len() > other.len() && head(&again) == head(&other));
    let begun: String = again.split_inclusive('\n').take(5).collect();
    let broken = again.clone() + "nonsense\n";
    fs::write(&path, &journal).unwrap();
    let served = Served::start(&["--match", path.to_str().unwrap()]);
    for (text, played) in [
        (&journal, Some(2)),
        (&other, Some(6)),
        (&again, Some(6)),
        (&begun, Some(0)),
        (&broken, None),
        (&again, Some(6)),
        (&begun, Some(0)),
        (&again, Some(6)),
    ] {
        fs::write(&path, text).unwrap();
        let answer = served.ask("GET", "/match.json", &[], b"");
        let Some(played) = played else {
            assert_eq!(told(&answer), (500, "file".to_owned()));
            let message = answer.json()["error"]["message"].to_string();
            let place = format!("line {}: ", broken.lines().count());
            assert!(message.contains(&place), "{message}");
            continue;
        };
        let state = answer.json();
        assert_eq!(state["played"], json!(played), "{state}");
        for row in state["standings"].as_array().unwrap() {
            assert_eq!(row["games"], json!(played), "{state}");
        }
    }
}
