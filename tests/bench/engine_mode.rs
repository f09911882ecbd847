//! What a GUI waits for: the handshake, `readyok` idle and thinking, a long `position`, the move after `stop`.
//!
//! The program and this client share the cores they are given; `taskset -c 0 cargo bench --bench engine_mode` puts both
//! on one, where a wake-up costs least and the program's own cost shows.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use criterion::Criterion;

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (input, output) = (
            child.stdin.take().expect("piped"),
            child.stdout.take().expect("piped"),
        );
        Self {
            child,
            input,
            output: BufReader::new(output),
            line: String::new(),
        }
    }

    /// Sends lines at once and waits for a line.
    fn ask(&mut self, lines: &str, answer: &str) {
        self.input
            .write_all(lines.as_bytes())
            .expect("the program reads");
        loop {
            self.line.clear();
            assert!(
                self.output
                    .read_line(&mut self.line)
                    .expect("the program writes")
                    > 0,
                "the program ended"
            );
            if self.line.starts_with(answer) {
                return;
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lets the program think until it is deep in the tree, and measures how long it takes to stop.
fn stop(program: &mut Program) -> Duration {
    program.ask("go infinite\n", "info depth 10 ");
    let since = Instant::now();
    program.ask("stop\n", "bestmove");
    since.elapsed()
}

/// Measures each wait.
fn engine_mode(criterion: &mut Criterion) {
    criterion.bench_function("start to ucciok", |bencher| {
        bencher.iter(|| Program::start().ask("ucci\n", "ucciok"));
    });
    let mut program = Program::start();
    program.ask("ucci\n", "ucciok");
    criterion.bench_function("isready, idle", |bencher| {
        bencher.iter(|| program.ask("isready\n", "readyok"));
    });
    // Two hundred plies in which no capture is made and positions recur.
    let rounds = "h2e2 h7e7 e2h2 e7h7 ".repeat(50);
    let position = format!("position startpos moves {}\nisready\n", rounds.trim_end());
    criterion.bench_function("position of 200 plies and isready", |bencher| {
        bencher.iter(|| program.ask(&position, "readyok"));
    });
    program.ask("position startpos\ngo infinite\n", "info");
    criterion.bench_function("isready, thinking", |bencher| {
        bencher.iter(|| program.ask("isready\n", "readyok"));
    });
    program.ask("stop\n", "bestmove");
    for threads in [1, 2] {
        program.ask(
            &format!("setoption threads {threads}\nisready\n"),
            "readyok",
        );
        criterion.bench_function(&format!("stop to bestmove, threads {threads}"), |bencher| {
            bencher.iter_custom(|rounds| (0..rounds).map(|_| stop(&mut program)).sum());
        });
    }
    criterion.bench_function("go depth 1", |bencher| {
        bencher.iter(|| program.ask("go depth 1\n", "bestmove"));
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    engine_mode(&mut criterion);
    criterion.final_summary();
}
