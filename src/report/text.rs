//! A judgement as text: the natures in two columns as the rule book prints them, then the ruling.

use std::fmt::Write;

use crate::board::Color;
use crate::notation::{chinese, wxf};
use crate::position::{Line, Move, Position};
use crate::ruling::{Judgement, Nature, RuleSet, explain};

/// The language of a report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// Chinese, moves as 炮二平五.
    Zh,
    /// English, moves as `C2=5`.
    En,
    /// Chinese, then English.
    #[default]
    Both,
}

/// Writes a judgement as lines of text, the last with its line feed; `natures` has one entry for each move of the line,
/// and only moves that have one, or that stand in the ruled stretch, are printed.
#[must_use]
pub fn judgement(
    line: &Line,
    judgement: &Judgement,
    natures: &[Option<Nature>],
    rules: &RuleSet,
    language: Language,
) -> String {
    let mut text = String::new();
    if matches!(language, Language::Zh | Language::Both) {
        write_one(&mut text, line, judgement, natures, rules, true);
    }
    if matches!(language, Language::En | Language::Both) {
        write_one(&mut text, line, judgement, natures, rules, false);
    }
    text
}

fn write_one(
    text: &mut String,
    line: &Line,
    judgement: &Judgement,
    natures: &[Option<Nature>],
    rules: &RuleSet,
    chinese: bool,
) {
    let stretch = judgement
        .ruling
        .as_ref()
        .map_or(0..0, |ruling| ruling.cycle.start..ruling.cycle.end());
    let mut position = line.start().clone();
    let mut row: Vec<String> = Vec::new();
    for (ply, (mv, nature)) in line.moves().zip(natures).enumerate() {
        let is_shown = nature.is_some() || stretch.contains(&ply);
        if position.turn() == Color::Red || !is_shown {
            write_row(text, &mut row);
        }
        if is_shown {
            if row.is_empty() {
                row.push(format!("{:>3}.", position.move_number()));
                if position.turn() == Color::Black {
                    row.push("…".to_owned());
                }
            }
            row.push(one_move(&position, mv, *nature, chinese));
        }
        let _ = position.play_unchecked(mv);
    }
    write_row(text, &mut row);
    let why = explain::judgement(line, judgement, rules);
    let result = judgement
        .end
        .map_or_else(|| "*".to_owned(), |(outcome, _)| outcome.to_string());
    let why = if chinese { why.zh } else { why.en };
    let _ = writeln!(text, "[{}] {why} {result}", rules.name);
}

fn write_row(text: &mut String, row: &mut Vec<String>) {
    if !row.is_empty() {
        let _ = writeln!(text, "{}", row.join("  "));
        row.clear();
    }
}

fn one_move(position: &Position, mv: Move, nature: Option<Nature>, in_chinese: bool) -> String {
    if in_chinese {
        let written = chinese::write(position, mv, chinese::Style::default());
        format!("{written}（{}）", nature.map_or("未定", Nature::chinese))
    } else {
        format!(
            "{} ({})",
            wxf::write(position, mv),
            nature.map_or("not decided", Nature::english)
        )
    }
}
