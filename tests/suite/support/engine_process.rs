//! A program that speaks to us line by line, as a GUI would run it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use caipan::text::{Encoding, decode};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine; it is ended with this value.
#[derive(Debug)]
pub(crate) struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<(String, Encoding)>,
    /// Nothing more is read while this is locked, as by a GUI that is stuck.
    pub(crate) reading: Arc<Mutex<()>>,
    /// Every line heard so far.
    pub(crate) heard: Vec<String>,
    /// Whether all that was heard so far was UTF-8.
    pub(crate) is_utf8: bool,
}

impl EngineProcess {
    /// Starts a program, by its path, without arguments.
    pub(crate) fn start(program: &str) -> Self {
        Self::start_in(program, &[])
    }

    /// Starts a program, by its path, without arguments, with more variables in its environment.
    pub(crate) fn start_in(program: &str, environment: &[(&str, &Path)]) -> Self {
        let mut child = Command::new(program)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let (tell, output) = mpsc::channel();
        let reading = Arc::<Mutex<()>>::default();
        let gate = Arc::clone(&reading);
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while lines.read_until(b'\n', &mut bytes).unwrap_or(0) > 0 {
                let (line, encoding) = decode(&bytes);
                let _ = tell.send((line.trim_end_matches('\n').to_owned(), encoding));
                bytes.clear();
                drop(gate.lock().unwrap());
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            output,
            reading,
            heard: Vec::new(),
            is_utf8: true,
        }
    }

    /// Starts caipan: the build under test, or the one that `CAIPAN_PROGRAM` names.
    pub(crate) fn caipan() -> Self {
        Self::caipan_in(&[])
    }

    /// Starts caipan with more variables in its environment.
    pub(crate) fn caipan_in(environment: &[(&str, &Path)]) -> Self {
        let program = std::env::var("CAIPAN_PROGRAM");
        let program = program.as_deref();
        Self::start_in(program.unwrap_or(env!("CARGO_BIN_EXE_caipan")), environment)
    }

    /// Gives the system's number of the program.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Lets the program end in its own way, and then waits for that.
    pub(crate) fn await_end(&mut self) {
        let start = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends one line.
    pub(crate) fn say(&mut self, line: &str) {
        self.say_bytes(line.as_bytes());
    }

    /// Sends one line of any bytes.
    pub(crate) fn say_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Waits for the next line; `wanted` is what a failure speaks of.
    pub(crate) fn hear(&mut self, wanted: &str) -> String {
        match self.output.recv_timeout(PATIENCE) {
            Ok((line, encoding)) => {
                self.is_utf8 &= encoding == Encoding::Utf8;
                self.heard.push(line.clone());
                line
            }
            Err(error) => panic!("waiting for {wanted:?}: {error}; heard {:#?}", self.heard),
        }
    }

    /// Waits for a line that fits.
    pub(crate) fn hear_until(&mut self, wanted: &str, fits: impl Fn(&str) -> bool) -> String {
        loop {
            let line = self.hear(wanted);
            if fits(&line) {
                return line;
            }
        }
    }

    /// Closes the input, waits for the program to end, and takes its last lines.
    pub(crate) fn leave(&mut self) {
        self.input = None;
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{status}");
        self.heard.extend(self.output.iter().map(|(line, _)| line));
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
