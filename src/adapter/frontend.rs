//! The GUI's side of the pipe: lines read on a thread of their own, replies written in blocks.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::thread;
use std::time::Instant;

use crate::engine::{Transcript, TranscriptEvent};
use crate::protocol::{Dialect, GivenPosition, Info, Reply};
use crate::text::{Encoding, decode};

/// The longest line of a GUI that is read, in bytes; a longer one is dropped.
pub(super) const MAX_LINE: usize = 8 << 20;

/// What comes from the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line with its end, if it has one.
    Line {
        /// The line as it came.
        bytes: Vec<u8>,
        /// When it arrived.
        at: Instant,
    },
    /// A line that was longer than [`MAX_LINE`].
    Overlong,
    /// The input has ended; the last there is.
    End,
}

/// Reads lines on a thread until the input ends.
pub(super) fn read_lines(input: impl Read + Send + 'static, tell: impl Fn(Input) + Send + 'static) {
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            match read_line(&mut input) {
                Ok(Input::End) => break,
                Ok(line) => tell(line),
                Err(error) => {
                    log::error!("standard input: {error}");
                    break;
                }
            }
        }
        tell(Input::End);
    });
}

fn read_line(input: &mut impl BufRead) -> io::Result<Input> {
    let mut bytes = Vec::new();
    let most = MAX_LINE as u64 + 1;
    input.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Input::End);
    }
    if bytes.len() > MAX_LINE {
        if !bytes.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        return Ok(Input::Overlong);
    }
    let at = Instant::now();
    Ok(Input::Line { bytes, at })
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
        let line = reply.write(self.dialect);
        let line = self.encoding.encode(&line);
        self.write_line(&line)
    }

    /// Gives on what an engine tells, whose line is in the dialect `from`: byte for byte if the GUI reads it as it is.
    ///
    /// # Errors
    /// As [`Frontend::say`].
    pub(super) fn pass(&mut self, info: Box<Info>, line: &[u8], from: Dialect) -> io::Result<()> {
        let is_fit =
            self.may_pass(line, from) && (line.is_ascii() || decode(line).1 == self.encoding);
        if !is_fit {
            return self.say(&Reply::Info(*info));
        }
        self.write_line(line)
    }

    /// Gives on a line of no known meaning, byte for byte, if the GUI speaks the same dialect.
    ///
    /// # Errors
    /// As [`Frontend::say`].
    pub(super) fn pass_foreign(&mut self, line: &[u8], from: Dialect) -> io::Result<()> {
        if self.may_pass(line, from) {
            self.write_line(line)?;
        }
        Ok(())
    }

    fn may_pass(&self, line: &[u8], from: Dialect) -> bool {
        // TChess takes any line with this word in it for the move.
        from == self.dialect && memchr::memmem::find(line, b"bestmove").is_none()
    }

    /// Writes a line, with its end or without. A control character within it becomes a blank: some GUIs take a carriage
    /// return or the like for the end of a line, and what follows for a line of ours.
    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let is_control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
        let mut line = match text.iter().any(is_control) || text.len() == line.len() {
            true => Cow::Owned(text.to_vec()),
            false => Cow::Borrowed(line),
        };
        if let Cow::Owned(bytes) = &mut line {
            for byte in bytes.iter_mut().filter(|byte| is_control(byte)) {
                *byte = b' ';
            }
            bytes.push(b'\n');
        }
        self.transcript.note(TranscriptEvent::ToGui, &line);
        self.output.write_all(&line)
    }

    /// Sends what was written.
    ///
    /// # Errors
    /// As [`Frontend::say`].
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_ends_within_itself() {
        for (line, expected) in [
            (
                &b"info string a\rreadyok\n"[..],
                &b"info string a readyok\n"[..],
            ),
            (b"info\0string\x0b\x0cb\x7f\r\r\n", b"info string  b  \n"),
            (
                b"info string \x85\xff\tc\r\n",
                b"info string \x85\xff\tc\r\n",
            ),
            (b"info string d", b"info string d\n"),
        ] {
            let mut frontend = Frontend::new(Vec::new());
            frontend.pass_foreign(line, Dialect::Uci).unwrap();
            frontend.flush().unwrap();
            assert_eq!(frontend.output.get_ref(), expected);
            let message = Info::message("a\rreadyok\x0b".to_owned());
            frontend.say(&Reply::Info(message)).unwrap();
            frontend.flush().unwrap();
            assert!(frontend.output.get_ref().ends_with(b"a readyok \n"));
        }
    }

    #[test]
    fn a_line_has_its_longest() {
        let long = |length: u64| io::repeat(b'x').take(length).chain(&b"\n"[..]);
        let most = MAX_LINE as u64;
        let input = long(most - 1).chain(long(most)).chain(long(3 * most));
        let mut input = BufReader::new(input.chain(&b"uci\r\nquit"[..]));
        let mut told = Vec::new();
        loop {
            let line = match read_line(&mut input).unwrap() {
                Input::Line { bytes, .. } => match bytes.len() {
                    MAX_LINE => "long".to_owned(),
                    _ => String::from_utf8(bytes).unwrap(),
                },
                Input::Overlong => "overlong".to_owned(),
                Input::End => break,
            };
            told.push(line);
        }
        assert_eq!(told, ["long", "overlong", "overlong", "uci\r\n", "quit"]);
    }
}
