//! A rule set in a TOML file: a built-in one with some settings changed.
//!
//! ```toml
//! name = "club"          # none of the built-in names
//! base = "cn2011"        # any built-in name
//! count = 3              # occurrences that end the matter, 2 to 99
//! mode = "warning"       # or "strict"
//! [natural-limit]        # of the two, one that is left out is the base's
//! plies = 100            # 0 to 400; 0 for no limit
//! checks = 10            # 0 to 400, of each side, that count among them
//! ```

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::ruling::{Mode, NaturalLimit, RuleSet};

/// Finds a rule set by its name, or reads it from a file whose name ends in `.toml`, in any case.
///
/// # Errors
/// Tells in one line what was found, what was expected and, in a file, where.
pub(super) fn rule_set(name: &str) -> Result<RuleSet, String> {
    let is_file = Path::new(name)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if is_file {
        let text = fs::read_to_string(name).map_err(|error| format!("cannot be read: {error}"))?;
        return read(&text);
    }
    RuleSet::by_name(name).ok_or_else(|| format!("expected {}, or a .toml file", names()))
}

fn names() -> String {
    format!("one of {}", RuleSet::NAMES.join(", "))
}

fn read(text: &str) -> Result<RuleSet, String> {
    let root = DeTable::parse(text).map_err(|error| {
        let what = error.message().lines().next().unwrap_or_default();
        let at = error.span().map_or(0, |span| span.start);
        format!("line {}: {what}", line_of(text, at))
    })?;
    let keys = ["name", "base", "count", "mode", "natural-limit"];
    let file = Table::of(text, root.get_ref(), &keys)?;
    let required = |key| {
        let missing = || format!("key {key:?}: found nothing, expected a text in quotation marks");
        file.get(key).ok_or_else(missing)
    };
    let name = required("name")?;
    let base = required("base")?;
    let (name, base) = (
        name.as_name()?,
        base.as_text()
            .and_then(RuleSet::by_name)
            .ok_or_else(|| base.fault(&names()))?,
    );
    let mut rules = RuleSet {
        name: name.to_owned(),
        ..base
    };
    if let Some(count) = file.get("count") {
        rules = rules.with_count(count.as_number(RuleSet::COUNTS)?);
    }
    if let Some(mode) = file.get("mode") {
        rules.mode = match mode.as_text() {
            Some("strict") => Mode::Strict,
            Some("warning") => Mode::Warning,
            _ => return Err(mode.fault("\"strict\" or \"warning\"")),
        };
    }
    if let Some(limit) = file.get("natural-limit") {
        let table = limit
            .value
            .as_table()
            .ok_or_else(|| limit.fault("a table with plies and checks"))?;
        let table = Table::of(text, table, &["plies", "checks"])?;
        let number = |key, base: u32| match table.get(key) {
            None => Ok(base),
            Some(entry) => entry.as_number(0..=NaturalLimit::MOST_PLIES),
        };
        let base = rules.natural_limit.unwrap_or_default();
        let (plies, checks) = (number("plies", base.plies)?, number("checks", base.checks)?);
        rules.natural_limit = (plies > 0).then_some(NaturalLimit { plies, checks });
    }
    Ok(rules)
}

fn line_of(text: &str, at: usize) -> usize {
    let before = text.bytes().take(at);
    before.filter(|byte| *byte == b'\n').count() + 1
}

/// A table of the file all of whose keys are known.
struct Table<'a> {
    text: &'a str,
    entries: &'a DeTable<'a>,
}

/// A key with its value.
struct Entry<'a> {
    text: &'a str,
    key: &'a str,
    at: usize,
    value: &'a DeValue<'a>,
    /// The value as it is written.
    written: &'a str,
}

impl<'a> Table<'a> {
    fn of(text: &'a str, entries: &'a DeTable<'a>, keys: &[&str]) -> Result<Self, String> {
        let strange = |key: &&Spanned<_>| !keys.contains(&AsRef::<str>::as_ref(key.get_ref()));
        match entries.keys().find(strange) {
            None => Ok(Self { text, entries }),
            Some(key) => Err(format!(
                "line {}: found the key {:?}, expected one of {}",
                line_of(text, key.span().start),
                key.get_ref(),
                keys.join(", ")
            )),
        }
    }

    fn get(&self, key: &str) -> Option<Entry<'a>> {
        let (key, value) = self.entries.get_key_value(key)?;
        let span = value.span();
        Some(Entry {
            text: self.text,
            key: key.get_ref(),
            at: span.start,
            value: value.get_ref(),
            written: self.text.get(span).unwrap_or_default(),
        })
    }
}

impl<'a> Entry<'a> {
    fn fault(&self, expected: &str) -> String {
        const LONGEST: usize = 40;
        let mut found: String = self.written.chars().take(LONGEST).collect();
        if found.len() < self.written.len() {
            found.push('…');
        }
        format!(
            "line {}, key {:?}: found {}, expected {expected}",
            line_of(self.text, self.at),
            self.key,
            found.escape_debug().to_string().replace("\\\"", "\"")
        )
    }

    fn as_text(&self) -> Option<&'a str> {
        self.value.as_str()
    }

    /// Reads the name of the file's own rule set.
    fn as_name(&self) -> Result<&'a str, String> {
        let name = self.as_text().filter(|name| {
            let is_plain = !name.trim().is_empty() && !name.contains(char::is_control);
            is_plain && RuleSet::by_name(name).is_none()
        });
        let expected =
            "a text in quotation marks, not empty, without control characters and no built-in name";
        name.ok_or_else(|| self.fault(expected))
    }

    fn as_number<T>(&self, range: RangeInclusive<T>) -> Result<T, String>
    where
        T: TryFrom<i64> + PartialOrd + std::fmt::Display,
    {
        let number = self.value.as_integer();
        let number =
            number.and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        number
            .and_then(|number| T::try_from(number).ok())
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                self.fault(&format!("a whole number from {least} to {most}"))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_what_it_names_and_nothing_else() {
        let base = RuleSet::by_name("axf").unwrap();
        let limit = |plies, checks| Some(NaturalLimit { plies, checks });
        for (settings, count, natural_limit) in [
            ("", 3, limit(120, 10)),
            ("count = 5", 5, limit(120, 10)),
            ("[natural-limit]\nplies = 0", 3, None),
            ("[natural-limit]\nplies = 80", 3, limit(80, 10)),
            ("[natural-limit]\nchecks = 0", 3, limit(120, 0)),
            ("[natural-limit]\nplies = 0x50\nchecks = 1", 3, limit(80, 1)),
        ] {
            let rules = read(&format!("name = \"club\"\nbase = \"AXF\"\n{settings}")).unwrap();
            let expected = RuleSet {
                name: "club".to_owned(),
                count,
                natural_limit,
                ..base.clone()
            };
            assert_eq!(rules, expected, "{settings}");
        }
    }
}
