use proptest::prelude::*;

use super::*;
use crate::notation::Notation;
use crate::position::Outcome;
use crate::record::any_record::any_record;
use crate::record::{DEEPEST, Variation, pgn};

/// The usual start: Red from the right, Black from the left, some pieces of a kind the other way round.
const START: [u8; 32] = [
    80, 70, 60, 50, 40, 30, 20, 10, 0, 12, 72, 83, 63, 43, 23, 3, //
    9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86,
];

fn plain_header() -> Vec<u8> {
    let mut bytes = vec![0; 0x400];
    bytes[..3].copy_from_slice(b"XQ\x0A");
    bytes[0x10..0x30].copy_from_slice(&START);
    bytes
}

/// The example of the description, 炮二平五 马８进７ 马二进三 车９平８, with what real files have.
fn example() -> Vec<u8> {
    let mut bytes = plain_header();
    bytes[0x33] = 4;
    bytes[0x40] = 2;
    for (at, text) in [
        // 红 and 黑, whose lengths count.
        (0x130, &b"\x02\xba\xec\xff\xff"[..]),
        (0x140, b"\x0f\xba\xda\0\0\xff\xff"),
        (0x0D0, b"\xffcup"),
        (0x110, b"\x0a2004-05-06"),
        (0x120, b"\0unseen"),
    ] {
        bytes[at..at + text.len()].copy_from_slice(text);
    }
    bytes.extend(b"\x18\x20\xF0\xFF\x06\0\0\0\xc6\xbd\r\n\xca\xa4");
    bytes.extend(b"\x60\x4A\xF0\x00\0\0\0\0");
    bytes.extend(b"\x67\x63\x10\x00\x05\0\0\0 one\0");
    bytes.extend(b"\x5E\x5E\x80\xFF\0\0\0\0");
    bytes.extend(b"\x71\x6F\x00\x00\x02\0\0\0\r\n");
    bytes
}

fn text(record: &GameRecord) -> String {
    pgn::write(record, Notation::Coordinate)
}

#[test]
fn a_plain_file_is_read() {
    let mut bytes = example();
    let record = read(&bytes).expect("a game");
    let expected = "[Event \"cup\"]\n[Date \"2004-05-06\"]\n[Red \"红\"]\n[Black \"黑\"]\n[Part \"middlegame\"]\n\
         [Result \"1/2-1/2\"]\n\n{平\n胜}\n1. h2e2 h9g7 {one}\n2. h0g2 i9h9\n1/2-1/2\n\n";
    assert_eq!(text(&record), expected);
    bytes.extend(b"anything");
    assert_eq!(read(&bytes).as_ref(), Ok(&record));
    assert_eq!(read(&write(&record)), Ok(record));
}

/// What the description calls the example: the bytes that the writer must give.
#[test]
fn a_game_is_written_as_described() {
    let mut record = GameRecord::new(Position::start());
    for (at, mv) in ["h2e2", "h9g7", "h0g2", "i9h9"].into_iter().enumerate() {
        let mv = crate::notation::read_any(record.line().position(), mv).expect("a move");
        record.push(mv).expect("it is legal");
        record.add_comment(["", "a\n\nb", "", ""][at]);
    }
    record.outcome = Some(Outcome::Win(Color::Black));
    record.tags.push(("Red".to_owned(), "红".repeat(8)));
    let bytes = write(&record);
    assert_eq!(bytes[..0x10], *b"XQ\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0");
    let squares: Vec<u8> = bytes[0x10..0x30].to_vec();
    let right_to_left = [
        80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, //
        9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86,
    ];
    assert_eq!(squares, right_to_left);
    assert_eq!((bytes[0x32], bytes[0x33], bytes[0x40]), (0, 2, 0));
    assert_eq!(bytes[0x130], 14);
    assert_eq!(
        bytes[0x400..],
        *b"\x18\x20\xF0\xFF\0\0\0\0\x60\x4A\xF0\x00\0\0\0\0\
           \x67\x63\xF0\x00\x06\0\0\0a\r\n\r\nb\x5E\x5E\xF0\x00\0\0\0\0\x71\x6F\x00\x00\0\0\0\0"
    );
}

/// A record of a file in parts: from, to, flags of the later versions, comment.
type Part = (u8, u8, u8, &'static [u8]);

/// A game with variations in all places. The squares are 10 × file + rank.
const TREE: [Part; 9] = [
    (0, 0, 0xA0, b"\xd0\xf2"),
    (72, 42, 0xE0, b"c"),
    (79, 67, 0x80, b""),
    (70, 62, 0x60, b"d\r\n e"),
    (10, 22, 0x00, b""),
    (12, 42, 0xC0, b""),
    (79, 67, 0x40, b""),
    (19, 27, 0x20, b"f"),
    (23, 24, 0x00, b""),
];

const TREE_TEXT: &str = "[Result \"*\"]\n\n{序}\n1. h2e2 {c}\n(1. b2e2 h9g7 (1... b9c7 {f}))\n(1. c3c4)\n1... h9g7\n\
    2. h0g2 {d\ne}\n(2. b0c2)\n*\n\n";

/// Scrambles a file as the description of the later versions tells; `keys` are the bytes from 3 on.
fn scrambled(version: u8, keys: [u8; 13], records: &[Part]) -> Vec<u8> {
    let [mask, _, _, _, _, a, b, c, d, sum, x, f, t] = keys.map(u32::from);
    let p = |b: u32| 54 * b * b + 221;
    let k = p(x) * x % 256;
    let kf = p(f) * k % 256;
    let kt = p(t) * kf % 256;
    let r = (sum * 256 + x) % 32000 + 767;
    let mut bytes = vec![0; 0x400];
    bytes[..2].copy_from_slice(b"XQ");
    bytes[2] = version;
    bytes[3..16].copy_from_slice(&keys);
    for i in 0..32 {
        let from = if version >= 0x0C {
            (k as usize + i + 1) & 31
        } else {
            i
        };
        bytes[0x10 + i] = ((u32::from(START[from]) + k) % 256) as u8;
    }
    let mut data = Vec::new();
    for (from, to, flags, comment) in records {
        let from = (u32::from(*from) + 0x18 + kf) % 256;
        let to = (u32::from(*to) + 0x20 + kt) % 256;
        // The low bits of the flags mean nothing.
        data.extend([from as u8, to as u8, flags | 0x15, 0x77]);
        if flags & 0x20 != 0 {
            data.extend((comment.len() as u32 + r).to_le_bytes());
            data.extend(*comment);
        }
    }
    let e = [sum & mask | a, x & mask | b, f & mask | c, t & mask | d];
    for (i, byte) in data.into_iter().enumerate() {
        let key = u32::from(b"[(C) Copyright Mr. Dong Shiwei.]"[i % 32]) & e[i % 4];
        bytes.push(((u32::from(byte) + key) % 256) as u8);
    }
    bytes
}

#[test]
fn scrambled_files_are_read() {
    let keys = [
        [0; 13],
        [0xFF; 13],
        [
            0x5A, 1, 2, 3, 4, 0x11, 0x22, 0x44, 0x88, 0x9C, 0x37, 0xE1, 0x4D,
        ],
        [
            0xA7, 0, 0, 0, 0, 0x80, 0x00, 0x7F, 0x3C, 0xFE, 0x01, 0x80, 0xFF,
        ],
    ];
    for version in [0x0B, 0x0C, 0x12] {
        for keys in keys {
            let mut bytes = scrambled(version, keys, &TREE);
            let record = read(&bytes).unwrap_or_else(|error| panic!("{version} {keys:?}: {error}"));
            assert_eq!(text(&record), TREE_TEXT, "{version} {keys:?}");
            bytes.extend([0xA5; 40]);
            assert_eq!(read(&bytes).as_ref(), Ok(&record));
            assert_eq!(read(&write(&record)), Ok(record));
        }
    }
}

proptest! {
    #[test]
    fn any_keys_are_undone(keys: [u8; 13], version in 0x0B..=0xFFu8) {
        let record = read(&scrambled(version, keys, &TREE)).expect("a game");
        prop_assert_eq!(text(&record), TREE_TEXT);
    }
}

#[test]
fn the_side_to_move_is_found() {
    // Black moves first; the file does not say so.
    let mut bytes = plain_header();
    bytes.extend(b"\x18\x20\xF0\xFF\0\0\0\0\x67\x63\x00\x00\0\0\0\0");
    let record = read(&bytes).expect("a game");
    assert_eq!(record.line().start().turn(), Color::Black);
    // No move: what the file says, or who can be to move where Red's rook on e1 gives check.
    for (said, rook, turn) in [
        (0, 51, Color::Red),
        (1, 51, Color::Black),
        (0, 41, Color::Black),
    ] {
        let mut bytes = plain_header();
        bytes[0x10..0x30].fill(0xFF);
        (bytes[0x10], bytes[0x14], bytes[0x24]) = (rook, 30, 49);
        bytes[0x32] = said;
        bytes.extend(b"\x18\x20\xF0\xFF\0\0\0\0");
        let record = read(&bytes).expect("a position");
        assert_eq!(record.line().start().turn(), turn);
        assert_eq!(read(&write(&record)), Ok(record));
    }
}

#[test]
fn what_is_no_game_is_told() {
    let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(
        error(b""),
        "byte 0: found another file, expected XQ, with which XQF begins"
    );
    assert_eq!(
        error(b"XQ\x0A"),
        "byte 3: found the end, expected a header of 1024 bytes"
    );
    let with = |records: &[u8]| [&*plain_header(), records].concat();
    assert_eq!(
        error(&with(b"")),
        "byte 1024: found the end, expected a move of 4 bytes"
    );
    let dummy = b"\x18\x20\xF0\xFF\0\0\0\0";
    for (records, expected) in [
        (
            &b"\x60\x4A\xF0\x00\0\0\0\0"[..],
            "byte 1040: found the end, expected a move of 4 bytes",
        ),
        (
            b"\x60\x4A\xF0\x00\0\0\0",
            "byte 1039: found the end, expected the length of a comment",
        ),
        (
            b"\x60\x4A\xF0\x00\xff\xff\xff\xff",
            "byte 1040: found a text of -1 bytes, expected 0 to 0",
        ),
        (
            b"\x60\x4A\x00\x00\xff\xff\xff\x7fab",
            "byte 1040: found a text of 2147483647 bytes, expected 0 to 2",
        ),
        (
            b"\x17\x4A\x00\x00\0\0\0\0",
            "byte 1032: found a move from 255 to 42, expected two squares from 0 to 89",
        ),
        (
            b"\x60\x68\x00\x00\0\0\0\0",
            "byte 1032: found a move from 72 to 72, expected two squares from 0 to 89",
        ),
        (
            b"\x60\x4A\xF0\x00\0\0\0\0\x4A\x4A\x00\x00\0\0\0\0",
            "byte 1040: move 2: f0e2 is not a legal move of black in \
             rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        ),
    ] {
        assert_eq!(error(&with(&[dummy, records].concat())), expected);
    }
    let mut bytes = with(dummy);
    bytes[0x14] = 0xFF;
    bytes[0x15] = 44;
    assert_eq!(
        error(&bytes),
        "byte 16: the pieces make no position: red has no king; A stands on e4, which it can never reach"
    );
    let whole = example();
    for length in 0..whole.len() {
        // A game without moves may end where its first one is announced.
        assert_eq!(read(&whole[..length]).is_ok(), length == 1038, "{length}");
    }
}

/// The bytes of a plain record without comment: the squares, whether one follows and whether one stands in its place.
fn record(from: u8, to: u8, next: bool, sibling: bool) -> [u8; 8] {
    let flags = if next { 0xF0 } else { 0 } | if sibling { 0x0F } else { 0 };
    [from + 0x18, to + 0x20, flags, 0, 0, 0, 0, 0]
}

/// Knights to and fro, for any ply; and a move in place of each.
fn shuffle(ply: usize) -> [(u8, u8); 2] {
    [
        [(70, 62), (0, 1)],
        [(79, 67), (9, 8)],
        [(62, 70), (0, 1)],
        [(67, 79), (9, 8)],
    ][ply % 4]
}

#[test]
fn variations_are_as_deep_as_they_may_be() {
    // Each variation has two moves, the second of which another one leaves.
    let file = |depth: usize| {
        let mut bytes = plain_header();
        bytes.extend(b"\x18\x20\xF0\xFF\0\0\0\0");
        for ply in 0..depth {
            let ([(from, to), _], [_, (leaf, end)]) = (shuffle(ply), shuffle(ply + 1));
            bytes.extend(record(from, to, true, false));
            bytes.extend(record(leaf, end, false, true));
        }
        let [(from, to), _] = shuffle(depth);
        bytes.extend(record(from, to, false, false));
        bytes
    };
    let bytes = file(DEEPEST);
    let game = read(&bytes).expect("a game");
    let mut inner = game.variations();
    for _ in 0..DEEPEST {
        inner = inner[0].variations();
    }
    assert!(inner.is_empty());
    assert_eq!(write(&game), write(&read(&write(&game)).expect("a game")));
    let error = read(&file(DEEPEST + 1)).unwrap_err();
    assert_eq!(error.fault, BinaryFault::Deep);
    let text = error.to_string();
    assert_eq!(
        text,
        "byte 2064: found variations deeper in each other than 64"
    );
}

/// Files that take long if anything is looked at again and again.
#[test]
fn long_files_are_read_in_one_go() {
    const PLIES: usize = 1 << 15;
    let mut bytes = plain_header();
    bytes.extend(b"\x18\x20\xF0\xFF\0\0\0\0");
    for ply in 0..PLIES {
        let [(from, to), _] = shuffle(ply);
        bytes.extend(record(from, to, ply + 1 < PLIES, true));
    }
    for ply in (0..PLIES).rev() {
        let [_, (from, to)] = shuffle(ply);
        // And as many once more in place of the first.
        for number in 0..if ply == 0 { PLIES } else { 1 } {
            bytes.extend(record(from, to, false, ply == 0 && number + 1 < PLIES));
        }
    }
    let game = read(&bytes).expect("a game");
    assert_eq!(game.line().len(), PLIES);
    assert_eq!(game.variations().len(), 2 * PLIES - 1);
    assert_eq!(read(&write(&game)), Ok(game));
}

/// A record whose tags have fields in the format.
fn any_with_fields() -> impl Strategy<Value = GameRecord> {
    let name = prop::sample::select(TEXTS.map(|(name, ..)| name).to_vec());
    let tags = prop::collection::vec((name, "[ -~炮红黑\n]{0,40}"), 0..8);
    (any_record(), tags, prop::option::of(0..4usize)).prop_map(|(mut record, tags, part)| {
        let tags = tags
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        record.tags.extend(tags);
        let part = part.and_then(|part| PARTS.get(part));
        record
            .tags
            .extend(part.map(|part| (PART_TAG.to_owned(), (*part).to_owned())));
        record
    })
}

/// All moves and comments of variations, without their order.
fn content(variations: &[Variation]) -> (usize, Vec<String>) {
    let (mut moves, mut comments) = (0, Vec::new());
    for variation in variations {
        let (inner_moves, inner_comments) = content(variation.variations());
        moves += variation.moves().len() + inner_moves;
        let own = (0..=variation.moves().len()).flat_map(|ply| variation.comment(ply).lines());
        comments.extend(own.map(str::to_owned).filter(|line| !line.is_empty()));
        comments.extend(inner_comments);
    }
    comments.sort();
    (moves, comments)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_is_read(record in any_with_fields()) {
        let written = write(&record);
        let read = read(&written).expect("what was written is sound");
        let (line, read_line) = (record.line(), read.line());
        prop_assert_eq!(read_line.start().board(), line.start().board());
        prop_assert_eq!(read_line.start().turn(), line.start().turn());
        prop_assert!(read_line.moves().eq(line.moves()));
        prop_assert_eq!(read.outcome, record.outcome);
        for ply in 0..=line.len() {
            prop_assert_eq!(read.comment(ply), record.comment(ply));
        }
        prop_assert_eq!(content(read.variations()), content(record.variations()));
        for (name, _, room) in TEXTS {
            let value = record.tag(name).unwrap_or_default().trim();
            if value.len() <= room && !value.contains('\n') {
                prop_assert_eq!(read.tag(name).unwrap_or_default(), value);
            }
        }
        prop_assert_eq!(read.tag(PART_TAG), record.tag(PART_TAG));
        prop_assert_eq!(write(&read), written);
    }

    #[test]
    fn any_change_is_read_or_told(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = scrambled(0x12, [0x5A; 13], &TREE);
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(record) = read(&bytes) {
            let written = write(&record);
            prop_assert_eq!(super::read(&written).map(|record| write(&record)), Ok(written));
        }
    }
}
