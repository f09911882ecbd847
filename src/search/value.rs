//! The integers a search reckons with, and what they mean outside.
//!
//! From the best: a mate `n` plies from the root is `MATE - n`; an end by the rules of repetition is `RULE_WIN - n`,
//! always less than any mate; everything nearer to 0 is centipawns.

use crate::analysis::Score;
use crate::board::Color;

/// Deepest line, in plies from the root.
pub(super) const MAX_PLY: usize = 128;

/// Beyond every score.
pub(super) const INFINITE: i32 = 32_500;

/// A mate on the board, seen by the winner.
const MATE: i32 = 32_000;

/// A win because the opponent's repetition is forbidden.
const RULE_WIN: i32 = 31_500;

/// Longest distance in plies that either kind of win tells.
const LONGEST: i32 = 256;

/// The most that an evaluation may say.
pub(super) const EVALUATION_MOST: i32 = 30_000;

/// Gives the score of the side that is mated `ply` plies from the root.
pub(super) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Gives the score of the side that mates `ply` plies from the root.
pub(super) const fn mates_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Gives the score of the side that loses by the rules `ply` plies from the root.
pub(super) const fn rule_loss_in(ply: usize) -> i32 {
    ply as i32 - RULE_WIN
}

/// Tells whether the game ends by force: by mate or by the rules.
pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() >= RULE_WIN - LONGEST
}

/// Tells whether the game is lost by force.
pub(super) const fn is_loss(value: i32) -> bool {
    value < 0 && is_decided(value)
}

/// Tells whether a value is a mate on the board, for either side.
pub(super) const fn is_mate(value: i32) -> bool {
    value.abs() >= MATE - LONGEST
}

/// Tells whether a value is an end by the rules, which holds for this line only and not for its last position.
pub(super) const fn is_rule_end(value: i32) -> bool {
    is_decided(value) && !is_mate(value)
}

/// Tells which side loses by the rules if the value, of the side to move, is an end by them.
pub(super) fn loser_by_rules(value: i32, turn: Color) -> Option<Color> {
    is_rule_end(value).then_some(if value < 0 { turn } else { !turn })
}

/// Gives a value found `ply` plies from the root as the table keeps it: what ends the game, counted from there.
pub(super) const fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if !is_decided(value) => value,
        0.. => value + ply as i32,
        _ => value - ply as i32,
    }
}

/// Undoes [`to_table`] at a position `ply` plies from the root.
pub(super) const fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if !is_decided(value) => value,
        0.. => value - ply as i32,
        _ => value + ply as i32,
    }
}

/// Gives the score to tell.
pub(super) fn to_score(value: i32) -> Score {
    match value {
        _ if !is_mate(value) => Score::Centipawns(value),
        0.. => Score::MatesIn((MATE - value).unsigned_abs()),
        _ => Score::MatedIn((value + MATE).unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_scores_keep_apart() {
        for ply in [0, 1, 77, MAX_PLY - 1] {
            for (value, decided, mate) in [
                (mated_in(ply), true, true),
                (mates_in(ply), true, true),
                (rule_loss_in(ply), true, false),
                (EVALUATION_MOST, false, false),
                (0, false, false),
            ] {
                assert_eq!((is_decided(value), is_mate(value)), (decided, mate));
                assert_eq!(is_rule_end(value), decided && !mate);
                let loser = (decided && !mate).then_some(Color::Red);
                assert_eq!(loser_by_rules(value, Color::Red), loser);
                assert_eq!(loser_by_rules(-value, Color::Black), loser);
                assert_eq!(from_table(to_table(value, ply), ply), value);
                assert_eq!(is_mate(to_table(value, ply)), mate);
                assert_eq!(to_score(value).is_mate(), mate);
            }
        }
        assert!(-rule_loss_in(0) < mates_in(MAX_PLY));
        assert!(i16::try_from(INFINITE).is_ok());
    }

    #[test]
    fn a_mate_stands_nearer_seen_from_a_later_ply() {
        assert_eq!(to_score(mates_in(5)), Score::MatesIn(5));
        assert_eq!(to_score(mated_in(4)), Score::MatedIn(4));
        // Found at ply 2, five plies from the root: three plies from there; met again at ply 6 it is nine away.
        assert_eq!(from_table(to_table(mates_in(5), 2), 6), mates_in(9));
    }
}
