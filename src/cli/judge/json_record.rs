//! One record of `caipan judge --jsonl`.
//!
//! An object with `moves`, an array of moves as `h2e2`; `fen`, the start if it is not the usual one; `id`, anything,
//! given back as it is (the number of the line if there is none); and `cycle`, the stretch to rule as
//! `[start, length]`, null for the whole line. Other fields are passed over.

use serde_json::{Map, Value};

use super::start;
use crate::notation;
use crate::position::Line;
use crate::report::Failure;
use crate::ruling::Stretch;

/// A record whose fields have the right types.
pub(super) struct Record {
    pub(super) id: Value,
    /// The line it stands on, from 1.
    number: usize,
    fen: Option<String>,
    moves: Vec<String>,
    stretch: Stretch,
}

impl Record {
    /// Reads one line; `number` counts lines from 1 and stands for a missing `id`.
    pub(super) fn read(line: &str, number: usize) -> Result<Self, Failure> {
        let numbered = Value::from(number.to_string());
        let value: Value = serde_json::from_str(line.trim_start_matches('\u{feff}').trim())
            .map_err(|error| Failure::new(numbered.clone(), "json", fault(number, &error)))?;
        let Value::Object(mut object) = value else {
            let message = format!("line {number}: found {}, expected an object", kind(&value));
            return Err(Failure::new(numbered, "json", message));
        };
        let id = object.remove("id").unwrap_or(numbered);
        let wrong = |field: &str, found: Option<&Value>, expected: &str| {
            let found = found.map_or("nothing", kind);
            let message =
                format!("line {number}: field {field:?}: found {found}, expected {expected}");
            Failure::new(id.clone(), "field", message)
        };
        let fen = match object.get("fen") {
            None | Some(Value::Null) => None,
            Some(Value::String(fen)) => Some(fen.clone()),
            other => return Err(wrong("fen", other, "a string")),
        };
        let expected = "an array of moves as \"h2e2\"";
        let Some(Value::Array(words)) = object.get("moves") else {
            return Err(wrong("moves", object.get("moves"), expected));
        };
        let moves = words
            .iter()
            .map(|word| word.as_str().map(str::to_owned))
            .collect::<Option<Vec<_>>>();
        let moves = moves.ok_or_else(|| {
            let odd = words.iter().find(|word| !word.is_string());
            wrong("moves", odd, expected)
        })?;
        let stretch = stretch(&object).map_err(|found| {
            let expected = "[start, length] in plies, two whole numbers from 0, or null";
            let message =
                format!("line {number}: field \"cycle\": found {found}, expected {expected}");
            Failure::new(id.clone(), "field", message)
        })?;
        Ok(Self {
            fen,
            moves,
            stretch,
            id,
            number,
        })
    }

    /// Plays the moves.
    pub(super) fn game(&self) -> Result<(Line, Stretch), Failure> {
        let line = line(&self.id, self.fen.as_deref(), &self.moves).map_err(|mut failure| {
            failure
                .error
                .message
                .insert_str(0, &format!("line {}: ", self.number));
            failure
        })?;
        // A whole line of no moves has nothing in it to rule.
        let stretch = if line.is_empty() && self.stretch == Stretch::Whole {
            Stretch::Latest
        } else {
            self.stretch
        };
        Ok((line, stretch))
    }
}

/// Plays moves, in any notation, from a FEN.
pub(super) fn line(
    id: &Value,
    fen: Option<&str>,
    moves: &[impl AsRef<str>],
) -> Result<Line, Failure> {
    let start =
        start(fen).map_err(|error| Failure::new(id.clone(), "fen", format!("FEN: {error}")))?;
    let mut line = Line::new(start);
    for (ply, word) in moves.iter().map(AsRef::as_ref).enumerate() {
        let mv = notation::read_any(line.position(), word).map_err(|error| {
            Failure::new(
                id.clone(),
                "move",
                format!("move {} of {}: {error}", ply + 1, moves.len()),
            )
        })?;
        line.push_unchecked(mv);
    }
    Ok(line)
}

/// The stretch asked for, or what stands in its place.
fn stretch(object: &Map<String, Value>) -> Result<Stretch, String> {
    let pair = match object.get("cycle") {
        None => return Ok(Stretch::Latest),
        Some(Value::Null) => return Ok(Stretch::Whole),
        Some(Value::Array(pair)) => pair,
        Some(other) => return Err(kind(other).to_owned()),
    };
    let [start, length] = &pair[..] else {
        return Err(format!("an array of {}", pair.len()));
    };
    let number = |value: &Value| {
        let number = value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| match value {
            Value::Number(number) => number.to_string().chars().take(24).collect(),
            other => kind(other).to_owned(),
        })
    };
    Ok(Stretch::Given {
        start: number(start)?,
        length: number(length)?,
    })
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Says what is wrong with a line that is no JSON; the parser takes each line for the first of a text.
fn fault(number: usize, error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    format!("line {number}, column {}: {what}", error.column())
}
