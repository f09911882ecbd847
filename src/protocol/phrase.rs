//! The words of one line, read from the left and written to the right.

use std::fmt::{Display, Write};

use super::Dialect;
use crate::analysis::Bound;
use crate::position::Move;
use crate::text::Words;

/// A place between two words of a line.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    words: Words<'a>,
    dialect: Dialect,
}

impl<'a> Cursor<'a> {
    /// Stands before the first word.
    pub(super) const fn new(line: &'a str, dialect: Dialect) -> Self {
        Self {
            words: Words::new(line),
            dialect,
        }
    }

    /// Takes the next word.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        self.words.next().map(|(_, word)| word)
    }

    /// Takes the next word if `read` makes something of it, else leaves it.
    pub(super) fn take<T>(&mut self, read: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        let mut ahead = self.clone();
        let value = read(ahead.word()?)?;
        *self = ahead;
        Some(value)
    }

    /// Takes the next word if it is `word` in any case; tells whether it was.
    pub(super) fn keyword(&mut self, word: &str) -> bool {
        self.take(|next| next.eq_ignore_ascii_case(word).then_some(()))
            .is_some()
    }

    /// Takes the next word if it is a number of the wanted kind.
    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.take(|word| word.parse().ok())
    }

    /// Takes the next word if it is a move.
    pub(super) fn read_move(&mut self) -> Option<Move> {
        let dialect = self.dialect;
        self.take(|word| dialect.read_move(word))
    }

    /// Takes moves up to the first word that is none.
    pub(super) fn moves(&mut self) -> Vec<Move> {
        std::iter::from_fn(|| self.read_move()).collect()
    }

    /// Takes all words left.
    pub(super) fn words(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.word())
            .map(str::to_owned)
            .collect()
    }

    /// Takes the words up to the next one that `is_end` accepts in lower case, joined by single blanks.
    pub(super) fn until(&mut self, is_end: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        while let Some(word) =
            self.take(|word| (!is_end(&word.to_ascii_lowercase())).then_some(word))
        {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        text
    }

    /// Gives the text left, without the blanks around it.
    pub(super) fn rest(&self) -> &'a str {
        self.words.rest().trim_ascii()
    }
}

/// A line being written.
#[derive(Debug)]
pub(super) struct Phrase {
    line: String,
    dialect: Dialect,
}

impl Phrase {
    /// Starts with a first word.
    pub(super) fn new(word: &str, dialect: Dialect) -> Self {
        Self {
            line: word.to_owned(),
            dialect,
        }
    }

    /// Adds a word, or any text as it stands.
    pub(super) fn word(&mut self, word: impl Display) -> &mut Self {
        self.line.push(' ');
        // Writing to a string does not fail.
        let _ = write!(self.line, "{word}");
        self
    }

    /// Adds a word if told so.
    pub(super) fn flag(&mut self, word: &str, is_set: bool) -> &mut Self {
        if is_set {
            self.word(word);
        }
        self
    }

    /// Adds a word and its value if there is one.
    pub(super) fn field(&mut self, word: &str, value: Option<impl Display>) -> &mut Self {
        if let Some(value) = value {
            self.word(word).word(value);
        }
        self
    }

    /// Adds moves.
    pub(super) fn moves(&mut self, moves: &[Move]) -> &mut Self {
        for &m in moves {
            self.word(self.dialect.write_move(m));
        }
        self
    }

    /// Adds a word and moves if there are any.
    pub(super) fn named_moves(&mut self, word: &str, moves: &[Move]) -> &mut Self {
        self.flag(word, !moves.is_empty()).moves(moves)
    }

    /// Adds how a score stands to the true worth, if it is not that.
    pub(super) fn bound(&mut self, bound: Bound) -> &mut Self {
        match bound {
            Bound::Exact => self,
            Bound::Lower => self.word("lowerbound"),
            Bound::Upper => self.word("upperbound"),
        }
    }

    /// Adds the chances of win, draw and loss if they are known.
    pub(super) fn chances(&mut self, wdl: Option<[u32; 3]>) -> &mut Self {
        if let Some([win, draw, loss]) = wdl {
            self.word("wdl").word(win).word(draw).word(loss);
        }
        self
    }

    /// Adds foreign words as they stand.
    pub(super) fn words(&mut self, words: &[String]) -> &mut Self {
        for word in words {
            self.word(word);
        }
        self
    }

    /// Adds foreign text, if any, kept to one line.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        let text = text.trim_ascii();
        if !text.is_empty() {
            self.word(one_line(text));
        }
        self
    }

    /// Adds text of an engine, if any, kept to one line and [`guarded`].
    pub(super) fn message(&mut self, text: &str) -> &mut Self {
        self.text(&guarded(text))
    }

    /// Gives the line.
    pub(super) fn finish(&mut self) -> String {
        std::mem::take(&mut self.line)
    }
}

/// Breaks the word `bestmove`, which some GUIs take for the move wherever it stands.
pub(super) fn guarded(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(at) = text.to_ascii_lowercase().find("bestmove") {
        text.insert(at + "best".len(), ' ');
    }
    text
}

/// Puts a blank in the place of each line end.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_not_understood_stays() {
        let mut cursor = Cursor::new("depth x5 7 h2e2 b9c7 c7c7 Ponder", Dialect::Uci);
        assert!(cursor.keyword("DEPTH"));
        assert_eq!(cursor.number::<u32>(), None);
        assert_eq!(cursor.word(), Some("x5"));
        assert!(!cursor.keyword("ponder"));
        assert_eq!(cursor.number::<u32>(), Some(7));
        assert_eq!(cursor.moves().len(), 2);
        assert_eq!(cursor.until(|word| word == "ponder"), "c7c7");
        assert_eq!(cursor.rest(), "Ponder");
    }

    #[test]
    fn a_message_is_one_line_without_the_word() {
        let line = |text| Phrase::new("info", Dialect::Ucci).message(text).finish();
        assert_eq!(line(" a\r\nb "), "info a  b");
        assert_eq!(line("BestMove, bestmove."), "info Best Move, best move.");
        assert_eq!(line("bestbestmovemove"), "info bestbest movemove");
        assert_eq!(line(""), "info");
    }
}
