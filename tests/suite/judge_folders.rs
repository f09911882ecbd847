//! `caipan judge` on files and folders: every repetition, what the results in the files say, and the totals.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::judge::{PERPETUAL, judge, records, totals};

/// Red checks for ever with each of the moves; thrice round completes the count.
fn perpetual(rounds: usize, result: &str) -> String {
    let moves = "f0e0 e8f8 e0f0 f8e8 ".repeat(rounds);
    format!("[Red \"甲\"]\n[FEN \"{PERPETUAL}\"]\n[Result \"{result}\"]\n\n{moves}{result}\n\n")
}

/// Two repetitions, the second of the position that the first came round to, and moves after each.
const TWICE: &str = "1. b0c2 b9c7 2. c2b0 c7b9 3. h2e2 h9g7 4. e2h2 g7h9 5. h2e2 h9g7 1/2-1/2\n\n";

/// Files of several formats in folders, with broken games and broken files among them.
fn games() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("b/c")).unwrap();
    let right = perpetual(3, "0-1");
    let wrong = perpetual(3, "1-0");
    let open = perpetual(2, "*");
    let on = perpetual(4, "0-1");
    fs::write(path("a.pgn"), [&*right, &wrong, TWICE].concat()).unwrap();
    fs::write(
        path("b/a.pgn"),
        format!("{open}[Red \"丙\"]\n\n1. h2e2 h2e2 *\n\n{on}"),
    )
    .unwrap();
    fs::write(path("b/c/list.txt"), "炮二平五 马8进7").unwrap();
    fs::write(path("b/c/broken.xqf"), b"XQ\x12\0").unwrap();
    fs::write(path("b/empty.pgn"), "").unwrap();
    fs::write(path("b/notes.doc"), "h2e2").unwrap();
    folder
}

#[test]
fn the_totals_of_a_folder_are_told() {
    let folder = games();
    let name = folder.path().to_str().unwrap();
    let output = judge(&[name, "--lang", "en"], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    let totals: Vec<&str> = text.lines().rev().take(2).collect();
    let told = [totals[1], totals[0]].join("\n").replace(name, "FOLDER");
    insta::assert_snapshot!(told);
    let told = String::from_utf8(output.stderr).unwrap();
    insta::assert_snapshot!(told.replace(name, "FOLDER"));
    assert_eq!(output.status.code(), Some(1));
    // The first of two repetitions stands above the moves of the second.
    let earlier = "[cn2011] Plies 1 to 4: Repetition";
    assert_eq!(text.matches(earlier).count(), 0, "{text}");
    assert_eq!(text.matches("[cn2011] Plies 1 to 4: ").count(), 1, "{text}");
}

#[test]
fn a_table_and_objects_and_a_page_have_the_same_totals() {
    let folder = games();
    let name = folder.path().to_str().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (table, page) = (file("games.csv"), file("games.html"));
    let output = judge(
        &[
            name,
            "--json",
            "--rules",
            "cn2011,axf",
            "--csv",
            &table,
            "--html",
            &page,
        ],
        b"",
    );
    let (objects, totals) = (records(&output), totals(&output));
    assert_eq!(totals["games"], 6);
    assert_eq!(totals["failed"], 3);
    // Each object tells what it adds.
    let second = objects.iter().find(|object| {
        let id = object["id"].as_str().unwrap();
        id.ends_with("a.pgn#2") && object["rules"] == "cn2011" && !id.contains("/b/")
    });
    let second = second.unwrap();
    assert_eq!(second["recorded"], "1-0");
    assert_eq!(second["agrees"], false);
    assert_eq!(second["repetitions"].as_array().unwrap().len(), 1);
    assert_eq!(second["repetitions"][0]["verdict"], "red-must-change");
    // The sums of the columns are the totals.
    let mut rows = csv::Reader::from_path(&table).unwrap();
    let rows: Vec<BTreeMap<String, String>> = rows.deserialize().collect::<Result<_, _>>().unwrap();
    let broken = rows.iter().filter(|row| !row["error"].is_empty()).count();
    assert_eq!(totals["failed"], broken);
    for by_rules in totals["by_rules"].as_array().unwrap() {
        let own: Vec<_> = rows
            .iter()
            .filter(|row| row["rules"] == *by_rules["rules"].as_str().unwrap())
            .collect();
        let sum = |column: &str| -> usize {
            let cells = own.iter().map(|row| &row[column]);
            cells.map(|cell| cell.parse().unwrap_or(0)).sum()
        };
        let count = |is_wanted: &dyn Fn(&BTreeMap<String, String>) -> bool| {
            own.iter().filter(|row| is_wanted(row)).count()
        };
        let summed = json!({
            "rules": by_rules["rules"],
            "games": own.len(),
            "with_repetitions": count(&|row| row["repetitions"] != "0"),
            "repetitions": sum("repetitions"),
            "red_must_change": sum("red_must_change"),
            "black_must_change": sum("black_must_change"),
            "drawn": sum("drawn"),
            "ended": count(&|row| row["result"] != "*"),
            "agree": sum("agrees"),
            "disagree": count(&|row| row["agrees"] == "0"),
            "played_on": sum("played_on"),
            "disagreements": by_rules["disagreements"],
        });
        assert_eq!(*by_rules, summed);
        assert_eq!(
            by_rules["disagreements"].as_array().map(Vec::len),
            by_rules["disagree"].as_u64().map(|count| count as usize)
        );
    }
    let cn2011 = &totals["by_rules"][0];
    let known = |name: &str| cn2011[name].clone();
    assert_eq!(known("games"), 6);
    assert_eq!(known("repetitions"), 6);
    assert_eq!(known("ended"), 3);
    assert_eq!(known("agree"), 2);
    assert_eq!(known("disagree"), 1);
    assert_eq!(known("played_on"), 1);
    // The page shows each of them.
    let page = fs::read_to_string(&page).unwrap();
    let shown = page.matches("<article id=\"game-").count();
    assert_eq!(Value::from(shown), json!(6 + 3));
}

#[test]
fn a_format_may_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.dat");
    fs::write(&file, "1. h2e2 h9g7 *").unwrap();
    let file = file.to_str().unwrap();
    assert!(judge(&[file, "--from", "pgn"], b"").status.success());
    let output = judge(&[file, "--from", "chess"], b"");
    assert_eq!(output.status.code(), Some(2));
}
