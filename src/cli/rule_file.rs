//! A rule set in a TOML file: a built-in one with some settings changed.
//!
//! ```toml
//! name = "club"
//! base = "cn2011"        # any built-in name
//! count = 3              # occurrences that end the matter, 2 or more
//! mode = "warning"       # or "strict"
//! [natural-limit]
//! plies = 100            # 0 for no limit
//! checks = 10            # of each side, that count among them
//! ```

use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::ruling::{Mode, NaturalLimit, RuleSet};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RuleFile {
    name: String,
    base: String,
    count: Option<usize>,
    mode: Option<ModeWord>,
    natural_limit: Option<LimitTable>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ModeWord {
    Strict,
    Warning,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitTable {
    plies: u32,
    checks: u32,
}

/// Finds a rule set by its name, or reads it from a file whose name ends in `.toml`.
pub(super) fn rule_set(name: &str) -> anyhow::Result<RuleSet> {
    let path = Path::new(name);
    if path.extension().is_some_and(|ending| ending == "toml") {
        let text = fs_err::read_to_string(path)?;
        return read(&text).with_context(|| name.to_owned());
    }
    by_name(name)
}

fn by_name(name: &str) -> anyhow::Result<RuleSet> {
    RuleSet::by_name(name).with_context(|| {
        format!(
            "found {name:?}, expected one of {}, or a .toml file",
            RuleSet::NAMES.join(", ")
        )
    })
}

fn read(text: &str) -> anyhow::Result<RuleSet> {
    let file: RuleFile = toml::from_str(text)?;
    let base = by_name(&file.base).context("base")?;
    let count = file.count.unwrap_or(base.count);
    if count < 2 {
        bail!("count: found {count}, expected 2 or more");
    }
    Ok(RuleSet {
        name: file.name,
        count,
        mode: match file.mode {
            None => base.mode,
            Some(ModeWord::Strict) => Mode::Strict,
            Some(ModeWord::Warning) => Mode::Warning,
        },
        natural_limit: match file.natural_limit {
            None => base.natural_limit,
            Some(LimitTable { plies: 0, .. }) => None,
            Some(LimitTable { plies, checks }) => Some(NaturalLimit { plies, checks }),
        },
        ..base
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_what_it_names_and_nothing_else() {
        let rules = read(
            "name = \"club\"\nbase = \"axf\"\ncount = 5\n[natural-limit]\nplies = 0\nchecks = 0",
        )
        .unwrap();
        let base = RuleSet::by_name("axf").unwrap();
        assert_eq!(
            rules,
            RuleSet {
                name: "club".to_owned(),
                count: 5,
                natural_limit: None,
                ..base
            }
        );
    }

    #[test]
    fn faults_name_the_key() {
        for (text, key) in [
            ("base = \"axf\"", "name"),
            ("name = \"x\"\nbase = \"fide\"", "fide"),
            ("name = \"x\"\nbase = \"axf\"\ncount = 1", "count"),
            ("name = \"x\"\nbase = \"axf\"\nmode = \"mild\"", "mild"),
            ("name = \"x\"\nbase = \"axf\"\nspare = 1", "spare"),
        ] {
            let error = format!("{:#}", read(text).unwrap_err());
            assert!(error.contains(key), "{error}");
        }
    }
}
