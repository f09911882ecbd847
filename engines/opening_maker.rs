//! Makes a suite of balanced openings: sensible moves by chance, kept where the bundled searcher sees no one ahead.
//!
//! `opening_maker [SEED]` writes the suite on standard output. The same seed gives the same suite.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use anyhow::Context;
use caipan::analysis::{Limits, Score};
use caipan::position::{Line, Move};
use caipan::search::{SearchOptions, Searcher, StopToken, book_key};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many openings are made.
const COUNT: usize = 200;
/// The plies of the shortest and the longest.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=12;
/// The depth at which an opening is judged, in plies.
const DEPTH: u32 = 12;
/// How far from level it may be, in centipawns.
const BOUND: i32 = 60;
/// After how many of its last plies it must be so, that no one has blundered and been let off.
const JUDGED: usize = 3;
/// The depth at which moves are found, in plies.
const SHALLOW: u32 = 5;
/// How many moves are found, and how far behind the best they may be, in centipawns.
const CHOICES: usize = 12;
const MARGIN: i32 = 50;
/// How many openings may share the first moves of both.
const SHARED: usize = 10;

/// The searcher, and the moves that it found sensible in the positions that come often.
struct Maker {
    searcher: Searcher,
    sensible: HashMap<u64, Vec<Move>>,
    random: ChaCha8Rng,
}

fn main() -> anyhow::Result<()> {
    let seed = match std::env::args().nth(1) {
        Some(word) => word.parse().context("the seed is a whole number")?,
        None => 1,
    };
    let mut maker = Maker {
        searcher: Searcher::new(16),
        sensible: HashMap::new(),
        random: ChaCha8Rng::seed_from_u64(seed),
    };
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "# {COUNT} balanced openings of {} to {} plies, from scripts/make-openings with seed {seed}.\n\
         # depth {DEPTH}, bound {BOUND}: so deep the bundled searcher looked after each of the last {JUDGED} plies, and no\n\
         # more centipawns was either side ahead.",
        LENGTHS.start(),
        LENGTHS.end()
    )?;
    for line in maker.suite()? {
        write!(output, "startpos moves")?;
        for mv in line.moves() {
            write!(output, " {mv}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}

impl Maker {
    fn suite(&mut self) -> io::Result<Vec<Line>> {
        let mut suite = Vec::new();
        let mut seen = HashSet::new();
        let mut shared: HashMap<u64, usize> = HashMap::new();
        while suite.len() < COUNT {
            // Every length comes as often as the others.
            let length = LENGTHS.start() + suite.len() % LENGTHS.count();
            let Some(line) = self.opening(length) else {
                continue;
            };
            let beginning = shared.entry(book_key(&line.position_at(2)).0).or_default();
            let key = book_key(line.position()).0;
            if *beginning < SHARED && !seen.contains(&key) && self.is_balanced(&line) {
                *beginning += 1;
                seen.insert(key);
                suite.push(line);
                writeln!(io::stderr(), "{} of {COUNT}", suite.len())?;
            }
        }
        suite.shuffle(&mut self.random);
        Ok(suite)
    }

    /// Plays so many sensible moves, at times with left and right exchanged; gives nothing if the last one checks.
    fn opening(&mut self, length: usize) -> Option<Line> {
        let mut line = Line::default();
        for _ in 0..length {
            let moves = self.sensible_moves(&line);
            line.push_unchecked(*moves.choose(&mut self.random)?);
        }
        if line.is_check() {
            return None;
        }
        if self.random.random() {
            let mut mirrored = Line::default();
            line.moves()
                .for_each(|mv| mirrored.push_unchecked(mv.mirrored()));
            line = mirrored;
        }
        Some(line)
    }

    fn sensible_moves(&mut self, line: &Line) -> Vec<Move> {
        let key = line.position().key();
        if let Some(moves) = self.sensible.get(&key) {
            return moves.clone();
        }
        let options = SearchOptions {
            multi_pv: CHOICES,
            ..SearchOptions::default()
        };
        let mut found = Vec::new();
        self.searcher.clear();
        let limits = depth(SHALLOW);
        self.searcher
            .think(line, &limits, &options, &StopToken::new(), &mut |report| {
                if let (Some(SHALLOW), Some(Score::Centipawns(score)), [mv, ..]) =
                    (report.depth, report.score, &*report.pv)
                {
                    found.retain(|(_, other)| other != mv);
                    found.push((score, *mv));
                }
            });
        let best = found.iter().map(|(score, _)| *score).max().unwrap_or(0);
        found.retain(|(score, _)| *score >= best - MARGIN);
        let moves: Vec<Move> = found.into_iter().map(|(_, mv)| mv).collect();
        self.sensible.insert(key, moves.clone());
        moves
    }

    fn is_balanced(&mut self, line: &Line) -> bool {
        let mut line = line.clone();
        (0..JUDGED).all(|_| {
            self.searcher.clear();
            let options = SearchOptions::default();
            let stop = StopToken::new();
            let thought = self
                .searcher
                .think(&line, &depth(DEPTH), &options, &stop, &mut |_| {});
            line.pop();
            matches!(thought.score, Score::Centipawns(score) if score.abs() <= BOUND)
        })
    }
}

fn depth(plies: u32) -> Limits {
    Limits {
        depth: Some(plies),
        ..Limits::default()
    }
}
