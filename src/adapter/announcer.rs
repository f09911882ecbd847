//! Rulings told to the player, once each.

use std::collections::HashSet;

use crate::board::Color;
use crate::position::{EndReason, Line};
use crate::ruling::explain::{self, Text};
use crate::ruling::{
    Cycle, NatureCache, RuleSet, Ruling, Verdict, first_attack, first_end, nine_rounds_ahead,
    outcome, outcome_with_help,
};

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

/// Something that is told once.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Told {
    /// How often a cycle had come round, whichever of its positions it is entered at.
    Cycle { positions: u64, occurrences: usize },
    /// That an unbroken run of attacks, known by its first move and the position before it, has come to the last round
    /// or is over.
    Attacks {
        first: usize,
        position: u64,
        is_over: bool,
    },
    /// How the game ended without a repetition.
    Ending,
}

/// A line of which was told what there is to tell.
#[derive(Debug)]
struct Heard {
    line: Line,
    /// The first ply that is not known to be none at which the game ended.
    unknown: usize,
}

impl Heard {
    /// Gives the first ply of another line that is not known to be none at which the game ended.
    fn unknown_of(&self, other: &Line) -> usize {
        if self.line.start() != other.start() {
            return 0;
        }
        let pairs = self.line.moves().zip(other.moves());
        let common = pairs.take_while(|(own, other)| own == other).count();
        self.unknown.min(common + 1)
    }
}

/// Tells of the rulings of a game, each once: remembers what was told, and the natures found on the way.
#[derive(Debug, Default)]
pub struct Announcer {
    told: HashSet<Told>,
    /// The rules under which it was told.
    rules: Option<RuleSet>,
    /// The last line of which was told what there is to tell.
    heard: Option<Heard>,
    /// For whoever asks for a ruling.
    pub(super) natures: NatureCache,
}

impl Announcer {
    /// Forgets what was told, for a new game, and the natures of the last: of a day of games they would fill the memory.
    pub fn reset(&mut self) {
        self.told.clear();
        self.heard = None;
        self.natures = NatureCache::default();
    }

    /// Gives what there is to tell of the line as it stands, of the position before its last move, and of an earlier one
    /// at which the game ended, if play went on unheard. What was told under other rules counts for nothing.
    ///
    /// Not every GUI says when a game is new. A line too short to repeat anything, in a game that goes on, is one of
    /// which nothing was told, so what was told belongs to another.
    pub fn news(&mut self, line: &Line, rules: &RuleSet) -> Vec<Text> {
        if line.len() < SHORTEST_CYCLE && outcome(line, rules).is_none() {
            self.reset();
        }
        if self.rules.as_ref() != Some(rules) {
            self.reset();
            self.rules = Some(rules.clone());
        }
        let mut before = line.clone();
        before.pop();
        let mut news = Vec::new();
        let heard = self.heard.take();
        let from = heard.as_ref().map_or(0, |heard| heard.unknown_of(line));
        let end = first_end(line, from, rules, &mut self.natures).map(|(ply, ..)| ply);
        if let Some(ply) = end.filter(|ply| *ply < before.len()) {
            let mut ended = before.clone();
            while ended.len() > ply {
                ended.pop();
            }
            news.extend(self.news_at_end(&ended, rules));
        }
        if before.len() < line.len() && heard.is_none_or(|heard| heard.line != before) {
            news.extend(self.news_at_end(&before, rules));
        }
        self.heard = Some(Heard {
            line: line.clone(),
            unknown: end.unwrap_or(line.len() + 1),
        });
        news.extend(self.news_at_end(line, rules));
        news
    }

    fn news_at_end(&mut self, line: &Line, rules: &RuleSet) -> Vec<Text> {
        let recurrence = Cycle::at_end(line)
            .map(|cycle| Ruling::with_help(line, cycle, rules, &mut self.natures));
        let is_over = |ruling: &Ruling| ruling.outcome(rules).is_some();
        if recurrence.as_ref().is_some_and(is_over) {
            return Vec::from_iter(self.news_of_cycle(line, recurrence.as_ref(), rules));
        }
        if let Some(ruling) = Ruling::of_nine_rounds(line, rules, &mut self.natures)
            && let Verdict::MustChange(culprit) = ruling.verdict
        {
            let is_new = self.is_new_of_attacks(line, culprit, true);
            return Vec::from_iter(explain::message(&ruling, rules).filter(|_| is_new));
        }
        match outcome_with_help(line, rules, &mut self.natures) {
            None => {
                let of_cycle = self.news_of_cycle(line, recurrence.as_ref(), rules);
                let of_attacks = self.news_of_attacks(line, rules);
                of_cycle.into_iter().chain(of_attacks).collect()
            }
            Some((
                outcome,
                reason @ (EndReason::NaturalLimit | EndReason::GameLength | EndReason::NoAttackers),
            )) => {
                let is_new = self.told.insert(Told::Ending);
                Vec::from_iter(is_new.then(|| explain::ending(outcome, reason)))
            }
            Some(_) => Vec::new(),
        }
    }

    /// Gives what there is to tell of the position that now stands, if it has recurred.
    fn news_of_cycle(
        &mut self,
        line: &Line,
        ruling: Option<&Ruling>,
        rules: &RuleSet,
    ) -> Option<Text> {
        let cycle = ruling?.cycle;
        let text = explain::message(ruling?, rules)?;
        let positions = (cycle.start..cycle.end()).map(|ply| line.key_at(ply));
        let told = Told::Cycle {
            positions: positions.fold(0, u64::wrapping_add),
            occurrences: cycle.occurrences,
        };
        self.told.insert(told).then_some(text)
    }

    /// Gives what there is to tell before the rule of nine rounds ends the game.
    fn news_of_attacks(&mut self, line: &Line, rules: &RuleSet) -> Option<Text> {
        let rounds = nine_rounds_ahead(line, rules, &mut self.natures)?;
        let culprit = line.position().turn();
        self.is_new_of_attacks(line, culprit, false)
            .then(|| explain::nine_rounds_ahead(culprit, rounds, rules))
    }

    fn is_new_of_attacks(&mut self, line: &Line, culprit: Color, is_over: bool) -> bool {
        let first = first_attack(line, culprit, &mut self.natures);
        self.told.insert(Told::Attacks {
            first,
            position: line.key_at(first),
            is_over,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::protocol::Dialect;
    use crate::ruling::Mode;

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

    /// Gives what is told at each ply of a line.
    fn told(fen: &str, moves: &str, rules: &RuleSet) -> Vec<(usize, Text)> {
        let mut line = Line::new(Position::from_fen(fen).unwrap());
        let mut announcer = Announcer::default();
        let mut told = Vec::new();
        for word in moves.split_whitespace() {
            line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
            let news = announcer.news(&line, rules).into_iter();
            told.extend(news.map(|text| (line.len(), text)));
            assert_eq!(announcer.news(&line, rules), [], "nothing is told twice");
        }
        told
    }

    /// A rook chases a knight for eleven rounds, and no position comes a third time.
    const WANDERING: (&str, &str) = (
        "2baka3/9/4b4/6n2/9/R8/9/4B4/9/2BAKA3 w",
        "a4a6 g6h4 a6a4 h4i6 a4a6 i6h4 a6a4 h4g6 a4a6 g6f4 a6a4 f4e6 a4a6 e6f4 a6a4 f4h3 a4a3 h3i1 a3a1 i1h3 a1a3 h3i1",
    );

    #[test]
    fn nine_rounds_are_told_a_round_before_and_at_the_end() {
        let (fen, moves) = WANDERING;
        let told = told(fen, moves, &RuleSet::default());
        let late = told.into_iter().filter(|(ply, _)| *ply >= 15);
        let text = |zh: &str, en: &str| Text {
            zh: zh.to_owned(),
            en: en.to_owned(),
        };
        assert_eq!(
            late.collect::<Vec<_>>(),
            [
                (
                    16,
                    text(
                        "【提示】红方已连续八个回合攻击，必须变着。连续九个回合在三处以上攻击，判红方负。",
                        "Attacks: Red has attacked for eight rounds in a row and must change. \
                         At nine rounds, on three points or more, Red loses."
                    )
                ),
                (
                    18,
                    text(
                        "【裁决】红方长捉，黑方七闲两跟：连续九个回合在三处以上攻击，红方不变，判负（24.13、25.3）。",
                        "Ruling: Red: perpetual chase; Black: idle and follow. Nine rounds of attacks in a row, \
                         on three points or more: Red did not change and loses (24.13, 25.3)."
                    )
                ),
            ],
            "and nothing of a game that is over"
        );
    }

    #[test]
    fn nine_rounds_are_warned_of_where_one_more_is_given() {
        let rules = RuleSet {
            mode: Mode::Warning,
            ..RuleSet::default()
        };
        let (fen, moves) = WANDERING;
        let told = told(fen, moves, &rules);
        let words: Vec<_> = told
            .iter()
            .filter(|(ply, _)| *ply >= 15)
            .map(|(ply, text)| (*ply, &text.en[..35]))
            .collect();
        assert_eq!(
            words,
            [
                (18, "Warning: Red has attacked for nine "),
                (20, "Ruling: Red: perpetual chase; Black")
            ]
        );
        assert!(told.last().unwrap().1.en.contains(" Ten rounds of attacks"));
    }

    #[test]
    fn a_cycle_that_would_draw_is_not_told_where_nine_rounds_have_lost() {
        let fen = "3aka3/2R6/9/9/6c2/9/P1P1P1P2/9/4A4/N1B1K1B2 w";
        let moves = "c8g8 g5c5 g8c8 c5g5 c8g8 g5b5 g8b8 b5a5 b8a8 a5g5 a8g8 g5a5 g8a8 a5c5 a8c8 c5a5 c8a8 a5g5";
        let told = told(fen, moves, &RuleSet::default());
        let of = |wanted: usize| -> Vec<&str> {
            let texts = told.iter().filter(|(ply, _)| *ply == wanted);
            texts.map(|(_, text)| &text.en[..8]).collect()
        };
        assert!(of(16).contains(&"Attacks:"), "{told:?}");
        assert_eq!(of(18), ["Ruling: "], "{told:?}");
    }

    #[test]
    fn a_ruling_that_was_missed_is_told_once() {
        let round = ["i0i1", "i9i8", "i1i0", "i8i9"];
        let mut beyond = Line::default();
        for word in round.iter().cycle().take(40) {
            let mv = Dialect::Uci.read_move(word).unwrap();
            beyond.push(mv).unwrap();
        }
        let mut line = beyond.clone();
        for word in ["h2e2", "h9g7", "b0c2"] {
            line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
        }
        for line in [beyond, line] {
            let mut announcer = Announcer::default();
            let mut rules = RuleSet::default();
            let mut news = |rules: &RuleSet| -> Vec<String> {
                let news = announcer.news(&line, rules).into_iter();
                news.map(|text| text.en[..38].to_owned()).collect()
            };
            let told = |count| vec![format!("Ruling: position seen {count} times. Red: id")];
            assert_eq!(news(&rules), told(4));
            assert_eq!(news(&rules), Vec::<String>::new(), "nothing is told twice");
            rules.count = 6;
            assert_eq!(news(&rules), told(6), "under other rules it is told again");
            assert_eq!(news(&rules), Vec::<String>::new());
        }
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

    #[test]
    fn what_was_heard_of_another_line_does_not_hide_an_end() {
        let (mut announcer, rules) = (Announcer::default(), RuleSet::default());
        let play = |line: &mut Line, moves: &str| {
            for word in moves.split_whitespace() {
                line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
            }
        };
        let mut line = Line::default();
        play(&mut line, "h2e2 h7e7 b0c2 b9c7");
        assert_eq!(announcer.news(&line, &rules), []);
        let fen = "4k4/9/9/9/9/9/9/9/9/3K1A3 w";
        let mut ended = Line::new(Position::from_fen(fen).unwrap());
        play(&mut ended, "f0e1 e9e8 e1f0 e8e7 f0e1");
        assert_eq!(announcer.news(&ended, &rules).len(), 1);
        assert_eq!(announcer.news(&ended, &rules), [], "nothing is told twice");
        // Another way from the first line: only what they have in common was heard.
        play(&mut line, "h0g2 h9g7");
        assert_eq!(announcer.news(&line, &rules), []);
    }
}
