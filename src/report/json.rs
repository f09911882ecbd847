//! A judgement as one JSON object: the contract of `caipan judge --jsonl`.
//!
//! Moves are written with ranks 0 to 9. `nature` is one of `check`, `mate-threat`, `chase`, `exchange`, `offer`,
//! `block`, `follow`, `idle`, or null outside the ruled stretch and where it is not decided. `class` of a side is
//! `none`, `check`, `A` or `B`, or null where it is not decided.

use serde::Serialize;
use serde_json::Value;

use crate::board::Color;
use crate::notation::chinese;
use crate::position::Line;
use crate::ruling::{Class, Judgement, Nature, RuleSet, Ruling, Verdict, explain};

#[derive(Serialize)]
struct Object<'a> {
    id: &'a Value,
    rules: &'a str,
    moves: Vec<MoveObject>,
    cycle: Option<CycleObject>,
    red: Option<SideObject>,
    black: Option<SideObject>,
    verdict: Option<&'static str>,
    result: String,
    why: TextObject,
    articles: Vec<&'static str>,
    bounded: bool,
}

#[derive(Serialize)]
struct MoveObject {
    #[serde(rename = "move")]
    mv: String,
    zh: String,
    nature: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<TextObject>,
}

#[derive(Serialize)]
struct CycleObject {
    start: usize,
    length: usize,
    occurrences: usize,
}

#[derive(Serialize)]
struct SideObject {
    class: Option<&'static str>,
    text: String,
}

#[derive(Serialize)]
struct TextObject {
    zh: String,
    en: String,
}

impl From<explain::Text> for TextObject {
    fn from(text: explain::Text) -> Self {
        Self {
            zh: text.zh,
            en: text.en,
        }
    }
}

/// A record that could not be judged, as the object that stands in its place.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// The record's own identifier.
    pub id: Value,
    /// What is wrong.
    pub error: FailureReason,
}

/// The kind of a failure and its one-line message.
#[derive(Clone, Debug, Serialize)]
pub struct FailureReason {
    /// One of `json`, `field`, `fen`, `move`, `cycle`, `game`, `file`.
    pub kind: &'static str,
    /// What was found, what was expected and where.
    pub message: String,
}

impl Failure {
    /// Makes a failure of its parts.
    #[must_use]
    pub fn new(id: Value, kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            id,
            error: FailureReason {
                kind,
                message: message.into(),
            },
        }
    }

    /// Writes the object on one line, without a line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Writes a judgement on one line, without a line feed; `natures` has one entry for each move of the line.
#[must_use]
pub fn judgement(
    id: &Value,
    line: &Line,
    judgement: &Judgement,
    natures: &[Option<Nature>],
    rules: &RuleSet,
) -> String {
    let ruling = judgement.ruling.as_ref();
    let object = Object {
        id,
        rules: &rules.name,
        moves: moves(line, natures, ruling, rules),
        cycle: ruling.map(|ruling| CycleObject {
            start: ruling.cycle.start,
            length: ruling.cycle.length,
            occurrences: ruling.cycle.occurrences,
        }),
        red: ruling.map(|ruling| side(line, ruling, Color::Red)),
        black: ruling.map(|ruling| side(line, ruling, Color::Black)),
        verdict: ruling.and_then(|ruling| ruling.verdict).map(verdict),
        result: judgement
            .end
            .map_or_else(|| "*".to_owned(), |(outcome, _)| outcome.to_string()),
        why: explain::judgement(line, judgement, rules).into(),
        articles: ruling
            .map(|ruling| explain::articles(ruling, rules))
            .unwrap_or_default(),
        bounded: false,
    };
    serde_json::to_string(&object).unwrap_or_default()
}

fn moves(
    line: &Line,
    natures: &[Option<Nature>],
    ruling: Option<&Ruling>,
    rules: &RuleSet,
) -> Vec<MoveObject> {
    let mut position = line.start().clone();
    let stretch = ruling.map_or(0..0, |ruling| ruling.cycle.start..ruling.cycle.end());
    let mut objects = Vec::with_capacity(line.len());
    for (ply, (mv, nature)) in line.moves().zip(natures).enumerate() {
        let explained = nature.is_some() || stretch.contains(&ply);
        objects.push(MoveObject {
            mv: mv.to_string(),
            zh: chinese::write(&position, mv, chinese::Style::default()),
            nature: nature.map(Nature::english),
            why: explained.then(|| explain::nature(line, ply, *nature, rules).into()),
        });
        let _ = position.play_unchecked(mv);
    }
    objects
}

fn side(line: &Line, ruling: &Ruling, color: Color) -> SideObject {
    let class = ruling.conduct[color].class().map(|class| match class {
        Class::Allowed => "none",
        Class::ForbiddenB => "B",
        Class::ForbiddenA => "A",
        Class::PerpetualCheck => "check",
    });
    SideObject {
        class,
        text: explain::conduct(line, ruling, color).en,
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Draw => "draw",
        Verdict::MustChange(Color::Red) => "red-must-change",
        Verdict::MustChange(Color::Black) => "black-must-change",
    }
}
