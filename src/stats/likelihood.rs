//! Most likely distributions: of all that keep a condition, the one under which what was seen is most probable.
//!
//! Both conditions are van den Bergh's, *Comments on Normalized Elo* and *Maximum likelihood estimation for multinomial
//! distributions with fixed expectation value*; fishtest and fastchess compute the same.

use arrayvec::ArrayVec;

/// One value of a discrete distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Atom {
    /// The value.
    pub(super) score: f64,
    /// Its probability.
    pub(super) probability: f64,
}

/// A discrete distribution; its scores run from 0 to 1.
pub(super) type Distribution = ArrayVec<Atom, 5>;

/// Two rounds of an approximation this close end it.
const TOLERANCE: f64 = 1e-13;

/// How many rounds an approximation gets at most; a handful is the rule.
const MAX_ROUNDS: usize = 200;

/// Gives the most likely distribution with the average score `mean`, which lies between 0 and 1.
///
/// Every probability of `seen` must be above 0.
pub(super) fn with_mean(seen: &Distribution, mean: f64) -> Distribution {
    with_average_of_zero(seen, |score| score - mean)
}

/// Gives the most likely distribution whose average score lies `distance` of its own standard deviations above ½.
///
/// Every probability of `seen` must be above 0, and `distance` so small that a distribution can be found: between −0.9
/// and 0.9.
///
/// At the solution, with average m and deviation σ, the condition has the derivative `s − ½ − distance · σ ·
/// (1 + ((m − s) / σ)²) / 2` by the probability of the score s, up to a constant. So the solution is also the most
/// likely distribution that makes the average of this expression 0, and taking m and σ from the last approximation
/// gives a better one. The first has all scores equally often.
pub(super) fn with_distance(seen: &Distribution, distance: f64) -> Distribution {
    let mut found = seen.clone();
    for atom in &mut found {
        atom.probability = 1.0 / seen.len() as f64;
    }
    for _ in 0..MAX_ROUNDS {
        let mean = average(&found, |score| score);
        let deviation = average(&found, |score| (score - mean).powi(2)).sqrt();
        let next = with_average_of_zero(seen, |score| {
            let off = (score - mean) / deviation;
            score - 0.5 - distance * deviation * (1.0 + off * off) / 2.0
        });
        let pairs = found.iter().zip(&next);
        let moved = pairs.map(|(old, new)| (old.probability - new.probability).abs());
        let is_close = moved.fold(0.0, f64::max) < TOLERANCE;
        found = next;
        if is_close {
            break;
        }
    }
    found
}

/// Gives the average of a function of the score.
fn average(distribution: &Distribution, value: impl Fn(f64) -> f64) -> f64 {
    let terms = distribution
        .iter()
        .map(|atom| atom.probability * value(atom.score));
    terms.sum()
}

/// Gives the most likely distribution under which `value` is 0 on average. `value` must be above 0 for some score and
/// below 0 for another.
///
/// By Lagrange it has the probabilities `p / (1 + x · value)` with the one x that makes the average 0 and leaves all
/// of them positive. As the average falls with x, Newton's steps find it, and halving where they lead too far.
fn with_average_of_zero(seen: &Distribution, value: impl Fn(f64) -> f64) -> Distribution {
    let values: ArrayVec<f64, 5> = seen.iter().map(|atom| value(atom.score)).collect();
    let largest = values.iter().copied().fold(0.0, f64::max);
    let smallest = values.iter().copied().fold(0.0, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let mut x = 0.0;
    for _ in 0..MAX_ROUNDS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (atom, value) in seen.iter().zip(&values) {
            let ratio = value / (1.0 + x * value);
            sum += atom.probability * ratio;
            slope -= atom.probability * ratio * ratio;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let mut next = x - sum / slope;
        if !(low < next && next < high) {
            next = f64::midpoint(low, high);
        }
        let step = (next - x).abs();
        x = next;
        if step <= f64::EPSILON * x.abs() {
            break;
        }
    }
    let mut found = seen.clone();
    for (atom, value) in found.iter_mut().zip(&values) {
        atom.probability /= 1.0 + x * value;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distribution(counts: &[f64]) -> Distribution {
        let total: f64 = counts.iter().sum();
        let cells = counts.iter().enumerate();
        cells
            .map(|(index, count)| Atom {
                score: index as f64 / (counts.len() - 1) as f64,
                probability: count / total,
            })
            .collect()
    }

    /// Every sample of three or five cells with these counts.
    fn samples() -> Vec<Distribution> {
        const COUNTS: [f64; 4] = [1e-3, 1.0, 30.0, 1e5];
        let mut samples = Vec::new();
        for cells in [3_u32, 5] {
            for number in 0..4_usize.pow(cells) {
                let counts = (0..cells).map(|cell| COUNTS[number >> (2 * cell) & 3]);
                samples.push(distribution(&counts.collect::<Vec<_>>()));
            }
        }
        samples
    }

    fn total(distribution: &Distribution) -> f64 {
        average(distribution, |_| 1.0)
    }

    fn likelihood(seen: &Distribution, of: &Distribution) -> f64 {
        let pairs = seen.iter().zip(of);
        pairs
            .map(|(seen, of)| seen.probability * of.probability.ln())
            .sum()
    }

    fn mean_and_distance(found: &Distribution) -> (f64, f64) {
        let mean = average(found, |score| score);
        let deviation = average(found, |score| (score - mean).powi(2)).sqrt();
        (mean, (mean - 0.5) / deviation)
    }

    #[test]
    fn what_is_found_is_a_distribution_that_keeps_the_condition() {
        for seen in samples() {
            for mean in [0.2, 0.5, 0.51, 0.7] {
                let found = with_mean(&seen, mean);
                assert!((total(&found) - 1.0).abs() < 1e-7, "{seen:?} {found:?}");
                assert!((mean_and_distance(&found).0 - mean).abs() < 1e-7);
            }
            for distance in [-0.82, 0.0, 0.01, 0.4, 0.82] {
                let found = with_distance(&seen, distance);
                assert!((total(&found) - 1.0).abs() < 1e-7, "{seen:?} {found:?}");
                assert!((mean_and_distance(&found).1 - distance).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn a_condition_that_holds_already_changes_nothing() {
        for seen in samples() {
            let (mean, distance) = mean_and_distance(&seen);
            let mut found = vec![with_mean(&seen, mean)];
            if distance.abs() < 0.8 {
                found.push(with_distance(&seen, distance));
            }
            for found in found {
                assert!((likelihood(&seen, &found) - likelihood(&seen, &seen)).abs() < 1e-9);
            }
        }
    }

    /// With a wins-over-losses surplus of δ, the share l of losses makes `ln l`, `ln (l + δ)` and `ln (1 − 2l − δ)`,
    /// weighted by what was seen, greatest at the root of a quadratic.
    #[test]
    fn three_cells_have_a_closed_form() {
        for (counts, mean) in [([1.0, 2.0, 1.0], 0.625), ([30.0, 5.0, 90.0], 0.4)] {
            let seen = distribution(&counts);
            let [losses, draws, wins] = [0, 1, 2].map(|cell: usize| seen[cell].probability);
            let surplus = 2.0 * mean - 1.0;
            let linear = (losses + wins) * (1.0 - surplus) - 2.0 * surplus * (losses + draws);
            let constant = losses * surplus * (1.0 - surplus);
            let root = (linear + (linear * linear + 8.0 * constant).sqrt()) / 4.0;
            let found = with_mean(&seen, mean);
            assert!((found[0].probability - root).abs() < 1e-12, "{found:?}");
            assert!((found[2].probability - root - surplus).abs() < 1e-12);
        }
    }
}
