//! A place in the text of one move.

use super::NotationError;

/// Takes the characters of a text one by one and knows where a fault is.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Takes the next character if `read` knows it.
    pub(super) fn take<T>(&mut self, read: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let next = self.text[self.at..].chars().next()?;
        let value = read(next)?;
        self.at += next.len_utf8();
        Some(value)
    }

    /// Takes the next character, which `read` must know.
    pub(super) fn expect<T>(
        &mut self,
        read: impl FnOnce(char) -> Option<T>,
        expected: &'static str,
    ) -> Result<T, NotationError> {
        self.take(read).ok_or_else(|| self.fault(expected))
    }

    /// Tells that nothing may follow.
    pub(super) fn end(&self) -> Result<(), NotationError> {
        if self.at == self.text.len() {
            Ok(())
        } else {
            Err(self.fault("the end of the move"))
        }
    }

    /// Makes the error for the next character.
    pub(super) fn fault(&self, expected: &'static str) -> NotationError {
        NotationError::malformed(self.text, self.at, expected)
    }
}

/// Reads an ASCII digit from 1 to 9.
pub(super) fn digit(letter: char) -> Option<u8> {
    match letter {
        '1'..='9' => Some(letter as u8 - b'0'),
        _ => None,
    }
}
