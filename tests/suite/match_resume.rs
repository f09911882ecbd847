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

#[test]
fn a_match_that_is_killed_twenty_times_plays_what_an_unbroken_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    assert!(program(&whole).status().unwrap().success());
    let broken = folder.path().join("broken.jsonl");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut kills = 0;
    while kills < KILLS {
        let mut child = program(&broken).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.random_range(20..90)));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(program(&broken).status().unwrap().success());
    assert_eq!(kills, KILLS, "the match was over before");
    let whole = games(&whole);
    assert_eq!(whole.len(), 60);
    assert_eq!(games(&broken), whole);
}
