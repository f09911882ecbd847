//! A run in a TOML file.
//!
//! ```toml
//! rounds = 100           # the names are those of the options
//! rules = "axf"
//! [openings]
//! file = "builtin"
//! [output]
//! pgn = "games.pgn"
//! [[engine]]             # once for each engine
//! cmd = "builtin"
//! depth = 6
//! [engine.options]
//! Hash = "32"
//! ```
//!
//! The writer writes what is not as it is when nothing is said. Without the key `srand` the seed is left open.

use std::path::Path;

use toml::{Table, Value};

use crate::engine::in_our_words;
use crate::tournament::{EngineSettings, Settings};

/// Reads a file of settings; tells too whether it names the seed.
///
/// # Errors
/// Tells in one line what was found, what was expected and where.
pub(super) fn load(path: &Path) -> Result<(Settings, bool), String> {
    let place = path.display();
    let text = fs_err::read_to_string(path).map_err(|error| error.to_string())?;
    read(&text).map_err(|fault| format!("{place}{fault}"))
}

fn read(text: &str) -> Result<(Settings, bool), String> {
    let wrong = |key: &str, error: &toml::de::Error| {
        let line = error.span().map(|span| {
            let before = text.get(..span.start).unwrap_or(text);
            format!(", line {}", before.matches('\n').count() + 1)
        });
        let fault = in_our_words(error.message());
        format!("{}{key}: {fault}", line.unwrap_or_default())
    };
    let table: Table = text.parse().map_err(|error| wrong("", &error))?;
    let reader = toml::Deserializer::parse(text).map_err(|error| wrong("", &error))?;
    let settings = serde_path_to_error::deserialize(reader).map_err(|error| {
        let key = match error.path().to_string().as_str() {
            "." => String::new(),
            key => format!(", {key}"),
        };
        wrong(&key, error.inner())
    })?;
    Ok((settings, table.contains_key("srand")))
}

/// Writes settings; the seed too if it `is_seeded`.
///
/// # Errors
/// Tells of a number that is too great for the format.
pub(super) fn write(settings: &Settings, is_seeded: bool) -> Result<String, toml::ser::Error> {
    let usual = Table::try_from(Settings::default())?;
    let usual_engine = Table::try_from(EngineSettings::default())?;
    let all = Table::try_from(settings)?;
    let seed = all.get("srand").cloned();
    let mut table = differences(all, &usual);
    if let Some(Value::Array(engines)) = table.get_mut("engine") {
        for engine in engines.iter_mut().filter_map(Value::as_table_mut) {
            *engine = differences(std::mem::take(engine), &usual_engine);
        }
    }
    if let Some(seed) = seed.filter(|_| is_seeded) {
        table.insert("srand".to_owned(), seed);
    }
    toml::to_string(&table)
}

/// Gives what differs, table by table.
fn differences(table: Table, usual: &Table) -> Table {
    let differing = table
        .into_iter()
        .filter_map(|(key, value)| match (value, usual.get(&key)) {
            (value, Some(usual)) if value == *usual => None,
            (Value::Table(table), Some(Value::Table(usual))) => {
                Some((key, Value::Table(differences(table, usual))))
            }
            (value, _) => Some((key, value)),
        });
    differing.collect()
}
