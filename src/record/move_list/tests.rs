use proptest::prelude::*;

use super::{read, write};
use crate::notation::Notation;
use crate::position::Position;
use crate::record::any_record::any_record;
use crate::record::pgn;

/// What was read: tags, moves and comments as PGN has them on one line, and the fault.
fn summary(text: &str) -> String {
    let (record, error) = match read(text) {
        None => return "nothing".to_owned(),
        Some(Ok(record)) => (Some(Box::new(record)), None),
        Some(Err(mut error)) => (error.so_far.take(), Some(error)),
    };
    let mut words: Vec<String> = Vec::new();
    if let Some(record) = record {
        let text = pgn::write(&record, Notation::Coordinate);
        words.extend(
            text.lines()
                .filter(|line| !line.is_empty())
                .map(str::to_owned),
        );
    }
    words.extend(error.map(|error| format!("! {error}")));
    words.join(" ")
}

#[test]
fn lists_are_forgiven_much() {
    for (text, expected) in [
        ("", "nothing"),
        ("see www.example.org for 100 games!", "nothing"),
        ("炮二平五马8进7", "[Result \"*\"] 1. h2e2 h9g7 *"),
        (
            "1 炮二平五 马8进7 2马二进三",
            "[Result \"*\"] 1. h2e2 h9g7 2. h0g2 *",
        ),
        (
            "第１回合：炮 二 平 五　馬　８　進　７",
            "[Result \"*\"] 1. h2e2 h9g7 *",
        ),
        (
            "１．Ｃ２＝５　Ｈ８＋７\n２．Ｈ２＋３　*",
            "[Result \"*\"] 1. h2e2 h9g7 2. h0g2 *",
        ),
        (
            "1.h2e2 h9g7 2.H0-G2 1/2-1/2",
            "[Result \"1/2-1/2\"] 1. h2e2 h9g7 2. h0g2 1/2-1/2",
        ),
        (
            "1. h3e3 h10g8 2. h1g3",
            "[Result \"*\"] 1. h2e2 h9g7 2. h0g2 *",
        ),
        (
            "1. Che2 Hg7 2. Hg2 Rh9",
            "[Result \"*\"] 1. h2e2 h9g7 2. h0g2 i9h9 *",
        ),
        (
            "红方：甲（北京）\n黑 : 乙\nEvent: x: y\n网址: http://www.example.org\n\n炮二平五【好】马8进7\n红胜",
            "[Red \"甲（北京）\"] [Black \"乙\"] [Event \"x: y\"] [Result \"1-0\"] 1. h2e2 {好} 1... h9g7 1-0",
        ),
        (
            "（2020年）北京 甲 先负 上海 乙\n炮二平五，马8进7。",
            "[Red \"甲\"] [Black \"乙\"] [Result \"0-1\"] 1. h2e2 h9g7 0-1",
        ),
        (
            "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 7\n7... 将5平6 车五进一 红胜势",
            "[Result \"*\"] [FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 7\"] 7... e9f9 8. e1e2 *",
        ),
        (
            "炮二平五 (炮八平五 马8进7) 马8进7 (a) [b] {c {d}} ［e］",
            "[Result \"*\"] 1. h2e2 (1. b2e2 h9g7) 1... h9g7 {a b c {d} e} *",
        ),
        (
            "炮二平五 (马8进7 2. 马二进三",
            "[Result \"*\"] 1. h2e2 h9g7 2. h0g2 *",
        ),
        (
            "h2e2 h9g7\n\nh9g7",
            "[Result \"*\"] 1. h2e2 h9g7 * ! line 3: ply 3: \"h9g7\" is not legal here: no piece stands on h9, and red is to move",
        ),
        (
            "车一平八",
            "! line 1: ply 1: \"车一平八\" is not legal here: expected one of i0i1, i0i2",
        ),
        (
            "FEN: 9 w\nh2e2",
            "! line 1: the start is no position: the board has 1 ranks, expected 10; red has no king; black has no king",
        ),
    ] {
        assert_eq!(summary(text), expected, "{text}");
    }
    let found = summary("炮二平五 马8进7\n炮五平五 马二进三");
    let expected = "[Result \"*\"] 1. h2e2 h9g7 * ! line 2: ply 3: \"炮五平五\" is not legal here: expected one of e2";
    assert!(found.starts_with(expected), "{found}");
    // A digit may belong to a move or be its number.
    let start = "FEN: 3k5/9/9/2p6/2p6/2p6/9/9/9/4K4 b\n";
    let expected = "[Result \"*\"] [FEN \"3k5/9/9/2p6/2p6/2p6/9/9/9/4K4 b - - 0 1\"] 1... c4c3 *";
    for text in ["1卒进1", "11卒进1", "1. 1卒进1", "１１卒进１"] {
        let found = summary(&format!("{start}{text}"));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn long_texts_are_read_in_one_go() {
    for text in [
        "(".repeat(1 << 20),
        "({)".repeat(1 << 18),
        "h2e2 ".to_owned() + &"({)".repeat(1 << 18),
        " ".repeat(1 << 20),
        "：".repeat(1 << 18),
        "a:\n".repeat(1 << 18),
        "1".repeat(1 << 20),
        "进".repeat(1 << 18),
        "马二进三马8进7马三退二马7退8".repeat(1 << 12),
    ] {
        let _ = read(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_was_written_is_read(
        record in any_record(),
        notation in prop::sample::select(Notation::ALL.to_vec()),
    ) {
        let text = write(&record, notation);
        let Some(game) = read(&text) else {
            prop_assert!(record.line().is_empty());
            return Ok(());
        };
        let game = game.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(game.line(), record.line());
        prop_assert_eq!(game.outcome, record.outcome);
        prop_assert_eq!(game.variations(), record.variations());
        for ply in 0..=record.line().len() {
            prop_assert_eq!(game.comment(ply), record.comment(ply));
        }
        prop_assert_eq!(write(&game, notation), text);
    }

    #[test]
    fn any_text_is_read(words in prop::collection::vec(
        prop::sample::select(vec![
            "红方：", "FEN: ", "(", ")", "{", "}", "（", "）", "\n", " ", "　", "1.", "１", "3", "炮二平五", "马8进7", "h2e2", "Hg7",
            "C2=5", "h10g8", "1-0", "红胜", "先胜", "进", "平", "兵", "前", "x:y", "*", "/", "4k4/9/9/9/9/9/9/9/4R4/3K5 b",
        ]),
        0..30,
    )) {
        let text = words.concat();
        if let Some(Ok(record)) = read(&text) {
            let written = write(&record, Notation::Wxf);
            if *record.line().start() == Position::start() && !record.line().is_empty() {
                let again = read(&written).map(|game| game.map(|game| write(&game, Notation::Wxf)));
                prop_assert_eq!(again, Some(Ok(written)));
            }
        }
    }
}
