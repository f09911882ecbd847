//! A judgement as one JSON object: the contract of `caipan judge --jsonl`.
//!
//! Moves are written with ranks 0 to 9. `nature` is one of `check`, `mate-threat`, `chase`, `exchange`, `offer`,
//! `block`, `follow`, `idle`, or null outside the ruled stretch; a chase has its `level` and `targets`, the gravest first,
//! a mate threat the `line` that mates: the mover moves again after its move. `class` of a side is `none`, `check`, `A` or
//! `B`.
//!
//! A target has its `class` (`rook`, `unprotected`, `joint` or `other`), its `novelty` (`new-capture`; `now-pays` and
//! `pays-more` for a capture that stood before and won nothing or less; `escape` where it was only that the moved piece
//! hung), its `balance` (`gain`, or `level` by 26.5) and the `line` that wins it. Where `begins` is `mover` the line is
//! played with the mover to move again; where it is `opponent` the piece is offered (26.10) and the line is played from the
//! position after the move as it stands.
//!
//! `end` is the `ply` after which the game was over, 0 for the start, and the `reason`: `mate`, `stalemate`, `repetition`,
//! `natural-limit`, `game-length` or `no-attackers`; null while it goes on.

use serde::Serialize;
use serde_json::Value;

use super::Survey;
use crate::board::Color;
use crate::notation::chinese;
use crate::position::{EndReason, Line, Move, Outcome};
use crate::ruling::{
    Class, Cycle, Finding, Judgement, Level, RuleSet, Ruling, Target, Verdict, explain,
};

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
    end: Option<EndObject>,
    why: TextObject,
    articles: Vec<&'static str>,
    bounded: bool,
    #[serde(flatten)]
    survey: Option<SurveyObject>,
}

/// What a game of a file has beside.
#[derive(Serialize)]
struct SurveyObject {
    recorded: String,
    agrees: Option<bool>,
    repetitions: Vec<RepetitionObject>,
}

#[derive(Serialize)]
struct RepetitionObject {
    #[serde(flatten)]
    cycle: CycleObject,
    red: SideObject,
    black: SideObject,
    verdict: &'static str,
    articles: Vec<&'static str>,
}

#[derive(Serialize)]
struct MoveObject {
    #[serde(rename = "move")]
    mv: String,
    zh: String,
    nature: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<TargetObject>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<TextObject>,
}

#[derive(Serialize)]
struct TargetObject {
    square: String,
    piece: char,
    class: &'static str,
    novelty: &'static str,
    balance: &'static str,
    begins: &'static str,
    line: Vec<String>,
}

#[derive(Serialize)]
struct CycleObject {
    start: usize,
    length: usize,
    occurrences: usize,
}

#[derive(Serialize)]
struct EndObject {
    ply: usize,
    reason: &'static str,
}

#[derive(Serialize)]
struct SideObject {
    class: &'static str,
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
    /// One of `json`, `field`, `fen`, `move`, `cycle`, `game`, `file`; of the C interface also `rules` and `internal`, over HTTP
    /// also those that the module `web` lists.
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

/// Writes a judgement on one line, without a line feed; `findings` has one entry for each move of the line.
#[must_use]
pub fn judgement(
    id: &Value,
    line: &Line,
    judgement: &Judgement,
    findings: &[Option<Finding>],
    rules: &RuleSet,
) -> String {
    write(id, line, judgement, findings, rules, None)
}

/// Writes the judgement of a game of a file likewise, and beside what the contract has, the result `recorded` in the file,
/// whether that `agrees` with the rules (null where they do not end the game, or the file has none), and all `repetitions`.
#[must_use]
pub fn surveyed(
    id: &Value,
    line: &Line,
    judgement: &Judgement,
    findings: &[Option<Finding>],
    rules: &RuleSet,
    survey: &Survey,
) -> String {
    write(id, line, judgement, findings, rules, Some(survey))
}

fn write(
    id: &Value,
    line: &Line,
    judgement: &Judgement,
    findings: &[Option<Finding>],
    rules: &RuleSet,
    survey: Option<&Survey>,
) -> String {
    let ruling = judgement.ruling.as_ref();
    let object = Object {
        id,
        rules: &rules.name,
        moves: moves(line, findings, rules),
        cycle: ruling.map(|ruling| cycle(ruling.cycle)),
        red: ruling.map(|ruling| side(ruling, Color::Red)),
        black: ruling.map(|ruling| side(ruling, Color::Black)),
        verdict: ruling.map(|ruling| verdict(ruling.verdict)),
        result: result(judgement.end.as_ref().map(|end| end.outcome)),
        end: judgement.end.as_ref().map(|end| EndObject {
            ply: end.ply,
            reason: reason(end.reason),
        }),
        why: explain::judgement(line, judgement, rules).into(),
        articles: ruling
            .map(|ruling| explain::articles(ruling, rules))
            .unwrap_or_default(),
        bounded: findings.iter().flatten().any(|finding| finding.is_bounded),
        survey: survey.map(|survey| SurveyObject {
            recorded: result(survey.recorded),
            agrees: survey.agrees(),
            repetitions: survey
                .repetitions
                .iter()
                .map(|ruling| RepetitionObject {
                    cycle: cycle(ruling.cycle),
                    red: side(ruling, Color::Red),
                    black: side(ruling, Color::Black),
                    verdict: verdict(ruling.verdict),
                    articles: explain::articles(ruling, rules),
                })
                .collect(),
        }),
    };
    serde_json::to_string(&object).unwrap_or_default()
}

/// Writes a result, `*` for none.
pub(super) fn result(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

fn cycle(cycle: Cycle) -> CycleObject {
    CycleObject {
        start: cycle.start,
        length: cycle.length,
        occurrences: cycle.occurrences,
    }
}

fn moves(line: &Line, findings: &[Option<Finding>], rules: &RuleSet) -> Vec<MoveObject> {
    let mut position = line.start().clone();
    let mut objects = Vec::with_capacity(line.len());
    for (ply, (mv, finding)) in line.moves().zip(findings).enumerate() {
        let finding = finding.as_ref();
        objects.push(MoveObject {
            mv: mv.to_string(),
            zh: chinese::write(&position, mv, chinese::Style::default()),
            nature: finding.map(|finding| finding.nature.english()),
            level: finding
                .and_then(|finding| finding.level)
                .map(|level| match level {
                    Level::A => "A",
                    Level::B => "B",
                }),
            targets: finding.map(targets).unwrap_or_default(),
            line: finding
                .map(|finding| words(&finding.line))
                .unwrap_or_default(),
            why: finding.map(|finding| explain::nature(line, ply, finding, rules).into()),
        });
        let _ = position.play_unchecked(mv);
    }
    objects
}

fn targets(finding: &Finding) -> Vec<TargetObject> {
    let object = |target: &Target| TargetObject {
        square: target.square.to_string(),
        piece: target.piece.letter(),
        class: target.class.english(),
        novelty: target.novelty.english(),
        balance: target.balance.english(),
        begins: if target.is_offered {
            "opponent"
        } else {
            "mover"
        },
        line: words(&target.line),
    };
    finding.targets.iter().map(object).collect()
}

fn words(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

fn side(ruling: &Ruling, color: Color) -> SideObject {
    let class = match ruling.classes[color] {
        Class::Allowed => "none",
        Class::ForbiddenB => "B",
        Class::ForbiddenA => "A",
        Class::PerpetualCheck => "check",
    };
    SideObject {
        class,
        text: explain::conduct(ruling, color).en,
    }
}

pub(super) fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Mate => "mate",
        EndReason::Stalemate => "stalemate",
        EndReason::Repetition => "repetition",
        EndReason::NaturalLimit => "natural-limit",
        EndReason::GameLength => "game-length",
        EndReason::NoAttackers => "no-attackers",
    }
}

pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Draw => "draw",
        Verdict::MustChange(Color::Red) => "red-must-change",
        Verdict::MustChange(Color::Black) => "black-must-change",
    }
}
