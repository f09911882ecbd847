//! What a user may set of the searcher.

use super::technique::Technique;
use crate::ruling::RuleSet;

/// The strongest level of play.
pub const SKILL_MOST: u32 = 20;

/// The most threads that search side by side.
pub const THREADS_MOST: usize = 256;

/// The greatest seed: some GUIs keep a number in 32 bits.
pub const SEED_MOST: u64 = i32::MAX as u64;

/// How to search, beside the limits.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// The rules by which repetitions are judged in the tree.
    pub rules: RuleSet,
    /// How many threads search side by side, 1 to [`THREADS_MOST`]; with more than one, the same request may get another
    /// answer. A weak level of play searches with one.
    pub threads: usize,
    /// How many best lines to find, from 1.
    pub multi_pv: usize,
    /// Level of play, 0 to [`SKILL_MOST`]; below the top the search is shallow and picks among moves that are close.
    pub skill: u32,
    /// Seed of the choice among close moves, those of the book too, 0 to [`SEED_MOST`]; the same seed in the same position gives the same move.
    pub seed: u64,
    /// Whether moves of the opening book are played where it knows any, in games by the clock.
    pub book: bool,
    /// Time lost between the engine and the clock at each move, in milliseconds.
    pub move_overhead: u64,
    /// Whether to end the search once a mate is found that deeper search can hardly shorten.
    pub early_mate_stop: bool,
    /// Whether the bundled network evaluates, and not the hand-made evaluation.
    pub use_nnue: bool,
    /// A technique that is left out, to measure what it gains.
    pub without: Option<Technique>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            rules: RuleSet::default(),
            threads: 1,
            multi_pv: 1,
            skill: SKILL_MOST,
            seed: 0,
            book: false,
            move_overhead: 30,
            early_mate_stop: true,
            use_nnue: true,
            without: None,
        }
    }
}
