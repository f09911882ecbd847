//! What the runner of matches costs: games a second where no player thinks, and its own share of a processor where engines
//! think for 10 ms a move. `cargo bench --bench tournament`.
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where Debian has it.
const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

/// Begins a match of two games at a time whose journal is kept.
fn begin(words: &[&str], folder: &tempfile::TempDir, number: usize) -> Child {
    Command::new(env!("CARGO_BIN_EXE_caipan"))
        .args(["match", "-concurrency", "2", "-srand", "1", "-journal"])
        .arg(folder.path().join(format!("{number}.jsonl")))
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs")
}

/// Plays games of 80 plies between players that do not think, and gives how many a second.
fn games_a_second(cmd: &str, rounds: usize, folder: &tempfile::TempDir, number: usize) -> f64 {
    let (one, other) = (format!("cmd={cmd}"), rounds.to_string());
    let words = [
        "-engine",
        &one,
        "name=a",
        "depth=1",
        "-engine",
        &one,
        "name=b",
        "depth=1",
        "-maxmoves",
        "40",
        "-rounds",
        &other,
    ];
    let start = Instant::now();
    let status = begin(&words, folder, number).wait();
    assert!(status.expect("an end").success());
    2.0 * rounds as f64 / start.elapsed().as_secs_f64()
}

/// Gives the processor time of a process by itself, without its children.
#[cfg(target_os = "linux")]
fn processor_time(id: u32) -> Duration {
    let stat = fs_err::read_to_string(format!("/proc/{id}/stat")).expect("it runs");
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<u64> = behind_name
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0))
        .collect();
    // User and system time, in hundredths of a second.
    Duration::from_millis(10 * (fields[11] + fields[12]))
}

#[cfg(target_os = "linux")]
fn share_beside_engines(folder: &tempfile::TempDir) {
    let cmd = format!("cmd={FAIRY_STOCKFISH}");
    let words = [
        "-engine",
        &cmd,
        "name=a",
        "-engine",
        &cmd,
        "name=b",
        "-each",
        "st=0.01",
        "timemargin=10000",
        "-rounds",
        "100000",
    ];
    let mut child = begin(&words, folder, 99);
    std::thread::sleep(Duration::from_secs(3));
    let (before, start) = (processor_time(child.id()), Instant::now());
    std::thread::sleep(Duration::from_secs(15));
    let used = processor_time(child.id()) - before;
    let share = used.as_secs_f64() / start.elapsed().as_secs_f64();
    println!(
        "  of one processor, engines at 10 ms a move, two games: {:.2} %",
        100.0 * share
    );
    child.kill().expect("it runs");
    child.wait().expect("an end");
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (cmd, rounds)) in [("random", 2_000), ("builtin", 1_000)]
        .into_iter()
        .enumerate()
    {
        let mut speeds: Vec<f64> = (0..5)
            .map(|run| games_a_second(cmd, rounds, &folder, 5 * number + run))
            .collect();
        speeds.sort_by(f64::total_cmp);
        println!(
            "  {cmd}: {:.0} games a second (least {:.0})",
            speeds[2], speeds[0]
        );
    }
    #[cfg(target_os = "linux")]
    if std::path::Path::new(FAIRY_STOCKFISH).exists() {
        share_beside_engines(&folder);
    }
}
