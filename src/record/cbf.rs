//! CBF, the XML of the program 象棋桥 (CCBridge): one game a file.
//!
//! ```text
//! <?xml version="1.0" encoding="UTF-8"?>
//! <ChineseChessRecord Version="1.0">
//! <Head><Name>t</Name><FEN>rnbakabnr/… w - - 0 1</FEN><Result>1</Result></Head>
//! <MoveList><Move value="00-00"/><Move value="77-47"><![CDATA[as ever]]></Move></MoveList>
//! </ChineseChessRecord>
//! ```
//!
//! A square is two digits, file from the left and rank from the top. The first `Move`, from 00 to 00, is none; its text
//! is the comment on the game. `Result` is 0 for none, 1 if Red won, 2 if Black won, 3 for a draw.
//!
//! The reader forgives: elements it does not know, of which those in `Head` become tags; a missing `FEN`, `Result` or
//! first `Move`; comments as text or CDATA. Some files keep variations as further moves behind one with `end="1"`; where
//! they belong is not known, so that such a file is an error that holds the game without them.
//!
//! The writer always writes: UTF-8 with a byte order mark; the tag `Title` as `Name` and every other under its own name;
//! all comments as CDATA. What has no place: variations, tags without a value or with a name that is none in XML, control
//! characters.

use std::fmt::Write;

use quick_xml::Reader;
use quick_xml::escape::{escape, resolve_predefined_entity};
use quick_xml::events::{BytesStart, Event};

use super::game_result::{from_number, to_number};
use super::pgn::{count_lines, trim_lines};
use super::{GameRecord, TextError, TextFault};
use crate::board::Square;
use crate::position::{Move, Position};

/// What the first `Move` is from and to.
const NO_MOVE: &str = "00-00";

/// Reads a game.
///
/// # Errors
/// Tells the first thing wrong with it, and holds its moves up to there.
///
/// # Examples
///
/// ```
/// use caipan::record::cbf;
///
/// let text = "<ChineseChessRecord><Head><Name>t</Name></Head>\
///     <MoveList><Move value=\"00-00\"/><Move value=\"77-47\"/></MoveList></ChineseChessRecord>";
/// let game = cbf::read(text).unwrap();
/// assert_eq!((game.tag("Title"), game.line().len()), (Some("t"), 1));
/// ```
pub fn read(text: &str) -> Result<GameRecord, TextError> {
    let mut reader = Reader::from_str(text);
    let mut document = Document::default();
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let read = reader.read_event();
        let line = || line_of(text, at);
        let event = match read {
            Ok(event) => event,
            Err(error) => {
                let fault = TextFault::malformed(&error.to_string(), "XML");
                return Err(fault.on(line(), document.game(text)?));
            }
        };
        let taken = match &event {
            Event::Start(tag) => document.open(tag, at),
            Event::Empty(tag) => document.open(tag, at).map(|()| document.close()),
            Event::End(_) => {
                document.close();
                Ok(())
            }
            Event::Text(inner) => document.add(inner.decode().ok().as_deref()),
            Event::CData(inner) => document.add(inner.decode().ok().as_deref()),
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(letter)) => document.add(Some(letter.encode_utf8(&mut [0; 4]))),
                _ => document.add(
                    name.decode()
                        .ok()
                        .and_then(|name| resolve_predefined_entity(&name)),
                ),
            },
            Event::Eof => break,
            _ => Ok(()),
        };
        if let Err(fault) = taken {
            return Err(fault.on(line(), document.game(text)?));
        }
    }
    let record = document.game(text)?;
    let end = line_of(text, text.len());
    if let Some(open) = document.open.last() {
        let found = format!("the end in {open}");
        return Err(TextFault::malformed(&found, "the end of each element").on(end, record));
    }
    if !document.is_there {
        let fault = TextFault::malformed("no such element", "ChineseChessRecord");
        return Err(fault.on(end, record));
    }
    Ok(record)
}

/// What was read of a file.
#[derive(Default)]
struct Document {
    is_there: bool,
    /// The elements that are open, the innermost last.
    open: Vec<String>,
    /// What stands in the innermost.
    text: String,
    head: Vec<(String, String, usize)>,
    /// The moves, each with its place in bytes and its comment.
    moves: Vec<(String, usize, String)>,
    /// Where the element at hand begins.
    at: usize,
    is_ended: bool,
}

impl Document {
    fn open(&mut self, tag: &BytesStart<'_>, at: usize) -> Result<(), TextFault> {
        let name = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned();
        if self.open.is_empty() {
            if name != "ChineseChessRecord" {
                return Err(TextFault::malformed(&name, "ChineseChessRecord"));
            }
            self.is_there = true;
        }
        if name == "Move" {
            if self.is_ended {
                let expected =
                    "no move behind the end of the game, since it is not known what it varies";
                return Err(TextFault::malformed("a variation", expected));
            }
            let attribute = |name: &str| {
                let found = tag.try_get_attribute(name).ok().flatten()?;
                found
                    .unescape_value()
                    .ok()
                    .map(std::borrow::Cow::into_owned)
            };
            let value = attribute("value");
            let value = value.ok_or_else(|| TextFault::malformed("none", "a value of the move"))?;
            self.moves.push((value, at, String::new()));
            self.is_ended = attribute("end").is_some_and(|end| end == "1");
        }
        self.at = at;
        self.text.clear();
        self.open.push(name);
        Ok(())
    }

    fn add(&mut self, text: Option<&str>) -> Result<(), TextFault> {
        let text = text.ok_or_else(|| TextFault::malformed("an unknown entity", "a letter"))?;
        self.text.push_str(text);
        Ok(())
    }

    fn close(&mut self) {
        let Some(name) = self.open.pop() else {
            return;
        };
        let text = std::mem::take(&mut self.text);
        if name == "Move" {
            if let Some((.., comment)) = self.moves.last_mut() {
                comment.push_str(&text);
            }
        } else if self.open.last().is_some_and(|outer| outer == "Head") {
            self.head.push((name, text, self.at));
        }
    }

    /// Makes the game of what was read.
    fn game(&self, text: &str) -> Result<GameRecord, TextError> {
        let mut record = GameRecord::new(Position::start());
        for (name, value, at) in &self.head {
            let value = value.trim();
            match &**name {
                _ if value.is_empty() => {}
                "FEN" => match Position::from_fen(value) {
                    Ok(start) => record.begin(start),
                    Err(fault) => {
                        return Err(TextFault::Start(fault).on(line_of(text, *at), record));
                    }
                },
                "Result" => record.outcome = value.parse().ok().and_then(from_number),
                "Name" => record.tags.push(("Title".to_owned(), value.to_owned())),
                _ => record.tags.push((name.clone(), value.to_owned())),
            }
        }
        for (count, (value, at, comment)) in self.moves.iter().enumerate() {
            if count > 0 || value != NO_MOVE {
                let ply = record.line().len() + 1;
                let Some(mv) = read_move(value) else {
                    let fault = TextFault::malformed(value, "two squares, as 77-47");
                    return Err(fault.on(line_of(text, *at), record));
                };
                if let Err(fault) = record.push(mv) {
                    let fault = TextFault::Play { ply, fault };
                    return Err(fault.on(line_of(text, *at), record));
                }
            }
            record.add_comment(&trim_lines(comment));
        }
        Ok(record)
    }
}

fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    count_lines(before) + 1
}

fn read_move(text: &str) -> Option<Move> {
    let square = |text: &str| {
        let [file, rank] = text.as_bytes() else {
            return None;
        };
        let digit = |byte: &u8| byte.is_ascii_digit().then(|| byte - b'0');
        Square::new(digit(file)?, 9 - digit(rank)?)
    };
    let (from, to) = text.trim().split_once('-')?;
    Move::new(square(from)?, square(to)?)
}

/// Writes a game.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let mut text = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">\n<Head>\n"
        .to_owned();
    for (name, value) in &record.tags {
        match &**name {
            "FEN" | "Result" | "Name" => {}
            "Title" => write_element(&mut text, "Name", value),
            name if is_name(name) => write_element(&mut text, name, value),
            _ => {}
        }
    }
    let line = record.line();
    write_element(&mut text, "FEN", &line.start().to_string());
    let result = to_number(record.outcome).to_string();
    write_element(&mut text, "Result", &result);
    text.push_str("</Head>\n<MoveList>\n");
    write_move(&mut text, NO_MOVE, record.comment(0));
    for (ply, mv) in (1..).zip(line.moves()) {
        let square = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
        let value = format!("{}-{}", square(mv.from()), square(mv.to()));
        write_move(&mut text, &value, record.comment(ply));
    }
    text.push_str("</MoveList>\n</ChineseChessRecord>\n");
    text
}

/// Tells whether a tag can be the name of an element.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Writes control characters, which XML knows none of, as blanks.
fn plain(text: &str) -> String {
    let is_kept = |letter: char| letter == '\n' || !letter.is_control();
    let letters = text.chars();
    let letters = letters.map(|letter| if is_kept(letter) { letter } else { ' ' });
    trim_lines(&letters.collect::<String>())
}

fn write_element(text: &mut String, name: &str, value: &str) {
    let value = plain(value);
    if !value.is_empty() {
        // Writing to a string never fails.
        let _ = writeln!(text, "<{name}>{}</{name}>", escape(&*value));
    }
}

fn write_move(text: &mut String, value: &str, comment: &str) {
    let comment = plain(comment).replace("]]>", "]]]]><![CDATA[>");
    let _ = if comment.is_empty() {
        writeln!(text, "<Move value=\"{value}\"/>")
    } else {
        writeln!(text, "<Move value=\"{value}\"><![CDATA[{comment}]]></Move>")
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::position::Outcome;
    use crate::record::any_record::any_record;
    use proptest::prelude::*;

    #[test]
    fn a_file_is_read() {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<ChineseChessRecord Version=\"1.0\">\r\n\
            <Head><Name>a &lt; &#30002;</Name><FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN>\
            <Red>A &amp; B</Red><Site/><Result>2</Result></Head>\r\n<MoveList><Move value=\"00-00\">before</Move>\
            <Move value=\"77-47\"/><Move value=\"70-62\"><![CDATA[<a>\r\n b]]></Move>\
            <Move value=\"79-67\"/><Move value=\"80-70\" end=\"1\"/></MoveList></ChineseChessRecord>";
        let game = read(text).unwrap();
        assert_eq!(
            (game.tag("Title"), game.tag("Red")),
            (Some("a < 甲"), Some("A & B"))
        );
        assert_eq!(game.tags.len(), 2);
        assert_eq!(game.outcome, Some(Outcome::Win(Color::Black)));
        let moves: Vec<_> = game.line().moves().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "i9h9"]);
        assert_eq!((game.comment(0), game.comment(2)), ("before", "<a>\nb"));
    }

    #[test]
    fn faults_are_told_with_what_was_read_before() {
        let file = |inner: &str| format!("<ChineseChessRecord>\n{inner}\n</ChineseChessRecord>");
        let first = "<Move value=\"77-47\" end=\"1\"/>\n";
        for (text, plies, expected) in [
            (
                String::new(),
                0,
                "line 1: found \"no such element\", expected ChineseChessRecord",
            ),
            (
                "<a/>".to_owned(),
                0,
                "line 1: found \"a\", expected ChineseChessRecord",
            ),
            (
                file("<Head><FEN>9 w</FEN></Head>"),
                0,
                "line 2: the start is no position: the board has 1 ranks, expected 10; red has no king; black has no king",
            ),
            (
                file("<Move/>"),
                0,
                "line 2: found \"none\", expected a value of the move",
            ),
            (
                file("<Move value=\"7x-47\"/>"),
                0,
                "line 2: found \"7x-47\", expected two squares, as 77-47",
            ),
            (
                file(&first.repeat(2)),
                1,
                "line 3: found \"a variation\", expected no move behind the end of the game, since it is not known what it varies",
            ),
            (
                file("<Move value=\"77-47\"/>\n<Move value=\"77-47\"/>"),
                1,
                "line 3: ply 2: h2e2 is not a legal move of black in rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
            ),
            (
                "<ChineseChessRecord>\n<Move value=\"77-47\"/>".to_owned(),
                1,
                "line 2: found \"the end in ChineseChessRecord\", expected the end of each element",
            ),
            (
                file("<Move value=\"77-47\">&x;</Move>"),
                1,
                "line 2: found \"an unknown entity\", expected a letter",
            ),
        ] {
            let error = read(&text).unwrap_err();
            assert_eq!(error.to_string(), expected);
            let found = error.so_far.map_or(0, |record| record.line().len());
            assert_eq!(found, plies, "{text}");
        }
        let error = read(&file("<Head></Hood>")).unwrap_err().to_string();
        assert!(
            error.starts_with("line 2: found ") && error.ends_with(", expected XML"),
            "{error}"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn what_was_written_is_read(record in any_record()) {
            let text = write(&record);
            let game = read(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
            prop_assert_eq!(game.line(), record.line());
            prop_assert_eq!(game.outcome, record.outcome);
            for ply in 0..=record.line().len() {
                prop_assert_eq!(game.comment(ply), record.comment(ply));
            }
            prop_assert_eq!(write(&game), text);
        }

        #[test]
        fn any_text_is_read(text: String) {
            let _ = read(&text);
            let _ = read(&format!("<ChineseChessRecord>{text}"));
        }
    }
}
