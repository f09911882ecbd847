//! Transcripts: both sides of a conversation, one line for each line that was said.
//!
//! ```text
//! # caipan transcript: milliseconds since the start, what happened, and the line as it was
//!        0 start somefish
//!        1 to-engine uci
//!       12 engine id name Somefish
//!       12 engine uciok
//! ```
//!
//! At `gui` and `engine` that one says the line, at `to-gui` and `to-engine` it is said to that one. At `start` the engine
//! is started, once or anew, and at `end` it has ended; what stands behind these is for the reader only. One blank
//! stands before the line itself, which is kept byte for byte, in whatever encoding, without its line feed.
//!
//! The reader forgives: blanks in front of the time, blank lines, lines that begin with `#`. The writer always writes:
//! the time in eight places at least, the words in lower case.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::regular_file::expect_regular;
use crate::text::decode;

/// The first line of a transcript.
const HEAD: &str =
    "# caipan transcript: milliseconds since the start, what happened, and the line as it was\n";

/// What happens in a conversation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TranscriptEvent {
    /// The GUI says a line.
    FromGui,
    /// A line is said to the GUI.
    ToGui,
    /// The engine says a line.
    FromEngine,
    /// A line is said to the engine.
    ToEngine,
    /// The engine is started.
    Start,
    /// The engine has ended.
    End,
}

impl TranscriptEvent {
    const ALL: [Self; 6] = [
        Self::FromGui,
        Self::ToGui,
        Self::FromEngine,
        Self::ToEngine,
        Self::Start,
        Self::End,
    ];

    /// Gives the word that stands in a transcript.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::FromGui => "gui",
            Self::ToGui => "to-gui",
            Self::FromEngine => "engine",
            Self::ToEngine => "to-engine",
            Self::Start => "start",
            Self::End => "end",
        }
    }
}

/// One line of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TranscriptEntry {
    /// When it happened, from the start of the transcript, in whole milliseconds.
    pub time: Duration,
    /// What it is.
    pub event: TranscriptEvent,
    /// The line without its line feed; a carriage return is kept.
    pub line: Vec<u8>,
}

/// A line that is none of a transcript.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {number}: found {found:?}, expected {expected}")]
pub struct TranscriptError {
    /// The number of the line, from 1.
    pub number: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: &'static str,
}

/// Writes a transcript as the conversation goes on; each line is out before the next is taken.
#[derive(Debug)]
pub struct TranscriptWriter<W> {
    output: W,
    start: Instant,
}

impl<W: Write> TranscriptWriter<W> {
    /// Begins a transcript; times count from `start`.
    ///
    /// # Errors
    /// Returns an error of the output.
    pub fn new(mut output: W, start: Instant) -> io::Result<Self> {
        output.write_all(HEAD.as_bytes())?;
        output.flush()?;
        Ok(Self { output, start })
    }

    /// Notes a line, with its end or without, and when it was said; at a start or an end, a word about it.
    ///
    /// # Errors
    /// Returns an error of the output.
    pub fn note(&mut self, at: Instant, event: TranscriptEvent, line: &[u8]) -> io::Result<()> {
        let time = at.saturating_duration_since(self.start).as_millis();
        let mut entry = format!("{time:8} {} ", event.word()).into_bytes();
        entry.extend(line.strip_suffix(b"\n").unwrap_or(line));
        entry.push(b'\n');
        self.output.write_all(&entry)?;
        self.output.flush()
    }
}

/// The transcript of a session, shared by all who say or hear something in it; by default there is none, and noting a
/// line costs nothing.
#[derive(Clone, Default)]
pub struct Transcript(Option<Arc<Mutex<Record>>>);

/// Where a transcript goes.
struct Record {
    /// A file that is opened when there is a line for it.
    due: Option<PathBuf>,
    /// `None` before, and once it could not be written.
    writer: Option<TranscriptWriter<Box<dyn Write + Send>>>,
    /// Hears why the transcript ends before the session.
    end: Option<Box<dyn FnOnce(io::Error) + Send>>,
}

impl Record {
    fn note(&mut self, event: TranscriptEvent, lines: &[u8]) -> io::Result<()> {
        let now = Instant::now();
        if let Some(file) = self.due.take() {
            self.writer = Some(go_on(&file, now)?);
        }
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let mut lines = lines.split_inclusive(|byte| *byte == b'\n');
        lines.try_for_each(|line| writer.note(now, event, line))
    }
}

impl std::fmt::Debug for Transcript {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Transcript")
            .field(&self.0.is_some())
            .finish()
    }
}

impl Transcript {
    /// Begins a transcript in a file, in place of what is in it. One that another program writes its transcript to is left
    /// alone: of `game.log` the first of `game-2.log`, `game-3.log` and so on that is free is taken, and says so in its
    /// first line.
    ///
    /// # Errors
    /// Returns an error of the file system, or that the path is of a pipe or a device.
    pub fn create(file: &Path) -> io::Result<Self> {
        let mut free = file.to_owned();
        for number in 2..=MOST_FILES + 1 {
            if let Some(mut taken) = take(&free)? {
                if number > 2 {
                    let why = format!("{} is in use, and nothing of it is lost", file.display());
                    log::warn!("transcript {}: {why}", free.display());
                    writeln!(taken, "# {why}: this is the transcript of another copy")?;
                }
                return Self::new(taken, move |error| {
                    log::error!("transcript {}: {error}; it ends here", free.display());
                });
            }
            free = numbered(file, number);
        }
        Err(io::Error::other(format!(
            "expected one of {MOST_FILES} files that is not in use"
        )))
    }

    /// Goes on with a transcript behind what is in the file; its times begin anew. The file, and its folder, are made when
    /// there is a line for them. Several may write to one file at the same time: each line stays whole. What keeps it from
    /// being written is told by `end`, once.
    pub fn append(file: &Path, end: impl FnOnce(io::Error) + Send + 'static) -> Self {
        Self::of(Record {
            due: Some(file.to_owned()),
            writer: None,
            end: Some(Box::new(end)),
        })
    }

    fn new(
        output: impl Write + Send + 'static,
        end: impl FnOnce(io::Error) + Send + 'static,
    ) -> io::Result<Self> {
        let output: Box<dyn Write + Send> = Box::new(output);
        Ok(Self::of(Record {
            due: None,
            writer: Some(TranscriptWriter::new(output, Instant::now())?),
            end: Some(Box::new(end)),
        }))
    }

    fn of(record: Record) -> Self {
        Self(Some(Arc::new(Mutex::new(record))))
    }

    /// Notes one line or more that are said now; at a start or an end, a word about it. The first error is told and ends
    /// the transcript, not the session.
    pub fn note(&self, event: TranscriptEvent, lines: &[u8]) {
        let Some(record) = &self.0 else {
            return;
        };
        let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = record.note(event, lines) {
            record.writer = None;
            if let Some(end) = record.end.take() {
                end(error);
            }
        }
    }
}

/// Opens a file behind what is in it.
fn go_on(file: &Path, now: Instant) -> io::Result<TranscriptWriter<Box<dyn Write + Send>>> {
    expect_regular(file)?;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let file = File::options().append(true).create(true).open(file)?;
    TranscriptWriter::new(Box::new(file), now)
}

/// How many copies may write to files that are named after one.
const MOST_FILES: usize = 99;

/// Opens a file for this program alone and empties it; `None` if another has it.
fn take(file: &Path) -> io::Result<Option<File>> {
    expect_regular(file)?;
    let mut options = File::options();
    let taken = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(file)?;
    match taken.try_lock() {
        // Where the system has no locks, it is written to all the same.
        Ok(()) | Err(TryLockError::Error(_)) => taken.set_len(0)?,
        Err(TryLockError::WouldBlock) => return Ok(None),
    }
    Ok(Some(taken))
}

/// Gives `game-2.log` of `game.log` and 2.
fn numbered(file: &Path, number: usize) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = file.extension() {
        name.push(".");
        name.push(ending);
    }
    file.with_file_name(name)
}

/// Reads a transcript.
///
/// # Errors
/// Tells the first line that is none, what was found and what was expected.
///
/// # Examples
///
/// ```
/// use caipan::engine::{TranscriptEvent, read_transcript};
///
/// let entries = read_transcript(b"0 to-engine uci\n12 engine uciok\n").unwrap();
/// assert_eq!(entries[1].event, TranscriptEvent::FromEngine);
/// assert_eq!(entries[1].line, b"uciok");
/// let error = read_transcript(b"0 fish uci\n").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1: found \"fish\", expected one of gui, to-gui, engine, to-engine, start, end"
/// );
/// ```
pub fn read_transcript(bytes: &[u8]) -> Result<Vec<TranscriptEntry>, TranscriptError> {
    let lines = bytes.split(|byte| *byte == b'\n').enumerate();
    let is_told = |line: &[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    lines
        .filter(|(_, line)| is_told(line))
        .map(|(index, line)| read_entry(index + 1, line))
        .collect()
}

fn read_entry(number: usize, line: &[u8]) -> Result<TranscriptEntry, TranscriptError> {
    let fault = |found: &[u8], expected| TranscriptError {
        number,
        found: decode(found).0.chars().take(60).collect(),
        expected,
    };
    let mut words = line.trim_ascii_start().splitn(3, |byte| *byte == b' ');
    let (time, word) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default().trim_ascii_end(),
    );
    let millis = std::str::from_utf8(time).ok();
    let millis = millis.and_then(|time| u64::from_str(time).ok());
    let millis = millis.ok_or_else(|| fault(time, "a time in milliseconds"))?;
    let mut events = TranscriptEvent::ALL.into_iter();
    let event = events.find(|event| event.word().as_bytes() == word);
    Ok(TranscriptEntry {
        time: Duration::from_millis(millis),
        event: event
            .ok_or_else(|| fault(word, "one of gui, to-gui, engine, to-engine, start, end"))?,
        line: words.next().unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back() {
        let start = Instant::now();
        let mut output = Vec::new();
        let mut writer = TranscriptWriter::new(&mut output, start).unwrap();
        let lines: [(u64, TranscriptEvent, &[u8]); 5] = [
            (0, TranscriptEvent::FromGui, b"uci\r\n"),
            (3, TranscriptEvent::ToEngine, b" two  blanks "),
            (3, TranscriptEvent::FromEngine, b"\xc5\xda\n"),
            (123_456_789, TranscriptEvent::ToGui, b"# no remark\n"),
            (2, TranscriptEvent::FromEngine, b""),
        ];
        for (time, event, line) in lines {
            let at = start + Duration::from_millis(time);
            writer.note(at, event, line).unwrap();
        }
        let read = read_transcript(&output).unwrap();
        let expected = lines.map(|(time, event, line)| TranscriptEntry {
            time: Duration::from_millis(time),
            event,
            line: line.strip_suffix(b"\n").unwrap_or(line).to_owned(),
        });
        assert_eq!(read, expected);
    }

    /// Takes so many bytes and then no more.
    #[derive(Clone)]
    struct FullDisk(Arc<Mutex<Vec<u8>>>, usize);

    impl Write for FullDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut written = self.0.lock().unwrap();
            if written.len() + bytes.len() > self.1 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            written.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_error_ends_the_transcript_alone() {
        Transcript::default().note(TranscriptEvent::FromGui, b"uci\n");
        let disk = FullDisk(Arc::default(), HEAD.len() + 50);
        let (tell, told) = std::sync::mpsc::channel();
        let end = move |error: io::Error| tell.send(error.kind()).unwrap();
        let transcript = Transcript::new(disk.clone(), end).unwrap();
        let others = transcript.clone();
        others.note(TranscriptEvent::ToEngine, b"uci\nisready\n");
        transcript.note(TranscriptEvent::FromEngine, &[b'x'; 50]);
        others.note(TranscriptEvent::ToEngine, b"go\n");
        let read = read_transcript(&disk.0.lock().unwrap()).unwrap();
        let lines: Vec<_> = read.iter().map(|entry| &*entry.line).collect();
        assert_eq!(lines, [&b"uci"[..], b"isready"]);
        let told: Vec<_> = told.iter().collect();
        assert_eq!(told, [io::ErrorKind::StorageFull], "once");
        assert!(Transcript::new(FullDisk(Arc::default(), 1), drop).is_err());
    }

    #[test]
    fn a_file_in_use_is_left_to_whoever_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let text = |name: &str| std::fs::read_to_string(path(name)).unwrap();
        std::fs::write(path("a.log"), "of the last game, which was long ago").unwrap();
        let first = Transcript::create(&path("a.log")).unwrap();
        let second = Transcript::create(&path("a.log")).unwrap();
        first.note(TranscriptEvent::FromGui, b"uci\n");
        second.note(TranscriptEvent::FromGui, b"ucci\n");
        assert!(text("a.log").starts_with(HEAD) && text("a.log").ends_with("gui uci\n"));
        let remark = format!("# {} is in use, and nothing", path("a.log").display());
        assert!(text("a-2.log").starts_with(&remark), "{}", text("a-2.log"));
        let read = read_transcript(text("a-2.log").as_bytes()).unwrap();
        assert_eq!((read.len(), &*read[0].line), (1, &b"ucci"[..]));
        drop((first, second));
        let again = Transcript::create(&path("a.log")).unwrap();
        assert_eq!(text("a.log"), HEAD);
        drop(again);
        assert_eq!(numbered(Path::new("x/log"), 3), Path::new("x/log-3"));
    }

    #[test]
    fn a_transcript_can_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        let both = [0; 2].map(|_| Transcript::append(&path, drop));
        for transcript in &both {
            transcript.note(TranscriptEvent::ToEngine, b"uci\n");
        }
        let read = read_transcript(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(read.len(), 2);
    }

    #[test]
    fn faults_tell_the_line() {
        for (text, fault) in [
            (
                "\n# remark\nsoon gui uci",
                "line 3: found \"soon\", expected a time in milliseconds",
            ),
            (
                "5",
                "line 1: found \"\", expected one of gui, to-gui, engine, to-engine, start, end",
            ),
            (
                "-5 gui uci",
                "line 1: found \"-5\", expected a time in milliseconds",
            ),
        ] {
            let error = read_transcript(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), fault);
        }
        assert_eq!(read_transcript(b"\n#\n"), Ok(Vec::new()));
    }
}
