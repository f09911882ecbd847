//! The command line as a whole: wrong arguments, and readers that go away.

use std::io::Write;
use std::process::{Command, ExitStatus, Stdio};

use serde_json::Value;

use crate::support::relayed_engine::scripted;

fn caipan(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.args(arguments).stdin(Stdio::null());
    command
}

#[test]
fn wrong_arguments_are_refused() {
    for arguments in [
        &["nonsense"][..],
        &[""],
        &["perft"],
        &["perft", "x"],
        &["perft", "-1"],
        // The stack would not hold so long a line.
        &["perft", "3000000"],
        &["perft", "1", "--fen", "9/9"],
        &["bench", "99999999999"],
        &["bench", "1", "--hash", "much"],
        &["bench", "1", "--hash", "0"],
        &["bench", "1", "--hash", "65537"],
        &["bench", "1", "--hash", "99999999999999"],
        &["bench", "1", "--threads", "0"],
        &["bench", "1", "--threads", "257"],
    ] {
        let output = caipan(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
}

#[test]
fn what_is_wrong_with_the_settings_is_told_on_standard_error_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    std::fs::write(&file, "nam = 1\n").unwrap();
    let run = |filter: Option<&str>| {
        let mut command = caipan(&[]);
        command.env("CAIPAN_CONFIG", &file).env_remove("RUST_LOG");
        let output = command.envs(filter.map(|filter| ("RUST_LOG", filter)));
        let output = output.output().unwrap();
        assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b""[..]));
        String::from_utf8(output.stderr).unwrap()
    };
    let told = run(None);
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("wrong.toml, line 1: nam: found"), "{told}");
    assert_eq!(run(Some("off")), "");
}

#[test]
fn warnings_that_no_one_reads_hold_nothing_up() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let line = format!("position fen {}\n", "x".repeat(400));
    for _ in 0..2_000 {
        input.write_all(line.as_bytes()).unwrap();
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// Runs a command whose output, and complaints if so told, no one reads.
fn run_unheard(arguments: &[&str], is_stderr_heard: bool) -> (ExitStatus, String) {
    let mut child = caipan(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdout = None;
    if !is_stderr_heard {
        child.stderr = None;
    }
    let output = child.wait_with_output().unwrap();
    (
        output.status,
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Runs the bench and gives its lines but the two that tell the time.
fn bench(arguments: &[&str]) -> Vec<String> {
    let output = caipan(&["bench"]).args(arguments).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let mut lines: Vec<_> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| line.split(" time ").next().unwrap().to_owned())
        .collect();
    lines.pop();
    lines
}

#[test]
fn the_bench_counts_the_same_nodes_each_time() {
    let first = bench(&["7"]);
    assert_eq!(first, bench(&["7"]));
    let (total, each) = first.split_last().unwrap();
    let nodes = |line: &String| -> u64 {
        let word = line.split_whitespace().next().unwrap();
        word.parse().unwrap()
    };
    let sum: u64 = each[..each.len() - 1].iter().map(nodes).sum();
    assert_eq!(*total, format!("depth 7 nodes {sum}"));
    // How many nodes several threads visit hangs on chance.
    assert_eq!(bench(&["5", "--threads", "3"]).len(), first.len());
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    for arguments in [
        &["perft", "3"][..],
        &["bench", "4"],
        &["judge", "--moves", "h2e2"],
        // It has no limit.
        &["analyse", "--json"],
        &["play"],
        &["man"],
        &["completions", "bash"],
    ] {
        let (status, complaints) = run_unheard(arguments, true);
        assert_eq!(
            (status.code(), complaints.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_complaint_that_no_one_hears_still_counts() {
    for (arguments, code) in [
        (&["judge", "--moves", "zzz"][..], 1),
        (&["judge"], 2),
        (&["perft", "1", "--fen", "9/9"], 2),
    ] {
        let (status, _) = run_unheard(arguments, false);
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn wrong_options_of_a_file_of_settings_are_told_as_in_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("caipan.toml");
    let options = "ruleset = \"fide\"\nguard = \"warn\"\nHash = \"big\"\nHsah = 8";
    let settings = scripted(&[]).replace("options = { msglang = \"en\" }", "");
    let settings = format!("transcript = \"game.log\"\n{settings}\n[options]\n{options}\n");
    std::fs::write(&file, settings).unwrap();
    let file = file.to_str().unwrap();
    let output = caipan(&["check", "--json", "--slack", "9000", file])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let values = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let step = values
        .into_iter()
        .find(|value: &Value| value["step"] == "options of the file");
    let step = step.unwrap_or_else(|| panic!("{text}"));
    assert_eq!(step["result"], "failed");
    assert_eq!(
        step["received"],
        serde_json::json!([
            "option ruleset: expected one of cn2011, cn2020, axf, computer, sky, check-only, none, found \"fide\"",
            "option Hash: expected a whole number from 1 to 1024, found \"big\"",
            "option Hsah: found no such option of caipan or Scripted",
        ])
    );
    assert!(!folder.path().join("game.log").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    for arguments in [
        &["perft", "1"][..],
        &["bench", "1"],
        &["judge", "--moves", "h2e2"],
        &["analyse", "--depth", "1"],
        &["play"],
        &["man"],
        &["completions", "bash"],
        &["doctor"],
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = caipan(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stderr.starts_with(b"caipan: "), "{arguments:?}");
    }
}
