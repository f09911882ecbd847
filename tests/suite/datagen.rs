//! `caipan datagen`: games that depend on their numbers alone, in a file that grows.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use caipan::training::TrainingGame;

fn datagen(out: &Path, games: u64, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.arg("datagen").arg(out);
    command.args(["--nodes", "100", "--games", &games.to_string()]);
    command.args(more).output().unwrap()
}

/// Reads all games of a file.
fn games(out: &Path) -> Vec<TrainingGame> {
    let bytes = fs::read(out).unwrap();
    let mut source = &*bytes;
    TrainingGame::read_head(&mut source).unwrap();
    std::iter::from_fn(|| TrainingGame::read(&mut source).unwrap()).collect()
}

#[test]
fn a_file_is_added_to_and_comes_out_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, grown) = (folder.path().join("whole"), folder.path().join("grown"));
    assert!(datagen(&whole, 5, &["--threads", "1"]).status.success());
    let expected = fs::read(&whole).unwrap();
    assert_eq!(games(&whole).len(), 5);
    assert!(datagen(&grown, 2, &["--threads", "2"]).status.success());
    assert_eq!(games(&grown), games(&whole)[..2]);
    // As if it was cut off in the middle of a game.
    let cut = &expected[..fs::read(&grown).unwrap().len() + 7];
    fs::write(&grown, cut).unwrap();
    assert!(datagen(&grown, 5, &["--threads", "3"]).status.success());
    assert_eq!(fs::read(&grown).unwrap(), expected);
    // Or in the head.
    for kept in 0..TrainingGame::HEAD.len() {
        fs::write(&grown, &expected[..kept]).unwrap();
        let output = datagen(&grown, 1, &[]);
        assert!(output.status.success(), "{kept}");
        assert_eq!(games(&grown), games(&whole)[..1]);
    }
    assert!(datagen(&grown, 5, &[]).status.success());
    let told = String::from_utf8(datagen(&grown, 5, &[]).stderr).unwrap();
    assert_eq!(told, "caipan: datagen: going on after 5 games\n");
    let other = folder.path().join("other");
    assert!(datagen(&other, 2, &["--seed", "2"]).status.success());
    assert_ne!(games(&other), games(&whole)[..2]);
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes");
    for text in [
        &b"x"[..],
        b"notes on my games, and more than a few",
        &[0; 64],
    ] {
        fs::write(&path, text).unwrap();
        let output = datagen(&path, 2, &[]);
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.ends_with("found another beginning, expected that of a file of datagen\n"),
            "{told}"
        );
        assert_eq!(told.lines().count(), 1, "{told}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for (path, why) in [
        (folder.path(), "Is a directory (os error 21)"),
        (&pipe, "found a pipe or a device, expected a regular file"),
        (
            Path::new("/dev/null"),
            "found a pipe or a device, expected a regular file",
        ),
    ] {
        let output = datagen(path, 2, &[]);
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(told, format!("caipan: {}: {why}\n", path.display()));
    }
    let output = datagen(&folder.path().join("none/games"), 2, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(datagen(&path, 2, &["--nodes", "0"]).status.code(), Some(2));
}

#[test]
fn a_file_that_another_run_writes_to_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let held = fs::File::create(&path).unwrap();
    held.lock().unwrap();
    let output = datagen(&path, 1, &[]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.ends_with("another run writes to it\n"), "{told}");
    assert_eq!(fs::read(&path).unwrap(), b"");
    held.unlock().unwrap();
    assert!(datagen(&path, 1, &["--threads", "200"]).status.success());
    assert_eq!(
        datagen(&path, 1, &["--threads", "300"]).status.code(),
        Some(2)
    );
}
