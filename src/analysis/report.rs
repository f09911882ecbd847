//! What a thinking engine tells.

use serde::{Deserialize, Serialize};

use super::Score;
use crate::board::Color;
use crate::position::Move;

/// How a score stands to the true worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The score is the worth.
    #[default]
    Exact,
    /// The worth is at least the score.
    Lower,
    /// The worth is at most the score.
    Upper,
}

impl Bound {
    /// Tells whether the score is the worth.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        *self == Self::Exact
    }
}

/// One message of a running search; every part may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Iteration, in plies.
    pub depth: Option<u32>,
    /// Deepest line looked at, in plies.
    pub seldepth: Option<u32>,
    /// Which of several lines this is, from 1.
    pub multipv: Option<u32>,
    /// Worth of the line, seen by the side to move at the root.
    pub score: Option<Score>,
    /// How the score stands to the true worth.
    pub bound: Bound,
    /// The side that loses by the ruling of a repetition, if the score hangs on one; no protocol has a word for it.
    pub ruling: Option<Color>,
    /// Chances of win, draw and loss, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Positions visited so far.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// Fill of the transposition table, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub tbhits: Option<u64>,
    /// Time since the search began, in milliseconds.
    pub time: Option<u64>,
    /// Root move being searched.
    pub currmove: Option<Move>,
    /// Its number among the root moves, from 1.
    pub currmovenumber: Option<u32>,
    /// The line of best play; empty if none is told.
    pub pv: Vec<Move>,
}

impl Report {
    /// Takes over what is told next of the best line; of other news the counts alone, so that what was known stays.
    pub fn note(&mut self, told: Self) {
        let nodes = told.nodes.or(self.nodes);
        let nps = told.nps.or(self.nps);
        let time = told.time.or(self.time);
        if told.score.is_some() && told.multipv.is_none_or(|number| number == 1) {
            *self = told;
        }
        (self.nodes, self.nps, self.time) = (nodes, nps, time);
    }

    /// Gives the positions per second: as told, else from nodes and time, of which a millisecond at least is reckoned;
    /// `None` if either is missing.
    #[must_use]
    pub fn speed(&self) -> Option<u64> {
        self.nps.or_else(|| {
            let (nodes, time) = (u128::from(self.nodes?), u128::from(self.time?));
            u64::try_from(nodes * 1000 / time.max(1)).ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_told_or_reckoned() {
        let mut report = Report {
            nodes: Some(3_000),
            time: Some(20),
            ..Report::default()
        };
        assert_eq!(report.speed(), Some(150_000));
        report.nps = Some(7);
        assert_eq!(report.speed(), Some(7));
        let quick = Report {
            nodes: Some(94),
            time: Some(0),
            ..Report::default()
        };
        assert_eq!(
            quick.speed(),
            Some(94_000),
            "TChess shows a line only if it tells a speed"
        );
        assert_eq!(Report::default().speed(), None);
    }
}
