//! The move generator: leaves counted, moves listed, moves played and taken back.
//!
//! The positions are the start, three middle games and one full of checks (`tests/data/perft.txt` has them too).
//! Instructions per leaf, which do not depend on the machine's mood, are counted by `scripts/count-instructions`.

use std::hint::black_box;

use caipan::position::{Line, Move, Position, START_FEN, perft};
use criterion::{BenchmarkId, Criterion, Throughput};

/// Name, FEN, and the leaves at depth 4.
const POSITIONS: [(&str, &str, u64); 5] = [
    ("start", START_FEN, 3_290_240),
    (
        "middle game 1",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
        1_339_047,
    ),
    (
        "middle game 2",
        "1r1akabr1/1c7/2n1b1n2/p1p1p3p/6p2/PN3R3/1cP1P1P1P/2C1C1N2/1R7/2BAKAB2 b",
        4_127_198,
    ),
    (
        "middle game 3",
        "rn2kab2/3ra4/2c1b2cn/p5p1C/9/2p6/P3P1P1P/NC4N2/9/1RBAKABR1 w",
        2_698_940,
    ),
    (
        "many checks",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w",
        4_485_547,
    ),
];

fn count_leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft 4");
    group.sample_size(20);
    for (name, fen, leaves) in POSITIONS {
        let mut position = Position::from_fen(fen).expect("the FEN is sound");
        assert_eq!(perft(&mut position, 4), leaves, "{name}");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| perft(black_box(&mut position), 4));
        });
    }
    group.finish();
}

/// Measures some work on each position, told per legal move.
fn each_move<T>(criterion: &mut Criterion, what: &str, work: impl Fn(&mut Position, &[Move]) -> T) {
    let mut group = criterion.benchmark_group(what);
    for (name, fen, _) in POSITIONS {
        let mut position = Position::from_fen(fen).expect("the FEN is sound");
        let moves = position.legal_moves();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| work(black_box(&mut position), &moves));
        });
    }
    group.finish();
}

/// Measures a ply of a line, told per move: its part of the list, the move played with the key, the check and what a
/// repetition is found by, and taken back.
fn plies(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a ply: list, play, key, repetition, undo");
    for (name, fen, _) in POSITIONS {
        let mut line = Line::new(Position::from_fen(fen).expect("the FEN is sound"));
        let count = line.position().legal_moves().len();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                for mv in line.position().legal_moves() {
                    line.push_unchecked(mv);
                    black_box((line.position().key(), line.previous_occurrence()));
                    line.pop();
                }
            });
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    count_leaves(&mut criterion);
    each_move(&mut criterion, "legal moves", |position, _| {
        position.legal_moves()
    });
    each_move(&mut criterion, "captures, then quiets", |position, _| {
        let restraints = position.restraints();
        let captures = position.captures_under(&restraints);
        (captures, position.quiets_under(&restraints))
    });
    each_move(&mut criterion, "play and undo", |position, moves| {
        for mv in moves {
            let undo = position.play_unchecked(*mv);
            black_box(&mut *position).undo(undo);
        }
    });
    each_move(&mut criterion, "is legal", |position, moves| {
        moves.iter().all(|mv| position.is_legal(*mv))
    });
    each_move(&mut criterion, "gives check", |position, moves| {
        let checks = moves.iter().filter(|mv| position.gives_check(**mv));
        checks.count()
    });
    plies(&mut criterion);
    criterion.final_summary();
}
