//! The fits of the evaluation: what they learn from small games, and what they write.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use caipan::training::TrainingGame;

use crate::support::example_engine;

const PRESENT: &str = include_str!("../../src/search/weights.rs");

/// Plays a few games of few nodes.
fn games(folder: &Path) -> PathBuf {
    let path = folder.join("games");
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.arg("datagen").arg(&path);
    let output = command.args(["--games", "8", "--nodes", "50"]).output();
    assert!(output.unwrap().status.success());
    path
}

fn fit(program: &str, out: &Path, games: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(example_engine::path(program));
    command.arg(out).arg(games).args(more).output().unwrap()
}

/// The losses told, those on what is learned from, after each of these words.
fn losses(output: &Output, words: &[&str]) -> Vec<f64> {
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    let of_word = |word: &&str| {
        let line = told.lines().find_map(|line| line.strip_prefix(*word));
        let loss = line.and_then(|line| line.strip_prefix(": loss ")?.split(',').next());
        loss.unwrap_or_else(|| panic!("no {word} in {told}"))
            .parse()
            .unwrap()
    };
    words.iter().map(of_word).collect()
}

/// The source behind its head.
fn body(source: &str) -> &str {
    &source[source.find("use super").unwrap()..]
}

/// A source with a mark in place of each number.
fn form(source: &str) -> String {
    let mut form = String::new();
    for letter in source.chars() {
        match letter {
            '-' => {}
            '0'..='9' if form.ends_with('#') => {}
            '0'..='9' => form.push('#'),
            _ => form.push(letter),
        }
    }
    form
}

#[test]
fn the_weights_are_fitted_and_written_as_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let (out, again) = (folder.path().join("weights"), folder.path().join("again"));
    let output = fit("tuner", &out, &games, &["--steps", "20"]);
    let [before, after] = losses(&output, &["before", "fitted"])[..] else {
        unreachable!()
    };
    assert!(after < before, "{after} {before}");
    let written = fs::read_to_string(&out).unwrap();
    assert_ne!(body(&written), body(PRESENT));
    assert_eq!(form(body(&written)), form(body(PRESENT)));
    assert!(written.contains(&format!("from {before:.6} to {after:.6}")));
    fit("tuner", &again, &games, &["--steps", "20"]);
    assert_eq!(fs::read_to_string(&again).unwrap(), written);
    // What is not changed is written as it stands, and a strong pull lets nothing change.
    for still in [["--steps", "0"], ["--pull", "1e12"]] {
        fit("tuner", &again, &games, &still);
        assert_eq!(body(&fs::read_to_string(&again).unwrap()), body(PRESENT));
    }
}

#[test]
fn the_network_is_fitted() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let out = folder.path().join("network");
    let output = fit("network_trainer", &out, &games, &["--epochs", "2"]);
    let [first, last] = losses(&output, &["epoch 1", "epoch 2"])[..] else {
        unreachable!()
    };
    assert!(last < first, "{last} {first}");
    let bundled = include_bytes!("../../src/search/network/bundled.bin");
    assert_eq!(fs::read(&out).unwrap().len(), bundled.len());
}

#[test]
fn what_is_no_file_of_games_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (out, notes) = (folder.path().join("out"), folder.path().join("notes"));
    fs::write(&notes, "notes on my games, and more than a few").unwrap();
    for program in ["tuner", "network_trainer"] {
        for games in [&notes, &folder.path().join("none")] {
            let output = fit(program, &out, games, &[]);
            assert_eq!(output.status.code(), Some(1));
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(
                told.starts_with(&format!("Error: {}", games.display())),
                "{told}"
            );
            assert!(!out.exists());
        }
    }
}

#[test]
fn who_has_nothing_to_learn_from_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (out, games) = (folder.path().join("out"), folder.path().join("games"));
    fs::write(&games, TrainingGame::HEAD).unwrap();
    for program in ["tuner", "network_trainer"] {
        let output = fit(program, &out, &games, &[]);
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.contains("Error: no quiet position to learn from\n"),
            "{told}"
        );
        assert!(!out.exists());
    }
}
