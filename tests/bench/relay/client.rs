//! The bench as a GUI: a program spoken to over its pipes.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program that speaks UCI.
pub(crate) struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Client {
    /// Starts a program and has it say its options and that it is ready.
    ///
    /// # Panics
    /// As all that is done with it: if it does not start, or ends.
    pub(crate) fn start(program: &[&str], environment: &[(&str, &OsStr)], options: &str) -> Self {
        let mut child = Command::new(program[0])
            .args(&program[1..])
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let (input, output) = (
            child.stdin.take().expect("piped"),
            child.stdout.take().expect("piped"),
        );
        let mut client = Self {
            child,
            input,
            output: BufReader::new(output),
            line: String::new(),
        };
        client.ask("uci\n", "uciok");
        client.ask(&format!("{options}isready\n"), "readyok");
        client
    }

    /// Sends lines at once.
    pub(crate) fn say(&mut self, lines: &str) {
        self.input
            .write_all(lines.as_bytes())
            .expect("the program reads");
    }

    /// Waits for a line.
    pub(crate) fn next_line(&mut self) -> &str {
        self.line.clear();
        let count = self.output.read_line(&mut self.line);
        assert!(count.expect("it writes text") > 0, "the program ended");
        self.line.trim_end()
    }

    /// Sends lines at once and waits for an answer.
    pub(crate) fn ask(&mut self, lines: &str, answer: &str) {
        self.say(lines);
        while !self.next_line().starts_with(answer) {}
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"quit\n");
        let _ = self.child.wait();
    }
}
