//! Engines behind the ways in which GUIs speak.

use std::fs;

use caipan::position::{Line, Move, Position};
use caipan::protocol::{BestMove, Command, Dialect, GivenPosition, Reply};

use crate::support::relayed_engine::{RelayedEngine, scripted};

/// Settings for Debian's fairy-stockfish.
fn fairy(profile: &str) -> String {
    format!(
        "profile = {profile:?}\ncommand = \"/usr/games/fairy-stockfish\"\n[options]\nmsglang = \"en\"\n"
    )
}

const PROFILES: [&str; 2] = ["fairy-stockfish", "fairy-stockfish-ucci"];

/// Tells the position that a line has come to.
fn tell(engine: &mut RelayedEngine, line: &Line) {
    let given = GivenPosition {
        fen: None,
        moves: line.moves().collect(),
        unread: Vec::new(),
    };
    engine.say(&Command::Position(given).write(engine.dialect));
}

/// Asks for a move and plays it; nothing may have gone wrong.
fn play(engine: &mut RelayedEngine, line: &mut Line, go: &str) -> Move {
    tell(engine, line);
    engine.say(go);
    let (best, messages) = engine.legal_move(line);
    let is_trouble = |message: &&String| message.contains("it ") || message.contains("bad input");
    assert_eq!(messages.iter().find(is_trouble), None, "{go}");
    line.push(best).unwrap();
    best
}

#[test]
fn real_engines_behind_every_dialect() {
    for profile in PROFILES {
        for (dialect, options, goes) in [
            (
                Dialect::Ucci,
                "setoption usemillisec true",
                [
                    "go time 3000 increment 0 opptime 3000 oppincrement 0",
                    "go depth 4",
                    "go nodes 3000",
                ],
            ),
            (
                Dialect::Ucci,
                "setoption usemillisec false",
                [
                    "go time 3 increment 0 opptime 3 oppincrement 0",
                    "go time 40 movestogo 40",
                    "go depth 4",
                ],
            ),
            (
                Dialect::Uci,
                "setoption name Hash value 8",
                [
                    "go wtime 3000 btime 3000 winc 10 binc 10",
                    "go movetime 60",
                    "go depth 4",
                ],
            ),
            (
                Dialect::FairyUci,
                "setoption name UCI_Variant value xiangqi",
                ["go wtime 3000 btime 3000", "go movetime 60", "go depth 4"],
            ),
        ] {
            let mut engine = RelayedEngine::ready(&fairy(profile), dialect);
            engine.say(options);
            let mut line = Line::default();
            // Moves from the last rank tell how ranks are numbered.
            for word in ["h0g2", "h9g7"] {
                line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
            }
            for go in goes.into_iter().cycle().take(6) {
                play(&mut engine, &mut line, go);
            }
            let is_report = |heard: &&String| heard.contains(" pv ");
            let report = engine.process.heard.iter().rfind(is_report).unwrap();
            match Reply::read(report, dialect) {
                Reply::Info(info) => {
                    assert!(info.report.nodes.is_some() && info.report.score.is_some());
                    line.pop();
                    assert!(
                        info.report.pv.iter().all(|mv| line.push(*mv).is_ok()),
                        "{report}"
                    );
                }
                other => panic!("{other:?}"),
            }
            engine.say("quit");
            engine.process.leave();
        }
    }
}

#[test]
fn take_backs_new_games_and_lone_positions() {
    for profile in PROFILES {
        let mut engine = RelayedEngine::ready(&fairy(profile), Dialect::Ucci);
        let mut line = Line::default();
        for _ in 0..4 {
            play(&mut engine, &mut line, "go depth 3");
        }
        line.pop();
        line.pop();
        play(&mut engine, &mut line, "go depth 3");
        engine.say("setoption newgame");
        let mut line = Line::default();
        play(&mut engine, &mut line, "go depth 3");
        let endgame = "4k4/9/9/9/9/9/4n4/9/4A4/3AK3R w - - 12 40";
        let mut line = Line::new(Position::from_fen(endgame).unwrap());
        for _ in 0..6 {
            engine.say(&format!("position fen {}", line.position()));
            engine.say("go depth 3");
            let (best, messages) = engine.legal_move(&line);
            assert!(
                messages.iter().all(|message| !message.contains("it ")),
                "{messages:?}"
            );
            line.push(best).unwrap();
        }
        engine.say("quit");
        engine.process.leave();
    }
}

#[test]
fn stops_hits_and_options_in_the_middle() {
    for profile in PROFILES {
        let mut engine = RelayedEngine::ready(&fairy(profile), Dialect::Uci);
        let mut line = Line::default();
        tell(&mut engine, &line);
        engine.say("go infinite");
        engine.say("setoption name Hash value 4");
        engine.say("setoption name MultiPV value 2");
        engine.ask("isready", "readyok");
        engine.say("stop");
        engine.legal_move(&line);
        play(&mut engine, &mut line, "go depth 4");
        assert!(
            engine
                .process
                .heard
                .iter()
                .any(|heard| heard.contains("multipv 2"))
        );

        // A hit before anything was thought, a hit that comes late, a miss, and one `go` on the heels of another.
        for wait in [0, 200] {
            tell(&mut engine, &line);
            engine.say("go ponder wtime 2000 btime 2000");
            std::thread::sleep(std::time::Duration::from_millis(wait));
            engine.say("ponderhit");
            engine.legal_move(&line);
        }
        tell(&mut engine, &line);
        engine.say("go ponder movetime 30");
        engine.say("stop");
        engine.legal_move(&line);
        tell(&mut engine, &line);
        engine.say("go infinite");
        engine.say("go depth 2");
        engine.legal_move(&line);
        engine.legal_move(&line);
        engine.say("stop");
        play(&mut engine, &mut line, "go depth 2");
        // One that still thinks is answered when the input ends.
        tell(&mut engine, &line);
        engine.say("go infinite");
        let heard = engine.process.heard.len();
        engine.process.leave();
        let late = &engine.process.heard[heard..];
        assert_eq!(
            late.iter()
                .filter(|line| line.starts_with("bestmove"))
                .count(),
            1
        );
    }
}

#[test]
fn what_needs_no_translation_passes_byte_for_byte() {
    let odd = "info depth 3  score cp 5 wdl 1 2 3\tcpuload 7 string  two   blanks";
    let settings = scripted(&["--answer", &format!("{odd}\nbestmove {{}}")]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Uci);
    play(&mut engine, &mut Line::default(), "go depth 1");
    assert!(engine.process.heard.iter().any(|heard| heard == odd));
    // In the other dialect no field is lost.
    let mut engine = RelayedEngine::ready(&settings, Dialect::Ucci);
    play(&mut engine, &mut Line::default(), "go depth 1");
    let expected = "info depth 3 score 5 wdl 1 2 3 cpuload 7 message two   blanks";
    assert!(
        engine.process.heard.iter().any(|heard| heard == expected),
        "{:?}",
        engine.process.heard
    );
}

#[test]
fn words_of_the_end_reach_a_gui_of_ucci_where_they_are_allowed() {
    for (said, draw, resign) in [
        ("bestmove {} draw", true, false),
        ("bestmove {} resign", false, true),
        ("bestmove resign", false, true),
    ] {
        for (dialect, is_allowed) in [
            (Dialect::Ucci, true),
            (Dialect::Ucci, false),
            (Dialect::Uci, true),
        ] {
            let allowed = format!("draws = {is_allowed}, resigns = {is_allowed}, msglang");
            let settings = scripted(&["--answer", said]).replace("msglang", &allowed);
            let mut engine = RelayedEngine::ready(&settings, dialect);
            engine.say("position startpos");
            engine.say("go depth 1");
            let answer = engine.answer().0.unwrap();
            let may_say = dialect.is_ucci() && is_allowed;
            let expected = BestMove {
                ponder: None,
                draw: draw && may_say,
                resign: resign && may_say,
                ..answer
            };
            assert_eq!(
                BestMove {
                    ponder: None,
                    ..answer
                },
                expected,
                "{said}"
            );
        }
    }
}

#[test]
fn options_of_the_engine_are_listed_at_once_the_second_time() {
    let folder = tempfile::TempDir::new().unwrap();
    let once = folder.path().join("once");
    let settings = scripted(&[
        "--fault",
        "late-ok",
        "--delay",
        "3000",
        "--once",
        once.to_str().unwrap(),
    ]);
    let is_listed = |engine: &RelayedEngine| {
        let of_engine = "option name Hash type spin default 16 min 1 max 1024";
        engine.process.heard.iter().any(|heard| heard == of_engine)
    };
    let mut engine = RelayedEngine::start(&settings);
    engine.shake_hands(Dialect::Uci);
    assert!(!is_listed(&engine), "the engine cannot be up so soon");
    engine.ask("isready", "readyok");
    engine.say("quit");
    engine.process.leave();
    fs::remove_file(&once).unwrap();
    let mut engine = engine.again();
    engine.shake_hands(Dialect::Uci);
    assert!(is_listed(&engine), "{:?}", engine.process.heard);
}

#[test]
fn a_gui_that_sends_back_all_defaults_undoes_no_settings() {
    let settings = scripted(&["--log", "{folder}/log"]).replace(
        "options = {",
        "options = { ruleset = \"cn2020\", Hash = 64, repcount = 2, drawmoves = 0,",
    );
    let mut engine = RelayedEngine::ready(&settings, Dialect::Ucci);
    let log = || fs::read_to_string(engine.folder.path().join("log")).unwrap();
    let (told, heard) = (log(), engine.process.heard.clone());
    let told_before = told.matches("Hash value 64").count();
    assert_eq!(told_before, 1, "{told}");
    for line in &heard {
        let mut words = line.split_once("option ").into_iter();
        let Some((name, kind)) = words.find_map(|(_, rest)| rest.split_once(" type ")) else {
            continue;
        };
        if let Some((_, default)) = kind.split_once(" default ") {
            engine.say(&format!("setoption {name} {default}"));
        }
    }
    engine.ask("isready", "readyok");
    let log = fs::read_to_string(engine.folder.path().join("log")).unwrap();
    assert!(
        log.contains("Hash value 64") && !log.contains("Hash value 16"),
        "{log}"
    );
    let told = |wanted: &str| heard.iter().any(|line| line == wanted);
    assert!(
        told("option repcount type spin min 0 max 99 default 2"),
        "{heard:#?}"
    );
    assert!(
        told("option drawmoves type spin min 0 max 200 default 0"),
        "{heard:#?}"
    );
}

#[test]
fn options_go_to_whom_they_belong() {
    let settings = scripted(&["--log", "{folder}/log"]);
    let mut engine = RelayedEngine::ready(&settings, Dialect::Ucci);
    for option in [
        "hashsize 5000",
        "ruleset axf",
        "msgenc gbk",
        "usemillisec false",
        "guiname XQWizard",
    ] {
        engine.say(&format!("setoption {option}"));
    }
    engine.say("setoption newgame");
    engine.ask("isready", "readyok");
    let log = fs::read_to_string(engine.folder.path().join("log")).unwrap();
    let told: Vec<_> = log
        .lines()
        .filter(|line| !["isready", "uci"].contains(line))
        .collect();
    assert_eq!(told, ["setoption name Hash value 1024", "ucinewgame"]);
}

#[test]
fn a_profile_is_chosen_by_an_option() {
    let mut engine = RelayedEngine::ready("options = { msglang = \"en\" }", Dialect::Uci);
    let profile = engine.folder.path().join("my engine.toml");
    fs::write(
        &profile,
        scripted(&["--prefer", "a3a4"]).replace("options = ", "#"),
    )
    .unwrap();
    let mut line = Line::default();
    assert_ne!(
        play(&mut engine, &mut line, "go depth 2").to_string(),
        "a3a4"
    );
    // It is taken once the search is over.
    let mut line = Line::default();
    tell(&mut engine, &line);
    engine.say("go infinite");
    engine.say("setoption name Profile value my engine.toml");
    engine.say("stop");
    engine.legal_move(&line);
    engine.ask("isready", "readyok");
    assert_eq!(
        play(&mut engine, &mut line, "go depth 2").to_string(),
        "a3a4"
    );
    engine.say("setoption name Profile value <empty>");
    let mut line = Line::default();
    assert_ne!(
        play(&mut engine, &mut line, "go depth 2").to_string(),
        "a3a4"
    );
}

/// Asks for a first move and gives the messages.
fn messages(settings: &str, option: &str) -> Vec<String> {
    let mut engine = RelayedEngine::start(settings);
    engine.shake_hands(Dialect::Uci);
    engine.say(option);
    engine.ask("isready", "readyok");
    let (_, messages) = engine.first_move("go depth 2");
    let folder = engine.folder.path().to_str().unwrap();
    messages
        .iter()
        .map(|message| message.replace(folder, "{folder}"))
        .collect()
}

#[test]
fn wrong_settings_are_one_line_that_names_file_and_key() {
    for (settings, option, expected) in [
        (
            "nam = \"x\"",
            "",
            "输入有误 (bad input): {folder}/settings.toml, line 1: nam: found the key `nam`, expected one of `profile`, …; the bundled searcher plays",
        ),
        (
            "profile = \"fritz\"",
            "",
            "输入有误 (bad input): {folder}/settings.toml: profile: found \"fritz\", expected one of builtin, …; the bundled searcher plays",
        ),
        (
            "command = \"{folder}/fish\"",
            "",
            "输入有误 (bad input): {folder}/settings.toml: engine \"{folder}/fish\": found no such program, expected the path of one or a name in PATH; command = \"/path/to/it\" in the .toml file tells where it is; the bundled searcher plays",
        ),
        (
            "[options]\nmsglang = \"en\"\nruleset = \"fide\"",
            "",
            "{folder}/settings.toml: option ruleset: expected one of cn2011, …, found \"fide\"",
        ),
        (
            "[options]\nmsglang = \"en\"\nHsah = 8",
            "",
            "{folder}/settings.toml: option Hsah: found no such option of caipan",
        ),
        (
            "profile = \"fairy-stockfish\"\ncommand = \"/usr/games/fairy-stockfish\"\n[options]\nmsglang = \"en\"\n\
             Hsah = 8\nhashsize = 8\n\"Slow Mover\" = 90",
            "",
            "{folder}/settings.toml: option Hsah: found no such option of caipan or Fairy-Stockfish",
        ),
        (
            "[options]\nmsglang = \"en\"",
            "setoption name Profile value fritz",
            "profile: found \"fritz\", expected one of builtin, …; the bundled searcher plays",
        ),
        (
            "[options]\nmsglang = \"en\"",
            "setoption name Profile value fish.toml",
            "{folder}/fish.toml: expected a file of settings: …; the bundled searcher plays",
        ),
    ] {
        let messages = messages(settings, option);
        let (start, end) = expected.split_once('…').unwrap_or((expected, expected));
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(
            messages[0].starts_with(start) && messages[0].ends_with(end),
            "{messages:?}"
        );
    }
}
