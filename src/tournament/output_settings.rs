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
    /// The journal, from which a run goes on.
    pub journal: Option<PathBuf>,
    /// The games as PGN.
    pub pgn: Option<PathBuf>,
    /// How moves are written there.
    pub notation: NotationChoice,
    /// How text is kept there.
    pub encoding: EncodingChoice,
    /// The last position of each game.
    pub epd: Option<PathBuf>,
    /// The standings as JSON.
    pub json: Option<PathBuf>,
    /// The page with tables and charts.
    pub html: Option<PathBuf>,
    /// All that is said to and by the engines.
    pub log: Option<PathBuf>,
}

impl Default for OutputSettings {
    fn default() -> Self {
        Self {
            format: OutputFormat::Caipan,
            ratinginterval: 10,
            scoreinterval: 1,
            journal: None,
            pgn: None,
            notation: NotationChoice::Iccs,
            encoding: EncodingChoice::Utf8,
            epd: None,
            json: None,
            html: None,
            log: None,
        }
    }
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
    /// `h2e2`.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// `炮二平五`.
    Chinese,
}
