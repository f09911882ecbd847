//! How `caipan match` ends before its time: by a signal, by a reader that has gone, or as there is nothing to go on with.

/// Signals, and the processes that are left; the tests look at `/proc`.
#[cfg(target_os = "linux")]
mod signals {
    use std::fs;
    use std::path::Path;
    use std::process::{Child, Stdio};

    use crate::match_program::program;
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
