//! The settings of `caipan match` from both roads, the command line and a file: the same values are refused, in one line.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Gives what `caipan match` complains of; it is to refuse the words.
pub(crate) fn refusal(folder: &Path, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.arg("match").args(words).current_dir(folder);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {told}");
    assert!(output.stdout.is_empty(), "{words:?}");
    assert_eq!(told.lines().count(), 1, "{words:?}: {told:?}");
    told.strip_prefix("caipan: match: ")
        .unwrap()
        .trim_end()
        .to_owned()
}

/// Two engines with which a match could begin.
const ENGINES: &str = "-engine cmd=builtin name=one depth=1 -engine cmd=random";

/// Gives what is told of words for the run and for the first engine, and of the same in a file.
fn refusals(run: &str, engine: &str, file: &str, file_engine: &str) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let of_engine = ENGINES.replacen("depth=1", &format!("depth=1 {engine}"), 1);
    let words = [&of_engine, run].map(str::split_whitespace);
    let words: Vec<_> = words.into_iter().flatten().collect();
    let text = format!(
        "{file}\n[[engine]]\nname = \"one\"\ncmd = \"builtin\"\n{}{file_engine}\n[[engine]]\nname = \"random\"\n\
         cmd = \"random\"\n",
        if file_engine.starts_with("depth") {
            ""
        } else {
            "depth = 1\n"
        }
    );
    fs::write(folder.path().join("run.toml"), text).unwrap();
    [
        refusal(folder.path(), &words),
        refusal(folder.path(), &["-config", "run.toml"]),
    ]
}

/// Finds that words for the run or the first engine are refused, and the same in a file, both by the key of its last line or
/// by the table in which it stands.
fn refused_by_key(words: &str, engine: &str, file: &str, file_engine: &str) {
    let text = format!("{file}\n{file_engine}");
    let mut lines = text.lines().rev().filter(|line| !line.is_empty());
    let (key, _) = lines.next().unwrap().split_once(" = ").unwrap();
    let key = key.trim_matches('"');
    let table = lines
        .next()
        .map_or(key, |table| table.trim_matches(['[', ']']));
    for told in refusals(words, engine, file, file_engine) {
        assert!(told.contains(key) || told.contains(table), "{key}: {told}");
    }
}

#[test]
fn values_are_judged_by_the_same_words_from_a_command_line_and_a_file() {
    for (words, file, fault) in [
        (
            "-tournament gauntlet -seeds 0",
            "tournament = \"gauntlet\"\nseeds = 0",
            "seeds: found 0, expected fewer than the 2 engines, and one at least",
        ),
        (
            "-tournament gauntlet -seeds 2",
            "tournament = \"gauntlet\"\nseeds = 2",
            "seeds: found 2, expected fewer than the 2 engines, and one at least",
        ),
        (
            "-seeds 0",
            "seeds = 0",
            "seeds: found 0 in a round robin, expected a gauntlet",
        ),
        (
            "-seeds 2",
            "seeds = 2",
            "seeds: found 2 in a round robin, expected a gauntlet",
        ),
        (
            "-rounds 0",
            "rounds = 0",
            "rounds: found 0, expected 1 or more",
        ),
        (
            "-rounds 4294967295 -games 4294967295",
            "rounds = 4294967295\ngames = 4294967295",
            "rounds: found 4294967295 of 4294967295 games, expected fewer than can be counted",
        ),
        (
            "-games 0",
            "games = 0",
            "games: found 0, expected 1 or more",
        ),
        (
            "-repeat 0",
            "repeat = true\ngames = 0",
            "games: found 0, expected 1 or more",
        ),
        (
            "-concurrency 0",
            "concurrency = 0",
            "concurrency: found 0, expected 1 or more",
        ),
        (
            "-concurrency 1025",
            "concurrency = 1025",
            "concurrency: found 1025, expected 1024 at most",
        ),
        (
            "-rules fide",
            "rules = \"fide\"",
            "rules: found \"fide\", expected one of cn2011, cn2020, axf, computer, sky, check-only, none",
        ),
        (
            "-repetition-count 0",
            "repetition-count = 0",
            "repetition-count: found 0, expected 2 to 99",
        ),
        (
            "-repetition-count 100",
            "repetition-count = 100",
            "repetition-count: found 100, expected 2 to 99",
        ),
        (
            "-natural-limit 401",
            "natural-limit = 401",
            "natural-limit: found 401, expected 0 to 400",
        ),
        (
            "-natural-limit checks=401",
            "natural-checks = 401",
            "natural-checks: found 401, expected 0 to 400",
        ),
        (
            "-draw movecount=0",
            "[draw]\nmovecount = 0",
            "draw movecount: found 0, expected 1 or more",
        ),
        (
            "-resign movecount=0 score=1",
            "[resign]\nmovecount = 0\nscore = 1",
            "resign movecount: found 0, expected 1 or more",
        ),
        (
            "-resign movecount=3",
            "[resign]\nmovecount = 3",
            "resign score: found 0, expected 1 or more",
        ),
        (
            "-resign score=0 twosided=on",
            "[resign]\nscore = 0\ntwosided = true",
            "resign score: found 0, expected 1 or more",
        ),
        (
            "-openings file=builtin start=0",
            "[openings]\nfile = \"builtin\"\nstart = 0",
            "openings start: found 0, expected 1 or more",
        ),
        (
            "-openings order=random",
            "[openings]\norder = \"random\"",
            "openings: found no file, expected a path or builtin",
        ),
        (
            "-sprt elo0=5 elo1=5",
            "[sprt]\nelo0 = 5\nelo1 = 5",
            "sprt: found elo0=5 and elo1=5, expected two numbers, the first less",
        ),
        (
            "-sprt elo1=inf",
            "[sprt]\nelo1 = inf",
            "sprt: found elo0=0 and elo1=inf, expected two numbers, the first less",
        ),
        (
            "-sprt elo0=-inf",
            "[sprt]\nelo0 = -inf",
            "sprt: found elo0=-inf and elo1=5, expected two numbers, the first less",
        ),
        (
            "-sprt elo0=nan",
            "[sprt]\nelo0 = nan",
            "sprt: found elo0=NaN and elo1=5, expected two numbers, the first less",
        ),
        (
            "-sprt alpha=0",
            "[sprt]\nalpha = 0",
            "sprt alpha: found 0, expected more than 0 and less than 0.5",
        ),
        (
            "-sprt beta=0.5",
            "[sprt]\nbeta = 0.5",
            "sprt beta: found 0.5, expected more than 0 and less than 0.5",
        ),
        (
            "-sprt beta=nan",
            "[sprt]\nbeta = nan",
            "sprt beta: found NaN, expected more than 0 and less than 0.5",
        ),
        (
            "-pgnout a -epdout a",
            "[output]\npgn = \"a\"\nepd = \"a\"",
            "epd: found \"a\", the file of pgn, expected another",
        ),
    ] {
        assert_eq!(refusals(words, "", file, ""), [fault, fault], "{words}");
    }
    for (words, file, fault) in [
        (
            "depth=0",
            "depth = 0",
            "engine one: found depth=0, expected more",
        ),
        (
            "nodes=0",
            "nodes = 0",
            "engine one: found nodes=0, expected more",
        ),
        ("st=0", "st = 0", "engine one: found st=0, expected more"),
        (
            "st=0.0001",
            "st = 0.0001",
            "engine one: found st=0, expected more",
        ),
        (
            "args=a",
            "args = [\"a\"]",
            "engine one: found args or init, expected none for an engine that is part of the program",
        ),
        (
            "init=a",
            "init = [\"a\"]",
            "engine one: found args or init, expected none for an engine that is part of the program",
        ),
        (
            "cmd=a proto=internal",
            "proto = \"internal\"\nprofile = \"pikafish\"",
            "engine one: found proto=internal, expected cmd=builtin or cmd=random with it",
        ),
    ] {
        assert_eq!(refusals("", words, "", file), [fault, fault], "{words}");
    }
}

#[test]
fn what_no_word_can_say_no_file_can_either() {
    for (words, engine, file, file_engine) in [
        ("-seeds -1", "", "seeds = -1", ""),
        ("-rounds 4294967296", "", "rounds = 4294967296", ""),
        ("-games x", "", "games = \"x\"", ""),
        ("-concurrency 1.5", "", "concurrency = 1.5", ""),
        ("-srand -1", "", "srand = -1", ""),
        ("-tournament swiss", "", "tournament = \"swiss\"", ""),
        ("-repeat maybe", "", "repeat = \"maybe\"", ""),
        ("-noswap 1", "", "noswap = 1", ""),
        ("-maxmoves -1", "", "maxmoves = -1", ""),
        ("-wait -1", "", "wait = -1", ""),
        ("-stall-ms 1s", "", "stall-ms = \"1s\"", ""),
        ("-draw score=-1", "", "[draw]\nscore = -1", ""),
        ("-resign twosided=1", "", "[resign]\ntwosided = 1", ""),
        ("-sprt elo0=x", "", "[sprt]\nelo0 = \"x\"", ""),
        (
            "-sprt model=bayesian",
            "",
            "[sprt]\nmodel = \"bayesian\"",
            "",
        ),
        ("-use-affinity 4096", "", "use-affinity = [4096]", ""),
        ("-openings file=", "", "[openings]\nfile = \"\"", ""),
        (
            "-openings file=a plies=-1",
            "",
            "[openings]\nfile = \"a\"\nplies = -1",
            "",
        ),
        ("-journal file=", "", "[output]\njournal = \"\"", ""),
        ("-pgnout file=", "", "[output]\npgn = \"\"", ""),
        ("-epdout file=", "", "[output]\nepd = \"\"", ""),
        ("-jsonout file=", "", "[output]\njson = \"\"", ""),
        ("-htmlout file=", "", "[output]\nhtml = \"\"", ""),
        ("-log file=", "", "[output]\nlog = \"\"", ""),
        ("-output format=x", "", "[output]\nformat = \"x\"", ""),
        ("-notation x", "", "[output]\nnotation = \"x\"", ""),
        ("-encoding big5", "", "[output]\nencoding = \"big5\"", ""),
        (
            "-ratinginterval -1",
            "",
            "[output]\nratinginterval = -1",
            "",
        ),
        ("-on-violation ignore", "", "on-violation = \"ignore\"", ""),
        ("", "tc=0", "", "tc = \"0\""),
        ("", "tc=1:2:3", "", "tc = \"1:2:3\""),
        ("", "st=-1", "", "st = -1"),
        ("", "st=2678401", "", "st = 2678401"),
        ("", "depth=4294967296", "", "depth = 4294967296"),
        ("", "timemargin=-1", "", "timemargin = -1"),
        ("", "dir=", "", "dir = \"\""),
        ("", "proto=xboard", "", "proto = \"xboard\""),
        ("", "encoding=big5", "", "encoding = \"big5\""),
        ("", "restart=1", "", "restart = 1"),
        ("", "option.=1", "", "[engine.options]\n\"\" = \"1\""),
        ("", "env.=1", "", "[engine.env]\n\"\" = \"1\""),
    ] {
        refused_by_key(words, engine, file, file_engine);
    }
    let great = "9223372036854775808";
    for key in [
        "srand",
        "wait",
        "startup-ms",
        "newgame-ms",
        "ping-ms",
        "stall-ms",
    ] {
        refused_by_key(
            &format!("-{key} {great}"),
            "",
            &format!("{key} = {great}"),
            "",
        );
    }
    for key in ["start", "plies"] {
        let file = format!("[openings]\nfile = \"builtin\"\n{key} = {great}");
        refused_by_key(
            &format!("-openings file=builtin {key}={great}"),
            "",
            &file,
            "",
        );
    }
    for key in ["nodes", "timemargin"] {
        refused_by_key(
            "",
            &format!("{key}={great}"),
            "",
            &format!("{key} = {great}"),
        );
    }
    let names = [
        "[engine.env]\n\"a=b\" = \"1\"",
        "[engine.env]\n\"a\\u0000\" = \"1\"",
    ];
    for name in names {
        let [_, told] = refusals("-rounds 0", "", "", name);
        assert!(
            told.starts_with("engine one: env: found the name "),
            "{told}"
        );
    }
}

#[test]
fn one_place_is_not_written_twice_however_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("old.x"), "").unwrap();
    let whole = folder.path().join("same.x");
    let whole = whole.to_str().unwrap();
    let mut twice = vec![
        ("same.x", "./same.x"),
        ("same.x", whole),
        ("sub//same.x", "sub/./same.x"),
        ("same.x", "sub/../same.x"),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("old.x", folder.path().join("link.x")).unwrap();
        std::os::unix::fs::symlink("sub", folder.path().join("linked")).unwrap();
        twice.extend([("old.x", "link.x"), ("sub/new.x", "linked/new.x")]);
    }
    for (one, other) in twice {
        for (one, other) in [(one, other), (other, one)] {
            let words: Vec<_> = ENGINES
                .split(' ')
                .chain(["-pgnout", one, "-epdout", other])
                .collect();
            let told = refusal(folder.path(), &words);
            assert_eq!(
                told,
                format!("epd: found {other:?}, the file of pgn, expected another")
            );
        }
    }
}

#[test]
fn games_in_formats_that_are_not_read_are_refused_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["xqf", "XQF", "cbl", "cbr"] {
        let words: Vec<_> = ENGINES.split(' ').collect();
        let told = refusal(
            folder.path(),
            &[&words[..], &["-openings", &format!("file=a.{ending}")]].concat(),
        );
        let ending = ending.to_lowercase();
        assert_eq!(
            told,
            format!(
                "openings: found a file of {ending}, which is not read yet, expected FEN, EPD or PGN"
            )
        );
    }
}
