//! One game as a file keeps it.

use super::game_result::read_told;
use super::variation::{self, DEEPEST, Variation, VariationError};
use crate::position::{Line, Move, Outcome, PlayError, Position};

/// A game: what is told of it, its moves with a comment where there is one, what might have been played instead, and how
/// it ended.
///
/// All moves are legal from the start on.
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
    variations: Vec<Variation>,
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
            variations: Vec::new(),
        }
    }

    /// Makes a record without tags and result of a line, the comment on each of its positions, and variations that are known
    /// to be legal and in order.
    pub(super) fn from_parts(
        line: Line,
        comments: Vec<String>,
        variations: Vec<Variation>,
    ) -> Self {
        Self {
            tags: Vec::new(),
            outcome: None,
            line,
            comments,
            variations,
        }
    }

    /// Gives the record itself if there are moves in it.
    pub(super) fn if_played(self) -> Option<Box<Self>> {
        (!self.line.is_empty()).then(|| Box::new(self))
    }

    /// Lets a game that has no moves yet begin elsewhere.
    pub(super) fn begin(&mut self, start: Position) {
        debug_assert!(self.line.is_empty(), "the moves are those of another start");
        self.line = Line::new(start);
    }

    /// Takes the text that tells the result; one that is not known becomes a comment.
    pub(super) fn take_result(&mut self, text: &str) {
        match read_told(text) {
            Some(outcome) => self.outcome = outcome,
            None => self.add_comment(&format!("Result: {text}")),
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

    /// Adds a move that is known to be legal.
    ///
    /// # Panics
    /// In debug builds, if it is not.
    pub fn push_unchecked(&mut self, mv: Move) {
        self.line.push_unchecked(mv);
        self.comments.push(String::new());
    }

    /// Gives the comment on the position after `ply` moves: for 0 the one on the game; empty if there is none.
    #[must_use]
    pub fn comment(&self, ply: usize) -> &str {
        self.comments.get(ply).map_or("", String::as_str)
    }

    /// Adds a comment on the last move, or on the game before its first; a second one on its own line.
    pub fn add_comment(&mut self, text: &str) {
        variation::add_comment(&mut self.comments, text);
    }

    /// Gives the variations that leave the line of the game, in the order in which they do.
    #[must_use]
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// Adds a variation that leaves the line of the game; it has to hold its moves up to there.
    ///
    /// # Errors
    /// Returns what is wrong with the variation, or with one in it; the record is unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use caipan::position::Position;
    /// use caipan::record::{GameRecord, Variation};
    ///
    /// let mut record = GameRecord::new(Position::start());
    /// let mut variation = Variation::new(0);
    /// for (text, is_played) in [("h2e2", true), ("b2e2", false)] {
    ///     let mv = caipan::notation::read_any(&Position::start(), text).unwrap();
    ///     if is_played {
    ///         record.push(mv).unwrap();
    ///     } else {
    ///         variation.push(mv);
    ///     }
    /// }
    /// assert!(record.add_variation(Variation::new(0)).is_err());
    /// record.add_variation(variation).unwrap();
    /// assert_eq!(record.variations()[0].moves().len(), 1);
    /// ```
    pub fn add_variation(&mut self, variation: Variation) -> Result<(), VariationError> {
        let (at, length) = (variation.at, self.line.len());
        if at >= length {
            return Err(VariationError::Beyond { at, length });
        }
        variation.check(self.line.position_at(at), DEEPEST)?;
        variation::insert(&mut self.variations, variation);
        Ok(())
    }
}
