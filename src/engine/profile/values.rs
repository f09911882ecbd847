//! Values in files of profiles, each with what is expected in its place.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::notation::coordinate::Ranks;

/// Reads how ranks are numbered.
pub(super) fn ranks<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Ranks>, D::Error> {
    #[derive(Deserialize)]
    enum Word {
        #[serde(rename = "0-9")]
        FromZero,
        #[serde(rename = "1-10")]
        FromOne,
    }
    Ok(Some(match Word::deserialize(reader)? {
        Word::FromZero => Ranks::FromZero,
        Word::FromOne => Ranks::FromOne,
    }))
}

/// Reads a time in milliseconds, up to an hour.
pub(super) fn milliseconds<'de, D: Deserializer<'de>>(reader: D) -> Result<Duration, D::Error> {
    const MOST: i64 = 3_600_000;
    let found = i64::deserialize(reader)?;
    match u64::try_from(found) {
        Ok(time @ 1..) if found <= MOST => Ok(Duration::from_millis(time)),
        _ => Err(D::Error::custom(format!(
            "found {found}, expected milliseconds from 1 to {MOST}"
        ))),
    }
}

/// Reads a table of keys.
pub(super) fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    reader: D,
) -> Result<T, D::Error> {
    struct Keys<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Keys<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a table of keys with values")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    reader.deserialize_map(Keys(PhantomData))
}

/// Reads the path of a program.
pub(super) fn command<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    let found = String::deserialize(reader)?;
    if found.trim().is_empty() {
        let fault = format!("found {found:?}, expected the path of a program");
        return Err(D::Error::custom(fault));
    }
    Ok(Some(found))
}

/// Reads options in their order; one with a list of values stands there with each.
pub(super) fn options<'de, D: Deserializer<'de>>(
    reader: D,
) -> Result<Vec<(String, String)>, D::Error> {
    struct Pairs;

    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("names with values")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs = Vec::new();
            while let Some((name, Values(values))) = map.next_entry::<String, Values>()? {
                pairs.extend(values.into_iter().map(|value| (name.clone(), value)));
            }
            Ok(pairs)
        }
    }

    reader.deserialize_map(Pairs)
}

/// The values of one option as text.
struct Values(Vec<String>);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a whole number, true or false, or a list of them")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Values, E> {
                Ok(Values(vec![value.to_string()]))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Values, E> {
                Ok(Values(vec![value.to_string()]))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<Values, E> {
                Ok(Values(vec![value.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Values, A::Error> {
                let mut all = Vec::new();
                while let Some(Values(values)) = list.next_element()? {
                    all.extend(values);
                }
                Ok(Values(all))
            }
        }

        reader.deserialize_any(Each)
    }
}
