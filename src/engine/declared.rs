//! The options a child declares, found by any name they go by.

use crate::protocol::{Dialect, EngineOption, OptionError, OptionKind, OptionValue, is_same_name};

/// Puts a value in the place of the default of an option, found by any name it goes by, if the option takes it; a number
/// beyond the range is held at its end.
pub fn put_default(options: &mut [EngineOption], name: &str, value: &str) {
    let declared = Declared {
        options: options.to_vec(),
        is_cut: false,
    };
    let Ok(Setting::Send(name, value)) = declared.set(name, value, Dialect::Ucci) else {
        return;
    };
    let Some(option) = options.iter_mut().find(|option| option.name == name) else {
        return;
    };
    match (option.accept(&value), &mut option.kind) {
        (Ok(OptionValue::Check(on)), OptionKind::Check { default }) => *default = on,
        (Ok(OptionValue::Spin(number)), OptionKind::Spin { default, .. }) => *default = number,
        (
            Ok(OptionValue::Combo(text) | OptionValue::Text(text)),
            OptionKind::Combo { default, .. } | OptionKind::Text { default },
        ) => *default = text,
        _ => {}
    }
}

/// Finds an option by its own name, else by one that means the same.
#[must_use]
pub fn find_option<'a>(options: &'a [EngineOption], name: &str) -> Option<&'a EngineOption> {
    let named = |name: &str| {
        let mut options = options.iter();
        options.find(|option| is_same_name(&option.name, name))
    };
    named(name).or_else(|| {
        let is_group = |group: &&&[&str]| group.iter().any(|known| is_same_name(known, name));
        let group = SYNONYMS.iter().find(is_group)?;
        group.iter().find_map(|name| named(name))
    })
}

/// Tells whether two names mean one option, in one engine or in different ones.
#[must_use]
pub fn is_same_option(one: &str, other: &str) -> bool {
    let is_of = |name, group: &[&str]| group.iter().any(|known| is_same_name(known, name));
    let mut groups = SYNONYMS.iter();
    is_same_name(one, other) || groups.any(|group| is_of(one, group) && is_of(other, group))
}

/// Names of one thing in different engines and times.
const SYNONYMS: [&[&str]; 9] = [
    &["Hash", "hashsize", "Hash Size"],
    &["Threads", "Cores", "CPUs"],
    &["usebook", "OwnBook", "Use Book"],
    &["bookfiles", "BookFile", "Book File"],
    &["Skill Level", "skill"],
    &["Repetition Rule", "repetition"],
    &["Clear Hash", "clearhash"],
    &["newgame", "loadbook"],
    &["randomness", "selectivity"],
];

/// How many options of a child are taken; no engine that is known has a tenth of them.
const MOST: usize = 2_000;

/// What setting an option comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    /// The child is to be sent this name and this value.
    Send(String, String),
    /// There is nothing to send, since the child has no such option.
    Unknown,
}

impl Setting {
    fn of(option: &EngineOption, value: OptionValue, dialect: Dialect) -> Self {
        let value = match value {
            _ if option.kind == OptionKind::Label => return Self::Unknown,
            OptionValue::Check(on) => on.to_string(),
            OptionValue::Spin(number) => number.to_string(),
            OptionValue::Text(text) if text.is_empty() && !dialect.is_ucci() => {
                "<empty>".to_owned()
            }
            OptionValue::Combo(text) | OptionValue::Text(text) => text,
            OptionValue::Nothing => String::new(),
        };
        Self::Send(option.name.clone(), value)
    }
}

/// The options declared so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Declared {
    options: Vec<EngineOption>,
    /// Whether some were not taken.
    is_cut: bool,
}

impl Declared {
    pub(super) fn all(&self) -> &[EngineOption] {
        &self.options
    }

    /// Takes a declaration; one of the same name replaces the earlier. Behind [`MOST`] none is taken.
    ///
    /// # Errors
    /// Tells of the first that is not taken.
    pub(super) fn add(&mut self, option: EngineOption) -> Result<(), String> {
        if self.options.len() >= MOST {
            if self.is_cut {
                return Ok(());
            }
            self.is_cut = true;
            return Err(format!(
                "options: found more than {MOST}, expected fewer; those from {:?} on are passed over",
                option.name
            ));
        }
        self.options
            .retain(|known| !is_same_name(&known.name, &option.name));
        self.options.push(option);
        Ok(())
    }

    pub(super) fn clear(&mut self) {
        self.options.clear();
        self.is_cut = false;
    }

    /// Finds an option by its own name, else by one that means the same.
    pub(super) fn find(&self, name: &str) -> Option<&EngineOption> {
        find_option(&self.options, name)
    }

    /// Finds how an option is set to a value in the child's own terms.
    ///
    /// A number beyond the range is held at its end; 0 below the range means "automatic" in UCCI and is the child's
    /// default here.
    ///
    /// # Errors
    /// The value is of another kind, or no choice.
    pub(super) fn set(
        &self,
        name: &str,
        value: &str,
        dialect: Dialect,
    ) -> Result<Setting, OptionError> {
        let Some(option) = self.find(name) else {
            return Ok(Setting::Unknown);
        };
        let value = match (&option.kind, value.trim().parse::<i64>()) {
            (&OptionKind::Spin { default, min, .. }, Ok(0)) if min > 0 => {
                OptionValue::Spin(default)
            }
            (&OptionKind::Spin { min, max, .. }, Ok(number)) => {
                OptionValue::Spin(number.min(max).max(min))
            }
            _ => option.accept(value)?,
        };
        Ok(Setting::of(option, value, dialect))
    }

    /// Finds how an option is set to a value that it takes as it is.
    ///
    /// # Errors
    /// The value is of another kind, out of range, or no choice.
    pub(super) fn set_as_is(
        &self,
        name: &str,
        value: &str,
        dialect: Dialect,
    ) -> Result<Setting, OptionError> {
        self.find(name).map_or(Ok(Setting::Unknown), |option| {
            Ok(Setting::of(option, option.accept(value)?, dialect))
        })
    }

    /// Tells whether the child has to be told that the game is xiangqi.
    pub(super) fn wants_variant(&self) -> bool {
        self.find("UCI_Variant")
            .is_some_and(|option| match &option.kind {
                OptionKind::Combo { default, choices } => {
                    default != "xiangqi" && choices.iter().any(|choice| choice == "xiangqi")
                }
                _ => false,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Dialect, Reply};

    fn declared(lines: &str) -> Declared {
        let mut declared = Declared::default();
        for line in lines.lines() {
            match Reply::read(line.trim(), Dialect::Uci) {
                Reply::Option(option) => declared.add(option).unwrap(),
                other => panic!("{line}: {other:?}"),
            }
        }
        declared
    }

    #[test]
    fn of_very_many_options_the_first_are_taken() {
        let mut declared = Declared::default();
        let mut refusals = Vec::new();
        for number in 0..20 * MOST {
            let line = format!("option name Opt{number} type button");
            let Reply::Option(option) = Reply::read(&line, Dialect::Uci) else {
                panic!("{line}");
            };
            refusals.extend(declared.add(option).err());
        }
        assert_eq!(declared.all().len(), MOST);
        let [refusal] = &refusals[..] else {
            panic!("{refusals:?}");
        };
        assert!(refusal.contains("\"Opt2000\""), "{refusal}");
    }

    #[test]
    fn options_are_found_by_any_name_and_kept_in_range() {
        let declared = declared(
            "option name Hash type spin default 16 min 1 max 1024
             option name Threads type spin default 1 min 1 max 8
             option usebook type check default true
             option name Style type combo default Solid var Solid var Risky
             option name Clear Hash type button
             option name Log type string default <empty>
             option dualtime type label",
        );
        for (name, value, sent) in [
            ("hashsize", "64", "Hash=64"),
            ("hashsize", "0", "Hash=16"),
            ("HASH", "99999", "Hash=1024"),
            ("threads", "-3", "Threads=1"),
            ("OwnBook", "off", "usebook=false"),
            ("style", "risky", "Style=Risky"),
            ("clear_hash", "", "Clear Hash="),
            ("Log", "a  b", "Log=a  b"),
            ("Log", "", "Log=<empty>"),
        ] {
            let (to, sent) = sent.split_once('=').unwrap();
            let expected = Ok(Setting::Send(to.to_owned(), sent.to_owned()));
            assert_eq!(
                declared.set(name, value, Dialect::Uci),
                expected,
                "{name} {value}"
            );
        }
        for name in ["guiname", "dualtime"] {
            let set = declared.set(name, "x", Dialect::Uci);
            assert_eq!(set, Ok(Setting::Unknown), "{name}");
        }
        assert_eq!(
            declared.set("Log", "<empty>", Dialect::Ucci),
            Ok(Setting::Send("Log".to_owned(), String::new()))
        );
        for (name, value) in [("usebook", "maybe"), ("style", "wild"), ("hash", "big")] {
            assert!(
                declared.set(name, value, Dialect::Uci).is_err(),
                "{name} {value}"
            );
        }
    }
}
