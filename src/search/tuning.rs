//! The hand-made evaluation as a function of its weights, for a fit of them.
//!
//! A position's [`Features`] are the weights that the evaluation takes in it and how often it takes them. While neither
//! side's chance to win what it is ahead changes, the evaluation is a linear function of them.

use std::fmt::{self, Display, Formatter};

use super::evaluate;
use super::piece_square::{self, Balance, FULL_PHASE};
use super::terms::{Group, Half, Sink, Tapered, Weights};
use super::weights::WEIGHTS;
use crate::board::PieceType;
use crate::position::Position;

/// A weight for the middle game and one for the endgame, by their numbers, and how often they are taken.
#[derive(Clone, Copy, Debug)]
struct Term {
    middle: u16,
    end: u16,
    times: i16,
}

/// What the evaluation of a position takes.
#[derive(Clone, Debug)]
pub struct Features {
    /// For the side to move; what its opponent has counts less than nothing.
    terms: Box<[Term]>,
    /// The number of the weight for having the move.
    tempo: u16,
    /// The share of the middle game.
    phase: f32,
    /// How much of an advantage of the side to move, and of its opponent, can be turned into a win.
    chances: [f32; 2],
}

/// Keeps which weights are taken.
struct Counter<'a> {
    /// Weights that are their own numbers.
    numbers: &'a Weights,
    /// 1, or -1 for the opponent.
    sign: i32,
    taken: Vec<(Tapered, i32)>,
}

impl Sink for Counter<'_> {
    fn add(&mut self, times: i32, weight: impl Fn(&Weights) -> Tapered) {
        self.taken.push((weight(self.numbers), self.sign * times));
    }
}

/// Gives how much of an advantage of the side to move, and of its opponent, can be turned into a win: what either evaluation
/// is multiplied by, 0 to 1.
#[must_use]
pub fn winning_chances(position: &Position) -> [f32; 2] {
    let balance = Balance::of(position.board());
    let turn = position.turn();
    [turn, !turn].map(|side| evaluate::winning_chance(balance, side) as f32 / 16.0)
}

impl Features {
    /// Finds what the evaluation of a position takes.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let balance = Balance::of(position.board());
        let turn = position.turn();
        let mut numbers = WEIGHTS.clone();
        (numbers.numbers().zip(0..)).for_each(|(weight, number)| *weight = number);
        let mut counter = Counter {
            numbers: &numbers,
            sign: 1,
            taken: Vec::new(),
        };
        for side in [turn, !turn] {
            counter.sign = if side == turn { 1 } else { -1 };
            piece_square::tell(position.board(), side, &mut counter);
            evaluate::tell(position, balance, side, &mut counter);
        }
        let mut taken = counter.taken;
        taken.sort_unstable_by_key(|(weight, _)| weight.middle);
        let terms = taken.chunk_by(|(one, _), (other, _)| one == other);
        let terms = terms.map(|same| Term {
            middle: same[0].0.middle as u16,
            end: same[0].0.end as u16,
            times: same.iter().map(|(_, times)| *times as i16).sum(),
        });
        let phase = balance.phase.clamp(0, FULL_PHASE);
        Self {
            terms: terms.filter(|term| term.times != 0).collect(),
            tempo: numbers.tempo as u16,
            phase: phase as f32 / FULL_PHASE as f32,
            chances: winning_chances(position),
        }
    }

    /// Gives the evaluation with these weights in the order of [`weights`], in centipawns for the side to move, before it
    /// is rounded.
    #[must_use]
    pub fn evaluation(&self, weights: &[f32]) -> f32 {
        let worth = self.worth(weights);
        worth * self.chance(worth) + weights[usize::from(self.tempo)]
    }

    /// Adds to each weight's place in `gradient` what the evaluation changes by with it, times `factor`.
    pub fn add_gradient(&self, weights: &[f32], factor: f32, gradient: &mut [f32]) {
        gradient[usize::from(self.tempo)] += factor;
        let factor = factor * self.chance(self.worth(weights));
        for term in &self.terms {
            let times = factor * f32::from(term.times);
            gradient[usize::from(term.middle)] += times * self.phase;
            gradient[usize::from(term.end)] += times * (1.0 - self.phase);
        }
    }

    fn worth(&self, weights: &[f32]) -> f32 {
        let of_term = |term: &Term| {
            let middle = weights[usize::from(term.middle)] * self.phase;
            let end = weights[usize::from(term.end)] * (1.0 - self.phase);
            f32::from(term.times) * (middle + end)
        };
        self.terms.iter().map(of_term).sum()
    }

    const fn chance(&self, worth: f32) -> f32 {
        self.chances[if worth > 0.0 { 0 } else { 1 }]
    }
}

/// Gives the weights that the evaluation reckons with, in centipawns.
#[must_use]
pub fn weights() -> Vec<i32> {
    WEIGHTS.clone().numbers().map(|number| *number).collect()
}

/// Writes the source of these weights, in the order of [`weights()`], the file `weights.rs` beside this one; `fitted` are
/// lines that tell where they come from. Weights that are missing stay as they are.
#[must_use]
pub fn source(weights: &[i32], fitted: &str) -> String {
    let mut all = WEIGHTS.clone();
    (all.numbers().zip(weights)).for_each(|(number, weight)| *number = *weight);
    let fitted: String = fitted.lines().map(|line| format!("//! {line}\n")).collect();
    format!(
        "//! The weights of the evaluation, in centipawns, as `engines/tuner.rs` writes them.
//!
{fitted}
use super::terms::{{Weights, tapered}};

/// What the evaluation reckons with.
pub(super) static WEIGHTS: Weights = {all};
"
    )
}

/// As Rust source that rustfmt leaves as it is.
impl Display for Weights {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "Weights {{")?;
        for (name, group) in self.clone().groups() {
            write!(f, "    {name}: ")?;
            match group {
                Group::Plain(number) => write!(f, "{number}")?,
                Group::One(worth) => write!(f, "{worth}")?,
                Group::List(list) => {
                    writeln!(f, "[")?;
                    list.iter()
                        .try_for_each(|worth| writeln!(f, "        {worth},"))?;
                    write!(f, "    ]")?;
                }
                Group::Places(kinds) => {
                    writeln!(f, "[")?;
                    for (kind, places) in PieceType::ALL.iter().zip(kinds) {
                        writeln!(f, "        // {kind:?}.\n        [")?;
                        places.iter().try_for_each(|half| write_half(half, f))?;
                        writeln!(f, "        ],")?;
                    }
                    write!(f, "    ]")?;
                }
            }
            writeln!(f, ",")?;
        }
        write!(f, "}}")
    }
}

impl Display for Tapered {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "tapered({}, {})", self.middle, self.end)
    }
}

fn write_half(half: &Half, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "            [")?;
    for row in half {
        writeln!(f, "                {row:?},")?;
    }
    writeln!(f, "            ],")
}

#[cfg(test)]
mod tests {
    use super::super::bench_positions::positions;
    use super::super::evaluate::{conclude, static_evaluation};
    use super::*;
    use crate::board::{Color, Piece, Square};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_present_weights_give_the_present_source() {
        let present = include_str!("weights.rs");
        let fitted: Vec<&str> = (present.lines().skip(2))
            .map_while(|line| line.strip_prefix("//! "))
            .collect();
        assert_eq!(source(&weights(), &fitted.join("\n")), present);
        assert_eq!(source(&[], &fitted.join("\n")), present);
    }

    #[test]
    fn the_evaluation_is_the_sum_of_what_it_takes() {
        let whole = weights();
        let fractions: Vec<f32> = whole.iter().map(|weight| *weight as f32).collect();
        for start in positions() {
            for mv in start.legal_moves() {
                let mut position = start.clone();
                let _ = position.play_unchecked(mv);
                let features = Features::of(&position);
                let mut worth = Tapered::default();
                for term in &features.terms {
                    worth.middle += whole[usize::from(term.middle)] * i32::from(term.times);
                    worth.end += whole[usize::from(term.end)] * i32::from(term.times);
                }
                if position.turn() == Color::Black {
                    worth = worth * -1;
                }
                let value = static_evaluation(&position);
                let balance = Balance::of(position.board());
                assert_eq!(conclude(worth, &position, balance), value, "{position}");
                // Both divisions leave something.
                let whole = features.evaluation(&fractions);
                assert!((whole - value as f32).abs() < 2.0, "{position}: {whole}");
            }
        }
    }

    #[test]
    fn the_gradient_tells_what_a_weight_changes() {
        let weights: Vec<f32> = weights().iter().map(|weight| *weight as f32).collect();
        for position in positions() {
            let features = Features::of(&position);
            let mut gradient = vec![0.0; weights.len()];
            features.add_gradient(&weights, 2.0, &mut gradient);
            let before = features.evaluation(&weights);
            for (number, slope) in gradient.iter().enumerate() {
                let mut changed = weights.clone();
                changed[number] += 1.0;
                let change = features.evaluation(&changed) - before;
                assert!((change * 2.0 - slope).abs() < 0.01, "{position}: {number}");
            }
        }
    }

    /// Puts men at random where they may stand, few or many, and a king on each side.
    fn scatter(random: &mut ChaCha8Rng) -> Option<Position> {
        let share = random.random_range(0.0..1.0);
        let mut board = [None; Square::COUNT];
        for piece in Piece::ALL {
            let kind = piece.kind();
            let homes: Vec<Square> = Square::all()
                .filter(|square| square.is_reachable(piece.color(), kind))
                .collect();
            for _ in 0..kind.full_count() {
                let home = homes[random.random_range(0..homes.len())].index();
                if kind == PieceType::King || board[home].is_none() && random.random_bool(share) {
                    board[home] = Some(piece);
                }
            }
        }
        let rank = |rank: usize| -> String {
            let row = board[rank * 9..][..9].iter();
            row.map(|piece| piece.map_or('1', Piece::letter)).collect()
        };
        let ranks: Vec<String> = (0..10).rev().map(rank).collect();
        let turn = if random.random_bool(0.5) { 'w' } else { 'b' };
        Position::from_fen(&format!("{} {turn}", ranks.join("/"))).ok()
    }

    #[test]
    fn every_weight_is_taken_somewhere() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let mut taken = vec![false; weights().len()];
        for position in (0..20_000).filter_map(|_| scatter(&mut random)) {
            let features = Features::of(&position);
            taken[usize::from(features.tempo)] = true;
            for term in &features.terms {
                taken[usize::from(term.middle)] = true;
                taken[usize::from(term.end)] = true;
            }
        }
        let mut numbers = WEIGHTS.clone();
        (numbers.numbers().zip(0..)).for_each(|(weight, number)| *weight = number);
        // Both sides have a king, and no piece stands where it cannot come to.
        let mut never = vec![numbers.material[0]];
        for (kind, rank, file) in (0..7).flat_map(|kind| {
            (0..10).flat_map(move |rank| (0..5).map(move |file| (kind, rank, file)))
        }) {
            let square = Square::new(file as u8, rank as u8).unwrap();
            if !square.is_reachable(Color::Red, PieceType::ALL[kind]) {
                never.push(numbers.place(kind, file, rank));
            }
        }
        for worth in never {
            assert!(!taken[worth.middle as usize] && !taken[worth.end as usize]);
            taken[worth.middle as usize] = true;
            taken[worth.end as usize] = true;
        }
        let missing: Vec<usize> = (0..taken.len()).filter(|number| !taken[*number]).collect();
        assert!(missing.is_empty(), "{missing:?} of {numbers}");
    }
}
