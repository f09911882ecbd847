//! What an engine may do wrong, and the events that come of it.

use std::time::Duration;

use caipan::analysis::Limits;
use caipan::engine::{Answer, ChildEvent, Deadlines, DialectChoice, Profile, Program};
use caipan::notation::coordinate::Ranks;
use caipan::position::Line;
use caipan::protocol::BestMove;

use crate::support::driven_engine::{DrivenEngine, depth, line};
use crate::support::example_engine;

/// Starts the scripted engine; waits for it are as `hurry` has them.
fn start(arguments: Vec<String>, hurry: impl FnOnce(&mut Deadlines)) -> DrivenEngine {
    let mut profile = Profile {
        program: Some(Program {
            command: example_engine::path("scripted"),
            arguments,
            ..Program::default()
        }),
        dialect: DialectChoice::Uci,
        ..Profile::default()
    };
    profile.quirks.ranks = Some(Ranks::FromZero);
    hurry(&mut profile.deadlines);
    DrivenEngine::start(profile)
}

fn scripted(arguments: &str) -> DrivenEngine {
    hurried(arguments, |_| {})
}

fn hurried(arguments: &str, hurry: impl FnOnce(&mut Deadlines)) -> DrivenEngine {
    let arguments = arguments.split_whitespace().map(str::to_owned);
    start(arguments.collect(), hurry)
}

/// Starts the scripted engine with what it says in place of `bestmove` and its move.
fn answering(answer: &str) -> DrivenEngine {
    start(vec!["--answer".to_owned(), answer.to_owned()], |_| {})
}

fn shown((number, event): (u64, ChildEvent)) -> String {
    let event = match event {
        ChildEvent::Ready => "ready".to_owned(),
        ChildEvent::Done { answer, .. } => match answer {
            Answer::Move(BestMove { best, .. }) => best.to_string(),
            answer => format!("{answer:?}"),
        },
        ChildEvent::Failed(fault) => fault.to_string(),
        ChildEvent::Info { info, .. } => {
            info.message.unwrap_or_default().chars().take(40).collect()
        }
        ChildEvent::Stray { line } => line,
        ChildEvent::Ranks(ranks) => format!("{ranks:?}"),
        ChildEvent::Noise { .. } => "noise".to_owned(),
        event => format!("{event:?}"),
    };
    format!("{number} {event}")
}

/// Collects what happens until the search is over or the engine is of no more use.
fn events(driven: &mut DrivenEngine) -> Vec<String> {
    let mut events = Vec::new();
    loop {
        let event = driven.next();
        let is_last = matches!(&event.1, ChildEvent::Done { .. } | ChildEvent::Failed(_));
        if !matches!(&event.1, ChildEvent::Info { info, .. } if info.message.is_none()) {
            events.push(shown(event));
        }
        if is_last {
            return events;
        }
    }
}

/// Asks for a first move.
fn first_move(mut driven: DrivenEngine) -> Vec<String> {
    driven.engine.think(Line::default(), depth(1));
    events(&mut driven)
}

#[test]
fn faults_before_the_first_search() {
    let short = Duration::from_millis(300);
    let died = "1 it has ended while it was starting; it said: The network file scripted.nnue was not found.";
    assert_eq!(first_move(scripted("--fault die-at-start")), [died]);
    for arguments in ["--fault no-ok", "--fault late-ok --delay 60000"] {
        let driven = hurried(arguments, |deadlines| deadlines.boot = short);
        assert_eq!(
            first_move(driven),
            ["1 no uciok within 0.3 s"],
            "{arguments}"
        );
    }
    let driven = hurried("--fault not-ready", |deadlines| deadlines.ready = short);
    assert_eq!(first_move(driven), ["1 no readyok within 0.3 s"]);
}

#[test]
fn what_does_no_harm() {
    for arguments in [
        "",
        "--fault late-ok --delay 200",
        "--fault banner",
        "--fault gbk",
        "--fault cr-lf",
        "--fault garbage",
        "--fault binary",
        "--fault long-line",
        "--fault flood",
        "--fault error-flood",
        "--speech fairy --fault wrong-ranks",
    ] {
        let events = first_move(scripted(arguments));
        assert_eq!(
            events.last().map(String::as_str),
            Some("1 e0e1"),
            "{arguments}"
        );
        let is_told = |word: &str| events.iter().any(|event| event.contains(word));
        assert!(!is_told("complaint"), "{arguments}: {events:?}");
    }
}

#[test]
fn an_engine_that_dies_in_thought() {
    let died =
        "1 it has ended while it was thinking; it said: Assertion failed: the script says so.";
    assert_eq!(first_move(scripted("--fault die")), ["0 ready", died]);
}

#[test]
fn an_engine_that_overruns_and_does_not_stop() {
    for fault in ["hang", "deaf"] {
        let stop = Duration::from_millis(400);
        let mut driven = hurried(&format!("--fault {fault}"), |deadlines| {
            deadlines.stop = stop;
        });
        driven.await_ready();
        let limits = Limits {
            move_time: Some(50),
            ..Limits::default()
        };
        driven.engine.think(Line::default(), limits);
        let expected = ["1 Overrun", "1 no move in time"];
        assert_eq!(events(&mut driven), expected, "{fault}");
        let expected = "0 no bestmove within 0.4 s of stop";
        assert_eq!(events(&mut driven), [expected], "{fault}");
        assert!(driven.engine.is_over() && driven.engine.id().is_none());

        driven.engine.restart().unwrap();
        driven.await_ready();
        driven.engine.think(Line::default(), Limits::default());
        driven.engine.stop();
        let expected = "2 no bestmove within 0.4 s of stop";
        assert_eq!(events(&mut driven), [expected], "{fault}");
    }
}

#[test]
fn answers_that_are_no_legal_moves() {
    for (answer, expected) in [
        ("bestmove", "1 NoMove"),
        ("bestmove (none)", "1 NoMove"),
        ("bestmove 0000", "1 NoMove"),
        ("nobestmove", "1 NoMove"),
        ("bestmove resign", "1 Resign"),
        ("bestmove e9e8", "1 e9e8"),
        ("bestmove x", "1 Unread { said: \"x\" }"),
    ] {
        let events = first_move(answering(answer));
        assert_eq!(events, ["0 ready", expected], "{answer}");
    }
}

#[test]
fn two_answers() {
    let mut driven = answering("bestmove {}\nbestmove {}");
    driven.engine.think(Line::default(), depth(1));
    assert_eq!(events(&mut driven), ["0 ready", "1 e0e1"]);
    let second = driven.next_of(|event| matches!(event, ChildEvent::Stray { .. }));
    assert_eq!(shown(second), "0 bestmove e0e1");
    driven.engine.think(line("e0e1 a9a8"), depth(1));
    assert_eq!(events(&mut driven), ["2 e1e0"]);
}

#[test]
fn an_answer_for_the_position_before() {
    let mut driven = scripted("--fault stale --at 2");
    driven.engine.think(Line::default(), depth(1));
    assert_eq!(events(&mut driven), ["0 ready", "1 e0e1"]);
    driven.engine.think(line("e0e1 a9a8"), depth(1));
    assert_eq!(
        events(&mut driven),
        ["2 e0e1"],
        "the child had nothing else to say"
    );
    driven.engine.think(line("e0e1 a9a8"), depth(1));
    assert_eq!(events(&mut driven).last().unwrap(), "3 e1e0");
}

#[test]
fn an_early_answer_waits_for_its_time() {
    let mut driven = scripted("--fault early");
    driven.engine.think(Line::default(), Limits::default());
    driven.next_of(|event| matches!(event, ChildEvent::Info { .. }));
    driven.engine.stop();
    assert_eq!(events(&mut driven), ["1 e0e1"]);
}

#[test]
fn ranks_of_the_other_kind() {
    let events = first_move(scripted("--fault wrong-ranks"));
    assert_eq!(events, ["0 ready", "1 FromOne", "1 e0e1"]);
}
