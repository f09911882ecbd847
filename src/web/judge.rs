//! `POST /judge`: the contract of `caipan judge --jsonl` over HTTP.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::refusal::{Refusal, json};
use super::server::Application;
use crate::report::{Failure, GivenGame, judgement_json};
use crate::ruling::{NatureCache, RuleSet};
use crate::text::{decode, excerpt};

/// Records in one request.
const MOST_RECORDS: usize = 1000;

/// Moves of one game.
pub(super) const MOST_MOVES: usize = 1000;

/// Positions that the referee may look at for one request.
const MOST_WORK: u64 = 2_000_000;

/// What a move of an answer counts for among them.
const WORK_OF_MOVE: u64 = 200;

/// The words behind `?`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The names of rule sets, with commas between.
    rules: Option<String>,
}

/// What the body is.
#[derive(Clone, Copy)]
enum Form {
    Record,
    Lines,
}

/// Tells whether rules have settings beside the rule set of their name, which a request cannot ask for.
pub(super) fn has_own_settings(rules: &RuleSet) -> bool {
    RuleSet::by_name(&rules.name).as_ref() != Some(rules)
}

/// Judges a record or lines of records.
pub(super) async fn judge(
    State(application): State<Application>,
    asked: Result<Query<Asked>, QueryRejection>,
    request: Request,
) -> Result<Response, Refusal> {
    let form = Form::of(request.headers())?;
    let Query(asked) = asked.map_err(|error| {
        let message = format!("behind \"?\": {}", error.body_text());
        Refusal::new(StatusCode::BAD_REQUEST, "rules", message)
    })?;
    let rules = rule_sets(asked.rules.as_deref().unwrap_or("cn2011"))?;
    let work = move |body: Vec<u8>| match form {
        Form::Record => record(&body, &rules).map(json),
        Form::Lines => lines(&body, &rules)
            .map(|text| ([(header::CONTENT_TYPE, "application/x-ndjson")], text).into_response()),
    };
    application.answer(request.into_body(), work).await
}

impl Form {
    fn of(headers: &HeaderMap) -> Result<Self, Refusal> {
        let named = headers.get(header::CONTENT_TYPE);
        let named = named.and_then(|value| value.to_str().ok()).unwrap_or("");
        let essence = named.split(';').next().unwrap_or_default().trim();
        match essence.to_ascii_lowercase().as_str() {
            "application/json" => Ok(Self::Record),
            "application/x-ndjson" => Ok(Self::Lines),
            _ => {
                let message = format!(
                    "header Content-Type: found \"{}\", expected application/json or application/x-ndjson",
                    excerpt(named, 60)
                );
                let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
                Err(Refusal::new(status, "type", message))
            }
        }
    }
}

/// Reads the names of rule sets, each once.
fn rule_sets(names: &str) -> Result<Vec<RuleSet>, Refusal> {
    let mut sets = Vec::new();
    for name in names.split(',') {
        let rules = RuleSet::by_name(name).ok_or_else(|| {
            let message = format!(
                "rules: found \"{}\", expected some of {} with commas between",
                excerpt(name, 40),
                RuleSet::NAMES.join(",")
            );
            Refusal::new(StatusCode::BAD_REQUEST, "rules", message)
        })?;
        if !sets.contains(&rules) {
            sets.push(rules);
        }
    }
    Ok(sets)
}

/// Judges the one record of a body; by several rule sets it gives an array.
fn record(body: &[u8], rules: &[RuleSet]) -> Result<String, Refusal> {
    // A line feed is a blank of JSON, so that the text is one line and its columns tell the place.
    let text = decode(body).0.replace(['\r', '\n'], " ");
    let answers = judge_record(&text, 1, rules, &mut { MOST_WORK })?;
    Ok(match &answers[..] {
        [answer] => answer.clone(),
        answers => format!("[{}]", answers.join(",")),
    })
}

/// Judges the records of lines.
fn lines(body: &[u8], rules: &[RuleSet]) -> Result<String, Refusal> {
    let lines = body.split(|byte| *byte == b'\n').zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim_ascii().is_empty());
    if lines.clone().count() > MOST_RECORDS {
        let message = format!("found more than {MOST_RECORDS} lines, expected no more");
        let status = StatusCode::PAYLOAD_TOO_LARGE;
        return Err(Refusal::new(status, "size", message));
    }
    let (mut left, mut text) = (MOST_WORK, String::new());
    for (line, number) in lines {
        let answers = judge_record(&decode(line).0, number, rules, &mut left);
        for answer in answers.unwrap_or_else(|failure| vec![failure.to_json()]) {
            text.push_str(&answer);
            text.push('\n');
        }
    }
    if text.is_empty() {
        let message = "found no record, expected one JSON object a line";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "json", message));
    }
    Ok(text)
}

/// Judges one record by each rule set, with what is left of the work.
fn judge_record(
    text: &str,
    number: usize,
    rules: &[RuleSet],
    left: &mut u64,
) -> Result<Vec<String>, Failure> {
    let game = GivenGame::from_json(text, number)?;
    let GivenGame { id, line, .. } = &game;
    if line.len() > MOST_MOVES {
        let message = format!(
            "line {number}: found {} moves, expected at most {MOST_MOVES}",
            line.len()
        );
        return Err(Failure::new(id.clone(), "size", message));
    }
    let too_much = || {
        let message = format!(
            "line {number}: the request asks for more work than one may; send this record in a smaller one, or judge it with caipan judge"
        );
        Failure::new(id.clone(), "work", message)
    };
    let fixed = WORK_OF_MOVE * (line.len() as u64 + 1) * rules.len() as u64;
    *left = left.checked_sub(fixed).ok_or_else(too_much)?;
    let mut cache = NatureCache::default();
    cache.allow(*left);
    let mut judge = |rules: &RuleSet| {
        let judgement = game.judge_with_help(rules, &mut cache)?;
        if cache.take_short() {
            return Err(too_much());
        }
        let findings = judgement.findings(line);
        Ok(judgement_json(id, line, &judgement, &findings, rules))
    };
    let answers = rules.iter().map(&mut judge).collect();
    *left = left.saturating_sub(cache.visited());
    answers
}
