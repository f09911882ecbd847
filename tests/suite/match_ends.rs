//! How `caipan match` ends before its time: by a signal, by a reader that has gone, or as there is nothing to go on with.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::match_program::{complaints, program};

/// Two players of random moves.
const PLAYERS: &str = "-engine cmd=random name=a -engine cmd=random name=b -srand 3 -maxmoves 2";

/// Starts the program with nobody who reads what it tells; gives how it ended and what it complains of.
fn unread(folder: &Path, words: &str) -> (Option<i32>, String) {
    let mut child = program(folder, words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdout = None;
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_run_that_nobody_reads_fails_unless_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = format!("{PLAYERS} -journal run.jsonl -jsonout run.json");
    for format in ["caipan", "fastchess", "cutechess"] {
        let words = format!("{run} -output format={format} -rounds 200");
        assert_eq!(unread(folder, &words), (Some(1), String::new()), "{format}");
        let told = fs::read_to_string(folder.join("run.json")).unwrap();
        assert!(told.contains("\"of\": 400"), "{told}");
        complaints(folder, "-resume -journal run.jsonl", 0);
        fs::remove_file(folder.join("run.jsonl")).unwrap();
    }
    // Where all is done but told, nothing has failed.
    complaints(folder, &run, 0);
    for words in [
        "-resume -journal run.jsonl",
        "merge all.jsonl run.jsonl -jsonout all.json",
        "-help",
        "-rounds 3 -print-config",
    ] {
        assert_eq!(unread(folder, words), (Some(0), String::new()), "{words}");
    }
    assert!(folder.join("all.jsonl").exists() && folder.join("all.json").exists());
}

#[test]
fn a_run_that_is_not_there_is_begun_where_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let nothing = "caipan: match: run.jsonl: found no run to go on with";
    for begun in [None, Some(""), Some("{\"run\":{\"vers")] {
        let path = folder.join("run.jsonl");
        let _ = begun.map(|text| fs::write(&path, text).unwrap());
        let told = complaints(folder, "-resume -journal run.jsonl", 2);
        let expected = format!("{nothing}, expected one, or the options of a new one\n");
        assert_eq!(told, expected);
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), begun);
        // So the recipes begin their shards.
        let run = format!("{PLAYERS} -resume -shard 1/2 -journal run.jsonl");
        let told = complaints(folder, &run, 0);
        assert_eq!(told, format!("{nothing}; a new one begins\n"));
        assert_eq!(complaints(folder, &run, 0), "");
        fs::remove_file(path).unwrap();
    }
}

/// Signals, and the processes that are left; the tests look at `/proc`.
#[cfg(target_os = "linux")]
mod signals {
    use std::process::Child;

    use super::*;
    use crate::support::example_engine;
    use crate::support::journal::games;
    use crate::support::patience::until;
    use crate::support::process_family::signal;

    /// A match of an engine that does as it is told, and keeps a list of the lines that it reads.
    struct Match {
        folder: tempfile::TempDir,
        child: Child,
    }

    impl Match {
        /// Begins a match whose waits are long, and waits until this is in this file: `read` has what the engine has read.
        fn begin(script: &str, words: &str, file: &str, text: &str) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let profile = format!(
                "command = {:?}\ndialect = \"uci\"\n[quirks]\nranks = \"0-9\"\n",
                example_engine::path("scripted")
            );
            fs::write(folder.path().join("scripted.toml"), profile).unwrap();
            let log = folder.path().join("read");
            let words = format!(
                "-engine profile=scripted.toml name=a depth=1 args=\"--log={}{script}\" -engine cmd=random name=b \
                 -srand 3 -startup-ms 600000 -newgame-ms 600000 -journal run.jsonl -pgnout run.pgn {words}",
                log.display()
            );
            let child = Self::start(folder.path(), &words);
            let file = folder.path().join(file);
            until(|| fs::read_to_string(&file).is_ok_and(|found| found.contains(text)));
            Self { folder, child }
        }

        fn start(folder: &Path, words: &str) -> Child {
            let mut command = program(folder, "");
            for word in shlex::split(words).unwrap() {
                command.arg(word);
            }
            let command = command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        }

        /// Tells which processes of this match run beside the program.
        fn engines(&self) -> Vec<u32> {
            let mark = self.folder.path().to_str().unwrap().as_bytes();
            let numbers = fs::read_dir("/proc").unwrap();
            let numbers =
                numbers.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
            numbers
                .filter(|id| *id != self.child.id())
                .filter(|id| {
                    let words = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
                    words.windows(mark.len()).any(|part| part == mark)
                })
                .collect()
        }

        /// Waits for the end, which is that of a run that was stopped and leaves no process; gives its games.
        fn stopped(mut self) -> Vec<Vec<String>> {
            let mut status = None;
            until(|| {
                status = self.child.try_wait().unwrap();
                status.is_some()
            });
            assert_eq!(status.unwrap().code(), Some(1));
            until(|| self.engines().is_empty());
            let path = self.folder.path().join("run.jsonl");
            match path.exists() {
                true => games(&path).into_values().collect(),
                false => Vec::new(),
            }
        }
    }

    #[test]
    fn the_first_signal_is_heard_wherever_the_run_waits() {
        for word in ["INT", "TERM", "HUP"] {
            for (script, words, file, text, most) in [
                (" --fault no-ok", "", "read", "uci", 0),
                (" --fault not-ready", "", "read", "isready", 0),
                (" --fault hang --fault stay", "", "read", "go", 1),
                ("", "-wait 600000 -maxmoves 1", "run.jsonl", "result", 1),
            ] {
                let run = Match::begin(script, words, file, text);
                signal(run.child.id(), word);
                let games = run.stopped();
                assert!(games.len() <= most, "{word}{script}: {games:?}");
            }
        }
    }

    #[test]
    fn a_move_that_comes_soon_is_kept_and_another_is_thought_about_again() {
        let run = Match::begin(" --think 100", "", "read", "go");
        signal(run.child.id(), "INT");
        let games = run.stopped();
        assert!(games[0].len() >= 3, "{games:?}");

        let run = Match::begin(" --fault hang", "", "read", "go");
        signal(run.child.id(), "INT");
        assert_eq!(run.stopped(), [["a", "b"]]);
    }

    #[test]
    fn the_second_signal_ends_at_once() {
        let run = Match::begin(" --fault hang --fault stay", "", "read", "go");
        signal(run.child.id(), "INT");
        signal(run.child.id(), "TERM");
        assert_eq!(run.stopped(), [["a", "b"]]);
    }

    #[test]
    fn engines_that_are_ended_with_the_run_have_not_crashed() {
        for (script, word) in [(" --fault hang", "go"), (" --fault no-ok", "uci")] {
            let run = Match::begin(script, "", "read", word);
            // As the manager of a cluster ends a job.
            for engine in run.engines() {
                signal(engine, "TERM");
            }
            signal(run.child.id(), "TERM");
            let games = run.stopped();
            assert!(games.iter().all(|game| game.len() == 2), "{games:?}");
        }
    }
}
