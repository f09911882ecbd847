//! The engines that the bench puts behind caipan: this same executable, started with a word.

use std::io::{self, BufRead, Read, Write};
use std::process::{Command as Program, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use caipan::position::{Line, Position};
use caipan::protocol::{Command, Dialect};

/// How many lines a second the flood brings.
const LINES_A_SECOND: u32 = 100_000;

/// Plays the part that a word names.
///
/// # Panics
/// If the word names none, or the client goes away in the middle of a line.
pub(crate) fn play(words: &[String]) {
    match words {
        [part] if part == "engine" => engine(),
        [part, program @ ..] if part == "pipe" => pipe(program),
        _ => panic!("no part {words:?}"),
    }
}

/// An engine that thinks of nothing: the first move it may play, at once. `go depth 2` tells first when it arrived, in
/// place of a number of nodes; `go movetime` brings a flood of `info` for that time, each with the moment it was written.
fn engine() {
    let mut output = io::stdout().lock();
    let mut say = |line: &str| {
        output.write_all(line.as_bytes()).expect("the client reads");
        output.flush().expect("the client reads");
    };
    let mut told = String::new();
    let mut first = String::new();
    for line in io::stdin().lock().lines() {
        let line = line.expect("the client writes text");
        let mut words = line.split(' ');
        match words.next() {
            Some("uci") => say("id name bench\nuciok\n"),
            Some("isready") => say("readyok\n"),
            Some("position") if line != told => {
                first = first_move(&line);
                told = line;
            }
            Some("go") => {
                if let Some(at) = line.find("movetime ") {
                    flood(line[at + 9..].parse().expect("milliseconds"), &mut say);
                }
                if line.contains("depth 2") {
                    say(&format!("info depth 2 nodes {}\n", now()));
                }
                let allowed = line.split_once("searchmoves ").map(|(_, moves)| moves);
                let best = allowed.and_then(|moves| moves.split(' ').next());
                say(&format!("bestmove {}\n", best.unwrap_or(&first)));
            }
            Some("quit") => return,
            _ => {}
        }
    }
}

fn first_move(line: &str) -> String {
    let Ok(Command::Position(given)) = Command::read(line, Dialect::Uci) else {
        panic!("expected a position, found {line}");
    };
    let start = given.fen.map_or_else(Position::start, |fen| {
        Position::from_fen(&fen).expect("a sound position")
    });
    let mut line = Line::new(start);
    for mv in given.moves {
        line.push(mv).expect("a legal move");
    }
    let moves = line.position().legal_moves();
    moves.first().map_or("0000".to_owned(), ToString::to_string)
}

fn flood(millis: u64, say: &mut impl FnMut(&str)) {
    let start = SystemTime::now();
    let mut written = 0;
    loop {
        let gone = start.elapsed().unwrap_or_default();
        if gone >= Duration::from_millis(millis) {
            return;
        }
        let due = (gone.as_secs_f64() * f64::from(LINES_A_SECOND)) as u32;
        for _ in written..due {
            say(&format!(
                "info depth 20 seldepth 31 multipv 1 score cp 35 nodes {} nps 1000000 hashfull 120 time 900 \
                 pv h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 h7i7 b0c2 g6g5\n",
                now()
            ));
        }
        written = due;
        thread::sleep(Duration::from_micros(100));
    }
}

/// Gives the time as the flood tells it: nanoseconds, the same in every process.
pub(crate) fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}

/// Nothing but two threads that hand on what they read: the least that any program in between costs here.
fn pipe(program: &[String]) {
    let mut child = Program::new(&program[0])
        .args(&program[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let input = child.stdin.take().expect("piped");
    let output = child.stdout.take().expect("piped");
    thread::spawn(move || copy(io::stdin(), input));
    copy(output, io::stdout());
    let _ = child.wait();
}

fn copy(mut from: impl Read, mut to: impl Write) {
    let mut block = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut block) {
        if to.write_all(&block[..count]).is_err() || to.flush().is_err() {
            return;
        }
    }
}
