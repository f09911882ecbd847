//! Many games with an engine that is killed at random, by one process of caipan: none is lost by that, and nothing leaks.
//!
//! `CAIPAN_SOAK` asks for more games than the few of an ordinary run, and `CAIPAN_SEED` for others; the seed is told on
//! standard error at the start. The figures are written to `target/tmp/relay-soak.txt`.

use std::fs;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use caipan::board::Color;
use caipan::position::{Line, Outcome};
use caipan::protocol::{Command, Dialect, GivenPosition};
use caipan::ruling::{RuleSet, outcome};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

use crate::support::process_family::{family, holdings, memory, signal};
use crate::support::relayed_engine::{RelayedEngine, scripted};

/// How many games are played before the others, until caipan has once done all that it does.
const WARM_UP: usize = 5;

/// How many moves of the engine a game lasts at most.
const MOVES: usize = 40;

/// How long the engine has for a move, in milliseconds.
const MOVE_TIME: u64 = 10;

/// How long a move may take: its time, the stop of an engine that does not end by itself, and what a busy machine adds.
const LATEST: Duration = Duration::from_millis(MOVE_TIME + 300 + 700);

/// What was seen of one game.
struct Game {
    /// `None` where it was broken off after all its moves.
    outcome: Option<Outcome>,
    was_killed: bool,
    slowest: Duration,
    /// Resident memory of caipan behind the game, in KiB.
    memory: u64,
    /// Its open files and threads.
    holdings: [usize; 2],
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| {
        value.parse().unwrap_or_else(|_| panic!("{name}={value}"))
    })
}

/// Plays a game of which the other side moves at random; the engine is killed once, so long behind a `go`, if that is to be.
fn play(engine: &mut RelayedEngine, random: &mut ChaCha8Rng, kill: Option<Duration>) -> Game {
    let (mut line, rules) = (Line::default(), RuleSet::default());
    let ours = if random.random() {
        Color::Red
    } else {
        Color::Black
    };
    let fatal_move = random.random_range(0..MOVES / 2);
    let (mut moves, mut slowest) = (0, Duration::ZERO);
    let (mut killed, mut told) = (false, false);
    engine.say("ucinewgame");
    engine.ask("isready", "readyok");
    while moves < MOVES && outcome(&line, &rules).is_none() {
        if line.position().turn() != ours {
            let legal = line.position().legal_moves();
            line.push(*legal.choose(random).unwrap()).unwrap();
            continue;
        }
        let given = GivenPosition {
            fen: None,
            moves: line.moves().collect(),
            unread: Vec::new(),
        };
        engine.say(&Command::Position(given).write(engine.dialect));
        let ids = family(engine);
        let start = Instant::now();
        engine.say(&format!("go movetime {MOVE_TIME}"));
        if let Some(after) = kill.filter(|_| moves == fatal_move) {
            thread::sleep(after);
            ids.iter().for_each(|id| signal(*id, "KILL"));
            killed = true;
        }
        let (best, messages) = engine.legal_move(&line);
        slowest = slowest.max(start.elapsed());
        told |= messages
            .iter()
            .any(|message| message.contains("it has ended"));
        line.push(best).unwrap();
        moves += 1;
    }
    assert!(killed || !told, "the engine has ended by itself");
    engine.ask("isready", "readyok");
    Game {
        outcome: outcome(&line, &rules).map(|(outcome, _)| outcome),
        was_killed: killed,
        slowest,
        memory: memory(engine),
        holdings: holdings(engine),
    }
}

/// Gives the mean of a measure.
fn mean(games: &[Game], measure: impl Fn(&Game) -> f64) -> f64 {
    games.iter().map(measure).sum::<f64>() / games.len() as f64
}

#[test]
fn an_engine_that_is_killed_at_random() {
    let (count, seed) = (setting("CAIPAN_SOAK", 10), setting("CAIPAN_SEED", 1));
    // Told at once and past what captures the output of tests: a run that never ends can be repeated too.
    writeln!(io::stderr(), "relay_soak: {count} games, seed {seed}").unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // A small table of the bundled searcher is soon all in memory.
    let settings = scripted(&["--think", &MOVE_TIME.to_string()]);
    let settings = settings.replace("msglang", "Hash = 1, msglang");
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    for _ in 0..WARM_UP {
        play(&mut engine, &mut random, Some(Duration::ZERO));
    }
    let games: Vec<_> = (0..count)
        .map(|number| {
            // While it thinks, or just behind.
            let after = Duration::from_micros(random.random_range(0..2_000 * MOVE_TIME));
            play(&mut engine, &mut random, (number % 5 == 0).then_some(after))
        })
        .collect();
    engine.say("quit");
    engine.process.leave();
    let end = games.len().div_ceil(5);
    let course = games.chunks(games.len().div_ceil(10)).map(|part| {
        let memory = part.iter().map(|game| game.memory).max();
        memory.unwrap_or_default()
    });
    let (first, last) = (&games[..end], &games[games.len() - end..]);
    let memory = [first, last].map(|games| mean(games, |game| game.memory as f64));
    let files = [first, last].map(|games| mean(games, |game| game.holdings[0] as f64));
    let threads = [first, last].map(|games| mean(games, |game| game.holdings[1] as f64));
    let killed = games.iter().filter(|game| game.was_killed).count();
    let ended = games.iter().filter(|game| game.outcome.is_some()).count();
    let slowest = games.iter().map(|game| game.slowest).max().unwrap();
    let report = format!(
        "{count} games of {MOVES} moves at {MOVE_TIME} ms, seed {seed}: {ended} ended, {} broken off, in {killed} the engine \
         was killed; slowest move {slowest:?}\nfirst and last {end}: memory {memory:.0?} KiB, open files {files:.2?}, threads {threads:.2?}\n\
         most memory in each tenth: {:?} KiB\n",
        games.len() - ended,
        course.collect::<Vec<_>>(),
    );
    fs::write(
        concat!(env!("CARGO_TARGET_TMPDIR"), "/relay-soak.txt"),
        &report,
    )
    .unwrap();
    assert!(killed > 0 && slowest < LATEST, "{report}");
    assert!(memory[1] < memory[0] * 1.05 + 1024.0, "{report}");
    assert_eq!(files[0], files[1], "{report}");
    assert_eq!(threads[0], threads[1], "{report}");
}
