//! How long to think, and of what.

use super::Clock;
use crate::board::{ByColor, Color};
use crate::position::Move;

/// The bounds of one search; the first one met ends it. The default sets none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies. 0 asks for a static score and no move.
    pub depth: Option<u32>,
    /// Most positions to visit.
    pub nodes: Option<u64>,
    /// Time for this move, in milliseconds.
    pub move_time: Option<u64>,
    /// The clocks; a side whose clock is not known has `None`.
    pub clocks: ByColor<Option<Clock>>,
    /// Longest mate to look for, in moves of the winner. 0 asks for a static score and no move.
    pub mate: Option<u32>,
    /// Think until told to stop, whatever is found.
    pub infinite: bool,
    /// Think in the opponent's time: the clocks and the time for the move run only from the ponder hit.
    pub ponder: bool,
    /// The only root moves to consider; all legal ones if empty.
    pub search_moves: Vec<Move>,
    /// Root moves not to play, because the rules forbid them now.
    pub banned_moves: Vec<Move>,
    /// The opponent offers a draw with the position.
    pub draw_offered: bool,
}

impl Limits {
    /// Tells whether a root move is among those to consider.
    ///
    /// # Examples
    ///
    /// ```
    /// use caipan::analysis::Limits;
    /// use caipan::position::Position;
    ///
    /// let moves = Position::start().legal_moves();
    /// let limits = Limits { banned_moves: vec![moves[0]], ..Limits::default() };
    /// assert!(!limits.allows(moves[0]));
    /// assert!(limits.allows(moves[1]));
    /// ```
    #[must_use]
    pub fn allows(&self, m: Move) -> bool {
        (self.search_moves.is_empty() || self.search_moves.contains(&m))
            && !self.banned_moves.contains(&m)
    }

    /// Gives what is left of the limits of a side after some of its time has gone, in milliseconds: at least one of each
    /// time. What is pondered on has not begun to take time.
    #[must_use]
    pub fn after(&self, turn: Color, gone: u64) -> Self {
        let mut limits = self.clone();
        if !limits.ponder {
            let less = |time: u64| time.saturating_sub(gone).max(1);
            limits.move_time = limits.move_time.map(less);
            if let Some(clock) = &mut limits.clocks[turn] {
                clock.left = less(clock.left);
            }
        }
        limits
    }

    /// Tells whether a static score is asked for and no move: by a depth of 0, or by a mate in 0 moves.
    #[must_use]
    pub fn is_static(&self) -> bool {
        !self.infinite && (self.depth == Some(0) || self.mate == Some(0))
    }

    /// Tells whether nothing but a stop ends the search: no depth, nodes, time, clock or mate is set, or `infinite` is.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.infinite
            || self.depth.is_none()
                && self.nodes.is_none()
                && self.move_time.is_none()
                && self.mate.is_none()
                && self.clocks == ByColor::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bound_but_infinite_ends_a_search() {
        assert!(Limits::default().is_endless());
        let deep = Limits {
            depth: Some(9),
            ..Limits::default()
        };
        assert!(!deep.is_endless());
        let mut timed = Limits::default();
        timed.clocks[Color::Black] = Some(Clock::default());
        assert!(!timed.is_endless());
        timed.infinite = true;
        assert!(timed.is_endless());
    }

    #[test]
    fn no_depth_and_no_mate_ask_for_a_static_score() {
        for (depth, mate, infinite, expected) in [
            (Some(0), None, false, true),
            (None, Some(0), false, true),
            (Some(0), Some(0), true, false),
            (Some(1), Some(1), false, false),
            (None, None, false, false),
        ] {
            let limits = Limits {
                depth,
                mate,
                infinite,
                ..Limits::default()
            };
            assert_eq!(limits.is_static(), expected, "{limits:?}");
        }
    }

    #[test]
    fn a_ban_outweighs_the_list_of_moves_to_search() {
        let m = |bits| Move::from_bits(bits).expect("two squares");
        let (a, b, c) = (m(1), m(2), m(3));
        let limits = Limits {
            search_moves: vec![a, b],
            banned_moves: vec![b],
            ..Limits::default()
        };
        assert_eq!([a, b, c].map(|m| limits.allows(m)), [true, false, false]);
    }
}
