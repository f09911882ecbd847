//! What an engine is asked and what it answers, in no protocol.
//!
//! A request is [`Limits`], a running answer is [`Report`]. Times are whole milliseconds in `u64` everywhere, scores
//! are seen by the side to move, depths are plies.

mod clock;
mod limits;
mod report;
mod score;

pub use clock::Clock;
pub use limits::Limits;
pub use report::{Bound, Report};
pub use score::{MATE_PLIES_TOLD, Score, UCCI_MATE};
