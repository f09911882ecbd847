//! Draws and resignations: offered and accepted only when an option says so.

use std::collections::VecDeque;

use crate::analysis::Score;

/// How many of its own last moves the engine looks back on.
const MEMORY: usize = 8;
/// An offered draw is taken if the engine does not stand better than this, in centipawns.
const ACCEPTABLE: i32 = 10;
/// A draw is offered if the engine's last scores, [`MEMORY`] of them, all lie within this, in centipawns.
const LEVEL: i32 = 10;
/// The engine resigns if its last three scores were all below this, in centipawns.
const LOST: i32 = -1500;

/// Tells whether an offered draw is taken by who sees itself at this score.
#[must_use]
pub fn takes_draw(score: Score) -> bool {
    score.ucci() <= ACCEPTABLE
}

/// What goes with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Offer {
    pub(super) draw: bool,
    pub(super) resign: bool,
}

/// The engine's last scores and what it may do about them.
#[derive(Debug, Default)]
pub(super) struct Offers {
    /// Whether draws are offered and accepted.
    pub(super) draws: bool,
    /// Whether lost games are resigned.
    pub(super) resigns: bool,
    scores: VecDeque<i32>,
}

impl Offers {
    /// Forgets the scores, for a new game.
    pub(super) fn reset(&mut self) {
        self.scores.clear();
    }

    /// Notes the score of a move about to be played and tells what goes with it. Of two draw offers a whole memory of
    /// moves lies between.
    pub(super) fn decide(&mut self, score: Score, draw_offered: bool) -> Offer {
        let is_taken = draw_offered && takes_draw(score);
        let score = score.ucci();
        if self.scores.len() == MEMORY {
            self.scores.pop_front();
        }
        self.scores.push_back(score);
        let is_level =
            self.scores.len() == MEMORY && self.scores.iter().all(|score| score.abs() <= LEVEL);
        let is_lost =
            self.scores.len() >= 3 && self.scores.iter().rev().take(3).all(|score| *score < LOST);
        let resign = self.resigns && is_lost;
        let draw = self.draws && !resign && (is_taken || is_level);
        if draw {
            self.scores.clear();
        }
        Offer { draw, resign }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(offers: &mut Offers, scores: &[i32], offered: bool) -> Vec<(bool, bool)> {
        let mut one = |score: &i32| offers.decide(Score::Centipawns(*score), offered);
        scores
            .iter()
            .map(&mut one)
            .map(|offer| (offer.draw, offer.resign))
            .collect()
    }

    #[test]
    fn nothing_is_offered_unless_an_option_says_so() {
        let mut offers = Offers::default();
        assert!(
            decide(&mut offers, &[0; 20], true)
                .iter()
                .all(|offer| *offer == (false, false))
        );
        assert!(
            decide(&mut offers, &[-9000; 20], true)
                .iter()
                .all(|offer| *offer == (false, false))
        );
    }

    #[test]
    fn draws_are_taken_when_not_better_and_offered_when_level() {
        let mut offers = Offers {
            draws: true,
            ..Offers::default()
        };
        assert_eq!(
            decide(&mut offers, &[10, 11], true),
            [(true, false), (false, false)]
        );
        offers.reset();
        let told = decide(&mut offers, &[3; 16], false);
        let at: Vec<_> = (0..16).filter(|index| told[*index].0).collect();
        assert_eq!(at, [7, 15]);
    }

    #[test]
    fn three_lost_scores_resign() {
        let mut offers = Offers {
            resigns: true,
            ..Offers::default()
        };
        let told = decide(&mut offers, &[-1600, -1400, -1600, -1600, -1501], false);
        assert_eq!(
            told.iter().map(|offer| offer.1).collect::<Vec<_>>(),
            [false, false, false, false, true]
        );
    }
}
