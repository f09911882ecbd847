//! A move in a journal.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::game::Played;
use crate::analysis::{Bound, Report, Score};
use crate::notation::coordinate;
use crate::position::Move;

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MoveEntry {
    /// The number of the game.
    pub game: usize,
    /// The move, with ranks from 0.
    #[serde(rename = "move")]
    pub mv: String,
    /// How long it took.
    pub us: u64,
    /// What the player's clock showed after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_us: Option<u64>,
    /// The score in centipawns, from the player's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Or the plies to a mate, negative or 0 if against the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// How it stands to the true score.
    #[serde(skip_serializing_if = "Bound::is_exact")]
    pub bound: Bound,
    /// The depth, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The deepest ply looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// Positions visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Positions a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// How long it thought by its own account, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said_ms: Option<u64>,
    /// How full its table is, in thousandths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
    /// The best line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// Whether it came with the offer of a draw.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub draw: bool,
}

pub(super) fn read_move(word: &str) -> Option<Move> {
    coordinate::read(word, coordinate::Ranks::FromZero).ok()
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl MoveEntry {
    pub(super) fn of(game: usize, played: &Played) -> Self {
        let report = &played.report;
        let held = |plies| i32::try_from(plies).unwrap_or(i32::MAX);
        let (cp, mate) = match report.score {
            None => (None, None),
            Some(Score::Centipawns(score)) => (Some(score), None),
            // 0 is against the player.
            Some(Score::MatesIn(plies)) => (None, Some(held(plies).max(1))),
            Some(Score::MatedIn(plies)) => (None, Some(-held(plies))),
        };
        Self {
            game,
            mv: played.mv.to_string(),
            us: micros(played.taken),
            left_us: played.left.map(micros),
            cp,
            mate,
            bound: report.bound,
            depth: report.depth,
            seldepth: report.seldepth,
            nodes: report.nodes,
            nps: report.nps,
            said_ms: report.time,
            hashfull: report.hashfull,
            pv: report.pv.iter().map(ToString::to_string).collect(),
            draw: played.draw,
        }
    }

    /// Gives the score.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let mate = self.mate.map(|plies| match plies {
            ..=0 => Score::MatedIn(plies.unsigned_abs()),
            plies => Score::MatesIn(plies.unsigned_abs()),
        });
        mate.or(self.cp.map(Score::Centipawns))
    }

    /// Gives the move as it was played; `None` if it cannot be read.
    #[must_use]
    pub fn played(&self) -> Option<Played> {
        let pv = self.pv.iter().map_while(|word| read_move(word));
        Some(Played {
            mv: read_move(&self.mv)?,
            taken: Duration::from_micros(self.us),
            left: self.left_us.map(Duration::from_micros),
            report: Report {
                score: self.score(),
                bound: self.bound,
                depth: self.depth,
                seldepth: self.seldepth,
                nodes: self.nodes,
                nps: self.nps,
                time: self.said_ms,
                hashfull: self.hashfull,
                pv: pv.collect(),
                ..Report::default()
            },
            draw: self.draw,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn played(score: Option<Score>, bound: Bound) -> Played {
        Played {
            mv: read_move("h2e2").unwrap(),
            taken: Duration::ZERO,
            left: None,
            report: Report {
                score,
                bound,
                ..Report::default()
            },
            draw: false,
        }
    }

    fn read_back(played: &Played) -> Played {
        let line = serde_json::to_string(&MoveEntry::of(0, played)).unwrap();
        let entry: MoveEntry = serde_json::from_str(&line).unwrap();
        entry.played().unwrap()
    }

    #[test]
    fn scores_at_the_ends_read_back_and_no_mate_changes_sides() {
        const MOST: u32 = i32::MAX as u32;
        for (score, expected) in [
            (Score::MatedIn(0), Score::MatedIn(0)),
            (Score::MatesIn(0), Score::MatesIn(1)),
            (Score::MatesIn(u32::MAX), Score::MatesIn(MOST)),
            (Score::MatedIn(u32::MAX), Score::MatedIn(MOST)),
            (Score::Centipawns(i32::MIN), Score::Centipawns(i32::MIN)),
        ] {
            let read = read_back(&played(Some(score), Bound::Exact));
            assert_eq!(read.report.score, Some(expected));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_score_reads_back_with_its_bound(
            score in prop_oneof![
                Just(None),
                any::<i32>().prop_map(|number| Some(Score::Centipawns(number))),
                (1..=i32::MAX as u32).prop_map(|plies| Some(Score::MatesIn(plies))),
                (0..=i32::MAX as u32).prop_map(|plies| Some(Score::MatedIn(plies))),
            ],
            bound in prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)],
        ) {
            let played = played(score, bound);
            prop_assert_eq!(read_back(&played), played);
        }
    }
}
