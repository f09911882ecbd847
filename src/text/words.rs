//! A line cut into words.
//!
//! The scanner forgives: blanks before, between and behind words, and any number of them. A blank is an ASCII space,
//! tab, line feed, form feed or carriage return; the ideographic space is part of a word.

/// Goes over the words of a text, each with the byte offset it starts at.
///
/// # Examples
///
/// ```
/// use caipan::text::Words;
///
/// let mut words = Words::new("setoption usermsg  well  played");
/// assert_eq!(words.next(), Some((0, "setoption")));
/// assert_eq!(words.next(), Some((10, "usermsg")));
/// assert_eq!(words.rest(), "  well  played");
/// ```
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// Starts before the first word.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Gives what stands behind the word last given, the blanks before the next one included.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest();
        let word = rest.trim_ascii_start();
        let start = self.at + rest.len() - word.len();
        let word = word.split(|c: char| c.is_ascii_whitespace()).next()?;
        self.at = start + word.len();
        (!word.is_empty()).then_some((start, word))
    }
}

/// Writes text so that it stays on one line and can be seen: what cannot be shown stands as an escape, quotation marks and
/// backslashes as they are.
///
/// # Examples
///
/// ```
/// use caipan::text::on_one_line;
///
/// assert_eq!(on_one_line("Type 'help'\u{7}\n"), "Type 'help'\\u{7}\\n");
/// ```
#[must_use]
pub fn on_one_line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\'' | '"' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    shown
}

/// Keeps the beginning of a text, so many letters at most, as [`on_one_line`] shows it; an ellipsis stands for the rest.
///
/// # Examples
///
/// ```
/// use caipan::text::excerpt;
///
/// assert_eq!(excerpt(" no \u{1b}[2J such file\n", 6), "no \\u{1b}[2…");
/// ```
#[must_use]
pub fn excerpt(text: &str, letters: usize) -> String {
    let text = text.trim();
    match text.char_indices().nth(letters) {
        Some((end, _)) => on_one_line(&text[..end]) + "…",
        None => on_one_line(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_and_their_offsets() {
        let cases: &[(&str, &[(usize, &str)])] = &[
            ("", &[]),
            (" \t\r\n", &[]),
            ("go depth 8", &[(0, "go"), (3, "depth"), (9, "8")]),
            ("\tgo \x0c 8\r\n", &[(1, "go"), (6, "8")]),
            ("炮二平五 马８进７", &[(0, "炮二平五"), (13, "马８进７")]),
            ("a\u{3000}b", &[(0, "a\u{3000}b")]),
        ];
        for &(text, words) in cases {
            assert_eq!(Words::new(text).collect::<Vec<_>>(), words, "{text:?}");
        }
    }

    #[test]
    fn rest_is_untouched() {
        let mut words = Words::new(" a  b \n");
        assert_eq!(words.rest(), " a  b \n");
        words.next();
        assert_eq!(words.rest(), "  b \n");
        words.next();
        assert_eq!(words.rest(), " \n");
        assert_eq!(words.next(), None);
        assert_eq!(words.rest(), "");
        assert_eq!(words.next(), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn words_are_those_of_the_text(text: String) {
            let words: Vec<_> = Words::new(&text).collect();
            for &(offset, word) in &words {
                prop_assert_eq!(&text[offset..offset + word.len()], word);
            }
            let plain: Vec<_> = text.split_ascii_whitespace().collect();
            prop_assert_eq!(words.into_iter().map(|(_, word)| word).collect::<Vec<_>>(), plain);
        }
    }
}
