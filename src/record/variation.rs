//! Moves that might have been played instead.

use crate::position::{Move, PlayError, Position};

/// How deep variations may stand in each other.
pub const DEEPEST: usize = 64;

/// A line that leaves another one, with comments and variations of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// After how many moves of the other line it leaves it: its first move stands in place of the next one there.
    pub(super) at: usize,
    pub(super) moves: Vec<Move>,
    /// The comment before its first move and those on each of its moves.
    pub(super) comments: Vec<String>,
    pub(super) variations: Vec<Self>,
}

impl Variation {
    /// Makes a variation without moves that leaves another line after `at` of its moves.
    #[must_use]
    pub fn new(at: usize) -> Self {
        Self {
            at,
            moves: Vec::new(),
            comments: vec![String::new()],
            variations: Vec::new(),
        }
    }

    /// Tells after how many moves of the other line it leaves it.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Gives its moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Gives the comment behind `ply` of its moves: for 0 the one before the first; empty if there is none.
    #[must_use]
    pub fn comment(&self, ply: usize) -> &str {
        self.comments.get(ply).map_or("", String::as_str)
    }

    /// Gives the variations that leave it, in the order in which they do.
    #[must_use]
    pub fn variations(&self) -> &[Self] {
        &self.variations
    }

    /// Adds a move. Whether it is legal is looked at when the variation comes to a record.
    pub fn push(&mut self, mv: Move) {
        self.moves.push(mv);
        self.comments.push(String::new());
    }

    /// Adds a comment on the last move, or before the first; a second one on its own line.
    pub fn add_comment(&mut self, text: &str) {
        add_comment(&mut self.comments, text);
    }

    /// Adds a variation that leaves this one. Whether it may is looked at when this one comes to a record.
    pub fn add_variation(&mut self, variation: Self) {
        insert(&mut self.variations, variation);
    }

    /// Tells whether its moves, and those of the variations in it, are legal from the position that it leaves.
    pub(super) fn check(&self, mut position: Position, depth: usize) -> Result<(), VariationError> {
        if depth == 0 {
            return Err(VariationError::Deep);
        }
        if self.moves.is_empty() {
            return Err(VariationError::Empty);
        }
        let mut variations = self.variations.iter().peekable();
        for (ply, mv) in self.moves.iter().enumerate() {
            while let Some(variation) = variations.next_if(|variation| variation.at == ply) {
                variation.check(position.clone(), depth - 1)?;
            }
            let _ = position.play(*mv)?;
        }
        match variations.next() {
            None => Ok(()),
            Some(variation) => Err(VariationError::Beyond {
                at: variation.at,
                length: self.moves.len(),
            }),
        }
    }
}

/// Why a variation cannot come to a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariationError {
    /// A move of it, or of one in it, is not legal.
    #[error(transparent)]
    Move(#[from] PlayError),
    /// It has no moves.
    #[error("found a variation without moves, expected one at least")]
    Empty,
    /// It stands in place of a move that the line which it leaves does not have.
    #[error("found a variation in place of move {} of a line of {length}", .at.saturating_add(1))]
    Beyond {
        /// After how many moves it leaves the line.
        at: usize,
        /// The moves of the line.
        length: usize,
    },
    /// It stands in too many others.
    #[error("found variations deeper in each other than {DEEPEST}")]
    Deep,
}

/// Adds a comment behind the last; a second one on the same move on its own line.
pub(super) fn add_comment(comments: &mut [String], text: &str) {
    if let Some(comment) = comments.last_mut() {
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }
}

/// Puts a variation among others of its line: behind those that leave it before or at the same move.
pub(super) fn insert(variations: &mut Vec<Variation>, variation: Variation) {
    let place = variations.partition_point(|other| other.at <= variation.at);
    variations.insert(place, variation);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameRecord;

    #[test]
    fn a_variation_of_any_place_is_told() {
        let mut record = GameRecord::new(Position::start());
        let error = record.add_variation(Variation::new(usize::MAX));
        let told = error.unwrap_err().to_string();
        assert!(told.ends_with(" of a line of 0"), "{told}");
    }
}
