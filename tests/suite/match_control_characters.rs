//! Control characters in what `caipan match` is given: refused where it would be told again, and never told as they are.

use std::fs;

use crate::match_settings::refusal;

/// Control characters that a terminal or a line of a record would take for its own.
const CONTROL: [char; 6] = ['\n', '\r', '\t', '\u{1b}', '\u{7f}', '\u{85}'];

#[test]
fn a_name_with_control_characters_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refusal =
        |words: &[&str]| refusal(folder.path(), &[words, &["-engine", "cmd=random"]].concat());
    let engine = ["-engine", "cmd=builtin", "depth=1"];
    for letter in CONTROL {
        let name = format!("a{letter}b");
        let fault = |key: &str| {
            format!("{key}: found {name:?}, expected a name without control characters")
        };
        for key in ["event", "site"] {
            let option = format!("-{key}");
            let told = refusal(&[&engine[..], &[&option, &name]].concat());
            assert_eq!(told, fault(key));
        }
        let shown = name.escape_debug();
        let told = refusal(&[&engine[..], &[&format!("name={name}")]].concat());
        assert_eq!(told, fault(&format!("engine {shown}: name")));
        // The name of the program is that of the engine if nobody says another.
        let told = refusal(&["-engine", &format!("cmd={name}"), "depth=1"]);
        assert_eq!(told, fault(&format!("engine {shown}: name")));
    }
}

#[test]
fn a_value_or_path_with_control_characters_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let engines = ["-engine", "cmd=random", "name=one", "-engine", "cmd=random"];
    for letter in CONTROL {
        let text = format!("a{letter}b");
        let path = |key: &str| (key.to_owned(), "a path");
        for (option, word, (place, what)) in [
            ("-openings", format!("file={text}"), path("openings")),
            ("-journal", text.clone(), path("journal")),
            ("-pgnout", text.clone(), path("pgn")),
            ("-epdout", text.clone(), path("epd")),
            ("-jsonout", text.clone(), path("json")),
            ("-htmlout", text.clone(), path("html")),
            ("-log", text.clone(), path("log")),
            (
                "-engine",
                format!("cmd=random name=two dir={text}"),
                path("engine two: dir"),
            ),
            (
                "-engine",
                format!("cmd=random name=two option.Threads={text}"),
                ("engine two: option Threads".to_owned(), "a value"),
            ),
            (
                "-engine",
                format!("cmd=random name=two option.{text}=1"),
                ("engine two: options".to_owned(), "a name"),
            ),
        ] {
            let words: Vec<_> = word.split(' ').collect();
            let told = refusal(folder.path(), &[&engines[..], &[option], &words].concat());
            assert_eq!(
                told,
                format!("{place}: found {text:?}, expected {what} without control characters")
            );
        }
    }
}

#[test]
fn no_complaint_of_words_or_files_holds_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let plain = |words: &[&str]| {
        let told = refusal(folder.path(), words);
        assert!(!told.contains(char::is_control), "{words:?}: {told:?}");
    };
    for letter in CONTROL {
        let text = format!("a{letter}b");
        for option in [
            "-rules",
            "-tournament",
            "-rounds",
            "-notation",
            "-openings",
            "-draw",
            "-shard",
            "-use-affinity",
            "-natural-limit",
        ] {
            plain(&[option, &text]);
            plain(&[option, &format!("{text}=1")]);
        }
        for word in [
            "tc", "st", "depth", "proto", "encoding", "restart", "args", "zzz",
        ] {
            plain(&["-engine", &format!("{word}={text}\"")]);
        }
        for word in [
            format!("{text}=1"),
            format!("option.{text}"),
            format!("env.{text}"),
            text.clone(),
        ] {
            plain(&["-engine", &word]);
        }
        plain(&[&text]);
        plain(&[&format!("-{text}")]);
        let escape = format!("a\\u{:04x}b", u32::from(letter));
        for file in [
            format!("\"{escape}\" = 1"),
            format!("tournament = \"{escape}\""),
            format!("rules = \"{escape}\""),
            format!("rounds = \"{escape}\""),
            format!("[draw]\n\"{escape}\" = 1"),
            format!("[\"{escape}\"]\nx = 1"),
            format!("[each]\ntc = \"{escape}\""),
            format!("[each]\nproto = \"{escape}\""),
            format!("[each.options]\n\"{escape}\" = 1"),
            format!("[[engine]]\nname = \"{escape}\"\ncmd = \"x\""),
            format!("rounds = {text}"),
        ] {
            fs::write(folder.path().join("run.toml"), file).unwrap();
            plain(&["-config", "run.toml"]);
        }
    }
}
