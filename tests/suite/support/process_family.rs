//! The processes that caipan starts, and what it holds, as `/proc` tells.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use super::relayed_engine::{PATIENCE, RelayedEngine};

/// Tells which processes have this folder in their environment: those that caipan has started, and theirs.
pub(crate) fn family(engine: &RelayedEngine) -> Vec<u32> {
    family_of(engine.process.id(), engine.folder.path().to_str().unwrap())
}

/// Gives the numbers of all processes but one whose environment has a mark.
pub(crate) fn family_of(own: u32, mark: &str) -> Vec<u32> {
    let mark = mark.as_bytes();
    let is_ours = |id: &u32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark)
    };
    let numbers = fs::read_dir("/proc").unwrap();
    let numbers = numbers.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    numbers.filter(|id| *id != own && is_ours(id)).collect()
}

/// Kills a process or asks it to leave.
pub(crate) fn signal(id: u32, signal: &str) {
    let sent = Command::new("kill")
        .args(["-s", signal, &id.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Gives the resident memory of caipan in KiB.
pub(crate) fn memory(engine: &RelayedEngine) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.process.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.unwrap().split_whitespace().nth(1);
    number.unwrap().parse().unwrap()
}

/// Counts the files that caipan holds open and its threads.
pub(crate) fn holdings(engine: &RelayedEngine) -> [usize; 2] {
    let count = |what| {
        let entries = fs::read_dir(format!("/proc/{}/{what}", engine.process.id()));
        entries.unwrap().count()
    };
    [count("fd"), count("task")]
}

/// Checks that no process is left of those that caipan has started; some may be about to end.
pub(crate) fn nothing_is_left(engine: &RelayedEngine) {
    let start = Instant::now();
    loop {
        let left = family(engine);
        if left.is_empty() {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "left: {left:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Says farewell to a caipan that has answered all: it says nothing more but that, and leaves no process.
pub(crate) fn leave(mut engine: RelayedEngine) {
    let heard = engine.process.heard.len();
    engine.say("quit");
    engine.process.leave();
    let farewell: &[&str] = if engine.dialect.is_ucci() {
        &["bye"]
    } else {
        &[]
    };
    assert_eq!(engine.process.heard[heard..], *farewell);
    nothing_is_left(&engine);
}
