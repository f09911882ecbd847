//! Where what is known of a run goes, and how it is written.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::EncodingChoice;

/// Where what is known of a run goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct OutputSettings {
    /// How the lines on the terminal look.
    pub format: OutputFormat,
    /// After how many games the standings are told; never if 0.
    pub ratinginterval: u32,
    /// After how many games the score is told; never if 0.
    pub scoreinterval: u32,
    /// Whether the results of pairs of games are told.
    pub penta: bool,
    /// The journal, from which a run goes on.
    pub journal: Option<PathBuf>,
    /// The games as PGN.
    pub pgn: Option<PathBuf>,
    /// Whether games are added to those in it; else it is made anew.
    pub pgn_append: bool,
    /// Whether only the moves and the least of tags are written there.
    pub pgn_min: bool,
    /// What is written there about moves.
    pub pgn_details: MoveDetails,
    /// How moves are written there.
    pub notation: NotationChoice,
    /// How text is kept there.
    pub encoding: EncodingChoice,
    /// The last position of each game.
    pub epd: Option<PathBuf>,
    /// Whether positions are added to those in it; else it is made anew.
    pub epd_append: bool,
    /// The standings as JSON.
    pub json: Option<PathBuf>,
    /// The page with tables and charts.
    pub html: Option<PathBuf>,
    /// The folder for all that is said to and by the engines.
    pub log: Option<PathBuf>,
}

impl Default for OutputSettings {
    fn default() -> Self {
        Self {
            format: OutputFormat::Caipan,
            ratinginterval: 10,
            scoreinterval: 1,
            penta: true,
            journal: None,
            pgn: None,
            pgn_append: true,
            pgn_min: false,
            pgn_details: MoveDetails::default(),
            notation: NotationChoice::Iccs,
            encoding: EncodingChoice::Utf8,
            epd: None,
            epd_append: true,
            json: None,
            html: None,
            log: None,
        }
    }
}

/// What records tell of a move beside its score, depth and time, where the engine says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MoveDetails {
    /// What is left on the clock after it.
    pub timeleft: bool,
    /// How long it took beside what the engine says that it used.
    pub latency: bool,
    /// Positions visited.
    pub nodes: bool,
    /// The deepest ply looked at.
    pub seldepth: bool,
    /// Positions a second.
    pub nps: bool,
    /// How full the table is, in thousandths.
    pub hashfull: bool,
    /// The best line.
    pub pv: bool,
}

/// How the lines on the terminal look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputFormat {
    /// A table that is drawn anew on a terminal, plain lines elsewhere.
    #[default]
    Caipan,
    /// The lines of fastchess.
    Fastchess,
    /// The lines of cutechess-cli.
    Cutechess,
}

/// How moves are written in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NotationChoice {
    /// `H2-E2`.
    Iccs,
    /// `h2e2`.
    Uci,
    /// `C2=5`.
    Wxf,
    /// `炮二平五`.
    Chinese,
}
