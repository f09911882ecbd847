//! The referee of a game: what may be played, and when the game is over.

use super::termination::{GameEnd, Termination};
use super::{OnViolation, Settings};
use crate::board::Color;
use crate::position::{EndReason, Line, Move, MoveList};
use crate::ruling::explain::{self, Text};
use crate::ruling::{
    Cycle, Mode, NatureCache, RuleSet, Ruling, Verdict, bans, judge, outcome_with_help,
};

/// Judges one game after each move.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: RuleSet,
    on_violation: OnViolation,
    sends_bans: bool,
    natures: NatureCache,
}

impl Referee {
    /// Makes a referee for a game under these settings and this rule set, which is theirs.
    #[must_use]
    pub fn new(settings: &Settings, rules: RuleSet) -> Self {
        Self {
            rules,
            on_violation: settings.on_violation,
            sends_bans: settings.sends_bans(),
            natures: NatureCache::default(),
        }
    }

    /// Lists the moves that lose by a ruling, if engines are told of them and one move is left.
    pub fn bans(&mut self, line: &Line) -> MoveList {
        if !self.sends_bans {
            return MoveList::new();
        }
        let barred = bans(line, &self.rules, &mut self.natures);
        let mut legal = line.position().legal_moves().into_iter();
        if legal.all(|mv| barred.contains(&mv)) {
            return MoveList::new();
        }
        barred
    }

    /// Ends the game if the move may not be played.
    #[must_use]
    pub fn check(&self, line: &Line, mv: Move, barred: &[Move]) -> Option<GameEnd> {
        let mover = line.position().turn();
        let lost =
            |zh: String, en: String| GameEnd::lost(mover, Termination::IllegalMove, &zh, &en);
        if !line.position().is_legal(mv) {
            return Some(lost(
                format!("走了不合规则的着法 {mv}，判负"),
                format!("played {mv}, which is not legal, and loses"),
            ));
        }
        let is_barred = self.on_violation == OnViolation::Forbid && barred.contains(&mv);
        is_barred.then(|| {
            lost(
                format!("走了禁止着法 {mv}，判负"),
                format!("played {mv}, which is barred as it loses by a ruling, and loses"),
            )
        })
    }

    /// Ends the game if the rules say so.
    pub fn judge(&mut self, line: &Line) -> Option<GameEnd> {
        let (outcome, reason) = outcome_with_help(line, &self.rules, &mut self.natures)?;
        let ruling = (reason == EndReason::Repetition)
            .then(|| self.ruling(line))
            .flatten();
        Some(GameEnd::by_rules(
            outcome,
            reason,
            ruling.as_ref(),
            &self.rules,
        ))
    }

    fn ruling(&mut self, line: &Line) -> Option<Ruling> {
        judge(line, &self.rules).end?.ruling
    }

    /// Gives what the offender is told under the mode with a warning, when a repetition is complete for the first time.
    pub fn warning(&mut self, line: &Line) -> Option<Text> {
        if self.rules.mode != Mode::Warning {
            return None;
        }
        let is_complete = |cycle: &Cycle| cycle.occurrences >= self.rules.count;
        let cycle = Cycle::at_end(line).filter(is_complete)?;
        // The next positions of the same cycle come to the count too.
        let mut before = line.clone();
        before.pop();
        if Cycle::at_end(&before).is_some_and(|cycle| is_complete(&cycle)) {
            return None;
        }
        let ruling = Ruling::with_help(line, cycle, &self.rules, &mut self.natures);
        let culprit = match ruling.verdict {
            Verdict::MustChange(culprit) => culprit,
            Verdict::Draw => return None,
        };
        Some(warned(culprit, &explain::ruling(&ruling, &self.rules)))
    }
}

fn warned(culprit: Color, ruling: &Text) -> Text {
    let side = explain::side(culprit);
    Text {
        zh: format!("警告{}：{}", side.zh, ruling.zh),
        en: format!("{} is warned. {}", side.en, ruling.en),
    }
}
