//! Small matches by the program itself: their whole log, and shards that are joined.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn caipan_match(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command
        .arg("match")
        .args(words.split_whitespace())
        .current_dir(folder);
    command.stdin(Stdio::null()).output().unwrap()
}

/// Runs a match that comes to its end, and gives what it says.
fn log(folder: &Path, words: &str) -> String {
    let output = caipan_match(folder, words);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{words}");
    String::from_utf8(output.stdout).unwrap()
}

/// Says what is wrong.
fn fault(folder: &Path, words: &str) -> String {
    let output = caipan_match(folder, words);
    assert_eq!(output.status.code(), Some(1), "{words}");
    String::from_utf8(output.stderr).unwrap()
}

const PLAYERS: &str = "-engine cmd=builtin name=searcher depth=2 -engine cmd=random name=chance";

#[test]
fn the_whole_log_of_a_small_match() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["caipan", "fastchess", "cutechess"] {
        let words = format!(
            "{PLAYERS} -rounds 2 -srand 4 -openings file=builtin -maxmoves 30 -ratinginterval 2 -output format={format}"
        );
        insta::assert_snapshot!(format, log(folder.path(), &words));
    }
}

/// Gives the games of a journal as text, in the order of their numbers, without the times of the clock on the wall.
fn games(path: &Path) -> Vec<String> {
    let mut games: Vec<Vec<String>> = vec![Vec::new(); 120];
    for line in fs::read_to_string(path).unwrap().lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        let (kind, mut entry) = entry
            .as_object()
            .and_then(|entry| entry.iter().next())
            .map(|(kind, entry)| (kind.clone(), entry.clone()))
            .unwrap();
        let Some(game) = entry["game"].as_u64() else {
            continue;
        };
        for passing in ["time", "us", "nps", "said_ms"] {
            entry.as_object_mut().unwrap().remove(passing);
        }
        games[game as usize].push(format!("{kind} {entry}"));
    }
    games.into_iter().map(|game| game.join("\n")).collect()
}

#[test]
fn four_shards_are_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = format!(
        "{PLAYERS} -rounds 60 -srand 4 -openings file=builtin order=random -maxmoves 30 -concurrency 2"
    );
    let tables = |log: &str| {
        let end = log.find("120 of 120 games").unwrap();
        log[end..].to_owned()
    };
    let whole = log(folder, &format!("{words} -journal whole.jsonl"));
    for shard in 1..=4 {
        let shard = format!("{words} -shard {shard}/4 -journal {shard}.jsonl");
        log(folder, &shard);
    }
    let merged = log(folder, "merge merged.jsonl 3.jsonl 1.jsonl 4.jsonl 2.jsonl");
    assert_eq!(tables(&merged), tables(&whole));
    let (whole, merged) = (folder.join("whole.jsonl"), folder.join("merged.jsonl"));
    assert_eq!(games(&merged), games(&whole));

    let gap = fault(folder, "merge gap.jsonl 1.jsonl 2.jsonl 4.jsonl");
    assert!(
        gap.contains("found 3 of 4 shares, expected all; share 3 is missing"),
        "{gap}"
    );
    let double = fault(folder, "merge double.jsonl 1.jsonl 2.jsonl 1.jsonl 4.jsonl");
    assert!(
        double.contains("found share 1, which is in 1.jsonl too"),
        "{double}"
    );
    let other = words.replace("-maxmoves 30", "-maxmoves 20");
    log(folder, &format!("{other} -shard 2/4 -journal other.jsonl"));
    let other = fault(folder, "merge x.jsonl 1.jsonl other.jsonl 3.jsonl 4.jsonl");
    assert!(other.contains("maxmoves: found 20, expected 30"), "{other}");
    // A shard that was cut off.
    let text = fs::read_to_string(folder.join("2.jsonl")).unwrap();
    let cut = text.rfind("{\"result\"").unwrap();
    fs::write(folder.join("2.jsonl"), &text[..cut]).unwrap();
    let open = fault(folder, "merge y.jsonl 1.jsonl 2.jsonl 3.jsonl 4.jsonl");
    assert!(open.contains("found no result of game "), "{open}");
    let partial = log(folder, "merge -partial z.jsonl 1.jsonl 2.jsonl");
    assert!(partial.contains("59 of 120 games"), "{partial}");
}

#[test]
fn shares_without_a_game_are_joined_with_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = format!("{PLAYERS} -rounds 2 -srand 4 -maxmoves 3");
    for shard in 1..=4 {
        let shard = format!("{words} -shard {shard}/4 -journal {shard}.jsonl");
        log(folder, &shard);
        log(folder, &format!("{shard} -resume"));
    }
    let heads = fs::read_to_string(folder.join("4.jsonl")).unwrap();
    assert_eq!(heads.lines().count(), 1, "{heads}");
    let merged = log(folder, "merge merged.jsonl 1.jsonl 2.jsonl 3.jsonl 4.jsonl");
    assert!(merged.contains("finished: 4 of 4 games"), "{merged}");
}
