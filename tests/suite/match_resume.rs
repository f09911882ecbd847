//! A match whose program is killed again and again: it plays what an unbroken run plays, no game twice and none lost.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

use crate::support::example_engine;
use crate::support::journal::games;

/// How often the program is killed.
const KILLS: usize = 20;

/// How many lines it may add to its journal before; all kills together come before the end of the match.
const LINES: std::ops::Range<usize> = 1..120;

/// Begins a match of 60 games, or goes on with it: one player thinks for a millisecond, the other plays at random.
fn program(journal: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    let scripted = format!("cmd={}", example_engine::path("scripted"));
    command
        .args([
            "match",
            "-engine",
            &scripted,
            "name=slow",
            "args=--think 1",
            "proto=uci",
            "depth=1",
        ])
        .args([
            "-engine",
            "cmd=random",
            "name=chance",
            "-rounds",
            "30",
            "-srand",
            "3",
        ])
        .args([
            "-concurrency",
            "2",
            "-maxmoves",
            "25",
            "-resume",
            "-journal",
        ])
        .arg(journal)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Counts the lines of a journal that may not be there yet.
fn lines(journal: &Path) -> usize {
    let bytes = std::fs::read(journal).unwrap_or_default();
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

#[test]
fn a_match_that_is_killed_twenty_times_plays_what_an_unbroken_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    assert!(program(&whole).status().unwrap().success());
    let broken = folder.path().join("broken.jsonl");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..KILLS {
        let due = lines(&broken) + random.random_range(LINES);
        let mut child = program(&broken).spawn().unwrap();
        while lines(&broken) < due {
            assert_eq!(child.try_wait().unwrap(), None, "the match was over before");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(program(&broken).status().unwrap().success());
    let whole = games(&whole);
    assert_eq!(whole.len(), 60);
    assert_eq!(games(&broken), whole);
}
