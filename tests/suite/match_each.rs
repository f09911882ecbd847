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
    let print = |each: &str, engine: &str| {
        let engine = format!("[[engine]]\nname = \"one\"\nnodes = 5\n{engine}");
        let file = format!("[each]\n{each}\n{engine}");
        fs::write(folder.path().join("run.toml"), file).unwrap();
        printed(folder.path(), "-config run.toml").replace("nodes = 5\n", "")
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
        // An option goes by several names.
        (
            "[each.options]\nhash = \"1\"\n\"skill level\" = \"3\"",
            "cmd = \"a\"\n[engine.options]\nHash = \"2\"\nSkill_Level = \"4\"",
            "cmd = \"a\"\n\n[engine.options]\nHash = \"2\"\nSkill_Level = \"4\"\n",
        ),
        (
            "[each.options]\nHash = \"1\"\nCores = \"3\"",
            "cmd = \"a\"\n[engine.options]\nhashsize = \"2\"\nCPUs = \"4\"",
            "cmd = \"a\"\n\n[engine.options]\nCPUs = \"4\"\nhashsize = \"2\"\n",
        ),
        // Only beside the limits of an engine are these a clock, a time and first lines.
        (
            "[each.options]\ntc = \"1\"\nst = \"2\"\ninit = \"3\"",
            "cmd = \"a\"\n[engine.options]\nst = \"32\"",
            "cmd = \"a\"\n\n[engine.options]\ninit = \"3\"\nst = \"32\"\ntc = \"1\"\n",
        ),
        (
            "[each.env]\ntc = \"inf\"\nst = \"2\"\nPATH = \"x\"",
            "cmd = \"a\"\n[engine.env]\ntc = \"1\"\nPath = \"y\"",
            "cmd = \"a\"\n\n[engine.env]\nPATH = \"x\"\nPath = \"y\"\nst = \"2\"\ntc = \"1\"\n",
        ),
    ] {
        let text = print(each, engine);
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
fn an_option_of_an_engine_wins_by_any_of_its_names() {
    let folder = tempfile::tempdir().unwrap();
    for (of_all, own) in [
        ("thr", "Thr"),
        ("Skill_Level", "skill level"),
        ("hashsize", "Hash"),
        ("Threads", "CPUs"),
    ] {
        let word = |name: &str, value| format!("option.{}={value}", name.replace(' ', "_"));
        let (of_all, own) = (word(of_all, 2), word(own, 3));
        let written = own.replace("option.", "").replace("=3", " = \"3\"");
        for words in [
            format!("-each {of_all} -engine cmd=a depth=1 {own}"),
            format!("-engine cmd=a depth=1 {own} -each {of_all}"),
        ] {
            let text = printed(folder.path(), &words);
            assert!(
                text.ends_with(&format!("[engine.options]\n{written}\n")),
                "{words}: {text}"
            );
        }
        // What comes from the command line wins over a file.
        let file = of_all.replace("option.", "").replace("=2", " = \"2\"");
        for table in ["[each", "[[engine]]\ncmd = \"a\"\ndepth = 1\n[engine"] {
            fs::write(
                folder.path().join("run.toml"),
                format!("{table}.options]\n{file}\n"),
            )
            .unwrap();
            let option = if table == "[each" {
                "-engine cmd=a depth=1"
            } else {
                "-each"
            };
            let text = printed(folder.path(), &format!("-config run.toml {option} {own}"));
            assert!(
                text.ends_with(&format!("[engine.options]\n{written}\n")),
                "{table}: {text}"
            );
        }
    }
}

#[test]
fn two_names_of_one_option_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (one, other) in [
        ("Hash", "hash"),
        ("Hash", "hashsize"),
        ("Use Book", "ownbook"),
    ] {
        let words = [one, other].map(|name| format!("option.{name}=1"));
        let told = refusal(
            folder.path(),
            &[
                "-engine",
                "cmd=builtin",
                "depth=1",
                &words[0],
                &words[1],
                "-engine",
                "cmd=random",
            ],
        );
        assert_eq!(
            told,
            format!("engine builtin: options: found {one:?} and {other:?}, expected one of them")
        );
    }
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
        // A list is no table.
        (
            "each = []",
            ", line 1, each: found a list, expected a table",
        ),
        (
            "each = [\"nm\", \"builtin\"]",
            ", line 1, each: found a list, expected a table",
        ),
        (
            "[[each]]\ndepth = 1",
            ", line 1, each: found a list, expected a table",
        ),
        (
            "draw = [1, 2, 3]",
            ", line 1, draw: found a list, expected a table",
        ),
        (
            "\nresign = [1]",
            ", line 2, resign: found a list, expected a table",
        ),
        (
            "sprt = [0, 5]",
            ", line 1, sprt: found a list, expected a table",
        ),
        (
            "openings = [\"builtin\"]",
            ", line 1, openings: found a list, expected a table",
        ),
        (
            "output = [\"fastchess\"]",
            ", line 1, output: found a list, expected a table",
        ),
        (
            "[output]\npgn-details = [true]",
            ", line 2, output.pgn-details: found a list, expected a table",
        ),
        (
            "engine = [[\"one\", \"builtin\"]]",
            ", line 1, engine[0]: found a list, expected a table",
        ),
        (
            "engine = 1",
            ", line 1, engine: found integer `1`, expected a list",
        ),
        (
            "[each]\noptions = [\"Hash\"]",
            ", line 2, each.options: found a list, expected a table",
        ),
        (
            "rounds = [3]",
            ", line 1, rounds: found a list, expected a whole number from 0 to 4294967295",
        ),
        // What was found stands as it was written.
        (
            "tournament = \"engine\"",
            ", line 1, tournament: found `engine`, expected one of `round-robin`, `roundrobin`, `gauntlet`",
        ),
        (
            "rounds = \"found sequence, expected a map\"",
            ", line 1, rounds: found string \"found sequence, expected a map\", expected a whole number from 0 to 4294967295",
        ),
        (
            "[each]\ndepth = \"expected struct x\"",
            ", line 2, each.depth: found string \"expected struct x\", expected a whole number from 0 to 4294967295",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let engine = match file.starts_with("engine") {
            true => "",
            false => "[[engine]]\ncmd = \"builtin\"\n",
        };
        fs::write(folder.path().join("run.toml"), format!("{file}\n{engine}")).unwrap();
        let told = refusal(folder.path(), &["-config", "run.toml"]);
        assert_eq!(told, format!("run.toml{fault}"));
    }
}

#[test]
fn only_where_it_may_stand_is_what_all_engines_have_a_known_key() {
    let folder = tempfile::tempdir().unwrap();
    let told = |file: &str| {
        fs::write(folder.path().join("run.toml"), file).unwrap();
        refusal(folder.path(), &["-config", "run.toml"])
    };
    assert!(told("zzz = 1").contains("`each`, `engine`"));
    for table in [
        "each",
        "openings",
        "draw",
        "resign",
        "sprt",
        "output",
        "output.pgn-details",
    ] {
        let told = told(&format!("[{table}]\nengine = 1"));
        assert!(
            told.starts_with(&format!(
                "run.toml, line 2, {table}.engine: found the key `engine`, expected "
            )),
            "{told}"
        );
        assert!(!told.contains("`each`"), "{told}");
    }
}

#[test]
fn no_clock_may_be_written_in_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = "[[engine]]\nname = \"a\"\ncmd = \"a\"\ntc = \"inf\"\ndepth = 1\n";
    fs::write(folder.path().join("run.toml"), file).unwrap();
    let expected = file.replace("tc = \"inf\"\n", "");
    assert_eq!(printed(folder.path(), "-config run.toml"), expected);
}
