//! The searcher against itself.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::TrainingGame;
use crate::analysis::{Limits, Score};
use crate::board::Color;
use crate::position::{Line, Move, Outcome};
use crate::ruling::{NatureCache, RuleSet, outcome_with_help};
use crate::search::{SearchOptions, Searcher, StopToken};

/// The plies of an opening, made by chance.
const OPENING: std::ops::RangeInclusive<u8> = 4..=11;

/// How far from level an opening may leave the game, in centipawns.
const BOUND: i32 = 300;

/// A side that sees itself so far ahead, in centipawns, for so many plies in a row wins; the other agrees in between.
const WON: (i32, u32) = (1_500, 8);

/// A game in which both see so little, in centipawns, for so many plies in a row is drawn.
const LEVEL: (i32, u32) = (12, 40);

/// The plies of the longest game.
const LONGEST: usize = 400;

/// The table of the searcher, in MiB.
const HASH: usize = 8;

/// Plays games, each of which depends on the settings and its number alone.
#[derive(Debug)]
pub struct SelfPlay {
    searcher: Searcher,
    options: SearchOptions,
    nodes: u64,
    seed: u64,
}

impl SelfPlay {
    /// Begins with so many nodes for each move.
    #[must_use]
    pub fn new(nodes: u64, seed: u64) -> Self {
        Self {
            searcher: Searcher::new(HASH),
            options: SearchOptions::default(),
            nodes,
            seed,
        }
    }

    /// Plays the game of this number.
    pub fn play(&mut self, number: u64) -> TrainingGame {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let mut line = self.opening(&mut random);
        let opening = line.len();
        let mut moves: Vec<(Move, i16)> = line.moves().map(|mv| (mv, 0)).collect();
        let rules: RuleSet = self.options.rules.clone();
        let mut natures = NatureCache::default();
        let (mut level, mut red_ahead, mut red_behind) = (0, 0, 0);
        self.searcher.clear();
        let outcome = loop {
            if let Some((outcome, _)) = outcome_with_help(&line, &rules, &mut natures) {
                break outcome;
            }
            if line.len() >= LONGEST {
                break Outcome::Draw;
            }
            let Some((mv, score)) = self.think(&line) else {
                break Outcome::Draw;
            };
            let turn = line.position().turn();
            let red = if turn == Color::Red { score } else { -score };
            let next = |holds: bool, row: u32| if holds { row + 1 } else { 0 };
            level = next(score.abs() <= LEVEL.0, level);
            red_ahead = next(red >= WON.0, red_ahead);
            red_behind = next(red <= -WON.0, red_behind);
            moves.push((mv, score as i16));
            line.push_unchecked(mv);
            if red_ahead >= WON.1 {
                break Outcome::Win(Color::Red);
            }
            if red_behind >= WON.1 {
                break Outcome::Win(Color::Black);
            }
            if level >= LEVEL.1 {
                break Outcome::Draw;
            }
        };
        TrainingGame {
            opening: opening as u8,
            outcome,
            moves,
        }
    }

    /// Plays moves by chance from the start until a position comes that neither side has lost.
    fn opening(&mut self, random: &mut ChaCha8Rng) -> Line {
        loop {
            let mut line = Line::default();
            for _ in 0..random.random_range(OPENING) {
                let moves = line.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                line.push_unchecked(moves[random.random_range(0..moves.len())]);
            }
            self.searcher.clear();
            if self
                .think(&line)
                .is_some_and(|(_, score)| score.abs() <= BOUND)
            {
                return line;
            }
        }
    }

    fn think(&mut self, line: &Line) -> Option<(Move, i32)> {
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let stop = StopToken::new();
        let thought = self
            .searcher
            .think(line, &limits, &self.options, &stop, &mut |_| {});
        let decided = i32::from(TrainingGame::DECIDED);
        let score = match thought.score {
            Score::Centipawns(score) => score.clamp(-decided, decided),
            Score::MatesIn(_) => decided,
            Score::MatedIn(_) => -decided,
        };
        Some((thought.best?, score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let mut one = SelfPlay::new(200, 7);
        let first = one.play(3);
        let other = one.play(4);
        assert_ne!(first, other);
        assert_eq!(SelfPlay::new(200, 7).play(3), first);
        assert!(OPENING.contains(&first.opening) && first.moves.len() > usize::from(first.opening));
        let mut bytes = Vec::new();
        first.write(&mut bytes).unwrap();
        assert_eq!(TrainingGame::read(&mut &*bytes).unwrap(), Some(first));
    }
}
