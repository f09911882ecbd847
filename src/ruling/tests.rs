//! Rulings of whole lines: the figures of the rule books, the counts, the limits.

use super::*;
use crate::board::{Color, Square};
use crate::position::{EndReason, Line, Move, Outcome, Position};

pub(super) fn mv(text: &str) -> Move {
    let square = |at: usize| {
        let bytes = text.as_bytes();
        Square::new(bytes[at] - b'a', bytes[at + 1] - b'0').unwrap()
    };
    Move::new(square(0), square(2)).unwrap()
}

pub(super) fn line(fen: &str, moves: &str) -> Line {
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
    assert_eq!(
        repetition_verdict(&line, &rules, &mut NatureCache::default()),
        Some(Verdict::Draw)
    );
    assert_eq!(
        outcome(&line, &rules),
        Some((Outcome::Draw, EndReason::Repetition))
    );
}

#[test]
fn a_dance_of_knights_draws() {
    let line = line(
        crate::position::START_FEN,
        &"b0c2 b9c7 c2b0 c7b9 ".repeat(3),
    );
    let rules = RuleSet::default();
    assert_eq!(
        outcome(&line, &rules),
        Some((Outcome::Draw, EndReason::Repetition))
    );
    let text = explain::ruling(
        &Ruling::of(&line, Cycle::at_end(&line).unwrap(), &rules),
        &rules,
    );
    assert_eq!(
        text.en,
        "Red: idle; Black: idle. Neither side changed: the game is drawn (24.14, 25.2)."
    );
}

#[test]
fn the_table_compares_classes() {
    use Class::{Allowed, ForbiddenA, ForbiddenB, PerpetualCheck};
    let classes = [Allowed, ForbiddenB, ForbiddenA, PerpetualCheck];
    for (i, red) in classes.into_iter().enumerate() {
        for (k, black) in classes.into_iter().enumerate() {
            let classes = crate::board::ByColor { red, black };
            let expected = match i.cmp(&k) {
                std::cmp::Ordering::Less => Verdict::MustChange(Color::Black),
                std::cmp::Ordering::Equal => Verdict::Draw,
                std::cmp::Ordering::Greater => Verdict::MustChange(Color::Red),
            };
            assert_eq!(verdict::compare(classes), expected);
        }
    }
}

#[test]
fn the_check_that_loses_is_barred() {
    let rules = RuleSet::default();
    // Three occurrences so far: the check would let Black complete the fourth.
    let near = line(PERPETUAL, &ROUND.repeat(2));
    assert_eq!(
        bans(&near, &rules, &mut NatureCache::default()).as_slice(),
        []
    );
    let nearer = line(PERPETUAL, &(ROUND.repeat(2) + "f0e0 e8f8"));
    assert_eq!(
        bans(&nearer, &rules, &mut NatureCache::default()).as_slice(),
        [mv("e0f0")],
        "e0f0 lets f8e8 complete the fourth occurrence"
    );
    let over = line(PERPETUAL, &(ROUND.repeat(2) + "f0e0 e8f8 e0f0"));
    assert_eq!(
        bans(&over, &rules, &mut NatureCache::default()).as_slice(),
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
fn a_mate_with_the_ninth_attack_comes_before_the_nine_rounds() {
    let rules = RuleSet {
        count: 20,
        ..RuleSet::default()
    };
    let fen = "9/3k5/9/9/7R1/9/9/9/9/R3K4 b";
    let moves = "d8d9 a0a9 d9d8 ".to_owned() + &"a9a8 d8d9 a8a9 d9d8 ".repeat(3) + "a9a8 d8d9";
    let mate = line(fen, &(moves + " h5h9"));
    let end = Some((Outcome::Win(Color::Red), EndReason::Mate));
    assert_eq!(outcome(&mate, &rules), end);
    let judgement = judge(&mate, &rules);
    let ended = judgement.end.map(|end| (end.outcome, end.reason));
    assert_eq!(ended, end);
}

#[test]
fn messages_come_at_the_second_the_last_but_one_and_the_last() {
    let rules = RuleSet::default();
    let said: Vec<Option<String>> = (0..5)
        .map(|rounds| {
            let line = line(PERPETUAL, &ROUND.repeat(rounds));
            let ruling = Ruling::of(&line, Cycle::at_end(&line)?, &rules);
            explain::message(&ruling, &rules).map(|text| text.en)
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

/// Diagram 39 of the Asian book: a rook that stands on a knight's leg and may not leave it is chased by a cannon.
const PINNED_ROOK: (&str, &str) = (
    "2baka3/C4rN2/4b1n2/1Rp5p/6p2/2P6/4c1P1c/4B3C/4A4/4KAB2 w",
    "b6b8 f9e8 b8b5 e8f9 b5b8",
);
/// Diagram 50: a rook chases a knight, which checks and chases by turns.
const CHECK_AND_CHASE: (&str, &str) = (
    "3akr3/n3a4/4b4/9/P1b6/9/1n7/4B4/3RA4/2BAK4 w",
    "d1d3 b3c1 d3d1 c1b3",
);
/// Diagram 80: two rooks chase two cannons by turns.
const TWO_BY_TURNS: (&str, &str) = (
    "3rkabc1/4a3R/4b4/9/9/9/9/B8/1R2A4/c1BAK4 w",
    "i8h8 h9i9 b1a1 a0b0 h8i8 i9h9 a1b1 b0a0",
);

#[test]
fn the_asian_books_weigh_what_is_chased() {
    use Class::{Allowed, ForbiddenA, ForbiddenB};
    let cases = [
        ("axf", PINNED_ROOK, 1, ForbiddenA, Allowed),
        ("computer", PINNED_ROOK, 1, ForbiddenB, ForbiddenB),
        ("axf", CHECK_AND_CHASE, 0, ForbiddenB, Allowed),
        ("computer", CHECK_AND_CHASE, 0, Allowed, Allowed),
        ("axf", TWO_BY_TURNS, 0, Allowed, Allowed),
        ("check-only", PINNED_ROOK, 1, Allowed, Allowed),
    ];
    for (name, (fen, moves), start, red, black) in cases {
        let rules = RuleSet::by_name(name).unwrap();
        let line = line(fen, moves);
        let cycle = Cycle::given(&line, start, line.len() - start).unwrap();
        let ruling = Ruling::of(&line, cycle, &rules);
        let classes = ruling.classes;
        assert_eq!([classes.red, classes.black], [red, black], "{name}: {fen}");
        for (ply, finding) in ruling.findings.iter().enumerate() {
            let is_a = classes[line.turn_at(start + ply)] == ForbiddenA;
            let level =
                (finding.nature == Nature::Chase).then_some(if is_a { Level::A } else { Level::B });
            assert_eq!(finding.level, level, "{name}: {fen} {ply}");
        }
    }
}

#[test]
fn chases_by_turns_are_not_called_perpetual() {
    let rules = RuleSet::by_name("axf").unwrap();
    let line = line(TWO_BY_TURNS.0, TWO_BY_TURNS.1);
    let ruling = Ruling::of(&line, Cycle::at_end(&line).unwrap(), &rules);
    assert!(
        ruling
            .findings
            .iter()
            .step_by(2)
            .all(|finding| finding.nature == Nature::Chase)
    );
    assert_eq!(
        explain::ruling(&ruling, &rules).en,
        "Red: chases of several pieces; Black: idle. If neither side changes, the game is drawn."
    );
}

#[test]
fn a_nature_does_not_hang_on_which_of_two_equal_lines_is_found_first() {
    let cases = [
        // Two lines of checks win as much, one of them by two pieces together.
        (
            "2bak4/4a3R/n4C2b/7rn/p5p1p/2p2p3/4P1cR1/N6C1/9/2BAKABN1 w",
            "h3g3",
            Nature::Chase,
        ),
        // Black may check and take one of two pieces; one of them could be won before.
        (
            "3a2b2/4a3n/3k5/5r3/1Cb4P1/2B5r/9/B8/3NK4/3ANA3 b",
            "f6f4",
            Nature::Chase,
        ),
        (
            "5a3/3k5/4b4/7n1/c8/4R4/9/9/5K1c1/5A3 w",
            "e4b4",
            Nature::Idle,
        ),
        ("3a5/5k3/bN4N2/9/9/9/9/B8/9/4K4 w", "e0e1", Nature::Idle),
        // Of two lines of one worth the rook that moved stands still in one, but the other side may keep to lines in which it
        // does not.
        (
            "r2n2nr1/5k3/5a2b/6C2/2b4R1/p2p2c1p/3N5/4B3B/c4K3/3A1AR2 w",
            "h5h9",
            Nature::Chase,
        ),
        // An old attack elsewhere on the board takes nothing from a line of checks.
        (
            "5a3/2P2k3/4P4/p1r5p/9/8P/P8/4B4/2nRA1r2/2BAK4 b",
            "g1h1",
            Nature::Chase,
        ),
    ];
    for (fen, word, nature) in cases {
        let (position, mv) = (Position::from_fen(fen).unwrap(), mv(word));
        let found = |position: Position, mv: Move| {
            let mut line = Line::new(position);
            line.push(mv).unwrap();
            let finding = findings(&line, &RuleSet::default()).remove(0);
            (finding.nature, finding.level)
        };
        let here = found(position.clone(), mv);
        assert_eq!(here.0, nature, "{fen}");
        let flipped = Move::new(mv.from().flipped(), mv.to().flipped()).unwrap();
        assert_eq!(found(position.flipped(), flipped), here, "{fen}");
        assert_eq!(found(position.mirrored(), mv.mirrored()), here, "{fen}");
    }
}

/// Gives what a judgement says of the end of a line.
fn end(line: &Line, rules: &RuleSet) -> (usize, Outcome, EndReason) {
    let end = judge(line, rules).end;
    end.map(|end| (end.ply, end.outcome, end.reason)).unwrap()
}

#[test]
fn a_game_ends_where_the_rules_first_end_it() {
    let rules = RuleSet::default();
    let round = "i0i1 i9i8 i1i0 i8i9 ";
    let moves = round.repeat(3) + "h2e2 h9g7 " + round;
    let dance = line(crate::position::START_FEN, &moves);
    assert_eq!(
        end(&dance, &rules),
        (12, Outcome::Draw, EndReason::Repetition)
    );
    let judgement = judge(&dance, &rules);
    assert_eq!(judgement.ruling.as_ref().unwrap().cycle.start, 14);
    let said = explain::judgement(&dance, &judgement, &rules);
    let idle = "Red: idle; Black: idle.";
    assert_eq!(
        said.en,
        format!(
            "{idle} If neither side changes, the game is drawn (24.14, 25.2). \
             The game had ended after Black's move 6 (R9-1): {idle} Neither side changed: the game is drawn \
             (24.14, 25.2). Draw by the ruling of a repetition."
        )
    );
    assert!(
        said.zh
            .contains("对局在黑方第6着（车9退1）之后已经结束：红方闲，黑方闲：双方不变，判和"),
        "{}",
        said.zh
    );
    // A stretch that is asked for is judged by itself.
    let given = Stretch::Given {
        start: 14,
        length: 4,
    };
    assert_eq!(Judgement::of(&dance, given, &rules).unwrap().end, None);

    let limit = "3k5/9/9/9/9/9/9/p8/R8/1R2K4 w - - 119 80";
    let limit = line(limit, "b0b1 d9d8 a1a2");
    assert_eq!(
        end(&limit, &rules),
        (1, Outcome::Draw, EndReason::NaturalLimit)
    );
    let judgement = judge(&limit, &rules);
    assert_eq!(
        explain::judgement(&limit, &judgement, &rules).en,
        "The game had ended after Red's move 80 (R8+1): Draw by the natural limit of moves without a capture."
    );
    let bare = line("3k5/9/9/9/9/9/9/9/9/4KAB2 w", "f0e1");
    assert_eq!(
        end(&bare, &rules),
        (0, Outcome::Draw, EndReason::NoAttackers)
    );
    let beyond = line(PERPETUAL, &ROUND.repeat(5));
    assert_eq!(
        end(&beyond, &rules),
        (12, Outcome::Win(Color::Black), EndReason::Repetition)
    );
}

#[test]
fn sky_counts_rounds() {
    let sky = RuleSet::by_name("sky").unwrap();
    let over = |fen, moves: &str, rules: &RuleSet| {
        (1..20).find_map(|rounds| {
            let line = line(fen, &moves.repeat(rounds));
            Some((line.len(), outcome(&line, rules)?.0))
        })
    };
    let knights = "b0c2 b9c7 c2b0 c7b9 ";
    let start = crate::position::START_FEN;
    // One piece checks: six rounds. Nobody offends: the fifth occurrence.
    assert_eq!(
        over(PERPETUAL, ROUND, &sky),
        Some((12, Outcome::Win(Color::Black)))
    );
    assert_eq!(over(start, knights, &sky), Some((16, Outcome::Draw)));
    // A knight checks and chases by turns, a rook only chases: like offenders, six rounds.
    let (fen, moves) = CHECK_AND_CHASE;
    assert_eq!(
        over(fen, &(moves.to_owned() + " "), &sky),
        Some((12, Outcome::Draw))
    );
    // A rook chases and checks by turns: twelve rounds. It only chases: six.
    let alone = "2baka1R1/1c7/5c1C1/p3p3p/9/9/P3P3P/4B4/2n1A4/2BA1K3 w";
    let moves = "h9h8 f9e8 h8h9 e8f9 ";
    assert_eq!(
        over(alone, moves, &sky),
        Some((24, Outcome::Win(Color::Black)))
    );
    let chase = PINNED_ROOK.1.split_once(' ').unwrap();
    let fen = line(PINNED_ROOK.0, chase.0).position().to_string();
    assert_eq!(
        over(&fen, &(chase.1.to_owned() + " "), &sky),
        Some((12, Outcome::Win(Color::Black)))
    );
    // Both check: six rounds.
    let fen = "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w";
    let checked = line(fen, "e6e7").position().to_string();
    let moves = "f8e8 e7f7 e8f8 f7e7 ";
    assert_eq!(over(&checked, moves, &sky), Some((12, Outcome::Draw)));
    // Checks by two pieces: twelve rounds; by three: eighteen.
    let ladder = "3k5/R8/1R7/9/9/6N2/9/9/9/4K4 w";
    let ladder = line(ladder, "a8a9 d9d8 b7b8 d8d7 g4f6");
    for (length, rounds) in [(1, 6), (3, 12), (5, 18)] {
        let cycle = Cycle::given(&ladder, 0, length).unwrap();
        let ruling = Ruling::of(&ladder, cycle, &sky);
        assert_eq!(ruling.rounds, Some(rounds), "{ruling:?}");
    }
    // A count that is set holds for all.
    let counted = sky.clone().with_count(3);
    assert_eq!(
        over(PERPETUAL, ROUND, &counted),
        Some((8, Outcome::Win(Color::Black)))
    );
    assert_eq!(over(start, knights, &counted), Some((8, Outcome::Draw)));
    // The length of the whole game.
    let late = line("3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 200", "a1a2");
    assert_eq!(outcome(&late, &sky), None);
    let last = line("3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 200", "a1a2 d9d8");
    assert_eq!(
        outcome(&last, &sky),
        Some((Outcome::Draw, EndReason::GameLength))
    );
    assert_eq!(outcome(&last, &RuleSet::default()), None);
}
