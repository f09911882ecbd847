//! The evaluation that learned from games: a small network whose first layer is kept up to date move by move.
//!
//! Each side sees the board from its own seat through [`FEATURES`] inputs, of which those present are summed to
//! [`HIDDEN`] numbers. Both sums, the mover's first, are clamped, squared, and weighed by one of [`BUCKETS`] rows, by the
//! number of pieces. Numbers are whole: of the first layer in 1/255, of the second in 1/64.
//! Source: Y. Nasu, *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi* (2018).

mod accumulator;
mod features;
mod weights;

pub(in crate::search) use accumulator::{Accumulators, Change};
pub use features::{FEATURES, Seat};
pub use weights::{BUCKETS, HIDDEN, Network, TrainedWeights, bucket};
