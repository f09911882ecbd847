//! Levels of play below the top.

use caipan::analysis::{Limits, Score};
use caipan::position::{Line, Move};
use caipan::search::{SKILL_MOST, SearchOptions, Searcher, StopToken, Thought};
use rayon::prelude::*;

/// Games at half strength, and the plies of each that are looked at.
const GAMES: u64 = 5;
const PLIES: std::ops::Range<usize> = 6..46;

/// What a blunder costs at least, in centipawns: nearly a knight.
const BLUNDER: i32 = 400;

/// From here on a side is so far ahead that moves are no longer told apart, in centipawns.
const DECIDED: i32 = 800;

fn think(
    searcher: &mut Searcher,
    line: &Line,
    limits: &Limits,
    options: &SearchOptions,
) -> Thought {
    searcher.clear();
    searcher.think(line, limits, options, &StopToken::new(), &mut |_| {})
}

/// Gives how much less a move is worth than the best one by a search so deep, in centipawns; nothing if the game is decided.
fn loss(searcher: &mut Searcher, line: &Line, mv: Move, depth: u32) -> Option<i32> {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let only = Limits {
        search_moves: vec![mv],
        ..limits.clone()
    };
    let options = SearchOptions::default();
    let best = think(searcher, line, &limits, &options);
    let own = think(searcher, line, &only, &options);
    let centipawns = |score| match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::MatesIn(_) => i32::MAX / 4,
        Score::MatedIn(_) => i32::MIN / 4,
    };
    let (best, own) = (centipawns(best.score), centipawns(own.score));
    (best.abs() < DECIDED).then_some(best - own)
}

#[test]
fn half_strength_makes_no_blunders() {
    let looked_at: usize = (0..GAMES)
        .into_par_iter()
        .map(|seed| {
            let options = SearchOptions {
                skill: SKILL_MOST / 2,
                seed,
                ..SearchOptions::default()
            };
            let (mut searcher, mut judge) = (Searcher::new(4), Searcher::new(4));
            let mut line = Line::default();
            let mut looked_at = 0;
            while line.len() < PLIES.end {
                let thought = think(&mut searcher, &line, &Limits::default(), &options);
                let Some(mv) = thought.best else {
                    break;
                };
                if PLIES.contains(&line.len())
                    && line.len().is_multiple_of(2)
                    && let Some(shallow) = loss(&mut judge, &line, mv, 8)
                {
                    looked_at += 1;
                    let mut deeper = || loss(&mut judge, &line, mv, 11);
                    // What a shallow search makes of a move is at times refuted by a deeper one.
                    assert!(
                        shallow < BLUNDER || deeper().is_none_or(|loss| loss < BLUNDER),
                        "seed {seed}: {mv} in {}",
                        line.position()
                    );
                }
                line.push_unchecked(mv);
            }
            looked_at
        })
        .sum();
    assert!(looked_at >= 50, "{looked_at}");
}
