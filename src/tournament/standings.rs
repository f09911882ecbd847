//! The score of a run: of each two engines, of each engine, and the test that may end it.

use std::collections::BTreeMap;

use super::schedule::{Game, Schedule};
use super::{Settings, SprtModel, SprtSettings};
use crate::board::Color;
use crate::position::Outcome;
use crate::stats::{EloModel, GameScore, Pentanomial, Sample, Sprt, SprtError, Tally};

/// The games of two engines, seen from the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairScore {
    /// All games.
    pub tally: Tally,
    /// Those with red.
    pub with_red: Tally,
    /// Games on one opening with both colours, two by two.
    pub pairs: Pentanomial,
    /// How many of the pairs are two draws; with the others of one point each side won a game.
    pub drawn_pairs: u64,
    /// Whether games come two by two.
    pub is_paired: bool,
}

impl PairScore {
    /// Gives the same seen from the other engine.
    #[must_use]
    pub fn flipped(self) -> Self {
        let with_black = Tally {
            wins: self.tally.wins - self.with_red.wins,
            draws: self.tally.draws - self.with_red.draws,
            losses: self.tally.losses - self.with_red.losses,
        };
        Self {
            tally: self.tally.flipped(),
            with_red: with_black.flipped(),
            pairs: self.pairs.flipped(),
            drawn_pairs: self.drawn_pairs,
            is_paired: self.is_paired,
        }
    }

    /// Adds other games of the same engine.
    pub fn merge(&mut self, other: Self) {
        self.tally.merge(other.tally);
        self.with_red.merge(other.with_red);
        self.pairs.merge(other.pairs);
        self.drawn_pairs += other.drawn_pairs;
        self.is_paired |= other.is_paired;
    }

    /// Gives what statistics are made of: pairs of games where games come in pairs, as one game of a pair alone favours a
    /// colour; else the games.
    #[must_use]
    pub fn sample(&self) -> Sample {
        if self.is_paired {
            self.pairs.into()
        } else {
            self.tally.into()
        }
    }
}

/// The score of a run.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    is_paired: bool,
    engines: usize,
    scores: BTreeMap<(usize, usize), PairScore>,
    /// The first result of a pair of games whose other is not over.
    halves: BTreeMap<usize, GameScore>,
    games: usize,
}

impl Standings {
    /// Begins a run without results.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let schedule = Schedule::new(settings);
        let is_paired = settings.repeat && !settings.noswap && settings.games.is_multiple_of(2);
        let scores = schedule.pairs().iter().map(|pair| {
            let score = PairScore {
                is_paired,
                ..PairScore::default()
            };
            (*pair, score)
        });
        Self {
            scores: scores.collect(),
            schedule,
            is_paired,
            engines: settings.engines.len(),
            halves: BTreeMap::new(),
            games: 0,
        }
    }

    /// Adds the result of a game.
    pub fn add(&mut self, game: &Game, outcome: Outcome) {
        let first_color = if game.players.red == game.pair.0 {
            Color::Red
        } else {
            Color::Black
        };
        let score = match outcome {
            Outcome::Draw => GameScore::Draw,
            Outcome::Win(color) if color == first_color => GameScore::Win,
            Outcome::Win(_) => GameScore::Loss,
        };
        self.games += 1;
        let known = self.scores.entry(game.pair).or_default();
        known.tally.add(score);
        if first_color == Color::Red {
            known.with_red.add(score);
        }
        if self.is_paired {
            let half = game.number / 2;
            match self.halves.remove(&half) {
                Some(other) => {
                    known.pairs.add(other, score);
                    let is_drawn = [other, score] == [GameScore::Draw; 2];
                    known.drawn_pairs += u64::from(is_drawn);
                }
                None => {
                    self.halves.insert(half, score);
                }
            }
        }
    }

    /// Gives the number of games that are over.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Gives the number of games that there will be.
    #[must_use]
    pub fn all_games(&self) -> usize {
        self.schedule.len()
    }

    /// Gives the score of two engines that meet, in the order of their first meeting.
    pub fn pairs(&self) -> impl Iterator<Item = ((usize, usize), &PairScore)> {
        let pairs = self.schedule.pairs().iter();
        pairs.filter_map(|pair| Some((*pair, self.scores.get(pair)?)))
    }

    /// Gives the score of one engine against another; `None` if they do not meet.
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Option<PairScore> {
        let direct = self.scores.get(&(one, other)).copied();
        direct.or_else(|| self.scores.get(&(other, one)).map(|score| score.flipped()))
    }

    /// Gives the score of one engine against all others.
    #[must_use]
    pub fn of(&self, engine: usize) -> PairScore {
        let mut all = PairScore::default();
        for other in 0..self.engines {
            if let Some(score) = self.between(engine, other) {
                all.merge(score);
            }
        }
        all
    }

    /// Lists the engines by their points a game, the best first; of equals the first named.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.engines).collect();
        let rate = |engine: &usize| {
            let tally = self.of(*engine).tally;
            tally.points() / (tally.games().max(1) as f64)
        };
        ranking.sort_by(|one, other| rate(other).total_cmp(&rate(one)));
        ranking
    }
}

/// Makes the test of the settings.
///
/// # Errors
/// Its numbers make no test.
pub fn sprt(settings: &SprtSettings) -> Result<Sprt, SprtError> {
    let model = match settings.model {
        SprtModel::Normalized => EloModel::Normalized,
        SprtModel::Logistic => EloModel::Logistic,
    };
    Sprt::new(
        settings.elo0,
        settings.elo1,
        settings.alpha,
        settings.beta,
        model,
    )
}

#[cfg(test)]
mod tests {
    use super::super::EngineSettings;
    use super::*;

    #[test]
    fn results_add_up_from_either_side_and_in_any_order() {
        let settings = Settings {
            engines: vec![EngineSettings::default(); 3],
            rounds: 2,
            ..Settings::default()
        };
        let schedule = Schedule::new(&settings);
        // Red wins every game but those of engine 2, which wins all.
        let outcome = |game: &Game| {
            Outcome::Win(if game.players.black == 2 {
                Color::Black
            } else {
                Color::Red
            })
        };
        let games: Vec<Game> = (0..schedule.len())
            .filter_map(|number| schedule.game(number))
            .collect();
        let mut standings = Standings::new(&settings);
        let mut backwards = Standings::new(&settings);
        for game in &games {
            standings.add(game, outcome(game));
        }
        for game in games.iter().rev() {
            backwards.add(game, outcome(game));
        }
        let score = standings.between(0, 1).unwrap();
        assert_eq!((score.tally.wins, score.tally.losses), (2, 2));
        assert_eq!((score.with_red.wins, score.with_red.losses), (2, 0));
        assert_eq!(score.pairs.counts, [0, 0, 2, 0, 0]);
        assert_eq!(score.drawn_pairs, 0);
        let best = standings.between(2, 0).unwrap();
        assert_eq!(best.pairs.counts, [0, 0, 0, 0, 2]);
        assert_eq!(best.with_red.wins, 2);
        assert_eq!(standings.of(2).tally.wins, 8);
        assert_eq!(standings.ranking()[0], 2);
        assert_eq!(standings.games(), 12);
        for (pair, score) in standings.pairs() {
            assert_eq!(backwards.between(pair.0, pair.1), Some(*score));
        }
    }
}
