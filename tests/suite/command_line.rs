//! The command line as a whole: wrong arguments, and readers that go away.

use std::process::{Command, ExitStatus, Stdio};

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
    ] {
        let output = caipan(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
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

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    for arguments in [
        &["perft", "3"][..],
        &["bench", "4"],
        &["judge", "--moves", "h2e2"],
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

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    for arguments in [
        &["perft", "1"][..],
        &["bench", "1"],
        &["judge", "--moves", "h2e2"],
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
