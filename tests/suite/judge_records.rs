//! `caipan judge --jsonl -` on a thousand records, most of them broken in some way: each gets its one answer.

use std::io::{Seek, Write};
use std::process::{Command, Stdio};

use caipan::board::Square;
use caipan::position::{Line, Move};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// A line of input and what must come back: the id, and the kind of the error if there is one.
struct Case {
    text: String,
    id: Value,
    error: Option<&'static str>,
}

impl Case {
    /// Makes line number `number`, from 1.
    fn random(rng: &mut ChaCha8Rng, number: usize) -> Self {
        let mut line = Line::default();
        let mut words = Vec::new();
        for _ in 0..rng.random_range(1..12) {
            let moves = line.position().legal_moves();
            let mv = *moves.choose(rng).expect("no mate is so near");
            line.push(mv).expect("a legal move");
            words.push(mv.to_string());
        }
        let mut record = json!({"id": number, "fen": line.start().to_string(), "moves": words});
        let error = match rng.random_range(0..8) {
            0 => None,
            1 => {
                record["cycle"] = [json!(null), json!([0, words.len()])][number % 2].clone();
                None
            }
            2 => {
                record["moves"]
                    .as_array_mut()
                    .expect("moves")
                    .push(json!(bad_move(rng, &line)));
                Some("move")
            }
            3 => {
                record.as_object_mut().expect("an object").remove("moves");
                Some("field")
            }
            4 => {
                let (field, value) = wrong_type(rng);
                record[field] = value;
                Some("field")
            }
            5 => {
                record["cycle"] = json!([rng.random_range(0..3), words.len() + 3]);
                Some("cycle")
            }
            6 => {
                let bad = ["", "9/9 w", "4k4/9/9/9/9/9/9/9/9/9 w", "棋"];
                record["fen"] = json!(bad.choose(rng).expect("one of them"));
                Some("fen")
            }
            _ => {
                let text = record.to_string();
                let cut = rng.random_range(1..text.len());
                return Self {
                    text: text[..cut].to_owned(),
                    id: json!(number.to_string()),
                    error: Some("json"),
                };
            }
        };
        let mut id = json!(number);
        if rng.random_bool(0.2) {
            record.as_object_mut().expect("an object").remove("id");
            id = json!(number.to_string());
        }
        Self {
            text: record.to_string() + ["", "\r", " "][number % 3],
            id,
            error,
        }
    }
}

/// Two squares between which nothing can move, or no move at all.
fn bad_move(rng: &mut ChaCha8Rng, line: &Line) -> String {
    let words = ["h2h2", "j0j1", "炮二平二", "??", ""];
    if rng.random_bool(0.3) {
        return (*words.choose(rng).expect("one of them")).to_owned();
    }
    let squares: Vec<Square> = Square::all().collect();
    loop {
        let [from, to] = [0; 2].map(|_| *squares.choose(rng).expect("one of them"));
        if let Some(mv) = Move::new(from, to).filter(|mv| !line.position().is_legal(*mv)) {
            return mv.to_string();
        }
    }
}

fn wrong_type(rng: &mut ChaCha8Rng) -> (&'static str, Value) {
    let wrong = [
        ("fen", json!(3)),
        ("fen", json!(["9/9 w"])),
        ("fen", json!({})),
        ("moves", json!(null)),
        ("moves", json!("h2e2")),
        ("moves", json!({"0": "h2e2"})),
        ("moves", json!([1])),
        ("moves", json!(["h2e2", null])),
        ("cycle", json!("0,2")),
        ("cycle", json!(2)),
        ("cycle", json!([0])),
        ("cycle", json!([0, 1, 2])),
        ("cycle", json!([-1, 2])),
        ("cycle", json!([0, 1.5])),
        ("cycle", json!({"start": 0, "length": 1})),
    ];
    wrong.choose(rng).expect("one of them").clone()
}

#[test]
fn every_record_gets_one_answer_in_its_turn() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let cases: Vec<Case> = (1..=1000)
        .map(|number| Case::random(&mut rng, number))
        .collect();
    let mut input = tempfile::tempfile().unwrap();
    for case in &cases {
        writeln!(input, "{}", case.text).unwrap();
    }
    input.rewind().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .args(["judge", "--jsonl", "-"])
        .stdin(Stdio::from(input))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(&answers) {
        let told = (&answer["id"], answer["error"]["kind"].as_str());
        assert_eq!(told, (&case.id, case.error), "{}: {answer}", case.text);
        let is_ruled = answer["result"].is_string() && answer["moves"].is_array();
        assert_eq!(is_ruled, case.error.is_none(), "{}: {answer}", case.text);
    }
    assert_eq!(output.status.code(), Some(1));
}
