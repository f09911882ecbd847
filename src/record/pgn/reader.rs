//! PGN to game records.

use super::lexer::{Lexer, Tag, Token, count_lines, split_game, split_line};
use crate::notation::coordinate::Ranks;
use crate::notation::{has_rank_ten, read_with};
use crate::position::{Line, Position};
use crate::record::{DEEPEST, GameRecord, TextError, TextFault, Variation};

/// The games of a text, read one by one as they are asked for; see [`read`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: &'a str,
    line: usize,
}

/// Reads the games of a text, each with the line it begins on, from 1.
///
/// Reading takes time in proportion to the text and never ends early: a game that cannot be read gives an error in its
/// place. Bytes of unknown encoding become a text by [`text::decode`](crate::text::decode).
///
/// # Errors
/// Each game tells the first thing wrong with it, and holds its moves up to there.
///
/// # Examples
///
/// ```
/// use caipan::record::pgn;
///
/// let text = "[Red \"甲\"]\n1.炮二平五 马8进7 *\n\n[Red \"乙\"]\n1. 炮二平十\n";
/// let games: Vec<_> = pgn::read(text).collect();
/// let (line, first) = &games[0];
/// let first = first.as_ref().unwrap();
/// assert_eq!((*line, first.tag("red"), first.line().len()), (1, Some("甲"), 2));
/// let (line, second) = &games[1];
/// assert_eq!(*line, 4);
/// assert_eq!(
///     second.as_ref().unwrap_err().to_string(),
///     "line 5: move 1 of red: \"炮二平十\" is no move: found '十' at byte 9, expected a number from 一 to 九 or 1 to 9"
/// );
/// ```
#[must_use]
pub fn read(text: &str) -> Games<'_> {
    Games {
        rest: text.trim_start_matches('\u{feff}'),
        line: 1,
    }
}

impl Iterator for Games<'_> {
    type Item = (usize, Result<GameRecord, TextError>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            // The blank lines before a game are not part of it.
            let (line, behind) = split_line(self.rest);
            if line.is_empty() {
                return None;
            }
            if line.trim().is_empty() {
                self.line += count_lines(line.as_bytes());
                self.rest = behind;
                continue;
            }
            let (game, rest) = split_game(self.rest);
            let line = self.line;
            self.line += count_lines(game.as_bytes());
            self.rest = rest;
            if let Some(result) = read_game(game, line).transpose() {
                return Some((line, result));
            }
        }
    }
}

/// Reads one game whose first line has the number `line`; `None` if there is nothing but comments.
pub(super) fn read_game(game: &str, line: usize) -> Result<Option<GameRecord>, TextError> {
    let (header, moves) = Header::read(game, line)?;
    let (mut record, mut is_game) = (header.record, header.is_there);
    let ranks = find_ranks(moves);
    for (at, token) in Lexer::new(moves) {
        let line = || line + count_lines(&game.as_bytes()[..game.len() - moves.len() + at]);
        match token {
            Token::Word(word) => {
                is_game = true;
                match read_with(record.line().position(), word, ranks) {
                    Ok(mv) => record.push_unchecked(mv),
                    Err(fault) => {
                        let fault = TextFault::notation(&record, fault);
                        return Err(fault.on(line(), record));
                    }
                }
            }
            Token::Comment(text) => record.add_comment(&trim_lines(text)),
            Token::Glyph(text) => record.add_comment(text),
            Token::Aside(text) => {
                let added = read_variation(record.line(), text, ranks, DEEPEST)
                    .is_some_and(|variation| record.add_variation(variation).is_ok());
                if !added {
                    record.add_comment(&trim_lines(text));
                }
            }
            Token::OpenComment => return Err(TextFault::OpenComment.on(line(), record)),
            Token::Result(outcome) => {
                is_game = true;
                record.outcome = outcome.or(record.outcome);
                break;
            }
        }
    }
    Ok(is_game.then_some(record))
}

/// Reads what stands in parentheses behind the last move of a line as a variation in its place; `None` if it is a comment:
/// where not every word of it is a move, or the variations stand deeper in each other than `depth`.
pub(in crate::record) fn read_variation(
    line: &Line,
    text: &str,
    ranks: Ranks,
    depth: usize,
) -> Option<Variation> {
    let at = line.len().checked_sub(1)?;
    let depth = depth.checked_sub(1)?;
    let mut variation = Variation::new(at);
    let mut line = Line::new(line.position_at(at));
    for (_, token) in Lexer::new(text) {
        match token {
            Token::Word(word) => {
                let mv = read_with(line.position(), word, ranks).ok()?;
                line.push_unchecked(mv);
                variation.push(mv);
            }
            Token::Comment(text) => variation.add_comment(&trim_lines(text)),
            Token::Glyph(text) => variation.add_comment(text),
            Token::Aside(text) => match read_variation(&line, text, ranks, depth) {
                Some(inner) => variation.add_variation(inner),
                None => variation.add_comment(&trim_lines(text)),
            },
            Token::OpenComment => return None,
            Token::Result(_) => break,
        }
    }
    (!variation.moves().is_empty()).then_some(variation)
}

/// What the tags of a game tell.
struct Header {
    record: GameRecord,
    /// Whether there was a tag at all.
    is_there: bool,
}

impl Header {
    /// Reads the tags that begin a game, whose first line has the number `line`; gives the text behind them too.
    fn read(game: &str, mut line: usize) -> Result<(Self, &str), TextError> {
        let mut header = Self {
            record: GameRecord::new(Position::start()),
            is_there: false,
        };
        let mut moves = game;
        loop {
            let (text, behind) = split_line(moves);
            if !is_passed_over(text) {
                let mut rest = text;
                while let Some(tag) = Tag::read(rest) {
                    header.take(&tag, line)?;
                    rest = tag.rest;
                }
                if let Some(tag) = Tag::guess(rest) {
                    header.take(&tag, line)?;
                } else if rest.len() == text.len() || !rest.trim().is_empty() {
                    name_red(&mut header.record.tags);
                    return Ok((header, &moves[text.len() - rest.len()..]));
                }
            }
            line += count_lines(text.as_bytes());
            moves = behind;
        }
    }

    fn take(&mut self, tag: &Tag<'_>, line: usize) -> Result<(), TextError> {
        self.is_there = true;
        let value = tag.plain_value();
        let record = &mut self.record;
        match tag.name.to_ascii_lowercase().as_str() {
            "fen" if value.trim().is_empty() => {}
            "fen" => match Position::from_fen(&value) {
                Ok(start) => record.begin(start),
                Err(fault) => return Err(TextFault::Start(fault).on(line, record.clone())),
            },
            "result" => record.take_result(value.trim()),
            "setup" | "format" => {}
            _ => record.tags.push((tag.name.to_owned(), value)),
        }
        Ok(())
    }
}

/// Names the first player Red where the tags call him White.
fn name_red(tags: &mut [(String, String)]) {
    let is = |tag: &(String, String), name: &str| tag.0.eq_ignore_ascii_case(name);
    for (white, red) in [
        ("White", "Red"),
        ("WhiteElo", "RedElo"),
        ("WhiteTeam", "RedTeam"),
    ] {
        if !tags.iter().any(|tag| is(tag, red))
            && let Some(tag) = tags.iter_mut().find(|tag| is(tag, white))
        {
            red.clone_into(&mut tag.0);
        }
    }
}

/// Tells whether a line among the tags tells nothing of the game: it is blank or no more than a remark.
fn is_passed_over(line: &str) -> bool {
    !line.is_empty() && (line.trim().is_empty() || line.starts_with([';', '%']))
}

/// Finds how the coordinates of a text of moves number the ranks.
pub(in crate::record) fn find_ranks(moves: &str) -> Ranks {
    // Most games have no letter before a 10, and need not be looked at twice.
    let mut tens = memchr::memmem::find_iter(moves.as_bytes(), "10");
    let is_rank = |at: usize| at > 0 && moves.as_bytes()[at - 1].is_ascii_alphabetic();
    if !tens.any(is_rank) {
        return Ranks::FromZero;
    }
    let has_rank_ten = Lexer::new(moves)
        .any(|(_, token)| matches!(token, Token::Word(word) if has_rank_ten(word)));
    if has_rank_ten {
        Ranks::FromOne
    } else {
        Ranks::FromZero
    }
}

/// Takes the blanks off both ends of a comment and of each of its lines.
pub(in crate::record) fn trim_lines(text: &str) -> String {
    let text = text.trim();
    if !text.contains(['\n', '\r']) {
        return text.to_owned();
    }
    let text = text.replace("\r\n", "\n");
    let lines: Vec<&str> = text.split(['\n', '\r']).map(str::trim).collect();
    lines.join("\n")
}
