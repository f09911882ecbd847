//! The time that a player gets.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::seconds;
use crate::analysis::Clock;

/// So much time for the game, or for each period of so many moves, and what each move adds.
///
/// Written as fastchess and cutechess write it: `moves/minutes:seconds+increment`, of which the moves, the minutes and the
/// increment may be left out; `inf` is no clock at all.
///
/// # Examples
///
/// ```
/// use caipan::tournament::TimeControl;
///
/// let control: TimeControl = "40/1:30+0.5".parse().unwrap();
/// assert_eq!((control.moves, control.time, control.increment), (Some(40), 90_000, 500));
/// assert_eq!(control.to_string(), "40/90+0.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// How many moves the time is for; `None` if for the whole game.
    pub moves: Option<u32>,
    /// The time of a period, in milliseconds.
    pub time: u64,
    /// What each move adds, in milliseconds.
    pub increment: u64,
}

/// A time control that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {found:?}, expected {expected}")]
pub struct TimeControlError {
    found: String,
    /// What was expected in its place.
    pub expected: &'static str,
}

/// What a time control looks like.
const FORM: &str = "[moves/][minutes:]seconds[+increment], as 40/60+0.5 or 10+0.1";

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let control = Self::read(text).ok_or(FORM);
        let control = control.and_then(|control| match control.time {
            0 => Err("more than 0 seconds beside the increment"),
            _ => Ok(control),
        });
        control.map_err(|expected| TimeControlError {
            found: text.to_owned(),
            expected,
        })
    }
}

impl TimeControl {
    fn read(text: &str) -> Option<Self> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|moves| *moves > 0)?), rest),
            None => (None, text),
        };
        let (time, increment) = match rest.split_once('+') {
            Some((time, increment)) => (time, seconds::read(increment)?),
            None => (rest, 0),
        };
        let time = match time.split_once(':') {
            Some((minutes, seconds)) => seconds::read(minutes)?
                .checked_mul(60)?
                .checked_add(seconds::read(seconds)?)?,
            None => seconds::read(time)?,
        };
        Some(Self {
            moves,
            time,
            increment,
        })
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time as f64 / 1000.0)?;
        if self.increment > 0 {
            write!(f, "+{}", self.increment as f64 / 1000.0)?;
        }
        Ok(())
    }
}

/// One player's clock in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    control: TimeControl,
    /// What is left.
    left: Duration,
    /// The moves left in the period.
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// Starts a clock at the beginning of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: Duration::from_millis(control.time),
            moves_to_go: control.moves,
        }
    }

    /// Gives what is left.
    #[must_use]
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Sets what is left, as a journal tells it.
    pub(super) fn set_left(&mut self, left: Duration) {
        self.left = left;
    }

    /// Gives the clock as an engine is told of it, in whole milliseconds.
    #[must_use]
    pub fn told(&self) -> Clock {
        Clock {
            left: u64::try_from(self.left.as_millis()).unwrap_or(u64::MAX),
            increment: self.control.increment,
            moves_to_go: self.moves_to_go,
        }
    }

    /// Books a move that took so long, and was in time by the margin at least.
    pub fn book(&mut self, taken: Duration) {
        self.left = self.left.saturating_sub(taken) + Duration::from_millis(self.control.increment);
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.moves_to_go = self.control.moves;
                self.left += Duration::from_millis(self.control.time);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for (text, moves, time, increment, written) in [
            ("10+0.1", None, 10_000, 100, "10+0.1"),
            ("60", None, 60_000, 0, "60"),
            ("0.25", None, 250, 0, "0.25"),
            ("40/60", Some(40), 60_000, 0, "40/60"),
            ("5/1:00.5+2", Some(5), 60_500, 2_000, "5/60.5+2"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            let expected = TimeControl {
                moves,
                time,
                increment,
            };
            assert_eq!(control, expected);
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(expected));
        }
        for text in [
            "", "0", "0/10", "x", "1+", "+1", "-5", "1e3", "nan", "1:2:3", "9999999", "inf",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_refilled() {
        let ms = Duration::from_millis;
        let mut clock = GameClock::new("2/1+0.1".parse().unwrap());
        clock.book(ms(400));
        assert_eq!(clock.left(), ms(700));
        assert_eq!(clock.told().moves_to_go, Some(1));
        // So late is forgiven by a margin.
        clock.book(ms(750));
        assert_eq!(clock.left(), ms(1_100));
        assert_eq!(clock.told().moves_to_go, Some(2));
    }
}
