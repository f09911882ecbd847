//! The text of a PGN file as games, tags and words.

use crate::position::Outcome;
use crate::record::game_result::read_mark;
use crate::text::decode;

/// A tag at the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    /// As written, with the backslashes.
    pub(super) value: &'a str,
    /// What stands behind it.
    pub(super) rest: &'a str,
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '-'
}

/// Reads the opening of a tag: its name, and what follows without the blanks.
fn open_tag(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim_start().strip_prefix('[')?.trim_start();
    let end = inner.find(|c| !is_name(c)).unwrap_or(inner.len());
    let (name, rest) = inner.split_at(end);
    (!name.is_empty()).then_some((name, rest.trim_start()))
}

impl<'a> Tag<'a> {
    /// Reads a tag as it should be: `[Name "value"]`, at the beginning of `line`.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let (name, rest) = open_tag(line)?;
        let inner = rest.strip_prefix('"')?;
        let mut is_escaped = false;
        for (at, letter) in inner.char_indices() {
            if letter == '"' && !is_escaped {
                let behind = inner[at + 1..].trim_start();
                if let Some(rest) = behind.strip_prefix(']') {
                    let value = &inner[..at];
                    return Some(Self { name, value, rest });
                }
            }
            is_escaped = letter == '\\' && !is_escaped;
        }
        None
    }

    /// Reads what can only be meant as a tag, up to the end of `line`.
    pub(super) fn guess(line: &'a str) -> Option<Self> {
        let (name, rest) = open_tag(line)?;
        let value = rest.trim_end();
        let value = value.strip_suffix(']').unwrap_or(value).trim_end();
        let value = value.strip_prefix('"').unwrap_or(value);
        let value = value.strip_suffix('"').unwrap_or(value);
        Some(Self {
            name,
            value,
            rest: "",
        })
    }

    /// Gives the value without the backslashes before quotation marks and backslashes.
    pub(super) fn plain_value(&self) -> String {
        let mut plain = String::with_capacity(self.value.len());
        let mut letters = self.value.chars().peekable();
        while let Some(letter) = letters.next() {
            let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
            plain.push(escaped.unwrap_or(letter));
        }
        plain
    }
}

/// Cuts the first line off a text, its end included: CR LF, LF or CR.
pub(super) fn split_line(text: &str) -> (&str, &str) {
    let end = match memchr::memchr2(b'\r', b'\n', text.as_bytes()) {
        None => text.len(),
        Some(end) if text[end..].starts_with("\r\n") => end + 2,
        Some(end) => end + 1,
    };
    text.split_at(end)
}

/// Gives the lines of a text without their ends.
pub(in crate::record) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (line, behind) = split_line(rest);
        rest = behind;
        (!line.is_empty()).then(|| line.trim_end_matches(['\r', '\n']))
    })
}

/// Counts the line ends of a text.
pub(in crate::record) fn count_lines(bytes: &[u8]) -> usize {
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
    ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
        .count()
}

/// Finds where a game ends: before the first line that begins with a tag behind one that does not, or behind a blank line
/// if it begins with the same tag as the game, and before one that begins with a first move behind one that ends with a
/// result.
#[derive(Clone, Debug)]
pub(super) struct Splitter {
    first_name: Option<String>,
    has_moves: bool,
    has_result: bool,
    /// The comments in braces that are open.
    depth: usize,
    is_blank_before: bool,
}

impl Splitter {
    /// Starts before the first line of a game.
    pub(super) const fn new() -> Self {
        Self {
            first_name: None,
            has_moves: false,
            has_result: false,
            depth: 0,
            is_blank_before: false,
        }
    }

    /// Looks at the next line and tells whether it begins another game.
    pub(super) fn begins_next(&mut self, line: &str) -> bool {
        if line.trim().is_empty() {
            self.is_blank_before = true;
        } else if let Some(tag) = Tag::read(line) {
            let is_same = self.first_name.as_deref() == Some(tag.name);
            if self.has_moves || self.is_blank_before && is_same {
                return true;
            }
            self.first_name.get_or_insert_with(|| tag.name.to_owned());
            self.is_blank_before = false;
        } else if !line.starts_with([';', '%']) {
            return self.moves_begin_next(line.as_bytes());
        }
        false
    }

    /// Looks at a line of moves likewise.
    fn moves_begin_next(&mut self, line: &[u8]) -> bool {
        let first_move = line.strip_prefix(b"1.");
        if self.has_result && first_move.is_some_and(|rest| !rest.starts_with(b"..")) {
            return true;
        }
        self.has_moves = true;
        for at in memchr::memchr2_iter(b'{', b'}', line) {
            match line[at] {
                b'{' => self.depth += 1,
                _ => self.depth = self.depth.saturating_sub(1),
            }
        }
        let mut words = line.trim_ascii_end().rsplit(u8::is_ascii_whitespace);
        let last = std::str::from_utf8(words.next().unwrap_or_default());
        self.has_result = self.depth == 0 && last.is_ok_and(|word| read_mark(word).is_some());
        false
    }

    /// Looks at the next line, in whatever encoding, and tells whether it begins another game.
    pub(super) fn begins_next_bytes(&mut self, line: &[u8]) -> bool {
        let is_told = |first: &u8| first.is_ascii_alphanumeric() || *first == b'{';
        if line.first().is_some_and(is_told) {
            return self.moves_begin_next(line);
        }
        self.begins_next(&decode(line).0)
    }
}

/// Tells whether a line of a text begins with a tag.
pub(in crate::record) fn has_tag(text: &str) -> bool {
    lines(text).any(|line| Tag::read(line).is_some())
}

/// Cuts the first game off a text.
pub(super) fn split_game(text: &str) -> (&str, &str) {
    let mut rest = text;
    let mut splitter = Splitter::new();
    while !rest.is_empty() {
        let (line, behind) = split_line(rest);
        if splitter.begins_next(line) {
            return text.split_at(text.len() - rest.len());
        }
        rest = behind;
    }
    (text, "")
}

/// A piece of the text behind the tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// What should be a move.
    Word(&'a str),
    Comment(&'a str),
    /// What stands in parentheses: a variation, or a comment.
    Aside(&'a str),
    /// What somebody thinks of a move: `!?`, or the number of such a judgement, as `$5`.
    Glyph(&'a str),
    /// A comment or an aside that nothing closes.
    OpenComment,
    Result(Option<Outcome>),
}

/// Goes over the tokens of a game behind its tags, each with the place of its first byte.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Whether comments nest: no longer once one was found that does not close if they do.
    nests: bool,
}

/// What stands between tokens, line ends included.
fn is_blank(letter: char) -> bool {
    // Most letters are of ASCII, and need not be looked up among all blanks.
    match letter {
        ' ' | '\t'..='\r' | ',' | '#' => true,
        _ if letter.is_ascii() => false,
        _ => letter.is_whitespace() || matches!(letter, '，' | '\u{feff}'),
    }
}

/// Tells whether a letter is part of a glyph as `!?`.
pub(in crate::record) fn is_glyph(letter: char) -> bool {
    matches!(letter, '!' | '?' | '！' | '？')
}

fn ends_word(letter: char) -> bool {
    is_blank(letter) || is_glyph(letter) || matches!(letter, '{' | '(' | ';' | '$' | '*')
}

/// Tells whether the word that begins a text is the move of a pawn in WXF that looks like numbers: `12.5`, the first pawn of
/// file 2.
pub(in crate::record) fn begins_with_pawn_move(text: &str) -> bool {
    let Some([place, file, b'.', to]) = text.as_bytes().first_chunk() else {
        return false;
    };
    let is_digits = [place, file, to].into_iter().all(u8::is_ascii_digit);
    is_digits && text[4..].chars().next().is_none_or(ends_word)
}

fn is_dot(letter: char) -> bool {
    matches!(letter, '.' | '．' | '、' | '…')
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            nests: true,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes the next `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    /// Takes the letters up to the first that does not fit.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.take(rest.find(|c| !fits(c)).unwrap_or(rest.len()))
    }

    /// Takes a comment in braces or an aside.
    fn take_bracketed(&mut self) -> Token<'a> {
        let is_aside = self.rest().starts_with('(');
        let length = self
            .nests
            .then(|| closed_length(self.rest()))
            .flatten()
            .or_else(|| {
                self.nests = false;
                let close = if is_aside { ')' } else { '}' };
                Some(self.rest().find(close)? + 1)
            });
        match length {
            Some(length) => {
                let inner = &self.take(length)[1..length - 1];
                if is_aside {
                    Token::Aside(inner)
                } else {
                    Token::Comment(inner)
                }
            }
            None => {
                self.at = self.text.len();
                Token::OpenComment
            }
        }
    }

    /// Takes the number of a move, if one comes next: digits with dots, or before a blank, or before a whole move in
    /// Chinese.
    fn take_number(&mut self) -> bool {
        let rest = self.rest();
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if behind.len() == rest.len() || begins_with_pawn_move(rest) {
            return false;
        }
        let is_number = match behind.chars().next() {
            None => true,
            Some(next) => {
                is_dot(next)
                    || ends_word(next)
                    || !next.is_ascii() && chinese_word(behind).chars().count() == 4
            }
        };
        if is_number {
            self.take(rest.len() - behind.len());
            self.take_while(is_dot);
        }
        is_number
    }
}

/// Gives the length of the comment or aside that begins a text, if it is closed with everything that was opened in it. In
/// parentheses braces count before parentheses do; in braces only they count.
pub(in crate::record) fn closed_length(text: &str) -> Option<usize> {
    let (mut braces, mut parentheses) = (0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => braces += 1,
            b'}' if braces > 0 => braces -= 1,
            b'(' if braces == 0 => parentheses += 1,
            b')' if braces == 0 => parentheses -= 1,
            _ => continue,
        }
        if braces == 0 && parentheses == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Gives the word in Chinese that begins a text: up to the letter behind a direction, since such moves may follow each
/// other without a blank.
fn chinese_word(text: &str) -> &str {
    let mut ends_here = false;
    for (at, letter) in text.char_indices() {
        if ends_word(letter) {
            return &text[..at];
        }
        if ends_here {
            return &text[..at + letter.len_utf8()];
        }
        ends_here = matches!(letter, '进' | '進' | '退' | '平');
    }
    text
}

impl<'a> Iterator for Lexer<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.take_while(is_blank);
            let rest = self.rest();
            let begins_line = self.text[..self.at].ends_with(['\n', '\r']) || self.at == 0;
            let start = self.at;
            let token = match rest.chars().next()? {
                '{' | '(' => self.take_bracketed(),
                ';' => Token::Comment(&self.take_while(|c| !matches!(c, '\n' | '\r'))[1..]),
                '%' if begins_line => {
                    self.take_while(|c| !matches!(c, '\n' | '\r'));
                    continue;
                }
                '$' => {
                    let behind = rest[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                    Token::Glyph(self.take(rest.len() - behind.len()))
                }
                first if is_glyph(first) => Token::Glyph(self.take_while(is_glyph)),
                '*' => {
                    self.take(1);
                    Token::Result(None)
                }
                first => {
                    if is_dot(first)
                        && rest[first.len_utf8()..].starts_with(|c| is_dot(c) || is_blank(c))
                    {
                        self.take_while(is_dot);
                        continue;
                    }
                    if self.take_number() {
                        continue;
                    }
                    // A text is looked at no further than it is taken, so that the time stays in proportion.
                    let end = rest.find(|c: char| ends_word(c) || !c.is_ascii());
                    let (ascii, behind) = rest.split_at(end.unwrap_or(rest.len()));
                    if let Some(result) = read_mark(ascii) {
                        self.take(ascii.len());
                        Token::Result(result)
                    } else if behind.is_empty() || behind.starts_with(ends_word) {
                        Token::Word(self.take(ascii.len()))
                    } else {
                        Token::Word(self.take(chinese_word(rest).len()))
                    }
                }
            };
            return Some((start, token));
        }
    }
}
