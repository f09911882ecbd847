//! Games that are ended early: both see little, or one sees itself lost.

use super::{DrawRule, ResignRule};
use crate::analysis::Score;
use crate::board::{ByColor, Color};
use crate::position::Outcome;

/// A score beyond this counts as one of this size, in centipawns, as does a mate.
const MOST: i32 = 1_000_000;

/// Watches the scores of a game. A score is that of the side which moves.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    /// How many plies in a row were close to level.
    level: u32,
    /// How often in a row each side saw itself lost.
    lost: ByColor<u32>,
    /// How often in a row each side saw itself winning.
    won: ByColor<u32>,
}

impl Adjudicator {
    /// Begins a game.
    #[must_use]
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Self {
        Self {
            draw,
            resign,
            ..Self::default()
        }
    }

    /// Takes the score that `mover` told with its move, in a full move of this number, and ends the game if the rules
    /// say so. A move without a score breaks every row.
    pub fn note(
        &mut self,
        mover: Color,
        score: Option<Score>,
        move_number: u32,
    ) -> Option<Outcome> {
        let score = score.map(centipawns);
        if let Some(rule) = self.draw {
            let is_level = score.is_some_and(|score| score.unsigned_abs() <= rule.score);
            self.level = if is_level { self.level + 1 } else { 0 };
            if self.level >= rule.movecount.max(1).saturating_mul(2)
                && move_number >= rule.movenumber
            {
                return Some(Outcome::Draw);
            }
        }
        let rule = self.resign?;
        let least = i32::try_from(rule.score).map_or(MOST, |score| score.min(MOST));
        let next = |holds: bool, row: u32| if holds { row + 1 } else { 0 };
        self.lost[mover] = next(score.is_some_and(|score| score <= -least), self.lost[mover]);
        self.won[mover] = next(score.is_some_and(|score| score >= least), self.won[mover]);
        let loser = Color::ALL.into_iter().find(|side| {
            let needed = rule.movecount.max(1);
            self.lost[*side] >= needed && (!rule.twosided || self.won[!*side] >= needed)
        })?;
        Some(Outcome::Win(!loser))
    }
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score.clamp(-MOST, MOST),
        mate => mate.ucci().signum() * MOST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays scores, each of the side to move, from red on; gives the outcome and the ply of it.
    fn play(mut adjudicator: Adjudicator, scores: &[i32]) -> Option<(usize, Outcome)> {
        scores.iter().enumerate().find_map(|(ply, score)| {
            let mover = if ply % 2 == 0 {
                Color::Red
            } else {
                Color::Black
            };
            let number = ply as u32 / 2 + 1;
            let outcome = adjudicator.note(mover, Some(Score::Centipawns(*score)), number)?;
            Some((ply, outcome))
        })
    }

    #[test]
    fn a_draw_needs_both_for_so_many_moves_and_a_late_enough_move() {
        let rule = DrawRule {
            movenumber: 3,
            movecount: 2,
            score: 10,
        };
        let adjudicator = Adjudicator::new(Some(rule), None);
        assert_eq!(
            play(adjudicator.clone(), &[0; 20]),
            Some((4, Outcome::Draw))
        );
        let broken = [0, 0, 10, -10, 11, 0, 0, 0, 0];
        assert_eq!(play(adjudicator.clone(), &broken), Some((8, Outcome::Draw)));
        assert_eq!(play(adjudicator, &[50; 20]), None);
    }

    #[test]
    fn a_side_resigns_alone_or_if_the_other_agrees() {
        let rule = ResignRule {
            movecount: 2,
            score: 500,
            twosided: false,
        };
        let lost = [-500, 0, -600, 0, -700];
        let one = Adjudicator::new(None, Some(rule));
        assert_eq!(play(one, &lost), Some((2, Outcome::Win(Color::Black))));
        let two = Adjudicator::new(
            None,
            Some(ResignRule {
                twosided: true,
                ..rule
            }),
        );
        assert_eq!(play(two.clone(), &lost), None);
        let both = [-500, 600, -600, 0, -700, 700, -700, 800];
        assert_eq!(play(two, &both), Some((7, Outcome::Win(Color::Black))));
    }

    #[test]
    fn a_mate_is_enough_for_every_score() {
        for score in [0, 500, 1_000_000, 1_000_001, i32::MAX as u32, u32::MAX] {
            let rule = ResignRule {
                movecount: 1,
                score,
                twosided: false,
            };
            for mover in Color::ALL {
                let mut adjudicator = Adjudicator::new(None, Some(rule));
                let outcome = adjudicator.note(mover, Some(Score::MatedIn(2)), 1);
                assert_eq!(outcome, Some(Outcome::Win(!mover)), "{score}");
            }
        }
    }

    #[test]
    fn a_mate_counts_and_a_move_without_a_score_breaks_the_row() {
        let rule = ResignRule {
            movecount: 2,
            score: 500,
            twosided: false,
        };
        let mut adjudicator = Adjudicator::new(None, Some(rule));
        let mated = Some(Score::from_mate_moves(-3));
        assert_eq!(adjudicator.note(Color::Red, mated, 1), None);
        assert_eq!(adjudicator.note(Color::Red, None, 2), None);
        assert_eq!(adjudicator.note(Color::Red, mated, 3), None);
        assert_eq!(
            adjudicator.note(Color::Red, mated, 4),
            Some(Outcome::Win(Color::Black))
        );
    }
}
