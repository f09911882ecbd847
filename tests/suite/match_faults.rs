//! Engines that fail in a match: they lose with the right word, and the run goes on.

use std::collections::BTreeMap;
use std::io;
use std::sync::LazyLock;

use caipan::position::{Line, Position};
use caipan::tournament::{
    EngineSettings, Entry, Halt, Journal, Observer, OnViolation, Openings, Past, Plan, RunEnd,
    RunError, Settings, Standings, Termination,
};

use crate::support::example_engine;

/// Keeps how each game ended.
#[derive(Default)]
struct Results(BTreeMap<usize, (String, Termination, String)>);

impl Observer for Results {
    fn note(&mut self, entry: &Entry, _: &Plan, _: &Standings) -> io::Result<()> {
        if let Entry::Result(result) = entry {
            let end = (
                result.result.clone(),
                result.termination,
                result.reason.en.clone(),
            );
            self.0.insert(result.game, end);
        }
        Ok(())
    }

    fn complain(&mut self, _: &str) {}
}

/// A profile that tells how the engine numbers ranks, so that it is not asked for a move to find that out.
static PROFILE: LazyLock<(tempfile::TempDir, String)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scripted.toml");
    let command = example_engine::path("scripted");
    let text = format!("command = {command:?}\ndialect = \"uci\"\n[quirks]\nranks = \"0-9\"\n");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
});

fn scripted(arguments: &[&str]) -> EngineSettings {
    EngineSettings {
        name: "scripted".to_owned(),
        profile: Some(PROFILE.1.clone()),
        args: arguments.iter().map(|word| (*word).to_owned()).collect(),
        depth: Some(1),
        ..EngineSettings::default()
    }
}

/// A run of two games against a player that does no wrong.
fn settings(engine: EngineSettings) -> Settings {
    let sound = EngineSettings {
        name: "sound".to_owned(),
        cmd: "random".to_owned(),
        ..EngineSettings::default()
    };
    Settings {
        engines: vec![engine, sound],
        rounds: 1,
        maxmoves: Some(10),
        startup_ms: 2_000,
        newgame_ms: 2_000,
        ping_ms: 300,
        stall_ms: 2_000,
        ..Settings::default()
    }
}

fn run(settings: Settings, opening: Line) -> Result<(RunEnd, Results), RunError> {
    let plan = Plan::new(settings, Openings::new(vec![opening]), (1, 1))?;
    let mut results = Results::default();
    let past = Past::none(&plan.settings);
    let halt = Halt::default();
    let end = plan.run(past, &mut Journal::none(), &mut results, &halt)?;
    Ok((end, results))
}

/// Lets an engine play both colours and wants it to lose each game in this way.
fn check(engine: EngineSettings, termination: Termination, reason: &str) {
    let arguments = engine.args.clone();
    let (end, results) = run(settings(engine), Line::default()).unwrap();
    assert_eq!(end, RunEnd::Finished, "{arguments:?}");
    let found: Vec<_> = results.0.into_values().collect();
    let expected = [("0-1", "Red"), ("1-0", "Black")]
        .map(|(result, side)| (result.to_owned(), termination, format!("{side} {reason}")));
    assert_eq!(found, expected, "{arguments:?}");
}

#[test]
fn an_engine_that_does_not_start_in_time_is_told_with_what_gives_it_more() {
    let mut unknown = scripted(&["--fault", "not-ready", "--speech", "fairy"]);
    unknown.profile = None;
    unknown.cmd = example_engine::path("scripted").to_string();
    for (engine, fault) in [
        (
            scripted(&["--fault", "no-ok"]),
            "no uciok within 0.2 s; -startup-ms gives it more time",
        ),
        (
            scripted(&["--fault", "not-ready"]),
            "no readyok within 0.3 s; -newgame-ms gives it more time",
        ),
        (
            unknown,
            "no readyok within 0.3 s; -newgame-ms gives it more time",
        ),
        (
            scripted(&["--fault", "die-at-start"]),
            "it has ended while it was starting; it said: The network file scripted.nnue was not found.",
        ),
    ] {
        let settings = Settings {
            startup_ms: 200,
            newgame_ms: 300,
            ..settings(engine)
        };
        let Err(error) = run(settings, Line::default()) else {
            panic!("expected: {fault}");
        };
        assert_eq!(error.to_string(), format!("engine scripted: {fault}"));
    }
}

#[test]
fn an_engine_that_dies_has_crashed() {
    let reason = "loses as its engine failed: it has ended while it was thinking; it said: \
                  Assertion failed: the script says so.";
    check(scripted(&["--fault", "die"]), Termination::Crash, reason);
}

#[test]
fn an_engine_that_hangs_loses_on_its_clock_or_stalls_without_one() {
    let on_clock = EngineSettings {
        tc: Some("0.3".parse().unwrap()),
        depth: None,
        ..scripted(&["--fault", "hang"])
    };
    check(on_clock, Termination::TimeForfeit, "loses on time");
    let in_fixed_time = EngineSettings {
        st: Some(100),
        depth: None,
        ..scripted(&["--fault", "hang"])
    };
    check(in_fixed_time, Termination::TimeForfeit, "loses on time");
    let reason = "loses as its engine does not answer";
    check(scripted(&["--fault", "hang"]), Termination::Stall, reason);
}

#[test]
fn a_move_that_comes_late_loses_on_time_and_the_margin_forgives_it() {
    let late = EngineSettings {
        tc: Some("0.1".parse().unwrap()),
        depth: None,
        ..scripted(&["--think", "200"])
    };
    check(late.clone(), Termination::TimeForfeit, "loses on time");
    let forgiven = EngineSettings {
        timemargin: Some(60_000),
        ..late
    };
    let (_, results) = run(settings(forgiven), Line::default()).unwrap();
    assert_eq!(results.0[&0].1, Termination::MoveLimit);
}

#[test]
fn what_is_no_legal_move_loses() {
    for (answer, reason) in [
        (
            "bestmove e9e8",
            "played e9e8, which is not legal, and loses",
        ),
        ("bestmove 0000", "answered that it has no move, and loses"),
        ("nobestmove", "answered that it has no move, and loses"),
        ("bestmove x?", "answered x?, which is no move, and loses"),
        (
            "bestmove \u{1b}[2Jh2e2",
            "answered \\u{1b}[2Jh2e2, which is no move, and loses",
        ),
        (
            &format!("bestmove {}", "炮".repeat(100)),
            &format!("answered {}…, which is no move, and loses", "炮".repeat(60)),
        ),
    ] {
        let engine = scripted(&["--answer", answer]);
        check(engine, Termination::IllegalMove, reason);
    }
}

#[test]
fn a_move_that_was_legal_before_is_ruled_at_once_under_every_limit() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("engine.log");
    let unlimited = EngineSettings {
        depth: None,
        ..scripted(&["--answer", "bestmove a3a4", "--log", log.to_str().unwrap()])
    };
    let limited = [
        EngineSettings {
            tc: Some("3".parse().unwrap()),
            ..unlimited.clone()
        },
        EngineSettings {
            st: Some(3_000),
            ..unlimited.clone()
        },
        EngineSettings {
            depth: Some(1),
            ..unlimited
        },
    ];
    for engine in limited {
        let slow = Settings {
            ping_ms: 60_000,
            stall_ms: 60_000,
            ..settings(engine)
        };
        let (_, results) = run(slow, Line::default()).unwrap();
        let (result, termination, reason) = &results.0[&0];
        assert_eq!((&**result, *termination), ("0-1", Termination::IllegalMove));
        assert_eq!(reason, "Red played a3a4, which is not legal, and loses");
        // Nobody asks for another move, which might be legal.
        let read = std::fs::read_to_string(&log).unwrap();
        assert!(!read.lines().any(|line| line == "stop"), "{read}");
    }
}

#[test]
fn an_engine_may_give_up() {
    let engine = scripted(&["--answer", "bestmove resign"]);
    check(engine, Termination::Resignation, "resigns");
}

#[test]
fn an_engine_that_plays_a_barred_move_has_played_an_illegal_one() {
    // Red has checked three times round with the same rook.
    let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
    let mut opening = Line::new(Position::from_fen(fen).unwrap());
    for word in "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9 h8h9 f9f8".split(' ') {
        let mv = caipan::notation::read_any(opening.position(), word).unwrap();
        opening.push(mv).unwrap();
    }
    let ending = |arguments: &[&str]| {
        let settings = Settings {
            on_violation: OnViolation::Forbid,
            games: 1,
            ..settings(scripted(arguments))
        };
        let (_, results) = run(settings, opening.clone()).unwrap();
        results.0[&0].clone()
    };
    let (result, termination, reason) = ending(&["--fault", "ignore-bans", "--prefer", "h9h8"]);
    assert_eq!((&*result, termination), ("0-1", Termination::IllegalMove));
    assert_eq!(
        reason,
        "Red played h9h8, which is barred as it loses by a ruling, and loses"
    );
    // One that hears what is barred plays on.
    let (_, termination, _) = ending(&["--prefer", "h9h8"]);
    assert_eq!(termination, Termination::MoveLimit);
}

#[test]
fn an_engine_that_does_not_start_ends_the_run_at_once() {
    for (engine, fault) in [
        (
            scripted(&["--fault", "die-at-start"]),
            "engine scripted: it has ended while it was starting; it said: The network file \
             scripted.nnue was not found.",
        ),
        (
            EngineSettings {
                cmd: "/nowhere/engine".to_owned(),
                ..scripted(&[])
            },
            "engine scripted: engine \"/nowhere/engine\": found no such program, expected the \
             path of one or a name in PATH",
        ),
    ] {
        let error = run(settings(engine), Line::default())
            .map(|_| ())
            .unwrap_err();
        assert_eq!(error.to_string(), fault);
    }
}

#[test]
fn a_crash_ends_the_run_if_it_is_not_to_recover() {
    let settings = Settings {
        recover: false,
        rounds: 20,
        ..settings(scripted(&["--fault", "die"]))
    };
    let (end, results) = run(settings, Line::default()).unwrap();
    assert_eq!(end, RunEnd::Broken);
    assert!(results.0.len() < 5, "{}", results.0.len());
}

/// An engine that talks without end once it is asked to think, and one that ends when a second game begins.
#[cfg(unix)]
fn shell_engine(name: &str, of_go: &str, of_new_game: &str) -> (tempfile::TempDir, EngineSettings) {
    let folder = tempfile::tempdir().unwrap();
    let (script, profile) = (
        folder.path().join("engine.sh"),
        folder.path().join("engine.toml"),
    );
    let text = format!(
        "games=0\nwhile read word rest; do case $word in\n\
         uci) echo uciok;;\nisready) echo readyok;;\nquit) exit;;\n\
         ucinewgame) games=$((games+1)); {of_new_game};;\ngo) {of_go};;\nesac; done\n"
    );
    std::fs::write(&script, text).unwrap();
    let text = format!(
        "command = \"/bin/sh\"\narguments = [{script:?}]\ndialect = \"uci\"\n[quirks]\nranks = \"0-9\"\n"
    );
    std::fs::write(&profile, text).unwrap();
    let engine = EngineSettings {
        name: name.to_owned(),
        profile: Some(profile.to_str().unwrap().to_owned()),
        depth: Some(1),
        ..EngineSettings::default()
    };
    (folder, engine)
}

#[cfg(unix)]
#[test]
fn an_engine_that_never_stops_talking_loses_on_time() {
    let talk = "yes 'info depth 1 score cp 1 nodes 1 pv h2e2'";
    let (_folder, engine) = shell_engine("talker", talk, ":");
    let engine = EngineSettings {
        st: Some(100),
        depth: None,
        ..engine
    };
    check(engine, Termination::TimeForfeit, "loses on time");
}

#[cfg(unix)]
#[test]
fn an_engine_that_ends_between_games_is_started_anew_and_loses_nothing() {
    let give_up = "echo bestmove resign";
    let leave = "[ $games -lt 2 ] || exit";
    let (_folder, engine) = shell_engine("leaver", give_up, leave);
    check(engine, Termination::Resignation, "resigns");
}
