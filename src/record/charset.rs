//! The texts of binary game files, in the encoding that the format prescribes.
//!
//! The reader forgives: bytes that are no text (each fault becomes U+FFFD), line ends of any kind, blanks around the text
//! and its lines, anything behind a NUL. The writer always writes: CR LF between lines, no NUL.

use std::borrow::Cow;

use encoding_rs::{BIG5, Encoding, GB18030, UTF_16LE};

use super::pgn::trim_lines;

/// How a format keeps text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Charset {
    /// GBK and its successor.
    Gb18030,
    /// What traditional characters were kept in.
    Big5,
    /// Two bytes a letter, the least first.
    Utf16,
}

impl Charset {
    const fn encoding(self) -> &'static Encoding {
        match self {
            Self::Gb18030 => GB18030,
            Self::Big5 => BIG5,
            Self::Utf16 => UTF_16LE,
        }
    }

    /// Reads a text.
    pub(super) fn read(self, bytes: &[u8]) -> String {
        let (text, _) = self.encoding().decode_without_bom_handling(bytes);
        trim_lines(text.split('\0').next().unwrap_or_default())
    }

    /// Writes a text of any length.
    pub(super) fn write(self, text: &str) -> Vec<u8> {
        self.encode(&readable(text).replace('\n', "\r\n"))
            .into_owned()
    }

    /// Writes as many letters of a text as fit in so many bytes.
    pub(super) fn write_within(self, text: &str, room: usize) -> Vec<u8> {
        let text = readable(text);
        let mut length = 0;
        let mut end = 0;
        for (at, letter) in text.char_indices() {
            length += self.encode(letter.encode_utf8(&mut [0; 4])).len();
            if length > room {
                break;
            }
            end = at + letter.len_utf8();
        }
        self.encode(text[..end].trim_end()).into_owned()
    }

    fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Self::Utf16 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Gb18030 | Self::Big5 => self.encoding().encode(text).0,
        }
    }
}

/// Gives a text as it will be read.
fn readable(text: &str) -> String {
    trim_lines(&text.replace('\0', ""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_are_read_in_every_charset() {
        let cases: &[(Charset, &[u8], &str)] = &[
            // 炮 in GBK, in Big5 and in UTF-16.
            (Charset::Gb18030, b"\xc5\xda", "炮"),
            (Charset::Big5, b"\xac\xb6", "炮"),
            (Charset::Utf16, b"\xae\x70", "炮"),
            (Charset::Gb18030, b" a\r\n\r\nb \rc\n", "a\n\nb\nc"),
            (Charset::Gb18030, b"a\0\xff\xff", "a"),
            // 平胜, which would be UTF-8 too.
            (Charset::Gb18030, b"\xc6\xbd\xca\xa4", "平胜"),
            (Charset::Gb18030, b"a\xc5", "a\u{fffd}"),
            (Charset::Utf16, b"a\0\0\0\xff", "a"),
            (Charset::Utf16, b"a\0\0\xd8", "a\u{fffd}"),
            (Charset::Utf16, b"a", "\u{fffd}"),
            (Charset::Gb18030, b"", ""),
        ];
        for (charset, bytes, text) in cases {
            assert_eq!(charset.read(bytes), *text, "{bytes:02x?}");
        }
    }

    #[test]
    fn a_text_is_cut_between_letters() {
        let cut =
            |charset: Charset, text: &str, room| charset.read(&charset.write_within(text, room));
        assert_eq!(cut(Charset::Gb18030, "红黑红黑", 7), "红黑红");
        assert_eq!(cut(Charset::Gb18030, "abc de", 4), "abc");
        assert_eq!(cut(Charset::Utf16, "a😀b", 5), "a");
        assert_eq!(cut(Charset::Utf16, "a😀b", 6), "a😀");
        assert_eq!(cut(Charset::Gb18030, "a", 0), "");
    }

    proptest! {
        /// What was read once is written as it will be read again, cut or not.
        #[test]
        fn texts_come_back(text in "[ -~红黑，\u{3000}😀\0\r\n\u{e5e5}]{0,40}", room in 0usize..40) {
            for charset in [Charset::Gb18030, Charset::Utf16] {
                let written = charset.write(&text);
                let read = charset.read(&written);
                prop_assert_eq!(charset.write(&read), written);
                let cut = charset.write_within(&text, room);
                prop_assert!(cut.len() <= room);
                prop_assert_eq!(charset.write_within(&charset.read(&cut), room), cut);
                if !text.contains('\u{e5e5}') {
                    prop_assert_eq!(read, readable(&text));
                }
            }
        }
    }
}
