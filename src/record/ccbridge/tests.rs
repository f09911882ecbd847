use proptest::prelude::*;

use super::*;
use crate::notation::Notation;
use crate::position::{Outcome, Position};
use crate::record::any_record::any_record;
use crate::record::pgn;

/// Letters of two bytes each.
fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A header with the usual start, `turn` to move and a result.
fn header(turn: u8, result: u8) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[..16].copy_from_slice(b"CCBridge Record\0");
    for (at, text) in [
        (180, "杯 1\0unseen"),
        (1076, "红"),
        (1300, &*"黑".repeat(32)),
    ] {
        let text = wide(text);
        bytes[at..at + text.len()].copy_from_slice(&text);
    }
    bytes[2076] = result;
    bytes[2116] = turn;
    let back = [1, 2, 3, 4, 5, 4, 3, 2, 1];
    let squares = &mut bytes[2120..2210];
    for (file, piece) in back.into_iter().enumerate() {
        squares[file] = 0x20 + piece;
        squares[81 + file] = 0x10 + piece;
        if file % 2 == 0 {
            squares[27 + file] = 0x27;
            squares[54 + file] = 0x17;
        }
    }
    for (red, black) in [(64, 19), (70, 25)] {
        (squares[red], squares[black]) = (0x16, 0x26);
    }
    bytes
}

/// The example of the description, 炮二平五 马８进７ 马二进三 车９平８.
fn example() -> Vec<u8> {
    let mut bytes = header(1, 3);
    bytes.extend([0; 4]);
    bytes.extend(b"\0\0\x46\x43\0\0\x07\x18\0\0\x58\x45\x01\0\x08\x07");
    bytes
}

fn text(record: &GameRecord) -> String {
    pgn::write(record, Notation::Coordinate)
}

/// The texts of games, or what is wrong with them.
fn texts(games: &[Result<GameRecord, BinaryError>]) -> Vec<String> {
    let tell = |game: &Result<GameRecord, BinaryError>| match game {
        Ok(record) => text(record),
        Err(error) => error.to_string(),
    };
    games.iter().map(tell).collect()
}

#[test]
fn a_game_is_read() {
    let mut bytes = example();
    let record = read_record(&bytes).expect("a game");
    let tags = format!(
        "[Title \"杯 1\"]\n[Red \"红\"]\n[Black \"{}\"]\n",
        "黑".repeat(32)
    );
    let expected = format!("{tags}[Result \"1/2-1/2\"]\n\n1. h2e2 h9g7\n2. h0g2 i9h9\n1/2-1/2\n\n");
    assert_eq!(text(&record), expected);
    for behind in [&b"\0\0\0\0"[..], b"\0\0\0\0\0\0\0\0trash"] {
        bytes.extend(behind);
        assert_eq!(read_record(&bytes).as_ref(), Ok(&record));
    }
    // The first move tells the side better; without one the file does.
    for (turn, moves, expected) in [
        (2, &b"\0\0\0\0\0\0\x46\x43\0\0\0\0"[..], "1. h2e2\n"),
        (1, b"\0\0\0\0\x01\0\x07\x18", "1... h9g7\n"),
        (1, b"\0\0\0\0\0\0\0\0", ""),
        (1, b"\0\0\0\0", ""),
        (1, b"\x01\0\0\0", ""),
    ] {
        let record = read_record(&[&*header(turn, 0), moves].concat()).expect("a game");
        let text = text(&record);
        assert!(text.ends_with(&format!("\n\n{expected}*\n\n")), "{text}");
    }
    let empty = read_record(&[&*header(0, 1), &[0; 8]].concat()).expect("a game");
    assert_eq!(empty.line().start().turn(), Color::Black);
    assert_eq!(empty.outcome, Some(Outcome::Win(Color::Red)));
}

#[test]
fn what_stands_before_a_fault_is_kept() {
    // The second move of a variation has no piece to move.
    let mut bytes = header(1, 3);
    bytes.extend(b"\0\0\0\0\x02\0\x46\x43\x01\0\x07\x18\0\0\x40\x43\x01\0\x40\x43");
    let error = read_record(&bytes).unwrap_err();
    let kept = text(&error.so_far.expect("there are moves"));
    assert!(
        kept.contains("[Red \"红\"]")
            && kept.ends_with("1. h2e2\n(1. b2e2)\n1... h9g7\n1/2-1/2\n\n"),
        "{kept}"
    );
    assert_eq!((error.at, bytes.len()), (bytes.len() - 4, HEADER + 20));
    bytes.truncate(HEADER + 4);
    bytes.extend(b"\0\0\x46\x46");
    assert_eq!(read_record(&bytes).unwrap_err().so_far, None);
}

#[test]
fn variations_and_comments_are_read() {
    let comment = |text: &str| {
        let text = wide(text);
        [&(text.len() as u32).to_le_bytes(), &*text].concat()
    };
    let mut bytes = header(1, 2);
    bytes.extend(b"\x04\0\0\0");
    bytes.extend(comment("序\r\n言\0"));
    // Each line: what stands in its place after it. The second line ends with zeros, the third is empty.
    bytes.extend(b"\x06\0\x46\x43");
    bytes.extend(comment("c"));
    bytes.extend(b"\x00\0\x07\x18");
    bytes.extend(b"\x03\0\x58\x45");
    bytes.extend(b"\x02\0\x52\x41");
    bytes.extend(b"\0\0\0\0");
    bytes.extend(b"\0\0\0\0");
    bytes.extend(b"\x02\0\x40\x43\x05\0\x07\x18");
    bytes.extend(comment("d\0\0\0"));
    bytes.extend(b"\x01\0\x38\x2f");
    let mut record = read_record(&bytes).expect("a game");
    let expected = "{序\n言}\n1. h2e2 {c}\n(1. b2e2 h9g7 {d})\n(1. c3c4)\n1... h9g7\n2. h0g2\n(2. b0c2)\n0-1\n\n";
    let text = text(&record);
    assert!(text.ends_with(expected), "{text}");
    // The name of Black leaves no place for a NUL.
    record.tags.truncate(2);
    assert_eq!(read_record(&write_record(&record)), Ok(record));
}

#[test]
fn a_game_is_written_as_described() {
    let mut record = read_record(&example()).expect("a game");
    record.tags.insert(0, ("Event".to_owned(), "😀".repeat(20)));
    let bytes = write_record(&record);
    let mut expected = example();
    expected[692..752].copy_from_slice(&wide(&"😀".repeat(15)));
    // The last letter makes place for a NUL.
    expected[1362..1364].fill(0);
    expected[180 + 8..180 + 22].fill(0);
    expected[2112] = 4;
    expected.extend([0; 4]);
    assert_eq!(bytes, expected);

    let mut record = GameRecord::new(Position::start());
    record.add_comment(" a\n b");
    let bytes = write_record(&record);
    let behind = [&b"\x04\0\0\0\x0a\0\0\0"[..], &wide("a\r\nb\0"), &[0; 4]].concat();
    assert_eq!(bytes[HEADER..], behind);
}

#[test]
fn what_is_no_game_is_told() {
    let error = |bytes: &[u8]| read_record(bytes).unwrap_err().to_string();
    assert_eq!(
        error(b"CCBridgeLibrary\0"),
        "byte 0: found another file, expected CCBridge Record, with which CBR begins"
    );
    assert_eq!(
        error(b"CCBridge Record\0"),
        "byte 16: found the end, expected a header of 2214 bytes"
    );
    let with = |moves: &[u8]| [&*header(1, 0), moves].concat();
    for (moves, expected) in [
        (
            &b""[..],
            "byte 2214: found the end, expected a preface or four zeros",
        ),
        (
            b"\x04\0\0\0\0",
            "byte 2219: found the end, expected the length of a comment",
        ),
        (
            b"\x04\0\0\0\x09\0\0\0ab",
            "byte 2222: found a text of 9 bytes, expected 0 to 2",
        ),
        (
            b"\0\0\0\0\0\0\x46\x43",
            "byte 2222: found the end, expected a move of 4 bytes",
        ),
        (
            b"\0\0\0\0\x04\0\x46\x43\0\0\0\x80",
            "byte 2226: found a text of -2147483648 bytes, expected 0 to 0",
        ),
        (
            b"\0\0\0\0\0\0\x5A\x43",
            "byte 2218: found a move from 90 to 67, expected two squares from 0 to 89",
        ),
        (
            b"\0\0\0\0\0\x01\0\0",
            "byte 2218: found a move from 0 to 0, expected two squares from 0 to 89",
        ),
        (
            b"\0\0\0\0\0\0\x46\x43\0\0\x46\x45",
            "byte 2222: move 2: h2g2 is not a legal move of black in \
             rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        ),
    ] {
        assert_eq!(error(&with(moves)), expected);
    }
    for code in [0x10, 0x18, 0x31, 0x07, 0xFF, 0x20] {
        let mut bytes = example();
        bytes[2121] = code;
        let expected = format!(
            "byte 2121: found {code:#04x} on the board, expected 0x00, 0x11 to 0x17 or 0x21 to 0x27"
        );
        assert_eq!(error(&bytes), expected);
    }
    let mut bytes = example();
    bytes[2124] = 0;
    assert_eq!(
        error(&bytes),
        "byte 2120: the pieces make no position: black has no king"
    );
}

/// A library as CCBridge makes it: its first game at `first`, each of the others on the next step that is free.
fn library(first: usize, games: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0x55; first];
    bytes[60..64].fill(0);
    bytes[..16].copy_from_slice(b"CCBridgeLibrary\0");
    for game in games {
        bytes.extend(game);
        while !(bytes.len() - first).is_multiple_of(4096) {
            bytes.push(0);
        }
    }
    bytes
}

#[test]
fn a_broken_game_costs_itself_alone() {
    let mut long = header(1, 0);
    long.extend(b"\x04\0\0\0\x40\x1f\0\0");
    long.extend(wide("长").repeat(4000));
    long.extend(b"\x01\0\x46\x43");
    let mut broken = example();
    broken[HEADER + 4 + 2] = 0x47;
    let cut = example()[..HEADER + 10].to_vec();
    for first in [576, 577, 101_952] {
        let games = [long.clone(), broken.clone(), example(), cut.clone()];
        let mut bytes = library(first, &games);
        let at = |step: usize, byte: usize| first + step * 4096 + byte;
        let read = read_library(&bytes).expect("a library");
        let found = texts(&read);
        assert_eq!(found.len(), 4);
        assert!(found[0].contains(&"长".repeat(4000)) && found[0].contains("1. h2e2"));
        assert!(
            found[1].starts_with(&format!("byte {}: move 1: i2e2 is not", at(3, 2218))),
            "{}",
            found[1]
        );
        assert!(found[2].contains("2. h0g2 i9h9"));
        assert!(found[3].contains("1. h2e2\n"), "{}", found[3]);
        // A library cut within its last game, and in the middle of the long one.
        bytes.truncate(at(5, 2220));
        let error = format!(
            "byte {}: found the end, expected a move of 4 bytes",
            at(5, 2220)
        );
        assert_eq!(texts(&read_library(&bytes).expect("a library"))[3], error);
        bytes.truncate(at(1, 0));
        let error = format!(
            "byte {}: found a text of 8000 bytes, expected 0 to 1874",
            at(0, 2222)
        );
        assert_eq!(texts(&read_library(&bytes).expect("a library")), [error]);
    }
    assert_eq!(read_library(&library(576, &[])), Ok(Vec::new()));
    assert_eq!(read_library(b"CCBridgeLibrary\0"), Ok(Vec::new()));
    for (games, told) in [(0, 2), (1, 3), (2, 1)] {
        let mut bytes = library(576, &vec![example(); games]);
        bytes[60..64].copy_from_slice(&[told, 0, 0, 0]);
        let read = read_library(&bytes).expect("a library");
        let missing = texts(&read[games..]);
        let length = bytes.len();
        let expected = format!(
            "byte {length}: found {games} of {told} games, expected all that the library tells of"
        );
        let is_short = games < usize::from(told);
        assert_eq!(missing, Vec::from_iter(is_short.then_some(expected)));
    }
    let error = read_library(&example()).unwrap_err().to_string();
    let expected = "byte 0: found another file, expected CCBridgeLibrary, with which CBL begins";
    assert_eq!(error, expected);
}

#[test]
fn a_library_has_the_usual_size() {
    // The sizes are those of libraries that are about.
    for (games, first) in [
        (0, 101_952),
        (128, 101_952),
        (131, 102_780),
        (256, 137_280),
        (266, 140_040),
        (512, 207_936),
    ] {
        let record = GameRecord::new(Position::start());
        let bytes = write_library(&vec![record.clone(); games]);
        assert_eq!(bytes.len(), first + games * 4096);
        assert_eq!(bytes[60..64], (games as u32).to_le_bytes());
        assert_eq!(read_library(&bytes), Ok(vec![Ok(record); games]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_is_read(
        record in any_record(),
        tags in prop::collection::vec((prop::sample::select(TEXTS.map(|(name, ..)| name).to_vec()), "[ -~炮😀\n]{0,40}"), 0..6),
    ) {
        let mut record = record;
        record.tags.extend(tags.into_iter().map(|(name, value)| (name.to_owned(), value)));
        let written = write_record(&record);
        let read = read_record(&written).expect("what was written is sound");
        let (line, read_line) = (record.line(), read.line());
        prop_assert_eq!(read_line.start().board(), line.start().board());
        prop_assert_eq!(read_line.start().turn(), line.start().turn());
        prop_assert!(read_line.moves().eq(line.moves()));
        prop_assert_eq!(read.outcome, record.outcome);
        for ply in 0..=line.len() {
            prop_assert_eq!(read.comment(ply), record.comment(ply));
        }
        for (name, _, room) in TEXTS {
            let value = record.tag(name).unwrap_or_default().trim();
            if wide(value).len() < room && !value.contains('\n') {
                prop_assert_eq!(read.tag(name).unwrap_or_default(), value);
            }
        }
        prop_assert_eq!(write_record(&read), &*written);
        let library = write_library(&[read.clone(), record, read.clone()]);
        prop_assert_eq!(read_library(&library), Ok(vec![Ok(read.clone()), Ok(read.clone()), Ok(read)]));
    }

    #[test]
    fn any_change_is_read_or_told(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = example();
        for (index, byte) in changes {
            // Half of them behind the header.
            let at = index.index(2 * HEADER);
            let at = if at < HEADER { at } else { HEADER + at % 20 };
            bytes[at] = byte;
        }
        if let Ok(record) = read_record(&bytes) {
            let written = write_record(&record);
            prop_assert_eq!(read_record(&written).map(|record| write_record(&record)), Ok(written));
        }
    }
}
