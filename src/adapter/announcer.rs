//! Rulings told to the player, once each.

use std::collections::HashSet;

use crate::position::{EndReason, Line};
use crate::ruling::explain::{self, Text};
use crate::ruling::{Cycle, RuleSet, Ruling, outcome};

/// The language of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Language {
    Chinese,
    English,
    /// Chinese, then English, a line each.
    #[default]
    Both,
}

impl Language {
    /// Gives the lines to send.
    pub(super) fn lines(self, text: Text) -> Vec<String> {
        match self {
            Self::Chinese => vec![text.zh],
            Self::English => vec![text.en],
            Self::Both => vec![text.zh, text.en],
        }
    }
}

/// The fewest plies in which a position can recur.
const SHORTEST_CYCLE: usize = 4;

/// Remembers what was told: each cycle, whichever of its positions it is entered at, and how often it had come round.
#[derive(Debug, Default)]
pub(super) struct Announcer {
    told: HashSet<(u64, usize)>,
}

impl Announcer {
    /// Forgets what was told, for a new game.
    pub(super) fn reset(&mut self) {
        self.told.clear();
    }

    /// Gives what there is to tell of the line as it stands, and of the position before its last move.
    ///
    /// Not every GUI says when a game is new. A line too short to repeat anything, in a game that goes on, is one of
    /// which nothing was told, so what was told belongs to another.
    pub(super) fn news(&mut self, line: &Line, rules: &RuleSet) -> Vec<Text> {
        if line.len() < SHORTEST_CYCLE && outcome(line, rules).is_none() {
            self.reset();
        }
        let mut before = line.clone();
        before.pop();
        let mut news = Vec::new();
        if before.len() < line.len() {
            news.extend(self.news_at_end(&before, rules));
        }
        news.extend(self.news_at_end(line, rules));
        news
    }

    fn news_at_end(&mut self, line: &Line, rules: &RuleSet) -> Option<Text> {
        if let Some(cycle) = Cycle::at_end(line) {
            let ruling = Ruling::of(line, cycle, rules);
            if let Some(text) = explain::message(&ruling, rules) {
                let positions = (cycle.start..cycle.end()).map(|ply| line.key_at(ply));
                let same_at_any_start = positions.fold(0, u64::wrapping_add);
                return self
                    .told
                    .insert((same_at_any_start, cycle.occurrences))
                    .then_some(text);
            }
        }
        match outcome(line, rules)? {
            (outcome, reason @ (EndReason::NaturalLimit | EndReason::NoAttackers)) => self
                .told
                .insert((0, 0))
                .then(|| explain::ending(outcome, reason)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::protocol::Dialect;

    #[test]
    fn a_perpetual_check_is_told_three_times() {
        let mut line = Line::new(Position::from_fen("2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w").unwrap());
        let (mut announcer, rules) = (Announcer::default(), RuleSet::default());
        let mut told = Vec::new();
        let start = line.clone();
        for word in ["f0e0", "e8f8", "e0f0", "f8e8"].iter().cycle().take(20) {
            line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
            for text in announcer.news(&line, &rules) {
                told.push((line.len(), text.en.split(':').next().unwrap().to_owned()));
            }
            assert_eq!(announcer.news(&line, &rules), [], "nothing is told twice");
        }
        assert_eq!(
            told,
            [(4, "Repetition"), (8, "Repetition"), (12, "Ruling")]
                .map(|(len, word)| (len, word.to_owned()))
        );
        // The same game again, of which only its start tells that it is another.
        let again = ["f0e0", "e8f8", "e0f0", "f8e8"].map(|word| Dialect::Uci.read_move(word));
        let mut line = start;
        let told: usize = again
            .into_iter()
            .map(|mv| {
                line.push(mv.unwrap()).unwrap();
                announcer.news(&line, &rules).len()
            })
            .sum();
        assert_eq!(told, 1);
    }

    #[test]
    fn an_ending_is_told_once() {
        let fen = "4k4/9/9/9/9/9/9/9/9/3K1A3 w";
        let (mut announcer, rules) = (Announcer::default(), RuleSet::default());
        let mut line = Line::new(Position::from_fen(fen).unwrap());
        assert_eq!(announcer.news(&line, &rules).len(), 1);
        line.push(Dialect::Uci.read_move("f0e1").unwrap()).unwrap();
        assert_eq!(announcer.news(&line, &rules), []);
    }
}
