//! What the results of many games tell: tallies, Elo and the sequential test.
//!
//! All here is a pure function of counts. Where both games of an opening were played, with the colours swapped, the two
//! depend on each other through the opening; the [`Pentanomial`] counts them as one observation and so gives the right
//! error, where the [`Tally`] would overstate it.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod elo;
mod likelihood;
mod sample;
mod sprt;
mod tally;

pub use elo::{Estimate, elo, los, normalized_elo};
pub use sample::Sample;
pub use sprt::{EloModel, Hypothesis, MAX_ELO, Sprt, SprtError};
pub use tally::{GameScore, Pentanomial, Tally};
