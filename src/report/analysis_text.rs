//! What an engine tells of a position: as a table for people, and as JSON Lines for programs.
//!
//! In JSON, moves are written with ranks 0 to 9, `cp` (centipawns) and `mate` (moves, negative for a loss) are seen by the
//! side to move, `line` is which of several lines it is, from 1, and `zh` is the line in Chinese notation.

use serde::Serialize;

use crate::analysis::{Bound, Report, Score};
use crate::notation::{self, Notation};
use crate::position::{Move, Position};

/// A table of the lines that an engine tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnalysisTable {
    /// How moves are written.
    pub notation: Notation,
    /// Whether the number of each line is told.
    pub is_numbered: bool,
    /// Whether scores are seen by the side that is not to move.
    pub is_turned: bool,
    /// How many columns a row may take: of a longer line the first moves are told. `None` is for any number.
    pub columns: Option<usize>,
}

impl AnalysisTable {
    /// Gives the row above all others.
    #[must_use]
    pub fn heading(self) -> String {
        let number = if self.is_numbered { "  # " } else { "" };
        format!("{number}depth    score       nodes      time  line")
    }

    /// Gives the row of one report on a position; `None` if it is none of a line whose worth is known exactly.
    #[must_use]
    pub fn row(self, position: &Position, report: &Report) -> Option<String> {
        let score = report
            .score
            .filter(|_| report.bound.is_exact() && !report.pv.is_empty())?;
        let number = match self.is_numbered {
            true => format!("{:>3} ", report.multipv.unwrap_or(1)),
            false => String::new(),
        };
        let count = |count: Option<u64>| count.map_or_else(String::new, |count| count.to_string());
        let time = report
            .time
            .map_or_else(String::new, |ms| format!("{:.2} s", ms as f64 / 1e3));
        let score = if self.is_turned { -score } else { score };
        let mut row = format!(
            "{number}{:>5}  {:>7}  {:>10}  {time:>8}  ",
            count(report.depth.map(u64::from)),
            score_text(score),
            count(report.nodes),
        );
        let words = line(position, &report.pv, self.notation);
        let rest = self
            .columns
            .map_or(usize::MAX, |columns| columns.saturating_sub(row.len()));
        row += &rows(&words, rest).swap_remove(0);
        Some(row)
    }

    /// Gives the line of one report as rows that take no more columns than they may.
    #[must_use]
    pub fn whole_line(self, position: &Position, report: &Report) -> Vec<String> {
        let words = line(position, &report.pv, self.notation);
        rows(&words, self.columns.unwrap_or(usize::MAX))
    }
}

/// Writes a score in pawns, or the moves to a mate.
#[must_use]
pub fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(0) => "0.00".to_owned(),
        Score::Centipawns(number) => format!("{:+.2}", f64::from(number) / 100.0),
        mate => mate.to_string(),
    }
}

/// Writes a line of moves as far as they are legal: engines tell lines of other games, too.
fn line(start: &Position, moves: &[Move], notation: Notation) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(moves.len());
    for mv in moves {
        if !position.is_legal(*mv) {
            break;
        }
        words.push(notation::write(notation, &position, *mv));
        let _ = position.play_unchecked(*mv);
    }
    words
}

/// Puts words into rows of so many columns; there is one at least, and a word in each unless there is none at all.
fn rows(words: &[String], columns: usize) -> Vec<String> {
    // All that is not ASCII in a move takes two columns.
    let width = |word: &str| {
        word.chars()
            .map(|letter| if letter.is_ascii() { 1 } else { 2 })
            .sum::<usize>()
    };
    let mut rows = vec![String::new()];
    let mut taken = 0;
    for word in words {
        let more = width(word);
        match rows.last_mut() {
            Some(row) if row.is_empty() || taken + 1 + more <= columns => {
                if !row.is_empty() {
                    row.push(' ');
                    taken += 1;
                }
                row.push_str(word);
                taken += more;
            }
            _ => {
                rows.push(word.clone());
                taken = more;
            }
        }
    }
    rows
}

#[derive(Serialize)]
struct ReportObject {
    line: u32,
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seldepth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i64>,
    #[serde(skip_serializing_if = "Bound::is_exact")]
    bound: Bound,
    nodes: Option<u64>,
    nps: Option<u64>,
    ms: Option<u64>,
    pv: Vec<String>,
    zh: Vec<String>,
}

/// Gives one report on a position as a JSON object in one line; `None` if it tells no line with a worth.
#[must_use]
pub fn analysis_json(position: &Position, report: &Report) -> Option<String> {
    let score = report.score.filter(|_| !report.pv.is_empty())?;
    let moves = |plies: u32| i64::from(plies.div_ceil(2));
    let (cp, mate) = match score {
        Score::Centipawns(number) => (Some(number), None),
        Score::MatesIn(plies) => (None, Some(moves(plies))),
        Score::MatedIn(plies) => (None, Some(-moves(plies))),
    };
    let object = ReportObject {
        line: report.multipv.unwrap_or(1),
        depth: report.depth,
        seldepth: report.seldepth,
        cp,
        mate,
        bound: report.bound,
        nodes: report.nodes,
        nps: report.speed(),
        ms: report.time,
        pv: line(position, &report.pv, Notation::Coordinate),
        zh: line(position, &report.pv, Notation::Chinese),
    };
    serde_json::to_string(&object).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_any;

    /// A line of which the last move cannot be played.
    fn report(score: Score, bound: Bound) -> Report {
        let start = Position::start();
        let mv = |word: &str| read_any(&start, word).unwrap();
        Report {
            depth: Some(12),
            score: Some(score),
            bound,
            nodes: Some(34_567),
            time: Some(1_234),
            multipv: Some(2),
            pv: vec![mv("h2e2"), mv("h2e2")],
            ..Report::default()
        }
    }

    #[test]
    fn a_row_tells_what_is_sure_and_can_be_played() {
        let start = Position::start();
        let table = |notation, is_numbered| AnalysisTable {
            notation,
            is_numbered,
            is_turned: false,
            columns: None,
        };
        let rows = [
            (Score::Centipawns(-35), Notation::Chinese, true),
            (Score::Centipawns(0), Notation::Wxf, false),
            (Score::MatesIn(3), Notation::Coordinate, false),
        ]
        .map(|(score, notation, is_numbered)| {
            table(notation, is_numbered)
                .row(&start, &report(score, Bound::Exact))
                .unwrap()
        });
        assert_eq!(
            rows,
            [
                "  2    12    -0.35       34567    1.23 s  炮二平五",
                "   12     0.00       34567    1.23 s  C2=5",
                "   12   mate 2       34567    1.23 s  h2e2",
            ]
        );
        for numbered in [false, true] {
            let table = table(Notation::Wxf, numbered);
            let row = table
                .row(&start, &report(Score::MatesIn(1), Bound::Exact))
                .unwrap();
            assert_eq!(table.heading().find("line"), row.find("C2=5"));
        }
        let unsure = report(Score::Centipawns(9), Bound::Lower);
        assert_eq!(table(Notation::Wxf, false).row(&start, &unsure), None);
    }

    #[test]
    fn a_row_keeps_to_its_columns_and_the_whole_line_takes_more() {
        let start = Position::start();
        let mut report = report(Score::Centipawns(-35), Bound::Exact);
        let mut position = start.clone();
        report.pv = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]
            .map(|word| {
                let mv = read_any(&position, word).unwrap();
                let _ = position.play(mv).unwrap();
                mv
            })
            .to_vec();
        let table = AnalysisTable {
            notation: Notation::Chinese,
            is_numbered: false,
            is_turned: true,
            columns: Some(56),
        };
        let row = table.row(&start, &report).unwrap();
        assert_eq!(row, "   12    +0.35       34567    1.23 s  炮二平五 马8进7");
        let columns = Some(30);
        let rows = AnalysisTable { columns, ..table }.whole_line(&start, &report);
        assert_eq!(rows, ["炮二平五 马8进7 马二进三", "车9平8 车一平二"]);
        let nothing = Report {
            pv: Vec::new(),
            ..report
        };
        assert_eq!(table.whole_line(&start, &nothing), [""]);
    }

    #[test]
    fn programs_are_told_of_bounds_too() {
        let start = Position::start();
        for (score, bound, told) in [
            (
                Score::Centipawns(9),
                Bound::Lower,
                r#""cp":9,"bound":"lower","#,
            ),
            (Score::MatesIn(3), Bound::Exact, r#""mate":2,"nodes""#),
            (Score::MatedIn(0), Bound::Exact, r#""mate":0,"nodes""#),
        ] {
            let text = analysis_json(&start, &report(score, bound)).unwrap();
            assert!(text.contains(told), "{text}");
            assert!(
                text.ends_with(r#""pv":["h2e2"],"zh":["炮二平五"]}"#),
                "{text}"
            );
        }
        assert_eq!(analysis_json(&start, &Report::default()), None);
    }
}
