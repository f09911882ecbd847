//! The repeated stretch of a line.

use crate::position::Line;

/// A stretch of moves that leads from a position back to the same position, or one that a caller wants ruled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The ply of its first move.
    pub start: usize,
    /// How many moves it has.
    pub length: usize,
    /// How often the position at its end has stood in the line by then, the end included; 1 if it never recurred.
    pub occurrences: usize,
}

impl Cycle {
    /// Finds the stretch from the latest earlier occurrence of the current position to the end of the line.
    #[must_use]
    pub fn at_end(line: &Line) -> Option<Self> {
        let mut recurrences = line.recurrences();
        let start = recurrences.next()?;
        Some(Self {
            start,
            length: line.len() - start,
            occurrences: recurrences.count() + 2,
        })
    }

    /// Finds the last stretch of the line that recurred, wherever it ended.
    #[must_use]
    pub fn latest(line: &Line) -> Option<Self> {
        let mut shorter = line.clone();
        loop {
            if let Some(cycle) = Self::at_end(&shorter) {
                return Some(cycle);
            }
            if shorter.is_empty() {
                return None;
            }
            shorter.pop();
        }
    }

    /// Gives the stretch of `length` moves from ply `start`, whether its position recurs or not.
    ///
    /// Returns `None` if the line has no such stretch or if `length` is 0.
    #[must_use]
    pub fn given(line: &Line, start: usize, length: usize) -> Option<Self> {
        let end = start
            .checked_add(length)
            .filter(|end| *end <= line.len() && length > 0)?;
        let key = line.key_at(end);
        let occurrences = (0..=end).filter(|ply| line.key_at(*ply) == key).count();
        Some(Self {
            start,
            length,
            occurrences,
        })
    }

    /// Gives the ply after its last move.
    #[must_use]
    pub fn end(&self) -> usize {
        self.start + self.length
    }
}
