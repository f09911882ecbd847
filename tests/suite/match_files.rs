//! The files of `caipan match`: what a run that is refused or fails leaves of them, and what is told of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::match_program::{complaints, program, run};
use crate::support::example_engine;
use crate::support::patience::until;

/// Two players of random moves.
const PLAYERS: &str = "-engine cmd=random name=a -engine cmd=random name=b -srand 3 -maxmoves 2";

/// Every option that names a file, or a folder, and one.
const FILES: [(&str, &str); 6] = [
    ("journal", "run.jsonl"),
    ("pgnout", "run.pgn"),
    ("epdout", "run.epd"),
    ("jsonout", "run.json"),
    ("htmlout", "run.html"),
    ("log", "logs"),
];

/// Asks for files, with another name for that of one option.
fn asked(files: &[(&str, &str)], other: (&str, &str)) -> String {
    let words = files.iter().map(|(option, name)| match other {
        (it, other) if it == *option => format!(" -{option} {other}"),
        _ => format!(" -{option} {name}"),
    });
    words.collect()
}

/// Gives all that is in a folder, with what files hold.
fn tree(folder: &Path) -> BTreeMap<String, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.push(path);
                found.insert(name, None);
            } else {
                found.insert(name, Some(fs::read(path).unwrap()));
            }
        }
    }
    found
}

/// Runs the program, which is to end with this status, one line that begins so, and no trace; gives the line.
fn refused(folder: &Path, words: &str, status: i32, begins: &str) -> String {
    let before = tree(folder);
    let output = run(folder, words);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{words}: {told}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{words}");
    assert_eq!(told.lines().count(), 1, "{words}: {told}");
    let begins = format!("caipan: {begins}");
    assert!(told.starts_with(&begins), "{words}: {told}");
    let after = tree(folder);
    assert!(before == after, "{words}: {:?}", after.keys());
    told
}

#[test]
fn no_fault_of_the_command_line_leaves_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("bad.toml"), "[sprt]\nelo1 = 500\n").unwrap();
    fs::write(folder.join("bad.epd"), "not a position\n").unwrap();
    fs::write(folder.join("run.pgn"), "games of another run").unwrap();
    let files = asked(&FILES, ("pgnout", "run.pgn append=off"));
    for (words, begins) in [
        ("-rouns 2", "match: found \"-rouns\""),
        ("-rules fide", "match: rules: "),
        ("-sprt elo0=0 elo1=500", "match: sprt elo1: found 500, "),
        ("-sprt elo0=-201", "match: sprt elo0: found -201, "),
        ("-sprt elo0=5 elo1=0", "match: sprt: found elo0=5"),
        ("-sprt alpha=0", "match: sprt alpha: "),
        ("-sprt beta=0.9", "match: sprt beta: "),
        ("-config bad.toml", "match: sprt elo1: "),
        ("-shard 3/2", "match: -shard: "),
    ] {
        refused(folder, &format!("{PLAYERS}{files} {words}"), 2, begins);
    }
    for (words, begins) in [
        ("-openings file=gone.epd", "openings: "),
        ("-openings file=bad.epd", "openings: "),
        ("-openings file=builtin start=999999", "openings start: "),
        ("-use-affinity 4000", "use-affinity: "),
        ("-engine cmd=/nowhere/e name=c depth=1", "engine c: "),
        ("-engine profile=gone name=c depth=1", "engine c: "),
        ("-engine cmd=sh dir=/nowhere name=c depth=1", "engine c: "),
        (
            "-engine cmd=builtin option.Hash=x name=c depth=1",
            "engine c: ",
        ),
    ] {
        refused(folder, &format!("{PLAYERS}{files} {words}"), 1, begins);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let engine = format!("cmd={} proto=uci depth=1", example_engine::path("scripted"));
    let players = PLAYERS.replacen("cmd=random", &engine, 1);
    fs::create_dir_all(folder.join("folder/1-1-a.log")).unwrap();
    fs::write(folder.join("notes"), "of mine").unwrap();
    let mut wrong = vec!["gone/new", "folder", "notes/new"];
    if cfg!(target_os = "linux") {
        // Where nobody may write, whoever runs the test.
        wrong.push("/proc/new");
    }
    for path in wrong {
        // A folder of logs is made.
        let all = FILES.iter().map(|(option, _)| *option);
        for option in all.filter(|option| (*option, path) != ("log", "gone/new")) {
            let files = asked(&FILES, (option, path));
            refused(folder, &format!("{players}{files}"), 1, path);
        }
    }
    let files = asked(&FILES, ("log", "notes"));
    refused(folder, &format!("{players}{files}"), 1, "notes/1-1-a.log: ");
}

#[test]
fn a_run_in_which_no_game_begins_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let engine = example_engine::path("scripted");
    let files = asked(&FILES[..5], ("epdout", "run.epd append=off"));
    let dead = format!(
        "-engine cmd={engine} name=a proto=uci depth=1 args=--fault=die-at-start -engine cmd=random name=b -srand 3{files}"
    );
    let check = |words: &str| {
        let before = tree(folder);
        let told = complaints(folder, words, 1);
        assert!(told.contains("scripted.nnue was not found"), "{told}");
        assert!(tree(folder) == before, "{words}");
    };
    check(&dead);
    // What was there before is as it was.
    for (name, text) in [("jsonl", ""), ("pgn", ""), ("epd", "of another run")] {
        fs::write(folder.join(format!("run.{name}")), text).unwrap();
    }
    check(&dead);
    check(&format!("{dead} -resume"));
    complaints(folder, &format!("{PLAYERS}{files}"), 0);
    let positions = fs::read_to_string(folder.join("run.epd")).unwrap();
    assert_eq!(positions.lines().count(), 4);

    // The head alone, as a program that was killed may leave it, is begun anew, by other settings too.
    let journal = fs::read_to_string(folder.join("run.jsonl")).unwrap();
    let head = journal.split_inclusive('\n').next().unwrap();
    let resumed = format!("{head}{{\"resumed\":{{\"date\":\"2026-11-30\"}}}}\n");
    let words = format!("{PLAYERS} -rounds 1 -journal run.jsonl");
    for begun in [head, &resumed, &head[..99]] {
        fs::write(folder.join("run.jsonl"), begun).unwrap();
        complaints(folder, &words, 0);
        let journal = fs::read_to_string(folder.join("run.jsonl")).unwrap();
        assert_eq!(journal.matches("{\"run\"").count(), 1);
        assert_eq!(journal.matches("{\"result\"").count(), 2);
    }
    // With a game in it, it is in the way.
    let told = refused(folder, &words, 1, "run.jsonl: ");
    assert!(told.contains("-resume goes on with it"), "{told}");
}

/// Plays two shards, and the second with other settings too.
fn play_shards(folder: &Path) {
    for (shard, most, name) in [(1, 2, "1"), (2, 2, "2"), (2, 3, "other")] {
        let players = PLAYERS.replace("-maxmoves 2", &format!("-maxmoves {most}"));
        let words = format!("{players} -rounds 20 -shard {shard}/2 -journal {name}.jsonl");
        complaints(folder, &words, 0);
    }
}

#[test]
fn a_merge_that_fails_leaves_nothing_and_the_next_one_goes_well() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play_shards(folder);
    let shard = fs::read_to_string(folder.join("2.jsonl")).unwrap();
    let cut = &shard[..shard.rfind("{\"result\"").unwrap()];
    fs::write(folder.join("cut.jsonl"), cut).unwrap();
    fs::write(folder.join("wrong.jsonl"), format!("{shard}garbage\n")).unwrap();
    fs::write(folder.join("notes"), "of mine").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    let outputs = [
        ("pgnout", "all.pgn"),
        ("jsonout", "all.json"),
        ("htmlout", "all.html"),
    ];
    let all = asked(&outputs, ("", ""));
    for (words, begins) in [
        ("all.jsonl 1.jsonl", "1.jsonl: found 1 of 2 shares"),
        (
            "all.jsonl 1.jsonl 2.jsonl 1.jsonl",
            "1.jsonl: found share 1, which",
        ),
        ("all.jsonl 1.jsonl other.jsonl", "other.jsonl: maxmoves: "),
        ("all.jsonl 1.jsonl cut.jsonl", "cut.jsonl: found no result"),
        ("all.jsonl 1.jsonl wrong.jsonl", "wrong.jsonl, line "),
        ("all.jsonl 1.jsonl gone.jsonl", "gone.jsonl: found no run"),
        ("gone/all.jsonl 1.jsonl 2.jsonl", "gone/all.jsonl"),
        ("folder 1.jsonl 2.jsonl", "folder: "),
        ("notes 1.jsonl 2.jsonl", "notes, line 1: expected the head"),
        ("1.jsonl 1.jsonl 2.jsonl", "1.jsonl: found a journal, "),
    ] {
        let begins = format!("match merge: {begins}");
        refused(folder, &format!("merge {words}{all}"), 1, &begins);
    }
    let merge = "merge all.jsonl 1.jsonl 2.jsonl";
    for (option, path, begins) in [
        ("pgnout", "gone/x.pgn", "gone/x.pgn"),
        ("pgnout", "notes", "notes: found a file that is not of"),
        ("jsonout", "gone/x.json", "gone/x.json: "),
        ("htmlout", "folder", "folder: "),
    ] {
        let files = asked(&outputs, (option, path));
        refused(folder, &format!("{merge}{files}"), 1, begins);
    }
    // What a program that was killed leaves beside them.
    for name in ["jsonl", "pgn", "json", "html"] {
        let name = format!("all.{name}.new");
        fs::write(folder.join(name), &shard[..5_000]).unwrap();
    }
    fs::write(folder.join("all.jsonl"), "").unwrap();
    complaints(folder, &format!("{merge}{all}"), 0);
    let names = tree(folder);
    assert!(
        names.keys().all(|name| !name.ends_with(".new")),
        "{:?}",
        names.keys()
    );
    let pgn = fs::read_to_string(folder.join("all.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 40);
    let joined = fs::read_to_string(folder.join("all.jsonl")).unwrap();
    assert!(joined.starts_with("{\"run\""));
    assert_eq!(joined.matches("{\"result\"").count(), 40);
    let begins = "match merge: all.jsonl: found a journal, expected a new file";
    refused(folder, merge, 1, begins);
}

/// Runs the program where no file may have more than so many blocks of 512 or 1,024 bytes, as on a full disk; gives its
/// lines and its complaints.
fn on_full_disk(folder: &Path, blocks: u32, words: &str, status: i32) -> [String; 2] {
    let program = env!("CARGO_BIN_EXE_caipan");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{program}' match {words}");
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].map(|told| String::from_utf8(told).unwrap());
    assert_eq!(output.status.code(), Some(status), "{words}: {told:?}");
    told
}

#[test]
fn every_file_that_is_full_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (option, name, blocks) in [
        ("journal", "run.jsonl", 1),
        ("journal", "run.jsonl", 8),
        ("pgnout", "run.pgn", 4),
        ("epdout", "run.epd", 4),
        ("jsonout", "run.json", 1),
        ("htmlout", "run.html", 1),
    ] {
        let words = format!("{PLAYERS} -rounds 100 -{option} {name}");
        let [_, told] = on_full_disk(folder, blocks, &words, 1);
        assert_eq!(told.lines().count(), 1, "{option}: {told}");
        assert!(told.starts_with(&format!("caipan: {name}: ")), "{told}");
        assert!(!folder.join(format!("{name}.new")).exists());
    }
    // The disk has room again.
    complaints(folder, "-resume -journal run.jsonl", 0);

    play_shards(folder);
    let before = tree(folder);
    for pgn in ["", " -pgnout all.pgn"] {
        let words = format!("merge all.jsonl 1.jsonl 2.jsonl{pgn}");
        let [_, told] = on_full_disk(folder, 8, &words, 1);
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains(": all.jsonl.new: "), "{told}");
        assert!(tree(folder) == before, "{words}");
    }
}

#[test]
fn a_log_that_is_full_stops_nothing_and_is_complained_of_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let engine = example_engine::path("scripted");
    for restart in ["on", "off"] {
        let words = format!(
            "-engine cmd={engine} name=a proto=uci depth=1 restart={restart} -engine cmd=random name=b -srand 3 \
             -maxmoves 20 -rounds 4 -log {restart}.logs"
        );
        let [told, errors] = on_full_disk(folder, 2, &words, 0);
        assert_eq!(errors, "");
        let begins = format!("warning: log {restart}.logs/1-1-a.log: ");
        let lines = told.lines().filter(|line| line.starts_with(&begins));
        assert_eq!(lines.count(), 1, "{told}");
        assert!(told.contains("finished: 8 of 8 games"), "{told}");
    }
}

#[test]
fn a_journal_that_others_change_ends_the_run_with_one_line() {
    let engine = example_engine::path("scripted");
    let words = format!(
        "-engine cmd={engine} name=a proto=uci depth=1 args=--think=5 -engine cmd=random name=b -srand 3 -rounds 9999 \
         -journal run/run.jsonl -jsonout run/run.json"
    );
    for (fault, change) in [
        ("No such file", "rm run/run.jsonl"),
        ("No such file", "mv run/run.jsonl away"),
        ("No such file", "mv run away"),
        (" bytes, expected the ", ": >run/run.jsonl"),
        (" bytes, expected the ", "echo garbage >run/run.jsonl"),
        (" bytes, expected the ", "echo garbage >>run/run.jsonl"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run/run.jsonl");
        fs::create_dir(folder.path().join("run")).unwrap();
        let mut command = program(folder.path(), &words);
        let child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        until(|| fs::read_to_string(&path).is_ok_and(|text| text.contains("{\"move\"")));
        let mut shell = Command::new("sh");
        let changed = shell.args(["-c", change]).current_dir(&folder).status();
        assert!(changed.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        let begins = "caipan: run/run.jsonl: ";
        assert!(told.starts_with(begins) && told.contains(fault), "{told}");
    }
}

#[test]
fn no_output_is_written_over_what_the_run_is_made_of() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("bin")).unwrap();
    for (name, text) in [
        ("run.toml", "rounds = 1\n"),
        ("bin/engine", "#!/bin/sh\n"),
        ("own.toml", "command = \"bin/engine\"\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let before = tree(folder);
    let options = ["journal", "pgnout", "epdout", "jsonout", "htmlout", "log"];
    for (option, name) in options
        .into_iter()
        .zip(["journal", "pgn", "epd", "json", "html", "log"])
    {
        for (input, output) in [
            ("-config run.toml", "bin/../run.toml"),
            ("-engine cmd=bin/engine name=c depth=1", "./bin/engine"),
            ("-engine profile=own.toml name=c depth=1", "own.toml"),
        ] {
            let words = format!("{PLAYERS} {input} -{option} {output}");
            let told = refused(folder, &words, 2, &format!("match: {name}: found "));
            assert!(told.contains(", which is "), "{told}");
        }
    }
    assert!(tree(folder) == before);
}
