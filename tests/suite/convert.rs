//! `caipan convert`: what it writes, what it tells of losses and of bad input, and its exit status.

use std::fs;
use std::path::Path;
use std::process::Command;

use caipan::notation::Notation;
use caipan::position::Position;
use caipan::record::{Format, GameRecord, Style, pgn};
use caipan::text::Encoding;
use tempfile::TempDir;

/// Runs the command in a folder and gives what a person sees.
fn convert(folder: &TempDir, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .arg("convert")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).unwrap();
    let status = output.status.code().unwrap();
    format!("{text}--- status {status}\n{}", tree(folder.path()))
}

/// Lists the files of a folder and of those in it.
fn tree(folder: &Path) -> String {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().display().to_string());
            }
        }
    }
    files.sort();
    files.join("\n")
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    String::from_utf8(fs::read(folder.path().join(name)).unwrap()).unwrap()
}

/// Three games: one with all that a game can have, one that breaks off, and one without a result.
const GAMES: &str = "[Event \"x\"]\n[Round \"7\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n\
    {before} 1. 炮二平五 {one} (1. 炮八平五 {other} 马8进7) 马8进7 2. 马二进三 1-0\n\n\
    [Red \"丙\"]\n\n1. 炮二平五 炮五平二 *\n\n\
    [Red \"丁\"]\n[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 3 9\"]\n\n9... 将5平6 *\n";

#[test]
fn games_become_numbered_files_and_losses_are_told() {
    let folder = folder(&[("games.pgn", GAMES)]);
    insta::assert_snapshot!(convert(&folder, &["games.pgn", "out/game.cbf"]));
    insta::assert_snapshot!(read(&folder, "out/game-0001.cbf"));
    let line = convert(&folder, &["--lang", "en", "games.pgn", "all.epd"]);
    insta::assert_snapshot!(line);
    assert_eq!(
        read(&folder, "all.epd"),
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7 h0g2\n\
         rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2\n\
         4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 3 9 moves e9f9\n"
    );
    // One game alone keeps the name.
    fs::write(folder.path().join("one.pgn"), "1. h2e2 *\n").unwrap();
    let told = convert(&folder, &["one.pgn", "one.txt", "--lang", "zh"]);
    assert!(
        told.starts_with("caipan: 转换 1 局，写入 1 个文件\n--- status 0\n"),
        "{told}"
    );
    assert_eq!(read(&folder, "one.txt"), "1. 炮二平五\n");
}

#[test]
fn a_folder_keeps_its_tree() {
    let pasted = "红方：甲\n1. 炮二平五 马8进7 2. 炮五平五 车九进一";
    let folder = folder(&[
        ("in/a.PGN", "1. h2e2 *\n"),
        ("in/b/c.txt", pasted),
        ("in/b/d.fen", "4k4/9/9/9/9/9/9/9/4R4/3K5 b\n9 w\n"),
        ("in/b/notes.doc", "1. h2e2"),
        ("in/b/empty.pgn", "\n"),
        (
            "in/b/e.cbf",
            "<ChineseChessRecord><MoveList><Move value=\"77-47\"/></MoveList></ChineseChessRecord>",
        ),
        ("in/b/e.html", "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"),
    ]);
    insta::assert_snapshot!(convert(
        &folder,
        &["in", "out", "--to", "pgn", "--notation", "san"]
    ));
    let written = read(&folder, "out/b/c.pgn");
    assert_eq!(
        written,
        "[Red \"甲\"]\n[Result \"*\"]\n[Format \"SAN\"]\n\n1. Che2 Hg7\n*\n\n"
    );
    // What is there stays, unless it may be written over.
    fs::write(folder.path().join("out/a.pgn"), "mine").unwrap();
    let told = convert(&folder, &["in/a.PGN", "out", "--to", "pgn", "--lang", "en"]);
    assert!(
        told.starts_with(
            "caipan: in/a.PGN: cannot be converted: out/a.pgn is there already; --force writes over it\n\
             caipan: 0 games converted, 0 files written; 1 file could not be converted\n--- status 1\n"
        ),
        "{told}"
    );
    assert_eq!(read(&folder, "out/a.pgn"), "mine");
    let told = convert(
        &folder,
        &["in/a.PGN", "out/", "--to", "pgn", "--lang", "en", "--force"],
    );
    assert!(
        told.starts_with("caipan: 1 game converted, 1 file written\n--- status 0\n"),
        "{told}"
    );
    assert!(read(&folder, "out/a.pgn").contains("1. 炮二平五"));
}

#[test]
fn nothing_is_written_twice() {
    let games = "[Red \"a\"]\n1. h2e2 *\n\n[Red \"b\"]\n1. h0g2 *\n";
    let folder = folder(&[
        ("in/a.pgn", games),
        ("in/a-0001.pgn", "1. i0i1 *\n"),
        ("in/c.epd", "startpos\n"),
        ("in/c.fen", "startpos\n"),
    ]);
    let told = convert(
        &folder,
        &["in", "out", "--to", "cbf", "--force", "--lang", "en"],
    );
    insta::assert_snapshot!(told);
    // The file of the same name came first, with i0i1.
    assert!(read(&folder, "out/a-0001.cbf").contains("89-88"));
}

/// A game that every format holds.
fn plain_game() -> GameRecord {
    let mut record = GameRecord::new(Position::start());
    for (name, value) in [("Title", "题"), ("Red", "甲"), ("Black", "乙")] {
        record.tags.push((name.to_owned(), value.to_owned()));
    }
    for mv in ["h2e2", "h9g7", "h0g2", "i9h9"] {
        let mv = caipan::notation::read_any(record.line().position(), mv).unwrap();
        record.push(mv).unwrap();
    }
    record
}

#[test]
fn a_game_goes_through_every_format_and_notation() {
    let text = pgn::write(&plain_game(), Notation::Chinese);
    let folder = folder(&[("game.pgn", &text)]);
    let formats = Format::ALL
        .into_iter()
        .filter(|format| format.can_be_written());
    for format in formats.filter(|format| *format != Format::Epd) {
        for notation in ["chinese", "wxf", "iccs", "san", "uci"] {
            for encoding in ["utf8", "gbk"] {
                let there = format!("there.{}", format.name());
                let options = ["--force", "--notation", notation, "--encoding", encoding];
                let ways = [["game.pgn", &*there], [&*there, "back.pgn"]];
                for way in ways {
                    let told = convert(&folder, &[&way[..], &options[..]].concat());
                    let expected = "caipan: 转换 1 局，写入 1 个文件\ncaipan: 1 game converted, 1 file written\n--- status 0\n";
                    assert!(
                        told.starts_with(expected),
                        "{way:?} {notation} {encoding}\n{told}"
                    );
                }
                let bytes = fs::read(folder.path().join("back.pgn")).unwrap();
                let style = Style {
                    notation: Notation::Chinese,
                    encoding: Encoding::Utf8,
                };
                let back = Format::Pgn
                    .pieces(&*bytes)
                    .flat_map(|piece| piece.unwrap().read());
                let back: Vec<_> = back.map(Result::unwrap).collect();
                assert_eq!(
                    Format::Pgn.write(&back, style),
                    text.as_bytes(),
                    "{format:?}"
                );
            }
        }
    }
}

#[test]
fn gbk_is_what_xqwizard_reads() {
    let folder = folder(&[("games.pgn", "[Red \"甲\"]\n\n1. 炮二平五 马8进7 *\n")]);
    convert(&folder, &["games.pgn", "gbk.pgn", "--encoding", "gbk"]);
    let bytes = fs::read(folder.path().join("gbk.pgn")).unwrap();
    let text = "[Red \"甲\"]\r\n[Result \"*\"]\r\n\r\n1. 炮二平五 马８进７\r\n*\r\n\r\n";
    assert_eq!(bytes, &*Encoding::Gb18030.encode(text));
}

#[test]
fn wrong_usage_is_told() {
    let folder = folder(&[
        ("in/a.pgn", "1. h2e2 *\n"),
        ("b.pgn", "1. h2e2 *\n"),
        ("empty/x", ""),
    ]);
    let mut told = String::new();
    for arguments in [
        &["b.pgn", "b.xyz"][..],
        &["b.pgn", "b.mxq"],
        &["in", "out"],
        &["in", "b.pgn", "--to", "pgn"],
        &["empty", "out", "--to", "pgn"],
        &["b.pgn", "c.cbf", "--from", "chess"],
        &["missing.pgn", "c.cbf"],
    ] {
        let shown = convert(&folder, arguments);
        let (shown, _) = shown.rsplit_once('\n').unwrap();
        told += &shown
            .lines()
            .filter(|line| line.starts_with("---") || line.contains(": "))
            .fold(String::new(), |text, line| text + line + "\n");
    }
    insta::assert_snapshot!(told);
    assert!(!tree(folder.path()).contains("cbf"));
}

/// What a run reads stays as it is, whatever leads to it, so that nothing broken or not yet read is lost.
#[test]
fn what_is_read_is_not_written_over() {
    let broken = "[Red \"a\"]\n1. h2e2 *\n\n[Red \"b\"]\n1. x *\n";
    let folder = folder(&[("in/a.pgn", broken), ("in/a.fen", "startpos\n")]);
    fs::create_dir(folder.path().join("other")).unwrap();
    let before = tree(folder.path());
    for arguments in [
        &["in/a.pgn", "in/a.pgn", "--encoding", "gbk"][..],
        &["in/a.pgn", "other/../in/a.pgn"],
        &["in", "in", "--to", "pgn"],
    ] {
        for options in [&["--lang", "en"][..], &["--lang", "en", "--force"]] {
            let told = convert(&folder, &[arguments, options].concat());
            let expected = "in/a.pgn is read by this run; expected another place to write to\n";
            assert!(told.contains(expected), "{told}");
            assert!(told.contains("--- status 1\n"), "{told}");
            assert_eq!(read(&folder, "in/a.pgn"), broken);
            assert_eq!(tree(folder.path()), before);
        }
    }
}

#[test]
fn a_file_beside_the_new_one_stays() {
    let folder = folder(&[("a.pgn", "1. h2e2 *\n"), ("b.pgn.new", "mine")]);
    for options in [&[][..], &["--force"]] {
        let told = convert(&folder, &[&["a.pgn", "b.pgn"][..], options].concat());
        assert!(
            told.ends_with("--- status 0\na.pgn\nb.pgn\nb.pgn.new"),
            "{told}"
        );
        assert_eq!(read(&folder, "b.pgn.new"), "mine");
    }
}

#[test]
fn all_games_of_a_text_are_converted() {
    let pasted = "1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0\n\n红方：丙\n1. 炮八平六 马2进3 0-1\n";
    let positions = "# Rooks\n4k4/9/9/9/9/9/9/9/4R4/3K5 b\n3k5/9/9/9/9/9/9/9/4R4/4K4 w\n";
    let folder = folder(&[
        ("in/pasted.txt", pasted),
        ("in/positions.txt", positions),
        ("in/readme.txt", "Version: 1.0\n"),
    ]);
    let told = convert(&folder, &["in", "out", "--to", "pgn", "--lang", "en"]);
    assert!(
        told.contains("4 games converted, 2 files written"),
        "{told}"
    );
    assert!(
        told.contains("in/readme.txt: cannot be converted: found no game of txt"),
        "{told}"
    );
    let games = read(&folder, "out/pasted.pgn");
    assert!(
        games.contains("2. 马二进三 车9平8\n1-0\n\n[Red \"丙\"]\n"),
        "{games}"
    );
    assert_eq!(
        read(&folder, "out/positions.pgn").matches("[FEN ").count(),
        2
    );
}

#[test]
fn a_named_format_is_that_of_every_file() {
    let folder = folder(&[("in/a.dat", "1. h2e2 *\n"), ("in/b.cbr", "1. h0g2 *\n")]);
    let told = convert(&folder, &["in", "out", "--from", "pgn", "--to", "txt"]);
    assert!(told.contains("out/a.txt\nout/b.txt"), "{told}");
}

#[test]
fn a_library_holds_every_game() {
    let game = |number: usize| format!("[Red \"{number}\"]\n[X \"y\"]\n1. h2e2 *\n\n");
    let folder = folder(&[("a.pgn", &(0..300).map(game).collect::<String>())]);
    let told = convert(&folder, &["a.pgn", "b.cbl", "--lang", "en"]);
    let expected =
        "caipan: 300 games converted, 1 file written. In total: tag X (300) lost\n--- status 0";
    assert!(told.contains(expected), "{told}");
    let told = convert(&folder, &["b.cbl", "c.pgn", "--lang", "en"]);
    assert!(
        told.starts_with("caipan: 300 games converted, 1 file written\n"),
        "{told}"
    );
    let names = read(&folder, "c.pgn");
    assert!((0..300).all(|number| names.contains(&format!("[Red \"{number}\"]"))));
    // One that is cut off tells so.
    let mut bytes = fs::read(folder.path().join("b.cbl")).unwrap();
    bytes.truncate(bytes.len() - 4096);
    fs::write(folder.path().join("b.cbl"), bytes).unwrap();
    let told = convert(&folder, &["b.cbl", "d.pgn", "--lang", "en"]);
    assert!(
        told.contains(": found 299 of 300 games, expected all"),
        "{told}"
    );
    assert!(
        told.contains("299 games converted, 1 file written; 1 game could not be read"),
        "{told}"
    );
}

/// Converts a file and gives the most memory that took, in bytes.
#[cfg(target_os = "linux")]
fn most_memory(folder: &TempDir, arguments: &[&str]) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .arg("convert")
        .args(arguments)
        .current_dir(folder)
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut most = 0;
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        most = kilobytes.map_or(most, |found: u64| found * 1024);
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return most;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Ten times the games take no more memory, and a library not much more than its games do.
#[cfg(target_os = "linux")]
#[test]
fn a_long_file_is_converted_piece_by_piece() {
    let comment = "a word ".repeat(4000);
    let game =
        format!("[Red \"甲\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 {{{comment}}} 1-0\n\n");
    let count = 220;
    let short = "[Red \"甲\"]\n\n1. 炮二平五 马8进7 1-0\n\n";
    let folder = folder(&[
        ("short.pgn", &game.repeat(count)),
        ("long.pgn", &game.repeat(10 * count)),
        ("many.pgn", &short.repeat(3000)),
    ]);
    let size = |name: &str| fs::metadata(folder.path().join(name)).unwrap().len();
    assert!(size("short.pgn") > 6_000_000);
    let few = most_memory(&folder, &["short.pgn", "short.dhtmlxq"]);
    let many = most_memory(&folder, &["long.pgn", "long.dhtmlxq"]);
    assert!(few > 1 << 20 && many < few + 24_000_000, "{few} and {many}");
    assert!(size("long.dhtmlxq") > 60_000_000);
    let text = read(&folder, "long.dhtmlxq");
    assert_eq!(text.matches("7747706279678070").count(), 10 * count);
    let library = most_memory(&folder, &["many.pgn", "many.cbl"]);
    assert!(size("many.cbl") > 12_000_000);
    assert!(library < 60_000_000, "{library}");
}
