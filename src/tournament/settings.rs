//! What a run is made of: the engines, who meets whom, under which rules.
//!
//! The names are those of the command line of fastchess and cutechess; a file of settings and the head of a journal hold
//! the same.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use super::{OutputSettings, TimeControl};
use crate::ruling::{Mode, NaturalLimit, RuleSet};

/// All that decides how a run goes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The name of the event in the records.
    pub event: String,
    /// Where it takes place.
    pub site: String,
    /// Who meets whom.
    pub tournament: Format,
    /// In a gauntlet, how many of the first engines meet all the others; elsewhere 1.
    pub seeds: usize,
    /// How often each two meet.
    pub rounds: u32,
    /// The games of one meeting; two engines swap colours from each of their games to the next.
    pub games: u32,
    /// Whether the games of one meeting begin with the same opening.
    pub repeat: bool,
    /// Whether the first named of two has red in every game.
    pub noswap: bool,
    /// Whether the second named of two has red first.
    pub reverse: bool,
    /// How many games run at the same time.
    pub concurrency: usize,
    /// Seed of every choice that is left to chance.
    pub srand: u64,
    /// The name of the rule set.
    pub rules: String,
    /// Occurrences of one position that end the matter; those of the rule set if `None`.
    pub repetition_count: Option<usize>,
    /// The plies without a capture that draw, 0 for no limit; those of the rule set if `None`.
    pub natural_limit: Option<u32>,
    /// How many checks of each side count among them; those of the rule set if `None`.
    pub natural_checks: Option<u32>,
    /// What is done about a move that loses by a ruling.
    pub on_violation: OnViolation,
    /// Whether engines are told which moves would lose by a ruling.
    pub bans: bool,
    /// After how many full moves beside the opening a game is drawn; never if `None`.
    pub maxmoves: Option<u32>,
    /// When a game in which both see little is drawn.
    pub draw: Option<DrawRule>,
    /// When a game that one side sees lost is given up.
    pub resign: Option<ResignRule>,
    /// How games begin.
    pub openings: OpeningSettings,
    /// The test that ends the run.
    pub sprt: Option<SprtSettings>,
    /// Whether the run goes on after a crash; the game is lost all the same.
    pub recover: bool,
    /// The processors to which engines are bound, game by game; none if `None`, all if empty.
    pub use_affinity: Option<Vec<usize>>,
    /// How long an engine may take to start, in milliseconds.
    pub startup_ms: u64,
    /// How long it may take to be ready for a new game, in milliseconds.
    pub newgame_ms: u64,
    /// How long it may take to answer a stop, in milliseconds; five seconds at most.
    pub ping_ms: u64,
    /// How long a move without any clock may take, in milliseconds.
    pub stall_ms: u64,
    /// How long to wait between two games of a worker, in milliseconds.
    pub wait: u64,
    /// Whether lines that are told with a mate are looked at: whether they have its length and end in it.
    pub check_mate_pvs: bool,
    /// Where what is known of the run goes; nothing of the play depends on it.
    pub output: OutputSettings,
    /// The engines, in the order in which they are named.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineSettings>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            event: "caipan match".to_owned(),
            site: "?".to_owned(),
            tournament: Format::RoundRobin,
            seeds: 1,
            rounds: 2,
            games: 2,
            repeat: true,
            noswap: false,
            reverse: false,
            concurrency: 1,
            srand: 0,
            rules: "cn2011".to_owned(),
            repetition_count: None,
            natural_limit: None,
            natural_checks: None,
            on_violation: OnViolation::Lose,
            bans: false,
            maxmoves: None,
            draw: None,
            resign: None,
            openings: OpeningSettings::default(),
            sprt: None,
            recover: true,
            use_affinity: None,
            startup_ms: 10_000,
            newgame_ms: 60_000,
            ping_ms: 5_000,
            stall_ms: 600_000,
            wait: 0,
            check_mate_pvs: false,
            output: OutputSettings::default(),
            engines: Vec::new(),
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Each meets each other; of two engines, a match.
    #[default]
    #[serde(alias = "round-robin")]
    RoundRobin,
    /// The first meet all the others.
    Gauntlet,
}

/// What is done about a move that loses by a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnViolation {
    /// The game is lost when the repetition is complete.
    #[default]
    Lose,
    /// The offender, unless it checks without end and alone, is told and gets one further cycle.
    Warn,
    /// It is barred and engines are told so; one that plays it all the same has played an illegal move.
    Forbid,
}

/// When a game in which both see little is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DrawRule {
    /// The full move from which it holds.
    pub movenumber: u32,
    /// How many full moves in a row.
    pub movecount: u32,
    /// How far from level each score may be, in centipawns.
    pub score: u32,
}

impl Default for DrawRule {
    fn default() -> Self {
        Self {
            movenumber: 0,
            movecount: 1,
            score: 0,
        }
    }
}

/// When a game that one side sees lost is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ResignRule {
    /// How many moves in a row.
    pub movecount: u32,
    /// How far behind it must see itself, in centipawns; 0, which is level, is refused.
    pub score: u32,
    /// Whether the other side must see itself as far ahead.
    pub twosided: bool,
}

impl Default for ResignRule {
    fn default() -> Self {
        Self {
            movecount: 1,
            score: 0,
            twosided: false,
        }
    }
}

/// How games begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct OpeningSettings {
    /// The file; `None` is the start of the game, `builtin` the suite that comes with the program.
    pub file: Option<PathBuf>,
    /// What the file holds; told by its ending if `None`.
    pub format: Option<OpeningFormat>,
    /// In what order they are taken.
    pub order: OpeningOrder,
    /// How many plies of a game are taken; all if `None`.
    pub plies: Option<usize>,
    /// The number of the first, from 1.
    pub start: usize,
}

impl Default for OpeningSettings {
    fn default() -> Self {
        Self {
            file: None,
            format: None,
            order: OpeningOrder::Sequential,
            plies: None,
            start: 1,
        }
    }
}

/// What a file of openings holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningFormat {
    /// A FEN each line, perhaps with EPD operations behind it, or moves after the word `moves`.
    Epd,
    /// Games.
    Pgn,
}

/// In what order openings are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// The test that ends the run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SprtSettings {
    /// Elo of the first hypothesis.
    pub elo0: f64,
    /// Elo of the second.
    pub elo1: f64,
    /// The rate at which the second may be taken wrongly.
    pub alpha: f64,
    /// The rate at which the first may be taken wrongly.
    pub beta: f64,
    /// What the Elo are measured in.
    pub model: SprtModel,
}

impl Default for SprtSettings {
    fn default() -> Self {
        Self {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: SprtModel::Normalized,
        }
    }
}

/// What the Elo of a test are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// By the deviation of a pair.
    #[default]
    Normalized,
    /// By the logistic curve.
    Logistic,
}

/// One engine and how it plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EngineSettings {
    /// What it is called in tables; unlike the names of the others.
    pub name: String,
    /// The program; `builtin` is the bundled searcher, `random` a player of random moves.
    pub cmd: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Where it runs; the program's own folder if `None`.
    pub dir: Option<PathBuf>,
    /// Its environment, beside the one that we have.
    pub env: BTreeMap<String, String>,
    /// The profile that tells how it differs; one that comes with the program or a file.
    pub profile: Option<String>,
    /// How it is spoken to.
    pub proto: Proto,
    /// How text for it is kept in bytes; that of the profile if `None`.
    pub encoding: Option<EncodingChoice>,
    /// Lines sent before all others.
    pub init: Vec<String>,
    /// Names and values of options; a file may say numbers, true and false as they are.
    #[serde(deserialize_with = "options")]
    pub options: BTreeMap<String, String>,
    /// Its clock; none if `None`.
    pub tc: Option<TimeControl>,
    /// The time of each move, in milliseconds; files tell it in seconds, as the command line does.
    #[serde(with = "super::seconds")]
    pub st: Option<u64>,
    /// The depth of each search, in plies.
    pub depth: Option<u32>,
    /// The positions of each search.
    pub nodes: Option<u64>,
    /// How late a move may be, in milliseconds; 0 on a clock and [`EngineSettings::GRACE`] for a fixed time if `None`.
    pub timemargin: Option<u64>,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// Whether it thinks while the other does.
    pub ponder: bool,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            name: String::new(),
            cmd: String::new(),
            args: Vec::new(),
            dir: None,
            env: BTreeMap::new(),
            profile: None,
            proto: Proto::Auto,
            encoding: None,
            init: Vec::new(),
            options: BTreeMap::new(),
            tc: None,
            st: None,
            depth: None,
            nodes: None,
            timemargin: None,
            restart: false,
            ponder: false,
        }
    }
}

/// Reads options, their values as text.
fn options<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "found another value, expected a text, a whole number, true or false"
    )]
    enum Value {
        Text(String),
        Number(i64),
        Switch(bool),
    }
    let values = BTreeMap::<String, Value>::deserialize(from)?;
    let options = values.into_iter().map(|(name, value)| match value {
        Value::Text(text) => (name, text),
        Value::Number(number) => (name, number.to_string()),
        Value::Switch(is_on) => (name, is_on.to_string()),
    });
    Ok(options.collect())
}

/// How an engine is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proto {
    /// As its profile says, or as it is found out.
    #[default]
    Auto,
    /// UCI.
    Uci,
    /// UCCI.
    Ucci,
    /// UCI with bare positions.
    Cyclone,
    /// Not at all: it is part of the program.
    Internal,
}

/// How text is kept in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EncodingChoice {
    /// UTF-8.
    Utf8,
    /// GBK.
    Gbk,
}

impl EngineSettings {
    /// How late a move with a fixed time may be, in milliseconds, if nothing else is said: engines learn of it late.
    pub const GRACE: u64 = 100;

    /// Gives how late a move may be.
    #[must_use]
    pub fn margin(&self) -> Duration {
        let usual = if self.tc.is_none() && self.st.is_some() {
            Self::GRACE
        } else {
            0
        };
        Duration::from_millis(self.timemargin.unwrap_or(usual))
    }

    /// Tells whether the engine is part of the program.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.profile.is_none() && ["builtin", "random"].contains(&&*self.cmd)
    }

    /// Tells whether the engine plays any move.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.is_internal() && self.cmd == "random"
    }
}

impl Settings {
    /// Gives the rule set by which games are judged; `None` if none has the name.
    #[must_use]
    pub fn rule_set(&self) -> Option<RuleSet> {
        let mut rules = RuleSet::by_name(&self.rules)?;
        if let Some(count) = self.repetition_count {
            rules = rules.with_count(count);
        }
        if self.natural_limit.is_some() || self.natural_checks.is_some() {
            let usual = rules.natural_limit.unwrap_or_default();
            let plies = self.natural_limit.unwrap_or(usual.plies);
            let checks = self.natural_checks.unwrap_or(usual.checks);
            rules.natural_limit = (plies > 0).then_some(NaturalLimit { plies, checks });
        }
        if self.on_violation == OnViolation::Warn {
            rules.mode = Mode::Warning;
        }
        Some(rules)
    }

    /// Tells whether anything of the run is left to chance.
    #[must_use]
    pub fn uses_chance(&self) -> bool {
        let is_random = self.engines.iter().any(EngineSettings::is_random);
        self.openings.order == OpeningOrder::Random || is_random
    }

    /// Tells whether engines are told which moves would lose by a ruling.
    #[must_use]
    pub fn sends_bans(&self) -> bool {
        self.bans || self.on_violation == OnViolation::Forbid
    }
}
