//! The command line of `caipan match`: what `--help` says, what is wrong, and the settings that the words mean.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn caipan_match(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.arg("match").args(words).current_dir(folder);
    command.stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Two engines with which a match could begin.
const ENGINES: [&str; 7] = [
    "-engine",
    "cmd=builtin",
    "-engine",
    "cmd=random",
    "name=chance",
    "-each",
    "depth=1",
];

#[test]
fn help() {
    let output = caipan_match(Path::new("."), &["-help"]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(text(output.stdout));
}

#[test]
fn wrong_command_lines_are_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("bad.toml"),
        "rounds = 3\n[[engine]]\nnodes = \"many\"\n",
    )
    .unwrap();
    fs::write(
        folder.path().join("strange.toml"),
        "[openings]\nfiel = \"a.epd\"\n",
    )
    .unwrap();
    fs::write(
        folder.path().join("broken.toml"),
        "rounds = 3\nrules = axf\n",
    )
    .unwrap();
    let alone: [&[&str]; 37] = [
        &[],
        &["-rouns", "2"],
        &["2"],
        &["-rounds"],
        &["-rounds", "2", "3"],
        &["-rounds", "2", "--rounds", "3"],
        &["-rounds", "-1"],
        &["-games", "0"],
        &["-tournament", "swiss"],
        &["-repeat", "often"],
        &["-draw", "movecuont=8"],
        &["-resign", "movecount=3", "score=much"],
        &["-resign", "twosided"],
        &["-sprt", "elo0=0", "elo1=nan"],
        &["-openings", "builtin"],
        &["-openings", "file="],
        &["-openings", "op.epd"],
        &["-engine", "cmd=a", "tc=0+0.1"],
        &["-engine", "cmd=a", "depth=-3"],
        &["-engine", "cmd=a", "name=Fairy", "Stockfish"],
        &["-engine", "cmd=a", "tc=fast"],
        &["-engine", "cmd=a", "st=10ms"],
        &["-engine", "cmd=a", "-engine", "proto=xboard"],
        &["-engine", "cmd=a", "args=\"b"],
        &["-engine", "cmd=a", "deph=3"],
        &["-each", "option.=3"],
        &["-pgnout", "a.pgn", "b=c"],
        &["-log", "file=x.log", "level=trace"],
        &["-log", "logs", "append=on"],
        &["-report", "penta=often"],
        &["-use-affinity", "3-1"],
        &["-shard", "3/2"],
        &["-config", "gone.toml"],
        &["-config", "bad.toml"],
        &["-config", "file=strange.toml"],
        &["-config", "broken.toml"],
        &["merge", "out.jsonl"],
    ];
    let with_engines: [&[&str]; 10] = [
        &["-rules", "fide", "-repetition-count", "1"],
        &["-natural-limit", "100000"],
        &["-sprt", "elo0=5", "elo1=0", "alpha=0.7"],
        &[
            "-engine",
            "cmd=builtin",
            "name=chance",
            "-tournament",
            "gauntlet",
            "-seeds",
            "3",
        ],
        &["-engine", "name=a", "-engine", "cmd=b", "proto=internal"],
        &["-each", "tc=10+0.1", "st=1"],
        &["-openings", "order=random"],
        &["-pgnout", "a.pgn", "-epdout", "a.pgn"],
        &["-resume"],
        &["-shard", "1/2", "-journal", "a.jsonl"],
    ];
    let with_engines = with_engines
        .iter()
        .map(|words| [&ENGINES[..], words].concat());
    let mut all = String::new();
    for words in alone.iter().map(|words| words.to_vec()).chain(with_engines) {
        let output = caipan_match(folder.path(), &words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
        let told = text(output.stderr);
        assert_eq!(told.lines().count(), 1, "{words:?}: {told}");
        let words = words.join(" ").replace(&ENGINES.join(" "), "…");
        write!(all, "> {words}\n{told}").unwrap();
    }
    insta::assert_snapshot!(all);
}

/// Prints the settings that words mean.
fn printed(folder: &Path, words: &[&str]) -> String {
    let output = caipan_match(folder, &[words, &["-print-config"]].concat());
    assert_eq!(text(output.stderr), "", "{words:?}");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    text(output.stdout)
}

/// Every option and word once, with a value that is not the usual one.
const ALL: &str = "-tournament gauntlet -seeds 2 -rounds 5 -games 6 -repeat off -noswap -reverse -concurrency 2 -srand 0 \
    -rules axf -repetition-count 5 -natural-limit 60 checks=4 -on-violation warn -bans -maxmoves 150 \
    -draw movenumber=40 movecount=8 score=10 -resign movecount=3 score=600 twosided=true \
    -openings file=a.txt format=epd order=random plies=8 start=3 \
    -recover off -wait 1 -startup-ms 2 -newgame-ms 3 -ping-ms 4 -stall-ms 5 -check-mate-pvs -use-affinity 0-3,5 -event E -site S \
    -pgnout file=g.pgn append=off min nodes=on seldepth=on nps=on hashfull=on pv=on timeleft=on latency=on -epdout e.epd append=false \
    -notation wxf -encoding gbk -report penta=off -journal file=j.jsonl -htmlout h.html -jsonout s.json \
    -log logs -output format=cutechess -ratinginterval 0 -scoreinterval 7 \
    -engine cmd=./a args='-x_\"b_c\"' dir=d proto=ucci profile=p tc=40/1:30+0.5 depth=9 nodes=1000 timemargin=50 restart=on ponder \
    option.Rule=x=y init=one initstr=two\\nthree encoding=gbk env.PATH=/bin \
    -engine cmd=dir/a ponder=off tc=inf -engine cmd=a.exe st=0.25 restart=auto -each plies=4 init=zero option.Hash=8 ponder=on tc=1+1";

/// The same of what needs two engines, where the others need more.
const SPRT: &str = "-sprt elo0=-1.5 elo1=2 alpha=0.1 beta=0.2 model=logistic";

fn words() -> Vec<String> {
    ALL.split_whitespace()
        .map(|word| word.replace('_', " "))
        .collect()
}

#[test]
fn every_word_reaches_the_settings() {
    let words = words();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let sprt: Vec<_> = SPRT.split(' ').collect();
    let [all, sprt] = [&words, &sprt].map(|words| printed(Path::new("."), words));
    insta::assert_snapshot!(format!("{all}\n{sprt}"));
}

#[test]
fn two_dashes_mean_the_same_as_one() {
    let words = words();
    let two: Vec<_> = words
        .iter()
        .map(|word| {
            if word.starts_with('-') {
                format!("-{word}")
            } else {
                word.clone()
            }
        })
        .collect();
    let [one, two] =
        [&words, &two].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(printed(Path::new("."), &one), printed(Path::new("."), &two));
}

#[test]
fn a_printed_file_means_the_same_and_words_win_over_it() {
    let folder = tempfile::tempdir().unwrap();
    let words = words();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let file = printed(folder.path(), &words);
    fs::write(folder.path().join("run.toml"), &file).unwrap();
    let config = ["-config", "run.toml"];
    assert_eq!(printed(folder.path(), &config), file);
    let over = [
        "-rounds",
        "9",
        "-noswap",
        "off",
        "-draw",
        "score=20",
        "-each",
        "st=3",
        "-repeat",
        "4",
        "-output",
        "format=caipan",
        "-srand",
        "1",
    ];
    let changed = printed(folder.path(), &[&config[..], &over].concat());
    let (old, new): (Vec<_>, Vec<_>) = (file.lines().collect(), changed.lines().collect());
    let gone: Vec<_> = old.iter().filter(|line| !new.contains(line)).collect();
    let come: Vec<_> = new.iter().filter(|line| !old.contains(line)).collect();
    insta::assert_snapshot!(format!("gone: {gone:#?}\ncome: {come:#?}"));
    let other = printed(
        folder.path(),
        &[&config[..], &["-engine", "cmd=b", "depth=1"]].concat(),
    );
    assert_eq!(other.matches("[[engine]]").count(), 1);
}

#[test]
fn a_seed_that_no_one_named_stays_open() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(printed(folder.path(), &["-rounds", "3"]), "rounds = 3\n");
    assert_eq!(printed(folder.path(), &["-srand", "0"]), "srand = 0\n");
}

#[test]
fn words_that_mean_what_is_usual_change_nothing() {
    let words = "-maxmoves 0 -report penta=on -pgnout append=on -bans off -notation iccs";
    let words: Vec<_> = words.split(' ').collect();
    assert_eq!(printed(Path::new("."), &words), "");
}

#[test]
fn what_a_match_would_refuse_is_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let told = |words: &[&str]| {
        let output = caipan_match(folder.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(text(output.stdout), "", "{words:?}");
        text(output.stderr)
    };
    let wrong: [&[&str]; 9] = [
        &["-rounds", "0"],
        &["-rules", "fide"],
        &["-sprt", "elo0=5"],
        &["-openings", "file=a.xqf"],
        &["-seeds", "2"],
        &["-tournament", "gauntlet", "-seeds", "2"],
        &["-pgnout", "a", "-epdout", "a"],
        &["-engine", "name=a", "-engine", "cmd=random"],
        &["-engine", "cmd=builtin", "-engine", "cmd=random"],
    ];
    for words in wrong {
        // Of no engine at all nothing is known yet.
        let engines: &[&str] = if words.contains(&"-engine") {
            &[]
        } else {
            &ENGINES
        };
        let match_words = [engines, words].concat();
        let printing = [&match_words[..], &["-print-config"]].concat();
        assert_eq!(told(&printing), told(&match_words), "{words:?}");
    }
    for words in [
        "",
        "-engine cmd=builtin depth=1",
        "-tournament gauntlet -seeds 2",
        "-sprt elo1=3",
    ] {
        printed(folder.path(), &words.split_whitespace().collect::<Vec<_>>());
    }
}

#[test]
fn never_is_a_limit_of_none_from_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("run.toml"), "maxmoves = 0\n").unwrap();
    assert_eq!(printed(folder.path(), &["-config", "run.toml"]), "");
    assert_eq!(
        printed(folder.path(), &["-config", "run.toml", "-maxmoves", "3"]),
        "maxmoves = 3\n"
    );
    fs::write(folder.path().join("run.toml"), "maxmoves = 3\n").unwrap();
    assert_eq!(
        printed(folder.path(), &["-config", "run.toml", "-maxmoves", "0"]),
        ""
    );
}

#[test]
fn the_version_is_told() {
    for word in ["-version", "--version", "-V"] {
        let output = caipan_match(Path::new("."), &[word]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(
            text(output.stdout),
            concat!("caipan ", env!("CARGO_PKG_VERSION"), "\n")
        );
    }
}
