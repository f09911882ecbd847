//! Words and keys of `caipan match` that are not known: the nearest known one is named, whichever it is.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn caipan_match(folder: &Path, words: &[&str], status: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.arg("match").args(words).current_dir(folder);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(status), "{words:?}");
    let told = [output.stdout, output.stderr].concat();
    String::from_utf8(told).unwrap()
}

/// Writes a word wrongly: its last letter twice.
fn misspelt(word: &str) -> String {
    let last = word.chars().next_back().unwrap();
    format!("{word}{last}")
}

#[test]
fn the_nearest_option_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let help = caipan_match(folder.path(), &["-help"], 0);
    let names: Vec<_> = help
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("--"))
        .collect();
    let names: Vec<_> = names
        .iter()
        .map(|name| name.trim_end_matches([',', ']']))
        .collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names
        .into_iter()
        .filter(|name| !["help", "version", "ucinewgame-ms"].contains(name))
    {
        let told = caipan_match(folder.path(), &[&format!("-{}", misspelt(name)), "1"], 2);
        assert!(
            told.ends_with(&format!("; did you mean -{name}?\n")),
            "{told}"
        );
    }
    let told = caipan_match(folder.path(), &["mrege"], 2);
    assert!(told.ends_with("; did you mean merge?\n"), "{told}");
    let told = caipan_match(folder.path(), &["-zzz"], 2);
    assert!(
        told.contains("expected one of merge, -engine, -each, ") && !told.contains("did you"),
        "{told}"
    );
}

#[test]
fn the_nearest_word_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for option in [
        "-engine",
        "-each",
        "-openings",
        "-draw",
        "-resign",
        "-sprt",
        "-pgnout",
        "-epdout",
        "-output",
        "-report",
        "-natural-limit",
    ] {
        let told = caipan_match(folder.path(), &[option, "zzz=1"], 2);
        let (_, expected) = told.split_once("expected ").unwrap();
        let keys = expected
            .trim_end()
            .split([' ', ','])
            .filter(|word| word.contains('='));
        for key in keys {
            let name = key.split(['.', '=']).next().unwrap();
            let word = format!("{}{}1", misspelt(name), &key[name.len()..]);
            let told = caipan_match(folder.path(), &[option, &word], 2);
            assert!(
                told.ends_with(&format!("; did you mean {key}?\n")),
                "{word}: {told}"
            );
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}

#[test]
fn the_nearest_key_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |text: &str| {
        fs::write(folder.path().join("run.toml"), text).unwrap();
        let told = caipan_match(folder.path(), &["-config", "run.toml"], 2);
        assert_eq!(told.lines().count(), 1, "{told}");
        told
    };
    let mut count = 0;
    for table in [
        "",
        "[each]",
        "[[engine]]",
        "[openings]",
        "[draw]",
        "[resign]",
        "[sprt]",
        "[output]",
        "[output.pgn_details]",
    ] {
        let table = table.replace('_', "-");
        let told = refusal(&format!("{table}\nzzzzzz = 1"));
        assert!(
            told.starts_with("caipan: match: run.toml, line 2, "),
            "{told}"
        );
        for key in told.split('`').skip(3).step_by(2) {
            let told = refusal(&format!("{table}\n{} = 1", misspelt(key)));
            assert!(
                told.ends_with(&format!("; did you mean {key}?\n")),
                "{told}"
            );
            count += 1;
        }
    }
    assert!(count > 90, "{count}");
    let told = refusal("tournament = \"gauntlett\"");
    assert!(told.ends_with("; did you mean gauntlet?\n"), "{told}");
}
