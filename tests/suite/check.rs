//! `caipan check`: each fault of the scripted engine that shows, real engines, the report, and transcripts.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use caipan::engine::{
    ComplianceReport, Deadlines, DialectChoice, Pace, Profile, Program, StepResult,
    TranscriptEntry, TranscriptEvent, check_compliance, read_transcript,
};
use caipan::position::Line;
use caipan::protocol::Dialect;
use rayon::prelude::*;
use serde_json::Value;

use crate::support::example_engine;
use crate::support::relayed_engine::{RelayedEngine, scripted};

const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

/// What a busy machine may add.
const SLACK: Duration = Duration::from_secs(10);

fn program(command: &str, arguments: &[&str]) -> Program {
    Program {
        command: command.to_owned(),
        arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
        ..Program::default()
    }
}

fn profile(dialect: DialectChoice) -> Profile {
    Profile {
        dialect,
        ..Profile::default()
    }
}

fn checked(program: &Program, dialect: DialectChoice) -> ComplianceReport {
    let pace = Pace {
        slack: SLACK,
        ..Pace::default()
    };
    check_compliance(program, &profile(dialect), pace, None).unwrap()
}

/// Gives a line for each step that did not pass.
fn faults(report: &ComplianceReport) -> Vec<String> {
    let steps = report.steps.iter();
    let faults = steps.filter_map(|step| match &step.result {
        StepResult::Passed => None,
        StepResult::Failed(fault) => Some(format!("{}: {fault}", step.name)),
        StepResult::Skipped(why) => Some(format!("{} skipped: {why}", step.name)),
    });
    faults.collect()
}

#[test]
fn our_own_program_passes() {
    for dialect in [
        DialectChoice::Uci,
        DialectChoice::Ucci,
        DialectChoice::Cyclone,
    ] {
        let report = checked(&program(env!("CARGO_BIN_EXE_caipan"), &[]), dialect);
        assert_eq!(faults(&report), [""; 0], "{dialect:?}");
        assert!(report.is_passed() && report.name.starts_with("caipan "));
    }
}

#[test]
fn a_strict_engine_passes_and_has_nothing_to_complain_of() {
    // What is wrong on purpose.
    let provoked = [
        "unknown command",
        "garbage",
        "position without a king",
        "illegal move",
    ];
    for (speech, dialect) in [
        ("uci", DialectChoice::Auto),
        ("fairy", DialectChoice::Uci),
        ("cyclone", DialectChoice::Cyclone),
        ("ucci", DialectChoice::Auto),
    ] {
        let scripted = program(&example_engine::path("scripted"), &["--speech", speech]);
        let report = checked(&scripted, dialect);
        assert_eq!(faults(&report), [""; 0], "{speech}");
        for step in &report.steps {
            let is_complaint = |line: &String| line.contains("complaint");
            assert!(
                provoked.contains(&step.name) || !step.received.iter().any(is_complaint),
                "{speech}: {step:#?}"
            );
        }
    }
}

#[test]
fn fairy_stockfish_passes_in_uci_and_shows_its_gaps_in_ucci() {
    let program = program(FAIRY_STOCKFISH, &[]);
    let report = checked(&program, DialectChoice::Uci);
    assert_eq!(faults(&report), [""; 0]);
    let pace = Pace {
        slack: Duration::from_secs(3),
        late: Duration::ZERO,
        ..Pace::default()
    };
    let report = check_compliance(&program, &profile(DialectChoice::Ucci), pace, None).unwrap();
    insta::assert_snapshot!(faults(&report).join("\n"));
}

/// Waits no longer than a fault needs that shows by silence.
fn hasty() -> Pace {
    let (short, fair) = (Duration::from_millis(200), Duration::from_secs(3));
    Pace {
        handshake: SLACK,
        ready: fair,
        quit: fair,
        shallow: short,
        stop: short,
        overrun: short,
        listen: Duration::from_millis(100),
        slack: Duration::ZERO,
        late: Duration::ZERO,
    }
}

#[test]
fn each_fault_shows() {
    let patient = Pace {
        slack: SLACK,
        listen: Duration::from_millis(100),
        ..Pace::default()
    };
    let short = Duration::from_millis(300);
    let leaving = Pace {
        quit: short,
        ..patient
    };
    let leaving = Pace {
        slack: Duration::ZERO,
        shallow: SLACK,
        stop: SLACK,
        overrun: SLACK,
        ready: SLACK,
        ..leaving
    };
    let booting = Pace {
        handshake: short,
        slack: Duration::ZERO,
        ..leaving
    };
    let cases: [(&str, Pace); 25] = [
        ("--fault die-at-start", patient),
        ("--fault banner --speech ucci", patient),
        ("--fault no-ok", booting),
        ("--fault late-ok --delay 500", booting),
        ("--fault not-ready", booting),
        ("--fault stay", leaving),
        ("--fault die", patient),
        ("--fault deaf", hasty()),
        ("--fault hang", hasty()),
        ("--fault early", patient),
        ("--fault stale", patient),
        ("--fault ignore-bans", patient),
        ("--fault ignore-bans --speech ucci", patient),
        ("--fault keep-bans --speech ucci", patient),
        ("--fault wrong-ranks --speech ucci", patient),
        ("--fault wrong-ranks --at 2", patient),
        ("--fault garbage", patient),
        ("--fault binary --at 3", patient),
        ("--fault long-line --at 3", patient),
        ("--answer nobestmove --at 2", patient),
        ("--answer bestmove~0000 --at 2", patient),
        ("--answer bestmove~resign --at 2", patient),
        ("--answer bestmove~a0a9 --at 2", patient),
        ("--answer bestmove~{}\nbestmove~{} --at 2", patient),
        // What does no harm.
        (
            "--fault gbk --fault cr-lf --fault no-line-end --fault error-flood --fault grandchild",
            patient,
        ),
    ];
    let scripted = example_engine::path("scripted");
    let found: Vec<String> = cases
        .into_par_iter()
        .map(|(words, pace)| {
            let words_apart: Vec<_> = words
                .split(' ')
                .map(|word| word.replace('~', " "))
                .collect();
            let words_apart: Vec<_> = words_apart.iter().map(String::as_str).collect();
            let dialect = match words.contains("ucci") {
                true => DialectChoice::Ucci,
                false => DialectChoice::Uci,
            };
            let profile = Profile {
                deadlines: Deadlines {
                    boot: if words.contains("no-ok") {
                        Duration::from_secs(1)
                    } else {
                        SLACK
                    },
                    ready: Duration::from_secs(1),
                    ..Deadlines::default()
                },
                ..profile(dialect)
            };
            let program = program(&scripted, &words_apart);
            let report = check_compliance(&program, &profile, pace, None).unwrap();
            let mut text = format!("{}\n", words.replace('\n', "\\n"));
            let (skipped, failed): (Vec<_>, Vec<_>) = faults(&report)
                .into_iter()
                .partition(|fault| fault.contains(" skipped: "));
            for fault in failed {
                writeln!(text, "    {}", without_delays(&fault)).unwrap();
            }
            let mut whys = skipped
                .iter()
                .filter_map(|fault| fault.split_once(" skipped: "));
            if let Some((_, why)) = whys.next() {
                writeln!(text, "    {} skipped: {why}", skipped.len()).unwrap();
            }
            text
        })
        .collect();
    insta::assert_snapshot!(found.concat());
}

/// Leaves out how late something came.
fn without_delays(text: &str) -> String {
    match text.split_once(" after ") {
        Some((what, rest)) if rest.ends_with(" ms") => format!("{what} after N ms"),
        _ => text.to_owned(),
    }
}

fn caipan(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_caipan"))
        .arg("check")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Gives what a person sees: both streams and the status, without times and the folders of files.
fn shown(output: &Output, folder: &Path) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let mut shown = String::new();
    for line in text(&output.stdout).lines() {
        let is_row = ["passed", "failed", "skipped"]
            .iter()
            .any(|word| line.starts_with(word));
        match is_row.then(|| line.split_at_checked(35)).flatten() {
            Some((row, rest)) => writeln!(shown, "{row}    N{}", &rest[5..]),
            None => writeln!(shown, "{}", without_clocks(line)),
        }
        .unwrap();
    }
    let status = output.status.code().unwrap();
    let stderr = text(&output.stderr);
    let all = format!("{shown}--- stderr\n{stderr}--- status {status}\n");
    all.replace(&folder.display().to_string(), "FOLDER")
}

/// Leaves out the numbers behind `time` and its kin.
fn without_clocks(line: &str) -> String {
    let mut is_time = false;
    let words = line.split(' ').map(|word| {
        let is_number = word.parse::<u64>().is_ok();
        let shown = if is_time && is_number { "N" } else { word };
        is_time = word.ends_with("time");
        shown
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_report_as_text() {
    let scripted = example_engine::path("scripted");
    let words = "--speech ucci --fault banner --fault ignore-bans";
    let mut arguments = vec!["--slack", "9000", "--dialect", "ucci", &scripted];
    arguments.extend(words.split(' '));
    let output = caipan(&arguments);
    insta::assert_snapshot!(shown(&output, Path::new(&scripted)));
}

#[test]
fn the_report_as_json() {
    let scripted = example_engine::path("scripted");
    let output = caipan(&["--json", "--slack", "9000", &scripted, "--fault", "stale"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let values: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, steps) = values.split_last().unwrap();
    assert_eq!(last["engine"], "scripted");
    assert_eq!(
        (&last["dialect"], &last["ranks"]),
        (&"uci".into(), &"0-9".into())
    );
    let count = |word: &str| steps.iter().filter(|step| step["result"] == word).count();
    for word in ["passed", "failed", "skipped"] {
        assert_eq!(last[word], count(word), "{word}");
    }
    let step = steps
        .iter()
        .find(|step| step["step"] == "position with moves")
        .unwrap();
    assert_eq!(step["why"], "bestmove e0e1 is no legal move there");
    assert_eq!(step["sent"][1], "go depth 1");
    assert_eq!(step["received"][0], "bestmove e0e1");
    assert_eq!(step["expected"], "a legal move within 5000 ms");
    assert!(step["ms"].is_u64());
}

#[test]
fn wrong_usage_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("bad.txt"), "0 fish uci\n").unwrap();
    std::fs::write(path("mute.txt"), "0 engine uciok\n").unwrap();
    std::fs::write(path("bad.toml"), "comand = 3\n").unwrap();
    let scripted = example_engine::path("scripted");
    let (bad, mute, gone) = (path("bad.txt"), path("mute.txt"), path("gone/x"));
    let mut all = String::new();
    for arguments in [
        &["no-such-engine"][..],
        &[&path("bad.toml")],
        &["--replay", &bad, &scripted],
        &["--replay", &mute, &scripted],
        &["--transcript", &gone, &scripted],
    ] {
        all += &shown(&caipan(arguments), folder.path());
    }
    insta::assert_snapshot!(all);
    let output = caipan(&[]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_transcript_is_written_and_said_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("talk.txt").display().to_string();
    let scripted = example_engine::path("scripted");
    let written = caipan(&["--slack", "9000", "--transcript", &file, &scripted]);
    assert_eq!(
        written.status.code(),
        Some(0),
        "{}",
        shown(&written, folder.path())
    );
    let entries = read_transcript(&std::fs::read(&file).unwrap()).unwrap();
    let count = |event| entries.iter().filter(|entry| entry.event == event).count();
    // The walk looks for the dialect first, and each way to leave has an engine of its own.
    assert_eq!(count(TranscriptEvent::Start), 4);
    assert_eq!(count(TranscriptEvent::End), 2);
    assert!(count(TranscriptEvent::FromEngine) > 60);
    let sent = |line: &[u8]| {
        let mut entries = entries.iter();
        entries.any(|entry| entry.event == TranscriptEvent::ToEngine && entry.line == line)
    };
    assert!(sent(b"isready\r") && sent(b"\xff\xfe\x80\x01"));

    let same = caipan(&["--slack", "9000", "--replay", &file, &scripted]);
    assert_eq!(
        same.status.code(),
        Some(0),
        "{}",
        shown(&same, folder.path())
    );
}

#[test]
fn a_game_through_caipan_is_written_and_said_again() {
    let settings = format!("transcript = \"talk.log\"\n{}", scripted(&[]));
    let mut engine = RelayedEngine::ready(&settings, Dialect::Ucci);
    let mut line = Line::default();
    for _ in 0..4 {
        let moves: Vec<_> = line.moves().map(|mv| mv.to_string()).collect();
        engine.say(&format!("position startpos moves {}", moves.join(" ")));
        engine.say("go depth 1");
        let (best, _) = engine.legal_move(&line);
        line.push(best).unwrap();
    }
    engine.ask("quit", "bye");
    engine.process.await_end();
    let file = engine.folder.path().join("talk.log");
    let entries = read_transcript(&std::fs::read(&file).unwrap()).unwrap();
    let count = |event, line: &[u8]| {
        let is_one = |entry: &&TranscriptEntry| entry.event == event && entry.line == line;
        entries.iter().filter(is_one).count()
    };
    for (event, line) in [
        (TranscriptEvent::FromGui, &b"ucci"[..]),
        (TranscriptEvent::ToGui, b"ucciok"),
        (TranscriptEvent::Start, b"Scripted"),
        (TranscriptEvent::ToEngine, b"uci"),
        (TranscriptEvent::FromEngine, b"uciok"),
        (TranscriptEvent::ToEngine, b"quit"),
        (TranscriptEvent::End, b""),
    ] {
        assert_eq!(count(event, line), 1, "{event:?} {line:?}");
    }
    for event in [TranscriptEvent::FromGui, TranscriptEvent::ToEngine] {
        assert_eq!(count(event, b"go depth 1"), 4, "{event:?}");
    }
    let file = file.display().to_string();
    let scripted = example_engine::path("scripted");
    for arguments in [
        &["--slack", "9000", "--replay", &file, &scripted][..],
        &["--slack", "9000", "--replay", &file, "--gui", "builtin"],
    ] {
        let same = caipan(arguments);
        let shown = shown(&same, engine.folder.path());
        assert_eq!(same.status.code(), Some(0), "{shown}");
    }
}

#[test]
fn a_transcript_that_cannot_be_written_costs_no_game() {
    let settings = format!("transcript = \"gone/talk.log\"\n{}", scripted(&[]));
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    let (_, messages) = engine.first_move("go depth 1");
    let place = engine.folder.path().join("gone/talk.log");
    let told = format!("transcript {}: ", place.display());
    assert!(messages[0].contains(&told), "{messages:?}");
}

const TALK: &str = "0 start fish
1 gui ucci
1 to-engine uci
3 engine id name fish
3 engine uciok
3 to-gui ucciok
10 gui position startpos
10 gui go depth 1
10 to-engine position startpos
10 to-engine go depth 1
12 engine info depth 1 pv h2e2
12 engine bestmove h2e2
12 to-gui bestmove h2e2
20 to-engine go depth 1
20 engine bestmove h2e2
40 to-engine quit
41 end
";

#[test]
fn answers_of_another_kind_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("talk.txt").display().to_string();
    std::fs::write(&file, TALK).unwrap();
    let scripted = example_engine::path("scripted");
    let mut all = String::new();
    for (options, arguments) in [
        ("", ""),
        ("", "--answer nobestmove --at 2"),
        ("", "--fault die --at 2"),
        ("--json", "--answer bestmove~a0a9 --at 1"),
        ("--gui", "--speech ucci"),
        ("--gui", ""),
    ] {
        let mut words = vec!["--slack", "3000", "--replay", &file];
        words.extend(options.split_whitespace());
        words.push(&scripted);
        let arguments: Vec<_> = arguments
            .split_whitespace()
            .map(|word| word.replace('~', " "))
            .collect();
        words.extend(arguments.iter().map(String::as_str));
        writeln!(all, "==> {options} {}", arguments.join(" ")).unwrap();
        all += &shown(&caipan(&words), folder.path());
    }
    insta::assert_snapshot!(all);
}
