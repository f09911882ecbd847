//! The processes that caipan starts, and what it holds, as `/proc` tells.

use std::fs;
use std::process::Command;

use super::relayed_engine::RelayedEngine;

/// Tells which processes have this folder in their environment: those that caipan has started, and theirs.
pub(crate) fn family(engine: &RelayedEngine) -> Vec<u32> {
    let mark = engine.folder.path().to_str().unwrap().as_bytes();
    let is_ours = |id: &u32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark)
    };
    let numbers = fs::read_dir("/proc").unwrap();
    let numbers = numbers.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    numbers
        .filter(|id| *id != engine.process.id() && is_ours(id))
        .collect()
}

/// Kills a process or asks it to leave.
pub(crate) fn signal(id: u32, signal: &str) {
    let sent = Command::new("kill")
        .args(["-s", signal, &id.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Counts the files that caipan holds open and its threads.
pub(crate) fn holdings(engine: &RelayedEngine) -> [usize; 2] {
    let count = |what| {
        let entries = fs::read_dir(format!("/proc/{}/{what}", engine.process.id()));
        entries.unwrap().count()
    };
    [count("fd"), count("task")]
}
