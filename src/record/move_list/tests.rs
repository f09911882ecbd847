use proptest::prelude::*;

use super::{read, write};
use crate::notation::Notation;
use crate::position::Position;
use crate::record::any_record::any_record;
use crate::record::{GameRecord, TextError, pgn};

/// What was read: of each game tags, moves and comments as PGN has them on one line, and the fault.
fn summary(text: &str) -> String {
    let game = |read: Result<GameRecord, TextError>| {
        let (record, error) = match read {
            Ok(record) => (Some(Box::new(record)), None),
            Err(mut error) => (error.so_far.take(), Some(error)),
        };
        let text = record.map(|record| pgn::write(&record, Notation::Coordinate));
        let lines = text.iter().flat_map(|text| text.lines());
        let lines = lines.filter(|line| !line.is_empty()).map(str::to_owned);
        let error = error.map(|error| format!("! {error}"));
        lines.chain(error).collect::<Vec<_>>().join(" ")
    };
    let games: Vec<String> = read(text).into_iter().map(game).collect();
    if games.is_empty() {
        "nothing".to_owned()
    } else {
        games.join(" | ")
    }
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
            "[Result \"*\"] 1. h2e2 h9g7 * ! line 3: move 2 of red: \"h9g7\" is not legal here: no piece stands on h9, and red is to move",
        ),
        (
            "车一平八",
            "! line 1: move 1 of red: \"车一平八\" is not legal here: expected one of i0i1, i0i2",
        ),
        (
            "FEN: 9 w\nh2e2",
            "! line 1: the start is no position: the board has 1 ranks, expected 10; red has no king; black has no king",
        ),
    ] {
        assert_eq!(summary(text), expected, "{text}");
    }
    // Only what stands at the beginning makes a game by a tag alone.
    for (text, expected) in [
        ("Event: x", "[Event \"x\"] [Result \"*\"] *"),
        ("Version: 1.0\nAuthor: x", "nothing"),
        (
            "Version: 1.0\nFEN: 4k4/9/9/9/9/9/9/9/4R4/3K5 b",
            "[Version \"1.0\"] [Result \"*\"] [FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1\"] *",
        ),
        ("Moves: 1. C2=5, H8+7", "[Result \"*\"] 1. h2e2 h9g7 *"),
        ("Moves: 炮二平五 马8进7", "[Result \"*\"] 1. h2e2 h9g7 *"),
        ("Result: 红胜\nRed: a", "[Red \"a\"] [Result \"1-0\"] 1-0"),
        (
            "Result: won\nRed: a",
            "[Red \"a\"] [Result \"*\"] {Result: won} *",
        ),
        (
            "炮二平五!? 马8进7！\n2. H2+3!!",
            "[Result \"*\"] 1. h2e2 {!?} 1... h9g7 {！} 2. h0g2 {!!} *",
        ),
    ] {
        assert_eq!(summary(text), expected, "{text}");
    }
    let found = summary("炮二平五 马8进7\n炮五平五 马二进三");
    let expected = "[Result \"*\"] 1. h2e2 h9g7 * ! line 2: move 2 of red: \"炮五平五\" is not legal here: expected one of e2";
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
fn games_follow_a_result() {
    let [one, two] = ["1. h2e2 h9g7", "1. b2e2 b9c7"];
    let [red, black] = ["[Result \"1-0\"]", "[Result \"0-1\"]"];
    for (text, expected) in [
        (
            "1. 炮二平五 马8进7 1-0\n\n红方：丙\n1. 炮八平五 马2进3 0-1",
            format!("{red} {one} 1-0 | [Red \"丙\"] {black} {two} 0-1"),
        ),
        (
            "炮二平五 马8进7 红胜。（全局完）炮八平五\n1、炮八平五马2进3黑胜",
            format!("{red} {one} {{全局完}} 1-0 | {black} {two} 0-1"),
        ),
        (
            "1. h2e2 h9g7 *\n1.b2e2 b9c7 *\nEvent: x\n",
            format!("[Result \"*\"] {one} * | [Result \"*\"] {two} *"),
        ),
        // A star before a line of moves is no result, nor is a number with more behind it.
        (
            "* 1. h2e2 h9g7\n* 2. h0g2 1-0\n1.5 points, 1-0, 10. h2e2",
            format!("{red} {one} 2. h0g2 1-0"),
        ),
        // What is broken costs itself alone.
        (
            "1. h2e2 h2e2 2. h0g2 1-0\n1. h9h9\n红方：丙\n1. b2e2 b9c7 0-1",
            format!(
                "[Result \"*\"] 1. h2e2 * ! line 1: move 1 of black: \"h2e2\" is not legal here: \
                 no piece stands on h2, and black is to move | [Red \"丙\"] {black} {two} 0-1"
            ),
        ),
    ] {
        assert_eq!(summary(text), expected, "{text}");
    }
    // A start begins a game wherever it stands.
    let fen = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1";
    let start = format!("[Result \"*\"] [FEN \"{fen}\"]");
    assert_eq!(
        summary(&format!(
            "{fen}\n{fen}\n1... 将5平6\nFEN: {fen}\nFEN: 9 w\n1. h2e2"
        )),
        format!(
            "{start} * | {start} 1... e9f9 * | {start} * | ! line 5: the start is no position: \
             the board has 1 ranks, expected 10; red has no king; black has no king | [Result \"*\"] 1. h2e2 *"
        )
    );
}

#[test]
fn long_texts_are_read_in_one_go() {
    for text in [
        "1. h2e2 1-0\n".repeat(1 << 16),
        "1. h2e2 h2e2\n".repeat(1 << 16),
        "4k4/9/9/9/9/9/9/9/4R4/3K5 b\n".repeat(1 << 12),
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
        let mut games = read(&text);
        let Some(game) = games.pop() else {
            prop_assert!(record.line().is_empty());
            return Ok(());
        };
        prop_assert!(games.is_empty(), "{}", text);
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
        for record in read(&text).into_iter().filter_map(Result::ok) {
            let written = write(&record, Notation::Wxf);
            if *record.line().start() == Position::start() && !record.line().is_empty() {
                let again = read(&written).into_iter().map(|game| game.map(|game| write(&game, Notation::Wxf)));
                prop_assert_eq!(again.collect::<Vec<_>>(), [Ok(written)]);
            }
        }
    }
}
