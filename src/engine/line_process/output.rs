//! What a child says: its lines, each with the moment of its arrival, and the end of its standard error.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::mem;
use std::time::Instant;

use crate::text::decode;

/// How much is read at once.
const CHUNK: usize = 64 << 10;

/// The longest line kept in one piece; a longer one is told in pieces of at least this length.
const MAX_LINE: usize = 8 << 20;

/// How much of a child's standard error is kept.
const MAX_LAST_WORDS: usize = 8 << 10;

/// Reads until the end, and tells each line with its end as it came and the moment its last byte arrived. The last line
/// may lack an end.
pub(super) fn read_lines(mut output: impl Read, mut tell: impl FnMut(Vec<u8>, Instant)) {
    let mut line = Vec::new();
    let mut last = Instant::now();
    read_chunks(&mut output, |chunk| {
        last = Instant::now();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', chunk) {
            line.extend_from_slice(&chunk[start..=end]);
            tell(mem::take(&mut line), last);
            start = end + 1;
        }
        line.extend_from_slice(&chunk[start..]);
        if line.len() >= MAX_LINE {
            tell(mem::take(&mut line), last);
        }
    });
    if !line.is_empty() {
        tell(line, last);
    }
}

/// Reads until the end or a fault, which counts as the end.
pub(super) fn read_chunks(mut output: impl Read, mut take: impl FnMut(&[u8])) {
    let mut chunk = vec![0; CHUNK];
    loop {
        match output.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => take(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                log::debug!("an engine's output: {error}");
                break;
            }
        }
    }
}

/// The end of what a child wrote to its standard error.
#[derive(Debug, Default)]
pub(super) struct LastWords {
    bytes: VecDeque<u8>,
    /// Whether an earlier part has been dropped.
    is_cut: bool,
}

impl LastWords {
    /// Adds what was read, and drops from the front what is too much.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        let excess = self.bytes.len().saturating_sub(MAX_LAST_WORDS);
        self.bytes.drain(..excess);
        self.is_cut |= excess > 0;
    }

    /// Gives the text, from the start of a line if there is one.
    pub(super) fn text(&self) -> String {
        let mut bytes = Vec::from(self.bytes.clone());
        if self.is_cut
            && let Some(end) = memchr::memchr(b'\n', &bytes)
        {
            bytes.drain(..=end);
        }
        decode(&bytes).0.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_as_they_were_written() {
        for given in ["", "a\n", "a\r\n\n b", "a\nb\n", "\n\n"] {
            let mut lines = Vec::new();
            read_lines(given.as_bytes(), |line, _| {
                lines.push(String::from_utf8(line).unwrap());
            });
            let expected: Vec<&str> = given.split_inclusive('\n').collect();
            assert_eq!(lines, expected, "{given:?}");
        }
    }

    #[test]
    fn a_line_without_end_is_told_in_pieces() {
        let mut lengths = Vec::new();
        let endless = io::repeat(b'x').take(2 * MAX_LINE as u64 + 1);
        read_lines(endless, |line, _| lengths.push(line.len()));
        assert_eq!(lengths, [MAX_LINE, MAX_LINE, 1]);
    }

    #[test]
    fn of_many_words_the_last_whole_lines_are_kept() {
        let mut words = LastWords::default();
        assert_eq!(words.text(), "");
        words.add("炮 at the start\r\n".as_bytes());
        assert_eq!(words.text(), "炮 at the start");
        for number in 0..5_000 {
            words.add(format!("炮{number}\n").as_bytes());
        }
        let text = words.text();
        assert!(text.ends_with("炮4998\n炮4999"));
        assert!(text.lines().all(|line| line.len() == "炮4999".len()));
        assert!((MAX_LAST_WORDS / 2..=MAX_LAST_WORDS).contains(&text.len()));
    }
}
