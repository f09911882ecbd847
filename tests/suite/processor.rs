//! The build for newer processors that runs in the place of the other.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const CAIPAN: &str = env!("CARGO_BIN_EXE_caipan");
const FASTER: &str = concat!("caipan-", env!("CARGO_PKG_VERSION"), "-x86-64-v3");

/// Whether another build is run in the place of the one under test: it is not for such processors itself, and this is one,
/// by what the kernel says.
fn is_replaced() -> bool {
    let flags = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let has = |flag: &str| flags.split_ascii_whitespace().any(|word| word == flag);
    let mut needed = ["avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"].into_iter();
    !cfg!(target_feature = "avx2") && needed.all(has)
}

/// A folder with the program under another name, and a script in the place of the faster build, if it is not empty.
fn folder(script: &str) -> (TempDir, PathBuf) {
    // Where a file can be linked to the one built.
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = folder.path().join("fish");
    fs::hard_link(CAIPAN, &program).unwrap();
    if !script.is_empty() {
        // Written by another process: no child that starts meanwhile keeps it open for writing.
        let words = format!("printf '%s' '{script}' >{FASTER}; chmod 755 {FASTER}");
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &words]).current_dir(folder.path());
        assert!(shell.status().unwrap().success());
    }
    (folder, program)
}

fn run(program: &Path, words: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(program);
    command
        .args(words)
        .env("RUST_LOG", "info")
        .stdin(Stdio::null());
    let Output {
        stdout,
        stderr,
        status,
    } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code())
}

#[test]
fn it_gets_the_same_words_and_gives_its_status() {
    let (_folder, program) = folder("#!/bin/sh\necho \"$CAIPAN_STARTED $*\"\nexit 7\n");
    let (said, complaints, status) = run(&program, &["perft", "1"]);
    if is_replaced() {
        assert_eq!(said, format!("{} perft 1\n", program.display()));
        assert_eq!(status, Some(7));
        assert!(complaints.contains("in place of"), "{complaints}");
    } else {
        assert_eq!((&*complaints, status), ("", Some(0)));
    }
}

#[test]
fn one_that_cannot_run_does_no_harm() {
    let (folder, program) = folder("#!/no/such/program\n");
    let (said, complaints, status) = run(&program, &["perft", "1"]);
    assert!(said.contains("44") && status == Some(0), "{said}");
    let warned = complaints.lines().filter(|line| line.starts_with("[WARN"));
    assert_eq!(warned.count(), usize::from(is_replaced()), "{complaints}");
    // Nor does it change what happens when nobody reads any more.
    let words = format!(
        "(sleep 0.3; {} perft 1; echo $? >status) | true",
        program.display()
    );
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &words]).current_dir(folder.path());
    assert!(shell.status().unwrap().success());
    let status = fs::read_to_string(folder.path().join("status")).unwrap();
    assert_eq!(status, "0\n");
}

#[test]
fn what_is_no_other_program_is_passed_over() {
    let (folder, program) = folder("");
    let faster = folder.path().join(FASTER);
    fs::create_dir(&faster).unwrap();
    assert_eq!(run(&program, &["perft", "1"]).2, Some(0));
    fs::remove_dir(&faster).unwrap();
    symlink("fish", &faster).unwrap();
    assert_eq!(run(&program, &["perft", "1"]).2, Some(0));
    assert_eq!(run(&faster, &["perft", "1"]).2, Some(0));
}

#[test]
fn the_settings_are_those_of_the_program_that_was_started_and_its_children_know_nothing_of_it() {
    let (folder, program) = folder("");
    // Itself does in the place of the other build.
    fs::hard_link(CAIPAN, folder.path().join(FASTER)).unwrap();
    let link = folder.path().join("link");
    symlink(&program, &link).unwrap();
    let told = folder.path().join("told");
    let settings = format!(
        "command = \"/bin/sh\"\narguments = [\"-c\", \"echo \\\"[$CAIPAN_STARTED]\\\" >{}\"]\n",
        told.display()
    );
    fs::write(folder.path().join("fish.toml"), settings).unwrap();
    for started in [&program, &link] {
        let (_, complaints, _) = run(started, &[]);
        assert_eq!(
            complaints.contains("in place of"),
            is_replaced(),
            "{complaints}"
        );
        assert_eq!(fs::read_to_string(&told).unwrap(), "[]\n");
        fs::remove_file(&told).unwrap();
    }
}
