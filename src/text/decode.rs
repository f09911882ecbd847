//! Bytes to text and back: UTF-8, GB18030 or Big5.
//!
//! Chinese programs of every age meet on one pipe, and none of them says which encoding it speaks. Validity decides: text
//! in GBK is hardly ever valid UTF-8 by chance. Some words of a few characters are (平胜 reads as `ƽʤ`), so a whole line
//! or file is a surer witness than a word of it.
//!
//! GB18030 and Big5 share most of their bytes; the words of the game tell which one makes sense.
//!
//! The reader forgives: a byte order mark, an encoding that changes from call to call, bytes that are no text in any
//! encoding (each fault becomes U+FFFD). GB18030 covers GBK and GB 2312. The bytes are only borrowed: a caller that
//! relays a line keeps them and sends them on as they came.
//!
//! The writer always writes: no byte order mark.

use std::borrow::Cow;

use encoding_rs::{BIG5, GB18030, UTF_8};

/// How text is kept in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// Unicode's eight-bit form; plain ASCII counts as this.
    #[default]
    Utf8,
    /// The Chinese national standard, which covers GBK.
    Gb18030,
    /// The encoding of traditional characters.
    Big5,
}

impl Encoding {
    /// Gives the bytes of a text, without a byte order mark.
    #[must_use]
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Self::Utf8 => Cow::Borrowed(text.as_bytes()),
            Self::Gb18030 => GB18030.encode(text).0,
            Self::Big5 => BIG5.encode(text).0,
        }
    }
}

/// Reads bytes as text and tells the encoding found: UTF-8 if they start with its byte order mark (which is dropped) or
/// are valid UTF-8, else Big5 if that finds a move at least and more words of the game, else GB18030.
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
        Err(_) => {
            let mainland = GB18030.decode_without_bom_handling(bytes).0;
            match BIG5.decode_without_bom_handling_and_without_replacement(bytes) {
                Some(island) if count_words(&island) > count_words(&mainland).max(LEAST_WORDS) => {
                    (island, Encoding::Big5)
                }
                _ => (mainland, Encoding::Gb18030),
            }
        }
    }
}

/// Reads a part of a text as [`decode`] does, where the encoding of the `whole` decides what could be several.
///
/// # Examples
///
/// ```
/// use caipan::text::{Encoding, decode_part};
///
/// assert_eq!(decode_part(b"\xc6\xbd\xca\xa4", Encoding::Gb18030).0, "平胜");
/// assert_eq!(decode_part(b"\xc6\xbd\xca\xa4", Encoding::Utf8).0, "ƽʤ");
/// ```
#[must_use]
pub fn decode_part(bytes: &[u8], whole: Encoding) -> (Cow<'_, str>, Encoding) {
    let named = match whole {
        Encoding::Utf8 => return decode(bytes),
        Encoding::Gb18030 => GB18030,
        Encoding::Big5 => BIG5,
    };
    // All Chinese characters take three bytes in UTF-8.
    let is_utf8 = std::str::from_utf8(bytes)
        .is_ok_and(|text| text.is_ascii() || text.chars().any(|letter| letter > '\u{7ff}'));
    if is_utf8 {
        decode(bytes)
    } else {
        (named.decode_without_bom_handling(bytes).0, whole)
    }
}

/// A text is in Big5 only if it holds more words of the game than these, so that no name becomes another by chance.
const LEAST_WORDS: usize = 3;

/// Counts the characters that game records are full of.
fn count_words(text: &str) -> usize {
    const WORDS: &str =
        "进進退平一二三四五六七八九车車马馬炮砲包兵卒相象仕士帅帥将將前后後红紅黑胜勝负負和";
    text.chars()
        .filter(|letter| WORDS.contains(*letter))
        .count()
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
            // 炮二平五 馬８進７ in Big5.
            (
                b"\xac\xb6\xa4G\xa5\xad\xa4\xad \xb0\xa8\xa2\xb7\xb6i\xa2\xb6",
                "炮二平五 馬８進７",
                Encoding::Big5,
            ),
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
