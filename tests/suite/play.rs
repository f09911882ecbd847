//! `caipan play`: whole games, typed line by line.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use caipan::text::Encoding;

use crate::support::example_engine;

/// Red mates by i1i9.
const MATE: &str = "3k5/R8/9/9/9/9/9/9/8R/4K4 w";

/// Red checks at a9 and a8 by turns, and Black has one reply to each.
const CHECKS: &str = "4k4/9/9/9/9/9/9/9/R8/3K5 w";

fn start(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .args(["play", "--ascii"])
        .args(arguments)
        .env("LC_ALL", "en_US.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It may have ended before it read all.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Plays against the bundled searcher and gives what was shown.
fn play(arguments: &[&str], input: &str) -> String {
    let arguments = [&["--depth", "2"], arguments].concat();
    let output = start(&arguments, input.as_bytes());
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*complaints), (Some(0), ""));
    String::from_utf8(output.stdout).unwrap()
}

/// Plays against the scripted engine, which plays the first move that it may.
fn play_scripted(fault: &str, input: &str) -> Output {
    let engine = format!("\"{}\" --fault {fault}", example_engine::path("scripted"));
    start(&["--engine", &engine, "--time", "0.1"], input.as_bytes())
}

#[test]
fn each_fault_at_the_prompt_is_one_line_and_the_game_goes_on() {
    let typed = "h2h9x\nh2b9\nsave\nundo\n\u{1b}[A\n\nflip\nh2e2\n";
    let shown = play(&[], typed);
    for told in [
        "\"h2h9x\" is neither a move, as h2e2, C2=5 or 炮二平五, nor a command",
        "\"h2b9\"",
        "Expected the name of a file: save FILE",
        "There is no move of yours to take back.",
        "Red 1. C2=5 (h2e2)",
        "Black 1. ",
    ] {
        let lines = shown.lines().filter(|line| line.contains(told));
        assert_eq!(lines.count(), 1, "{told}: {shown}");
    }
    assert!(!shown.contains('\u{1b}'), "no colours where no terminal is");
    // At first, turned round, and after the answer.
    let boards: Vec<_> = shown
        .lines()
        .filter(|line| line.starts_with("   a   b"))
        .collect();
    assert_eq!(boards.len(), 1, "{shown}");
    assert_eq!(shown.matches("   i   h   g").count(), 2, "{shown}");
}

#[test]
fn letters_in_either_encoding_are_moves() {
    let gbk = Encoding::Gb18030.encode("炮二平五\n").into_owned();
    for input in [gbk.as_slice(), "炮二平五\n".as_bytes(), b"C2.5\n"] {
        let output = start(&["--depth", "1"], input);
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains("Red 1. C2=5 (h2e2)"), "{shown}");
    }
}

#[test]
fn a_mate_ends_the_game_which_can_be_taken_back_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let file = file.to_str().unwrap();
    let typed = format!("i1i9\nh0h1\nundo\ni1i9\nsave {file}\nsave {file}\nquit\nh2e2\n");
    let shown = play(&["--fen", MATE], &typed);
    let result = "Result 1-0: Red wins by mate.";
    assert_eq!(shown.matches(result).count(), 2, "{shown}");
    assert!(
        shown.contains("The game is over; undo takes back."),
        "{shown}"
    );
    assert_eq!(shown.matches("Kept in ").count(), 2, "{shown}");
    let kept = fs::read_to_string(file).unwrap();
    for told in [
        "[Red \"Player\"]",
        "[Result \"1-0\"]",
        "[Termination \"mate\"]",
        "1. I1-I9",
    ] {
        assert!(kept.contains(told), "{kept}");
    }
    // What is there from elsewhere is not written over.
    let shown = play(&["--fen", MATE], &format!("save {file}\n"));
    assert!(shown.contains("Not kept: "), "{shown}");
    assert_eq!(fs::read_to_string(file).unwrap(), kept);
    let nowhere = folder.path().join("no/game.pgn");
    for place in [file, nowhere.to_str().unwrap()] {
        let refused = start(&["--save", place], b"");
        assert_eq!(refused.status.code(), Some(2));
    }
}

/// The folder of the file is there, but takes none.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_kept_is_shown() {
    let output = start(&["--fen", MATE, "--save", "/dev/fd/game.pgn"], b"i1i9\n");
    let (shown, complaints) = (output.stdout, output.stderr);
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("1. I1-I9"), "{shown}");
    assert_eq!(output.status.code(), Some(1));
    let complaints = String::from_utf8(complaints).unwrap();
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
}

#[test]
fn a_losing_repetition_has_to_be_typed_twice() {
    let round = "a9a8 e8e9 a8a9 e9e8 ";
    let moves = format!("a1a9 e9e8 {}a9a8 e8e9", round.repeat(2));
    let shown = play(&["--fen", CHECKS, "--moves", &moves], "a8a9\nhint\na8a9\n");
    let warning = "Warning: R9+1 loses by a ruling: perpetual check (24.9, 25.1).";
    assert_eq!(shown.matches(warning).count(), 1, "{shown}");
    assert!(
        shown.contains("Type it again to play it all the same"),
        "{shown}"
    );
    assert_eq!(shown.matches("(a8a9): check").count(), 1, "{shown}");
    let hint = shown
        .lines()
        .find(|line| line.starts_with("Hint: "))
        .unwrap();
    assert!(!hint.contains("(a8a9)"), "{hint}");
}

#[test]
fn draws_and_resignations_end_the_game() {
    for (side, typed, end) in [
        ("red", "draw\n", "Result 1/2-1/2: Drawn by agreement."),
        ("red", "resign\n", "Result 0-1: Red resigns."),
        ("red", "help\n退出\nresign\n", ""),
    ] {
        let shown = play(&["--fen", MATE, "--side", side], typed);
        let found = shown.lines().find(|line| line.starts_with("Result"));
        assert_eq!(found.unwrap_or_default(), end, "{shown}");
    }
    // Who stands badly does not get one.
    let lost = "3k5/9/9/9/9/9/9/r7r/9/3AKA3 w";
    let shown = play(&["--fen", lost], "draw\n");
    assert!(shown.contains("The engine declines the draw."), "{shown}");
}

#[test]
fn an_engine_that_fails_ends_the_program_with_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    // It is asked once before the game, for how it writes ranks.
    let engine = format!(
        "\"{}\" --fault die --at 2",
        example_engine::path("scripted")
    );
    let save = ["--engine", &engine, "--save", file.to_str().unwrap()];
    let output = start(&save, b"h2e2\n");
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), complaints.lines().count()),
        (Some(1), 1),
        "{complaints}"
    );
    assert!(complaints.starts_with("caipan: engine "), "{complaints}");
    assert!(
        fs::read_to_string(file).unwrap().contains("1. H2-E2"),
        "the game is kept"
    );
}

#[test]
fn another_engine_plays_and_is_judged() {
    let output = play_scripted("gbk", "h2e2\n");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        (output.status.code(), shown.matches("\nBlack 1. ").count()),
        (Some(0), 1),
        "{shown}"
    );
    let output = play_scripted("wrong-ranks", "h2e2\nquit\n");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("which is not legal, and loses"), "{shown}");
}

#[test]
fn wrong_usage_is_one_line() {
    for (arguments, expected) in [
        (&["--fen", "9/9"][..], "FEN: "),
        (&["--moves", "h2e2 h2e2"], "move 2 of 2: "),
        (&["--engine", "no-such-engine"], "found no such program"),
        (
            &["--option", "Hsah=8"],
            "has no option \"Hsah\"; did you mean Hash",
        ),
        (&["--option", "Hash=big"], "found \"big\""),
    ] {
        let output = start(arguments, b"");
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{complaints}");
        assert_eq!(complaints.lines().count(), 1, "{complaints}");
        assert!(complaints.contains(expected), "{complaints}");
    }
}
