//! A child process as lines: the only place that starts processes.
//!
//! Three threads serve a child: one reads its lines and tells them at once, one drains its standard error, one waits for
//! its exit and then ends whatever it left running. What is sent goes straight into the child's pipe.

mod group;
mod input;
mod output;
mod replacement;

use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use group::Group;
use input::Input;
use output::{LastWords, read_chunks, read_lines};
pub use replacement::{STARTED, replace_program};

/// How long a killed child may take to be gone before its owner goes on.
const KILLING: Duration = Duration::from_secs(1);

/// How long the end of a child's lines waits for its exit and its last words.
const PARTING: Duration = Duration::from_millis(200);

/// What to start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// A path, or the name of a program of a folder in `PATH`.
    pub command: String,
    /// What follows it, word by word.
    pub arguments: Vec<String>,
    /// Where it runs; `None` is the folder of the command.
    pub folder: Option<PathBuf>,
    /// What its environment has beside caipan's own.
    pub environment: BTreeMap<String, String>,
}

/// Why a program did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// There is no such program.
    #[error(
        "engine {command:?}: found no such program, expected the path of one or a name in PATH"
    )]
    Missing {
        /// What was to be started.
        command: String,
    },
    /// There is something, but it may not be run.
    #[error("engine {command:?}: found {found}, expected a file that may be executed")]
    NotExecutable {
        /// What was to be started.
        command: String,
        /// What is there.
        found: &'static str,
    },
    /// There is no such folder to run in.
    #[error("engine {command:?}: its folder {folder:?} is not there")]
    Folder {
        /// What was to be started.
        command: String,
        /// Where it was to run.
        folder: PathBuf,
    },
    /// The system refused.
    #[error("engine {path:?} does not start: {error}")]
    Refused {
        /// The file of the program.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl Program {
    /// Finds the file of the program.
    ///
    /// # Errors
    /// There is none, or it may not be run.
    pub fn find(&self) -> Result<PathBuf, StartError> {
        let command = || self.command.clone();
        if let Ok(path) = which::which(&self.command) {
            return Ok(path);
        }
        let path = Path::new(&self.command);
        let is_path = path.components().count() > 1;
        let found = match path.metadata() {
            Ok(file) if is_path && file.is_dir() => "a folder",
            Ok(_) if is_path => "a file without that right",
            _ => return Err(StartError::Missing { command: command() }),
        };
        Err(StartError::NotExecutable {
            command: command(),
            found,
        })
    }
}

/// What a child does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProcessEvent {
    /// It wrote a line to its standard output.
    Line {
        /// The line as it came, with its end; the last one may lack an end.
        bytes: Vec<u8>,
        /// When its last byte arrived.
        at: Instant,
    },
    /// It writes no more lines, mostly because it has exited; the last event.
    Ended,
}

/// The group of a child, `None` once it has been ended.
type SharedGroup = Arc<Mutex<Option<Group>>>;

/// A hand on the processes that were tied to it, by which another thread can end them while their owner is held up.
#[derive(Clone, Debug, Default)]
pub struct Leash {
    groups: Arc<Mutex<Vec<SharedGroup>>>,
}

impl Leash {
    /// Gives the one that every process of this program is tied to, for who is about to end it: what is dropped then is
    /// dropped too late.
    #[must_use]
    pub fn of_program() -> &'static Self {
        static ALL: LazyLock<Leash> = LazyLock::new(Leash::default);
        &ALL
    }

    /// Ends the processes and all that they have started, at once; nothing happens to those that have ended.
    pub fn end(&self) {
        for group in mem::take(&mut *lock(&self.groups)) {
            drop(lock(&group).take());
        }
    }
}

/// A running child. Dropping it kills the child and all that the child has started.
#[derive(Debug)]
pub struct LineProcess {
    id: u32,
    input: Input,
    group: SharedGroup,
    last_words: Arc<Mutex<LastWords>>,
    status: Arc<OnceLock<ExitStatus>>,
    /// Closes when the child is gone.
    gone: Receiver<()>,
}

impl LineProcess {
    /// Starts a program.
    ///
    /// Every event goes to `tell`, on a thread of the child's own. While `tell` runs, no further line is read, so it may
    /// do the work itself, [`LineProcess::send`] and the drop of the process included. Lines that are already on their
    /// way may be told after a drop.
    ///
    /// # Errors
    /// Returns which file or folder is missing, or what the system says against it.
    pub fn start(
        program: &Program,
        tell: impl Fn(ProcessEvent) + Send + 'static,
    ) -> Result<Self, StartError> {
        let path = program.find()?;
        let own = path.parent().unwrap_or(Path::new("."));
        let folder = program.folder.as_deref().unwrap_or(own);
        if !folder.is_dir() {
            return Err(StartError::Folder {
                command: program.command.clone(),
                folder: folder.to_owned(),
            });
        }
        let mut command = Command::new(&path);
        command
            .args(&program.arguments)
            .env_remove(STARTED)
            .envs(&program.environment)
            .current_dir(folder);
        Self::spawn(command, tell).map_err(|error| StartError::Refused {
            // The file itself has been found.
            error: match error.kind() {
                io::ErrorKind::NotFound => {
                    io::Error::other("the interpreter or loader that it asks for is missing")
                }
                _ => error,
            },
            path,
        })
    }

    fn spawn(
        mut command: Command,
        tell: impl Fn(ProcessEvent) + Send + 'static,
    ) -> io::Result<Self> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, group) = Group::start(&mut command)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (exited, gone) = bounded(0);
        let process = Self {
            id: child.id(),
            input: Input::new(stdin)?,
            group: Arc::new(Mutex::new(Some(group))),
            last_words: Arc::default(),
            status: Arc::default(),
            gone: gone.clone(),
        };
        process.tie(Leash::of_program());

        let (group, status) = (Arc::clone(&process.group), Arc::clone(&process.status));
        start_thread("engine exit", move || {
            see_off(child, &group, &status, exited);
        })?;

        let last_words = Arc::clone(&process.last_words);
        let (silent, drained) = bounded::<()>(0);
        start_thread("engine errors", move || {
            read_chunks(stderr, |chunk| lock(&last_words).add(chunk));
            drop(silent);
        })?;

        start_thread("engine lines", move || {
            read_lines(stdout, |bytes, at| tell(ProcessEvent::Line { bytes, at }));
            let limit = Instant::now() + PARTING;
            let _ = drained.recv_deadline(limit);
            let _ = gone.recv_deadline(limit);
            tell(ProcessEvent::Ended);
        })?;
        Ok(process)
    }

    /// Sends bytes as they are, the end of the line included. Never waits: what the child's pipe has no room for is
    /// written by a thread, in order.
    ///
    /// # Errors
    /// Returns `BrokenPipe` if the child has closed its input, and `WouldBlock` if it has left 16 MiB unread.
    pub fn send(&mut self, line: &[u8]) -> io::Result<()> {
        self.input.send(line)
    }

    /// Ties the process to a leash, beside others.
    pub fn tie(&self, leash: &Leash) {
        let mut groups = lock(&leash.groups);
        groups.retain(|group| lock(group).is_some());
        groups.push(Arc::clone(&self.group));
    }

    /// Gives the system's number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Gives the end of what the child wrote to its standard error, at most 8 KiB of it; it is complete when
    /// [`ProcessEvent::Ended`] is told.
    #[must_use]
    pub fn last_words(&self) -> String {
        lock(&self.last_words).text()
    }

    /// Gives how the child ended; known when [`ProcessEvent::Ended`] is told, unless the child only closed its output.
    #[must_use]
    pub fn exit_status(&self) -> Option<ExitStatus> {
        self.status.get().copied()
    }

    /// Closes the child's input and waits for its exit, at most `grace`; then ends what still runs.
    pub fn end(mut self, grace: Duration) {
        self.input.close();
        let _ = self.gone.recv_timeout(grace);
    }
}

impl Drop for LineProcess {
    fn drop(&mut self) {
        drop(lock(&self.group).take());
        let _ = self.gone.recv_timeout(KILLING);
    }
}

/// Waits for a child's exit and ends what it left running. The last handle of `exited` closes then.
fn see_off(
    mut child: Child,
    group: &Mutex<Option<Group>>,
    status: &OnceLock<ExitStatus>,
    exited: Sender<()>,
) {
    Group::wait_for_exit(&mut child);
    drop(lock(group).take());
    match child.wait() {
        Ok(found) => drop(status.set(found)),
        Err(error) => log::error!("waiting for an engine: {error}"),
    }
    drop(exited);
}

fn start_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map(drop)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, unix))]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;

    fn start(words: &[&str]) -> (LineProcess, Receiver<ProcessEvent>) {
        let program = Program {
            command: words[0].to_owned(),
            arguments: words[1..].iter().copied().map(str::to_owned).collect(),
            ..Program::default()
        };
        let (events, told) = unbounded();
        let tell = move |event| events.send(event).unwrap();
        (LineProcess::start(&program, tell).unwrap(), told)
    }

    fn line(event: ProcessEvent) -> Vec<u8> {
        match event {
            ProcessEvent::Line { bytes, .. } => bytes,
            ProcessEvent::Ended => panic!("the process has ended"),
        }
    }

    #[test]
    fn what_is_sent_to_an_echo_comes_back_in_order() {
        let (mut process, told) = start(&["cat"]);
        let long = [vec![b'x'; 1 << 20], b"\n".to_vec()].concat();
        let lines: [&[u8]; 4] = [b"uci\r\n", &long, b"\xc5\xda\n", b"no end"];
        for line in lines {
            process.send(line).unwrap();
        }
        process.end(Duration::from_secs(60));
        for expected in lines {
            assert!(line(told.recv().unwrap()) == expected);
        }
        assert_eq!(told.recv().unwrap(), ProcessEvent::Ended);
        assert!(told.recv().is_err(), "the thread is over");
    }

    #[test]
    fn the_end_comes_after_the_last_words_and_with_the_status() {
        let (process, told) = start(&["sh", "-c", "echo no network >&2; exit 7"]);
        assert_eq!(told.recv().unwrap(), ProcessEvent::Ended);
        assert_eq!(process.last_words(), "no network");
        assert_eq!(process.exit_status().unwrap().code(), Some(7));
    }

    #[test]
    fn a_child_that_does_not_read_blocks_nobody_and_is_killed() {
        let (mut process, told) = start(&["sh", "-c", "echo up; exec sleep 1000"]);
        assert_eq!(line(told.recv().unwrap()), b"up\n");
        let line = vec![b'x'; 1 << 20];
        let sent = (0..64).take_while(|_| process.send(&line).is_ok()).count();
        assert_eq!(sent, 16);
        let error = process.send(&line).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        drop(process);
        assert_eq!(told.recv().unwrap(), ProcessEvent::Ended);
    }

    #[test]
    fn a_leash_ends_what_is_tied_to_it() {
        let (first, told_of_first) = start(&["sleep", "1000"]);
        let (second, told_of_second) = start(&["sleep", "1000"]);
        let (_third, told_of_third) = start(&["sleep", "1000"]);
        let leash = Leash::default();
        leash.end();
        first.tie(&leash);
        second.tie(&leash);
        leash.end();
        for told in [told_of_first, told_of_second] {
            assert_eq!(told.recv().unwrap(), ProcessEvent::Ended);
        }
        assert!(told_of_third.try_recv().is_err());
        leash.end();
    }

    #[test]
    fn a_child_that_is_gone_cannot_be_sent_to() {
        let (mut process, told) = start(&["true"]);
        assert_eq!(told.recv().unwrap(), ProcessEvent::Ended);
        let error = process.send(b"isready\n").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
