//! What is told of a run beside the usual: details of moves, lines that are not legal, pairs of games.

use std::fs;
use std::path::Path;

use serde_json::Value;

use caipan::report::{Reports, Switches};
use caipan::tournament::{
    EngineSettings, Entry, MoveDetails, Observer, OutputFormat, OutputSettings, RunEnd, Settings,
};

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
            entry.said_ms = Some(18);
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

/// Tells a run of which the first games were played before, with a line that is wrong at every move: one that is not
/// legal, or one that does not lead to the mate that is told with it. Gives what is complained of.
fn complaints(past_games: usize, is_mate: bool) -> Vec<String> {
    let plan = plan(Settings {
        check_mate_pvs: true,
        ..settings(OutputSettings::default())
    });
    let screen = Screen::default();
    let switches = Switches {
        is_recalled: true,
        ..Switches::default()
    };
    let mut reports = Reports::new(&plan, Box::new(screen.clone()), switches).unwrap();
    let mut game = 0;
    each(&plan, |entry, standings| {
        game = entry.game().unwrap_or(game);
        let mut entry = entry.clone();
        if let Entry::Move(entry) = &mut entry {
            entry.mate = Some(3);
            entry.pv = vec![entry.mv.clone()];
            entry.pv.extend((!is_mate).then(|| "a0a9".to_owned()));
        }
        match game < past_games {
            true => reports.recall(&entry, &plan, standings).unwrap(),
            false => reports.note(&entry, &plan, standings).unwrap(),
        }
    });
    let told = screen.text();
    let complaints = told
        .lines()
        .filter_map(|line| line.strip_prefix("warning: engine "));
    complaints
        .map(|line| line.split(':').next().unwrap().to_owned())
        .collect()
}

#[test]
fn a_wrong_line_is_told_once_by_each_program_that_plays_the_run() {
    for is_mate in [false, true] {
        for past_games in 0..4 {
            let mut complaints = complaints(past_games, is_mate);
            complaints.sort_unstable();
            let expected = ["alpha", "贝 & <b>"];
            assert_eq!(complaints, expected, "{past_games} {is_mate}");
        }
        assert_eq!(complaints(4, is_mate), [""; 0]);
    }
}

#[test]
fn records_tell_as_much_of_a_move_as_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let all = MoveDetails {
        timeleft: true,
        latency: true,
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
    let comment = "2. H0-G2 {-0.09/9 0.021s, tl=9.890s, latency=2ms, n=12345, sd=20, nps=1000000, hashfull=5, pv=\"h0g2 e9e8\", \
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

/// Tells the first game of the run, of which each pair has two, and gives what a terminal, the page and the summary show.
fn told_of_one_game(format: OutputFormat, is_terminal: bool) -> [String; 3] {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let output = OutputSettings {
        format,
        html: Some(path("run.html")),
        json: Some(path("run.json")),
        ratinginterval: 1,
        ..OutputSettings::default()
    };
    let plan = plan(settings(output));
    let screen = Screen::default();
    let switches = Switches {
        is_terminal,
        ..Switches::default()
    };
    let mut reports = Reports::new(&plan, Box::new(screen.clone()), switches).unwrap();
    let mut is_over = false;
    each(&plan, |entry, standings| {
        if !is_over {
            reports.note(entry, &plan, standings).unwrap();
        }
        is_over |= matches!(entry, Entry::Result(_));
    });
    reports.finish(&plan, RunEnd::Stopped).unwrap();
    [
        screen.text(),
        fs::read_to_string(path("run.html")).unwrap(),
        fs::read_to_string(path("run.json")).unwrap(),
    ]
}

#[test]
fn a_strength_is_not_known_before_a_pair_of_games_is_over() {
    for (format, is_terminal, expected) in [
        (
            OutputFormat::Caipan,
            false,
            "  Elo -, nElo -, LOS -, draws 0.0 %, pairs [0, 0, 0, 0, 0]\n",
        ),
        (
            OutputFormat::Caipan,
            true,
            " 1  alpha       -     -      1  1  0  0     1.0  100.0 %    -\n",
        ),
        (
            OutputFormat::Fastchess,
            false,
            "Elo: nan +/- nan, nElo: nan +/- nan\nLOS: nan %, ",
        ),
        (
            OutputFormat::Cutechess,
            false,
            "Elo difference: nan +/- nan, LOS: nan %, ",
        ),
    ] {
        let [screen, page, json] = told_of_one_game(format, is_terminal);
        assert!(screen.contains(expected), "{screen}");
        for text in [&screen, &page] {
            assert!(!text.contains('∞') && !text.contains("0.0 ±"), "{text}");
        }
        assert!(page.contains("<td>-</td><td>-</td><td>1</td>"), "{page}");
        let json: Value = serde_json::from_str(&json).unwrap();
        for part in [&json["engines"][0], &json["engines"][1], &json["pairs"][0]] {
            for key in ["elo", "elo_error", "nelo", "nelo_error", "los"] {
                assert_eq!(part.get(key), Some(&Value::Null), "{key}");
            }
        }
    }
}

#[test]
fn limits_are_told_as_the_command_line_says_them_and_in_records_as_the_standard_does() {
    type Change = fn(&mut EngineSettings);
    let clock: Change = |engine| engine.tc = "40/60+0.5".parse().ok();
    let of_move: Change = |engine| engine.st = Some(100);
    let depth: Change = |engine| engine.depth = Some(6);
    let both: Change = |engine| (engine.depth, engine.nodes) = (Some(6), Some(5000));
    let clock_and_nodes: Change =
        |engine| (engine.tc, engine.nodes) = ("10+0.1".parse().ok(), Some(5000));
    for (one, other, limits, tags) in [
        (
            clock,
            clock,
            ["40/60+0.5"; 2],
            "[TimeControl \"40/60+0.5\"]\n",
        ),
        (of_move, of_move, ["st=0.1"; 2], "[TimeControl \"1/0.1\"]\n"),
        (
            depth,
            depth,
            ["depth=6"; 2],
            "[TimeControl \"-\"]\n[Depth \"6\"]\n",
        ),
        (
            clock,
            of_move,
            ["40/60+0.5", "st=0.1"],
            "[RedTimeControl \"40/60+0.5\"]\n[BlackTimeControl \"1/0.1\"]\n",
        ),
        (
            both,
            clock_and_nodes,
            ["depth=6 nodes=5000", "10+0.1 nodes=5000"],
            "[RedTimeControl \"-\"]\n[BlackTimeControl \"10+0.1\"]\n[RedDepth \"6\"]\n[Nodes \"5000\"]\n",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut settings = settings(OutputSettings {
            format: OutputFormat::Fastchess,
            pgn: Some(path("run.pgn")),
            json: Some(path("run.json")),
            html: Some(path("run.html")),
            ..OutputSettings::default()
        });
        for (engine, change) in settings.engines.iter_mut().zip([one, other]) {
            engine.tc = None;
            change(engine);
        }
        let told = tell(&plan(settings), RunEnd::Finished);
        let read = |name| fs::read_to_string(path(name)).unwrap();
        let (pgn, html) = (read("run.pgn"), read("run.html"));
        let (_, first) = pgn.split_once("[Rules \"cn2011\"]\n").unwrap();
        assert!(first.starts_with(&format!("{tags}[Result")), "{first}");
        let json: Value = serde_json::from_str(&read("run.json")).unwrap();
        assert_eq!(
            [0, 1].map(|engine| json["engines"][engine]["limits"].as_str()),
            limits.map(Some)
        );
        let conditions = match limits {
            [one, other] if one == other => format!("({one}, NULL, "),
            [one, other] => format!("({one} - {other}, NULL, "),
        };
        assert!(told.contains(&conditions), "{told}");
        let shown = format!("alpha: {}; 贝 &#38; &#60;b&#62;: {}", limits[0], limits[1]);
        assert!(html.contains(&shown), "{html}");
    }
}
