//! What is known of an engine before it is started.
//!
//! How that is kept in a file is told in `file.rs`.

mod file;
#[cfg(test)]
mod tests;
mod values;

use std::time::Duration;

use serde::Deserialize;

use super::Program;
use crate::notation::coordinate::Ranks;
use crate::text::Encoding;

pub(crate) use file::in_our_words;
pub use file::{ProfileError, SettingsFile};

/// What is known of an engine before it is started; of the bundled searcher by default.
///
/// # Examples
///
/// ```
/// use caipan::engine::{DialectChoice, Profile};
///
/// let profile = Profile::named("eleeye").unwrap();
/// assert_eq!(profile.name, "ElephantEye");
/// assert_eq!(profile.dialect, DialectChoice::Ucci);
/// assert!(Profile::named("deep-thought").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// What the engine goes by in messages.
    pub name: String,
    /// How it is started; `None` is the bundled searcher.
    pub program: Option<Program>,
    /// How it is spoken to.
    pub dialect: DialectChoice,
    /// Options to set once it is up, in this order. A name that it does not declare and a value that it does not take are
    /// left out, so that one name may stand here with the values of several versions.
    pub options: Vec<(String, String)>,
    /// How text for it is kept in bytes. What it says is read in either encoding.
    pub encoding: Encoding,
    /// How long each wait may last.
    pub deadlines: Deadlines,
    /// In what it differs from others of its dialect.
    pub quirks: Quirks,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            name: "caipan".to_owned(),
            program: None,
            dialect: DialectChoice::default(),
            options: Vec::new(),
            encoding: Encoding::default(),
            deadlines: Deadlines::default(),
            quirks: Quirks::default(),
        }
    }
}

/// How an engine is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DialectChoice {
    /// `uci` is asked first, then `ucci`; some UCCI engines end at any other first word and are started again for it.
    #[default]
    Auto,
    /// UCI.
    Uci,
    /// UCCI.
    Ucci,
    /// UCI whose positions are bare: `fen …` or `startpos …` without the word `position`.
    Cyclone,
}

impl DialectChoice {
    /// Gives the words of handshakes to try, in this order.
    pub(in crate::engine) const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Auto => &["uci", "ucci"],
            Self::Uci | Self::Cyclone => &["uci"],
            Self::Ucci => &["ucci"],
        }
    }
}

/// How long each wait for an engine may last; in a file, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deadlines {
    /// From the start to the end of the handshake.
    #[serde(deserialize_with = "values::milliseconds")]
    pub boot: Duration,
    /// From `isready` to `readyok`; a network may be loaded in between.
    #[serde(deserialize_with = "values::milliseconds")]
    pub ready: Duration,
    /// From `stop` to the move, at the longest; a fourth of it is how far a fixed time may be overrun.
    #[serde(deserialize_with = "values::milliseconds")]
    pub stop: Duration,
    /// From `quit` to the end of the process.
    #[serde(deserialize_with = "values::milliseconds")]
    pub quit: Duration,
    /// From one line of a search without a clock to the next, before it is told to stop.
    #[serde(deserialize_with = "values::milliseconds")]
    pub silence: Duration,
    /// Time of the clock that is kept to answer without the engine.
    #[serde(deserialize_with = "values::milliseconds")]
    pub margin: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            boot: Duration::from_secs(30),
            ready: Duration::from_secs(60),
            stop: Duration::from_millis(500),
            quit: Duration::from_secs(1),
            silence: Duration::from_secs(60),
            margin: Duration::from_millis(300),
        }
    }
}

/// In what an engine differs from others of its dialect.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Quirks {
    /// Lines sent before the word that opens the handshake, whose answers are passed over.
    pub preamble: Vec<String>,
    /// How it numbers ranks; `None` if that is to be found out.
    #[serde(deserialize_with = "values::ranks")]
    pub ranks: Option<Ranks>,
    /// How it is told of barred moves; `None` is the way of its dialect.
    pub bans: Option<BanWay>,
    /// Whether it reads the FEN letters H and E only, for horse and elephant, in place of N and B.
    pub horse_and_elephant: bool,
    /// Whether the start of the game is told as a FEN, because `startpos` means the last FEN to it.
    pub start_as_fen: bool,
    /// Whether the side of Red is `r` in a FEN, in place of `w`.
    pub red_as_r: bool,
    /// The greatest count of plies since the last capture that it takes in a FEN; `None` for any.
    pub most_quiet_plies: Option<u16>,
    /// Whether a position is sent from its last capture on, for engines that read short lines only.
    pub from_last_capture: bool,
    /// Whether it reads nothing while it thinks, unless `go ponder` began it and no `ponderhit` came: an endless search is
    /// begun in that way, and no other can be stopped.
    pub deaf_while_thinking: bool,
    /// Whether its clocks in UCCI count milliseconds though it does not declare the option `usemillisec`.
    pub milliseconds: bool,
    /// Whether it may be told `go draw` and `ponderhit draw`; engines of UCCI 2 search without end at the word.
    pub draw_offers: bool,
}

/// How an engine is told of moves that it may not play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BanWay {
    /// `banmoves` with the barred moves: the way of UCCI.
    BanMoves,
    /// `go searchmoves` with all others: the way of UCI.
    SearchMoves,
    /// It cannot be told; its answer is checked.
    None,
}
