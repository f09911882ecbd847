//! Lines that engines tell with a mate, and what engines say of their time: what is looked at, told and kept.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use caipan::analysis::Bound;
use caipan::tournament::{Entry, read_journal};

use crate::support::example_engine;

/// Red mates with e2d2.
const MATE: &str = "9/3k5/9/9/9/9/9/4R4/9/4K4 w - - 0 1";

/// Red leaves no move with h7h8, and gives no check.
const STALEMATE: &str = "3k5/9/7R1/9/9/9/9/9/9/4K4 w - - 0 1";

/// Black is mated with e2d2 after d9d8.
const MATED: &str = "3k5/9/9/9/9/9/9/4R4/9/4K4 b - - 0 1";

/// Runs the program, and gives its output.
fn run(folder: &Path, words: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command
        .arg("match")
        .args(words.split_whitespace())
        .current_dir(folder);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Writes an engine that plays the first of these moves that it may and answers so.
fn engine(name: &str, prefer: &str, answer: &str) -> String {
    let command = example_engine::path("scripted");
    format!(
        "[[engine]]\nname = \"{name}\"\ncmd = {command:?}\nproto = \"uci\"\ndepth = 1\n\
         args = [\"--prefer\", \"{prefer}\", \"--answer\", {answer:?}]\n"
    )
}

/// Plays two games in which an engine says something with its move, and gives what is told of it and how often in all.
fn told(fen: &str, mv: &str, says: &str, words: &str) -> (Vec<String>, Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let scripted = engine(
        "mater",
        mv,
        &format!("info depth 1 score {says}\nbestmove {{}}"),
    );
    let random = "[[engine]]\nname = \"other\"\ncmd = \"random\"\n";
    let engines = match fen.contains(" w ") {
        true => [&scripted, random],
        false => [random, &scripted],
    };
    let file = format!(
        "rounds = 2\ngames = 1\nnoswap = true\nmaxmoves = 1\nsrand = 1\n{}",
        engines.concat()
    );
    fs::write(folder.path().join("run.toml"), file).unwrap();
    fs::write(folder.path().join("list.epd"), fen).unwrap();
    let words = format!(
        "-config run.toml -openings file=list.epd -jsonout run.json -htmlout run.html {words}"
    );
    let out = run(folder.path(), &words);
    let warnings = out
        .lines()
        .filter_map(|line| line.strip_prefix("warning: "));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let json: Value = serde_json::from_str(&read("run.json")).unwrap();
    let engines = json["engines"].as_array().unwrap().iter();
    let mut own = engines.filter(|engine| engine["name"] == "mater");
    (
        warnings.map(str::to_owned).collect(),
        own.next().unwrap()["wrong_mate_pvs"].clone(),
        read("run.html"),
    )
}

#[test]
fn a_line_that_is_told_with_a_mate_has_its_length_and_ends_in_it() {
    let length = |found, expected| {
        Some(format!(
            "has length {found}, expected {expected} for the mate that it tells"
        ))
    };
    let no_mate = || Some("does not end in the mate that it tells".to_owned());
    for (fen, mv, says, fault) in [
        (MATE, "e2d2", "mate 1 pv e2d2", None),
        (STALEMATE, "h7h8", "mate 1 pv h7h8", None),
        (MATED, "d9d8", "mate -1 pv d9d8 e2d2", None),
        (MATE, "e2d2", "cp 30000 pv e2e3 d8d7", None),
        (MATE, "e2d2", "mate 2 lowerbound pv e2d2", None),
        (MATE, "e2d2", "mate 2", None),
        (MATE, "e2d2", "mate 2 pv e2d2", length(1, 3)),
        (MATE, "e2e3", "mate 1 pv e2e3 d8d7 e3d3", length(3, 1)),
        (MATE, "e2d2", "mate -1 pv e2d2", length(1, 2)),
        (MATED, "d9d8", "mate -1 pv d9d8", length(1, 2)),
        (MATE, "e2e3", "mate 1 pv e2e3", no_mate()),
        (MATE, "e2e3", "mate 2 pv e2e3 d8d9 e3e4", no_mate()),
        (MATED, "d9d8", "mate -1 pv d9d8 e2e3", no_mate()),
    ] {
        let (warnings, count, page) = told(fen, mv, says, "-check-mate-pvs");
        assert!(page.contains("Wrong mates"), "{says}");
        let line = says.split_once("pv ").map_or("", |(_, line)| line);
        let expected = fault.iter().map(|fault| {
            format!("engine mater: its line {line} before ply 1 of game 1 {fault}; more such lines are counted only")
        });
        assert_eq!(warnings, expected.collect::<Vec<_>>(), "{says}");
        assert_eq!(count, if fault.is_some() { 2 } else { 0 }, "{says}");
        let (warnings, count, page) = told(fen, mv, says, "");
        assert_eq!((warnings.len(), count), (0, Value::Null), "{says}");
        assert!(!page.contains("Wrong mates"), "{says}");
    }
    // A line that is not legal is told as such.
    let (warnings, count, _) = told(
        MATE,
        "e2d2",
        "mate 2 pv e2d2 e2d2 d8d7",
        "-check-mate-pvs on",
    );
    assert!(
        warnings[0].contains("is not legal from e2d2 on"),
        "{warnings:?}"
    );
    assert_eq!((warnings.len(), count), (1, 0.into()));
}

#[test]
fn the_time_that_an_engine_says_it_used_is_kept_but_not_that_of_pondering() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let answer = "info depth 1 score cp 0 time 90000 pv {}\ninfo nodes 5\nbestmove {} ponder a6a5";
    let file = [
        "srand = 1\nrounds = 1\ngames = 1\nmaxmoves = 2\n".to_owned(),
        engine("a", "a3a4,c3c4", answer) + "ponder = true\n",
        engine("b", "a6a5", "info depth 1 score cp 0 pv {}\nbestmove {}"),
    ];
    fs::write(folder.join("run.toml"), file.concat()).unwrap();
    run(
        folder,
        "-config run.toml -journal run.jsonl -pgnout run.pgn latency=on nodes=true",
    );
    let mut said = Vec::new();
    read_journal(&folder.join("run.jsonl"), |entry| {
        if let Entry::Move(entry) = entry {
            said.push((entry.mv, entry.said_ms));
        }
    })
    .unwrap();
    let said: Vec<_> = said.iter().map(|(mv, said)| (&**mv, *said)).collect();
    let expected = [("a3a4", Some(90_000)), ("a6a5", None), ("c3c4", None)];
    assert_eq!(said[..3], expected);
    let text = fs::read_to_string(folder.join("run.pgn")).unwrap();
    let comments: Vec<_> = text
        .lines()
        .filter(|line| line.contains("latency="))
        .collect();
    let [comment] = comments[..] else {
        panic!("{text}");
    };
    let (_, latency) = comment.split_once("latency=").unwrap();
    let (latency, rest) = latency.split_once("ms, n=5").unwrap();
    assert!(
        (-90_000..0).contains(&latency.parse::<i64>().unwrap()),
        "{comment}"
    );
    assert_eq!(rest, "}");
}

#[test]
fn a_journal_that_does_not_tell_of_them_is_read() {
    let line = r#"{"move":{"game":0,"move":"h2e2","us":10345,"mate":3,"depth":8}}"#;
    let entry: Entry = serde_json::from_str(line).unwrap();
    assert_eq!(serde_json::to_string(&entry).unwrap(), line);
    let Entry::Move(entry) = entry else {
        panic!("{line}");
    };
    assert_eq!((entry.said_ms, entry.bound), (None, Bound::Exact));
}
