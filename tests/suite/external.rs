//! External engines as the session sees them, with real programs.

use std::time::{Duration, Instant};

use caipan::analysis::{Clock, Limits};
use caipan::board::ByColor;
use caipan::engine::{Answer, ChildEvent, External, ProcessEvent, Profile};
use caipan::notation::coordinate::Ranks;
use caipan::position::{Line, Move, Position};
use caipan::protocol::{BestMove, Dialect};
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// All that can happen.
enum Event {
    Process(u64, ProcessEvent),
    Engine(u64, ChildEvent),
}

/// An engine with the loop that drives it.
struct Driven {
    engine: External,
    inbox: Receiver<Event>,
}

impl Driven {
    /// Starts an engine and waits until it is up.
    fn start(profile: Profile) -> Self {
        let (events, inbox) = unbounded();
        let lines = events.clone();
        let program = profile.program.clone().expect("an external engine");
        let engine = External::start(
            program,
            profile,
            move |start, event| drop(lines.send(Event::Process(start, event))),
            move |number, event| drop(events.send(Event::Engine(number, event))),
        );
        let mut driven = Self {
            engine: engine.unwrap(),
            inbox,
        };
        driven.wait_for(|event| matches!(event, ChildEvent::Ready));
        driven
    }

    /// Runs the loop until an event fits, and gives its search.
    fn wait_for(&mut self, fits: impl Fn(&ChildEvent) -> bool) -> (u64, ChildEvent) {
        let end = Instant::now() + PATIENCE;
        loop {
            let deadline = self.engine.deadline().unwrap_or(end).min(end);
            match self.inbox.recv_deadline(deadline) {
                Ok(Event::Process(start, event)) => self.engine.hear(start, event),
                Ok(Event::Engine(number, event)) if fits(&event) => return (number, event),
                Ok(Event::Engine(_, ChildEvent::Failed(fault))) => panic!("{fault}"),
                Ok(Event::Engine(..)) => {}
                Err(RecvTimeoutError::Timeout) if Instant::now() < end => self.engine.expire(),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Waits for the answer to a search.
    fn answer(&mut self, search: u64) -> BestMove {
        match self.wait_for(|event| matches!(event, ChildEvent::Done { .. })) {
            (
                number,
                ChildEvent::Done {
                    answer: Answer::Move(best),
                    ..
                },
            ) if number == search => best,
            other => panic!("{other:?}"),
        }
    }

    /// Waits for a legal answer that the limits allow.
    fn think(&mut self, line: &Line, limits: &Limits) -> BestMove {
        let search = self.engine.think(line.clone(), limits.clone());
        let answer = self.answer(search);
        assert!(
            line.position().is_legal(answer.best),
            "{answer:?} in {line:?}"
        );
        answer
    }
}

/// Gives a profile with a program of Debian's.
fn profile(name: &str) -> Profile {
    let mut profile = Profile::named(name).unwrap();
    let program = profile.program.as_mut().unwrap();
    let command = std::path::Path::new(&program.command);
    program.command = format!("/usr/games/{}", command.file_name().unwrap().display());
    profile
}

fn line(moves: &str) -> Line {
    let mut line = Line::default();
    for word in moves.split_whitespace() {
        line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
    }
    line
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Plays a few moves of a game in every way of thinking.
fn converse(profile: Profile, dialect: Dialect, heeds_bans: bool) {
    let mut driven = Driven::start(profile);
    assert_eq!(driven.engine.dialect(), dialect);
    assert!(!driven.engine.options().is_empty());
    driven.engine.set_option("hashsize", "8");
    driven.engine.new_game();

    let mut line = line("h2e2 h9g7");
    let ways = [
        depth(3),
        Limits {
            nodes: Some(2_000),
            ..Limits::default()
        },
        Limits {
            move_time: Some(50),
            ..Limits::default()
        },
        Limits {
            clocks: ByColor::new_with(|_| {
                Some(Clock {
                    left: 5_000,
                    increment: 50,
                    moves_to_go: None,
                })
            }),
            ..Limits::default()
        },
    ];
    for limits in &ways {
        let answer = driven.think(&line, limits);
        line.push(answer.best).unwrap();
    }

    // Every move but one is barred, over and over.
    let legal: Vec<Move> = line.position().legal_moves().into_iter().collect();
    for (index, only) in legal.iter().enumerate().filter(|_| heeds_bans).step_by(9) {
        let mut limits = depth(2);
        limits.banned_moves = legal.clone();
        limits.banned_moves.remove(index);
        assert_eq!(driven.think(&line, &limits).best, *only);
    }

    // A position that a FEN tells.
    let endgame = Position::from_fen("4k4/9/9/9/9/9/4n4/9/4A4/3AK3R w - - 12 40").unwrap();
    driven.think(&Line::new(endgame), &depth(3));

    // A hit, a miss, an endless search, and one that takes the place of another.
    let ponder = |limits: Limits| Limits {
        ponder: true,
        ..limits
    };
    let search = driven.engine.think(line.clone(), ponder(depth(2)));
    driven.wait_for(|event| matches!(event, ChildEvent::Info { .. }));
    driven.engine.ponder_hit(false);
    driven.answer(search);
    let search = driven.engine.think(line.clone(), ponder(depth(2)));
    driven.engine.stop();
    driven.answer(search);
    driven.engine.think(
        line.clone(),
        Limits {
            infinite: true,
            ..Limits::default()
        },
    );
    driven.wait_for(|event| matches!(event, ChildEvent::Info { .. }));
    let best = driven.think(&line, &depth(1));
    assert!(line.position().is_legal(best.best));

    driven.engine.restart().unwrap();
    driven.wait_for(|event| matches!(event, ChildEvent::Ready));
    driven.think(&line, &depth(1));
    driven.engine.quit();
}

#[test]
fn fairy_stockfish_after_the_word_of_cyclone() {
    // Debian's 11.1 does not know the word and counts ranks from 1.
    let profile = profile("fairy-stockfish");
    converse(profile, Dialect::FairyUci, true);
}

#[test]
fn fairy_stockfish_in_uci() {
    let mut profile = profile("fairy-stockfish");
    profile.quirks.preamble.clear();
    profile.quirks.ranks = Some(Ranks::FromOne);
    converse(profile, Dialect::FairyUci, true);
}

#[test]
fn fairy_stockfish_in_ucci() {
    let profile = profile("fairy-stockfish-ucci");
    converse(profile, Dialect::Ucci, true);
}

#[test]
fn fairy_stockfish_as_an_unknown_engine() {
    let mut profile = profile("fairy-stockfish");
    profile.dialect = Default::default();
    profile.options.clear();
    profile.quirks = Default::default();
    converse(profile, Dialect::FairyUci, true);
}

#[test]
fn sjaak() {
    let profile = profile("sjaakii");
    converse(profile, Dialect::FairyUci, false);
}

#[test]
fn this_program_as_an_unknown_engine() {
    let mut profile = profile("fairy-stockfish");
    profile.program.as_mut().unwrap().command = env!("CARGO_BIN_EXE_caipan").to_owned();
    profile.dialect = Default::default();
    profile.options.clear();
    profile.quirks = Default::default();
    converse(profile, Dialect::Uci, true);
}
