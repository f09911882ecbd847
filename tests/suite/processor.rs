//! The build for newer processors that runs in the place of the other.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const CAIPAN: &str = env!("CARGO_BIN_EXE_caipan");
const FASTER: &str = "caipan-x86-64-v3";

/// Whether the machine could run the build, by what its kernel says.
fn is_level_3() -> bool {
    let flags = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let has = |flag: &&str| flags.split_ascii_whitespace().any(|word| word == *flag);
    ["avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"]
        .iter()
        .all(has)
}

/// A folder with a copy of the program, whose place a script takes where it can.
fn folder(script: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("fish");
    fs::copy(CAIPAN, &program).unwrap();
    let faster = folder.path().join(FASTER);
    fs::write(&faster, script).unwrap();
    fs::set_permissions(&faster, fs::Permissions::from_mode(0o755)).unwrap();
    (folder, program)
}

fn run(program: &Path, words: &[&str]) -> (String, String, Option<i32>) {
    let Output {
        stdout,
        stderr,
        status,
    } = Command::new(program).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code())
}

#[test]
fn it_gets_the_same_words_and_gives_its_status() {
    if !is_level_3() {
        return;
    }
    let (_folder, program) = folder("#!/bin/sh\necho \"$CAIPAN_STARTED $*\"\nexit 7\n");
    let (said, complaints, status) = run(&program, &["perft", "a b"]);
    assert_eq!(said, format!("{} perft a b\n", program.display()));
    assert_eq!((&*complaints, status), ("", Some(7)));
}

#[test]
fn one_that_cannot_run_does_no_harm() {
    let (folder, program) = folder("#!/no/such/program\n");
    let (said, complaints, status) = run(&program, &["perft", "1"]);
    assert!(said.contains("44") && status == Some(0), "{said}");
    let warned = complaints.lines().filter(|line| line.contains(FASTER));
    assert_eq!(warned.count(), usize::from(is_level_3()), "{complaints}");
    // One that is no file is none.
    fs::remove_file(folder.path().join(FASTER)).unwrap();
    fs::create_dir(folder.path().join(FASTER)).unwrap();
    assert_eq!(
        run(&program, &["perft", "1"]),
        (said, String::new(), Some(0))
    );
}

#[test]
fn the_settings_are_those_of_the_program_that_was_started() {
    let (folder, program) = folder("");
    // Itself does in the place of the other build.
    fs::copy(CAIPAN, folder.path().join(FASTER)).unwrap();
    let link = folder.path().join("link");
    symlink(&program, &link).unwrap();
    fs::write(folder.path().join("fish.toml"), "fins = 2").unwrap();
    for started in [&program, &link] {
        let (_, complaints, _) = run(started, &[]);
        assert!(complaints.contains("fish.toml"), "{complaints}");
    }
}
