//! The records beside this file: a line, the stretch of it to be ruled, and what the rule book says.

use caipan::notation::coordinate::{self, Ranks};
use caipan::position::{Line, Position};
use caipan::ruling::Cycle;
use serde_json::Value;

/// A record and what was read from it.
pub(crate) struct Record {
    /// All its fields.
    pub(crate) json: Value,
    pub(crate) line: Line,
    pub(crate) cycle: Cycle,
}

impl Record {
    /// Reads a file of records, one a line.
    ///
    /// # Panics
    /// If it is not as it should be.
    pub(crate) fn read(file: &str) -> Vec<Self> {
        let path = format!("{}/tests/rulings/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = fs_err::read_to_string(path).expect("the records are there");
        text.lines().map(Self::parse).collect()
    }

    fn parse(text: &str) -> Self {
        let json: Value = serde_json::from_str(text).expect("a record is JSON");
        let word = |value: &Value| value.as_str().expect("a word").to_owned();
        let mut line =
            Line::new(Position::from_fen(&word(&json["fen"])).expect("a sound position"));
        for mv in json["moves"].as_array().expect("moves") {
            let mv = coordinate::read(&word(mv), Ranks::FromZero).expect("a move");
            line.push(mv).expect("a legal move");
        }
        let [start, length] = match json["cycle"].as_array() {
            Some(pair) => [0, 1].map(|i| pair[i].as_u64().expect("a count of plies") as usize),
            None => [0, line.len()],
        };
        Self {
            cycle: Cycle::given(&line, start, length).expect("a stretch of the line"),
            line,
            json,
        }
    }
}
