//! Whole games against Debian's `fairy-stockfish`, in both dialects of either side.
//!
//! `CAIPAN_GAMES` and `CAIPAN_MOVETIME` (milliseconds) ask for more than the few quick games of an ordinary run, and
//! `CAIPAN_PROGRAM` for another build of the program. The
//! results are written to `target/tmp/fairy-stockfish.txt`.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use caipan::board::{ByColor, Color};
use caipan::position::{EndReason, Line, Move, Outcome};
use caipan::protocol::{BestMove, Command, Dialect, GivenPosition, Go, Reply};
use caipan::ruling::{RuleSet, outcome};
use rayon::prelude::*;

use crate::support::engine_process::EngineProcess;

const PROGRAM: &str = "/usr/games/fairy-stockfish";

/// Four plies each.
const OPENINGS: [&str; 10] = [
    "h2e2 h9g7 h0g2 i9h9",
    "h2e2 b9c7 h0g2 a9b9",
    "h2e2 h7e7 h0g2 h9g7",
    "h2e2 b7e7 h0g2 b9c7",
    "g3g4 g6g5 h0g2 h9g7",
    "c3c4 h7e7 b0c2 h9g7",
    "g0e2 h7e7 h0g2 h9g7",
    "g0e2 g6g5 g3g4 h9g7",
    "b2d2 h9g7 b0c2 i9h9",
    "h0g2 g6g5 g0e2 h9g7",
];

/// One side: a program and how to speak to it.
struct Player {
    process: EngineProcess,
    dialect: Dialect,
    name: &'static str,
    slowest: Duration,
}

impl Player {
    fn new(name: &'static str, mut process: EngineProcess, dialect: Dialect) -> Self {
        let (word, ok) = if dialect.is_ucci() {
            ("ucci", "ucciok")
        } else {
            ("uci", "uciok")
        };
        process.say(word);
        process.hear_until(ok, |line| line == ok);
        if dialect == Dialect::FairyUci {
            process.say("setoption name UCI_Variant value xiangqi");
        }
        process.say("isready");
        process.hear_until("readyok", |line| line == "readyok");
        Self {
            process,
            dialect,
            name,
            slowest: Duration::ZERO,
        }
    }

    fn think(&mut self, line: &Line, move_time: u64) -> Option<Move> {
        let given = GivenPosition {
            fen: Some(line.start().to_string()),
            moves: line.moves().collect(),
            unread: Vec::new(),
        };
        self.process
            .say(&Command::Position(given).write(self.dialect));
        let start = Instant::now();
        let go = Go {
            move_time: Some(move_time),
            ..Go::default()
        };
        self.process
            .say(&Command::Go(Box::new(go)).write(self.dialect));
        loop {
            match Reply::read(&self.process.hear("a move"), self.dialect) {
                Reply::BestMove(BestMove { best, .. }) => {
                    self.slowest = self.slowest.max(start.elapsed());
                    return Some(best);
                }
                Reply::NoBestMove { .. } => return None,
                _ => {}
            }
        }
    }
}

/// Plays an opening.
fn open(opening: &str) -> Line {
    let mut line = Line::default();
    for word in opening.split(' ') {
        line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
    }
    line
}

/// How a game went, and the slowest move of each side.
struct Played {
    end: (Outcome, EndReason),
    plies: usize,
    slowest: ByColor<Duration>,
}

fn play(players: &mut ByColor<Player>, opening: &str, move_time: u64) -> Played {
    let (mut line, rules) = (open(opening), RuleSet::default());
    let end = loop {
        if let Some(end) = outcome(&line, &rules) {
            break end;
        }
        let player = &mut players[line.position().turn()];
        let mv = player
            .think(&line, move_time)
            .unwrap_or_else(|| panic!("{} has no move in {line:?}", player.name));
        line.push(mv)
            .unwrap_or_else(|error| panic!("{}: {error}", player.name));
    };
    Played {
        end,
        plies: line.len(),
        slowest: ByColor::new_with(|color| players[color].slowest),
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| {
        value.parse().unwrap_or_else(|_| panic!("{name}={value}"))
    })
}

#[test]
fn openings_can_be_played() {
    assert!(OPENINGS.iter().all(|opening| open(opening).len() == 4));
}

#[test]
fn games_end_by_the_rules_alone() {
    let (games, move_time) = (setting("CAIPAN_GAMES", 4), setting("CAIPAN_MOVETIME", 10));
    let (score, report) = (Mutex::new([0; 3]), Mutex::new(Vec::new()));
    (0..games).into_par_iter().for_each(|game| {
        let opening = OPENINGS[(game / 2) as usize % OPENINGS.len()];
        let ours = if game & 1 == 0 { Color::Red } else { Color::Black };
        let (our_dialect, their_dialect) = match (game / 2 + game) % 4 {
            0 => (Dialect::Ucci, Dialect::FairyUci),
            1 => (Dialect::Uci, Dialect::FairyUci),
            2 => (Dialect::Uci, Dialect::Ucci),
            _ => (Dialect::Ucci, Dialect::Ucci),
        };
        let mut players = ByColor::new_with(|color| {
            if color == ours {
                Player::new("caipan", EngineProcess::caipan(), our_dialect)
            } else {
                Player::new("fairy-stockfish", EngineProcess::start(PROGRAM), their_dialect)
            }
        });
        let played = play(&mut players, opening, move_time);
        let late = Duration::from_millis(move_time + 500);
        assert!(played.slowest[ours] <= late, "a move took {:?}", played.slowest[ours]);
        let place = match played.end.0 {
            Outcome::Win(color) if color == ours => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        };
        score.lock().unwrap()[place] += 1;
        report.lock().unwrap().push(format!(
            "game {game:2}: caipan {ours} in {our_dialect:?} against {their_dialect:?}: {} {:?}, {} plies, slowest move {:?}, theirs {:?}\n",
            played.end.0, played.end.1, played.plies, played.slowest[ours], played.slowest[!ours],
        ));
    });
    let [wins, draws, losses] = score.into_inner().unwrap();
    let mut report = report.into_inner().unwrap();
    report.sort();
    report.push(format!(
        "caipan at {move_time} ms a move: {wins} wins, {draws} draws, {losses} losses\n"
    ));
    std::fs::write(
        concat!(env!("CARGO_TARGET_TMPDIR"), "/fairy-stockfish.txt"),
        report.concat(),
    )
    .unwrap();
    assert_eq!(wins + draws + losses, games);
}
