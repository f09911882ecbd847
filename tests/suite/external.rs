//! External engines as the session sees them, with real programs.

use caipan::analysis::{Clock, Limits};
use caipan::board::ByColor;
use caipan::engine::{Answer, ChildEvent, Profile};
use caipan::notation::coordinate::Ranks;
use caipan::position::{Line, Move, Position};
use caipan::protocol::{BestMove, Dialect};

use crate::support::driven_engine::{DrivenEngine, depth, line};

/// Waits for the move that answers a search.
fn answer(driven: &mut DrivenEngine, search: u64) -> BestMove {
    match driven.next_of(|event| matches!(event, ChildEvent::Done { .. })) {
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

/// Asks for a search and waits for its answer, which must be legal.
fn think(driven: &mut DrivenEngine, line: &Line, limits: &Limits) -> BestMove {
    let search = driven.engine.think(line.clone(), limits.clone());
    let answer = answer(driven, search);
    assert!(
        line.position().is_legal(answer.best),
        "{answer:?} in {line:?}"
    );
    answer
}

/// Gives a profile with a program of Debian's.
fn profile(name: &str) -> Profile {
    let mut profile = Profile::named(name).unwrap();
    let program = profile.program.as_mut().unwrap();
    let command = std::path::Path::new(&program.command);
    program.command = format!("/usr/games/{}", command.file_name().unwrap().display());
    profile
}

/// Plays a few moves of a game in every way of thinking.
fn converse(profile: Profile, dialect: Dialect, heeds_bans: bool) {
    let mut driven = DrivenEngine::start(profile);
    driven.await_ready();
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
        let answer = think(&mut driven, &line, limits);
        line.push(answer.best).unwrap();
    }

    // Every move but one is barred, over and over.
    let legal: Vec<Move> = line.position().legal_moves().into_iter().collect();
    for (index, only) in legal.iter().enumerate().filter(|_| heeds_bans).step_by(9) {
        let mut limits = depth(2);
        limits.banned_moves = legal.clone();
        limits.banned_moves.remove(index);
        assert_eq!(think(&mut driven, &line, &limits).best, *only);
    }

    // A position that a FEN tells.
    let endgame = Position::from_fen("4k4/9/9/9/9/9/4n4/9/4A4/3AK3R w - - 12 40").unwrap();
    think(&mut driven, &Line::new(endgame), &depth(3));

    // A hit, a miss, an endless search, and one that takes the place of another.
    let ponder = |limits: Limits| Limits {
        ponder: true,
        ..limits
    };
    let search = driven.engine.think(line.clone(), ponder(depth(2)));
    driven.next_of(|event| matches!(event, ChildEvent::Info { .. }));
    driven.engine.ponder_hit(false);
    answer(&mut driven, search);
    let search = driven.engine.think(line.clone(), ponder(depth(2)));
    driven.engine.stop();
    answer(&mut driven, search);
    driven.engine.think(
        line.clone(),
        Limits {
            infinite: true,
            ..Limits::default()
        },
    );
    driven.next_of(|event| matches!(event, ChildEvent::Info { .. }));
    let best = think(&mut driven, &line, &depth(1));
    assert!(line.position().is_legal(best.best));

    driven.engine.restart().unwrap();
    driven.await_ready();
    think(&mut driven, &line, &depth(1));
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
