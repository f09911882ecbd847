//! In what the settings of two runs differ.

use serde_json::Value;

use super::Settings;

impl Settings {
    /// Tells the first setting in which games are played otherwise than by the expected ones, and what both have:
    /// `rounds: found 50, expected 30`. Where things go, what is told of them and how many games run at the same time does
    /// not matter.
    #[must_use]
    pub fn difference(&self, expected: &Self) -> Option<String> {
        let found = Self {
            output: expected.output.clone(),
            concurrency: expected.concurrency,
            use_affinity: expected.use_affinity.clone(),
            check_mate_pvs: expected.check_mate_pvs,
            ..self.clone()
        };
        if found == *expected {
            return None;
        }
        let [found, expected] = [&found, expected].map(serde_json::to_value);
        first(&found.ok()?, &expected.ok()?, "")
    }
}

/// Tells the first difference at or below a key.
fn first(found: &Value, expected: &Value, key: &str) -> Option<String> {
    let below = |name: &str| match key {
        "" => name.to_owned(),
        key => format!("{key} {name}"),
    };
    match (found, expected) {
        _ if found == expected => None,
        (Value::Object(found), Value::Object(expected)) => {
            let of = |table: &serde_json::Map<_, _>, name: &String| {
                table.get(name).cloned().unwrap_or_default()
            };
            let names = expected.keys().chain(found.keys());
            let mut differences =
                names.map(|name| first(&of(found, name), &of(expected, name), &below(name)));
            differences.find_map(|difference| difference)
        }
        (Value::Array(found), Value::Array(expected)) if key == "engine" => {
            if found.len() != expected.len() {
                let (found, expected) = (found.len(), expected.len());
                return Some(format!("engines: found {found}, expected {expected}"));
            }
            let mut engines = (1..).zip(found.iter().zip(expected));
            engines.find_map(|(number, (found, expected))| {
                first(found, expected, &below(&number.to_string()))
            })
        }
        _ => {
            let [found, expected] = [found, expected].map(|value| match value {
                Value::Null => "nothing".to_owned(),
                value => value.to_string(),
            });
            Some(format!("{key}: found {found}, expected {expected}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DrawRule, EngineSettings};
    use super::*;

    #[test]
    fn the_first_difference_is_told_with_its_key() {
        let engine = |depth| EngineSettings {
            depth: Some(depth),
            st: Some(250),
            ..EngineSettings::default()
        };
        let known = Settings {
            engines: vec![engine(3), engine(4)],
            draw: Some(DrawRule::default()),
            ..Settings::default()
        };
        let check = |change: fn(&mut Settings), expected: Option<&str>| {
            let mut other = known.clone();
            change(&mut other);
            assert_eq!(other.difference(&known).as_deref(), expected);
        };
        check(|_| {}, None);
        check(
            |other| {
                other.concurrency = 9;
                other.use_affinity = Some(Vec::new());
                other.check_mate_pvs = true;
                other.output.ratinginterval = 1;
            },
            None,
        );
        check(
            |other| other.rounds = 50,
            Some("rounds: found 50, expected 2"),
        );
        check(
            |other| other.rules = "axf".to_owned(),
            Some("rules: found \"axf\", expected \"cn2011\""),
        );
        check(
            |other| other.maxmoves = Some(1),
            Some("maxmoves: found 1, expected nothing"),
        );
        check(
            |other| {
                other.draw = Some(DrawRule {
                    score: 5,
                    ..DrawRule::default()
                });
            },
            Some("draw score: found 5, expected 0"),
        );
        check(
            |other| other.engines[1].st = Some(1000),
            Some("engine 2 st: found 1.0, expected 0.25"),
        );
        check(
            |other| drop(other.engines.pop()),
            Some("engines: found 1, expected 2"),
        );
    }
}
