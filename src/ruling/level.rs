//! The level of a chase (26.9): A for a rook or an unprotected piece, B for the rest.

use super::chase::{Threat, Way, account};
use super::material::{is_material, rough_weight};
use super::nature::{Balance, Level, Novelty, Target, TargetClass};
use super::scene::Scene;
use crate::board::{Bitboard, Piece, PieceType, Square};
use crate::position::{Move, Position};

/// Grades a threat; `RULES` §7.
pub(super) fn grade(scene: &Scene<'_>, threat: &Threat) -> Option<(Level, Target)> {
    let square = threat.victim;
    let piece = scene.after.board().piece_at(square)?;
    let is_rook = piece.kind() == PieceType::Rook;
    let is_strong_mover = matches!(
        scene.moved_kind(),
        Some(PieceType::Rook | PieceType::Knight | PieceType::Cannon)
    );
    let (is_level_a, is_shared) = match threat.way {
        Way::Direct { taker, target } => {
            let is_grave = is_grave(&scene.passed, taker, target);
            let is_joint = is_joint(&scene.passed, target);
            let is_dodge = threat.novelty == Novelty::Escape && is_strong_mover;
            // A target that nothing stands ready to retake is unrooted even if only an escape brought the attack to life.
            let is_mere_dodge = is_dodge && (is_rook || !is_grave || is_joint);
            let nets_rook = threat.worth.is_grave && !is_rook && !is_dodge;
            (
                nets_rook || is_grave && !is_joint && !is_mere_dodge,
                is_joint || is_mere_dodge,
            )
        }
        Way::Checks { .. } => (threat.worth.is_grave, is_shared(scene, &threat.worth.proof)),
    };
    let class = match (is_level_a, is_shared) {
        (true, _) if is_rook || account(scene, &threat.worth.proof).rooks > 0 => TargetClass::Rook,
        (true, _) => TargetClass::Unprotected,
        (false, true) => TargetClass::Joint,
        (false, false) => TargetClass::Other,
    };
    let line = threat.worth.proof.to_vec();
    Some((
        if is_level_a { Level::A } else { Level::B },
        Target {
            square,
            piece,
            class,
            novelty: threat.novelty,
            balance: if threat.worth.value.is_gain() {
                Balance::Gain
            } else {
                Balance::Level
            },
            is_offered: false,
            line,
        },
    ))
}

/// Tells whether a capture is of a rook by a lesser piece, or of a piece that nothing stands ready to retake.
pub(super) fn is_grave(position: &Position, taker: Square, target: Square) -> bool {
    let board = position.board();
    let kind = |square: Square| board.piece_at(square).map(Piece::kind);
    if kind(target) == Some(PieceType::Rook) && kind(taker) != Some(PieceType::Rook) {
        return true;
    }
    let mut occupancy = *board.occupancy();
    occupancy.toggle(taker);
    board
        .attackers_in(target, !position.turn(), &occupancy)
        .is_empty()
}

/// Tells whether several pieces are needed: two or more can take, and none of them would do alone.
fn is_joint(position: &Position, target: Square) -> bool {
    let board = position.board();
    let kind = |square: Square| board.piece_at(square).map(Piece::kind);
    let takers: Bitboard = position
        .captures()
        .into_iter()
        .filter(|mv| mv.to() == target)
        .map(Move::from)
        .filter(|taker| !matches!(kind(*taker), Some(PieceType::King | PieceType::Pawn)))
        .collect();
    if takers.count() < 2 {
        return false;
    }
    !takers
        .into_iter()
        .any(|taker| does_alone(position, taker, target, takers))
}

fn does_alone(position: &Position, taker: Square, target: Square, takers: Bitboard) -> bool {
    let board = position.board();
    let (Some(own), Some(other)) = (board.piece_at(taker), board.piece_at(target)) else {
        return false;
    };
    if own.kind() == PieceType::Cannon && between(taker, target).meets(takers) {
        return false;
    }
    if rough_weight(other.kind()) > rough_weight(own.kind()) {
        return true;
    }
    let Some(mv) = Move::new(taker, target) else {
        return false;
    };
    let mut after = position.clone();
    let _ = after.play_ignoring_check(mv);
    !after
        .captures()
        .into_iter()
        .any(|retake| retake.to() == target)
}

/// Gives the squares between two on one line.
pub(super) fn between(from: Square, to: Square) -> Bitboard {
    let (low, high) = (from.min(to), from.max(to));
    let step = if from.file() == to.file() { 9 } else { 1 };
    (low.index() + step..high.index())
        .step_by(step)
        .filter_map(Square::from_index)
        .collect()
}

/// Tells whether two pieces or more take part in a line of checks up to the capture of its first victim.
fn is_shared(scene: &Scene<'_>, proof: &[Move]) -> bool {
    let mut position = scene.passed.clone();
    let mut parts: Vec<Square> = Vec::new();
    for (index, mv) in proof.iter().enumerate() {
        let victim = position.board().piece_at(mv.to());
        let _ = position.play_ignoring_check(*mv);
        if index % 2 == 1 {
            continue;
        }
        // A piece that moved before is known by where it stands.
        match parts.iter_mut().find(|part| **part == mv.from()) {
            Some(part) => *part = mv.to(),
            None => parts.push(mv.to()),
        }
        for checker in position.checkers() {
            if !parts.contains(&checker) {
                parts.push(checker);
            }
        }
        if victim.is_some_and(|piece| is_material(piece, mv.to())) {
            return parts.len() > 1;
        }
    }
    false
}

/// Gives the square, after the move, of the piece that a line wins first.
pub(super) fn first_victim(scene: &Scene<'_>, proof: &[Move]) -> Option<Square> {
    let mut position = scene.passed.clone();
    // Where each piece of the other side that moved in the line came from.
    let mut origins: Vec<(Square, Square)> = Vec::new();
    for (index, mv) in proof.iter().enumerate() {
        let origin = |square: Square, origins: &[(Square, Square)]| {
            origins
                .iter()
                .find(|(now, _)| *now == square)
                .map_or(square, |(_, first)| *first)
        };
        if index % 2 == 0 {
            let victim = position.board().piece_at(mv.to());
            if victim.is_some_and(|piece| is_material(piece, mv.to())) {
                return Some(origin(mv.to(), &origins));
            }
        } else {
            let first = origin(mv.from(), &origins);
            origins.retain(|(now, _)| *now != mv.from());
            origins.push((mv.to(), first));
        }
        let _ = position.play_ignoring_check(*mv);
    }
    None
}
