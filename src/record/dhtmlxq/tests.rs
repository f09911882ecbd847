use proptest::prelude::*;

use super::{read, write};
use crate::board::Color;
use crate::position::Outcome;
use crate::record::any_record::any_record;

const PAGE: &str = "<html>[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_title]t[/DhtmlXQ_title]\n\
    [dhtmlxq_RED]A[/dhtmlxq_RED][DhtmlXQ_black]B[/DhtmlXQ_black][DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
    [DhtmlXQ_hits]12[/DhtmlXQ_hits][DhtmlXQ_round][/DhtmlXQ_round]\n\
    [DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383/3/2[/DhtmlXQ_binit]\n\
    [DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n\
    [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][DhtmlXQ_move_0_3_2]09081242[/DhtmlXQ_move_0_3_2]\n\
    [DhtmlXQ_move_2_4_3]1232[/DhtmlXQ_move_2_4_3]\n\
    [DhtmlXQ_comment0]before||the game[/DhtmlXQ_comment0][DhtmlXQ_comment1]one[/DhtmlXQ_comment1]\n\
    [DhtmlXQ_comment2_3]odd[/DhtmlXQ_comment2_3][/DhtmlXQ]\n advert\n\
    [DhtmlXQ][DhtmlXQ_red]C[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist]\n\
    [DhtmlXQ_binit]9999999949999999999999999999999999999999409999999999999999999999";

#[test]
fn a_page_is_read() {
    let games = read(PAGE);
    assert_eq!(games.len(), 2);
    let game = games[0].as_ref().unwrap();
    let tags: Vec<_> = game
        .tags
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    assert_eq!(tags, ["Title t", "Red A", "Black B", "Hits 12"]);
    assert_eq!(game.outcome, Some(Outcome::Win(Color::Red)));
    let moves: Vec<_> = game.line().moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "i9h9"]);
    assert_eq!(
        (game.comment(0), game.comment(1)),
        ("before\nthe game", "one")
    );
    let [first, second] = game.variations() else {
        panic!("{:?}", game.variations());
    };
    assert_eq!(
        (first.at(), first.moves()[0].to_string()),
        (1, "b9c7".to_owned())
    );
    assert_eq!((second.at(), second.comment(1)), (2, "odd"));
    let inner = &second.variations()[0];
    assert_eq!(
        (inner.at(), inner.moves()[0].to_string()),
        (1, "b7d7".to_owned())
    );
    // The board of the second begins a game of its own if it comes twice; here it tells two kings that face.
    let error = games[1].as_ref().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("line 14: the start is no position:"),
        "{error}"
    );
}

#[test]
fn what_is_told_in_no_right_place_is_kept() {
    let text = "[DhtmlXQ_result]abandoned[/DhtmlXQ_result][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\
        [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1_2]in[/DhtmlXQ_comment1_2]\
        [DhtmlXQ_comment1_3]a[/DhtmlXQ_comment1_3][DhtmlXQ_comment9]b[/DhtmlXQ_comment9]\
        [DhtmlXQ_comment2_0]c[/DhtmlXQ_comment2_0][DhtmlXQ_comment2]d[/DhtmlXQ_comment2]";
    let game = read(text).remove(0).unwrap();
    assert_eq!(game.comment(0), "Result: abandoned");
    assert_eq!(game.comment(2), "d\nb\na\nc");
    assert_eq!(game.variations()[0].comment(1), "in");
}

#[test]
fn faults_are_told_with_what_was_read_before() {
    let field = |name: &str, value: &str| format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n");
    let moves = field("movelist", "77477062");
    for (text, plies, expected) in [
        (
            field("movelist", "7747704"),
            0,
            "line 1: found \"7747704\", expected squares of two digits each, the file from 0 to 8 and the rank from 0 to 9",
        ),
        (
            field("movelist", "77477x62"),
            0,
            "line 1: found \"77477x62\", expected squares of two digits each, the file from 0 to 8 and the rank from 0 to 9",
        ),
        (
            field("movelist", "77479962"),
            0,
            "line 1: found \"77479962\", expected moves of two squares, four digits each",
        ),
        (
            field("movelist", "77477747"),
            1,
            "line 1: ply 2: h2e2 is not a legal move of black in rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        ),
        (
            field("binit", "77"),
            0,
            "line 1: found \"77\", expected the squares of 32 pieces",
        ),
        (
            moves.clone() + &field("move_0_3_1", "7967"),
            2,
            "line 2: variation 1: found a variation in place of move 3 of a line of 2",
        ),
        (
            moves.clone() + &field("move_0_2_1", "7967"),
            2,
            "line 2: variation 1: h0g2 is not a legal move of black in rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        ),
        (
            moves.clone() + &field("move_3_2_4", "7967"),
            2,
            "line 2: found \"3\", expected the number of a line that is there",
        ),
        (
            moves.clone() + &field("move_2_2_2", "7967"),
            0,
            "line 2: found \"2_2_2\", expected a variation with a number of its own above that of the line left",
        ),
        (
            moves.clone() + &field("move_0_0_1", "7967"),
            2,
            "line 2: found \"0\", expected a ply that the line left has",
        ),
        (
            moves.clone() + &field("move_0_2_1", "1022") + &field("move_1_1_2", "7967"),
            2,
            "line 3: found \"1\", expected a ply that the line left has",
        ),
        (
            moves + &field("move_2_2", "7967"),
            0,
            "line 2: found \"2_2\", expected the numbers of the line left, of the ply and of the variation",
        ),
    ] {
        let error = read(&text)[0].clone().unwrap_err();
        assert_eq!(error.to_string(), expected);
        let found = error.so_far.map_or(0, |record| record.line().len());
        assert_eq!(found, plies, "{text}");
    }
}

#[test]
fn long_texts_are_read_in_one_go() {
    for text in [
        "[DhtmlXQ".repeat(1 << 17),
        "[DhtmlXQ_a]".repeat(1 << 17),
        "[DhtmlXQ]".repeat(1 << 17),
        "[/DhtmlXQ_".repeat(1 << 17),
        "[".repeat(1 << 20),
    ] {
        assert!(read(&text).len() <= 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_was_written_is_read(records in prop::collection::vec(any_record(), 1..3)) {
        let text: String = records.iter().map(write).collect();
        let games = read(&text);
        prop_assert_eq!(games.len(), records.len());
        let mut again = String::new();
        for (game, record) in games.into_iter().zip(&records) {
            let game = game.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
            prop_assert!(game.line().moves().eq(record.line().moves()));
            prop_assert_eq!(game.outcome, record.outcome);
                if !format!("{record:?}").contains('|') {
                prop_assert_eq!(game.variations(), record.variations());
            }
            again += &write(&game);
        }
        prop_assert_eq!(again, text);
    }

    #[test]
    fn any_text_is_read(text: String) {
        let _ = read(&text);
    }
}
