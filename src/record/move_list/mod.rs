//! Games as people paste them into a forum: a few lines on each, then its moves.
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
//! are passed over; comments in brackets of any kind, and `!?` behind a move; variations in parentheses, as in PGN. Before the
//! moves lines as `红方：甲` or `Event: x` are tags, unless a move follows the colon, a line that is a FEN is the start, and
//! `甲 先胜 乙` names players and result; behind them `红胜` or `1-0` is the result.
//!
//! A result ends a game, and so does what looks like a move and is none: the error holds what stands before it. What follows
//! is passed over up to the next game, which begins with such a line or with the number 1; one with a FEN begins a game
//! wherever it stands. Without moves there is a game where a FEN stands, or at the beginning one of the usual tags.
//!
//! The writer always writes one game: a line for each tag, the start if it is not the usual one, a blank line, the moves as in
//! PGN, and the result if there is one. What has no place: tags without a value or with one that begins with a move, or with a
//! name that is no word.

mod heading;
#[cfg(test)]
mod tests;

use std::mem;

use super::game_result::{read_mark, read_words};
use super::pgn::{
    begins_with_pawn_move, closed_length, count_lines, find_ranks, is_glyph, read_variation,
    trim_lines, write_moves,
};
use super::{DEEPEST, GameRecord, TextError, TextFault};
use crate::notation::coordinate::Ranks;
use crate::notation::{Notation, NotationError, chinese, read_with};
use crate::position::{Move, Position};
use heading::Heading;

/// Reads the games of a text; none if there is neither a move nor a line on a game.
///
/// # Errors
/// Each game tells the first thing that looks like a move and is none, and holds the moves before it.
///
/// # Examples
///
/// ```
/// use caipan::record::move_list;
///
/// let text = "甲 先胜 乙\n１．炮二平五　馬８進７（最常見）２．马二进三 see www.example.org";
/// let games = move_list::read(text);
/// let game = games[0].as_ref().unwrap();
/// assert_eq!((game.line().len(), game.comment(2)), (3, "最常見"));
/// assert_eq!((game.tag("Red"), game.tag("Black")), (Some("甲"), Some("乙")));
/// ```
#[must_use]
pub fn read(text: &str) -> Vec<Result<GameRecord, TextError>> {
    let mut reader = Reader {
        text,
        at: 0,
        counted: (0, 1),
        ranks: find_ranks(text),
        games: Vec::new(),
        record: GameRecord::new(Position::start()),
        is_told: false,
        has_start: false,
        is_over: false,
        nests: true,
        has_open_bracket: false,
    };
    reader.read();
    reader.games
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

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// How far lines have been counted, and the line there.
    counted: (usize, usize),
    ranks: Ranks,
    games: Vec<Result<GameRecord, TextError>>,
    /// The game at hand.
    record: GameRecord,
    /// Whether a line tells of it that only games have.
    is_told: bool,
    /// Whether a line tells its start.
    has_start: bool,
    /// Whether its result or a fault was found: what follows is passed over up to the next game.
    is_over: bool,
    /// Whether brackets nest: no longer once one was found that does not close if they do.
    nests: bool,
    /// Whether a bracket was found that nothing closes, so that others are not looked at to the end of the text.
    has_open_bracket: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn read(&mut self) {
        let mut begins_line = true;
        while let Some(first) = self.rest().chars().next() {
            if let Err(fault) = self.step(first, begins_line) {
                let (at, line) = self.counted;
                let line = line + count_lines(&self.text.as_bytes()[at..self.at]);
                self.counted = (self.at, line);
                let record = self.next_game();
                self.games.push(Err(fault.on(line, record)));
                self.is_over = true;
                self.at += first.len_utf8();
            }
            begins_line = matches!(first, '\n' | '\r');
        }
        self.end_game();
    }

    /// Takes what comes next, which begins with a letter.
    fn step(&mut self, first: char, begins_line: bool) -> Result<(), TextFault> {
        if begins_line && self.read_heading()? {
            return Ok(());
        }
        if is_word(first) {
            return self.read_word();
        }
        let is_taken =
            self.read_bracket() || !self.is_over && (self.read_chinese(0)? || self.read_result());
        if !is_taken {
            self.at += first.len_utf8();
        }
        Ok(())
    }

    /// Gives the game at hand, and begins another one.
    fn next_game(&mut self) -> GameRecord {
        (self.is_told, self.has_start, self.is_over) = (false, false, false);
        mem::replace(&mut self.record, GameRecord::new(Position::start()))
    }

    /// Puts the game at hand to the others, if it is one, and begins another. What only looks like tags behind a game is none.
    fn end_game(&mut self) {
        let is_told = self.has_start || self.is_told && self.games.is_empty();
        let record = self.next_game();
        if is_told || !record.line().is_empty() {
            self.games.push(Ok(record));
        }
    }

    /// Takes a line that tells of the game.
    fn read_heading(&mut self) -> Result<bool, TextFault> {
        let rest = self.rest();
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let is_before_moves = self.is_over || self.record.line().is_empty();
        let start = Position::start();
        let position = if self.is_over {
            &start
        } else {
            self.record.line().position()
        };
        let heading = Heading::read(rest[..end].trim(), position);
        let is_start = matches!(heading, Some(Heading::Start(_)));
        let Some(heading) = heading.filter(|_| is_before_moves || is_start) else {
            return Ok(false);
        };
        if self.is_over || is_start && (self.has_start || !is_before_moves) {
            self.end_game();
        }
        let mut tag = |name: &str, value: &str| {
            let tag = (name.to_owned(), value.to_owned());
            self.record.tags.push(tag);
        };
        match heading {
            Heading::Tag {
                name,
                value,
                is_known,
            } => {
                tag(name, value);
                self.is_told |= is_known;
            }
            Heading::Start(fen) => {
                let start = Position::from_fen(fen).map_err(TextFault::Start)?;
                self.record.begin(start);
                self.has_start = true;
            }
            Heading::Result(text) => self.record.take_result(text),
            Heading::Players { red, black, result } => {
                tag("Red", red);
                tag("Black", black);
                self.record.take_result(result);
                self.is_told = true;
            }
        }
        self.at += end;
        Ok(true)
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
    fn read_chinese(&mut self, skipped: usize) -> Result<bool, TextFault> {
        let Some((word, length)) = chinese_move(&self.rest()[skipped..]) else {
            return Ok(false);
        };
        match chinese::read(self.record.line().position(), &word) {
            Err(NotationError::Malformed { .. }) => Ok(false),
            read => {
                self.take_move(read, skipped + length)?;
                Ok(true)
            }
        }
    }

    /// Takes a move of so many bytes, with what somebody thinks of it, as `!?`.
    fn take_move(
        &mut self,
        read: Result<Move, NotationError>,
        length: usize,
    ) -> Result<(), TextFault> {
        let mv = read.map_err(|fault| TextFault::notation(&self.record, fault))?;
        self.record.push_unchecked(mv);
        self.at += length;
        let rest = self.rest();
        let glyph = &rest[..rest.len() - rest.trim_start_matches(is_glyph).len()];
        self.record.add_comment(glyph);
        self.at += glyph.len();
        Ok(())
    }

    /// Takes a result in Chinese behind the moves.
    fn read_result(&mut self) -> bool {
        let found = read_words(self.rest()).filter(|_| !self.record.line().is_empty());
        let Some((outcome, length)) = found else {
            return false;
        };
        self.record.outcome = Some(outcome);
        self.is_over = true;
        self.at += length;
        true
    }

    /// Takes a word of letters and digits: a number, a move, a result, or anything else.
    fn read_word(&mut self) -> Result<(), TextFault> {
        let rest = self.rest();
        let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        let word: String = rest[..end].chars().map(narrow).collect();
        let behind = &rest[end..];
        if self.is_over && begins_game(&word) {
            self.end_game();
        }
        if self.is_over {
            self.at += end;
            return Ok(());
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            // The last digit may begin a move in Chinese, as 3兵平6; a whole move behind it tells that it does not.
            let is_glued = !behind.starts_with(is_gap) && chinese_move(behind).is_none();
            let last = rest[..end].chars().next_back().map_or(0, char::len_utf8);
            if is_glued && self.read_chinese(end - last)? {
                return Ok(());
            }
        }
        let word = without_number(&word).trim_end_matches(['.', '/']);
        if let Some(outcome) = read_mark(word) {
            if !self.record.line().is_empty() {
                self.record.outcome = outcome.or(self.record.outcome);
                // A star may begin a line that goes on.
                let ends_line = behind.trim_start_matches(is_gap).starts_with(['\n', '\r']);
                self.is_over = outcome.is_some() || ends_line;
            }
        } else if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            match read_with(self.record.line().position(), word, self.ranks) {
                Err(NotationError::Malformed { .. }) => {}
                // Before the first move a word may look like one by chance.
                Err(_) if self.record.line().is_empty() => {}
                read => return self.take_move(read, end),
            }
        }
        self.at += end;
        Ok(())
    }
}

/// Tells whether a word behind a game is, or begins with, the number of a first move.
fn begins_game(word: &str) -> bool {
    word.strip_prefix('1').is_some_and(|rest| {
        let behind = rest.strip_prefix('.');
        rest.is_empty()
            || behind
                .is_some_and(|rest| !rest.starts_with(|c: char| c == '.' || c.is_ascii_digit()))
    })
}

/// Takes the number off a word that begins with one.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let behind = rest.trim_start_matches('.');
    let is_number = rest.len() < word.len() && behind.len() < rest.len();
    if is_number && !begins_with_pawn_move(word) {
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

/// Writes a game; the lines on it are in Chinese if its moves are.
#[must_use]
pub fn write(record: &GameRecord, notation: Notation) -> String {
    let in_chinese = matches!(notation, Notation::Chinese | Notation::WideChinese);
    let mut text = String::new();
    let mut write_line = |name: &str, value: &str| {
        text.extend(heading::write(name, value, in_chinese));
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
