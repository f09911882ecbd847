//! Properties that hold in every position: two roads to the legal moves, and every undo undone.

use super::*;
use crate::board::{Bitboard, Square};

const PERFT: &str = include_str!("../../tests/data/perft.txt");

/// The positions of the perft file.
fn positions() -> impl Iterator<Item = Position> {
    PERFT
        .lines()
        .filter_map(|line| Some(Position::from_fen(line.split(';').next()?).unwrap()))
}

fn all_moves() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| Square::all().filter_map(move |to| Move::new(from, to)))
}

/// Generated moves = moves accepted one by one; captures and quiets share them out.
fn check_moves(position: &Position) {
    let mut generated: Vec<Move> = position.legal_moves().into_iter().collect();
    let accepted: Vec<Move> = all_moves().filter(|mv| position.is_legal(*mv)).collect();
    let mut parts: Vec<Move> = position
        .captures()
        .into_iter()
        .chain(position.quiets())
        .collect();
    assert!(
        position
            .captures()
            .iter()
            .all(|mv| position.is_capture(*mv)),
        "{position}"
    );
    assert_eq!(
        position.count_legal_moves() as usize,
        generated.len(),
        "{position}"
    );
    assert_eq!(
        position.has_legal_move(),
        !generated.is_empty(),
        "{position}"
    );
    check_checks(position);
    generated.sort_unstable();
    parts.sort_unstable();
    assert_eq!(generated, accepted, "{position}");
    assert_eq!(generated, parts, "{position}");
}

/// Listed checks = moves after which the other side is in check, in the order of all moves; with captures beside them
/// on request.
fn check_checks(position: &Position) {
    let theirs = position.board().color(!position.turn());
    for victims in [Bitboard::EMPTY, theirs] {
        let kept = |mv: &Move| {
            let mut after = position.clone();
            let _ = after.play_unchecked(*mv);
            assert_eq!(position.gives_check(*mv), after.is_check(), "{position}");
            after.is_check() || victims.contains(mv.to())
        };
        let checks: MoveList = position.legal_moves().into_iter().filter(kept).collect();
        assert_eq!(position.checks_or_captures(victims), checks, "{position}");
    }
    let (king, squares) = (position.king(!position.turn()), position.check_squares());
    for mv in position.legal_moves() {
        let (from, kind) = (
            mv.from(),
            position.board().piece_at(mv.from()).unwrap().kind(),
        );
        let is_aligned = from.file() == king.file() || from.rank() == king.rank();
        if squares[kind as usize].contains(mv.to()) && !is_aligned {
            assert!(position.gives_check(mv), "{position} {mv}");
        }
    }
}

fn check_undo(position: &Position) {
    for mv in position.legal_moves() {
        let mut after = position.clone();
        let undo = after.play_unchecked(mv);
        assert_eq!(after.key(), after.fresh_key(), "{position} {mv}");
        assert!(
            after
                .board()
                .checkers_in(
                    after.king(position.turn()),
                    after.turn(),
                    after.board().occupancy()
                )
                .is_empty()
        );
        assert_eq!(
            Position::from_fen(&after.to_string()).unwrap(),
            after,
            "{position} {mv}"
        );
        after.undo(undo);
        assert_eq!(after, *position, "{mv}");
    }
}

fn check_symmetry(position: &Position) {
    let sorted = |moves: MoveList, map: fn(Move) -> Move| {
        let mut moves: Vec<Move> = moves.into_iter().map(map).collect();
        moves.sort_unstable();
        moves
    };
    assert_eq!(
        sorted(position.legal_moves(), Move::mirrored),
        sorted(position.mirrored().legal_moves(), |mv| mv)
    );
    assert_eq!(
        sorted(position.legal_moves(), Move::flipped),
        sorted(position.flipped().legal_moves(), |mv| mv)
    );
    assert_eq!(position.mirrored().mirrored(), *position);
    assert_eq!(position.flipped().is_check(), position.is_check());
}

#[test]
fn checks_are_found_however_they_arise() {
    let fens = [
        // A bare cannon that takes over the second piece on its line.
        "3k5/9/9/3C5/9/3p5/9/3n5/9/4K4 w",
        // A knight that uncovers a rook, and one that leaves a cannon a single screen.
        "3k5/9/3N5/9/3R5/9/9/9/9/4K4 w",
        "3k5/9/3N5/9/3n5/9/3C5/9/9/4K4 w",
        // A rook that leaves the leg of a knight, and one that becomes the screen of a bare cannon.
        "3k5/2R6/2N6/9/9/9/9/9/9/4K4 w",
        "3k5/9/9/9/R8/9/9/3C5/9/4K4 w",
    ];
    for start in fens.map(|fen| Position::from_fen(fen).unwrap()) {
        for position in [start.flipped(), start.mirrored(), start] {
            check_moves(&position);
            // With the other king in check already, which only a referee looks at.
            for mv in position.checks() {
                let mut after = position.clone();
                let _ = after.play_unchecked(mv);
                let _ = after.play_null();
                let mut checks = after.legal_moves();
                checks.retain(|mv| after.gives_check(*mv));
                assert_eq!(after.checks(), checks, "{position} {mv}");
            }
        }
    }
}

#[test]
fn properties_hold_two_plies_deep() {
    for start in positions() {
        for mv in start.legal_moves() {
            let mut position = start.clone();
            let _ = position.play(mv).unwrap();
            check_moves(&position);
            check_undo(&position);
            check_symmetry(&position);
        }
    }
}

#[test]
fn perft_to_depth_three() {
    for line in PERFT.lines() {
        let mut parts = line.split(';');
        let mut position = Position::from_fen(parts.next().unwrap()).unwrap();
        for count in parts {
            let (depth, nodes) = count.trim().split_once(' ').unwrap();
            let depth: u32 = depth[1..].parse().unwrap();
            if depth <= 3 {
                assert_eq!(
                    perft(&mut position, depth),
                    nodes.parse::<u64>().unwrap(),
                    "{position} depth {depth}"
                );
            }
        }
    }
}
