//! Game records to PGN.

use std::fmt::Write;

use super::lexer::{Tag, lines};
use crate::board::Color;
use crate::notation::{self, Notation};
use crate::position::{Move, Position};
use crate::record::{GameRecord, Variation};

/// Writes a game, with a blank line at its end, so that games may follow each other.
///
/// # Examples
///
/// ```
/// use caipan::notation::Notation;
/// use caipan::position::{Outcome, Position};
/// use caipan::record::{GameRecord, pgn};
///
/// let mut record = GameRecord::new(Position::start());
/// record.tags.push(("Red".to_owned(), "甲".to_owned()));
/// record.outcome = Some(Outcome::Draw);
/// for (text, comment) in [("h2e2", "as ever"), ("h9g7", ""), ("h0g2", "")] {
///     record.push(caipan::notation::read_any(record.line().position(), text).unwrap()).unwrap();
///     record.add_comment(comment);
/// }
/// assert_eq!(
///     pgn::write(&record, Notation::Iccs),
///     "[Red \"甲\"]\n[Result \"1/2-1/2\"]\n[Format \"ICCS\"]\n\n\
///      1. H2-E2 {as ever}\n1... H9-G7\n2. H0-G2\n1/2-1/2\n\n"
/// );
/// ```
#[must_use]
pub fn write(record: &GameRecord, notation: Notation) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        write_tag(&mut text, name, value);
    }
    let result = record
        .outcome
        .map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
    write_tag(&mut text, "Result", &result);
    let start = record.line().start();
    if *start != Position::start() {
        write_tag(&mut text, "FEN", &start.to_string());
    }
    match notation {
        Notation::Iccs => write_tag(&mut text, "Format", "ICCS"),
        Notation::Wxf => write_tag(&mut text, "Format", "WXF"),
        Notation::San => write_tag(&mut text, "Format", "SAN"),
        Notation::Coordinate | Notation::Chinese | Notation::WideChinese => {}
    }
    text.push('\n');
    write_moves(&mut text, record, notation);
    text.push_str(&result);
    text.push_str("\n\n");
    text
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    let letter = |c: char| {
        if c.is_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    text.extend(name.chars().map(letter));
    text.push_str(if name.is_empty() { "_ \"" } else { " \"" });
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            '\n' | '\r' => text.push(' '),
            _ => text.push(letter),
        }
    }
    text.push_str("\"]\n");
}

/// Writes the moves of a game with its comments and variations, a line for each pair of them.
pub(in crate::record) fn write_moves(text: &mut String, record: &GameRecord, notation: Notation) {
    let line = record.line();
    if write_comment(text, record.comment(0)) {
        text.push('\n');
    }
    let mut writer = Moves {
        text,
        notation,
        separator: '\n',
    };
    let comment = |ply| record.comment(ply);
    writer.write(line.start(), line.moves(), comment, record.variations());
    if !line.is_empty() {
        text.push('\n');
    }
}

/// Writes the moves of a game, or of a variation.
struct Moves<'a> {
    text: &'a mut String,
    notation: Notation,
    /// What stands between pairs of moves, and around what belongs to one of them.
    separator: char,
}

impl Moves<'_> {
    /// Writes moves, without a separator behind the last; `comment` gives the one behind so many of them.
    fn write<'a>(
        &mut self,
        start: &Position,
        moves: impl Iterator<Item = Move>,
        comment: impl Fn(usize) -> &'a str,
        variations: &[Variation],
    ) {
        let mut position = start.clone();
        let mut variations = variations.iter().peekable();
        // Whether the last line holds a move of Red that awaits Black's.
        let mut is_open = false;
        for (ply, mv) in moves.enumerate() {
            if ply > 0 && !is_open {
                self.text.push(self.separator);
            }
            let number = position.move_number();
            // Writing to a string never fails.
            let _ = match (position.turn(), is_open) {
                (Color::Red, _) => write!(self.text, "{number}. "),
                (Color::Black, false) => write!(self.text, "{number}... "),
                (Color::Black, true) => write!(self.text, " "),
            };
            self.text
                .push_str(&notation::write(self.notation, &position, mv));
            let comment = comment(ply + 1);
            is_open = position.turn() == Color::Red && comment.is_empty();
            if !comment.is_empty() {
                self.text.push(' ');
                write_comment(self.text, comment);
            }
            while let Some(variation) = variations.next_if(|variation| variation.at() == ply) {
                self.text.push(self.separator);
                self.write_variation(&position, variation);
                is_open = false;
            }
            let _ = position.play_unchecked(mv);
        }
    }

    fn write_variation(&mut self, start: &Position, variation: &Variation) {
        self.text.push('(');
        if write_comment(self.text, variation.comment(0)) {
            self.text.push(' ');
        }
        let mut inner = Moves {
            text: self.text,
            notation: self.notation,
            separator: ' ',
        };
        let moves = variation.moves().iter().copied();
        let comment = |ply| variation.comment(ply);
        inner.write(start, moves, comment, variation.variations());
        self.text.push(')');
    }
}

/// Tells whether everything of a game is read back as it is, as far as that can be told at a glance.
pub(in crate::record) fn keeps(record: &GameRecord) -> bool {
    const OTHERS: [&str; 7] = [
        "fen",
        "result",
        "setup",
        "format",
        "white",
        "whiteelo",
        "whiteteam",
    ];
    let is_kept = |(name, value): &(String, String)| {
        let is_name = name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        let is_other = OTHERS.iter().any(|other| name.eq_ignore_ascii_case(other));
        !name.is_empty() && is_name && !is_other && !value.contains(['\n', '\r'])
    };
    record.tags.iter().all(is_kept)
        && (0..=record.line().len()).all(|ply| is_kept_comment(record.comment(ply)))
        && record.variations().iter().all(keeps_comments)
}

fn keeps_comments(variation: &Variation) -> bool {
    (0..=variation.moves().len()).all(|ply| is_kept_comment(variation.comment(ply)))
        && variation.variations().iter().all(keeps_comments)
}

/// Tells whether a comment has no braces, no line that could be a tag, and no blanks around its lines, as nearly all.
fn is_kept_comment(comment: &str) -> bool {
    let is_kept = |line: &str| line.trim().len() == line.len() && !line.starts_with('[');
    comment.trim().len() == comment.len()
        && !comment.contains(['{', '}', '\r'])
        && comment.split('\n').all(is_kept)
}

/// Writes a comment in braces, if there is one, so that it closes where it should and no line of it begins a game.
fn write_comment(text: &mut String, comment: &str) -> bool {
    if comment.is_empty() {
        return false;
    }
    text.push('{');
    if is_kept_comment(comment) {
        text.push_str(comment);
    } else {
        write_lines(text, comment);
    }
    text.push('}');
    true
}

fn write_lines(text: &mut String, comment: &str) {
    let is_balanced = is_balanced(comment);
    for (count, line) in lines(comment).enumerate() {
        if count > 0 && Tag::read(line).is_some() {
            // It would begin a game if it began a line.
            text.truncate(text.trim_end_matches('\n').len());
            text.push(' ');
        } else if count > 0 {
            text.push('\n');
        }
        text.extend(line.chars().map(|c| match c {
            '{' if !is_balanced => '｛',
            '}' if !is_balanced => '｝',
            _ => c,
        }));
    }
}

/// Tells whether each brace has its partner.
fn is_balanced(text: &str) -> bool {
    let mut open = 0u32;
    for letter in text.bytes() {
        match letter {
            b'{' => open += 1,
            b'}' => match open.checked_sub(1) {
                Some(left) => open = left,
                None => return false,
            },
            _ => {}
        }
    }
    open == 0
}
