//! A game given to be judged: a start with a list of moves, or a record of `caipan judge --jsonl`.
//!
//! A list has its moves in any notation, between blanks or commas; numbers before them (`1.h2e2`) and a result behind the
//! last are passed over.
//!
//! A record is a JSON object with `moves`, an array of moves as `h2e2`; `fen`, the start if it is not the usual one; `id`,
//! anything, given back as it is (the number of the line if there is none); and `cycle`, the stretch to rule as
//! `[start, length]`, null for the whole line. Other fields are passed over.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

use serde_json::{Map, Value};

use super::Failure;
use crate::notation;
use crate::position::{Line, Position};
use crate::ruling::{Judgement, NatureCache, RuleSet, Stretch};

/// A game whose moves are legal, and what of it is to be judged.
#[derive(Clone, Debug)]
pub struct GivenGame {
    /// What the game is called where it is told of.
    pub id: Value,
    /// The start and the moves.
    pub line: Line,
    /// The stretch to rule.
    stretch: Stretch,
    /// The line of the file that the record stands on, from 1; faults are told with it.
    number: Option<usize>,
}

/// What may stand behind the last move of a list.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl GivenGame {
    /// Gives a name to a line whose latest stretch is to be ruled.
    #[must_use]
    pub fn new(id: Value, line: Line) -> Self {
        Self {
            id,
            line,
            stretch: Stretch::Latest,
            number: None,
        }
    }

    /// Reads a list of moves from a FEN, from the usual start if there is none.
    ///
    /// # Errors
    /// Tells what is wrong with the FEN, or which is the first word that is no legal move.
    ///
    /// # Examples
    ///
    /// ```
    /// use caipan::report::GivenGame;
    ///
    /// let game = GivenGame::from_moves("club".into(), None, "1.炮二平五 马8进7 2.h0g2 *").unwrap();
    /// assert_eq!(game.line.len(), 3);
    /// let failure = GivenGame::from_moves("club".into(), None, "h2e2, h2e2").unwrap_err();
    /// assert_eq!(failure.error.kind, "move");
    /// ```
    pub fn from_moves(id: Value, fen: Option<&str>, moves: &str) -> Result<Self, Failure> {
        let words = moves
            .split(|c: char| c.is_whitespace() || c == ',')
            .map(without_number);
        let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.pop_if(|word| RESULTS.contains(word));
        match play(fen, &words) {
            Ok(line) => Ok(Self::new(id, line)),
            Err((kind, message)) => Err(Failure::new(id, kind, message)),
        }
    }

    /// Reads a record; `number` counts the lines of its file from 1 and stands for a missing `id`.
    ///
    /// # Errors
    /// Tells what is wrong with the JSON, a field, the FEN or a move, with the number of the line.
    pub fn from_json(text: &str, number: usize) -> Result<Self, Failure> {
        let numbered = Value::from(number.to_string());
        let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}').trim())
            .map_err(|error| Failure::new(numbered.clone(), "json", fault(number, &error)))?;
        let Value::Object(mut object) = value else {
            let message = format!("line {number}: found {}, expected an object", kind(&value));
            return Err(Failure::new(numbered, "json", message));
        };
        let id = object.remove("id").unwrap_or(numbered);
        let read = Self::read_fields(&object);
        let (line, stretch) = read.map_err(|(kind, message)| {
            Failure::new(id.clone(), kind, format!("line {number}: {message}"))
        })?;
        Ok(Self {
            id,
            line,
            stretch,
            number: Some(number),
        })
    }

    fn read_fields(object: &Map<String, Value>) -> Result<(Line, Stretch), Fault> {
        let wrong = |field: &str, found: &str, expected: &str| {
            let message = format!("field {field:?}: found {found}, expected {expected}");
            ("field", message)
        };
        let fen = match object.get("fen") {
            None | Some(Value::Null) => None,
            Some(Value::String(fen)) => Some(fen.as_str()),
            Some(other) => return Err(wrong("fen", kind(other), "a string")),
        };
        let expected = "an array of moves as \"h2e2\"";
        let words = match object.get("moves") {
            Some(Value::Array(words)) => words,
            other => return Err(wrong("moves", other.map_or("nothing", kind), expected)),
        };
        let moves = words
            .iter()
            .map(|word| word.as_str().ok_or(word))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|odd| wrong("moves", kind(odd), expected))?;
        let stretch = read_stretch(object).map_err(|found| {
            let expected = "[start, length] in plies, two whole numbers from 0, or null";
            wrong("cycle", &found, expected)
        })?;
        let line = play(fen, &moves)?;
        // A whole line of no moves has nothing in it to rule.
        let is_nothing = line.is_empty() && stretch == Stretch::Whole;
        let stretch = if is_nothing { Stretch::Latest } else { stretch };
        Ok((line, stretch))
    }

    /// Judges the game.
    ///
    /// # Errors
    /// Tells that the line does not have the stretch that the record names.
    pub fn judge(&self, rules: &RuleSet) -> Result<Judgement, Failure> {
        self.judge_with_help(rules, &mut NatureCache::default())
    }

    /// Judges the game as [`Judgement::with_help`] does.
    ///
    /// # Errors
    /// Tells that the line does not have the stretch that the record names.
    pub fn judge_with_help(
        &self,
        rules: &RuleSet,
        cache: &mut NatureCache,
    ) -> Result<Judgement, Failure> {
        Judgement::with_help(&self.line, self.stretch, rules, cache).map_err(|error| {
            let place = self.number.map(|number| format!("line {number}: "));
            let message = place.unwrap_or_default() + &error.to_string();
            Failure::new(self.id.clone(), "cycle", message)
        })
    }
}

/// What is wrong with a game: the kind of the failure, and its message.
type Fault = (&'static str, String);

/// Plays moves, in any notation, from a FEN.
fn play(fen: Option<&str>, words: &[&str]) -> Result<Line, Fault> {
    let start = match fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen).map_err(|error| ("fen", format!("FEN: {error}")))?,
    };
    let mut line = Line::new(start);
    for (ply, word) in words.iter().enumerate() {
        let mv = notation::read_any(line.position(), word).map_err(|error| {
            let message = format!("move {} of {}: {error}", ply + 1, words.len());
            ("move", message)
        })?;
        line.push_unchecked(mv);
    }
    Ok(line)
}

/// Takes the number off a word that begins with one, as `1.h2e2` or `12...炮二平五`; nothing may be left of it.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches('.');
    let is_number = rest.len() < word.len() && behind.len() < rest.len();
    // `15.6` is a pawn's move in WXF.
    if is_number && !behind.starts_with(|c: char| c.is_ascii_digit()) {
        behind
    } else {
        word
    }
}

/// Reads the stretch asked for, or tells what stands in its place.
fn read_stretch(object: &Map<String, Value>) -> Result<Stretch, String> {
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
