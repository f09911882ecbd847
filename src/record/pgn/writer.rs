//! Game records to PGN.

use std::fmt::Write;

use super::lexer::Tag;
use crate::board::Color;
use crate::notation::{self, Notation};
use crate::position::Position;
use crate::record::GameRecord;

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
        Notation::Coordinate | Notation::Chinese => {}
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

fn write_moves(text: &mut String, record: &GameRecord, notation: Notation) {
    let line = record.line();
    let mut position = line.start().clone();
    if write_comment(text, record.comment(0)) {
        text.push('\n');
    }
    // Whether the last line holds a move of Red that awaits Black's.
    let mut is_open = false;
    for (ply, mv) in line.moves().enumerate() {
        let number = position.move_number();
        // Writing to a string never fails.
        let _ = match (position.turn(), is_open) {
            (Color::Red, _) => write!(text, "{number}. "),
            (Color::Black, false) => write!(text, "{number}... "),
            (Color::Black, true) => write!(text, " "),
        };
        text.push_str(&notation::write(notation, &position, mv));
        let comment = record.comment(ply + 1);
        is_open = position.turn() == Color::Red && comment.is_empty();
        if !comment.is_empty() {
            text.push(' ');
            write_comment(text, comment);
        }
        let _ = position.play_unchecked(mv);
        if !is_open {
            text.push('\n');
        }
    }
    if is_open {
        text.push('\n');
    }
}

/// Writes a comment in braces, if there is one, so that it closes where it should and no line of it begins a game.
fn write_comment(text: &mut String, comment: &str) -> bool {
    if comment.is_empty() {
        return false;
    }
    let is_balanced = is_balanced(comment);
    text.push('{');
    for (count, line) in comment.lines().enumerate() {
        if count > 0 {
            text.push(if Tag::read(line).is_some() { ' ' } else { '\n' });
        }
        text.extend(line.chars().map(|c| match c {
            '{' if !is_balanced => '｛',
            '}' if !is_balanced => '｝',
            _ => c,
        }));
    }
    text.push('}');
    true
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
