//! What our options are set to.
//!
//! An option that is not ours is passed over, as UCCI asks; XQWizard sends a fixed set unasked.

use super::announcer::Language;
use super::complaint::Complaint;
use super::guard::Guard;
use super::option_table::{self, DEFAULT_ROUNDS, Key};
use crate::engine::{BuiltinOption, BuiltinOptions, ComplianceReport, DEFAULT_HASH, SearchOptions};
use crate::protocol::{Dialect, EngineOption, OptionError, OptionValue, TimeUnit};
use crate::ruling::{Mode, NaturalLimit, RuleSet};
use crate::text::Encoding;

/// What the engine has to do about an option that was set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing more.
    Noted,
    /// Give the table this many megabytes.
    Resize(usize),
    /// Empty the table.
    Clear,
    /// Forget the last game.
    NewGame,
    /// Let the engine of this profile think; of the settings' own if there is no word.
    Profile(String),
}

/// All that the options are set to.
#[derive(Debug)]
pub(super) struct Options {
    milliseconds: bool,
    /// Whether input waits while the engine thinks.
    pub(super) batch: bool,
    /// What the bundled searcher needs to know.
    pub(super) builtin: BuiltinOptions,
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
            builtin: BuiltinOptions {
                search: SearchOptions {
                    book: true,
                    ..SearchOptions::default()
                },
                ..BuiltinOptions::default()
            },
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

    /// Sets an option by any of its names; one of no known name is passed over.
    ///
    /// # Errors
    /// Tells which value was expected; nothing is changed.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let Some(row) = option_table::find(name) else {
            log::debug!("option {name:?} is not known");
            return Ok(Effect::Noted);
        };
        let option = EngineOption {
            name: name.to_owned(),
            kind: option_table::kind(row.key, Dialect::Ucci),
        };
        let accepted = option.accept(value);
        // 0 leaves the count to the rule set; a single occurrence is no repetition.
        if row.key == Key::Count && matches!(accepted, Err(_) | Ok(OptionValue::Spin(1))) {
            return Err(OptionError::ZeroOrSpin {
                name: option.name,
                found: value.trim_ascii().to_owned(),
                min: *RuleSet::COUNTS.start() as i64,
                max: *RuleSet::COUNTS.end() as i64,
            });
        }
        Ok(self.apply(row.key, accepted?))
    }

    fn apply(&mut self, key: Key, value: OptionValue) -> Effect {
        match (key, value) {
            (Key::UseMillisec, OptionValue::Check(on)) => self.milliseconds = on,
            (Key::Batch, OptionValue::Check(on)) => self.batch = on,
            (Key::EarlyMateStop, OptionValue::Check(on)) => {
                self.builtin.search.early_mate_stop = on;
            }
            (Key::Book, OptionValue::Check(on)) => {
                self.builtin.put(BuiltinOption::OwnBook, on.into());
            }
            (Key::Draws, OptionValue::Check(on)) => self.draws = on,
            (Key::Resigns, OptionValue::Check(on)) => self.resigns = on,
            (Key::ClearHash, _) => return Effect::Clear,
            (Key::NewGame, _) => return Effect::NewGame,
            (Key::Profile, OptionValue::Text(word)) => return Effect::Profile(word),
            (Key::Hash, OptionValue::Spin(number)) => {
                let automatic = DEFAULT_HASH as i64;
                let megabytes = if number == 0 { automatic } else { number };
                self.builtin.put(BuiltinOption::Hash, megabytes);
                return Effect::Resize(self.builtin.hash);
            }
            // Automatic is one: more would slow a GUI that sends 0 unasked.
            (Key::Threads, OptionValue::Spin(number)) => {
                self.builtin.put(BuiltinOption::Threads, number.max(1));
            }
            (Key::Skill, OptionValue::Spin(number)) => {
                self.builtin.put(BuiltinOption::SkillLevel, number);
            }
            (Key::MoveOverhead, OptionValue::Spin(number)) => {
                self.builtin.put(BuiltinOption::MoveOverhead, number);
            }
            (Key::UseNnue, OptionValue::Check(on)) => {
                self.builtin.put(BuiltinOption::UseNnue, on.into());
            }
            (Key::Seed, OptionValue::Spin(number)) => self.builtin.put(BuiltinOption::Seed, number),
            (key, OptionValue::Spin(number)) => {
                let number = usize::try_from(number).unwrap_or(0);
                match key {
                    Key::MultiPv => self.builtin.search.multi_pv = number,
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

/// Tells what is wrong with an option of the settings, in the words of a game; the engine behind us, if there is one, is
/// known by its check.
#[must_use]
pub fn option_fault(
    name: &str,
    value: &str,
    engine: Option<(&str, &ComplianceReport)>,
) -> Option<String> {
    let ours = option_table::find(name).map(|_| Options::default().set(name, value));
    let theirs = engine.map(|(_, report)| report.takes_option(name, value));
    match (ours, theirs) {
        (Some(Ok(_)), _) | (_, Some(Ok(true))) => None,
        (_, Some(Err(error))) | (Some(Err(error)), _) => Some(error.to_string()),
        (None, _) => {
            let engine = engine.map(|(name, _)| name);
            Some(Complaint::of_unknown_option(name, engine).en)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::OptionKind;

    #[test]
    fn every_name_reaches_its_option() {
        let mut options = Options::default();
        for (name, value, effect) in [
            ("hashsize", "64", Effect::Resize(64)),
            ("HASH", "0", Effect::Resize(DEFAULT_HASH)),
            ("Clear Hash", "", Effect::Clear),
            ("newgame", "", Effect::NewGame),
            (
                "Profile",
                "a b.toml",
                Effect::Profile("a b.toml".to_owned()),
            ),
            ("Rule Set", "AXF", Effect::Noted),
            ("Repetition_Count", "5", Effect::Noted),
            ("guiname", "XQWizard", Effect::Noted),
            ("bookfiles", "x;y", Effect::Noted),
            ("Cores", "8", Effect::Noted),
        ] {
            assert_eq!(options.set(name, value), Ok(effect), "{name}");
        }
        assert_eq!(options.builtin.search.threads, 8);
        options.set("threads", "0").unwrap();
        assert_eq!(options.builtin.search.threads, 1);
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
            ("threads", "257"),
            ("Repetition Count", "1"),
            ("repcount", "100"),
            ("usemillisec", "maybe"),
        ] {
            let error = options.set(name, value).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(value), "{error}");
        }
        assert_eq!(
            options.set("repcount", "1").unwrap_err().to_string(),
            "option repcount: expected 0, or a whole number from 2 to 99, found \"1\""
        );
        assert_eq!(options.rules(), RuleSet::default());
        assert_eq!(options.unit(), TimeUnit::Milliseconds);
    }

    #[test]
    fn every_default_is_what_is_set_at_the_start() {
        for dialect in [Dialect::Ucci, Dialect::Uci] {
            for option in option_table::announced(dialect, &[], &[]) {
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
