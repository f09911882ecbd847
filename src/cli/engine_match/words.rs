//! One word behind an option: `key=value`, or a value alone.

use std::fmt::Display;
use std::path::PathBuf;

use serde::de::value::Error as NameError;
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::engine::in_our_words;
use crate::text::did_you_mean;
use crate::tournament::{Settings, seconds};

/// A word, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    /// The option with its dash, and which of several it is.
    place: &'a str,
    /// What stands before the first `=`; all of the word if there is none.
    pub(super) key: &'a str,
    /// What stands behind it.
    value: Option<&'a str>,
}

impl<'a> Word<'a> {
    /// Takes a word that may be `key=value`.
    pub(super) fn with_key(place: &'a str, word: &'a str) -> Self {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (word, None),
        };
        Self { place, key, value }
    }

    /// Takes a word that is a value; a key that may stand before it is taken off.
    pub(super) fn alone(place: &'a str, word: &'a str, key: &str) -> Self {
        let value = word
            .strip_prefix(key)
            .and_then(|rest| rest.strip_prefix('='));
        Self {
            place,
            key: "",
            value: Some(value.filter(|_| !key.is_empty()).unwrap_or(word)),
        }
    }

    /// Tells that the word is none of those that may stand here, and which of the expected keys it is most like.
    pub(super) fn unknown(&self, expected: &str) -> String {
        let found = match self.value {
            Some(value) => format!("{}={value}", self.key),
            None => self.key.to_owned(),
        };
        // Before a dot stands what kind of key it is.
        let word = match (self.key.split_once('.'), self.value) {
            (Some((kind, _)), _) => format!("{kind}."),
            (None, Some(_)) => format!("{}=", self.key),
            (None, None) => self.key.to_owned(),
        };
        let keys = expected.split([' ', ',']);
        let mut keys = keys.filter(|word| word.contains('='));
        let hint = did_you_mean(&word, keys.clone());
        let hint = match (self.value, &*hint) {
            (None, _) if keys.any(|key| key == "file=") => {
                format!("; did you mean file={}?", self.key)
            }
            // The shell has taken a value with blanks apart.
            (None, "") => "; a value with blanks needs quotation marks, as \"key=a b\"".to_owned(),
            _ => hint,
        };
        format!("{}: found {found:?}, expected {expected}{hint}", self.place)
    }

    /// Tells that the value does not fit.
    pub(super) fn fault(&self, expected: impl Display) -> String {
        let value = self.value.map(|value| format!("{value:?}"));
        let found = value.unwrap_or_else(|| "no =".to_owned());
        self.told(&format!("found {found}, expected {expected}"))
    }

    fn told(&self, fault: &str) -> String {
        match self.key {
            "" => format!("{}: {fault}", self.place),
            key => format!("{}: {key}: {fault}", self.place),
        }
    }

    /// Takes what stands without `=` as the value.
    pub(super) const fn bare(&self, value: &'a str) -> Self {
        Self {
            place: self.place,
            key: "",
            value: Some(value),
        }
    }

    /// Tells whether there is no `=`.
    pub(super) const fn is_bare(&self) -> bool {
        self.value.is_none()
    }

    /// Gives the value as it stands, which may be empty.
    pub(super) fn text(&self) -> Result<String, String> {
        let value = self.value.ok_or_else(|| self.fault("= and a value"))?;
        Ok(value.to_owned())
    }

    /// Reads the name of a file or folder.
    pub(super) fn path(&self) -> Result<PathBuf, String> {
        let path = self.value.filter(|path| !path.is_empty());
        Ok(path.ok_or_else(|| self.fault("a path"))?.into())
    }

    /// Reads `on` or `off`; `true` and `false` are the same.
    pub(super) fn switch(&self) -> Result<bool, String> {
        match self.value {
            Some("on" | "true") => Ok(true),
            Some("off" | "false") => Ok(false),
            _ => Err(self.fault("on or off")),
        }
    }

    /// Reads a whole number of the range that its type and a file of settings can hold; what it may be is judged with all
    /// other settings.
    pub(super) fn whole<T: TryFrom<u64>>(&self) -> Result<T, String> {
        self.whole_from(0)
    }

    /// Reads a whole number as [`Word::whole`] does, of what there has to be one at least.
    pub(super) fn count<T: TryFrom<u64>>(&self) -> Result<T, String> {
        self.whole_from(1)
    }

    fn whole_from<T: TryFrom<u64>>(&self, least: u64) -> Result<T, String> {
        let most = Settings::MOST.min(u64::MAX >> (u64::BITS as usize - 8 * size_of::<T>()));
        let number = self.value.and_then(|value| value.parse::<u64>().ok());
        number
            .filter(|number| *number <= most)
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| self.fault(format_args!("a whole number from {least} to {most}")))
    }

    /// Reads a number with a fraction.
    pub(super) fn real(&self) -> Result<f64, String> {
        let number = self.value.and_then(|value| value.parse().ok());
        number.ok_or_else(|| self.fault("a number"))
    }

    /// Reads seconds with a fraction; gives milliseconds.
    pub(super) fn seconds(&self) -> Result<u64, String> {
        let milliseconds = self.value.and_then(seconds::read);
        milliseconds.ok_or_else(|| self.fault("seconds, as 1 or 0.25"))
    }

    /// Reads one of the names that a file of settings knows.
    pub(super) fn name<T: DeserializeOwned>(&self) -> Result<T, String> {
        let name = self.text()?;
        T::deserialize(name.into_deserializer())
            .map_err(|error: NameError| self.told(&in_our_words(&error.to_string())))
    }
}
