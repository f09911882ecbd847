//! How a game of a run ended: a word for programs, a sentence for people.

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::position::{EndReason, Outcome};
use crate::ruling::explain::{self, Text};
use crate::ruling::{Class, Nature, RuleSet, Ruling, Verdict};

/// How a game ended, in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// 将死.
    Mate,
    /// 困毙.
    Stalemate,
    /// 长将 by one side.
    PerpetualCheck,
    /// 长杀 by one side.
    PerpetualMateThreat,
    /// 长捉 by one side.
    PerpetualChase,
    /// Another forbidden repetition: attacks of several kinds, or the graver of two offences.
    MixedPerpetual,
    /// A repetition by which neither side must change.
    Repetition,
    /// The limit of moves without a capture.
    NaturalLimit,
    /// The limit of a whole game, by the rule set.
    GameLength,
    /// Neither side can attack.
    NoAttackers,
    /// Both engines said so.
    Agreement,
    /// An engine gave up.
    Resignation,
    /// By the scores that both told.
    DrawAdjudication,
    /// By the scores of the side that lost.
    ResignAdjudication,
    /// The limit of moves of the run.
    MoveLimit,
    /// A move that came too late.
    TimeForfeit,
    /// A move that is not legal, or none, or one that was barred.
    IllegalMove,
    /// The engine ended.
    Crash,
    /// The engine did not answer at all.
    Stall,
}

impl Termination {
    /// Gives the word, as in the journal and the tag `Termination`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::PerpetualCheck => "perpetual-check",
            Self::PerpetualMateThreat => "perpetual-mate-threat",
            Self::PerpetualChase => "perpetual-chase",
            Self::MixedPerpetual => "mixed-perpetual",
            Self::Repetition => "repetition",
            Self::NaturalLimit => "natural-limit",
            Self::GameLength => "game-length",
            Self::NoAttackers => "no-attackers",
            Self::Agreement => "agreement",
            Self::Resignation => "resignation",
            Self::DrawAdjudication => "draw-adjudication",
            Self::ResignAdjudication => "resign-adjudication",
            Self::MoveLimit => "move-limit",
            Self::TimeForfeit => "time-forfeit",
            Self::IllegalMove => "illegal-move",
            Self::Crash => "crash",
            Self::Stall => "stall",
        }
    }

    /// Tells whether an engine is at fault, and not the play.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::TimeForfeit | Self::IllegalMove | Self::Crash | Self::Stall
        )
    }
}

/// The ruling that ended a game, as records keep it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingNote {
    /// The side that had to change, `red` or `black`; `None` if the game is drawn.
    pub offender: Option<String>,
    /// The ply from which the stretch runs, and its length.
    pub cycle: [usize; 2],
    /// How often its position had stood.
    pub occurrences: usize,
    /// The nature of each of its moves.
    pub natures: Vec<String>,
    /// What each side did, red first.
    pub conduct: [String; 2],
    /// The articles on which the ruling stands.
    pub articles: Vec<String>,
}

impl RulingNote {
    pub(super) fn of(ruling: &Ruling, rules: &RuleSet) -> Self {
        let offender = match ruling.verdict {
            Verdict::MustChange(Color::Red) => Some("red".to_owned()),
            Verdict::MustChange(Color::Black) => Some("black".to_owned()),
            Verdict::Draw => None,
        };
        let natures = ruling
            .findings
            .iter()
            .map(|finding| finding.nature.english());
        let articles = explain::articles(ruling, rules);
        Self {
            offender,
            cycle: [ruling.cycle.start, ruling.cycle.length],
            occurrences: ruling.cycle.occurrences,
            natures: natures.map(str::to_owned).collect(),
            conduct: Color::ALL.map(|color| explain::conduct(ruling, color).en),
            articles: articles.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The result.
    pub outcome: Outcome,
    /// The word.
    pub termination: Termination,
    /// The sentence.
    pub reason: Text,
    /// The ruling, if a repetition ended it.
    pub ruling: Option<RulingNote>,
}

impl GameEnd {
    /// Ends a game by the rules alone.
    pub(super) fn by_rules(
        outcome: Outcome,
        reason: EndReason,
        ruling: Option<&Ruling>,
        rules: &RuleSet,
    ) -> Self {
        let termination = match reason {
            EndReason::Mate => Termination::Mate,
            EndReason::Stalemate => Termination::Stalemate,
            EndReason::Repetition => ruling.map_or(Termination::Repetition, kind),
            EndReason::NaturalLimit => Termination::NaturalLimit,
            EndReason::GameLength => Termination::GameLength,
            EndReason::NoAttackers => Termination::NoAttackers,
        };
        Self {
            outcome,
            termination,
            reason: ruling.map_or_else(
                || explain::ending(outcome, reason),
                |ruling| explain::ruling(ruling, rules),
            ),
            ruling: ruling.map(|ruling| RulingNote::of(ruling, rules)),
        }
    }

    /// Ends a game that `loser` loses by what it did.
    #[must_use]
    pub fn lost(loser: Color, termination: Termination, zh: &str, en: &str) -> Self {
        let side = explain::side(loser);
        Self {
            outcome: Outcome::Win(!loser),
            termination,
            reason: Text {
                zh: format!("{}{zh}", side.zh),
                en: format!("{} {en}", side.en),
            },
            ruling: None,
        }
    }

    /// Ends a game as a draw.
    #[must_use]
    pub fn drawn(termination: Termination, zh: &str, en: &str) -> Self {
        Self {
            outcome: Outcome::Draw,
            termination,
            reason: Text {
                zh: zh.to_owned(),
                en: en.to_owned(),
            },
            ruling: None,
        }
    }
}

/// Names a ruling by what the offender did, if it alone offended.
fn kind(ruling: &Ruling) -> Termination {
    let Verdict::MustChange(culprit) = ruling.verdict else {
        return Termination::Repetition;
    };
    if ruling.is_one_sided_check() {
        return Termination::PerpetualCheck;
    }
    let skipped = usize::from(ruling.first != culprit);
    let mut own = ruling.findings.iter().skip(skipped).step_by(2);
    let nature = own.next().map(|finding| finding.nature);
    let is_one_kind = own.all(|finding| Some(finding.nature) == nature);
    let is_alone = ruling.classes[!culprit] == Class::Allowed;
    match nature {
        Some(Nature::MateThreat) if is_one_kind && is_alone => Termination::PerpetualMateThreat,
        Some(Nature::Chase) if is_one_kind && is_alone => Termination::PerpetualChase,
        _ => Termination::MixedPerpetual,
    }
}
