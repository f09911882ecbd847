//! Fits the weights of the hand-made evaluation to games of `caipan datagen`, as P. Österlund did for Texel.
//!
//! `tuner OUT GAMES... [--steps N] [--share S] [--pull P]` begins with the weights that are built in, writes the source of
//! the new ones to OUT, and tells the losses: the mean logistic loss against the share of points expected, by the score of
//! the search and by the result, on the games it learns from and on one game in a hundred that it does not. Nothing is
//! left to chance: the same games give the same weights.
#![expect(clippy::print_stderr, reason = "the losses are told there")]

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use caipan::search::tuning::{self, Features};
use caipan::training::{Lesson, Lessons};
use clap::Parser;
use rayon::prelude::*;

/// Positions that are summed up together; the sums do not depend on the number of processors.
const PART: usize = 4_096;

/// Steps between two tellings of the losses.
const TELL: usize = 50;

/// The first step of a weight, in centipawns.
const RATE: f64 = 4.0;

#[derive(Parser)]
struct Arguments {
    /// The source of the weights.
    out: PathBuf,
    /// Files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// How often the weights are changed, each time by all positions.
    #[arg(long, default_value_t = 300)]
    steps: usize,
    /// The share of the search in the target; the rest is the result.
    #[arg(long, default_value_t = 0.9)]
    share: f32,
    /// How strongly a weight is held to its present value: about as strongly as by ten times so many positions that take it once.
    #[arg(long, default_value_t = 20.0)]
    pull: f64,
}

struct Sample {
    features: Features,
    target: f32,
}

impl Sample {
    /// Gives the logistic loss; adds what it changes by with each weight, times [`Lesson::SCALE`], to `gradient`.
    fn learn(&self, weights: &[f32], gradient: Option<&mut [f32]>) -> f64 {
        let value = self.features.evaluation(weights);
        if let Some(gradient) = gradient {
            let missing = Lesson::expected(value) - self.target;
            self.features.add_gradient(weights, missing, gradient);
        }
        // Minus the sum of each share times the logarithm of what was expected of it.
        let logit = f64::from(value / Lesson::SCALE);
        logit.exp().ln_1p() - f64::from(self.target) * logit
    }
}

fn mean_loss(samples: &[Sample], weights: &[f32]) -> f64 {
    let losses = samples.par_chunks(PART);
    let losses: Vec<f64> = losses
        .map(|part| part.iter().map(|sample| sample.learn(weights, None)).sum())
        .collect();
    losses.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// Gives the mean of what the loss changes by with each weight, times [`Lesson::SCALE`].
fn gradient(samples: &[Sample], weights: &[f32]) -> Vec<f64> {
    let parts = samples.par_chunks(PART).map(|part| {
        let mut sum = vec![0.0; weights.len()];
        for sample in part {
            sample.learn(weights, Some(&mut sum));
        }
        sum
    });
    let mut mean = vec![0.0; weights.len()];
    for part in parts.collect::<Vec<_>>() {
        for (mean, sum) in mean.iter_mut().zip(part) {
            *mean += f64::from(sum) / samples.len() as f64;
        }
    }
    mean
}

/// The optimiser of D. Kingma and J. Ba, *Adam: A Method for Stochastic Optimization* (2015), on all positions at once.
struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, weights: &mut [f32], gradient: &[f64], rate: f64) {
        self.steps += 1;
        let (b1, b2) = (0.9_f64, 0.999_f64);
        let (c1, c2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        for (number, slope) in gradient.iter().enumerate() {
            let (mean, square) = (&mut self.mean[number], &mut self.square[number]);
            *mean = b1 * *mean + (1.0 - b1) * slope;
            *square = b2 * *square + (1.0 - b2) * slope * slope;
            weights[number] -= (rate * *mean / c1 / ((*square / c2).sqrt() + 1e-12)) as f32;
        }
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    for path in &arguments.games {
        load(path, arguments.share, &mut samples, &mut held_out)
            .with_context(|| path.display().to_string())?;
    }
    ensure!(!samples.is_empty(), "no quiet position to learn from");
    eprintln!("{} positions, {} held out", samples.len(), held_out.len());
    let first: Vec<f32> = tuning::weights()
        .into_iter()
        .map(|weight| weight as f32)
        .collect();
    let tell = |when: &str, weights: &[f32]| {
        let losses = [&samples, &held_out].map(|samples| mean_loss(samples, weights));
        let [loss, held_out] = losses;
        eprintln!("{when}: loss {loss:.6}, held out {held_out:.6}");
        losses
    };
    let before = tell("before", &first);
    let mut weights = first.clone();
    let mut adam = Adam {
        mean: vec![0.0; weights.len()],
        square: vec![0.0; weights.len()],
        steps: 0,
    };
    // The loss has a term for each weight: the pull times the square of its change.
    let pull = 2.0 * arguments.pull / f64::from(Lesson::SCALE) / samples.len() as f64;
    for step in 0..arguments.steps {
        let mut gradient = gradient(&samples, &weights);
        for (slope, (weight, first)) in gradient.iter_mut().zip(weights.iter().zip(&first)) {
            *slope += pull * f64::from(weight - first);
        }
        // Down to a hundredth along half a wave.
        let wave = (step as f64 / arguments.steps as f64 * std::f64::consts::PI).cos();
        let rate = RATE * (0.01 + 0.99 * 0.5 * (1.0 + wave));
        adam.step(&mut weights, &gradient, rate);
        if (step + 1) % TELL == 0 {
            tell(&format!("step {}", step + 1), &weights);
        }
    }
    let whole: Vec<i32> = weights.iter().map(|weight| weight.round() as i32).collect();
    weights = whole.iter().map(|weight| *weight as f32).collect();
    let after = tell("fitted", &weights);
    let fitted = format!(
        "Fitted to {} quiet positions of games of `caipan datagen`, {} of the target from the score of the search and the rest\n\
         from the result, with a pull of {} to the weights before. The loss fell from {:.6} to {:.6}, on games that were held\n\
         out from {:.6} to {:.6}.",
        samples.len(),
        arguments.share,
        arguments.pull,
        before[0],
        after[0],
        before[1],
        after[1],
    );
    std::fs::write(&arguments.out, tuning::source(&whole, &fitted))
        .with_context(|| arguments.out.display().to_string())
}

/// Takes the quiet positions of a file's games.
fn load(
    path: &PathBuf,
    share: f32,
    samples: &mut Vec<Sample>,
    held_out: &mut Vec<Sample>,
) -> anyhow::Result<()> {
    let lessons = Lessons::new(BufReader::new(File::open(path)?))?;
    lessons.add_to(samples, held_out, |lesson| Sample {
        features: Features::of(&lesson.position),
        target: lesson.target(share),
    })?;
    Ok(())
}
