//! MXQ, the games of 弈天 (Movesky): texts, each with its length before it: site, date, players and result as 甲-胜-乙,
//! Red's rating, Black's rating, five that are passed over, a comment, one that is passed over, then a text for each move,
//! as `7C-4C` (files from 0 at Red's left, ranks from A at Red's side), and `Ends`.
//!
//! The reader forgives: lengths of one, two or four bytes; GBK and Big5; anything behind a move in its text, and behind the
//! end; and what [`sites`](super) tells.

use super::play;
use crate::board::{Color, Square};
use crate::position::{Move, Outcome};
use crate::record::byte_reader::ByteReader;
use crate::record::charset::Charset;
use crate::record::{BinaryError, BinaryFault, GameRecord};
use crate::text::excerpt;

/// How many texts stand before the moves.
const HEADER: usize = 12;

/// The tags and the comment by the number of their text; the one of the players is taken apart.
const TAGS: [(usize, &str); 4] = [(0, "Site"), (1, "Date"), (3, "RedElo"), (4, "BlackElo")];
const PLAYERS: usize = 2;
const COMMENT: usize = 10;

/// What stands behind the last move.
const END: &[u8] = b"Ends";

/// Reads a game.
///
/// # Errors
/// Tells where a text is not whole or is no move, or that the first move is not legal.
pub fn read(bytes: &[u8]) -> Result<GameRecord, BinaryError> {
    // The width with which a move or the end stands where it should.
    let fits = |width: &usize| {
        let mut texts = Texts::new(bytes, *width);
        let first = (0..=HEADER).map(|_| texts.next()).last();
        matches!(first, Some(Ok((_, text))) if text == END || read_move(text).is_some())
    };
    let width = [1, 2, 4].into_iter().find(fits).unwrap_or(1);
    let mut texts = Texts::new(bytes, width);
    let mut header = Vec::new();
    for _ in 0..HEADER {
        header.push(texts.next()?.1);
    }
    let mut moves = Vec::new();
    loop {
        let (at, text) = texts.next()?;
        if text == END {
            break;
        }
        let Some(mv) = read_move(text) else {
            let found = excerpt(&Charset::Gb18030.read(text), 24);
            let expected = "a move, as 7C-4C, or Ends";
            let fault = BinaryFault::Unexpected { found, expected };
            return Err(fault.at(at));
        };
        moves.push((at, mv));
    }
    let text = |number: usize| header.get(number).copied().unwrap_or_default();
    let charset = [Charset::Gb18030, Charset::Big5]
        .into_iter()
        .find(|charset| Players::read(&charset.read(text(PLAYERS))).is_some())
        .unwrap_or(Charset::Gb18030);
    let text = |number: usize| charset.read(text(number));
    let mut record = play(&text(COMMENT), &moves)?;
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            record.tags.push((name.to_owned(), value.to_owned()));
        }
    };
    for (number, name) in TAGS {
        tag(name, &text(number));
    }
    let event = text(PLAYERS);
    match Players::read(&event) {
        Some(players) => {
            tag("Event", &players.event);
            tag("Red", players.red);
            tag("Black", players.black);
            record.outcome = Some(players.outcome);
        }
        None => tag("Event", &event),
    }
    Ok(record)
}

/// The texts of a file, each with the byte at which it begins.
struct Texts<'a> {
    reader: ByteReader<'a>,
    width: usize,
}

impl<'a> Texts<'a> {
    fn new(bytes: &'a [u8], width: usize) -> Self {
        let reader = ByteReader::new(bytes, 0);
        Self { reader, width }
    }

    /// Gives a text without the NULs behind it.
    fn next(&mut self) -> Result<(usize, &'a [u8]), BinaryError> {
        const EXPECTED: &str = "the length of a text";
        let length = match self.width {
            1 => i64::from(u8::from_le_bytes(self.reader.array(EXPECTED)?)),
            2 => i64::from(u16::from_le_bytes(self.reader.array(EXPECTED)?)),
            _ => self.reader.number(EXPECTED)?,
        };
        let at = self.reader.at();
        let text = self.reader.sized(length)?;
        let end = text.iter().rposition(|byte| *byte != 0);
        Ok((at, text.get(..end.map_or(0, |end| end + 1)).unwrap_or(text)))
    }
}

/// Reads a move at the beginning of a text.
fn read_move(text: &[u8]) -> Option<Move> {
    let [from_file, from_rank, b'-', to_file, to_rank] = *text.first_chunk()? else {
        return None;
    };
    let square = |file: u8, rank: u8| {
        Square::new(
            file.checked_sub(b'0')?,
            rank.to_ascii_uppercase().checked_sub(b'A')?,
        )
    };
    Move::new(square(from_file, from_rank)?, square(to_file, to_rank)?)
}

/// What a text tells of the players.
struct Players<'a> {
    /// The text without them.
    event: String,
    red: &'a str,
    black: &'a str,
    outcome: Outcome,
}

impl<'a> Players<'a> {
    /// Reads a text as `[event] Red-胜-Black [event]`; `None` if it tells no result.
    fn read(text: &'a str) -> Option<Self> {
        let words = [
            ("-胜-", Outcome::Win(Color::Red)),
            ("-勝-", Outcome::Win(Color::Red)),
            ("-和-", Outcome::Draw),
            ("-负-", Outcome::Win(Color::Black)),
            ("-負-", Outcome::Win(Color::Black)),
        ];
        let found = words
            .into_iter()
            .find_map(|(word, outcome)| Some((text.split_once(word)?, outcome)));
        let ((before, behind), outcome) = found?;
        let (before, red) = match before.trim_end().rsplit_once(char::is_whitespace) {
            Some((event, red)) => (event, red),
            None => ("", before.trim()),
        };
        let (black, behind) = match behind.trim_start().split_once(char::is_whitespace) {
            Some((black, event)) => (black, event),
            None => (behind.trim(), ""),
        };
        Some(Self {
            event: format!("{} {}", before.trim(), behind.trim())
                .trim()
                .to_owned(),
            red,
            black,
            outcome,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sites::sample;

    /// Texts with lengths of so many bytes before them.
    fn file(width: usize, texts: &[&[u8]]) -> Vec<u8> {
        let text = |text: &&[u8]| [&(text.len() as u32).to_le_bytes()[..width], text].concat();
        texts.iter().flat_map(text).collect()
    }

    /// The header of a game with a text for its players, in the charset of the text, and a comment.
    fn header<'a>(players: &'a [u8], comment: &'a [u8]) -> Vec<&'a [u8]> {
        let mut texts: Vec<&[u8]> = vec![b"site", b"2004-05-06", players, b"2000", b""];
        texts.extend([&b"x"[..]; 5]);
        texts.extend([comment, b"y"]);
        texts
    }

    const MOVES: [&[u8]; 5] = [b"7C-4C", b"7J-6H", b"7a-6c ", b"8J-7J\0", b"Ends"];

    #[test]
    fn a_game_is_read() {
        type Tags<'a> = &'a [(&'a str, &'a str)];
        // 杯 甲-胜-乙 in GBK, 甲-負-乙 in Big5, and neither.
        let cases: [(&[u8], Tags<'_>, Option<Outcome>); 3] = [
            (
                b"\xb1\xad \xbc\xd7-\xca\xa4-\xd2\xd2",
                &[("Event", "杯"), ("Red", "甲"), ("Black", "乙")],
                Some(Outcome::Win(Color::Red)),
            ),
            (
                b"\xa5\xd2-\xad\x74-\xa4\x41",
                &[("Red", "甲"), ("Black", "乙")],
                Some(Outcome::Win(Color::Black)),
            ),
            (b"\xbc\xd7 \xd2\xd2", &[("Event", "甲 乙")], None),
        ];
        for (players, tags, outcome) in cases {
            for width in [1, 2, 4] {
                let texts = [header(players, b"a\r\nb"), MOVES.to_vec()].concat();
                let mut bytes = file(width, &texts);
                let record = read(&bytes).expect("a game");
                assert_eq!(sample::moves(&record), sample::GAME);
                assert_eq!((record.comment(0), record.outcome), ("a\nb", outcome));
                let mut expected =
                    vec![("Site", "site"), ("Date", "2004-05-06"), ("RedElo", "2000")];
                expected.extend(tags);
                let found: Vec<(&str, &str)> = record
                    .tags
                    .iter()
                    .map(|(name, value)| (&**name, &**value))
                    .collect();
                assert_eq!(found, expected);
                bytes.extend(b"\xff\xff");
                assert_eq!(read(&bytes), Ok(record));
            }
        }
    }

    #[test]
    fn what_is_no_game_is_told() {
        let header = header(b"", b"");
        for width in [1, 2, 4] {
            let with = |texts: &[&[u8]]| file(width, &[&header[..], texts].concat());
            let length = with(&[]).len();
            let error = |texts: &[&[u8]]| read(&with(texts)).unwrap_err().to_string();
            let expected = |at: usize, what: &str| format!("byte {at}: found {what}");
            assert_eq!(
                error(&[b"7C-4C", b"J7-H6", b"Ends"]),
                expected(
                    length + 2 * width + 5,
                    "J7-H6, expected a move, as 7C-4C, or Ends"
                )
            );
            assert_eq!(
                error(&[b"7C-4C"]),
                expected(length + width + 5, "the end, expected the length of a text")
            );
            let text = error(&[b"7J-6H", b"Ends"]);
            assert!(
                text.starts_with(&format!("byte {}: move 1: h9g7 is not ", length + width)),
                "{text}"
            );
            let empty = read(&with(&[b"Ends"])).expect("a game without moves");
            assert_eq!(empty.line().len(), 0);
        }
        let error = read(b"\x04site\xffx").unwrap_err().to_string();
        assert_eq!(error, "byte 6: found a text of 255 bytes, expected 0 to 1");
    }
}
