//! The referee: what every move is, which repetitions are forbidden, and how a game ends by the rules.
//!
//! A pure function of a [`Line`](crate::position::Line) and a [`RuleSet`]. It knows no engine, no score and no clock.
//! [`judge`] is where to begin; [`explain`] puts what it gives into words, [`bans`] finds the moves that would lose.

mod asian;
mod bans;
mod chase;
mod classify;
mod cycle;
mod end;
mod exchange;
pub mod explain;
mod fragment;
mod judgement;
mod level;
mod mate_threat;
mod material;
mod nature;
mod nature_cache;
mod next_capture;
mod nine_rounds;
mod offence;
mod reason;
mod repetitions;
mod ruleset;
mod scene;
mod sky;
#[cfg(test)]
mod tests;
mod verdict;

pub use bans::{bans, may_be_barred, ruling_against};
pub use cycle::Cycle;
pub use end::{End, first_end};
pub use judgement::{Judgement, Stretch, StretchError, findings, judge, last_finding};
pub use nature::{Balance, Finding, Level, Nature, Novelty, Target, TargetClass};
pub use nature_cache::NatureCache;
pub use nine_rounds::{first_attack, nine_rounds_ahead};
pub use repetitions::repetitions;
pub use ruleset::{Book, Mode, NaturalLimit, RoundLimits, RuleSet};
pub use verdict::{
    Class, Ruling, Verdict, is_move_limit, is_natural_limit, outcome, outcome_with_help,
    plies_to_move_limit, repetition_verdict,
};
