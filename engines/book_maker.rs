//! Makes the opening book that comes with the program: positions searched by the bundled searcher, the likeliest first.
//!
//! `book_maker [POSITIONS [NODES]]` writes the book on standard output. The same numbers give the same book.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use anyhow::Context;
use caipan::analysis::{Bound, Limits, Score};
use caipan::position::{Line, Position};
use caipan::search::{BOOK_MARGIN, BookMove, SearchOptions, Searcher, StopToken, book_key};

/// How many positions are searched, and how many nodes each gets, unless the command line says.
const POSITIONS: usize = 3_000;
const NODES: u64 = 20_000;
/// How many moves of a position are weighed.
const CHOICES: usize = 5;
/// Beyond so many centipawns nothing is to be learned from an opening.
const DECIDED: i32 = 150;
/// The chance of the first position.
const CERTAIN: u64 = 1 << 60;

/// A position that may be searched.
struct Open {
    position: Position,
    /// How likely it is to come about in play from the book.
    chance: u64,
}

fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse());
    let mut number = |usual: u64| numbers.next().unwrap_or(Ok(usual));
    let positions = number(POSITIONS as u64).context("the positions are a whole number")?;
    let nodes = number(NODES).context("the nodes are a whole number")?;
    let mut searcher = Searcher::new(16);
    let mut entries = Vec::new();
    let mut known = HashSet::new();
    let start = Open {
        position: Position::start(),
        chance: CERTAIN,
    };
    let mut open = BTreeMap::from([(book_key(&start.position).0, start)]);
    while (known.len() as u64) < positions {
        // Of two as likely, the one with the greater key.
        let Some(key) = open.iter().max_by_key(|(_, open)| open.chance) else {
            break;
        };
        let key = *key.0;
        let Some(Open { position, chance }) = open.remove(&key) else {
            break;
        };
        known.insert(key);
        let moves = weigh(&mut searcher, &position, nodes);
        let best = moves.iter().map(|of_book| of_book.score).max().unwrap_or(0);
        let total: u64 = moves.iter().map(|of_book| of_book.weight(best)).sum();
        for of_book in moves {
            entries.push(of_book.entry(&position));
            let share = chance / total * of_book.weight(best);
            let mut after = position.clone();
            let _ = after.play(of_book.mv)?;
            let key = book_key(&after).0;
            if !known.contains(&key) {
                let fresh = || Open {
                    position: after,
                    chance: 0,
                };
                open.entry(key).or_insert_with(fresh).chance += share;
            }
        }
        if known.len() % 100 == 0 {
            writeln!(io::stderr(), "{} of {positions}", known.len())?;
        }
    }
    entries.sort_by_key(|[key @ .., _, _, _, _]| u64::from_le_bytes(*key));
    io::stdout().write_all(entries.as_flattened())?;
    Ok(())
}

/// Finds the moves that are close to the best, of those with the same position behind them, mirrored or not, one; none if
/// one side is far ahead.
fn weigh(searcher: &mut Searcher, position: &Position, nodes: u64) -> Vec<BookMove> {
    let options = SearchOptions {
        multi_pv: CHOICES,
        ..SearchOptions::default()
    };
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    // Of each depth what was found at it; that of the last is kept if all of it was.
    let mut depths: BTreeMap<u32, Vec<BookMove>> = BTreeMap::new();
    searcher.clear();
    let line = Line::new(position.clone());
    searcher.think(&line, &limits, &options, &StopToken::new(), &mut |report| {
        if let (Some(depth), Some(Score::Centipawns(score)), Bound::Exact, [mv, ..]) =
            (report.depth, report.score, report.bound, &*report.pv)
        {
            let found = BookMove { mv: *mv, score };
            // A depth that was cut short before any move of it was found tells the one before again.
            let of_depth = depths.entry(depth).or_default();
            of_depth.retain(|known| known.mv != found.mv);
            of_depth.push(found);
        }
    });
    let most = depths.values().map(Vec::len).max();
    let whole = depths
        .into_values()
        .rev()
        .find(|all| Some(all.len()) == most);
    let mut moves = whole.unwrap_or_default();
    let best = moves.iter().map(|found| found.score).max().unwrap_or(0);
    let mut behind = HashSet::new();
    moves.retain(|found| {
        let mut after = position.clone();
        let is_legal = after.play(found.mv).is_ok();
        is_legal
            && best.abs() <= DECIDED
            && best - found.score <= BOOK_MARGIN
            && behind.insert(book_key(&after).0)
    });
    moves
}
