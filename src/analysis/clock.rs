//! The time a side has left.

/// One side's clock as it stands when the engine is asked to think.
///
/// `increment` and `moves_to_go` are the two kinds of control: with an increment every move brings new time, with a
/// period the `moves_to_go` next moves share what is left. Both may be given; neither means the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left, in milliseconds.
    pub left: u64,
    /// What each move adds, in milliseconds.
    pub increment: u64,
    /// How many moves the time left is for; `None` if for all the rest.
    pub moves_to_go: Option<u32>,
}
