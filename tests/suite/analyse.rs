//! `caipan analyse`.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::example_engine;

const MATE: &str = "3k5/R8/9/9/9/9/9/9/8R/4K4 w";

fn analyse(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.args(["analyse", "--ascii"]).args(arguments);
    let command = command.env("LC_ALL", "en_US.UTF-8").stdin(Stdio::null());
    command.output().unwrap()
}

fn shown(arguments: &[&str]) -> String {
    let output = analyse(arguments);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*complaints), (Some(0), ""));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_mate_is_told_with_its_sign_for_the_side_that_is_asked_for() {
    for (arguments, score) in [
        (&["--fen", MATE][..], "mate 1"),
        (&["--fen", "4k4/8r/9/9/9/9/9/9/r8/3K5 b"], "mate -1"),
        (
            &["--fen", "4k4/8r/9/9/9/9/9/9/r8/3K5 b", "--score", "mover"],
            "mate 1",
        ),
    ] {
        let text = shown(&[arguments, &["--depth", "3"]].concat());
        let row = text.lines().rfind(|line| line.contains("mate"));
        assert!(
            row.is_some_and(|row| row.contains(&format!("  {score}  "))),
            "{text}"
        );
        assert!(
            text.lines().last().unwrap().starts_with("Best move: R"),
            "{text}"
        );
    }
}

#[test]
fn several_lines_are_numbered_and_json_tells_them_too() {
    let limits = ["--depth", "4", "--multipv", "3"];
    let text = shown(&[&limits[..], &["--notation", "iccs", "--moves", "h2e2"]].concat());
    for number in 1..=3 {
        let rows = text
            .lines()
            .filter(|line| line.starts_with(&format!("  {number}     4  ")));
        assert_eq!(rows.count(), 1, "{text}");
    }
    let json = shown(&[&limits[..], &["--json"]].concat());
    let values: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, reports) = values.split_last().unwrap();
    let deepest = reports.iter().filter(|report| report["depth"] == 4);
    let mut lines: Vec<_> = deepest
        .map(|report| report["line"].as_u64().unwrap())
        .collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines, [1, 2, 3]);
    let first = reports.iter().rfind(|report| report["line"] == 1).unwrap();
    assert_eq!(last["best"], first["pv"][0]);
    assert!(first["cp"].is_i64() && first["nodes"].is_u64() && first["zh"].is_array());
}

#[test]
fn moves_that_lose_by_a_ruling_are_named_and_left_out() {
    let moves = format!("a1a9 e9e8 {}a9a8 e8e9", "a9a8 e8e9 a8a9 e9e8 ".repeat(2));
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w";
    let text = shown(&["--fen", fen, "--moves", &moves, "--depth", "3"]);
    let left_out = "Left out: R9+1 loses by a ruling: perpetual check (24.9, 25.1).";
    assert_eq!(
        text.lines().filter(|line| *line == left_out).count(),
        1,
        "{text}"
    );
    assert!(!text.lines().last().unwrap().contains("(a8a9)"), "{text}");
    let objects = shown(&["--fen", fen, "--moves", &moves, "--depth", "3", "--json"]);
    assert!(
        objects.starts_with("{\"barred\":\"a8a9\",\"why\":{"),
        "{objects}"
    );
    let free = shown(&[
        "--fen", fen, "--moves", &moves, "--depth", "3", "--rules", "none",
    ]);
    assert!(!free.contains("Left out"), "{free}");
}

#[test]
fn a_game_that_is_over_is_not_searched() {
    let text = shown(&["--fen", MATE, "--moves", "i1i9"]);
    assert!(!text.contains("depth") && text.contains("mate"), "{text}");
    let json = shown(&["--fen", MATE, "--moves", "i1i9", "--json"]);
    let end: Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!(end["result"], "1-0");
}

#[test]
fn another_engine_analyses_or_is_told_of() {
    let scripted = example_engine::path("scripted");
    let text = shown(&["--engine", &scripted, "--depth", "2"]);
    assert!(
        text.lines().last().unwrap().starts_with("Best move: "),
        "{text}"
    );
    for (arguments, code) in [(" --fault die", 1), (" --fault die-at-start", 1)] {
        let engine = format!("\"{scripted}\"{arguments}");
        let output = analyse(&["--engine", &engine, "--depth", "2"]);
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{complaints}");
        // The pipe to it may break while it is written to, or not.
        let told = complaints.lines().filter(|line| !line.starts_with("[WARN"));
        assert_eq!(told.count(), 1, "{complaints}");
    }
}

/// A search without end, ended as a terminal does it.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_without_end_with_its_best_move() {
    use std::io::{BufRead, BufReader};

    let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .args(["analyse", "--ascii", "--lang", "zh"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    assert!(lines.any(|line| line.contains("Ctrl-C 结束")));
    assert!(
        lines.any(|line| line.trim_start().starts_with("5 ")),
        "depth 5 is told"
    );
    let number = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &number])
            .status()
            .unwrap()
            .success()
    );
    assert!(lines.last().unwrap().starts_with("最佳着法："));
    assert!(child.wait().unwrap().success());
}
