//! A file of games cut into its games as it is read, whatever its size.

use std::io::{self, Read};

use super::lexer::{Splitter, count_lines};
use super::reader::read_game;
use crate::record::{GameRecord, TextError};
use crate::text::{Encoding, decode, decode_part};

/// How much is read at once, in bytes.
const STRIDE: usize = 1 << 18;

/// One game of a file, not read yet.
#[derive(Clone, Debug)]
pub struct Piece {
    bytes: Vec<u8>,
    line: usize,
    /// That of the whole file as far as it is known.
    encoding: Encoding,
}

impl Piece {
    /// Gives how many bytes of the file it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Reads the game; `None` if nothing stands here but comments and blanks.
    ///
    /// # Errors
    /// Tells the first thing wrong with it, with its line in the whole file, and holds its moves up to there.
    pub fn read(&self) -> Option<Result<GameRecord, TextError>> {
        let (text, _) = decode_part(&self.bytes, self.encoding);
        read_game(&text, self.line).transpose()
    }
}

/// The games of a file one by one; see [`pieces`].
#[derive(Debug)]
pub struct Pieces<R> {
    input: R,
    is_over: bool,
    buffer: Vec<u8>,
    /// Where the next game begins in the buffer.
    start: usize,
    /// How far its lines have been looked at.
    at: usize,
    splitter: Splitter,
    /// The line on which the next game begins, from 1.
    line: usize,
    encoding: Option<Encoding>,
}

/// Cuts a file into its games. No more of it is kept than the game at hand.
///
/// A game is decoded by itself, so that a file may change its encoding; one that could be text in several follows the
/// beginning of the file.
///
/// # Examples
///
/// ```
/// use caipan::record::pgn;
///
/// let file = b"[Red \"a\"]\n1. h2e2 *\n\n[Red \"b\"]\n1. h0g2 *\n";
/// let pieces: Vec<_> = pgn::pieces(&file[..]).map(Result::unwrap).collect();
/// assert_eq!(pieces.len(), 2);
/// assert_eq!(pieces[1].read().unwrap().unwrap().tag("Red"), Some("b"));
/// ```
pub const fn pieces<R: Read>(input: R) -> Pieces<R> {
    Pieces {
        input,
        is_over: false,
        buffer: Vec::new(),
        start: 0,
        at: 0,
        splitter: Splitter::new(),
        line: 1,
        encoding: None,
    }
}

impl<R: Read> Pieces<R> {
    /// Reads more of the file.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.at -= self.start;
        self.start = 0;
        let before = self.buffer.len();
        let mut more = self.input.by_ref().take(STRIDE as u64);
        self.is_over = more.read_to_end(&mut self.buffer)? == 0;
        if before == 0 && self.encoding.is_none() {
            let lines = memchr::memrchr2(b'\n', b'\r', &self.buffer);
            let sample = &self.buffer[..lines.unwrap_or(self.buffer.len())];
            self.encoding = Some(decode(sample).1);
        }
        Ok(())
    }

    /// Gives the end of the next line, its line end included; `None` if more must be read to find it.
    fn line_end(&self) -> Option<usize> {
        let rest = &self.buffer[self.at..];
        let Some(length) = memchr::memchr2(b'\n', b'\r', rest) else {
            return (self.is_over && !rest.is_empty()).then_some(self.buffer.len());
        };
        let end = self.at + length + 1;
        match (rest[length], self.buffer.get(end)) {
            (b'\r', Some(b'\n')) => Some(end + 1),
            (b'\r', None) if !self.is_over => None,
            _ => Some(end),
        }
    }

    /// Cuts off what has been looked at.
    fn cut(&mut self) -> Piece {
        let bytes = self.buffer[self.start..self.at].to_vec();
        let line = self.line;
        self.line += count_lines(&bytes);
        self.start = self.at;
        self.splitter = Splitter::new();
        let encoding = self.encoding.unwrap_or_default();
        Piece {
            bytes,
            line,
            encoding,
        }
    }
}

impl<R: Read> Iterator for Pieces<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.line_end() {
                Some(end) => {
                    if self.splitter.begins_next_bytes(&self.buffer[self.at..end]) {
                        return Some(Ok(self.cut()));
                    }
                    self.at = end;
                }
                None if self.is_over => {
                    return (self.start < self.at).then(|| Ok(self.cut()));
                }
                None => {
                    if let Err(error) = self.fill() {
                        self.is_over = true;
                        self.buffer.clear();
                        (self.start, self.at) = (0, 0);
                        return Some(Err(error));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::pgn::read;
    use proptest::prelude::*;

    /// Gives a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(self.0.len()).min(buffer.len());
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    #[test]
    fn a_file_as_long_as_several_strides_is_cut_where_its_games_end() {
        let comment = "炮".repeat(1000);
        let game = |number: usize| {
            let comment = "炮".repeat(number % 900);
            format!("[Red \"{number}\"]\r\n\r\n1. h2e2 {{{comment}}} *\r\n\r\n")
        };
        let text: String = (0..800).map(game).collect();
        for encoding in [Encoding::Utf8, Encoding::Gb18030] {
            let bytes = encoding.encode(&text);
            assert!(bytes.len() > 2 * STRIDE);
            for step in [7777, usize::MAX] {
                let pieces = pieces(Slow(&bytes, step)).map(Result::unwrap);
                for (number, piece) in pieces.enumerate() {
                    let game = piece.read().unwrap().unwrap();
                    assert_eq!(game.tag("Red"), Some(&*number.to_string()));
                    assert_eq!(game.comment(1), &comment[..number % 900 * 3]);
                    assert_eq!(piece.line, 4 * number + 1);
                }
            }
        }
    }

    #[test]
    fn short_texts_follow_the_beginning_of_the_file() {
        // 平胜 in GBK is UTF-8 as well.
        let text = "[Red \"红方\"]\n*\n[Red \"平胜\"]\n*\n";
        let bytes = Encoding::Gb18030.encode(text);
        let names: Vec<_> = pieces(&*bytes)
            .map(|piece| piece.unwrap().read().unwrap().unwrap().tags[0].1.clone())
            .collect();
        assert_eq!(names, ["红方", "平胜"]);
    }

    #[test]
    fn a_fault_of_the_system_ends_the_file() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::Other.into())
            }
        }
        let mut pieces = pieces((&b"[Red \"a\"]\n*\n[Red \"b\"]\n"[..]).chain(Broken));
        assert!(pieces.next().unwrap().is_err());
        assert!(pieces.next().is_none());
    }

    proptest! {
        #[test]
        fn pieces_are_the_games_of_the_text(words in prop::collection::vec(
            prop::sample::select(vec![
                "[Red \"a\"]", "[Black \"b\"]", "[", "{", "}", "\n", "\r\n", "\r", " ", "\u{3000}", "h2e2", "炮二平五", ";", "%", "*",
            ]),
            0..60,
        )) {
            let text = words.concat();
            let games: Vec<_> = read(&text).map(|(_, game)| game).collect();
            let pieces: Vec<_> = pieces(text.as_bytes()).map(Result::unwrap).collect();
            let size: usize = pieces.iter().map(Piece::size).sum();
            prop_assert_eq!(size, text.len());
            let cut: Vec<_> = pieces.iter().filter_map(Piece::read).collect();
            prop_assert_eq!(cut, games);
        }
    }
}
