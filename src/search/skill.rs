//! Play below full strength that still looks like play.
//!
//! A weak level sees less far and is content with a move that is nearly as good as the best it sees. It never picks a
//! move that it sees losing more than its margin, so it does not give pieces away at random.

use super::deepening::RootMove;
use super::options::SKILL_MOST;
use crate::position::Move;

/// How many moves a weak level chooses among.
pub(super) const CANDIDATES: usize = 4;

/// Gives the most nodes that a level looks at, a third more from level to level; `None` at the top. From half strength on
/// they are enough to see what a blunder costs.
pub(super) fn horizon(level: u32) -> Option<u64> {
    (level < SKILL_MOST).then(|| (0..level).fold(1_000, |nodes, _| nodes * 4 / 3))
}

/// Picks the move to play among the best ones, which are sorted; the best if the level is the top.
pub(super) fn pick(roots: &[RootMove], level: u32, seed: u64) -> Option<usize> {
    let best = roots.first()?;
    if level >= SKILL_MOST {
        return Some(0);
    }
    let margin = (2 * (SKILL_MOST - level).pow(2) / 3) as i32;
    let weights: Vec<u64> = roots
        .iter()
        .take(CANDIDATES)
        .map(|root| (margin - (best.value() - root.value())).max(0) as u64)
        .collect();
    Some(draw(&weights, seed ^ variety(&best.variation)))
}

/// Draws one of several things by their weights: the same by the same seed; the first if no weight is above 0.
pub(super) fn draw(weights: &[u64], seed: u64) -> usize {
    let mut choice = mix(seed) % weights.iter().sum::<u64>().max(1);
    let chosen = weights.iter().position(|weight| {
        let is_chosen = choice < *weight;
        choice = choice.saturating_sub(*weight);
        is_chosen
    });
    chosen.unwrap_or(0)
}

/// A number that differs from position to position.
fn variety(moves: &[Move]) -> u64 {
    moves
        .iter()
        .fold(0, |sum: u64, mv| mix(sum ^ u64::from(mv.bits())))
}

/// Scatters the bits of a number (SplitMix64's output function).
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn roots(values: &[i32]) -> Vec<RootMove> {
        Position::start()
            .legal_moves()
            .into_iter()
            .zip(values)
            .map(|(mv, value)| RootMove::with_value(mv, *value))
            .collect()
    }

    #[test]
    fn the_top_level_plays_the_best_and_the_others_something_close() {
        let roots = roots(&[50, 45, 20, -400]);
        let mut seen = [0; 4];
        for seed in 0..300 {
            assert_eq!(pick(&roots, SKILL_MOST, seed), Some(0));
            let number = pick(&roots, 10, seed).unwrap();
            assert_eq!(pick(&roots, 10, seed), Some(number));
            seen[number] += 1;
        }
        assert!(seen[0] > seen[2] && seen[2] > 0, "{seen:?}");
        assert_eq!(seen[3], 0);
        assert_eq!(pick(&[], 3, 0), None);
    }

    #[test]
    fn a_higher_level_sees_further() {
        assert!(
            (0..SKILL_MOST)
                .map(|level| horizon(level).unwrap())
                .is_sorted()
        );
        assert_eq!(horizon(SKILL_MOST), None);
    }
}
