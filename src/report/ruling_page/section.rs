//! One game of the page.

use askama::Template;

use super::natures::{NamedMove, Row, named_moves, rows};
use super::picture;
use crate::board::Color;
use crate::position::Line;
use crate::report::board_svg::View;
use crate::ruling::explain::{self, Text};
use crate::ruling::{Finding, Judgement, RuleSet, Ruling, Verdict};

/// What one rule set says of a game.
#[derive(Clone, Debug)]
pub struct RuledBy {
    /// The rule set.
    pub rules: RuleSet,
    /// The judgement.
    pub judgement: Judgement,
    /// The natures to tell, one entry for each move of the game.
    pub findings: Vec<Option<Finding>>,
}

/// One game as a section of a page, ready to be written.
#[derive(Clone, Debug)]
pub struct RulingSection {
    pub(super) name: String,
    pub(super) html: String,
    /// What each rule set says, or why nothing is said.
    pub(super) lines: Vec<Text>,
    /// The verdict by each rule set; none if the game could not be ruled.
    pub(super) verdicts: Vec<(String, Option<Verdict>)>,
}

#[derive(Template)]
#[template(path = "section.html", config = "src/report/ruling_page/askama.toml")]
struct Section<'a> {
    name: &'a str,
    rulings: Vec<Told<'a>>,
    figures: Vec<Figure<'a>>,
    /// The last position.
    last: String,
    fen: String,
}

#[derive(Template)]
#[template(path = "failure.html", config = "src/report/ruling_page/askama.toml")]
struct Failure<'a> {
    name: &'a str,
    message: &'a str,
}

/// A judgement in words.
struct Told<'a> {
    rules: &'a str,
    heading: Text,
    articles: String,
    /// How the game ended, if it has.
    result: Option<String>,
    why: Text,
    rows: Vec<Row<'a>>,
}

/// A board with the move that led to it.
struct Figure<'a> {
    side: Color,
    board: String,
    named: &'a NamedMove,
}

impl RulingSection {
    /// Writes the section of a game; the first of the rule sets is told with boards, the others in short.
    #[must_use]
    pub fn of(name: &str, line: &Line, rulings: &[RuledBy], view: View) -> Self {
        let natures: Vec<Vec<Option<NamedMove>>> = rulings
            .iter()
            .map(|ruled| named_moves(line, &ruled.findings, &ruled.rules))
            .collect();
        let told: Vec<Told<'_>> = rulings
            .iter()
            .zip(&natures)
            .map(|(ruled, moves)| Told::of(line, ruled, moves))
            .collect();
        let lines = told.iter().map(Told::in_short).collect();
        let first = rulings.first().zip(natures.first());
        let section = Section {
            name,
            rulings: told,
            figures: first
                .map_or_else(Vec::new, |(ruled, moves)| figures(line, ruled, moves, view)),
            last: picture(line, line.len(), None).to_element(view),
            fen: line.start().to_string(),
        };
        Self {
            name: name.to_owned(),
            html: section.to_string(),
            lines,
            verdicts: rulings
                .iter()
                .map(|ruled| {
                    let (_, ruling) = heading(&ruled.judgement, &ruled.rules);
                    let verdict = ruling.map(|ruling| ruling.verdict);
                    (ruled.rules.name.clone(), verdict)
                })
                .collect(),
        }
    }

    /// Writes the section of a game that could not be ruled.
    #[must_use]
    pub fn failed(name: &str, message: &str) -> Self {
        Self {
            name: name.to_owned(),
            html: Failure { name, message }.to_string(),
            lines: vec![Text {
                zh: "不能裁决".to_owned(),
                en: message.to_owned(),
            }],
            verdicts: Vec::new(),
        }
    }
}

impl<'a> Told<'a> {
    fn of(line: &Line, ruled: &'a RuledBy, moves: &'a [Option<NamedMove>]) -> Self {
        let RuledBy {
            rules, judgement, ..
        } = ruled;
        let (heading, ruling) = heading(judgement, rules);
        let articles = ruling.map(|ruling| explain::articles(ruling, rules));
        let end = judgement.end.as_ref();
        Self {
            rules: &rules.name,
            heading,
            articles: articles.unwrap_or_default().join(", "),
            result: end.map(|end| end.outcome.to_string()),
            why: explain::judgement(line, judgement, rules),
            rows: rows(line, moves),
        }
    }

    /// Says it in short, the rule set named.
    fn in_short(&self) -> Text {
        let Self { rules, heading, .. } = self;
        Text {
            zh: format!("{rules}: {}", heading.zh),
            en: heading.en.clone(),
        }
    }
}

/// Says in a few words what comes of a game, and by which ruling: how it ended, or else who must change.
fn heading<'a>(judgement: &'a Judgement, rules: &RuleSet) -> (Text, Option<&'a Ruling>) {
    let end = judgement.end.as_ref();
    let by_ruling = match end {
        Some(end) => end.ruling.as_ref(),
        None => judgement.ruling.as_ref(),
    };
    let words = match (by_ruling, end) {
        (Some(ruling), _) => explain::consequence(ruling, rules),
        (None, Some(end)) => explain::ending(end.outcome, end.reason),
        (None, None) => explain::nothing_recurs(),
    };
    (words, by_ruling)
}

/// Draws the position after each move of the ruled stretch.
fn figures<'a>(
    line: &Line,
    ruled: &RuledBy,
    moves: &'a [Option<NamedMove>],
    view: View,
) -> Vec<Figure<'a>> {
    let cycle = ruled.judgement.ruling.as_ref().map(|ruling| ruling.cycle);
    let plies = cycle.map_or(0..0, |cycle| cycle.start..cycle.end());
    let figures = plies.filter_map(|ply| {
        let finding = ruled.findings.get(ply)?.as_ref();
        Some(Figure {
            side: line.turn_at(ply),
            board: picture(line, ply + 1, finding).to_element(view),
            named: moves.get(ply)?.as_ref()?,
        })
    });
    figures.collect()
}
