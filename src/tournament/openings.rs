//! How games begin.

use crate::position::Line;

/// A list of openings.
#[derive(Clone, Debug)]
pub struct Openings {
    lines: Vec<Line>,
}

impl Openings {
    /// Makes a list.
    #[must_use]
    pub fn new(lines: Vec<Line>) -> Self {
        Self { lines }
    }

    /// Placeholder.
    ///
    /// # Errors
    /// None.
    pub fn load(_: &super::OpeningSettings, _: u64) -> std::io::Result<Self> {
        Ok(Self::new(vec![Line::default()]))
    }

    /// Gives an opening; after the last the first again.
    #[must_use]
    pub fn get(&self, index: usize) -> &Line {
        &self.lines[index % self.lines.len()]
    }
}
