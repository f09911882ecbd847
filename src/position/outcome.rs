//! How a game ends.

use std::fmt;

use crate::board::Color;

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A side has won.
    Win(Color),
    /// Nobody has.
    Draw,
}

/// Writes `1-0` if Red won, `0-1` if Black won, `1/2-1/2` for a draw.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Color::Red) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// Why the rules alone end a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The side to move is in check and has no legal move (将死): it loses.
    Mate,
    /// The side to move is not in check and has no legal move (困毙): it loses too.
    Stalemate,
    /// A position recurred as often as the rule set allows, and the repetition was ruled on.
    Repetition,
    /// The natural limit of moves without a capture was reached (自然限着): a draw.
    NaturalLimit,
    /// The game is as long as the rule set lets it be: a draw.
    GameLength,
    /// Neither side has a rook, knight, cannon or pawn: a draw.
    NoAttackers,
}
