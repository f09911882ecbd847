//! How a run went, gathered game by game for its charts.

use std::collections::BTreeMap;

use super::game_story::GameStory;
use super::rating::{Rating, TestState};
use super::terminal::View;
use crate::board::Color;
use crate::stats::Estimate;

/// How many points a curve has at most; beyond it every other one is left out.
const MOST_POINTS: usize = 400;

/// The plies of one bar of the lengths of games.
pub(super) const LENGTH_STEP: usize = 20;

/// The moves of one point of the time used.
pub(super) const TIME_STEP: usize = 5;

/// The strengths after some games.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Point {
    /// The number of games that were over.
    pub(super) games: usize,
    /// Logistic Elo as far as it is known: of the first of two engines, or of each if there are more.
    pub(super) elo: Vec<Option<Estimate>>,
    /// The log-likelihood ratio of the test.
    pub(super) llr: Option<f64>,
}

/// A sum and of how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Mean {
    sum: u64,
    count: u64,
}

impl Mean {
    const fn add(&mut self, value: u64) {
        self.sum = self.sum.saturating_add(value);
        self.count += 1;
    }

    /// Gives the mean; 0 of nothing.
    pub(super) const fn value(self) -> f64 {
        match self.count {
            0 => 0.0,
            count => self.sum as f64 / count as f64,
        }
    }
}

/// What charts show.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The curves.
    pub(super) points: Vec<Point>,
    /// Every how many games have a point.
    stride: usize,
    /// How many games were as long as so many times [`LENGTH_STEP`].
    pub(super) lengths: BTreeMap<usize, u64>,
    /// For each engine the microseconds of a move, by its number divided by [`TIME_STEP`].
    pub(super) times: Vec<BTreeMap<usize, Mean>>,
    /// For each engine the microseconds of all its moves.
    pub(super) all_times: Vec<Mean>,
}

impl Course {
    /// Begins a run.
    pub(super) fn new(engines: usize) -> Self {
        Self {
            points: Vec::new(),
            stride: 1,
            lengths: BTreeMap::new(),
            times: vec![BTreeMap::new(); engines],
            all_times: vec![Mean::default(); engines],
        }
    }

    /// Takes a game that is over; the view is that after it.
    pub(super) fn add(&mut self, story: &GameStory, view: View<'_>) {
        *self.lengths.entry(story.plies() / LENGTH_STEP).or_default() += 1;
        self.add_times(story, view);
        let games = view.standings.games();
        if !games.is_multiple_of(self.stride) {
            return;
        }
        let engines = view.plan.settings.engines.len();
        let shown = if view.is_match() { 1 } else { engines };
        let elo = |engine| Rating::of(&view.standings.of(engine)).elo;
        self.points.push(Point {
            games,
            elo: (0..shown).map(elo).collect(),
            llr: TestState::of(view.plan, view.standings).map(|state| state.llr),
        });
        if self.points.len() > MOST_POINTS {
            self.stride *= 2;
            self.points
                .retain(|point| point.games.is_multiple_of(self.stride));
        }
    }

    fn add_times(&mut self, story: &GameStory, view: View<'_>) {
        let Some(game) = view.plan.schedule.game(story.start.game) else {
            return;
        };
        let is_black_first = story.start.fen.split(' ').nth(1) == Some("b");
        let opening = story.start.moves.len();
        for (index, entry) in story.moves.iter().enumerate() {
            let ply = opening + index;
            let is_red = ply.is_multiple_of(2) != is_black_first;
            let color = if is_red { Color::Red } else { Color::Black };
            let engine = game.players[color];
            let move_number = ply / 2;
            if let (Some(times), Some(all)) =
                (self.times.get_mut(engine), self.all_times.get_mut(engine))
            {
                times
                    .entry(move_number / TIME_STEP)
                    .or_default()
                    .add(entry.us);
                all.add(entry.us);
            }
        }
    }
}
