//! What the page asks: the games of a text, and the positions of a line with their legal moves.

use std::path::Path;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::judge::{MOST_MOVES, has_own_settings};
use super::refusal::{Refusal, json};
use super::server::Application;
use crate::notation::{Notation, write};
use crate::position::{Line, Move, Position};
use crate::record::{Format, GameRecord};
use crate::report::{Failure, GivenGame, rule_set_of};
use crate::ruling::RuleSet;
use crate::text::decode;

/// The words behind `?` where games are read.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Named {
    /// The name of the file; empty for a text that was pasted.
    #[serde(default)]
    name: String,
}

#[derive(Serialize)]
struct LineObject {
    positions: Vec<PositionObject>,
    moves: Vec<MoveObject>,
}

#[derive(Serialize)]
struct PositionObject {
    fen: String,
    check: bool,
    legal: Vec<String>,
}

#[derive(Serialize)]
struct MoveObject {
    #[serde(rename = "move")]
    mv: String,
    zh: String,
    wxf: String,
}

#[derive(Serialize)]
struct GamesObject {
    games: Vec<GameObject>,
}

/// A game of a text, or why it cannot be read.
#[derive(Serialize)]
#[serde(untagged)]
enum GameObject {
    Game {
        title: String,
        fen: String,
        moves: Vec<String>,
        /// The rule set that its tags tell of.
        rules: Option<String>,
        /// Whether they tell of settings beside it, by which `/judge` does not rule.
        changed: bool,
    },
    Unread(Failure),
}

/// Gives the positions of a line: `{"fen": …, "moves": [...]}` as of a record to judge.
pub(super) async fn line(
    State(application): State<Application>,
    request: Request,
) -> Result<Response, Refusal> {
    let work = |body: Vec<u8>| {
        let line = GivenGame::from_json(&decode(&body).0, 1)?.line;
        if line.len() > MOST_MOVES {
            let message = format!("found {} moves, expected at most {MOST_MOVES}", line.len());
            return Err(Failure::new(Value::Null, "size", message).into());
        }
        Ok(json(text(&LineObject::of(&line))))
    };
    application.answer(request.into_body(), work).await
}

/// Gives the games of a text or file, whatever format and encoding it has; formats that cannot be told by what stands in
/// them are told by the file's name.
pub(super) async fn read(
    State(application): State<Application>,
    named: Result<Query<Named>, QueryRejection>,
    request: Request,
) -> Result<Response, Refusal> {
    let Query(Named { name }) = named.unwrap_or_default();
    let work = move |body: Vec<u8>| {
        let games = games(&name, &body)?;
        Ok(json(text(&GamesObject { games })))
    };
    application.answer(request.into_body(), work).await
}

/// Reads a FEN, with moves behind it if there are any, or games.
fn games(name: &str, bytes: &[u8]) -> Result<Vec<GameObject>, Failure> {
    let (text, _) = decode(bytes);
    if let Some((fen, moves)) = split_fen(&text) {
        let game = GivenGame::from_moves(Value::Null, fen, moves)?;
        return Ok(vec![GameObject::of("", &game.line, None)]);
    }
    let mut games = Vec::new();
    for (game, number) in records(name, bytes).into_iter().zip(1..) {
        games.push(match game {
            Err(fault) => GameObject::Unread(Failure::new(Value::from(number), "game", fault)),
            Ok(game) => {
                let player = |name| game.tag(name).filter(|player| !player.is_empty());
                let red = player("Red").or_else(|| player("White"));
                let title = match (red, player("Black")) {
                    (None, None) => String::new(),
                    (red, black) => format!("{} - {}", red.unwrap_or("?"), black.unwrap_or("?")),
                };
                GameObject::of(&title, game.line(), rule_set_of(&game))
            }
        });
    }
    match games
        .iter()
        .all(|game| matches!(game, GameObject::Unread(_)))
    {
        false => Ok(games),
        true => Err(match games.into_iter().next() {
            Some(GameObject::Unread(failure)) => failure,
            _ => {
                let message =
                    "found no game, expected a game file, moves in any notation, or a FEN";
                Failure::new(Value::Null, "game", message)
            }
        }),
    }
}

/// Reads the games of a file in any format that is known, each with what is wrong with it if it is broken.
fn records(name: &str, bytes: &[u8]) -> Vec<Result<GameRecord, String>> {
    let Some(format) = Format::of_file(Path::new(name), bytes) else {
        return vec![Err("found bytes of no known format".to_owned())];
    };
    // Without tags PGN and a pasted list look alike, and each is read by the reader of PGN if that understands it.
    let format = match format {
        Format::Moves => Format::Pgn,
        format => format,
    };
    let read = |format: Format| {
        let pieces = format.pieces(bytes).filter_map(Result::ok);
        let games = pieces.flat_map(|piece| piece.read());
        games.map(|game| game.map_err(|error| error.to_string()))
    };
    let games: Vec<_> = read(format).collect();
    match games.iter().any(Result::is_ok) {
        false if format == Format::Pgn => read(Format::Moves).collect(),
        _ => games,
    }
}

/// Takes a text that begins with a FEN apart into that and the moves behind it, as UCCI and UCI write them too.
fn split_fen(text: &str) -> Option<(Option<&str>, &str)> {
    let text = text.trim();
    let text = text.strip_prefix("position").map_or(text, str::trim_start);
    let (start, moves) = match text.split_once("moves") {
        None => (text, ""),
        Some((start, moves)) => (start.trim(), moves.trim_start_matches(':')),
    };
    if start == "startpos" {
        return Some((None, moves));
    }
    let fen = start.strip_prefix("fen").unwrap_or(start).trim();
    let board = fen.split_whitespace().next()?;
    let is_fen = board.matches(['/', '\\']).count() > 4 && !fen.contains('\n');
    is_fen.then_some((Some(fen), moves))
}

impl LineObject {
    fn of(line: &Line) -> Self {
        let mut position = line.start().clone();
        let mut positions = vec![PositionObject::of(&position)];
        let mut moves = Vec::new();
        for mv in line.moves() {
            moves.push(MoveObject {
                mv: mv.to_string(),
                zh: write(Notation::Chinese, &position, mv),
                wxf: write(Notation::Wxf, &position, mv),
            });
            let _ = position.play_unchecked(mv);
            positions.push(PositionObject::of(&position));
        }
        Self { positions, moves }
    }
}

impl PositionObject {
    fn of(position: &Position) -> Self {
        let legal = position.legal_moves();
        Self {
            fen: position.to_string(),
            check: position.is_check(),
            legal: legal.iter().map(Move::to_string).collect(),
        }
    }
}

impl GameObject {
    fn of(title: &str, line: &Line, rules: Option<RuleSet>) -> Self {
        Self::Game {
            title: title.to_owned(),
            fen: line.start().to_string(),
            moves: line.moves().map(|mv| mv.to_string()).collect(),
            changed: rules.as_ref().is_some_and(has_own_settings),
            rules: rules.map(|rules| rules.name),
        }
    }
}

fn text(object: &impl Serialize) -> String {
    serde_json::to_string(object).unwrap_or_default()
}
