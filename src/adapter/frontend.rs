//! The GUI's side of the pipe: lines read on a thread of their own, replies written in blocks.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::thread;

use crate::engine::{Transcript, TranscriptEvent};
use crate::protocol::{Dialect, GivenPosition, Info, Reply};
use crate::text::{Encoding, decode};

/// Reads lines on a thread until the input ends; `tell` gets each with its line end, and `None` after the last.
pub(super) fn read_lines(
    input: impl Read + Send + 'static,
    tell: impl Fn(Option<Vec<u8>>) + Send + 'static,
) {
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let mut line = Vec::new();
            match input.read_until(b'\n', &mut line) {
                Ok(0) => break,
                Ok(_) => tell(Some(line)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    log::error!("standard input: {error}");
                    break;
                }
            }
        }
        tell(None);
    });
}

/// Reads the moves of a position again as another dialect numbers the ranks; `None` if some cannot be.
pub(super) fn renumbered(
    given: &GivenPosition,
    from: Dialect,
    to: Dialect,
) -> Option<GivenPosition> {
    let moves = given.moves.iter().map(|mv| from.write_move(*mv));
    let words = moves.chain(given.unread.iter().cloned());
    let moves = words
        .map(|word| to.read_move(&word))
        .collect::<Option<Vec<_>>>()?;
    Some(GivenPosition {
        fen: given.fen.clone(),
        moves,
        unread: Vec::new(),
    })
}

/// How many bytes of replies are written at once, at most.
const BLOCK: usize = 16 << 10;

/// Writes replies in the GUI's dialect and encoding. They are out for certain only after [`Frontend::flush`].
#[derive(Debug)]
pub(super) struct Frontend<W: Write> {
    output: BufWriter<W>,
    /// The dialect, found from the first word.
    pub(super) dialect: Dialect,
    /// How text beyond ASCII is written.
    pub(super) encoding: Encoding,
    /// Where what is said is noted.
    pub(super) transcript: Transcript,
}

impl<W: Write> Frontend<W> {
    pub(super) fn new(output: W) -> Self {
        Self {
            output: BufWriter::with_capacity(BLOCK, output),
            dialect: Dialect::Uci,
            encoding: Encoding::Utf8,
            transcript: Transcript::default(),
        }
    }

    /// Writes one reply as one line.
    ///
    /// # Errors
    /// Returns the error of the output, which mostly means that the GUI has gone.
    pub(super) fn say(&mut self, reply: &Reply) -> io::Result<()> {
        let mut line = reply.write(self.dialect);
        line.push('\n');
        let line = self.encoding.encode(&line);
        self.transcript.note(TranscriptEvent::ToGui, &line);
        self.output.write_all(&line)
    }

    /// Gives on what an engine tells, whose line is in the dialect `from`: byte for byte if the GUI reads it as it is.
    ///
    /// # Errors
    /// As [`Frontend::say`].
    pub(super) fn pass(&mut self, info: Box<Info>, line: &[u8], from: Dialect) -> io::Result<()> {
        // TChess takes any line with this word in it for the move.
        let is_fit = from == self.dialect
            && memchr::memmem::find(line, b"bestmove").is_none()
            && (line.is_ascii() || decode(line).1 == self.encoding);
        if !is_fit {
            return self.say(&Reply::Info(*info));
        }
        self.transcript.note(TranscriptEvent::ToGui, line);
        self.output.write_all(line)?;
        if !line.ends_with(b"\n") {
            self.output.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Sends what was written.
    ///
    /// # Errors
    /// As [`Frontend::say`].
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
