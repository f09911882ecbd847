//! Options: how an engine declares them, and what values they take.

use super::phrase::{Cursor, Phrase};
use super::{Dialect, OptionError, ucci};

/// An option as an engine declares it.
///
/// The reader takes both forms of the line, its fields in any order, and numbers with a unit behind them (`16 MB`). The
/// writer keeps what strict readers need. UCI: `name`, `type` and `default` (TChess lists no line without), no blank
/// text but `<empty>` (TChess fails), a default inside its range. UCCI: the name one lower-case word, the default last.
///
/// # Examples
///
/// ```
/// use caipan::protocol::{Dialect, EngineOption, OptionKind, OptionValue};
///
/// let hash = EngineOption {
///     name: "Hash".to_owned(),
///     kind: OptionKind::Spin { default: 16, min: 1, max: 1024 },
/// };
/// assert_eq!(hash.write(Dialect::Uci), "option name Hash type spin default 16 min 1 max 1024");
/// assert_eq!(hash.write(Dialect::Ucci), "option hash type spin min 1 max 1024 default 16");
/// assert_eq!(hash.accept("64"), Ok(OptionValue::Spin(64)));
/// assert!(hash.accept("0").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// The name as declared; compare it with [`is_same_name`].
    pub name: String,
    /// The values it takes.
    pub kind: OptionKind,
}

/// The kind of an option, with its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// What it is at first.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// What it is at first.
        default: i64,
        /// The least; the least there is if not declared.
        min: i64,
        /// The greatest; the greatest there is if not declared.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// What it is at first.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// Any text, possibly none (`string`).
    Text {
        /// What it is at first.
        default: String,
    },
    /// No value, but a thing to do.
    Button,
    /// No value, and nothing to do: a text to show (UCCI).
    Label,
}

/// A value that an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Of a check.
    Check(bool),
    /// Of a spin.
    Spin(i64),
    /// Of a combo, spelt as declared.
    Combo(String),
    /// Of a text.
    Text(String),
    /// Of a button or label, whatever was sent.
    Nothing,
}

/// Tells whether two names mean the same option: case, blanks and underscores do not count.
///
/// # Examples
///
/// ```
/// assert!(caipan::protocol::is_same_name("Clear Hash", "clear_hash"));
/// ```
#[must_use]
pub fn is_same_name(one: &str, other: &str) -> bool {
    letters_of(one).eq(letters_of(other))
}

/// Goes over what counts in a name.
fn letters_of(name: &str) -> impl Iterator<Item = char> {
    name.chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .flat_map(char::to_lowercase)
}

impl EngineOption {
    /// Checks a value that was sent.
    ///
    /// Truth values are `true`, `on`, `false`, `off`; the choices of a combo are found in any case; `<empty>` is no
    /// text.
    ///
    /// # Errors
    ///
    /// The value is of another kind, out of range, or no choice.
    pub fn accept(&self, value: &str) -> Result<OptionValue, OptionError> {
        let value = value.trim_ascii();
        let (name, found) = (|| self.name.clone(), || value.to_owned());
        match &self.kind {
            OptionKind::Check { .. } => match read_truth(value) {
                Some(value) => Ok(OptionValue::Check(value)),
                None => Err(OptionError::Check {
                    name: name(),
                    found: found(),
                }),
            },
            &OptionKind::Spin { min, max, .. } => match value.parse() {
                Ok(number) if min <= number && number <= max => Ok(OptionValue::Spin(number)),
                _ => Err(OptionError::Spin {
                    name: name(),
                    found: found(),
                    min,
                    max,
                }),
            },
            OptionKind::Combo { choices, .. } => {
                let mut choices_left = choices.iter();
                match choices_left.find(|choice| choice.eq_ignore_ascii_case(value)) {
                    Some(choice) => Ok(OptionValue::Combo(choice.clone())),
                    None => Err(OptionError::Combo {
                        name: name(),
                        found: found(),
                        choices: choices.clone(),
                    }),
                }
            }
            OptionKind::Text { .. } => Ok(OptionValue::Text(read_text(value))),
            OptionKind::Button | OptionKind::Label => Ok(OptionValue::Nothing),
        }
    }

    /// Reads what stands behind `option`; `None` if that is no declaration.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        cursor.keyword("name");
        let name = cursor.until(|word| word == "type");
        cursor.keyword("type");
        let kind = cursor.word()?.to_ascii_lowercase();
        if name.is_empty() {
            return None;
        }
        if kind == "string" {
            let default = match cursor.keyword("default") {
                true => read_text(cursor.rest()),
                false => String::new(),
            };
            return Some(Self {
                name,
                kind: OptionKind::Text { default },
            });
        }
        let (mut default, mut min, mut max, mut choices) = (None, i64::MIN, i64::MAX, Vec::new());
        while let Some(word) = cursor.word() {
            let value = cursor.until(|word| matches!(word, "default" | "min" | "max" | "var"));
            match word.to_ascii_lowercase().as_str() {
                "default" => default = Some(value),
                "min" => min = read_number(&value)?,
                "max" => max = read_number(&value)?,
                "var" => choices.push(value),
                _ => {}
            }
        }
        let default = default.unwrap_or_default();
        let kind = match kind.as_str() {
            "check" => OptionKind::Check {
                default: read_truth(&default).unwrap_or(false),
            },
            "spin" => OptionKind::Spin {
                default: read_number(&default).unwrap_or(0),
                min,
                max,
            },
            "combo" => OptionKind::Combo { default, choices },
            "button" => OptionKind::Button,
            "label" => OptionKind::Label,
            _ => return None,
        };
        Some(Self { name, kind })
    }

    /// Writes the line that declares the option, without its end.
    #[must_use]
    pub fn write(&self, dialect: Dialect) -> String {
        let mut line = Phrase::new("option", dialect);
        if dialect.is_ucci() {
            line.word(ucci::one_word(&self.name));
        } else {
            line.word("name").message(&self.name);
        }
        line.word("type").word(self.kind.word());
        let default = match &self.kind {
            OptionKind::Check { default } => default.to_string(),
            &OptionKind::Spin { default, min, max } => default.min(max).max(min).to_string(),
            OptionKind::Combo { default, .. } => default.clone(),
            OptionKind::Text { default } if default.is_empty() && !dialect.is_ucci() => {
                "<empty>".to_owned()
            }
            OptionKind::Text { default } => default.clone(),
            OptionKind::Button | OptionKind::Label => String::new(),
        };
        let with_default = |line: &mut Phrase| {
            line.flag("default", !default.is_empty()).message(&default);
        };
        if !dialect.is_ucci() {
            with_default(&mut line);
        }
        match &self.kind {
            &OptionKind::Spin { min, max, .. } => {
                line.field("min", (min > i64::MIN).then_some(min))
                    .field("max", (max < i64::MAX).then_some(max));
            }
            OptionKind::Combo { choices, .. } => {
                for choice in choices {
                    line.word("var").message(choice);
                }
            }
            _ => {}
        }
        if dialect.is_ucci() {
            with_default(&mut line);
        }
        line.finish()
    }
}

impl OptionKind {
    /// Gives the word behind `type`.
    const fn word(&self) -> &'static str {
        match self {
            Self::Check { .. } => "check",
            Self::Spin { .. } => "spin",
            Self::Combo { .. } => "combo",
            Self::Text { .. } => "string",
            Self::Button => "button",
            Self::Label => "label",
        }
    }
}

fn read_truth(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "on" => Some(true),
        "false" | "off" => Some(false),
        _ => None,
    }
}

/// Reads a number, with or without a unit behind it.
fn read_number(text: &str) -> Option<i64> {
    text.split_ascii_whitespace().next()?.parse().ok()
}

fn read_text(text: &str) -> String {
    match text {
        "<empty>" => String::new(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, kind: OptionKind) -> EngineOption {
        EngineOption {
            name: name.to_owned(),
            kind,
        }
    }

    fn combo(default: &str, choices: &[&str]) -> OptionKind {
        OptionKind::Combo {
            default: default.to_owned(),
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
        }
    }

    fn text(default: &str) -> OptionKind {
        OptionKind::Text {
            default: default.to_owned(),
        }
    }

    fn spin(default: i64, min: i64, max: i64) -> OptionKind {
        OptionKind::Spin { default, min, max }
    }

    #[test]
    fn declarations_of_real_engines() {
        let check = |default| OptionKind::Check { default };
        for (line, name, kind) in [
            (
                "usemillisec type check default true",
                "usemillisec",
                check(true),
            ),
            ("promotion type check", "promotion", check(false)),
            ("newgame type button", "newgame", OptionKind::Button),
            ("dualtime type label", "dualtime", OptionKind::Label),
            (
                "hashsize type spin min 0 max 1024 default 0",
                "hashsize",
                spin(0, 0, 1024),
            ),
            // Mars tells a unit, others no range.
            (
                "hashsize type spin default 16 MB",
                "hashsize",
                spin(16, i64::MIN, i64::MAX),
            ),
            (
                "idle type combo var none var small default none",
                "idle",
                combo("none", &["none", "small"]),
            ),
            (
                "bookfiles type string default BOOK.DAT",
                "bookfiles",
                text("BOOK.DAT"),
            ),
            ("egtbpaths type string default ", "egtbpaths", text("")),
            // Fairy-Stockfish in UCCI
            (
                "Skill_Level type spin default 20 min -20 max 20",
                "Skill_Level",
                spin(20, -20, 20),
            ),
            // UCI
            (
                "name Hash type spin default 16 min 1 max 33554432",
                "Hash",
                spin(16, 1, 33_554_432),
            ),
            (
                "name Clear Hash type button",
                "Clear Hash",
                OptionKind::Button,
            ),
            (
                "name Repetition Rule type combo default Asian Rule var Asian Rule var Chinese Rule",
                "Repetition Rule",
                combo("Asian Rule", &["Asian Rule", "Chinese Rule"]),
            ),
            (
                "name Debug Log File type string default <empty>",
                "Debug Log File",
                text(""),
            ),
            (
                "NAME File TYPE String DEFAULT C:\\a  min.txt",
                "File",
                text("C:\\a  min.txt"),
            ),
        ] {
            let read = EngineOption::read(&mut Cursor::new(line, Dialect::Uci));
            assert_eq!(read, Some(option(name, kind)), "{line}");
        }
        for line in [
            "",
            "name",
            "Hash",
            "name type spin",
            "Hash type",
            "Hash type slider",
        ] {
            assert_eq!(
                EngineOption::read(&mut Cursor::new(line, Dialect::Uci)),
                None,
                "{line}"
            );
        }
    }

    #[test]
    fn declarations_suit_strict_readers() {
        for (option, ucci, uci) in [
            (
                option("Clear Hash", OptionKind::Button),
                "option clear_hash type button",
                "option name Clear Hash type button",
            ),
            (
                option("Log File", text("")),
                "option log_file type string",
                "option name Log File type string default <empty>",
            ),
            (
                option("Threads", spin(0, 1, 8)),
                "option threads type spin min 1 max 8 default 1",
                "option name Threads type spin default 1 min 1 max 8",
            ),
            (
                option("Style", combo("solid", &["solid", "risky"])),
                "option style type combo var solid var risky default solid",
                "option name Style type combo default solid var solid var risky",
            ),
        ] {
            assert_eq!(option.write(Dialect::Ucci), ucci);
            assert_eq!(option.write(Dialect::Uci), uci);
        }
    }

    #[test]
    fn values_are_checked() {
        let check = option("Ponder", OptionKind::Check { default: false });
        assert_eq!(check.accept("ON"), Ok(OptionValue::Check(true)));
        assert_eq!(check.accept(" false "), Ok(OptionValue::Check(false)));
        assert_eq!(
            check.accept("").map_err(|error| error.to_string()),
            Err("option Ponder: expected true or false, found nothing".to_owned())
        );
        let hash = option("Hash", spin(16, 1, 64));
        for (value, is_fine) in [
            ("1", true),
            ("64", true),
            ("65", false),
            ("0", false),
            ("8 MB", false),
        ] {
            assert_eq!(hash.accept(value).is_ok(), is_fine, "{value}");
        }
        let style = option("Style", combo("solid", &["solid", "risky"]));
        assert_eq!(
            style.accept("Risky"),
            Ok(OptionValue::Combo("risky".to_owned()))
        );
        assert_eq!(
            style.accept("wild").map_err(|error| error.to_string()),
            Err("option Style: expected one of solid, risky, found \"wild\"".to_owned())
        );
        let file = option("File", text("a"));
        assert_eq!(file.accept("<empty>"), Ok(OptionValue::Text(String::new())));
        assert_eq!(
            option("Go", OptionKind::Button).accept("x"),
            Ok(OptionValue::Nothing)
        );
    }

    #[test]
    fn names_match_across_dialects() {
        assert!(is_same_name("Use NNUE", "use_nnue"));
        assert!(is_same_name("UCI_Variant", "ucivariant"));
        assert!(!is_same_name("Hash", "hashsize"));
    }
}
