//! One game as a file keeps it.

use crate::position::{Line, Move, Outcome, PlayError, Position};

/// A game: what is told of it, its moves with a comment where there is one, and how it ended.
///
/// The moves are legal from the start on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Names and values, in the order of the file: players, event, date and whatever else. What the other fields tell
    /// (start, result, notation) is not among them.
    pub tags: Vec<(String, String)>,
    /// The result; `None` if the game is not finished or nobody knows.
    pub outcome: Option<Outcome>,
    line: Line,
    /// The comment on each position of the line.
    comments: Vec<String>,
}

impl GameRecord {
    /// Makes a record without tags, moves and result.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            tags: Vec::new(),
            outcome: None,
            line: Line::new(start),
            comments: vec![String::new()],
        }
    }

    /// Gives the value of a tag, by its name in letters of either case; of the first if there are several.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self
            .tags
            .iter()
            .find(|tag| tag.0.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Gives the start and the moves.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Adds a move.
    ///
    /// # Errors
    /// Returns the move and the position if the move is not legal; the record is unchanged.
    pub fn push(&mut self, mv: Move) -> Result<(), PlayError> {
        self.line.push(mv)?;
        self.comments.push(String::new());
        Ok(())
    }

    /// Gives the comment on the position after `ply` moves: for 0 the one on the game; empty if there is none.
    #[must_use]
    pub fn comment(&self, ply: usize) -> &str {
        self.comments.get(ply).map_or("", String::as_str)
    }

    /// Adds a comment on the last move, or on the game before its first; a second one on its own line.
    pub fn add_comment(&mut self, text: &str) {
        if let Some(comment) = self.comments.last_mut() {
            if !comment.is_empty() && !text.is_empty() {
                comment.push('\n');
            }
            comment.push_str(text);
        }
    }
}
