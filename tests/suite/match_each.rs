//! What a file of settings says of all engines.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::match_settings::refusal;

/// Prints the settings that words mean.
fn printed(folder: &Path, words: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.arg("match").args(words.split_whitespace());
    let output = command
        .arg("-print-config")
        .current_dir(folder)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    String::from_utf8(output.stdout).unwrap()
}

/// What a file says of all engines and of two, and what that is for each of them.
#[test]
fn what_a_file_says_of_all_engines_holds_where_an_engine_says_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let print = |each: &str, engines: &str| {
        fs::write(
            folder.path().join("run.toml"),
            format!("[each]\n{each}\n{engines}"),
        )
        .unwrap();
        printed(folder.path(), "-config run.toml")
    };
    for (each, engine, expected) in [
        ("depth = 3", "cmd = \"a\"", "cmd = \"a\"\ndepth = 3\n"),
        (
            "depth = 3",
            "cmd = \"a\"\ndepth = 4",
            "cmd = \"a\"\ndepth = 4\n",
        ),
        ("cmd = \"b\"", "depth = 4", "cmd = \"b\"\ndepth = 4\n"),
        (
            "ponder = true",
            "cmd = \"a\"\nponder = false",
            "cmd = \"a\"\n",
        ),
        (
            "args = [\"x\"]",
            "cmd = \"a\"\nargs = [\"y\"]",
            "cmd = \"a\"\nargs = [\"y\"]\n",
        ),
        (
            "init = [\"x\"]",
            "cmd = \"a\"\ninit = [\"y\"]",
            "cmd = \"a\"\ninit = [\"x\", \"y\"]\n",
        ),
        // Of a clock and a time for each move an engine has one.
        (
            "tc = \"10+0.1\"",
            "cmd = \"a\"",
            "cmd = \"a\"\ntc = \"10+0.1\"\n",
        ),
        (
            "tc = \"10+0.1\"",
            "cmd = \"a\"\nst = 2",
            "cmd = \"a\"\nst = 2.0\n",
        ),
        (
            "st = 2",
            "cmd = \"a\"\ntc = \"10+0.1\"",
            "cmd = \"a\"\ntc = \"10+0.1\"\n",
        ),
        (
            "tc = \"10+0.1\"",
            "cmd = \"a\"\ntc = \"inf\"\ndepth = 1",
            "cmd = \"a\"\ndepth = 1\n",
        ),
        (
            "tc = \"inf\"",
            "cmd = \"a\"\ndepth = 1",
            "cmd = \"a\"\ndepth = 1\n",
        ),
        (
            "[each.options]\nHash = \"1\"\nThreads = \"1\"",
            "cmd = \"a\"\n[engine.options]\nHash = \"2\"",
            "cmd = \"a\"\n\n[engine.options]\nHash = \"2\"\nThreads = \"1\"\n",
        ),
    ] {
        let text = print(each, &format!("[[engine]]\nname = \"one\"\n{engine}"));
        assert_eq!(
            text,
            format!("[[engine]]\nname = \"one\"\n{expected}"),
            "{each}"
        );
    }
    // Engines of the command line have it too; their own words win, and so do words for all.
    let words = "-config run.toml -engine cmd=b option.Hash=3 -engine cmd=c -each option.Threads=4";
    fs::write(
        folder.path().join("run.toml"),
        "[each]\ndepth = 3\n[each.options]\nHash = \"1\"\nThreads = \"1\"\n[[engine]]\ncmd = \"x\"\n",
    )
    .unwrap();
    let engine = |name: &str, hash| {
        format!(
            "[[engine]]\nname = \"{name}\"\ncmd = \"{name}\"\ndepth = 3\n\n[engine.options]\nHash = \"{hash}\"\n\
             Threads = \"4\"\n"
        )
    };
    let expected = format!("{}\n{}", engine("b", 3), engine("c", 1));
    assert_eq!(printed(folder.path(), words), expected);
}

#[test]
fn faults_of_what_a_file_says_of_all_engines_are_told_where_they_stand() {
    for (file, fault) in [
        (
            "[each]\n\ndepth = -1",
            ", line 3, each.depth: found integer `-1`, expected a whole number from 0 to 4294967295",
        ),
        (
            "[each]\ntc = \"x\"",
            ", line 2, each.tc: found \"x\", expected [moves/][minutes:]seconds[+increment], as 40/60+0.5 or 10+0.1",
        ),
        (
            "[each.options]\nHash = 3.5",
            ", line 2, each.options.Hash: found another value, expected a text, a whole number, true or false",
        ),
        (
            "each = 3",
            ", line 1, each: found integer `3`, expected a table",
        ),
        (
            "draw = 3",
            ", line 1, draw: found integer `3`, expected a table",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("run.toml"),
            format!("{file}\n[[engine]]\ncmd = \"builtin\"\n"),
        )
        .unwrap();
        let told = refusal(folder.path(), &["-config", "run.toml"]);
        assert_eq!(told, format!("run.toml{fault}"));
    }
}
