use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;

/// A folder with files in it.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn read(text: &str) -> Result<Profile, ProfileError> {
    let folder = folder(&[("p.toml", text)]);
    Profile::read(&folder.path().join("p.toml"))
}

fn texts(options: &[(String, String)]) -> Vec<(&str, &str)> {
    options.iter().map(|(n, v)| (&**n, &**v)).collect()
}

#[test]
fn every_profile_of_ours_is_read() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("engines/profiles");
    let mut files: Vec<_> = fs::read_dir(here)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    assert_eq!(files, Profile::NAMES);
    for name in Profile::NAMES {
        match Profile::named(name) {
            Ok(profile) => assert_eq!(profile.program.is_none(), name == "builtin", "{name}"),
            Err(error) => {
                // Whoever speaks as Cyclone does, which program that is stays open.
                assert_eq!(name, "cyclone", "{error}");
                assert!(
                    error.to_string().starts_with("cyclone: command: "),
                    "{error}"
                );
            }
        }
    }
    assert_eq!(Profile::named("builtin").unwrap(), Profile::default());
}

#[test]
fn what_differs_between_engines_is_in_their_profiles() {
    let sjaak = Profile::named("sjaakii").unwrap();
    assert_eq!(sjaak.program.unwrap().arguments, ["-uci"]);
    assert_eq!(sjaak.quirks.ranks, Some(Ranks::FromOne));
    assert_eq!(sjaak.quirks.bans, Some(BanWay::None));
    assert!(sjaak.quirks.horse_and_elephant && sjaak.quirks.deaf_while_thinking);
    let fairy = Profile::named("fairy-stockfish").unwrap();
    assert_eq!(fairy.quirks.preamble, ["ucicyclone"]);
    assert_eq!(fairy.quirks.ranks, None);
    let old = Profile::named("pikafish-old").unwrap();
    assert_eq!(
        texts(&old.options),
        [
            ("Repetition Rule", "ChineseRule"),
            ("Repetition Rule", "Chinese"),
            ("Mate Threat Depth", "1"),
        ]
    );
}

#[test]
fn every_key_reaches_its_place() {
    let profile = read(
        "name = \"x\"\ncommand = \"no-such-engine\"\narguments = [\"-a\", \"b c\"]\ndialect = \"cyclone\"
encoding = \"gbk\"
[environment]\nA = \"1\"
[options]\nZeta = true\n\"A b\" = -3\nC = \"<empty>\"
[deadlines]\nboot = 5\nready = 6\nstop = 7\nquit = 8\nmargin = 9\nsilence = 10
[quirks]\npreamble = [\"p\"]\nranks = \"1-10\"\nbans = \"searchmoves\"\nhorse-and-elephant = true\nstart-as-fen = true\nred-as-r = true
most-quiet-plies = 99\nfrom-last-capture = true\ndeaf-while-thinking = true\nmilliseconds = true\ndraw-offers = true",
    )
    .unwrap();
    let millis = Duration::from_millis;
    assert_eq!(
        profile,
        Profile {
            name: "x".to_owned(),
            program: Some(Program {
                command: "no-such-engine".to_owned(),
                arguments: vec!["-a".to_owned(), "b c".to_owned()],
                folder: None,
                environment: [("A".to_owned(), "1".to_owned())].into(),
            }),
            dialect: DialectChoice::Cyclone,
            options: [("Zeta", "true"), ("A b", "-3"), ("C", "<empty>")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            encoding: Encoding::Gb18030,
            deadlines: Deadlines {
                boot: millis(5),
                ready: millis(6),
                stop: millis(7),
                quit: millis(8),
                margin: millis(9),
                silence: millis(10),
            },
            quirks: Quirks {
                preamble: vec!["p".to_owned()],
                ranks: Some(Ranks::FromOne),
                bans: Some(BanWay::SearchMoves),
                horse_and_elephant: true,
                start_as_fen: true,
                red_as_r: true,
                most_quiet_plies: Some(99),
                from_last_capture: true,
                deaf_while_thinking: true,
                milliseconds: true,
                draw_offers: true,
            },
        }
    );
}

#[test]
fn a_file_stands_on_another_and_changes_what_it_names() {
    let folder = folder(&[
        (
            "fish/mine.toml",
            "profile = \"pikafish\"\ncommand = \"./bin/fish\"\nfolder = \"nets\"\n[options]\nThreads = 1\nHash = 64\n[quirks]\nred-as-r = true",
        ),
        ("fish/bin/fish", ""),
        (
            "top.toml",
            "profile = \"fish/mine.toml\"\n[options]\nThreads = 4\nPonder = true",
        ),
    ]);
    let top = folder.path().join("top.toml");
    let profile = Profile::read(&top).unwrap();
    let program = profile.program.clone().unwrap();
    let fish = folder.path().join("fish");
    assert_eq!(Path::new(&program.command), fish.join("bin/fish"));
    assert_eq!(program.folder, Some(fish.join("nets")));
    assert_eq!(profile.name, "Pikafish");
    assert_eq!(profile.quirks.ranks, Some(Ranks::FromZero));
    assert!(profile.quirks.red_as_r);
    assert_eq!(
        texts(&profile.options),
        [("Threads", "4"), ("Hash", "64"), ("Ponder", "true")]
    );
    let read = Profile::read_settings(&top).unwrap();
    let (settings, own) = (read.profile, read.options);
    assert_eq!(texts(&own), [("Threads", "4"), ("Ponder", "true")]);
    assert_eq!(texts(&settings.options), [("Threads", "1"), ("Hash", "64")]);
    assert_eq!(Profile::find("top.toml", folder.path()).unwrap(), profile);
}

#[test]
fn a_file_is_known_by_its_ending_in_any_case() {
    let folder = folder(&[("x.TOML", "name = \"x\"")]);
    assert_eq!(Profile::find("x.TOML", folder.path()).unwrap().name, "x");
    assert!(!Profile::is_file("toml") && !Profile::is_file("x.tom"));
}

#[test]
fn a_program_is_looked_for_in_the_folder_first() {
    let name = format!("pikafish{}", std::env::consts::EXE_SUFFIX);
    let folder = folder(&[(&name, "")]);
    let program = |word| Profile::find(word, folder.path()).unwrap().program;
    let found = program("pikafish").unwrap().command;
    assert_eq!(Path::new(&found), folder.path().join(&name));
    let bare = read("command = \"no-such-engine\"").unwrap();
    assert_eq!(bare.name, "no-such-engine");
    assert_eq!(bare.program.unwrap().command, "no-such-engine");
}

#[test]
fn text_in_gbk_is_read() {
    let folder = folder(&[]);
    let file = folder.path().join("p.toml");
    fs::write(&file, Encoding::Gb18030.encode("name = \"象眼引擎\"")).unwrap();
    assert_eq!(Profile::read(&file).unwrap().name, "象眼引擎");
}

#[test]
fn faults_tell_file_line_key_and_what_was_expected() {
    let names = Profile::NAMES.join(", ");
    let base =
        format!(": profile: found \"fish\", expected one of {names}, or a file that ends in .toml");
    for (text, fault) in [
        (
            "\ncomand = \"x\"",
            ", line 2: comand: found the key `comand`, expected one of `profile`, `name`, `command`, `arguments`, `folder`, `transcript`, `environment`, `dialect`, `encoding`, `options`, `deadlines`, `quirks`; did you mean command?",
        ),
        (
            "command = 3",
            ", line 1: command: found integer `3`, expected a string",
        ),
        (
            "command = \" \"",
            ", line 1: command: found \" \", expected the path of a program",
        ),
        (
            "command = \"x\"\narguments = \"-u\"",
            ", line 2: arguments: found string \"-u\", expected a list",
        ),
        (
            "command = \"x\"\ndialect = \"usi\"",
            ", line 2: dialect: found `usi`, expected one of `auto`, `uci`, `ucci`, `cyclone`; did you mean uci?",
        ),
        (
            "[quirks]\nranks = \"0\"",
            ", line 2: quirks.ranks: found `0`, expected `0-9` or `1-10`; did you mean 0-9?",
        ),
        (
            "[quirks]\nmost-quiet-plies = -1",
            ", line 2: quirks.most-quiet-plies: found integer `-1`, expected a whole number from 0 to 65535",
        ),
        (
            "[deadlines]\nstop = 0",
            ", line 2: deadlines.stop: found 0, expected milliseconds from 1 to 3600000",
        ),
        (
            "[options]\nHash = 1.5",
            ", line 2: options.Hash: found floating point `1.5`, expected a text, a whole number, true or false, or a list of them",
        ),
        (
            "quirks = [\"red-as-r\"]",
            ", line 1: quirks: found a list, expected a table of keys with values",
        ),
        (
            "deadlines = 5",
            ", line 1: deadlines: found integer `5`, expected a table of keys with values",
        ),
        (
            "transcript = 3",
            ", line 1: transcript: found integer `3`, expected a path as text",
        ),
        (
            "options = 1",
            ", line 1: options: found integer `1`, expected names with values",
        ),
        (
            "arguments = []",
            ": command: found none, expected the path of the engine that \"arguments\" is about",
        ),
        ("profile = \"fish\"", &base),
        (
            "profile = \"p.toml\"",
            ": profile: found more than 8 files that refer to each other, expected an end of them",
        ),
    ] {
        let error = read(text).unwrap_err().to_string();
        let (_, found) = error.split_once("p.toml").unwrap();
        assert_eq!(found, fault, "{text}");
    }
    for text in ["name = ", "name", "[quirks", "name = \"a\"\nname = \"b\""] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains("p.toml, line "), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let folder = folder(&[("p.toml", "profile = \"gone.toml\"")]);
    let error = Profile::read(&folder.path().join("p.toml")).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("p.toml: profile: ") && error.contains("gone.toml: expected"),
        "{error}"
    );
}
