//! Times that people write in seconds and programs keep in milliseconds.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest time that is taken, in seconds: a month.
const LONGEST: f64 = 31.0 * 86_400.0;

/// Reads plain seconds with a fraction and gives milliseconds; `None` if that is not what the text is, or more than a month.
#[must_use]
pub fn read(text: &str) -> Option<u64> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    milliseconds(text.parse().ok().filter(|_| is_plain)?)
}

fn milliseconds(seconds: f64) -> Option<u64> {
    let is_time = (0.0..=LONGEST).contains(&seconds);
    is_time.then_some((seconds * 1000.0).round() as u64)
}

pub(super) fn serialize<S: Serializer>(time: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time as f64 / 1000.0).serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let Some(seconds) = Option::<f64>::deserialize(from)? else {
        return Ok(None);
    };
    let time = milliseconds(seconds);
    let fault = || format!("found {seconds}, expected seconds, at most {LONGEST}");
    time.map(Some).ok_or_else(|| D::Error::custom(fault()))
}
