//! What can be wrong with a command.

use thiserror::Error;

/// A command whose first word is known but whose rest cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// A word of `go` wants a whole number.
    #[error(
        "go {word}: expected a whole number from 0 to {max}, found {}",
        quoted(found)
    )]
    Number {
        /// The word before the number.
        word: String,
        /// The word in its place; empty if the line ends there.
        found: String,
        /// The greatest number that fits.
        max: u64,
    },
    /// `position` or `probe` tells no position.
    #[error(
        "{command}: expected startpos, or fen and a position, found {}",
        quoted(found)
    )]
    Position {
        /// The command.
        command: String,
        /// What stands there; empty if nothing.
        found: String,
    },
    /// `setoption` names no option.
    #[error("setoption: expected the name of an option, found {}", quoted(found))]
    OptionName {
        /// What stands there; empty if nothing.
        found: String,
    },
    /// `debug` is neither on nor off.
    #[error("debug: expected on or off, found {}", quoted(found))]
    Debug {
        /// What stands there; empty if nothing.
        found: String,
    },
}

/// A value that an option does not take.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// A check option wants a truth value.
    #[error("option {name}: expected true or false, found {}", quoted(found))]
    Check {
        /// The option.
        name: String,
        /// The value.
        found: String,
    },
    /// A spin option wants a whole number of its range.
    #[error(
        "option {name}: expected a whole number from {min} to {max}, found {}",
        quoted(found)
    )]
    Spin {
        /// The option.
        name: String,
        /// The value.
        found: String,
        /// The least number allowed.
        min: i64,
        /// The greatest number allowed.
        max: i64,
    },
    /// A spin option wants 0 or a whole number of a range that begins later.
    #[error(
        "option {name}: expected 0, or a whole number from {min} to {max}, found {}",
        quoted(found)
    )]
    ZeroOrSpin {
        /// The option.
        name: String,
        /// The value.
        found: String,
        /// The least number allowed beside 0.
        min: i64,
        /// The greatest number allowed.
        max: i64,
    },
    /// A combo option wants one of its choices.
    #[error("option {name}: expected one of {}, found {}", choices.join(", "), quoted(found))]
    Combo {
        /// The option.
        name: String,
        /// The value.
        found: String,
        /// The values allowed.
        choices: Vec<String>,
    },
}

/// Sets foreign text off from the message and keeps it to one short line.
fn quoted(found: &str) -> String {
    const LONGEST: usize = 60;
    if found.is_empty() {
        return "nothing".to_owned();
    }
    let mut shown: String = found.chars().take(LONGEST).collect();
    if shown.len() < found.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_with_the_culprit() {
        let error = |found: &str| CommandError::Position {
            command: "position".to_owned(),
            found: found.to_owned(),
        };
        assert_eq!(
            error("").to_string(),
            "position: expected startpos, or fen and a position, found nothing"
        );
        assert_eq!(
            error("a\nb").to_string(),
            "position: expected startpos, or fen and a position, found \"a\\nb\""
        );
        assert!(error(&"马".repeat(1_000)).to_string().chars().count() < 130);
        let error = OptionError::Spin {
            name: "Hash".to_owned(),
            found: "0".to_owned(),
            min: 1,
            max: 1024,
        };
        assert_eq!(
            error.to_string(),
            "option Hash: expected a whole number from 1 to 1024, found \"0\""
        );
    }
}
