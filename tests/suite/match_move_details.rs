//! What is told of a run beside the usual: details of moves, lines that are not legal, pairs of games.

use std::fs;
use std::path::Path;

use serde_json::Value;

use caipan::report::{Reports, Switches};
use caipan::tournament::{Entry, MoveDetails, Observer, OutputFormat, OutputSettings, RunEnd};

use crate::match_reports::{Screen, each, plan, settings, tell};

/// Tells a run whose engines say all that there is to say, and gives a file of it.
fn told_in_full(output: OutputSettings, file: &Path) -> (String, String) {
    let plan = plan(settings(output));
    let screen = Screen::default();
    let mut reports = Reports::new(&plan, Box::new(screen.clone()), Switches::default()).unwrap();
    each(&plan, |entry, standings| {
        let mut entry = entry.clone();
        if let Entry::Move(entry) = &mut entry {
            let in_game_3 = entry.game == 2;
            entry.nodes = Some(12_345);
            entry.seldepth = Some(20);
            entry.nps = Some(1_000_000);
            entry.hashfull = Some(5);
            let line = [&*entry.mv, if in_game_3 { "e9e8" } else { "a0a9" }];
            entry.pv = line.map(str::to_owned).to_vec();
        }
        reports.note(&entry, &plan, standings).unwrap();
    });
    reports.finish(&plan, RunEnd::Finished).unwrap();
    (screen.text(), fs::read_to_string(file).unwrap())
}

#[test]
fn records_tell_as_much_of_a_move_as_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let all = MoveDetails {
        timeleft: true,
        nodes: true,
        seldepth: true,
        nps: true,
        hashfull: true,
        pv: true,
    };
    let output = OutputSettings {
        pgn: Some(path.clone()),
        pgn_details: all,
        ..OutputSettings::default()
    };
    let (_, text) = told_in_full(output.clone(), &path);
    let comment = "2. H0-G2 {-0.09/9 0.021s, tl=9.890s, n=12345, sd=20, nps=1000000, hashfull=5, pv=\"h0g2 e9e8\", \
                   Red loses on time\n";
    assert!(text.contains(comment), "{text}");
    // Anew, with little.
    let output = OutputSettings {
        pgn_append: false,
        pgn_min: true,
        ..output
    };
    let (_, text) = told_in_full(output, &path);
    let third = text.split("\n\n[Event").nth(2);
    let least = " \"A \\\"small\\\" run\"]\n[Site \"?\"]\n[Date \"2026.11.30\"]\n[Round \"2.1\"]\n[Red \"alpha\"]\n\
                 [Black \"贝 & <b>\"]\n[Result \"0-1\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7\n2. H0-G2\n0-1";
    assert_eq!(third, Some(least));
    assert_eq!(text.matches("[Event").count(), 4, "{text}");
}

#[test]
fn a_line_that_is_not_legal_is_told_once_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    let output = OutputSettings {
        json: Some(path.clone()),
        ..OutputSettings::default()
    };
    let (told, json) = told_in_full(output, &path);
    let warnings: Vec<_> = told.lines().filter(|line| line.contains("legal")).collect();
    let warning = |name, line, ply, game, word| {
        format!(
            "warning: engine {name}: its line {line} before ply {ply} of game {game} is not legal from {word} on; \
             more such lines are counted only"
        )
    };
    assert_eq!(
        warnings,
        [
            warning("alpha", "e2d2 a0a9", 3, 1, "a0a9"),
            warning("贝 & <b>", "f0e0 a0a9", 1, 2, "a0a9"),
        ]
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    let counts = [0, 1].map(|engine| json["engines"][engine]["illegal_pvs"].as_u64());
    // All lines but one: in game 3 that of red holds a king that may move.
    assert_eq!(counts, [Some(11), Some(11)]);
}

#[test]
fn pairs_are_not_told_if_no_one_wants_them() {
    for (format, words) in [
        (OutputFormat::Caipan, &[", pairs ["][..]),
        (OutputFormat::Fastchess, &["Ptnml", "PairsRatio"]),
    ] {
        for penta in [true, false] {
            let output = OutputSettings {
                format,
                penta,
                ..OutputSettings::default()
            };
            let told = tell(&plan(settings(output)), RunEnd::Finished);
            for word in words {
                assert_eq!(told.contains(word), penta, "{told}");
            }
        }
    }
}
