//! A position and how it changes.

mod moves;

pub use moves::{Move, MoveList};
