//! A judgement as text: the natures in two columns as the rule book prints them, then the ruling.

use std::fmt::Write;

use crate::board::Color;
use crate::notation::{chinese, wxf};
use crate::position::{Line, Move, Position};
use crate::ruling::{Finding, Judgement, Nature, RuleSet, Ruling, explain};

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
    findings: &[Option<Finding>],
    rules: &RuleSet,
    language: Language,
) -> String {
    let mut text = String::new();
    if matches!(language, Language::Zh | Language::Both) {
        write_one(&mut text, line, judgement, findings, rules, true);
    }
    if matches!(language, Language::En | Language::Both) {
        write_one(&mut text, line, judgement, findings, rules, false);
    }
    text
}

/// Writes the ruling of one of several repetitions of a line, each on a line of its own.
#[must_use]
pub fn repetition(line: &Line, ruling: &Ruling, rules: &RuleSet, language: Language) -> String {
    let alone = Judgement {
        ruling: Some(ruling.clone()),
        end: None,
    };
    let why = explain::judgement(line, &alone, rules);
    let (name, first, last) = (&rules.name, ruling.cycle.start + 1, ruling.cycle.end());
    let mut text = String::new();
    if language != Language::En {
        let _ = writeln!(text, "[{name}] 第 {first} 至 {last} 着：{}", why.zh);
    }
    if language != Language::Zh {
        let _ = writeln!(text, "[{name}] Plies {first} to {last}: {}", why.en);
    }
    text
}

fn write_one(
    text: &mut String,
    line: &Line,
    judgement: &Judgement,
    findings: &[Option<Finding>],
    rules: &RuleSet,
    in_chinese: bool,
) {
    let mut position = line.start().clone();
    let mut row: Vec<String> = Vec::new();
    for (mv, finding) in line.moves().zip(findings) {
        if position.turn() == Color::Red || finding.is_none() {
            write_row(text, &mut row);
        }
        if let Some(finding) = finding {
            if row.is_empty() {
                row.push(format!("{:>3}.", position.move_number()));
                if position.turn() == Color::Black {
                    row.push("…".to_owned());
                }
            }
            let nature = match in_chinese {
                true => format!("（{}）", finding.nature.chinese()),
                false => format!(" ({})", finding.nature.plain_english()),
            };
            row.push(write_move(&position, mv, in_chinese) + &nature);
        }
        let _ = position.play_unchecked(mv);
    }
    write_row(text, &mut row);
    write_reasons(text, line, findings, rules, in_chinese);
    let why = explain::judgement(line, judgement, rules);
    let result = judgement
        .end
        .as_ref()
        .map_or_else(|| "*".to_owned(), |end| end.outcome.to_string());
    let why = if in_chinese { why.zh } else { why.en };
    let _ = writeln!(text, "[{}] {why} {result}", rules.name);
}

/// Writes why each attack that is no check is one, and of which moves the nature is not certain.
fn write_reasons(
    text: &mut String,
    line: &Line,
    findings: &[Option<Finding>],
    rules: &RuleSet,
    in_chinese: bool,
) {
    let mut position = line.start().clone();
    for (ply, (mv, finding)) in line.moves().zip(findings).enumerate() {
        if let Some(finding) = finding {
            let written = write_move(&position, mv, in_chinese);
            if matches!(finding.nature, Nature::MateThreat | Nature::Chase) {
                let why = explain::nature(line, ply, finding, rules);
                let why = if in_chinese { why.zh } else { why.en };
                let _ = writeln!(text, "     {written}: {why}");
            }
            if finding.is_bounded {
                let bound = match in_chinese {
                    true => "搜索已达上限，性质可能更重",
                    false => "the search met its bound, the nature may be graver",
                };
                let _ = writeln!(text, "     {written}: {bound}");
            }
        }
        let _ = position.play_unchecked(mv);
    }
}

fn write_row(text: &mut String, row: &mut Vec<String>) {
    if !row.is_empty() {
        let _ = writeln!(text, "{}", row.join("  "));
        row.clear();
    }
}

fn write_move(position: &Position, mv: Move, in_chinese: bool) -> String {
    if in_chinese {
        chinese::write(position, mv, chinese::Style::default())
    } else {
        wxf::write(position, mv)
    }
}
