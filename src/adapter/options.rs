//! The options a GUI may set, and what they are set to.
//!
//! One table serves both dialects: each option has its UCCI word, its UCI name, and the other names under which GUIs set
//! it. An option that is not in the table is passed over, as UCCI asks; XQWizard sends a fixed set unasked.

use super::announcer::Language;
use super::guard::Guard;
use crate::engine::{SKILL_MOST, SearchOptions};
use crate::protocol::{
    Dialect, EngineOption, OptionError, OptionKind, OptionValue, TimeUnit, is_same_name,
};
use crate::ruling::{Mode, NaturalLimit, RuleSet};
use crate::text::Encoding;

/// Megabytes of the transposition table unless an option says otherwise.
pub(super) const DEFAULT_HASH: usize = 16;
/// Rounds of the natural limit in every rule set.
const DEFAULT_ROUNDS: u32 = 60;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    UseMillisec,
    Batch,
    Hash,
    Threads,
    Ponder,
    ClearHash,
    NewGame,
    MultiPv,
    Skill,
    MoveOverhead,
    EarlyMateStop,
    Draws,
    Resigns,
    RuleSet,
    OldRepetition,
    Count,
    Mode,
    Guard,
    Language,
    Encoding,
    Variant,
    DrawMoves,
    GuiName,
}

struct Row {
    key: Key,
    /// The word in UCCI; not announced there if empty.
    ucci: &'static str,
    /// The name in UCI; not announced there if empty.
    uci: &'static str,
    /// Other names it goes by.
    aliases: &'static [&'static str],
}

const fn row(
    key: Key,
    ucci: &'static str,
    uci: &'static str,
    aliases: &'static [&'static str],
) -> Row {
    Row {
        key,
        ucci,
        uci,
        aliases,
    }
}

const ROWS: [Row; 23] = [
    row(Key::UseMillisec, "usemillisec", "", &[]),
    row(Key::Batch, "batch", "", &[]),
    row(Key::Hash, "hashsize", "Hash", &[]),
    row(Key::Threads, "threads", "Threads", &[]),
    row(Key::Ponder, "ponder", "Ponder", &[]),
    row(Key::ClearHash, "", "Clear Hash", &[]),
    row(Key::NewGame, "newgame", "", &["loadbook"]),
    row(Key::MultiPv, "multipv", "MultiPV", &[]),
    row(Key::Skill, "skill", "Skill Level", &[]),
    row(Key::MoveOverhead, "moveoverhead", "Move Overhead", &[]),
    row(Key::EarlyMateStop, "earlymatestop", "Early Mate Stop", &[]),
    row(Key::Draws, "draws", "", &[]),
    row(Key::Resigns, "resigns", "", &[]),
    row(Key::RuleSet, "ruleset", "Rule Set", &[]),
    row(Key::OldRepetition, "repetition", "", &["Repetition Rule"]),
    row(Key::Count, "repcount", "Repetition Count", &[]),
    row(Key::Mode, "rulemode", "Ruling Mode", &[]),
    row(Key::Guard, "guard", "Guard", &[]),
    row(Key::Language, "msglang", "Message Language", &[]),
    row(Key::Encoding, "msgenc", "Message Encoding", &[]),
    row(Key::Variant, "", "UCI_Variant", &["UCCI_Variant"]),
    row(Key::DrawMoves, "drawmoves", "Natural Limit", &[]),
    row(Key::GuiName, "", "", &["guiname"]),
];

/// What the engine has to do about an option that was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing more.
    Noted,
    /// Give the table this many megabytes.
    Resize(usize),
    /// Empty the table.
    Clear,
    /// Forget the last game.
    NewGame,
}

/// All that the options are set to.
#[derive(Debug)]
pub(super) struct Options {
    milliseconds: bool,
    /// Whether input waits while the engine thinks.
    pub(super) batch: bool,
    /// What the searcher needs to know.
    pub(super) search: SearchOptions,
    rules: RuleSet,
    count: Option<usize>,
    /// Rounds of the natural limit; 0 for none.
    draw_moves: Option<u32>,
    mode: Mode,
    pub(super) guard: Guard,
    pub(super) language: Language,
    encoding: Option<Encoding>,
    is_xqwizard: bool,
    pub(super) draws: bool,
    pub(super) resigns: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            milliseconds: true,
            batch: false,
            search: SearchOptions::default(),
            rules: RuleSet::default(),
            count: None,
            draw_moves: None,
            mode: Mode::default(),
            guard: Guard::default(),
            language: Language::default(),
            encoding: None,
            is_xqwizard: false,
            draws: false,
            resigns: false,
        }
    }
}

impl Options {
    /// Gives the unit of UCCI's clock words.
    pub(super) fn unit(&self) -> TimeUnit {
        if self.milliseconds {
            TimeUnit::Milliseconds
        } else {
            TimeUnit::Seconds
        }
    }

    /// Gives the encoding of messages: the one set, else GBK for XQWizard and UTF-8 for all others.
    pub(super) fn encoding(&self) -> Encoding {
        self.encoding.unwrap_or(if self.is_xqwizard {
            Encoding::Gb18030
        } else {
            Encoding::Utf8
        })
    }

    /// Gives the rule set with its count and mode.
    pub(super) fn rules(&self) -> RuleSet {
        let rules = self.rules.clone();
        let rules = match self.count {
            None => rules,
            Some(count) => rules.with_count(count),
        };
        RuleSet {
            mode: self.mode,
            natural_limit: match self.draw_moves {
                None => rules.natural_limit,
                Some(0) => None,
                Some(rounds) => Some(NaturalLimit {
                    plies: 2 * rounds,
                    ..NaturalLimit::default()
                }),
            },
            ..rules
        }
    }

    /// Lists the options to announce.
    pub(super) fn announced(dialect: Dialect) -> impl Iterator<Item = EngineOption> {
        ROWS.iter().filter_map(move |row| {
            let name = if dialect.is_ucci() { row.ucci } else { row.uci };
            let kind = kind(row.key, dialect);
            (!name.is_empty()).then(|| EngineOption {
                name: name.to_owned(),
                kind,
            })
        })
    }

    /// Sets an option by any of its names; one of no known name is passed over.
    ///
    /// # Errors
    /// Tells which value was expected; nothing is changed.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let names = |row: &Row| {
            let all = [row.ucci, row.uci]
                .into_iter()
                .chain(row.aliases.iter().copied());
            all.filter(|known| !known.is_empty())
                .any(|known| is_same_name(known, name))
        };
        let Some(row) = ROWS.iter().find(|row| names(row)) else {
            log::debug!("option {name:?} is not known");
            return Ok(Effect::Noted);
        };
        // One thread searches however many are asked for; GUIs set this unasked.
        if row.key == Key::Threads {
            return Ok(Effect::Noted);
        }
        let option = EngineOption {
            name: name.to_owned(),
            kind: kind(row.key, Dialect::Ucci),
        };
        let accepted = option.accept(value)?;
        // 0 leaves the count to the rule set; a single occurrence is no repetition.
        if row.key == Key::Count && accepted == OptionValue::Spin(1) {
            return Err(OptionError::Spin {
                name: option.name,
                found: value.trim_ascii().to_owned(),
                min: *RuleSet::COUNTS.start() as i64,
                max: *RuleSet::COUNTS.end() as i64,
            });
        }
        Ok(self.apply(row.key, accepted))
    }

    fn apply(&mut self, key: Key, value: OptionValue) -> Effect {
        match (key, value) {
            (Key::UseMillisec, OptionValue::Check(on)) => self.milliseconds = on,
            (Key::Batch, OptionValue::Check(on)) => self.batch = on,
            (Key::EarlyMateStop, OptionValue::Check(on)) => self.search.early_mate_stop = on,
            (Key::Draws, OptionValue::Check(on)) => self.draws = on,
            (Key::Resigns, OptionValue::Check(on)) => self.resigns = on,
            (Key::ClearHash, _) => return Effect::Clear,
            (Key::NewGame, _) => return Effect::NewGame,
            (key, OptionValue::Spin(number)) => {
                let number = usize::try_from(number).unwrap_or(0);
                match key {
                    Key::Hash => {
                        return Effect::Resize(if number == 0 { DEFAULT_HASH } else { number });
                    }
                    Key::MultiPv => self.search.multi_pv = number,
                    Key::Skill => self.search.skill = u32::try_from(number).unwrap_or(SKILL_MOST),
                    Key::MoveOverhead => self.search.move_overhead = number as u64,
                    Key::DrawMoves => {
                        let rounds = u32::try_from(number).unwrap_or(0);
                        self.draw_moves = (rounds != DEFAULT_ROUNDS).then_some(rounds);
                    }
                    Key::Count => self.count = (number > 0).then_some(number),
                    _ => {}
                }
            }
            (Key::RuleSet | Key::OldRepetition, OptionValue::Combo(name)) => {
                self.rules = RuleSet::by_name(&name).unwrap_or_default();
            }
            (key, OptionValue::Combo(choice)) => self.choose(key, &choice),
            (Key::GuiName, OptionValue::Text(name)) => {
                self.is_xqwizard = name.eq_ignore_ascii_case("XQWizard");
            }
            _ => {}
        }
        Effect::Noted
    }

    fn choose(&mut self, key: Key, choice: &str) {
        match (key, choice) {
            (Key::Mode, "strict") => self.mode = Mode::Strict,
            (Key::Mode, "warning") => self.mode = Mode::Warning,
            (Key::Guard, "forbid") => self.guard = Guard::Forbid,
            (Key::Guard, "warn") => self.guard = Guard::Warn,
            (Key::Guard, "off") => self.guard = Guard::Off,
            (Key::Language, "zh") => self.language = Language::Chinese,
            (Key::Language, "en") => self.language = Language::English,
            (Key::Language, "both") => self.language = Language::Both,
            (Key::Encoding, "auto") => self.encoding = None,
            (Key::Encoding, "utf8") => self.encoding = Some(Encoding::Utf8),
            (Key::Encoding, "gbk") => self.encoding = Some(Encoding::Gb18030),
            _ => {}
        }
    }
}

/// The words of UCCI's old `repetition`, then those of Pikafish's former `Repetition Rule`.
const OLD_REPETITION: [&str; 10] = [
    "chineserule",
    "asianrule",
    "checkban",
    "alwaysdraw",
    "Computer",
    "Chinese",
    "Asian",
    "SkyRule",
    "Sky",
    "TianTian",
];

/// What values an option takes. UCCI's spins know 0 as "automatic".
fn kind(key: Key, dialect: Dialect) -> OptionKind {
    let least = if dialect.is_ucci() { 0 } else { 1 };
    let check = |default| OptionKind::Check { default };
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    let combo = |choices: &[&str]| OptionKind::Combo {
        default: choices.first().copied().unwrap_or_default().to_owned(),
        choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
    };
    match key {
        Key::UseMillisec | Key::EarlyMateStop => check(true),
        Key::Batch | Key::Ponder | Key::Draws | Key::Resigns => check(false),
        Key::ClearHash | Key::NewGame => OptionKind::Button,
        Key::Hash => spin(DEFAULT_HASH as i64, least, 65_536),
        Key::Threads => spin(1, least, 1),
        Key::MultiPv => spin(1, 1, 128),
        Key::Skill => spin(SKILL_MOST.into(), 0, SKILL_MOST.into()),
        Key::MoveOverhead => spin(30, 0, 5_000),
        Key::Count => spin(0, 0, *RuleSet::COUNTS.end() as i64),
        Key::DrawMoves => spin(
            DEFAULT_ROUNDS.into(),
            0,
            (NaturalLimit::MOST_PLIES / 2).into(),
        ),
        Key::RuleSet => combo(&RuleSet::NAMES),
        Key::OldRepetition => combo(&OLD_REPETITION),
        Key::Mode => combo(&["strict", "warning"]),
        Key::Guard => combo(&["forbid", "warn", "off"]),
        Key::Language => combo(&["both", "zh", "en"]),
        Key::Encoding => combo(&["auto", "utf8", "gbk"]),
        Key::Variant => combo(&["xiangqi"]),
        Key::GuiName => OptionKind::Text {
            default: String::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reaches_its_option() {
        let mut options = Options::default();
        for (name, value, effect) in [
            ("hashsize", "64", Effect::Resize(64)),
            ("HASH", "0", Effect::Resize(DEFAULT_HASH)),
            ("Clear Hash", "", Effect::Clear),
            ("newgame", "", Effect::NewGame),
            ("Rule Set", "AXF", Effect::Noted),
            ("Repetition_Count", "5", Effect::Noted),
            ("guiname", "XQWizard", Effect::Noted),
            ("bookfiles", "x;y", Effect::Noted),
            ("threads", "8", Effect::Noted),
        ] {
            assert_eq!(options.set(name, value), Ok(effect), "{name}");
        }
        assert_eq!(
            (options.rules().name.as_str(), options.rules().count),
            ("axf", 5)
        );
        assert_eq!(options.encoding(), Encoding::Gb18030);
        options.set("repetition", "checkban").unwrap();
        assert_eq!(options.rules().name, "check-only");
        options.set("Repetition Rule", "AsianRule").unwrap();
        assert_eq!(options.rules().name, "axf");
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut options = Options::default();
        for (name, value) in [
            ("ruleset", "fide"),
            ("multipv", "0"),
            ("skill", "21"),
            ("Repetition Count", "1"),
            ("repcount", "100"),
            ("usemillisec", "maybe"),
        ] {
            let error = options.set(name, value).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(value), "{error}");
        }
        assert_eq!(options.rules(), RuleSet::default());
        assert_eq!(options.unit(), TimeUnit::Milliseconds);
    }

    #[test]
    fn every_default_is_what_is_set_at_the_start() {
        for dialect in [Dialect::Ucci, Dialect::Uci] {
            for option in Options::announced(dialect) {
                let default = match &option.kind {
                    OptionKind::Check { default } => default.to_string(),
                    OptionKind::Spin { default, .. } => default.to_string(),
                    OptionKind::Combo { default, .. } | OptionKind::Text { default } => {
                        default.clone()
                    }
                    OptionKind::Button | OptionKind::Label => continue,
                };
                let mut options = Options::default();
                options.set(&option.name, &default).unwrap();
                assert_eq!(
                    format!("{options:?}"),
                    format!("{:?}", Options::default()),
                    "{}",
                    option.name
                );
            }
        }
    }
}
