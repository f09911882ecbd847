//! The variations that the first article gives, played and compared with what it says of them and with what the referee
//! itself shows for the move in question.

use caipan::board::PieceType;
use caipan::notation::coordinate::{self, Ranks};
use caipan::position::{Line, Move, Position};
use caipan::ruling::{Finding, RuleSet, findings};
use serde_json::Value;

use crate::record::Record;

/// Checks every variation of the first article.
///
/// # Errors
/// Returns the first variation that is not as told, and how.
pub(crate) fn check_all() -> Result<(), String> {
    let mut count = 0;
    for record in Record::read("seed1.jsonl") {
        let found = findings(&record.line, &RuleSet::default());
        for told in record.json["lines"].as_array().into_iter().flatten() {
            check(told, &record.line, &found)
                .map_err(|fault| format!("{}: {told}: {fault}", record.json["id"]))?;
            count += 1;
        }
    }
    match count {
        0 => Err("no variation was found".to_owned()),
        _ => Ok(()),
    }
}

fn check(told: &Value, game: &Line, found: &[Finding]) -> Result<(), String> {
    let start = Position::from_fen(told["start"].as_str().expect("a FEN")).expect("a position");
    let after = told["after_ply"].as_u64().expect("a ply") as usize;
    if start.board() != game.position_at(after).board() {
        return Err("does not start where it says".to_owned());
    }
    let moves = moves(&told["moves"]).expect("moves");
    let inside = told["inside"].as_u64().expect("a count of moves") as usize;
    let (won, ending) = play(&start, &moves, inside)?;
    if ending.as_deref() != told["ends"].as_str() {
        return Err(format!("it ends with {ending:?}"));
    }
    let is_mate = ending.as_deref() == Some("mate");
    if !is_mate && Some(result(won)) != told["result"].as_str() {
        return Err(format!("it comes to a {}", result(won)));
    }

    // What the referee shows for the move from which the variation sets out.
    let finding = &found[after - 1];
    let targets = finding.targets.iter().map(|target| &target.line);
    let shown = targets.chain([&finding.line]).find(|line| !line.is_empty());
    let proof = self::moves(&told["proof"]);
    if shown != proof.as_ref() {
        return Err(format!("the referee shows {shown:?}"));
    }
    let Some(proof) = proof else {
        return Ok(());
    };
    if (proof == moves[..inside]) != told["differs"].is_null() {
        return Err("the referee's line is the article's, or not, unlike what is told".to_owned());
    }
    if proof.first() != moves.first() {
        return Err("the referee's line begins otherwise".to_owned());
    }
    let (proof_won, proof_ending) = play(&start, &proof, proof.len())?;
    if result(proof_won) != result(won) || (proof_ending.as_deref() == Some("mate")) != is_mate {
        return Err("the referee's line comes to something else".to_owned());
    }
    Ok(())
}

/// Says what a sum of [`worth`] comes to.
fn result(won: i32) -> &'static str {
    match won.signum() {
        1 => "gain",
        0 => "even",
        _ => "loss",
    }
}

/// Gives the worth of a piece that is taken; a pawn short of the river is no material.
fn worth(kind: PieceType, is_across_river: bool) -> i32 {
    match kind {
        PieceType::Rook => 80,
        PieceType::Knight | PieceType::Cannon => 40,
        PieceType::Advisor | PieceType::Bishop => 8,
        PieceType::Pawn if is_across_river => 3,
        PieceType::Pawn | PieceType::King => 0,
    }
}

fn moves(words: &Value) -> Option<Vec<Move>> {
    let read = |word: &Value| {
        coordinate::read(word.as_str().expect("a move"), Ranks::FromZero).expect("a move")
    };
    Some(words.as_array()?.iter().map(read).collect())
}

/// Plays a variation of which the first `inside` moves belong to the fragment: captures, checks and replies to checks.
///
/// Gives what the side that began has won by then, and what ends the fragment: mate, the nature of the move that follows,
/// which must be a quiet one, or of the last move if it attacks.
fn play(start: &Position, moves: &[Move], inside: usize) -> Result<(i32, Option<String>), String> {
    let mut line = Line::new(start.clone());
    let mut won = 0;
    for (ply, mv) in moves.iter().enumerate() {
        let position = line.position();
        let belongs = position.is_check() || position.is_capture(*mv) || position.gives_check(*mv);
        if ply <= inside && belongs != (ply < inside) {
            return Err(format!("the fragment does not end before move {inside}"));
        }
        if ply < inside {
            let gain = position.board().piece_at(mv.to()).map_or(0, |piece| {
                worth(piece.kind(), mv.to().is_across_river(piece.color()))
            });
            won += if position.turn() == start.turn() {
                gain
            } else {
                -gain
            };
        }
        line.push(*mv).map_err(|error| error.to_string())?;
    }
    if !line.position().has_legal_move() {
        return Ok((won, line.is_check().then(|| "mate".to_owned())));
    }
    let natures = findings(&line, &RuleSet::default());
    let attack = |finding: &Finding| {
        let nature = finding.nature;
        nature.is_attack().then(|| nature.english().to_owned())
    };
    let ending = match (natures.get(inside), natures.last()) {
        (Some(next), _) => Some(attack(next).unwrap_or_else(|| "idle".to_owned())),
        (None, Some(last)) if !line.is_check() => attack(last),
        _ => None,
    };
    Ok((won, ending))
}
