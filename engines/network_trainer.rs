//! Fits the network of the evaluation to games of `caipan datagen`.
//!
//! `network_trainer OUT GAMES... [--epochs N] [--seed N] [--share S] [--from NETWORK] [--rate R]` writes the network to
//! OUT after each epoch and tells the losses: the mean square of what is missing to the target, on the games it learns
//! from and on one game in a hundred that it does not. The target of a position is the share of points expected, by the
//! score of the search and by the result.
#![expect(clippy::print_stderr, reason = "the losses are told there")]

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use caipan::board::Color;
use caipan::search::network::{HIDDEN, Network, Seat, TrainedWeights, bucket};
use caipan::search::static_evaluation;
use caipan::search::tuning::winning_chances;
use caipan::training::{Lesson, Lessons};
use clap::Parser;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Positions looked at before the weights are changed.
const BATCH: usize = 4_096;

/// Parts of a batch that are looked at side by side; their sums do not depend on the number of processors.
const PARTS: usize = 4;

#[derive(Parser)]
struct Arguments {
    /// The file of the network.
    out: PathBuf,
    /// Files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// How often every position is looked at.
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// Seed of the first weights and of the order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A network to go on from, instead of weights by chance.
    #[arg(long)]
    from: Option<PathBuf>,
    /// How fast the weights change at first.
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,
    /// The share of the search in the target; the rest is the result.
    #[arg(long, default_value_t = 0.9)]
    share: f32,
}

/// A position: what both sides see, the mover first, and what is known of it.
struct Sample {
    seen: [[u16; 32]; 2],
    /// What each would see of the mirror image, where a king in the middle lets it choose.
    is_free: [bool; 2],
    pieces: u8,
    /// How much of an advantage of the mover, and of the other, can be turned into a win.
    chances: [f32; 2],
    target: f32,
    hand_made: f32,
}

/// Gives the weights to begin with.
fn random_weights(random: &mut ChaCha8Rng) -> TrainedWeights {
    let mut weights = TrainedWeights::zero();
    let first = (1.0 / 30.0_f32).sqrt();
    let second = (1.0 / (2.0 * HIDDEN as f32)).sqrt();
    for weight in weights.features.iter_mut().flatten() {
        *weight = random.random_range(-first..first) * 0.5;
    }
    for weight in weights.rows.iter_mut().flatten().flatten() {
        *weight = random.random_range(-second..second);
    }
    weights
}

/// Gives all weights, in parts.
fn parts(weights: &mut TrainedWeights) -> impl Iterator<Item = &mut [f32]> {
    (weights.features.iter_mut().map(|row| &mut row[..]))
        .chain([&mut weights.bias[..]])
        .chain(weights.rows.iter_mut().flatten().map(|row| &mut row[..]))
        .chain([&mut weights.row_bias[..]])
}

fn add(weights: &mut TrainedWeights, other: &mut TrainedWeights) {
    for (part, other) in parts(weights).zip(parts(other)) {
        part.iter_mut().zip(other).for_each(|(a, b)| *a += *b);
    }
}

/// Learns from a position if `gradient` is given; gives the square of what is missing.
fn learn(
    weights: &TrainedWeights,
    sample: &Sample,
    flip: [bool; 2],
    gradient: Option<&mut TrainedWeights>,
) -> f32 {
    let count = usize::from(sample.pieces);
    let mut seen = sample.seen;
    for side in 0..2 {
        if flip[side] && sample.is_free[side] {
            for feature in &mut seen[side][..count] {
                *feature = mirrored(*feature);
            }
        }
    }
    let row = bucket(u32::from(sample.pieces));
    let mut sums = [weights.bias; 2];
    let mut output = weights.row_bias[row];
    for side in 0..2 {
        for feature in &seen[side][..count] {
            let line = &weights.features[usize::from(*feature)];
            sums[side]
                .iter_mut()
                .zip(line)
                .for_each(|(sum, weight)| *sum += weight);
        }
        let mut lanes = [0.0; 16];
        for (sums, weights) in sums[side]
            .chunks_exact(16)
            .zip(weights.rows[row][side].chunks_exact(16))
        {
            for lane in 0..16 {
                let clamped = sums[lane].clamp(0.0, 1.0);
                lanes[lane] += clamped * clamped * weights[lane];
            }
        }
        output += lanes.iter().sum::<f32>();
    }
    let chance = sample.chances[if output > 0.0 { 0 } else { 1 }];
    let expected = 1.0 / (1.0 + (-output * chance).exp());
    let missing = expected - sample.target;
    if let Some(gradient) = gradient {
        let slope = 2.0 * missing * expected * (1.0 - expected) * chance;
        gradient.row_bias[row] += slope;
        for side in 0..2 {
            let mut back = [0.0; HIDDEN];
            let own = &mut gradient.rows[row][side];
            let of_row = &weights.rows[row][side];
            for index in 0..HIDDEN {
                let sum = sums[side][index];
                let clamped = sum.clamp(0.0, 1.0);
                own[index] += slope * clamped * clamped;
                let inside = if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.0 };
                back[index] = slope * of_row[index] * 2.0 * clamped * inside;
            }
            gradient
                .bias
                .iter_mut()
                .zip(&back)
                .for_each(|(a, b)| *a += b);
            for feature in &seen[side][..count] {
                let line = &mut gradient.features[usize::from(*feature)];
                line.iter_mut().zip(&back).for_each(|(a, b)| *a += b);
            }
        }
    }
    missing * missing
}

fn mirrored(feature: u16) -> u16 {
    let (kind, square) = (feature / 90, feature % 90);
    kind * 90 + square / 9 * 9 + (8 - square % 9)
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    for path in &arguments.games {
        load(path, &arguments, &mut samples, &mut held_out)
            .with_context(|| path.display().to_string())?;
    }
    eprintln!("{} positions, {} held out", samples.len(), held_out.len());
    ensure!(!samples.is_empty(), "no quiet position to learn from");
    let hand_made: f32 = held_out
        .iter()
        .map(|sample| (sample.hand_made - sample.target).powi(2))
        .sum();
    eprintln!(
        "hand-made evaluation: {:.6}",
        hand_made / held_out.len().max(1) as f32
    );
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    let mut weights = match &arguments.from {
        Some(path) => Network::from_bytes(&std::fs::read(path)?)
            .with_context(|| {
                let bytes = Network::BYTES;
                format!("{}: expected a network of {bytes} bytes", path.display())
            })?
            .trained(),
        None => random_weights(&mut random),
    };
    let mut adam = Adam::new();
    let mut gradients = vec![TrainedWeights::zero(); PARTS];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let batches = samples.len().div_ceil(BATCH);
    let total = (arguments.epochs * batches) as f32;
    let mut step = 0.0_f32;
    for epoch in 1..=arguments.epochs {
        order.shuffle(&mut random);
        let mut loss = 0.0_f64;
        for batch in order.chunks(BATCH) {
            let flips: u64 = random.random();
            let share = batch.len().div_ceil(PARTS);
            let losses: Vec<f64> = batch
                .par_chunks(share)
                .zip(gradients.par_iter_mut())
                .zip(0..PARTS)
                .map(|((part, gradient), number)| {
                    parts(gradient).for_each(|part| part.fill(0.0));
                    let mut flips = ChaCha8Rng::seed_from_u64(flips.wrapping_add(number as u64));
                    let mut loss = 0.0;
                    for index in part {
                        let flip = [flips.random(), flips.random()];
                        let sample = &samples[*index as usize];
                        loss += f64::from(learn(&weights, sample, flip, Some(gradient)));
                    }
                    loss
                })
                .collect();
            loss += losses.iter().sum::<f64>();
            let used = batch.len().div_ceil(share);
            let (first, rest) = gradients.split_at_mut(1);
            rest[..used - 1]
                .iter_mut()
                .for_each(|other| add(&mut first[0], other));
            // Down along half a wave.
            let rate = arguments.rate
                * (0.01 + 0.99 * 0.5 * (1.0 + (step / total * std::f32::consts::PI).cos()));
            adam.step(&mut weights, &mut first[0], batch.len() as f32, rate);
            step += 1.0;
        }
        // Added up in order, so that the sum does not depend on the processors.
        let others: Vec<f64> = held_out
            .par_iter()
            .map(|sample| f64::from(learn(&weights, sample, [false; 2], None)))
            .collect();
        let other: f64 = others.iter().sum();
        eprintln!(
            "epoch {epoch}: loss {:.6}, held out {:.6}",
            loss / samples.len() as f64,
            other / held_out.len().max(1) as f64
        );
        std::fs::write(&arguments.out, Network::quantised(&weights).to_bytes())?;
    }
    Ok(())
}

/// The optimiser of D. Kingma and J. Ba, *Adam: A Method for Stochastic Optimization* (2015), with decoupled decay.
struct Adam {
    mean: TrainedWeights,
    square: TrainedWeights,
    steps: i32,
}

impl Adam {
    const DECAY: f32 = 0.01;

    fn new() -> Self {
        Self {
            mean: TrainedWeights::zero(),
            square: TrainedWeights::zero(),
            steps: 0,
        }
    }

    fn step(
        &mut self,
        weights: &mut TrainedWeights,
        gradient: &mut TrainedWeights,
        count: f32,
        rate: f32,
    ) {
        self.steps += 1;
        let (b1, b2) = (0.9_f32, 0.999_f32);
        let (c1, c2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        let all = parts(weights)
            .zip(parts(gradient))
            .zip(parts(&mut self.mean).zip(parts(&mut self.square)));
        for ((weights, gradient), (mean, square)) in all {
            for index in 0..weights.len() {
                let slope = gradient[index] / count;
                mean[index] = b1 * mean[index] + (1.0 - b1) * slope;
                square[index] = b2 * square[index] + (1.0 - b2) * slope * slope;
                let change = mean[index] / c1 / ((square[index] / c2).sqrt() + 1e-8);
                // What is beyond this cannot be kept in the file.
                weights[index] = (weights[index] * (1.0 - rate * Self::DECAY) - rate * change)
                    .clamp(-1.98, 1.98);
            }
        }
    }
}

/// Takes the quiet positions of a file's games.
fn load(
    path: &PathBuf,
    arguments: &Arguments,
    samples: &mut Vec<Sample>,
    held_out: &mut Vec<Sample>,
) -> anyhow::Result<()> {
    let lessons = Lessons::new(BufReader::new(File::open(path)?))?;
    lessons.add_to(samples, held_out, |lesson| sample(lesson, arguments.share))?;
    Ok(())
}

fn sample(lesson: &Lesson, share: f32) -> Sample {
    let position = &lesson.position;
    let turn = position.turn();
    let mut seen = [[0; 32]; 2];
    let sides: [Color; 2] = [turn, !turn];
    let mut pieces = 0;
    for (seen, side) in seen.iter_mut().zip(sides) {
        let seat = Seat::new(side, position.king(side));
        pieces = 0;
        for (place, feature) in seen.iter_mut().zip(seat.features(position.board())) {
            *place = feature as u16;
            pieces += 1;
        }
    }
    Sample {
        seen,
        is_free: sides.map(|side| position.king(side).file() == 4),
        pieces,
        chances: winning_chances(position),
        target: lesson.target(share),
        hand_made: Lesson::expected(static_evaluation(position) as f32),
    }
}
