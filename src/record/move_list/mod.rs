//! A game as people paste it into a forum: a few lines on the game, then its moves.
//!
//! ```text
//! 红方：甲
//! 黑方：乙
//!
//! 1. 炮二平五 马8进7 {the commonest answer}
//! 2. 马二进三 车9平8
//! 1-0
//! ```
//!
//! The reader forgives: moves in any notation, in simplified or traditional characters, with full-width digits and letters,
//! with blanks in them or none between them; numbers of any form; words that are no moves, as adverts and greetings, which
//! are passed over; comments in brackets of any kind; variations in parentheses, as in PGN. Before the moves lines as `红方：甲`
//! or `Event: x` are tags, a line that is a FEN is the start, and `甲 先胜 乙` names players and result; behind them `红胜`
//! or `1-0` is the result. What looks like a move and is none ends the game: the error holds what stands before it.
//!
//! The writer always writes: a line for each tag, the start if it is not the usual one, a blank line, the moves as in PGN, and
//! the result if there is one. What has no place: tags without a value, or with a name that is no word.

use std::fmt::Write;

use super::pgn::{closed_length, find_ranks, read_result, read_variation, trim_lines, write_moves};
use super::{DEEPEST, GameRecord, TextError, TextFault};
use crate::board::Color;
use crate::notation::coordinate::Ranks;
use crate::notation::{Notation, NotationError, chinese, read_with};
use crate::position::{Move, Outcome, Position};

/// What lines before the moves call the tags of PGN; the first word of each is the one that is written.
const TAGS: [(&str, &[&str]); 7] = [
    ("Title", &["标题", "標題", "题目", "題目"]),
    ("Event", &["赛事", "賽事", "比赛", "比賽"]),
    ("Site", &["地点", "地點"]),
    ("Date", &["日期", "时间", "時間"]),
    ("Round", &["轮次", "輪次"]),
    ("Red", &["红方", "紅方", "红", "紅"]),
    ("Black", &["黑方", "黑"]),
];

const RED_WINS: [&str; 10] = [
    "红方胜",
    "红胜",
    "紅方勝",
    "紅勝",
    "红先胜",
    "先胜",
    "先勝",
    "黑负",
    "黑方负",
    "黑負",
];
const BLACK_WINS: [&str; 10] = [
    "黑方胜",
    "黑胜",
    "黑方勝",
    "黑勝",
    "红先负",
    "先负",
    "先負",
    "红负",
    "红方负",
    "紅負",
];
const NOBODY_WINS: [&str; 6] = ["和棋", "先和", "和局", "双方和", "雙方和", "弈和"];

/// Reads the game of a text; `None` if there is neither a move nor a line on the game.
///
/// # Errors
/// Tells the first thing that looks like a move and is none, and holds the moves before it.
///
/// # Examples
///
/// ```
/// use caipan::record::move_list;
///
/// let text = "甲 先胜 乙\n１．炮二平五　馬８進７（最常見）２．马二进三 see www.example.org";
/// let game = move_list::read(text).unwrap().unwrap();
/// assert_eq!((game.line().len(), game.comment(2)), (3, "最常見"));
/// assert_eq!((game.tag("Red"), game.tag("Black")), (Some("甲"), Some("乙")));
/// ```
pub fn read(text: &str) -> Option<Result<GameRecord, TextError>> {
    let mut reader = Reader {
        text,
        at: 0,
        ranks: find_ranks(text),
        record: GameRecord::new(Position::start()),
        is_told: false,
        nests: true,
        has_open_bracket: false,
    };
    match reader.read() {
        Err((at, fault)) => {
            let line = memchr::memchr_iter(b'\n', &text.as_bytes()[..at]).count() + 1;
            Some(Err(fault.on(line, reader.record)))
        }
        Ok(()) => {
            let is_game = reader.is_told || !reader.record.line().is_empty();
            is_game.then_some(Ok(reader.record))
        }
    }
}

/// Reads a letter of full width as the one of ASCII.
fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{3000}' => ' ',
        _ => letter,
    }
}

fn is_gap(letter: char) -> bool {
    narrow(letter) == ' ' || letter == '\t'
}

fn is_word(letter: char) -> bool {
    let letter = narrow(letter);
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '=' | '.' | '/' | '*' | '#')
}

/// What is wrong, and where in bytes.
type Fault = (usize, TextFault);

struct Reader<'a> {
    text: &'a str,
    at: usize,
    ranks: Ranks,
    record: GameRecord,
    /// Whether a line tells of the game.
    is_told: bool,
    /// Whether brackets nest: no longer once one was found that does not close if they do.
    nests: bool,
    /// Whether a bracket was found that nothing closes, so that others are not looked at to the end of the text.
    has_open_bracket: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn read(&mut self) -> Result<(), Fault> {
        let mut begins_line = true;
        while let Some(first) = self.rest().chars().next() {
            let may_be_heading = begins_line && self.record.line().is_empty();
            if may_be_heading && self.read_heading()? {
                continue;
            }
            begins_line = matches!(first, '\n' | '\r');
            if is_word(first) {
                self.read_word()?;
            } else if !(self.read_bracket() || self.read_chinese(0)? || self.read_result()) {
                self.at += first.len_utf8();
            }
        }
        Ok(())
    }

    /// Takes a line that tells of the game.
    fn read_heading(&mut self) -> Result<bool, Fault> {
        let rest = self.rest();
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = rest[..end].trim();
        // A comment may look like anything.
        if line.starts_with('{') {
            return Ok(false);
        }
        if let Some((name, value)) = line.split_once([':', '：']) {
            let (name, value) = (name.trim(), value.trim());
            let known = TAGS.iter().find(|(_, words)| words.contains(&name));
            let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name
                    .bytes()
                    .all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-')
                && !value.starts_with("//");
            if value.is_empty() || known.is_none() && !is_name && name != "结果" && name != "結果"
            {
                return Ok(false);
            }
            if name.eq_ignore_ascii_case("fen") {
                let start = Position::from_fen(value);
                self.begin(start.map_err(|fault| (self.at, TextFault::Start(fault)))?);
            } else if matches!(name, "结果" | "結果") || name.eq_ignore_ascii_case("result") {
                self.record.outcome = whole_result(value);
            } else {
                let name = known.map_or(name, |(tag, _)| tag).to_owned();
                self.record.tags.push((name, value.to_owned()));
            }
        } else if line.matches('/').count() == 9
            && let Ok(start) = Position::from_fen(line)
        {
            self.begin(start);
        } else if !self.read_players(line) {
            return Ok(false);
        }
        self.is_told = true;
        self.at += end;
        Ok(true)
    }

    fn begin(&mut self, start: Position) {
        let old = std::mem::replace(&mut self.record, GameRecord::new(start));
        self.record.add_comment(old.comment(0));
        (self.record.tags, self.record.outcome) = (old.tags, old.outcome);
    }

    /// Takes a line as `甲 先胜 乙`.
    fn read_players(&mut self, line: &str) -> bool {
        let found = ["先胜", "先勝", "先负", "先負", "先和"];
        let found = found
            .iter()
            .find_map(|word| Some((*word, line.split_once(word)?)));
        // In braces it is a comment.
        let Some((word, (before, behind))) = found.filter(|_| !line.contains('{')) else {
            return false;
        };
        let is_end =
            |letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | '（' | '）');
        let name = |part: &str| {
            let part = part.trim_matches(is_end);
            let name = part.rsplit(is_end).next().unwrap_or_default();
            (!name.is_empty()).then(|| name.to_owned())
        };
        // 红先胜 is no name.
        let before = before.strip_suffix(['红', '紅']).unwrap_or(before);
        let (Some(red), Some(black)) = (name(before), name(behind)) else {
            return false;
        };
        self.record.tags.push(("Red".to_owned(), red));
        self.record.tags.push(("Black".to_owned(), black));
        self.record.outcome = whole_result(word);
        true
    }

    /// Takes what stands in brackets as a variation or a comment.
    fn read_bracket(&mut self) -> bool {
        let rest = self.rest();
        let close = match rest.chars().next() {
            Some('(') => ')',
            Some('{') => '}',
            Some('[') => ']',
            Some('（') => '）',
            Some('【') => '】',
            Some('［') => '］',
            _ => return false,
        };
        if self.has_open_bracket {
            return false;
        }
        let mut length = None;
        if self.nests && matches!(close, ')' | '}') {
            length = closed_length(rest);
            self.nests = length.is_some();
        }
        let length = length.or_else(|| Some(rest.find(close)? + close.len_utf8()));
        let Some(length) = length else {
            self.has_open_bracket = true;
            return false;
        };
        let inner = rest[close.len_utf8()..length - close.len_utf8()].to_owned();
        self.at += length;
        let variation = match close {
            ')' | '）' => read_variation(self.record.line(), &inner, self.ranks, DEEPEST),
            _ => None,
        };
        let is_added =
            variation.is_some_and(|variation| self.record.add_variation(variation).is_ok());
        if !is_added {
            self.record.add_comment(&trim_lines(&inner));
        }
        true
    }

    /// Takes a move in Chinese that begins `skipped` bytes further on.
    fn read_chinese(&mut self, skipped: usize) -> Result<bool, Fault> {
        let Some((word, length)) = chinese_move(&self.rest()[skipped..]) else {
            return Ok(false);
        };
        match chinese::read(self.record.line().position(), &word) {
            Err(NotationError::Malformed { .. }) => Ok(false),
            read => {
                self.push(read)?;
                self.at += skipped + length;
                Ok(true)
            }
        }
    }

    fn push(&mut self, read: Result<Move, NotationError>) -> Result<(), Fault> {
        let ply = self.record.line().len() + 1;
        let mv = read.map_err(|fault| (self.at, TextFault::Notation { ply, fault }))?;
        self.record.push_unchecked(mv);
        Ok(())
    }

    /// Takes a result in Chinese behind the moves.
    fn read_result(&mut self) -> bool {
        if self.record.line().is_empty() {
            return false;
        }
        let rest = self.rest();
        let found = [
            (Outcome::Win(Color::Red), &RED_WINS[..]),
            (Outcome::Win(Color::Black), &BLACK_WINS[..]),
            (Outcome::Draw, &NOBODY_WINS[..]),
        ];
        let found = found.iter().find_map(|(outcome, words)| {
            let word = words.iter().find(|word| rest.starts_with(**word))?;
            // 红胜势 is no result.
            let behind = rest[word.len()..].chars().next();
            let ends = behind.is_none_or(|next| !next.is_alphanumeric());
            ends.then_some((*outcome, word.len()))
        });
        let Some((outcome, length)) = found else {
            return false;
        };
        self.record.outcome = Some(outcome);
        self.at += length;
        true
    }

    /// Takes a word of letters and digits: a number, a move, a result, or anything else.
    fn read_word(&mut self) -> Result<(), Fault> {
        let rest = self.rest();
        let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        let word: String = rest[..end].chars().map(narrow).collect();
        let behind = &rest[end..];
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            // The last digit may begin a move in Chinese, as 3兵平6; a whole move behind it tells that it does not.
            let is_glued = !behind.starts_with(is_gap) && chinese_move(behind).is_none();
            let last = rest[..end].chars().next_back().map_or(0, char::len_utf8);
            if is_glued && self.read_chinese(end - last)? {
                return Ok(());
            }
        }
        let word = without_number(&word).trim_end_matches(['.', '/']);
        if let Some(outcome) = read_result(word) {
            if !self.record.line().is_empty() {
                self.record.outcome = outcome.or(self.record.outcome);
            }
        } else if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            match read_with(self.record.line().position(), word, self.ranks) {
                Err(NotationError::Malformed { .. }) => {}
                // Before the first move a word may look like one by chance.
                Err(_) if self.record.line().is_empty() => {}
                read => self.push(read)?,
            }
        }
        self.at += end;
        Ok(())
    }
}

/// Takes the number off a word that begins with one; `15.6` is a pawn's move in WXF.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let behind = rest.trim_start_matches('.');
    let is_number = rest.len() < word.len() && behind.len() < rest.len();
    if is_number && !behind.starts_with(|letter: char| letter.is_ascii_digit()) {
        behind
    } else {
        word
    }
}

/// Gives what could be a move in Chinese at the beginning of a text, without the blanks in it, and how many bytes it takes.
fn chinese_move(text: &str) -> Option<(String, usize)> {
    let mut word = String::new();
    let mut direction = None;
    let mut count = 0;
    for (at, letter) in text.char_indices() {
        if is_gap(letter) && count > 0 {
            continue;
        }
        if letter.is_control() || is_gap(letter) {
            return None;
        }
        word.push(letter);
        count += 1;
        if direction.is_some() {
            return Some((word, at + letter.len_utf8()));
        }
        if matches!(letter, '进' | '進' | '退' | '平') {
            direction = (count > 2).then_some(());
            direction?;
        } else if count > 3 {
            return None;
        }
    }
    None
}

/// Reads the result that is a whole text.
fn whole_result(text: &str) -> Option<Outcome> {
    if RED_WINS.contains(&text) {
        Some(Outcome::Win(Color::Red))
    } else if BLACK_WINS.contains(&text) {
        Some(Outcome::Win(Color::Black))
    } else if NOBODY_WINS.contains(&text) {
        Some(Outcome::Draw)
    } else {
        read_result(text).flatten()
    }
}

/// Writes a game; the lines on it are in Chinese if its moves are.
#[must_use]
pub fn write(record: &GameRecord, notation: Notation) -> String {
    let in_chinese = matches!(notation, Notation::Chinese | Notation::WideChinese);
    let mut text = String::new();
    let mut write_line = |name: &str, value: &str| {
        let value = value.trim().replace(['\n', '\r'], " ");
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name
                .bytes()
                .all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-');
        if is_name && !value.is_empty() && !value.starts_with("//") {
            let known = TAGS.iter().find(|(tag, _)| *tag == name);
            // Writing to a string never fails.
            let _ = match known.and_then(|(_, words)| words.first()) {
                Some(word) if in_chinese => writeln!(text, "{word}：{value}"),
                _ => writeln!(text, "{name}: {value}"),
            };
        }
    };
    for (name, value) in &record.tags {
        let is_other = ["fen", "result"]
            .iter()
            .all(|other| !name.eq_ignore_ascii_case(other));
        if is_other {
            write_line(name, value);
        }
    }
    let start = record.line().start();
    if *start != Position::start() {
        write_line("FEN", &start.to_string());
    }
    let outcome = record.outcome.map(|outcome| outcome.to_string());
    // Behind no moves nobody looks for a result.
    if let (true, Some(outcome)) = (record.line().is_empty(), &outcome) {
        write_line("Result", outcome);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    write_moves(&mut text, record, notation);
    if let (false, Some(outcome)) = (record.line().is_empty(), &outcome) {
        text.push_str(outcome);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
