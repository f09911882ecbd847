//! Bytes to text and back: UTF-8 or GB18030.
//!
//! Chinese programs of every age meet on one pipe, and none of them says which encoding it speaks. Validity decides: text
//! in GBK is hardly ever valid UTF-8 by chance. Some words of a few characters are (平胜 reads as `ƽʤ`), so a whole line
//! or file is a surer witness than a word of it.
//!
//! The reader forgives: a byte order mark, an encoding that changes from call to call, bytes that are no text in either
//! encoding (each fault becomes U+FFFD). GB18030 covers GBK and GB 2312. The bytes are only borrowed: a caller that
//! relays a line keeps them and sends them on as they came.
//!
//! The writer always writes: no byte order mark.

use std::borrow::Cow;

use encoding_rs::{GB18030, UTF_8};

/// How text is kept in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// Unicode's eight-bit form; plain ASCII counts as this.
    #[default]
    Utf8,
    /// The Chinese national standard, which covers GBK.
    Gb18030,
}

impl Encoding {
    /// Gives the bytes of a text, without a byte order mark.
    #[must_use]
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Self::Utf8 => Cow::Borrowed(text.as_bytes()),
            Self::Gb18030 => GB18030.encode(text).0,
        }
    }
}

/// Reads bytes as text and tells the encoding found: UTF-8 if they start with its byte order mark (which is dropped) or
/// are valid UTF-8, else GB18030.
///
/// Never fails: what is no text is replaced by U+FFFD, so only the caller's bytes are sure to be the original. A cut in
/// the middle of a character looks like a fault; decode whole lines.
///
/// # Examples
///
/// ```
/// use caipan::text::{Encoding, decode};
///
/// assert_eq!(decode(b"bestmove h2e2"), ("bestmove h2e2".into(), Encoding::Utf8));
/// assert_eq!(decode(b"\xc5\xda"), ("炮".into(), Encoding::Gb18030));
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    if let Some(marked) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return (UTF_8.decode_without_bom_handling(marked).0, Encoding::Utf8);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), Encoding::Utf8),
        Err(_) => (
            GB18030.decode_without_bom_handling(bytes).0,
            Encoding::Gb18030,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn encoding_is_found() {
        let cases: &[(&[u8], &str, Encoding)] = &[
            (b"", "", Encoding::Utf8),
            (b"ucci\r\n", "ucci\r\n", Encoding::Utf8),
            ("炮二平五".as_bytes(), "炮二平五", Encoding::Utf8),
            (b"\xef\xbb\xbfok", "ok", Encoding::Utf8),
            // The mark decides, even before a fault.
            (b"\xef\xbb\xbf\xc5\xda", "\u{fffd}\u{fffd}", Encoding::Utf8),
            // 红方 in GBK.
            (b"\xba\xec\xb7\xbd", "红方", Encoding::Gb18030),
            // 㐀, which GB18030 keeps in four bytes.
            (b"\x81\x39\xee\x39", "㐀", Encoding::Gb18030),
            // 平胜 in GBK, but UTF-8 as well.
            (b"\xc6\xbd\xca\xa4", "ƽʤ", Encoding::Utf8),
            (b"info \xff", "info \u{fffd}", Encoding::Gb18030),
            (b"\xba", "\u{fffd}", Encoding::Gb18030),
        ];
        for &(bytes, text, encoding) in cases {
            assert_eq!(decode(bytes), (text.into(), encoding), "{bytes:02x?}");
        }
    }

    #[test]
    fn gbk_is_written_in_two_bytes() {
        assert_eq!(&*Encoding::Gb18030.encode("炮8"), b"\xc5\xda8");
        assert_eq!(&*Encoding::Utf8.encode("炮8"), "炮8".as_bytes());
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            let _ = decode(&bytes);
        }

        #[test]
        fn utf8_is_read_as_it_is(text: String) {
            prop_assume!(!text.starts_with('\u{feff}'));
            prop_assert_eq!(decode(text.as_bytes()), (text.as_str().into(), Encoding::Utf8));
        }

        #[test]
        fn gb18030_comes_back(text in "[红黑方胜负和将帅车马炮兵卒进退平，。]{0,20}炮") {
            let bytes = Encoding::Gb18030.encode(&text);
            prop_assert_eq!(decode(&bytes), (text.as_str().into(), Encoding::Gb18030));
        }
    }
}
