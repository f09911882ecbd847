//! Options that engines of a match are to have, of every kind of engine: what they do not have is told, what they do not take
//! keeps the run from beginning.

use std::fs;
use std::io;
use std::process::Command;

use caipan::tournament::{
    EngineSettings, Entry, Halt, Journal, Observer, Openings, Past, Plan, Proto, RunEnd, RunError,
    Settings, Standings,
};

use crate::support::example_engine;

/// Keeps what is complained of and what is played, and counts what happens.
#[derive(Default)]
struct Watch {
    complaints: Vec<String>,
    moves: Vec<String>,
    entries: usize,
}

impl Observer for Watch {
    fn note(&mut self, entry: &Entry, _: &Plan, _: &Standings) -> io::Result<()> {
        self.entries += 1;
        if let Entry::Move(played) = entry {
            self.moves.push(played.mv.clone());
        }
        Ok(())
    }

    fn complain(&mut self, complaint: &str) {
        self.complaints.push(complaint.to_owned());
    }
}

/// The kinds of engine: each has the option Hash but the last.
fn engines() -> [EngineSettings; 3] {
    let engine = |cmd: &str, proto| EngineSettings {
        name: "one".to_owned(),
        cmd: cmd.to_owned(),
        proto,
        depth: Some(1),
        ..EngineSettings::default()
    };
    [
        engine(&example_engine::path("scripted"), Proto::Uci),
        engine("builtin", Proto::Auto),
        engine("random", Proto::Auto),
    ]
}

/// Plays two short games with an option set beside those that the engine has.
fn play(engine: EngineSettings, name: &str, value: &str) -> (Result<RunEnd, RunError>, Watch) {
    let other = EngineSettings {
        name: "other".to_owned(),
        cmd: "random".to_owned(),
        ..EngineSettings::default()
    };
    let mut engine = engine;
    engine.options.insert(name.to_owned(), value.to_owned());
    let settings = Settings {
        engines: vec![engine, other],
        rounds: 1,
        maxmoves: Some(1),
        ..Settings::default()
    };
    let plan = Plan::new(settings, Openings::new(Vec::new()), (1, 1)).unwrap();
    let mut watch = Watch::default();
    let past = Past::none(&plan.settings);
    let end = plan.run(past, &mut Journal::none(), &mut watch, &Halt::default());
    (end, watch)
}

#[test]
fn an_option_that_an_engine_does_not_have_is_told_and_the_run_goes_on() {
    for (engine, hint) in
        engines()
            .into_iter()
            .zip(["; did you mean Hash?", "; did you mean Hash?", ""])
    {
        let (end, watch) = play(engine.clone(), "Hush", "1");
        assert_eq!(end.unwrap(), RunEnd::Finished);
        let expected = format!("engine one: it has no option \"Hush\"{hint}");
        assert_eq!(watch.complaints, [expected], "{}", engine.cmd);
        let (_, watch) = play(engine, "SyzygyPath", "x");
        let expected = "engine one: it has no option \"SyzygyPath\"";
        assert_eq!(watch.complaints, [expected]);
    }
}

#[test]
fn a_value_that_an_option_does_not_take_keeps_the_run_from_beginning() {
    let [scripted, builtin, _] = engines();
    for (engine, name, value, fault) in [
        (
            &scripted,
            "hash",
            "0",
            "option Hash: expected a whole number from 1 to 1024, found \"0\"",
        ),
        (
            &scripted,
            "hashsize",
            "1025",
            "option Hash: expected a whole number from 1 to 1024, found \"1025\"",
        ),
        (
            &scripted,
            "Hash",
            "x",
            "option Hash: expected a whole number from 1 to 1024, found \"x\"",
        ),
        (
            &builtin,
            "hash",
            "0",
            "option Hash: expected a whole number from 1 to 65536, found \"0\"",
        ),
        (
            &builtin,
            "hashsize",
            "65537",
            "option Hash: expected a whole number from 1 to 65536, found \"65537\"",
        ),
        (
            &builtin,
            "skill level",
            "21",
            "option Skill Level: expected a whole number from 0 to 20, found \"21\"",
        ),
        (
            &builtin,
            "Move Overhead",
            "-1",
            "option Move Overhead: expected a whole number from 0 to 5000, found \"-1\"",
        ),
        (
            &builtin,
            "Seed",
            "",
            "option Seed: expected a whole number from 0 to 2147483647, found nothing",
        ),
    ] {
        let (end, watch) = play(engine.clone(), name, value);
        assert_eq!(end.unwrap_err().to_string(), format!("engine one: {fault}"));
        assert_eq!(
            (watch.complaints.len(), watch.entries),
            (0, 0),
            "{name}={value}"
        );
    }
}

#[test]
fn an_option_goes_by_any_of_its_names() {
    let [scripted, builtin, _] = engines();
    for name in ["Hash", "hash", "hashsize", "Hash Size"] {
        let (end, watch) = play(builtin.clone(), name, "2");
        assert_eq!(
            (end.unwrap(), watch.complaints),
            (RunEnd::Finished, Vec::new())
        );
        for (speech, proto, sent) in [
            ("uci", Proto::Uci, "setoption name Hash value 2"),
            ("ucci", Proto::Ucci, "setoption hashsize 2"),
        ] {
            let (engine, log) = logged(&scripted, speech, proto);
            let (end, watch) = play(engine, name, "2");
            assert_eq!(
                (end.unwrap(), watch.complaints),
                (RunEnd::Finished, Vec::new())
            );
            assert_eq!(set(&log), [sent]);
        }
    }
}

#[test]
fn a_value_that_is_not_taken_is_not_sent_either() {
    let [scripted, ..] = engines();
    for (speech, proto) in [("uci", Proto::Uci), ("ucci", Proto::Ucci)] {
        for value in ["0", "-1", "1025", "x", ""] {
            let (engine, log) = logged(&scripted, speech, proto);
            let (end, _) = play(engine, "Hash", value);
            let error = end.unwrap_err().to_string();
            assert!(
                error.contains("expected a whole number from 1 to 1024"),
                "{error}"
            );
            assert_eq!(set(&log), [""; 0], "{value}");
        }
    }
}

#[test]
fn what_is_set_of_the_bundled_searcher_reaches_it() {
    let [_, mut builtin, _] = engines();
    let mut moves = |level: &str, seed: u32| {
        let level = ("Skill Level".to_owned(), level.to_owned());
        builtin.options = [level].into();
        let (end, watch) = play(builtin.clone(), "seed", &seed.to_string());
        assert_eq!(end.unwrap(), RunEnd::Finished);
        watch.moves[0].clone()
    };
    let of_seeds = |level: &str, moves: &mut dyn FnMut(&str, u32) -> String| -> Vec<String> {
        (0..12).map(|seed| moves(level, seed)).collect()
    };
    let weak = of_seeds("0", &mut moves);
    assert_eq!(of_seeds("0", &mut moves), weak);
    assert!(weak.iter().any(|mv| *mv != weak[0]), "{weak:?}");
    let strong = of_seeds("20", &mut moves);
    assert!(strong.iter().all(|mv| *mv == strong[0]), "{strong:?}");
}

/// Lets an engine speak so and keep a log of what it reads.
fn logged(
    engine: &EngineSettings,
    speech: &str,
    proto: Proto,
) -> (EngineSettings, tempfile::NamedTempFile) {
    let log = tempfile::NamedTempFile::new().unwrap();
    let path = log.path().to_str().unwrap();
    let args = ["--speech", speech, "--log", path].map(str::to_owned);
    let engine = EngineSettings {
        args: args.into(),
        proto,
        ..engine.clone()
    };
    (engine, log)
}

/// Gives the lines by which an option was set.
fn set(log: &tempfile::NamedTempFile) -> Vec<String> {
    let read = fs::read_to_string(log.path()).unwrap();
    let lines = read.lines().filter(|line| line.starts_with("setoption"));
    let lines = lines.filter(|line| line.to_lowercase().contains("hash"));
    lines.map(str::to_owned).collect()
}

#[test]
fn an_engine_of_a_match_plays_from_no_book_unless_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let caipan = env!("CARGO_BIN_EXE_caipan");
    let words = format!(
        "match -engine cmd={caipan} name=closed -engine cmd={caipan} name=open option.usebook=true \
         -each st=0.02 -rounds 1 -games 1 -maxmoves 1 -log folder"
    );
    let mut run = Command::new(caipan);
    run.args(words.split_whitespace())
        .current_dir(folder.path());
    assert!(run.output().unwrap().status.success());
    let log = |name: &str| {
        let mut files = fs::read_dir(folder.path().join("folder")).unwrap();
        let mut paths = files.by_ref().map(|file| file.unwrap().path());
        let path = paths.find(|path| path.to_string_lossy().contains(name));
        fs::read_to_string(path.unwrap()).unwrap()
    };
    for (name, value, other) in [("closed", "false", "true"), ("open", "true", "false")] {
        let log = log(name);
        let said = |value| log.contains(&format!("OwnBook value {value}"));
        assert!(said(value) && !said(other), "{log}");
    }
}
