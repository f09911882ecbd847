//! The natures of a line in two columns, as the rule book prints them.

use crate::board::Color;
use crate::position::Line;
use crate::ruling::explain::{self, Text};
use crate::ruling::{Finding, RuleSet};

/// A move in both languages, with its nature in brackets: 车八进一（捉） and `R8+1 (chase)`.
pub(super) struct NamedMove {
    /// The round it stands in, as ①.
    pub(super) number: String,
    pub(super) written: Text,
    /// Why it has its nature.
    pub(super) why: Text,
    /// Whether the nature may be graver than found.
    pub(super) is_bounded: bool,
}

/// Names the moves of a line of which the nature is told; rounds count from the first of them.
pub(super) fn named_moves(
    line: &Line,
    findings: &[Option<Finding>],
    rules: &RuleSet,
) -> Vec<Option<NamedMove>> {
    let half = usize::from(line.start().turn() == Color::Black);
    let first = findings.iter().position(Option::is_some).unwrap_or(0);
    let before = (first + half) / 2;
    let mut position = line.start().clone();
    let moves = line.moves().zip(findings).enumerate();
    let named = moves.map(|(ply, (mv, finding))| {
        let named = finding.as_ref().map(|finding| {
            let written = explain::variation(&position, &[mv]);
            let nature = finding.nature;
            NamedMove {
                number: circled((ply + half) / 2 - before + 1),
                written: Text {
                    zh: format!("{}（{}）", written.zh, nature.chinese()),
                    en: format!("{} ({})", written.en, nature.plain_english()),
                },
                why: explain::nature(line, ply, finding, rules),
                is_bounded: finding.is_bounded,
            }
        });
        let _ = position.play_unchecked(mv);
        named
    });
    named.collect()
}

/// A round: Red's move and Black's, where they are told.
pub(super) struct Row<'a> {
    pub(super) number: &'a str,
    pub(super) red: Option<&'a NamedMove>,
    pub(super) black: Option<&'a NamedMove>,
}

/// Puts moves into rows; the first may lack Red's move, the last Black's.
pub(super) fn rows<'a>(line: &Line, moves: &'a [Option<NamedMove>]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::new();
    for (ply, named) in moves.iter().enumerate() {
        let Some(named) = named else { continue };
        match (line.turn_at(ply), rows.last_mut()) {
            (Color::Black, Some(row)) => row.black = Some(named),
            (color, _) => rows.push(Row {
                number: &named.number,
                red: (color == Color::Red).then_some(named),
                black: (color == Color::Black).then_some(named),
            }),
        }
    }
    rows
}

/// Writes a number in a circle, as rule books do; those beyond 50 in brackets.
fn circled(number: usize) -> String {
    let offset = match number {
        1..=20 => 0x2460 - 1,
        21..=35 => 0x3251 - 21,
        36..=50 => 0x32b1 - 36,
        _ => return format!("({number})"),
    };
    let circled = u32::try_from(number)
        .ok()
        .and_then(|number| char::from_u32(offset + number));
    circled.map_or_else(|| number.to_string(), String::from)
}

#[cfg(test)]
mod tests {
    use super::circled;

    #[test]
    fn numbers_in_circles() {
        let numbers = [1, 20, 21, 35, 36, 50, 51].map(circled);
        assert_eq!(numbers, ["①", "⑳", "㉑", "㉟", "㊱", "㊿", "(51)"]);
    }
}
