//! Game records to DhtmlXQ.

use std::fmt::Write;

use super::{STRUCTURE, TAGS, capitalised, find_mark, is_name};
use crate::board::{Color, PieceType, Square};
use crate::position::{Move, Outcome, Position};
use crate::record::pgn::trim_lines;
use crate::record::start::PIECES;
use crate::record::{GameRecord, Variation};

/// Writes a game, with a line feed at its end, so that games may follow each other.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let mut text = "[DhtmlXQHTML]\n".to_owned();
    write_field(&mut text, "ver", "www_dpxq_com");
    for (name, value) in &record.tags {
        let field = TAGS.iter().find(|(_, tag)| tag.eq_ignore_ascii_case(name));
        if let Some((field, _)) = field {
            write_field(&mut text, field, value);
        } else if is_free(name) {
            write_field(&mut text, &capitalised(name), value);
        }
    }
    let result = match record.outcome {
        Some(Outcome::Win(Color::Red)) => "红胜",
        Some(Outcome::Win(Color::Black)) => "黑胜",
        Some(Outcome::Draw) => "和棋",
        None => "",
    };
    write_field(&mut text, "result", result);
    let line = record.line();
    write_field(&mut text, "binit", &board_text(line.start()));
    let moves: Vec<Move> = line.moves().collect();
    write_field(&mut text, "movelist", &moves_text(&moves));
    let mut comments = String::new();
    for ply in 0..=line.len() {
        write_comment(&mut comments, &format!("comment{ply}"), record.comment(ply));
    }
    let mut last = 0;
    write_variations(
        &mut text,
        &mut comments,
        record.variations(),
        (0, 1),
        &mut last,
    );
    text.push_str(&comments);
    text.push_str("[/DhtmlXQHTML]\n");
    text
}

/// Tells whether a tag can keep its own name.
fn is_free(name: &str) -> bool {
    let low = name.to_ascii_lowercase();
    let is_taken = STRUCTURE.contains(&&*low)
        || TAGS.iter().any(|(field, _)| *field == low)
        || low.starts_with("move_")
        || low.starts_with("comment");
    !name.is_empty() && name.chars().all(is_name) && !is_taken
}

fn write_field(text: &mut String, name: &str, value: &str) {
    let mut value = value.trim().replace(['\n', '\r'], " ");
    if find_mark(&value).is_some() {
        value = value.replace('[', "［");
    }
    if !value.is_empty() {
        // Writing to a string never fails.
        let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    }
}

fn write_comment(text: &mut String, name: &str, comment: &str) {
    let comment = trim_lines(comment);
    let mut told = comment.replace('\n', "||");
    if told.replace("||", "\n") != comment {
        told = comment.replace('|', "｜").replace('\n', "||");
    }
    write_field(text, name, &told);
}

/// Writes the variations of a line, told by its number and first ply, each with those in it behind it.
fn write_variations(
    text: &mut String,
    comments: &mut String,
    variations: &[Variation],
    (parent, first): (usize, usize),
    last: &mut usize,
) {
    for variation in variations {
        *last += 1;
        let (number, ply) = (*last, first + variation.at());
        let name = format!("move_{parent}_{ply}_{number}");
        write_field(text, &name, &moves_text(variation.moves()));
        for count in 0..=variation.moves().len() {
            let name = format!("comment{number}_{}", ply - 1 + count);
            write_comment(comments, &name, variation.comment(count));
        }
        write_variations(text, comments, variation.variations(), (number, ply), last);
    }
}

fn moves_text(moves: &[Move]) -> String {
    let squares = moves.iter().flat_map(|mv| [mv.from(), mv.to()]);
    squares.map(square_text).collect()
}

fn square_text(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

fn board_text(position: &Position) -> String {
    let mut text = String::with_capacity(64);
    for color in Color::ALL {
        let mut left = PieceType::ALL.map(|kind| position.board().pieces(color, kind));
        for kind in PIECES {
            let square = left[kind as usize].next();
            text += &square.map_or_else(|| "99".to_owned(), square_text);
        }
    }
    text
}
