//! Rulings of whole lines: the figures of the rule books, the counts, the limits.

use serde_json::Value;

use super::*;
use crate::board::{Color, Square};
use crate::position::{EndReason, Line, Move, Outcome, Position};

fn mv(text: &str) -> Move {
    let square = |at: usize| {
        let bytes = text.as_bytes();
        Square::new(bytes[at] - b'a', bytes[at + 1] - b'0').unwrap()
    };
    Move::new(square(0), square(2)).unwrap()
}

fn line(fen: &str, moves: &str) -> Line {
    let mut line = Line::new(Position::from_fen(fen).unwrap());
    for word in moves.split_whitespace() {
        line.push(mv(word)).unwrap();
    }
    line
}

/// Red's rook checks on e and f, Black's king steps to and fro (figure 6 of the Chinese book).
const PERPETUAL: &str = "2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w";
const ROUND: &str = "f0e0 e8f8 e0f0 f8e8 ";

#[test]
fn every_figure_is_ruled_right_or_left_open() {
    let figures = [
        include_str!("../../tests/rulings/cn2011.jsonl"),
        include_str!("../../tests/rulings/axf.jsonl"),
        include_str!("../../tests/rulings/seed1.jsonl"),
        include_str!("../../tests/rulings/seed2.jsonl"),
    ];
    let mut decided = Vec::new();
    for record in figures.iter().flat_map(|file| file.lines()) {
        let record: Value = serde_json::from_str(record).unwrap();
        let text = |field: &str| record[field].as_str().unwrap_or_default().to_owned();
        let moves: Vec<&str> = record["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word.as_str().unwrap())
            .collect();
        let line = line(&text("fen"), &moves.join(" "));
        let cycle = match record["cycle"].as_array() {
            Some(pair) => (
                pair[0].as_u64().unwrap() as usize,
                pair[1].as_u64().unwrap() as usize,
            ),
            None => (0, line.len()),
        };
        let rules = RuleSet::by_name(&text("ruleset")).unwrap();
        let ruling = Ruling::of(
            &line,
            Cycle::given(&line, cycle.0, cycle.1).unwrap(),
            &rules,
        );
        let Some(verdict) = ruling.verdict else {
            continue;
        };
        let verdict = match verdict {
            Verdict::Draw => "draw",
            Verdict::MustChange(Color::Red) => "red-must-change",
            Verdict::MustChange(Color::Black) => "black-must-change",
        };
        if !record["verdict"].is_null() {
            assert_eq!(verdict, text("verdict"), "{}", text("id"));
        }
        decided.push(text("id"));
    }
    for id in ["axf-001", "axf-003", "axf-004", "cn-fig06"] {
        assert!(
            decided.iter().any(|decided| decided == id),
            "{id} was left open"
        );
    }
}

#[test]
fn a_perpetual_check_loses_at_the_count() {
    for (name, count) in [
        ("cn2011", 4),
        ("axf", 3),
        ("computer", 3),
        ("check-only", 3),
    ] {
        let mut rules = RuleSet::by_name(name).unwrap();
        for mode in [Mode::Strict, Mode::Warning] {
            rules.mode = mode;
            for rounds in 0..6 {
                let line = line(PERPETUAL, &ROUND.repeat(rounds));
                let over = (rounds + 1 >= count)
                    .then_some((Outcome::Win(Color::Black), EndReason::Repetition));
                assert_eq!(outcome(&line, &rules), over, "{name} {rounds}");
            }
        }
    }
    let draw = Some((Outcome::Draw, EndReason::Repetition));
    assert_eq!(
        outcome(
            &line(PERPETUAL, &ROUND.repeat(2)),
            &RuleSet::by_name("none").unwrap()
        ),
        draw
    );
}

#[test]
fn both_sides_checking_draws() {
    let line = line(
        "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w",
        "e6e7 f8e8 e7f7 e8f8 f7e7 f8e8 e7f7 e8f8 f7e7",
    );
    let rules = RuleSet::by_name("axf").unwrap();
    assert_eq!(repetition_verdict(&line, &rules), Some(Verdict::Draw));
    assert_eq!(
        outcome(&line, &rules),
        Some((Outcome::Draw, EndReason::Repetition))
    );
}

#[test]
fn what_is_not_decided_is_no_draw() {
    let line = line(
        crate::position::START_FEN,
        &"b0c2 b9c7 c2b0 c7b9 ".repeat(4),
    );
    assert_eq!(outcome(&line, &RuleSet::default()), None);
    assert_eq!(repetition_verdict(&line, &RuleSet::default()), None);
    let check_only = RuleSet::by_name("check-only").unwrap();
    assert_eq!(
        outcome(&line, &check_only),
        Some((Outcome::Draw, EndReason::Repetition))
    );
    let text = explain::ruling(
        &line,
        &Ruling::of(&line, Cycle::at_end(&line).unwrap(), &RuleSet::default()),
        &RuleSet::default(),
    );
    assert_eq!(
        text.en,
        "Red: not decided; Black: not decided. Natures are not decided, so there is no verdict."
    );
}

#[test]
fn the_table_compares_classes() {
    use Class::{Allowed, ForbiddenA, ForbiddenB, PerpetualCheck};
    let classes = [Allowed, ForbiddenB, ForbiddenA, PerpetualCheck];
    for (i, red) in classes.into_iter().enumerate() {
        for (k, black) in classes.into_iter().enumerate() {
            let exactly = |class| Conduct {
                least: class,
                most: class,
            };
            let conduct = crate::board::ByColor {
                red: exactly(red),
                black: exactly(black),
            };
            let expected = match i.cmp(&k) {
                std::cmp::Ordering::Less => Verdict::MustChange(Color::Black),
                std::cmp::Ordering::Equal => Verdict::Draw,
                std::cmp::Ordering::Greater => Verdict::MustChange(Color::Red),
            };
            assert_eq!(verdict::compare(conduct), Some(expected));
        }
    }
}

#[test]
fn the_check_that_loses_is_barred() {
    let rules = RuleSet::default();
    // Three occurrences so far: the check would let Black complete the fourth.
    let near = line(PERPETUAL, &ROUND.repeat(2));
    assert_eq!(bans(&near, &rules).as_slice(), []);
    let nearer = line(PERPETUAL, &(ROUND.repeat(2) + "f0e0 e8f8"));
    assert_eq!(
        bans(&nearer, &rules).as_slice(),
        [mv("e0f0")],
        "e0f0 lets f8e8 complete the fourth occurrence"
    );
    let over = line(PERPETUAL, &(ROUND.repeat(2) + "f0e0 e8f8 e0f0"));
    assert_eq!(
        bans(&over, &rules).as_slice(),
        [],
        "the side that is checked is free"
    );
}

#[test]
fn surplus_checks_put_the_natural_limit_off() {
    // Kings and a rook that goes round without checking; the FEN's counter stands for what came before.
    let quiet = "3k5/9/9/9/9/9/9/9/R8/5K3 w - - 118 80";
    let rules = RuleSet::by_name("check-only").unwrap();
    assert_eq!(outcome(&line(quiet, "a1a2"), &rules), None);
    let draw = Some((Outcome::Draw, EndReason::NaturalLimit));
    assert_eq!(outcome(&line(quiet, "a1a2 d9d8"), &rules), draw);
    let mut few = rules.clone();
    few.natural_limit = Some(NaturalLimit {
        plies: 120,
        checks: 1,
    });
    let checked = line(quiet, "a1d1 d9e9");
    assert!(is_natural_limit(&checked, &rules) && is_natural_limit(&checked, &few));
    few.natural_limit = Some(NaturalLimit {
        plies: 120,
        checks: 0,
    });
    assert!(
        !is_natural_limit(&checked, &few),
        "one surplus check takes two plies out"
    );
    few.natural_limit = None;
    assert!(!is_natural_limit(&checked, &few));
}

#[test]
fn mate_stalemate_and_bare_defenders_end_the_game() {
    let rules = RuleSet::default();
    let mate = line("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 119 80", "b0b9");
    assert_eq!(
        outcome(&mate, &rules),
        Some((Outcome::Win(Color::Red), EndReason::Mate))
    );
    let stalemate = line("3k5/4P4/9/9/9/9/9/9/9/4K4 b", "");
    assert_eq!(
        outcome(&stalemate, &rules),
        Some((Outcome::Win(Color::Red), EndReason::Stalemate))
    );
    let bare = line("3k5/9/9/9/9/9/9/9/9/4KAB2 w", "");
    assert_eq!(
        outcome(&bare, &rules),
        Some((Outcome::Draw, EndReason::NoAttackers))
    );
}

#[test]
fn messages_come_at_the_second_the_last_but_one_and_the_last() {
    let rules = RuleSet::default();
    let said: Vec<Option<String>> = (0..5)
        .map(|rounds| {
            let line = line(PERPETUAL, &ROUND.repeat(rounds));
            let ruling = Ruling::of(&line, Cycle::at_end(&line)?, &rules);
            explain::message(&line, &ruling, &rules).map(|text| text.en)
        })
        .collect();
    let body = "Red: perpetual check; Black: idle. Red must change or loses (24.9, 25.1)";
    assert_eq!(
        said,
        [
            None,
            Some(format!(
                "Repetition: position seen 2 times. {body}. At 2 more, Red loses."
            )),
            Some(format!(
                "Repetition: position seen 3 times. {body}. At 1 more, Red loses."
            )),
            Some(
                "Ruling: position seen 4 times. Red: perpetual check; Black: idle. \
                 Red did not change and loses (24.9, 25.1)."
                    .to_owned()
            ),
            None,
        ]
    );
}
