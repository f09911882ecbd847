//! What is counted over all games of a run, beside the standings.

use std::collections::BTreeMap;

use super::game_story::LineFault;
use crate::board::Color;
use crate::position::Outcome;
use crate::tournament::{Game, ResultEntry, Termination};

/// The counts of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Totals {
    /// How often games ended in each way.
    pub(super) terminations: BTreeMap<Termination, u64>,
    /// Games that an engine lost by its fault.
    faults: BTreeMap<(usize, Termination), u64>,
    /// Lines told by each engine that are wrong.
    wrong_lines: BTreeMap<(usize, LineFault), u64>,
}

impl Totals {
    /// Counts a game that is over.
    pub(super) fn add(&mut self, game: &Game, result: &ResultEntry) {
        let termination = result.termination;
        *self.terminations.entry(termination).or_default() += 1;
        if let (true, Some(Outcome::Win(winner))) = (termination.is_fault(), result.outcome()) {
            let loser = game.players[!winner];
            *self.faults.entry((loser, termination)).or_default() += 1;
        }
    }

    /// Counts a line that is wrong.
    pub(super) fn add_wrong_line(&mut self, engine: usize, fault: LineFault) {
        *self.wrong_lines.entry((engine, fault)).or_default() += 1;
    }

    /// Gives how many lines that are wrong in this way an engine has told.
    pub(super) fn wrong_lines(&self, engine: usize, fault: LineFault) -> u64 {
        let count = self.wrong_lines.get(&(engine, fault));
        count.copied().unwrap_or_default()
    }

    /// Gives how many games an engine lost by a fault.
    pub(super) fn faults(&self, engine: usize, termination: Termination) -> u64 {
        let count = self.faults.get(&(engine, termination));
        count.copied().unwrap_or_default()
    }

    /// Gives how many games an engine lost by faults of any kind.
    pub(super) fn all_faults(&self, engine: usize) -> u64 {
        let own = self.faults.iter().filter(|((who, _), _)| *who == engine);
        own.map(|(_, count)| count).sum()
    }

    /// Lists the ways in which games ended, the commonest first.
    pub(super) fn by_frequency(&self) -> Vec<(Termination, u64)> {
        let mut all: Vec<_> = self.terminations.iter().map(|(&a, &b)| (a, b)).collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        all
    }
}

/// Gives the side that lost.
pub(super) const fn loser(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::Win(Color::Red) => Some(Color::Black),
        Outcome::Win(Color::Black) => Some(Color::Red),
        Outcome::Draw => None,
    }
}
