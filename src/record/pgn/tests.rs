use proptest::prelude::*;

use super::*;
use crate::board::Color;
use crate::notation::Notation;
use crate::position::{Move, Outcome, Position};
use crate::record::any_record::any_record;
use crate::record::{GameRecord, TextError, Variation};

/// What was read, in short: `line [Tag value] {comment} moves with {comments} result`, or `line: error`.
fn summary(text: &str) -> Vec<String> {
    let game = |(line, result): (usize, Result<GameRecord, TextError>)| {
        let record = match result {
            Ok(record) => record,
            Err(error) => return format!("{line}: {error}"),
        };
        let mut words = vec![line.to_string()];
        words.extend(
            record
                .tags
                .iter()
                .map(|(name, value)| format!("[{name} {value}]")),
        );
        if *record.line().start() != Position::start() {
            words.push(format!("<{}>", record.line().start()));
        }
        let moves = record.line().moves();
        let comment = |ply| record.comment(ply);
        words.extend(summary_of_moves(
            Box::new(moves),
            &comment,
            record.variations(),
        ));
        words.push(
            record
                .outcome
                .map_or("*".to_owned(), |outcome| outcome.to_string()),
        );
        words.join(" ")
    };
    read(text).map(game).collect()
}

fn summary_of_moves<'a>(
    moves: Box<dyn Iterator<Item = Move> + '_>,
    comment: &dyn Fn(usize) -> &'a str,
    variations: &'a [Variation],
) -> Vec<String> {
    let comment = |ply| Some(comment(ply)).filter(|comment| !comment.is_empty());
    let mut words = Vec::from_iter(comment(0).map(|comment| format!("{{{comment}}}")));
    for (ply, mv) in moves.enumerate() {
        words.push(mv.to_string());
        words.extend(comment(ply + 1).map(|comment| format!("{{{comment}}}")));
        for variation in variations.iter().filter(|variation| variation.at() == ply) {
            let moves = Box::new(variation.moves().iter().copied());
            let comment = |ply| variation.comment(ply);
            let inner = summary_of_moves(moves, &comment, variation.variations());
            words.push(format!("({})", inner.join(" ")));
        }
    }
    words
}

#[test]
fn games_are_forgiven_much() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        (" \r\n\t\n", &[]),
        ("; nothing\n% at all\n{but remarks}\n", &[]),
        ("*", &["1 *"]),
        // Notations, mixed and glued.
        ("1. h2e2 h9g7 2. h0g2 i9h9 *", &["1 h2e2 h9g7 h0g2 i9h9 *"]),
        ("1. H2-E2 H9-G7 2. H0-G2 1-0", &["1 h2e2 h9g7 h0g2 1-0"]),
        (
            "1.C2=5 H8+7 2.H2+3 R9.8 0-1",
            &["1 h2e2 h9g7 h0g2 i9h9 0-1"],
        ),
        (
            "1. h3e3 h10g8 2. h1g3 1/2-1/2",
            &["1 h2e2 h9g7 h0g2 1/2-1/2"],
        ),
        (
            "[White \"a\"]\n[Black \"b\"]\n[whiteelo \"9\"]\n1. Che2 Hg7 2. Hg2 Rh9 3. Cxe6+ c5 *",
            &["1 [Red a] [Black b] [RedElo 9] h2e2 h9g7 h0g2 i9h9 e2e6 c6c5 *"],
        ),
        (
            "[White \"a\"]\n[Red \"b\"]\n1. Che3 Ng8 2. Ng3 Rh10 *",
            &["1 [White a] [Red b] h2e2 h9g7 h0g2 i9h9 *"],
        ),
        (
            "1.炮二平五 马８进７ 2.馬二進三 車９平８",
            &["1 h2e2 h9g7 h0g2 i9h9 *"],
        ),
        ("炮二平五马8进7马二进三", &["1 h2e2 h9g7 h0g2 *"]),
        (
            "1炮二平五马8进7 2马二进三 h9g9",
            &["1: line 1: move 2 of black: \"h9g9\" is not legal here: \
          no piece stands on h9, and black is to move"],
        ),
        ("1、h2e2，马８进７ 2．C8=6, *", &["1 h2e2 h9g7 b2d2 *"]),
        (
            "１",
            &[
                "1: line 1: move 1 of red: \"１\" is no move: found the end at byte 3, \
          expected a piece behind the place",
            ],
        ),
        // Numbers, glyphs and gaps; a pawn's move that looks like a number.
        (
            "1. h2e2!? 1... h9g7!! $12 2. ... 2.h0g2?? 2…i9h9# *",
            &["1 h2e2 {!?} h9g7 {!!\n$12} h0g2 {??} i9h9 *"],
        ),
        (
            "h2e2！(b2e2 $4 {a}) ?",
            &["1 h2e2 {！\n?} (b2e2 {$4\na}) *"],
        ),
        (
            "[FEN \"4k4/9/2P6/2P6/2P6/9/9/9/9/3K5 w\"]\n12. 27.6 12... K5+1 13.17.8 *",
            &["1 <4k4/9/2P6/2P6/2P6/9/9/9/9/3K5 w - - 0 1> c6d6 e9e8 c7b7 *"],
        ),
        ("57. h2e2 57. \u{3000}  h9g7", &["1 h2e2 h9g7 *"]),
        ("1 h2e2 h9g7 2\nh0g2", &["1 h2e2 h9g7 h0g2 *"]),
        // Comments.
        (
            "{a}1. h2e2 {b} (c) h9g7 ; d\n; e\n%f\nh0g2",
            &["1 {a} h2e2 {b\nc} h9g7 {d\ne} h0g2 *"],
        ),
        (
            "h2e2{ (a {b} }(c {)} (d)) h9g7",
            &["1 h2e2 {(a {b}\nc {)} (d)} h9g7 *"],
        ),
        ("h2e2 { :-{ } h9g7 { :-) }", &["1 h2e2 {:-{} h9g7 {:-)} *"]),
        ("h2e2{ a\r\n b\r c \n}h9g7", &["1 h2e2 {a\nb\nc} h9g7 *"]),
        (
            "h2e2 {1. h9g7} (1. i0i1) i9i8",
            &["1 h2e2 {1. h9g7} (i0i1) i9i8 *"],
        ),
        // Variations.
        (
            "1. h2e2 (1. C8=5 {a} h9g7 (b9c7) (马8进9 {b}) 2. h0g2 {c}) {d} (e) h9g7 (1... {f} i9i8 1-0) *",
            &["1 h2e2 {d\ne} (b2e2 {a} h9g7 (b9c7) (h9i7 {b}) h0g2 {c}) h9g7 ({f} i9i8) *"],
        ),
        (
            "(1. h2e2) 1. h2e2 (also 1. b2e2) (1. b2e2 h2e2) () (1. b2e2 {) h9g7",
            &["1 {1. h2e2} h2e2 {also 1. b2e2\n1. b2e2 h2e2\n1. b2e2 {} h9g7 *"],
        ),
        // Results.
        ("1. h2e2 1-0\n0-1 advert 1. h0g2 *", &["1 h2e2 1-0"]),
        ("[Result \"0-1\"]\n\n1. h2e2", &["1 h2e2 0-1"]),
        ("[Result \"0-1\"]\n\n1. h2e2 *", &["1 h2e2 0-1"]),
        ("[Result \"0-1\"]\n\n1. h2e2 1-0", &["1 h2e2 1-0"]),
        (
            "[Result \"won\"]\n\n1. h2e2 1/2",
            &["1 {Result: won} h2e2 1/2-1/2"],
        ),
        ("[Result \"红方胜\"]\n\n1. h2e2 *", &["1 h2e2 1-0"]),
        ("[Result \"?\"]\n\n1. h2e2", &["1 h2e2 *"]),
        // Tags.
        (
            "[Event \"a \\\"b\\\" \\\\ c\"]\r\n[Red\"d\"]\r[ Black  \"e \"f\" g\" ]\n  [x-y_z \"\"] [红方 \"h\"]h2e2",
            &["1 [Event a \"b\" \\ c] [Red d] [Black e \"f\" g] [x-y_z ] [红方 h] h2e2 *"],
        ),
        (
            "[Red a b]\n[Black \"c]\n[Date]\n[Site \"C:\\d\\\"]\nh2e2",
            &["1 [Red a b] [Black c] [Date ] [Site C:\\d\\] h2e2 *"],
        ),
        (
            "\u{feff}[Game \"x\"]\n; y\n%z\n[Red \"r\"]\n\n*",
            &["1 [Game x] [Red r] *"],
        ),
        (
            "[FEN \"4k4/9/9/9/9/9/9/9/9/3K5 b\"]\n[SetUp \"1\"]\n[Format \"ICCS\"]\n1... E9-E8 2. D0-D1",
            &["1 <4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1> e9e8 d0d1 *"],
        ),
        ("[FEN \"\"]\nh2e2", &["1 h2e2 *"]),
        // Games.
        (
            "1. h2e2 *\n\n[Red \"a\"]\n1. h0g2 *\n [Red \"b\"]\n[Red \"c\"]\n\n[Black \"d\"]\n\n[Red \"e\"]\n*\n",
            &[
                "1 h2e2 *",
                "3 [Red a] h0g2 *",
                "5 [Red b] [Red c] [Black d] *",
                "10 [Red e] *",
            ],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(summary(text), *expected, "{text}");
    }
}

#[test]
fn games_without_tags_follow_a_result() {
    for (text, games) in [
        ("1. h2e2 h9g7 1-0\n1. h2e2 *\n\n1.h0g2 *", 3),
        ("[Red \"a\"]\n1. h2e2 h9g7\n1/2-1/2\n\n1. h2e2 *", 2),
        ("1. h2e2 { as in\n1. h2e2 0-1\n\n1. e2e6 } h9g7 *", 1),
        ("1. h2e2 { 1-0 }\n1... h9g7 *\n", 1),
        ("1. h2e2\n\n1. ... h9g7 *\n1... e2e6", 1),
    ] {
        assert_eq!(summary(text).len(), games, "{text}");
        let pieces = pieces(text.as_bytes()).filter_map(|piece| piece.unwrap().read());
        assert_eq!(pieces.count(), games, "{text}");
    }
}

#[test]
fn a_broken_game_costs_itself_alone() {
    let text = "\r\n[Red \"a\"]\r\n\r\n1. h2e2 {left open\r\n\r\n[Red \"b\"]\r\n[FEN \"9 w\"]\r\n*\r\n\
        [Red \"c\"]\r\n1. h2e2\r\n1... h2e2 *\r\n[Red \"d\"]\r\n1. h2e2 (left open\r\n\
        [Red \"e\"]\n\n1. C2=5 x *\r[Red \"f\"]\r1. h2e2 ) h9g7\r[Red \"g\"]\r1. 炮二平五 1-0";
    let expected = [
        "2: line 4: a comment opens here and the game ends before it closes, expected } or )",
        "6: line 7: the start is no position: the board has 1 ranks, expected 10; red has no king; black has no king",
        "9: line 11: move 1 of black: \"h2e2\" is not legal here: no piece stands on h2, and black is to move",
        "12: line 13: a comment opens here and the game ends before it closes, expected } or )",
        "14: line 16: move 1 of black: \"x\" is no move: found 'x' at byte 0, expected a move, as h2e2, H2-E2, C2=5 or 炮二平五",
        "17: line 18: move 1 of black: \")\" is no move: found ')' at byte 0, expected a move, as h2e2, H2-E2, C2=5 or 炮二平五",
        "19 [Red g] h2e2 1-0",
    ];
    assert_eq!(summary(text), expected);
    let errors = read(text).filter_map(|(_, game)| game.err());
    let kept = errors.map(|error| (error.line, error.so_far.map_or(0, |game| game.line().len())));
    let expected = [(4, 1), (7, 0), (11, 1), (13, 1), (16, 1), (18, 1)];
    assert_eq!(kept.collect::<Vec<_>>(), expected);
}

/// Texts that take long if anything is looked at again and again.
#[test]
fn long_texts_are_read_in_one_go() {
    let shuffle = "马二进三马8进7马三退二马7退8";
    let cases = [
        "{".repeat(1 << 20),
        "(".repeat(1 << 20),
        "{}".repeat(1 << 19),
        "{{}".repeat(1 << 18),
        "({)".repeat(1 << 18),
        "h2e2(".repeat(1 << 18) + &")".repeat(1 << 18),
        "h2e2 ".to_owned() + &"(h2e2)".repeat(1 << 15),
        "h2e2 ".to_owned() + &"(h2e2".repeat(1 << 15) + &")".repeat(1 << 15),
        "[".repeat(1 << 20),
        "[A \"".repeat(1 << 18),
        "[A \"b\"]".repeat(1 << 17),
        "[A \"b\"]\n{\n".repeat(1 << 16),
        "[A \"b\"]\n\n".repeat(1 << 16),
        "\"".repeat(1 << 20),
        "1".repeat(1 << 20),
        "1.".repeat(1 << 19),
        "炮".repeat(1 << 18),
        "\r".repeat(1 << 20),
        "; \n".repeat(1 << 18),
        shuffle.repeat(1 << 12),
    ];
    for text in cases {
        let games = read(&text).count();
        assert!(games <= text.len() / 4, "{games} games");
    }
    let (_, long) = read(&shuffle.repeat(1 << 12)).next().expect("one game");
    assert_eq!(long.expect("it is sound").line().len(), 1 << 14);
}

#[test]
fn a_game_of_a_match_is_written_as_it_is_read_elsewhere() {
    let fen = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 6 30";
    let mut record = GameRecord::new(Position::from_fen(fen).expect("the FEN is sound"));
    for (name, value) in [
        ("Red", "a \"b\" \\"),
        ("Black", "c\nd"),
        ("Rule Set", "cn2011"),
        ("", "e"),
    ] {
        record.tags.push((name.to_owned(), value.to_owned()));
    }
    record.outcome = Some(Outcome::Win(Color::Red));
    record.add_comment("before");
    for (mv, comments) in [
        ("e9f9", ["x", "y"]),
        ("e1d1", ["", ""]),
        ("f9e9", ["{\n\r", "[A \"b\"]"]),
    ] {
        let mv = crate::notation::read_any(record.line().position(), mv).expect("it is legal");
        record.push(mv).expect("it is legal");
        for comment in comments {
            record.add_comment(comment);
        }
    }
    assert_eq!(
        write(&record, Notation::Coordinate),
        "[Red \"a \\\"b\\\" \\\\\"]\n[Black \"c d\"]\n[Rule_Set \"cn2011\"]\n[_ \"e\"]\n[Result \"1-0\"]\n\
         [FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 6 30\"]\n\n\
         {before}\n30... e9f9 {x\ny}\n31. e1d1 f9e9 {｛ [A \"b\"]}\n1-0\n\n"
    );
    let illegal = record.line().moves().next().expect("a move");
    assert!(record.push(illegal).is_err());
    assert_eq!(record.line().len(), 3);
}

proptest! {
    #[test]
    fn what_was_written_is_read(
        records in prop::collection::vec(any_record(), 0..4),
        notation in prop::sample::select(Notation::ALL.to_vec()),
    ) {
        let text: String = records.iter().map(|record| write(record, notation)).collect();
        let read: Vec<_> = read(&text).map(|(_, game)| game).collect();
        prop_assert_eq!(read, records.into_iter().map(Ok).collect::<Vec<_>>());
    }

    #[test]
    fn any_text_is_read(text: String) {
        read(&text).for_each(drop);
    }

    /// What a glance tells to be kept is kept, whatever stands in tags and comments.
    #[test]
    fn what_is_kept_is_read(
        name in "[A-Za-z红_ -]{0,3}|White|result",
        value in "[ -~炮\n\r]{0,4}",
        comment in "[ a{}\\[\n\r;()]{0,4}|\\[A \"b\"\\]",
    ) {
        let mut record = GameRecord::new(Position::start());
        record.tags.push((name, value));
        let mv = crate::notation::read_any(record.line().position(), "h2e2").expect("it is legal");
        record.push_unchecked(mv);
        record.add_comment(&comment);
        let read: Vec<_> = read(&write(&record, Notation::Chinese)).map(|(_, game)| game).collect();
        prop_assert!(!super::keeps(&record) || read == [Ok(record)]);
    }

    /// Texts of what matters to the reader; whatever comes out of them is written and read back.
    #[test]
    fn nearly_games_are_read(words in prop::collection::vec(
        prop::sample::select(vec![
            "[Red \"a\"]", "[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 b\"]", "[", "]", "\"", "{", "}", "(", ")", ";", "%", "$1",
            "\n", "\r\n", " ", "1.", "...", "h2e2", "h9g7", "炮二平五", "马8进7", "C2=5", "h10g8", "1-0", "*", "1/2", "\\",
        ]),
        0..40,
    )) {
        let text = words.concat();
        for record in read(&text).filter_map(|(_, game)| game.ok()) {
            let written = write(&record, Notation::Wxf);
            let [(_, Ok(read))] = &read(&written).collect::<Vec<_>>()[..] else {
                panic!("no single game: {written}");
            };
            prop_assert_eq!((read.line(), &read.tags, read.outcome), (record.line(), &record.tags, record.outcome));
            prop_assert_eq!(write(read, Notation::Wxf), written);
        }
    }
}
