//! The opening book that comes with the program.

use std::collections::{HashMap, HashSet};

use caipan::analysis::{Limits, Score};
use caipan::board::Square;
use caipan::position::{Line, Move, Position};
use caipan::search::{BOOK_MARGIN, SearchOptions, Searcher, StopToken, Thought, book_moves};

use crate::support::engine_process::EngineProcess;

const FILE: &[u8] = include_bytes!("../../src/search/book.bin");

/// Bytes of an entry, and of its key.
const ENTRY: usize = 12;
const KEY: usize = 8;

fn keys() -> Vec<u64> {
    let (entries, rest) = FILE.as_chunks::<ENTRY>();
    assert!(rest.is_empty());
    let key = |entry: &[u8; ENTRY]| u64::from_le_bytes(entry[..KEY].try_into().unwrap());
    entries.iter().map(key).collect()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    let _ = after.play(mv).expect("moves of the book are legal");
    after
}

/// Answers with the book open, and no time to think.
fn think(line: &Line, seed: u64, change: impl FnOnce(&mut Limits, &mut SearchOptions)) -> Thought {
    let mut limits = Limits {
        move_time: Some(1),
        ..Limits::default()
    };
    let mut options = SearchOptions {
        book: true,
        seed,
        ..SearchOptions::default()
    };
    change(&mut limits, &mut options);
    Searcher::new(1).think(line, &limits, &options, &StopToken::new(), &mut |_| {})
}

fn from_book(line: &Line, seed: u64) -> Option<Move> {
    let thought = think(line, seed, |_, _| {});
    thought.best.filter(|_| thought.nodes == 0)
}

#[test]
fn its_entries_are_sorted_and_few_enough() {
    let keys = keys();
    assert!(keys.is_sorted());
    let positions: HashSet<u64> = keys.iter().copied().collect();
    assert!(
        (2_000..=5_000).contains(&positions.len()),
        "{}",
        positions.len()
    );
    assert!(FILE.len() <= 1 << 20);
}

/// Whoever plays from the book meets every entry, so that each is legal, and none stands there twice for a position and its
/// mirror image.
#[test]
fn every_entry_is_a_legal_move_of_a_position_that_the_book_leads_to() {
    let mut entries: HashMap<u64, usize> = HashMap::new();
    for key in keys() {
        *entries.entry(key).or_default() += 1;
    }
    let mut met = HashSet::new();
    let mut next = vec![Position::start()];
    while let Some(position) = next.pop() {
        let key = position.key().min(position.mirrored().key());
        if !met.insert(key) {
            continue;
        }
        let moves = book_moves(&position);
        assert_eq!(moves.len(), entries.remove(&key).unwrap_or(0), "{position}");
        let distinct: HashSet<Move> = moves.iter().map(|known| known.mv).collect();
        assert_eq!(distinct.len(), moves.len(), "{position}");
        let best = moves.iter().map(|known| known.score).max().unwrap_or(0);
        for known in &moves {
            assert!(best - known.score <= BOOK_MARGIN, "{position}{known:?}");
            next.push(after(&position, known.mv));
        }
        // In the mirror image it is the mirrored moves; where the two are one, each stands for both.
        let mirrored = book_moves(&position.mirrored());
        let expected = moves.iter().map(|known| known.mv.mirrored());
        let is_same = mirrored.iter().map(|known| known.mv).eq(expected);
        assert!(is_same || position == position.mirrored(), "{position}");
    }
    assert!(
        entries.is_empty(),
        "{} positions are not met",
        entries.len()
    );
}

#[test]
fn play_from_the_start_varies_with_the_seed_alone() {
    let play = |seed: u64| {
        let mut line = Line::default();
        while let Some(mv) = from_book(&line, seed) {
            line.push(mv).unwrap();
        }
        line.moves().collect::<Vec<Move>>()
    };
    let lines: Vec<Vec<Move>> = (1..=20).map(play).collect();
    for (seed, line) in (1..).zip(&lines) {
        assert_eq!(play(seed), *line);
        assert!(line.len() >= 4, "{line:?}");
    }
    let distinct: HashSet<_> = lines.iter().collect();
    assert!(distinct.len() >= 15, "{lines:?}");
    let first: HashSet<Move> = lines.iter().map(|line| line[0]).collect();
    assert!(first.len() >= 2, "{first:?}");
}

#[test]
fn a_move_of_the_book_is_told_with_its_worth_and_the_reply() {
    let mut reports = Vec::new();
    let options = SearchOptions {
        book: true,
        ..SearchOptions::default()
    };
    let line = Line::default();
    let limits = Limits {
        move_time: Some(1),
        ..Limits::default()
    };
    let thought =
        Searcher::new(1).think(&line, &limits, &options, &StopToken::new(), &mut |report| {
            reports.push(report.clone());
        });
    let known = book_moves(line.position());
    let known = known.iter().find(|known| Some(known.mv) == thought.best);
    assert_eq!(Score::Centipawns(known.unwrap().score), thought.score);
    let [report] = &*reports else {
        panic!("{reports:?}");
    };
    assert_eq!((report.depth, report.score), (Some(0), Some(thought.score)));
    assert_eq!(report.pv, [thought.best.unwrap(), thought.ponder.unwrap()]);
}

#[test]
fn only_allowed_moves_are_played_from_it() {
    let line = Line::default();
    let known: Vec<Move> = book_moves(line.position())
        .iter()
        .map(|known| known.mv)
        .collect();
    for seed in 0..20 {
        let thought = think(&line, seed, |limits, _| {
            limits.banned_moves = vec![known[0]];
        });
        assert!(thought.best != Some(known[0]) && thought.nodes == 0);
        let thought = think(&line, seed, |limits, _| limits.banned_moves = known.clone());
        assert!(!known.contains(&thought.best.unwrap()) && thought.nodes > 0);
    }
}

#[test]
fn no_position_recurs_by_it() {
    let knight = |file, rank| Square::new(file, rank).unwrap();
    let out = Move::new(knight(7, 9), knight(6, 7)).unwrap();
    let back = |mv: Move| Move::new(mv.to(), mv.from()).unwrap();
    let mut tried = 0;
    for known in book_moves(&Position::start()) {
        let mut line = Line::default();
        let moves = [known.mv, out, back(known.mv), back(out)];
        // A pawn does not go back.
        if moves.into_iter().all(|mv| line.push(mv).is_ok()) {
            tried += 1;
            for seed in 0..20 {
                assert_ne!(from_book(&line, seed), Some(known.mv));
            }
        }
    }
    assert!(tried > 0);
}

#[test]
fn an_analysis_goes_without_it() {
    let line = Line::default();
    let looks = |change: fn(&mut Limits, &mut SearchOptions)| think(&line, 0, change).nodes > 0;
    assert!(!looks(|_, _| {}));
    assert!(looks(|_, options| options.book = false));
    assert!(looks(|_, options| options.multi_pv = 2));
    assert!(looks(|limits, _| limits.mate = Some(1)));
    assert!(looks(|limits, _| limits.depth = Some(1)));
    assert!(looks(|limits, _| limits.nodes = Some(1)));
    assert!(looks(
        |limits, _| limits.search_moves = vec![book_moves(&Position::start())[0].mv]
    ));
}

/// Lets caipan play some moves of both sides with options set, and gives them, and what it told the player.
fn engine_plays(options: &[&str]) -> (Vec<String>, Vec<String>) {
    let mut engine = EngineProcess::caipan();
    engine.say("uci");
    for option in options {
        engine.say(&format!("setoption name {option}"));
    }
    let best = |line: &str| line.starts_with("bestmove ");
    let mut moves = Vec::new();
    for _ in 0..4 {
        engine.say(&format!("position startpos moves {}", moves.join(" ")));
        engine.say("go movetime 20");
        let answer = engine.hear_until("a move", best);
        moves.extend(answer.split(' ').nth(1).map(str::to_owned));
    }
    let told = engine
        .heard
        .iter()
        .filter(|line| line.starts_with("info string"));
    (moves, told.cloned().collect())
}

#[test]
fn the_engine_of_a_gui_plays_from_it_and_tells_the_seed_once() {
    let seed_of = |told: &[String]| -> u32 {
        assert_eq!(told.len(), 1, "{told:?}");
        let digits = told[0].split([' ', ':']).nth(3);
        digits.unwrap().parse().unwrap()
    };
    let language = "Message Language value en";
    let mut seeds = HashSet::new();
    let mut all = HashSet::new();
    for _ in 0..6 {
        let (moves, told) = engine_plays(&[language]);
        let seed = seed_of(&told);
        // Set, it gives the same moves, and is not told.
        let again = engine_plays(&[language, &format!("Seed value {seed}")]);
        assert_eq!(again, (moves.clone(), Vec::new()));
        seeds.insert(seed);
        all.insert(moves);
    }
    assert!(seeds.len() > 1 && all.len() > 1, "{all:?}");
    assert_eq!(
        engine_plays(&["OwnBook value false"]).1,
        Vec::<String>::new()
    );
}

#[test]
fn games_of_one_session_differ() {
    let mut engine = EngineProcess::caipan();
    engine.say("uci");
    engine.say("setoption name Message Language value en");
    let mut moves = HashSet::new();
    for game in 0..10 {
        // The other games begin without a word.
        if game % 2 == 0 {
            engine.say("ucinewgame");
        }
        engine.say("position startpos");
        engine.say("go movetime 20");
        moves.insert(engine.hear_until("a move", |line| line.starts_with("bestmove ")));
        engine.say("position startpos moves h2e2 h9g7");
        engine.say("go movetime 20");
        engine.hear_until("a move", |line| line.starts_with("bestmove "));
    }
    assert!(moves.len() > 1, "{moves:?}");
    let told = engine
        .heard
        .iter()
        .filter(|line| line.starts_with("info string Seed "));
    assert_eq!(told.collect::<HashSet<_>>().len(), 10);
}

#[test]
fn it_is_open_while_we_ponder() {
    for end in ["ponderhit", "stop"] {
        let mut engine = EngineProcess::caipan();
        engine.say("uci");
        engine.say("position startpos moves h2e2");
        engine.say("go ponder wtime 60000 btime 60000");
        engine.say("isready");
        engine.hear_until("readyok", |line| line == "readyok");
        assert!(
            !engine
                .heard
                .iter()
                .any(|line| line.starts_with("bestmove "))
        );
        engine.say(end);
        engine.hear_until("a move", |line| line.starts_with("bestmove "));
        let searched = engine
            .heard
            .iter()
            .any(|line| line.starts_with("info depth 1 "));
        assert!(!searched, "{:?}", engine.heard);
    }
}
