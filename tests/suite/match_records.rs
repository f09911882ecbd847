//! Records of matches: `caipan judge` rules them as the match did, and nothing that others have written is lost.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use caipan::ruling::{RuleSet, outcome};

use crate::judge::records;
#[cfg(unix)]
use crate::match_program::shell_engine;
use crate::match_program::{complaints, run};
use crate::record::Record;
use crate::support::example_engine;

/// Two players of random moves.
const PLAYERS: &str = "-engine cmd=random name=a -engine cmd=random name=b -maxmoves 3";

/// Writes every so many of the figures of the rule books, until their cycle has come round once; gives their number.
fn figures(path: &Path, rules: &RuleSet) -> usize {
    let mut text = String::new();
    let records = ["cn2011.jsonl", "axf.jsonl"]
        .into_iter()
        .flat_map(Record::read);
    for record in records.step_by(9) {
        let mut line = record.line;
        while line.len() > record.cycle.end() {
            line.pop();
        }
        let is_closed = line.key_at(record.cycle.start) == line.key_at(line.len());
        if is_closed && outcome(&line, rules).is_none() {
            write!(text, "{} moves", line.start()).unwrap();
            line.moves().for_each(|mv| write!(text, " {mv}").unwrap());
            text.push('\n');
        }
    }
    fs::write(path, &text).unwrap();
    text.lines().count()
}

/// Judges the games of a file; gives the result of each and the articles.
fn judged(path: &Path, words: &[&str]) -> Vec<(String, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    let output = command
        .args(["judge", "--json"])
        .args(words)
        .arg(path)
        .output()
        .unwrap();
    assert!(output.status.success());
    let games = records(&output);
    let games = games.iter().map(|game| {
        let articles = game["articles"].as_array().unwrap().iter();
        let articles: Vec<_> = articles.map(|article| article.as_str().unwrap()).collect();
        (
            game["result"].as_str().unwrap().to_owned(),
            articles.join(", "),
        )
    });
    games.collect()
}

#[test]
fn a_record_is_judged_as_the_match_was() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let engine = format!(
        "cmd={} proto=uci depth=1 args=\"--prefer=again\"",
        example_engine::path("scripted")
    );
    let settings = [
        "",
        "-on-violation warn",
        "-repetition-count 6",
        "-natural-limit 40 checks=1",
    ];
    let (mut count, mut others) = (0, 0);
    for name in RuleSet::NAMES {
        let rules = RuleSet::by_name(name).unwrap();
        let games = figures(&folder.join("figures.txt"), &rules);
        for (number, words) in settings.iter().enumerate() {
            let path = folder.join(format!("{name}{number}.pgn"));
            let line = format!(
                "match -engine {engine} name=a -engine {engine} name=b -rules {name} {words} -rounds {games} -games 1 \
                 -concurrency 2 -maxmoves 30 -openings file=figures.txt -pgnout {}",
                path.display()
            );
            let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
            let output = command
                .args(shlex::split(&line).unwrap())
                .current_dir(folder)
                .output()
                .unwrap();
            assert!(output.status.success(), "{line}: {output:?}");
            let text = fs::read_to_string(&path).unwrap();
            let played = text.split("[Event ").skip(1).map(|game| {
                let tag = |name: &str| {
                    let (_, value) = game.split_once(&format!("\n[{name} \""))?;
                    Some(value.split('"').next().unwrap().to_owned())
                };
                let is_ruled = tag("Termination").unwrap() != "move-limit";
                let result = tag("Result").filter(|_| is_ruled);
                (result.unwrap_or_else(|| "*".to_owned()), tag("Articles"))
            });
            let judged_by_tags = judged(&path, &[]);
            assert_eq!(judged_by_tags.len(), games);
            for ((played, articles), judged) in played.zip(&judged_by_tags) {
                assert_eq!(played, judged.0, "{name} {words}");
                if let Some(articles) = articles {
                    assert_eq!(articles, judged.1, "{name} {words}");
                    count += 1;
                }
            }
            // The word of who asks holds.
            let by_word = judged(&path, &["--rules", "cn2011"]);
            others += by_word
                .iter()
                .zip(&judged_by_tags)
                .filter(|(one, other)| one.0 != other.0)
                .count();
        }
    }
    assert!(count > 200 && others > 50, "{count} {others}");
}

#[test]
fn what_others_wrote_into_a_record_is_kept() {
    for (option, name) in [("pgnout", "run.pgn"), ("epdout", "run.epd")] {
        for append in ["on", "off"] {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path();
            let at = |number: usize| folder.join(format!("{name}.{number}"));
            let read = |number| fs::read(at(number)).unwrap();
            let own = folder.join(name);
            let run_of_all = format!(
                "{PLAYERS} -srand 3 -journal run.jsonl -{option} file={name} append={append}"
            );
            assert_eq!(complaints(folder, &run_of_all, 0), "");
            let whole = fs::read(&own).unwrap();
            let resume = || {
                let output = run(folder, "-resume -journal run.jsonl");
                assert_eq!(output.status.code(), Some(0), "{output:?}");
                assert_eq!(fs::read(&own).unwrap(), whole);
                let told = String::from_utf8(output.stdout).unwrap();
                told.matches("found what the journal does not tell of, kept as ")
                    .count()
            };
            // What is a beginning of the run's own is no one else's.
            assert_eq!(resume(), 0);
            for length in [0, 1, whole.len() / 2, whole.len() - 1] {
                fs::write(&own, &whole[..length]).unwrap();
                assert_eq!(resume(), 0);
            }
            fs::remove_file(&own).unwrap();
            assert_eq!(resume(), 0);
            assert!(!at(1).exists());

            let other = format!("{PLAYERS} -srand 4 -{option} file={name} append=on");
            assert_eq!(complaints(folder, &other, 0), "");
            let both = fs::read(&own).unwrap();
            assert!(both.starts_with(&whole) && both.len() > whole.len());
            assert_eq!(resume(), 1);
            assert_eq!(read(1), both);
            // Other words before, within and behind; names that are taken stay.
            fs::write(at(3), "of mine").unwrap();
            let mut changed = whole.clone();
            changed[whole.len() / 2] ^= 1;
            let before = [b"of mine", &*whole].concat();
            for (number, held) in [(2, &before), (4, &changed)] {
                fs::write(&own, held).unwrap();
                assert_eq!(resume(), 1);
                assert_eq!(read(number), *held);
            }
            assert_eq!((read(1), read(3)), (both, b"of mine".to_vec()));
            #[cfg(unix)]
            {
                fs::rename(&own, folder.join("real")).unwrap();
                std::os::unix::fs::symlink("real", &own).unwrap();
                fs::write(&own, "of mine").unwrap();
                assert_eq!(resume(), 1);
                assert!(own.is_symlink());
                assert_eq!(fs::read(folder.join("real.1")).unwrap(), b"of mine");
            }
        }
    }
}

#[test]
fn a_run_of_like_games_and_an_infinite_elo_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let steady =
        "-engine cmd=builtin name=a depth=1 -engine cmd=builtin name=b depth=2 -maxmoves 1";
    let told = "caipan: match: all games begin alike; -openings file=builtin has 200 openings\n";
    for (words, expected) in [
        (steady.to_owned(), told),
        (format!("{steady} -journal run.jsonl"), told),
        ("-journal run.jsonl -resume".to_owned(), ""),
        (format!("{steady} -rounds 1"), ""),
        (format!("{steady} -rounds 2 -games 1"), ""),
        (format!("{steady} -rounds 2 -games 1 -noswap"), told),
        (format!("{steady} -openings file=builtin"), ""),
        (format!("{PLAYERS} -srand 1"), ""),
    ] {
        assert_eq!(complaints(folder, &words, 0), expected, "{words}");
    }
    let unequal = "-engine cmd=builtin name=strong depth=3 -engine cmd=random name=weak -srand 1 -htmlout run.html";
    complaints(folder, unequal, 0);
    let page = fs::read_to_string(folder.join("run.html")).unwrap();
    assert!(page.contains("未画出: strong</p>"), "{page}");
    let (chart, _) = page
        .split_once("SPRT")
        .unwrap_or_else(|| page.split_once("Length of games").unwrap());
    assert!(!chart.contains("<polyline"), "{chart}");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_tells_how_to_go_on() {
    for (words, hint) in [
        ("", ""),
        ("-journal run.jsonl", "; -resume -journal run.jsonl goes on"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        // It can be started once.
        let of_go = format!("rm {}/engine.sh; echo bestmove resign", folder.display());
        let engines = shell_engine(folder, &of_go);
        let words = format!("{engines} -each restart=on -srand 1 -jsonout run.json {words}");
        let output = run(folder, &words);
        let told = String::from_utf8(output.stdout).unwrap();
        let last = told.lines().next_back().unwrap_or_default();
        assert_eq!(last, format!("stopped after 1 of 4 games{hint}"), "{told}");
        assert!(folder.join("run.json").exists());
    }
}
