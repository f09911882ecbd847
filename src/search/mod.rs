//! The bundled searcher: alpha-beta with a transposition table, and the static evaluation it rests on.
//!
//! It is asked by [`Searcher::think`], runs on the caller's thread, with helpers beside it if so set, and is stopped from
//! another by a [`StopToken`]. The repetition rules of the game are asked of [`crate::ruling`] inside the tree.

mod alpha_beta;
mod bench_positions;
mod book;
mod crew;
mod deepening;
mod evaluate;
mod heuristics;
mod move_picker;
pub mod network;
mod options;
mod piece_square;
mod quiescence;
mod repetition;
mod searcher;
mod shortcuts;
mod skill;
mod static_exchange;
mod stop;
mod technique;
mod terms;
#[cfg(test)]
mod tests;
mod time_budget;
mod transposition;
pub mod tuning;
mod value;
mod weights;
mod worker;

pub use bench_positions::BENCH_POSITIONS;
pub use book::{BOOK_MARGIN, BookMove, book_key, book_moves};
pub use evaluate::static_evaluation;
pub use options::{SEED_MOST, SKILL_MOST, SearchOptions, THREADS_MOST};
pub use searcher::{Searcher, Thought, static_score};
pub use stop::StopToken;
pub use technique::Technique;
pub use time_budget::referee_positions;
