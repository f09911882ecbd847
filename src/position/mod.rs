//! A position and how it changes: the gate, the moves, the rules of legality, and the line of a game.

mod checks;
mod fen;
mod line;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod restraints;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod zobrist;

pub use fen::START_FEN;
pub use line::{Line, PlayError};
pub use moves::{MOVES_MOST, Move, MoveList};
pub use outcome::{EndReason, Outcome};
pub use perft::perft;
pub use restraints::Restraints;
pub use setup::{Fault, FenError, Setup};
pub use state::{Position, Undo};
