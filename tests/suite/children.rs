//! Child processes as lines: what they may do to us, and that none of them is left.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use caipan::engine::{LineProcess, ProcessEvent, Program};
use crossbeam_channel::{Receiver, unbounded};

use crate::support::example_engine;

/// Longer than anything here takes on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Makes a program of words.
fn program(words: &[&str]) -> Program {
    Program {
        command: words[0].to_owned(),
        arguments: words[1..].iter().copied().map(str::to_owned).collect(),
        ..Program::default()
    }
}

/// A child and what it tells.
struct Started {
    process: LineProcess,
    told: Receiver<ProcessEvent>,
}

fn start(program: &Program) -> Started {
    let (events, told) = unbounded();
    let tell = move |event| {
        // A test that is over listens no more.
        let _ = events.send(event);
    };
    let process = LineProcess::start(program, tell).expect("the program is there");
    Started { process, told }
}

/// Starts the scripted engine with arguments.
fn scripted(arguments: &[&str]) -> Started {
    let path = example_engine::path("scripted");
    start(&program(&[&[&*path], arguments].concat()))
}

impl Started {
    /// Gives the next line with its end, or `None` at the end of all.
    fn line(&self) -> Option<Vec<u8>> {
        match self.told.recv_timeout(PATIENCE).expect("a line is due") {
            ProcessEvent::Line { bytes, .. } => Some(bytes),
            ProcessEvent::Ended => None,
        }
    }

    /// Reads on until a line that starts so, and gives the rest of it.
    fn find(&self, start: &str) -> String {
        loop {
            let line = self.line().expect("the line comes before the end");
            let line = String::from_utf8_lossy(&line);
            if let Some(rest) = line.strip_prefix(start) {
                return rest.trim_end().to_owned();
            }
        }
    }

    fn say(&mut self, line: &str) {
        let line = format!("{line}\n");
        self.process.send(line.as_bytes()).expect("the child lives");
    }

    /// Reads what is left, to the end.
    fn rest(&self) -> Vec<Vec<u8>> {
        std::iter::from_fn(|| self.line()).collect()
    }
}

/// Tells whether a process runs; one that waits to be reaped does not.
fn is_running(id: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{id}/stat")) else {
        return false;
    };
    let (_, state) = stat.rsplit_once(')').expect("the name stands in brackets");
    !state.trim_start().starts_with(['Z', 'X'])
}

/// Waits until a process runs no more: a signal takes a moment.
fn await_end(id: u32) {
    let limit = Instant::now() + PATIENCE;
    while is_running(id) {
        assert!(Instant::now() < limit, "process {id} is left");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Starts an engine that starts another process, and gives the numbers of both.
fn family(faults: &[&str]) -> (Started, [u32; 2]) {
    let child = scripted(&[&["--fault", "grandchild"], faults].concat());
    let grandchild = child.find("info string grandchild ");
    let ids = [child.process.id(), grandchild.parse().expect("a number")];
    assert!(ids.into_iter().all(is_running));
    (child, ids)
}

#[test]
fn nothing_is_left_after_a_drop() {
    let (child, ids) = family(&[]);
    drop(child.process);
    ids.into_iter().for_each(await_end);
    assert_eq!(child.told.recv_timeout(PATIENCE), Ok(ProcessEvent::Ended));
}

#[test]
fn nothing_is_left_of_a_child_that_died() {
    let (mut child, ids) = family(&["--fault", "die"]);
    child.say("go depth 1");
    assert!(child.rest().is_empty(), "the grandchild held the pipe open");
    ids.into_iter().for_each(await_end);
    assert_eq!(child.process.exit_status().unwrap().code(), Some(3));
    let said = child.process.last_words();
    assert_eq!(said, "Assertion failed: the script says so.");
}

#[test]
fn nothing_is_left_of_a_child_that_stays() {
    let (mut child, ids) = family(&["--fault", "stay"]);
    child.say("quit");
    child.process.end(Duration::from_millis(10));
    ids.into_iter().for_each(await_end);
}

#[test]
fn a_child_that_leaves_is_let_go_and_its_children_ended() {
    let (mut child, ids) = family(&["--fault", "no-line-end"]);
    child.say("quit");
    child.process.end(PATIENCE);
    ids.into_iter().for_each(await_end);
    let bye = child.told.recv().unwrap();
    assert!(matches!(bye, ProcessEvent::Line { bytes, .. } if bytes == b"bye"));
    assert_eq!(child.told.recv(), Ok(ProcessEvent::Ended));
}

#[test]
fn the_end_of_the_input_is_seen() {
    let child = scripted(&[]);
    child.process.end(PATIENCE);
    assert_eq!(child.told.recv(), Ok(ProcessEvent::Ended));
}

#[test]
fn a_child_killed_by_others_is_known_by_its_signal() {
    let child = start(&program(&["sh", "-c", "kill -KILL $$"]));
    assert!(child.rest().is_empty());
    assert_eq!(child.process.exit_status().unwrap().signal(), Some(9));
}

#[test]
fn a_child_may_be_dropped_while_it_tells() {
    let (events, told) = unbounded();
    let slot = Arc::new(Mutex::new(None));
    let owner = Arc::clone(&slot);
    let tell = move |event| {
        drop(owner.lock().unwrap().take());
        events.send(event).unwrap();
    };
    let endless = program(&["sh", "-c", "while echo line; do :; done"]);
    let mut held = slot.lock().unwrap();
    *held = Some(LineProcess::start(&endless, tell).unwrap());
    drop(held);
    let last = told.iter().last();
    assert_eq!(last, Some(ProcessEvent::Ended));
}

#[test]
fn a_deaf_child_holds_nobody_up() {
    let mut child = scripted(&["--fault", "deaf"]);
    child.say("uci");
    child.find("uciok");
    child.say("go infinite");
    for _ in 0..100_000 {
        child.say("setoption name Hash value 16");
    }
    let id = child.process.id();
    drop(child);
    await_end(id);
}

#[test]
fn a_late_reader_gets_every_line_in_order() {
    let mut child = start(&program(&["sh", "-c", "sleep 0.1; exec cat"]));
    let lines: Vec<String> = (0..200_000)
        .map(|number| format!("line {number}"))
        .collect();
    for line in &lines {
        child.say(line);
    }
    child.process.end(PATIENCE);
    let mut heard = 0;
    while let Ok(ProcessEvent::Line { bytes, .. }) = child.told.recv() {
        assert_eq!(bytes, format!("{}\n", lines[heard]).into_bytes());
        heard += 1;
    }
    assert_eq!(heard, lines.len());
}

#[test]
fn line_ends_are_kept_as_they_came() {
    let mut child = scripted(&["--fault", "cr-lf", "--fault", "no-line-end"]);
    child.say("isready");
    child.say("quit");
    assert_eq!(child.rest(), [&b"readyok\r\n"[..], b"bye"]);
}

#[test]
fn a_line_may_have_a_mebibyte() {
    let mut child = scripted(&["--fault", "long-line"]);
    child.say("go depth 1");
    let line = child.find("info string ");
    assert!(line.len() == 1 << 20 && line.bytes().all(|byte| byte == b'x'));
    child.find("bestmove ");
}

#[test]
fn a_flood_is_told_in_order() {
    let mut child = scripted(&["--fault", "flood"]);
    child.say("go depth 1");
    let mut last = None;
    for depth in 1..=100_000 {
        let ProcessEvent::Line { bytes, at } = child.told.recv().unwrap() else {
            panic!("the child has ended");
        };
        let start = format!("info depth {depth} ");
        assert!(bytes.starts_with(start.as_bytes()) && Some(at) >= last);
        last = Some(at);
    }
    child.find("bestmove ");
}

#[test]
fn bytes_of_any_kind_are_kept() {
    let mut child = scripted(&["--fault", "gbk", "--fault", "binary"]);
    child.say("uci");
    assert_eq!(child.line().unwrap(), b"id name \xbe\xe7\xb1\xbe\n");
    child.find("uciok");
    child.say("go depth 1");
    let bytes: Vec<u8> = (0..=u8::MAX).collect();
    let parts = [child.line().unwrap(), child.line().unwrap()].concat();
    assert_eq!(parts, [&bytes[..], b"\n"].concat());
    let said = child.line().unwrap();
    assert_eq!(said, b"info string \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\n");
}

#[test]
fn standard_error_is_drained_and_its_end_is_kept() {
    let mut child = scripted(&["--fault", "error-flood"]);
    child.say("go depth 1");
    child.find("bestmove ");
    child.say("quit");
    child.rest();
    assert_eq!(child.process.last_words(), "the end");

    let child = scripted(&["--fault", "die-at-start"]);
    assert!(child.rest().is_empty());
    let said = child.process.last_words();
    assert_eq!(said, "The network file scripted.nnue was not found.");
}

#[test]
fn a_program_that_does_not_start_is_named_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (bare, odd) = (at("bare"), at("odd"));
    fs::write(&bare, "text").unwrap();
    // Another process writes it, since a file that is open for writing cannot be executed.
    let write = format!("echo '#!/no/such/shell' > {odd} && chmod +x {odd}");
    assert!(
        Command::new("sh")
            .args(["-c", &write])
            .status()
            .unwrap()
            .success()
    );

    let elsewhere = Program {
        folder: Some(PathBuf::from("/no/such")),
        ..program(&["cat"])
    };
    let expected = "expected the path of one or a name in PATH";
    let executable = "expected a file that may be executed";
    let cases = [
        (
            program(&["no-such-engine"]),
            format!(r#"engine "no-such-engine": found no such program, {expected}"#),
        ),
        (
            program(&["/no/such/engine"]),
            format!(r#"engine "/no/such/engine": found no such program, {expected}"#),
        ),
        (
            program(&[""]),
            format!(r#"engine "": found no such program, {expected}"#),
        ),
        (
            program(&["/usr"]),
            format!(r#"engine "/usr": found a folder, {executable}"#),
        ),
        (
            program(&[&bare]),
            format!("engine {bare:?}: found a file without that right, {executable}"),
        ),
        (
            program(&[&odd]),
            format!(
                "engine {odd:?} does not start: the interpreter or loader that it asks for is missing"
            ),
        ),
        (
            elsewhere,
            r#"engine "cat": its folder "/no/such" is not there"#.to_owned(),
        ),
    ];
    for (program, expected) in cases {
        let error = LineProcess::start(&program, |_| {}).expect_err("it does not start");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_program_runs_in_its_own_folder_or_the_one_given() {
    let given = tempfile::tempdir().expect("a folder for the test");
    let given = given.path().canonicalize().unwrap();
    let own = Path::new("/bin").canonicalize().unwrap();
    let up = "../".repeat(20);
    let relative = format!("{up}bin/pwd");
    for command in ["/bin/pwd", &relative] {
        for (folder, expected) in [(None, &own), (Some(given.clone()), &given)] {
            let program = Program {
                folder,
                ..program(&[command])
            };
            let child = start(&program);
            assert_eq!(
                child.find(""),
                expected.display().to_string(),
                "{program:?}"
            );
        }
    }
}

#[test]
fn arguments_and_environment_are_passed_beside_our_own() {
    let script = r#"echo "$1|$OWN|${PATH:+path}""#;
    let program = Program {
        environment: BTreeMap::from([("OWN".to_owned(), "a b".to_owned())]),
        ..program(&["sh", "-c", script, "name", "two words"])
    };
    assert_eq!(start(&program).find(""), "two words|a b|path");
}
