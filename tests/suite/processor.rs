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

/// A folder with the program under another name.
fn folder() -> (TempDir, PathBuf) {
    // Where a file can be linked to the one built.
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = folder.path().join("fish");
    fs::hard_link(CAIPAN, &program).unwrap();
    (folder, program)
}

/// Has a shell make the file in the place of the faster build: its words write to standard output.
fn put(folder: &TempDir, words: &str) {
    // Written by another process: no child that starts meanwhile keeps it open for writing.
    let words = format!("rm -f {FASTER}; ({words}) >{FASTER}; chmod 755 {FASTER}");
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &words]).current_dir(folder.path());
    assert!(shell.status().unwrap().success());
}

/// Words that write the program under test as `scripts/build-release` leaves the faster build.
fn whole() -> String {
    format!("cat {CAIPAN}; printf %s {FASTER}")
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
    let (folder, program) = folder();
    put(&folder, &whole());
    for (words, status) in [(["perft", "1"], 0), (["perft", "x"], 2)] {
        let alone = run(Path::new(CAIPAN), &words);
        let (said, complaints, code) = run(&program, &words);
        // The last two lines tell the time.
        assert!(said.lines().take(44).eq(alone.0.lines().take(44)), "{said}");
        assert_eq!(code, Some(status));
        assert_eq!(complaints.contains("in place of"), is_replaced());
        assert!(!complaints.contains("[WARN"), "{complaints}");
        assert!(complaints.ends_with(&alone.1), "{complaints}");
    }
}

#[test]
fn one_that_is_cut_off_or_another_file_is_passed_over_with_a_warning() {
    let (folder, program) = folder();
    let part = |bytes| format!("head -c {bytes} {CAIPAN}");
    let length = fs::metadata(CAIPAN).unwrap().len();
    let all_but_one = format!(
        "({}) | head -c {}",
        whole(),
        length + FASTER.len() as u64 - 1
    );
    let parts = [0, 3, 64, 4_096, length / 2, length].map(part);
    let others = [
        all_but_one,
        "echo no program".to_owned(),
        "echo '#!/bin/sh'; echo exit 7".to_owned(),
        whole().replace("-x86-64-v3", "-x86-64-v4"),
    ];
    for words in parts.iter().chain(&others) {
        put(&folder, words);
        let (said, complaints, status) = run(&program, &["perft", "1"]);
        assert!(said.contains("44") && status == Some(0), "{words}: {said}");
        assert_eq!(complaints.lines().count(), usize::from(is_replaced()));
        assert_eq!(complaints.contains("[WARN"), is_replaced(), "{complaints}");
    }
}

#[test]
fn one_that_cannot_run_does_no_harm() {
    let (folder, program) = folder();
    put(
        &folder,
        &format!("echo '#!/no/such/program'; printf %s {FASTER}"),
    );
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
    let (folder, program) = folder();
    let faster = folder.path().join(FASTER);
    fs::create_dir(&faster).unwrap();
    assert_eq!(run(&program, &["perft", "1"]).2, Some(0));
    fs::remove_dir(&faster).unwrap();
    put(&folder, &whole());
    fs::rename(&faster, &program).unwrap();
    symlink("fish", &faster).unwrap();
    assert_eq!(run(&program, &["perft", "1"]).2, Some(0));
    assert_eq!(run(&faster, &["perft", "1"]).2, Some(0));
}

#[test]
fn the_settings_are_those_of_the_program_that_was_started_and_its_children_know_nothing_of_it() {
    let (folder, program) = folder();
    // Itself does in the place of the other build.
    put(&folder, &whole());
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
