//! The lines before the moves, which tell of the game.

use super::{is_gap, narrow};
use crate::notation::coordinate::Ranks;
use crate::notation::read_with;
use crate::position::Position;

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

/// What a line tells of a game.
pub(super) enum Heading<'a> {
    Tag {
        name: &'a str,
        value: &'a str,
        /// Whether it is one that only games have, or nearly so.
        is_known: bool,
    },
    /// A FEN, which may be none if it is called one.
    Start(&'a str),
    Result(&'a str),
    Players {
        red: &'a str,
        black: &'a str,
        result: &'a str,
    },
}

impl<'a> Heading<'a> {
    /// Reads a line before the moves that `position` is to make; `None` if it is no heading.
    pub(super) fn read(line: &'a str, position: &Position) -> Option<Self> {
        // A comment may look like anything.
        if line.starts_with('{') {
            return None;
        }
        let Some((name, value)) = line.split_once([':', '：']) else {
            let has_ranks = line.matches('/').count() == 9;
            return if has_ranks && Position::from_fen(line).is_ok() {
                Some(Self::Start(line))
            } else {
                read_players(line)
            };
        };
        let (name, value) = (name.trim(), value.trim());
        let named = TAGS.iter().find(|(_, words)| words.contains(&name));
        let is_known =
            named.is_some() || TAGS.iter().any(|(tag, _)| tag.eq_ignore_ascii_case(name));
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if value.is_empty() || begins_with_move(value, position) {
            None
        } else if is("fen") {
            Some(Self::Start(value))
        } else if is("result") || matches!(name, "结果" | "結果") {
            Some(Self::Result(value))
        } else {
            let is_tag = named.is_some() || is_word(name) && !value.starts_with("//");
            is_tag.then_some(Self::Tag {
                name: named.map_or(name, |(tag, _)| tag),
                value,
                is_known,
            })
        }
    }
}

fn is_word(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-')
}

/// Tells whether the first word of a text, behind its number, is a move: then it is no value of a tag.
fn begins_with_move(text: &str, position: &Position) -> bool {
    let is_number = |letter: char| narrow(letter).is_ascii_digit() || narrow(letter) == '.';
    let text = text.trim_start_matches(|letter| is_number(letter) || is_gap(letter));
    let ends = |letter: &char| is_gap(*letter) || matches!(narrow(*letter), ',' | ';' | '。');
    let letters = text.chars().take_while(|letter| !ends(letter));
    let word: String = letters.map(narrow).collect();
    [Ranks::FromZero, Ranks::FromOne]
        .into_iter()
        .any(|ranks| read_with(position, &word, ranks).is_ok())
}

/// Reads a line as `甲 先胜 乙`.
fn read_players(line: &str) -> Option<Heading<'_>> {
    let found = ["先胜", "先勝", "先负", "先負", "先和"];
    let (result, (before, behind)) = found
        .iter()
        .find_map(|word| Some((*word, line.split_once(word)?)))?;
    // In braces it is a comment.
    if line.contains('{') {
        return None;
    }
    // 红先胜 is no name.
    let before = before.strip_suffix(['红', '紅']).unwrap_or(before);
    Some(Heading::Players {
        red: last_name(before)?,
        black: last_name(behind)?,
        result,
    })
}

/// Gives the last word of a text, without the parentheses around it.
fn last_name(text: &str) -> Option<&str> {
    let is_end = |letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | '（' | '）');
    let name = text.trim_matches(is_end).rsplit(is_end).next();
    name.filter(|name| !name.is_empty())
}

/// Writes the line of a tag, with a Chinese name if there is one and that is wanted; nothing if it would not be read.
pub(super) fn write(name: &str, value: &str, in_chinese: bool) -> Option<String> {
    let value = value.trim().replace(['\n', '\r'], " ");
    let is_value = !value.is_empty() && !value.starts_with("//");
    if !is_word(name) || !is_value || begins_with_move(&value, &Position::start()) {
        return None;
    }
    let known = TAGS.iter().find(|(tag, _)| *tag == name);
    Some(match known.and_then(|(_, words)| words.first()) {
        Some(word) if in_chinese => format!("{word}：{value}\n"),
        _ => format!("{name}: {value}\n"),
    })
}
