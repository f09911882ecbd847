//! What `caipan judge` says of wrong usage, of rule files and of moves, and with which exit status.

use std::process::Output;

use serde_json::json;

use super::judge::{PERPETUAL, judge, records};

#[test]
fn wrong_usage() {
    for arguments in [
        &[][..],
        &["--rules", "fide", "x.pgn"],
        &["--count", "1", "x.pgn"],
        &["--count", "100", "x.pgn"],
        &["--rules", "no/such/file.toml", "x.pgn"],
        &["x.pgn", "--fen", PERPETUAL],
        &["x.pgn", "--moves", "h2e2"],
    ] {
        let output = judge(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            !output.stderr.is_empty() && output.stdout.is_empty(),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_could_not_be_ruled() {
    let output = judge(&["game"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.starts_with(b"caipan: game: cannot be read: "));
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for path in ["no/such/file", folder] {
        let output = judge(&["--jsonl", path], b"");
        assert_eq!(output.status.code(), Some(1), "{path}");
        let [answer] = records(&output).try_into().unwrap();
        assert_eq!(
            (&answer["id"], &answer["error"]["kind"]),
            (&json!(path), &json!("file"))
        );
    }
}

/// Judges one move by the rule set of a file and gives what is printed.
fn judged_by(name: &str, rules: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, rules).unwrap();
    let mut all = vec!["--lang", "en", "--rules", path.to_str().unwrap()];
    all.extend(arguments);
    judge(&all, b"")
}

#[test]
fn faults_of_a_rule_file_are_told_with_their_place() {
    let numbers = |from, to| format!("expected a whole number from {from} to {to}");
    let name = "expected a text in quotation marks, not empty, without control characters and no built-in name";
    for (text, expected) in [
        ("", "key \"name\": found nothing, expected a text in quotation marks".to_owned()),
        ("name = \"x\"", "key \"base\": found nothing, expected a text in quotation marks".to_owned()),
        (
            "name = \"x\"\nbase = \"fide\"",
            "line 2, key \"base\": found \"fide\", expected one of cn2011, cn2020, axf, computer, sky, check-only, none".to_owned(),
        ),
        ("name = \"x\"\nbase = \"axf\"\n\ncount = 1", format!("line 4, key \"count\": found 1, {}", numbers(2, 99))),
        ("name = \"x\"\nbase = \"axf\"\ncount = \"3\"", format!("line 3, key \"count\": found \"3\", {}", numbers(2, 99))),
        (
            "name = \"x\"\nbase = \"axf\"\nmode = \"mild\"",
            "line 3, key \"mode\": found \"mild\", expected \"strict\" or \"warning\"".to_owned(),
        ),
        (
            "name = \"x\"\nbase = \"axf\"\nspare = 1",
            "line 3: found the key \"spare\", expected one of name, base, count, mode, natural-limit".to_owned(),
        ),
        (
            "name = \"x\"\nbase = \"axf\"\n[natural-limit]\nplies = -1",
            format!("line 4, key \"plies\": found -1, {}", numbers(0, 400)),
        ),
        (
            "name = \"x\"\nbase = \"axf\"\n[natural-limit]\nrounds = 1",
            "line 4: found the key \"rounds\", expected one of plies, checks".to_owned(),
        ),
        (
            "name = \"x\"\nbase = \"axf\"\nnatural-limit = 60",
            "line 3, key \"natural-limit\": found 60, expected a table with plies and checks".to_owned(),
        ),
        ("name = \"AXF\"\nbase = \"axf\"", format!("line 1, key \"name\": found \"AXF\", {name}")),
        ("name = \" \"\nbase = \"axf\"", format!("line 1, key \"name\": found \" \", {name}")),
        ("name = \"a\\u0007\"\nbase = \"axf\"", format!("line 1, key \"name\": found \"a\\\\u0007\", {name}")),
        ("name = \"x\"\nname = \"y\"\nbase = \"axf\"", "line 2: duplicate key".to_owned()),
    ] {
        let output = judged_by("t.toml", text, &["--moves", "h2e2"]);
        let stderr = String::from_utf8(output.stderr).unwrap();
        let first = stderr.lines().next().unwrap();
        assert!(first.contains("t.toml' for '--rules <NAMES>': "), "{first}");
        assert!(first.ends_with(&expected), "{first}\n{expected}");
        assert_eq!(output.status.code(), Some(2), "{first}");
    }
}

#[test]
fn a_rule_file_has_its_ending_in_any_case_and_a_rule_set_is_ruled_once() {
    let rules = "name = \"club\"\nbase = \"axf\"\ncount = 2\n";
    let moves = ["--moves", "b0c2 b9c7 c2b0 c7b9"];
    let output = judged_by("Club.TOML", rules, &moves);
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("[club] ") && last.ends_with(" 1/2-1/2"),
        "{text}"
    );
    let output = judged_by(
        "club.toml",
        rules,
        &["--rules", "none,AXF,none,axf", moves[0], moves[1]],
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.split(']').next());
    assert_eq!(names.collect::<Vec<_>>(), ["club", "none", "axf"]);
}

#[test]
fn a_result_ends_a_list_of_moves() {
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        let output = judge(&["--moves", &format!("1. h2e2 h9g7 2. b0c2 {result}")], b"");
        assert_eq!(output.status.code(), Some(0), "{result}");
    }
    let output = judge(&["--moves", "1-0 h2e2"], b"");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn faults_of_moves_are_told_in_the_right_words() {
    for (moves, message) in [
        (
            "h9g7",
            "move 1 of 1: \"h9g7\" is not legal here: the piece on h9 is black's, and red is to move",
        ),
        (
            "h2e2 e5e6",
            "move 2 of 2: \"e5e6\" is not legal here: no piece stands on e5, and black is to move",
        ),
        (
            "h2h2",
            "move 1 of 1: \"h2h2\" is no move: found the end at byte 4, expected a second square that is not the first",
        ),
    ] {
        let output = judge(&["--moves", moves], b"");
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            format!("caipan: {message}\n")
        );
    }
    for fen in [
        "车马炮".repeat(2000),
        "9/".repeat(9) + &"x".repeat(3000) + " 红方红方" + &"0 ".repeat(3000),
    ] {
        let output = judge(&["--fen", &fen, "--moves", "h2e2"], b"");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.chars().count() < 500 && message.contains("king"),
            "{message}"
        );
    }
}
