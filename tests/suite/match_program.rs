//! `caipan match` as a program: runs that go on, what is told of them, and how it ends.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::example_engine;

pub(crate) fn program(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.arg("match").args(words.split_whitespace());
    command.current_dir(folder).stdin(Stdio::null());
    command
}

pub(crate) fn run(folder: &Path, words: &str) -> Output {
    program(folder, words).output().unwrap()
}

/// Makes an engine of UCI that does this when it is asked to think, and declares an option with a strange name.
#[cfg(unix)]
pub(crate) fn shell_engine(folder: &Path, of_go: &str) -> &'static str {
    let text = format!(
        "while read word rest; do case $word in\n\
         uci) printf 'id name E\\033[2J\\n'; printf 'option name Ha\\033sh type spin default 1 min 1 max 2\\n'; echo uciok;;\n\
         isready) echo readyok;;\nquit) exit;;\ngo) {of_go};;\nesac; done\n"
    );
    fs::write(folder.join("engine.sh"), text).unwrap();
    let script = folder.join("engine.sh");
    let text = format!(
        "command = \"/bin/sh\"\narguments = [{script:?}]\ndialect = \"uci\"\n[quirks]\nranks = \"0-9\"\n"
    );
    fs::write(folder.join("engine.toml"), text).unwrap();
    "-engine profile=engine.toml name=strange depth=1 -engine cmd=random name=other"
}

#[cfg(unix)]
#[test]
fn no_control_character_of_an_engine_gets_through() {
    for (number, of_go) in [
        "printf 'bestmove \\033]0;x\\007\\n'",
        "printf 'bestmove h2e2\\033[2J ponder \\302\\233\\n'",
        "printf 'info string \\033[2J\\ninfo depth 1 score cp 1 pv \\033[2J\\nbestmove \\177\\n'",
        "printf 'not \\033[2J\\n' >&2; exit 3",
        "printf 'not \\033[2J\\n'; exit 3",
        "printf 'copyprotection error \\033[2J\\n'",
    ]
    .into_iter()
    .enumerate()
    {
        for format in ["caipan", "fastchess", "cutechess"] {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path();
            let engines = shell_engine(folder, of_go);
            let words = format!(
                "{engines} -each option.Hash=1 -srand 1 -rounds 1 -maxmoves 2 -output format={format} -pgnout g.pgn -epdout \
                 g.epd -htmlout g.html -jsonout g.json -journal g.jsonl"
            );
            let output = run(folder, &words);
            assert_eq!(output.status.code(), Some(0), "{of_go}: {output:?}");
            let mut told = vec![output.stdout, output.stderr];
            for name in ["g.pgn", "g.epd", "g.html", "g.json", "g.jsonl"] {
                told.push(fs::read(folder.join(name)).unwrap());
            }
            let told = told
                .into_iter()
                .map(|bytes| String::from_utf8(bytes).unwrap());
            let told: Vec<String> = told.collect();
            for text in &told {
                let control = text
                    .chars()
                    .find(|letter| letter.is_control() && *letter != '\n');
                assert_eq!(control, None, "{number}: {text:?}");
            }
            let hint = "engine strange: it has no option \"Hash\"; did you mean Ha\\u{1b}sh?";
            assert!(told[0].contains(hint), "{}", told[0]);
        }
    }
}

/// Runs the program, which is to end with this status, and gives what it complains of.
pub(crate) fn complaints(folder: &Path, words: &str, status: i32) -> String {
    let output = run(folder, words);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{words}: {told}");
    told
}

/// A run of four games of random moves.
const RUN: &str = "-engine cmd=random name=a -engine cmd=random name=b -srand 3 -maxmoves 2 -draw score=10 \
                   -openings file=list.txt -journal run.jsonl";

/// Writes two openings.
fn openings(folder: &Path, moves: [&str; 2]) {
    let start = caipan::position::START_FEN;
    let list = moves.map(|mv| format!("{start} moves {mv}\n")).concat();
    fs::write(folder.join("list.txt"), list).unwrap();
}

#[test]
fn a_run_that_goes_on_refuses_what_it_does_not_play() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    openings(folder, ["h2e2", "b2e2"]);
    assert_eq!(complaints(folder, RUN, 0), "");
    for (words, fault) in [
        ("-rounds 50", "rounds: found 50, expected 2"),
        ("-rules axf -rounds 50", "rounds: found 50, expected 2"),
        ("-maxmoves 0", "maxmoves: found nothing, expected 2"),
        ("-srand 4", "srand: found 4, expected 3"),
        ("-each depth=2", "engine 1 depth: found 2, expected nothing"),
        (
            "-engine cmd=random name=a -engine cmd=builtin name=b depth=1",
            "engine 2 cmd: found \"builtin\", expected \"random\"",
        ),
        ("-shard 1/2", "shard: found 1/2, expected 1/1"),
    ] {
        let told = complaints(folder, &format!("-resume -journal run.jsonl {words}"), 2);
        assert_eq!(told, format!("caipan: match: {fault} as in the journal\n"));
    }
    // What the run plays may be said again, and where things go said anew.
    let same = "-rounds 2 -draw score=10 -concurrency 7 -jsonout s.json";
    let told = complaints(folder, &format!("-resume -journal run.jsonl {same}"), 0);
    assert_eq!(told, "");
    assert!(folder.join("s.json").exists());
    assert_eq!(complaints(folder, &format!("{RUN} -resume"), 0), "");
    let words = RUN.replace("-journal run.jsonl", "-print-config");
    let config = run(folder, &words.replace("-srand 3", "")).stdout;
    fs::write(folder.join("run.toml"), config).unwrap();
    let told = complaints(folder, "-config run.toml -resume -journal run.jsonl", 0);
    assert_eq!(told, "");
}

#[test]
fn a_share_of_more_than_there_are_meetings_has_one_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    openings(folder, ["h2e2", "b2e2"]);
    for (part, parts, results) in [
        (1, 3, 2),
        (3, 3, 0),
        (2, usize::MAX, 2),
        (usize::MAX, usize::MAX, 0),
    ] {
        let run = RUN.replace("run.jsonl", &format!("{part}.jsonl"));
        assert_eq!(
            complaints(folder, &format!("{run} -shard {part}/{parts}"), 0),
            ""
        );
        if let Ok(journal) = fs::read_to_string(folder.join(format!("{part}.jsonl"))) {
            assert_eq!(
                journal.matches("{\"result\":").count(),
                results,
                "{part}/{parts}"
            );
            let told = complaints(folder, &format!("-resume -journal {part}.jsonl"), 0);
            assert_eq!(told, "");
            fs::remove_file(folder.join(format!("{part}.jsonl"))).unwrap();
        }
    }
}

#[test]
fn other_openings_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let shard = |number: usize| {
        let run = RUN.replace("run.jsonl", &format!("{number}.jsonl"));
        complaints(folder, &format!("{run} -shard {number}/2"), 0);
    };
    openings(folder, ["h2e2", "b2e2"]);
    shard(1);
    openings(folder, ["h2e2", "b2d2"]);
    let resumed = complaints(folder, "-resume -journal 1.jsonl", 1);
    assert!(
        resumed.contains("match: openings: found 2 openings, "),
        "{resumed}"
    );
    shard(2);
    let joined = complaints(folder, "merge all.jsonl 1.jsonl 2.jsonl", 1);
    for told in [
        "2.jsonl: found 2 openings, ",
        ", expected 2 openings, ",
        " as in 1.jsonl\n",
    ] {
        assert!(joined.contains(told), "{joined}");
    }
}

#[test]
fn a_run_that_has_not_begun_has_a_seed_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let words = RUN
        .replace("-srand 3", "-resume")
        .replace("-openings file=list.txt", "");
    let told = complaints(folder.path(), &words, 0);
    let seed = told.lines().nth(1).unwrap();
    assert!(seed.starts_with("caipan: match: the seed is "), "{told}");
    assert_eq!(complaints(folder.path(), &words, 0), "", "it goes on");
}

#[test]
fn files_that_fail_are_no_wrong_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = RUN.replace("-openings file=list.txt", "");
    fs::write(folder.join("wrong.jsonl"), "{}\n").unwrap();
    for words in [
        "-resume -journal wrong.jsonl",
        "merge all.jsonl gone.jsonl",
        &format!("{run} -openings file=gone.txt"),
        &run.replace("run.jsonl", "gone/run.jsonl"),
        &run.replace("-journal", "-pgnout gone/games.pgn -journal"),
    ] {
        let told = complaints(folder, words, 1);
        assert_eq!(told.lines().count(), 1, "{words}: {told}");
    }
    #[cfg(target_os = "linux")]
    {
        let full = run.replace("-journal run.jsonl", "-pgnout /dev/full");
        assert!(complaints(folder, &full, 1).contains("No space left"));
    }
}

#[test]
fn the_log_of_an_engine_keeps_every_start() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let engine = example_engine::path("scripted");
    let words = format!(
        "-engine cmd={engine} name=../炮/a proto=uci depth=1 restart=on -engine cmd=random name=b -srand 3 -rounds 1 \
         -maxmoves 2 -log logs"
    );
    complaints(folder, &words, 0);
    let names: Vec<_> = fs::read_dir(folder.join("logs")).unwrap().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    let log = fs::read_to_string(folder.join("logs/1-1-.._炮_a.log")).unwrap();
    let starts = log.lines().filter(|line| line.contains(" start "));
    assert_eq!(starts.count(), 2, "{log}");
}

#[test]
fn no_file_of_others_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    openings(folder, ["h2e2", "b2e2"]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    // A journal is none that is something else, with or without a line end.
    for notes in ["my notes", "my notes\n"] {
        fs::write(folder.join("run.jsonl"), notes).unwrap();
        for words in [RUN.to_owned(), format!("{RUN} -resume")] {
            let told = complaints(folder, &words, 1);
            assert!(told.contains("expected the head of a journal"), "{told}");
            assert_eq!(read("run.jsonl"), notes);
        }
    }
    fs::remove_file(folder.join("run.jsonl")).unwrap();
    let told = complaints(folder, &format!("{RUN} -jsonout list.txt"), 2);
    assert!(
        told.contains("json: found \"list.txt\", the file of openings"),
        "{told}"
    );

    complaints(folder, &format!("{RUN} -pgnout own.pgn"), 0);
    let (journal, own) = (read("run.jsonl"), read("own.pgn"));
    fs::write(folder.join("other.pgn"), "other games").unwrap();
    let told = complaints(folder, &format!("{RUN} -resume -pgnout other.pgn"), 1);
    assert!(
        told.contains("other.pgn: found a file that is not of this run"),
        "{told}"
    );
    assert_eq!(read("other.pgn"), "other games");
    complaints(folder, &format!("{RUN} -resume -pgnout own.pgn"), 0);
    assert_eq!(read("own.pgn"), own);
    // The records stay where the journal they would be made from is damaged.
    fs::write(folder.join("run.jsonl"), format!("{journal}garbage\n")).unwrap();
    let told = complaints(folder, &format!("{RUN} -resume -pgnout own.pgn"), 1);
    assert!(told.contains("expected a line of a journal"), "{told}");
    assert_eq!(read("own.pgn"), own);
    let share = journal.replacen("\"share\":[1,1]", "\"share\":[1,0]", 1);
    fs::write(folder.join("run.jsonl"), share).unwrap();
    let told = complaints(folder, "merge all.jsonl run.jsonl", 1);
    assert!(
        told.contains("found share 1 of 0, expected one of them"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn a_link_stays_one_and_a_device_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    openings(folder, ["h2e2", "b2e2"]);
    let run = RUN.replace("-journal run.jsonl", "");
    fs::write(folder.join("real.json"), "old").unwrap();
    std::os::unix::fs::symlink("real.json", folder.join("link.json")).unwrap();
    complaints(folder, &format!("{run} -jsonout link.json"), 0);
    assert!(folder.join("link.json").is_symlink());
    assert!(
        fs::read_to_string(folder.join("real.json"))
            .unwrap()
            .contains("\"games\": 4")
    );
    for words in [
        "-jsonout /dev/null",
        "-htmlout /dev/null",
        "-journal /dev/null",
    ] {
        let told = complaints(folder, &format!("{run} {words}"), 1);
        let fault = "/dev/null: found a pipe or a device, expected a regular file";
        assert!(told.contains(fault), "{words}: {told}");
    }
}

#[test]
fn a_complaint_of_an_engine_that_is_started_anew_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let words = "-engine cmd=random name=a restart=on option.X=1 -engine cmd=random name=b -srand 1 -rounds 3 -maxmoves 1 \
                 -concurrency 2";
    let output = run(folder.path(), words);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told.matches("it has no option \"X\"").count(), 1, "{told}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_line_that_never_ends_costs_its_engine_the_game_alone() {
    let folder = tempfile::tempdir().unwrap();
    let profile = format!(
        "command = {:?}\ndialect = \"uci\"\n[quirks]\nranks = \"0-9\"\n",
        crate::support::example_engine::path("scripted")
    );
    std::fs::write(folder.path().join("scripted.toml"), profile).unwrap();
    // The other thinks for long enough to be buried in memory, of which there is little.
    let script = format!(
        "ulimit -v 1000000; exec '{}' match -engine profile=scripted.toml name=loud st=0.2 'args=--fault endless-line' \
         -engine profile=scripted.toml name=slow depth=1 'args=--think 1500' -rounds 1 -srand 1 -ping-ms 300",
        env!("CARGO_BIN_EXE_caipan")
    );
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(&folder).output();
    let output = output.unwrap();
    let told = [output.stdout, output.stderr].map(|told| String::from_utf8(told).unwrap());
    let told = told.join("");
    assert_eq!(output.status.code(), Some(0), "{told}");
    let lost = told.lines().filter(|line| line.contains(" time-forfeit, "));
    assert_eq!(lost.count(), 2, "{told}");
}
