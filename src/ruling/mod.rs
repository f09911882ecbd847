//! The referee: what every move is, which repetitions are forbidden, and how a game ends by the rules.
//!
//! A pure function of a [`Line`](crate::position::Line) and a [`RuleSet`]. It knows no engine, no score and no clock.

mod bans;
mod classify;
mod cycle;
pub mod explain;
mod judgement;
mod nature;
mod ruleset;
#[cfg(test)]
mod tests;
mod verdict;

pub use bans::bans;
pub use cycle::Cycle;
pub use judgement::{Judgement, Stretch, StretchError, natures};
pub use nature::Nature;
pub use ruleset::{Book, Mode, NaturalLimit, RuleSet};
pub use verdict::{Class, Conduct, Ruling, Verdict, is_natural_limit, outcome, repetition_verdict};
