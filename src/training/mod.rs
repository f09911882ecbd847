//! What the evaluation is fitted to: games of the searcher against itself, and the file that keeps them.

mod game;
mod lesson;
mod self_play;

pub use game::TrainingGame;
pub use lesson::{Lesson, Lessons};
pub use self_play::SelfPlay;
