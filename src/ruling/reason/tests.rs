//! What a finding shows and how it is told.

use crate::ruling::tests::{line, mv};
use crate::ruling::{Cycle, Finding, Level, Nature, RuleSet, Ruling, TargetClass, explain};

/// Finds the natures of the moves of a line with their reasons.
fn reasons(fen: &str, moves: &str, name: &str) -> Vec<(Finding, explain::Text)> {
    let rules = RuleSet::by_name(name).unwrap();
    let line = line(fen, moves);
    let cycle = Cycle::given(&line, 0, line.len()).unwrap();
    let findings = Ruling::of(&line, cycle, &rules).findings;
    let with_reason = |(ply, finding): (usize, Finding)| {
        let why = explain::nature(&line, ply, &finding, &rules);
        (finding, why)
    };
    findings.into_iter().enumerate().map(with_reason).collect()
}

#[test]
fn every_new_threat_is_a_target_and_the_gravest_comes_first() {
    let reasons = reasons("3ak4/9/9/9/2n6/9/5R3/9/9/2c2K3 w", "f3c3", "cn2011");
    let (finding, why) = &reasons[0];
    let targets = finding.targets.iter();
    let told = targets.map(|target| (target.square.to_string(), target.line.clone()));
    let expected = [("c5", "c3c5"), ("c0", "c3c0")];
    let expected = expected.map(|(square, capture)| (square.to_owned(), vec![mv(capture)]));
    assert_eq!(told.collect::<Vec<_>>(), expected);
    assert_eq!(finding.level, Some(Level::A));
    assert_eq!(
        why.en,
        "threatens R7+2, winning a knight, which was not possible before the move; also chases a cannon: chase (24.3)"
    );
    assert_eq!(
        why.zh,
        "伏有车七进二，得马，走子前不能，兼捉炮，判“捉”（24.3）"
    );
}

#[test]
fn an_allowed_move_is_called_what_it_does() {
    const ROOKS: &str = "3k5/9/9/9/r7R/9/9/9/9/4K4 w";
    const KNIGHTS: &str = "2bakab2/9/2n1c3c/pCp1N3p/7n1/2P6/P3P1P1P/4CrN2/9/1RBAKAB2 w";
    let cases = [
        (
            crate::position::START_FEN,
            "h2e2",
            Nature::Idle,
            "a screen leaves",
        ),
        (
            "c3k4/4a4/9/9/R8/9/9/9/4A4/N3KA3 w",
            "a5b5",
            Nature::Idle,
            "a screen leaves",
        ),
        (
            "c3k4/9/1P7/p8/9/9/9/9/9/N4K3 w",
            "b7a7",
            Nature::Block,
            "a second screen",
        ),
        (
            "3k5/9/9/9/2n6/9/3C5/B8/9/4K4 w",
            "a2c4",
            Nature::Block,
            "on the leg of a knight",
        ),
        (
            "4k1b2/9/8P/9/7R1/9/9/9/9/3K5 w",
            "h5h8",
            Nature::Block,
            "in the eye of an elephant",
        ),
        (
            ROOKS,
            "e0e1",
            Nature::Idle,
            "two rooks faced each other before",
        ),
        (
            ROOKS,
            "i5h5",
            Nature::Exchange,
            "the rook goes on facing the other",
        ),
        (
            KNIGHTS,
            "b6b2 f2f6 b2b6",
            Nature::Exchange,
            "the cannon comes to protect a knight that faces another",
        ),
    ];
    for (fen, moves, nature, what) in cases {
        let reasons = reasons(fen, moves, "cn2011");
        assert_eq!(reasons.last().unwrap().0.nature, nature, "{what}: {fen}");
    }
}

#[test]
fn a_chase_is_told_with_what_it_wins_and_why_it_is_new() {
    let cases = [
        (
            "2ba1k3/4a4/4b4/R2C1rp1p/2p6/6P2/9/3AB4/2r1A4/3NK1B2 w",
            "d6c6",
            "伏有炮七退五，车6平1，得车失车，走子前不能，价值相当而系被牵子（所遮之车被吃）捉子，判“捉”（24.3、26.5）",
            "threatens C7-5, R6=1, winning a rook for a rook, which was not possible before the move; \
             that is level, but the rook lost is what the chaser shielded: chase (24.3, 26.5)",
        ),
        (
            "2b1kr3/1r2a4/4ba3/1N1R5/9/4p4/9/4B4/4A4/3AK1B2 w",
            "d6e6",
            "伏有车五退二，车2进2，得卒失马，走子前不能，价值相当而系做根子（所保之马被吃）捉子，判“捉”（24.3、26.5）",
            "threatens R5-2, R2+2, winning a pawn for a knight, which was not possible before the move; \
             that is level, but the knight lost is what the chaser guarded: chase (24.3, 26.5)",
        ),
        (
            "2baka3/1r7/4b4/7c1/9/R8/1N7/4B4/9/2BAKA3 w",
            "a4a6",
            "伏有车九平二，车2进5，得炮失马，走子前不能，价值相当而系各吃各子，判“捉”（24.3、26.5）",
            "threatens R9=2, R2+5, winning a cannon for a knight, which was not possible before the move; \
             that is level, but each side takes a different piece: chase (24.3, 26.5)",
        ),
        (
            "2baka3/1r7/4b4/7c1/9/R8/1N7/4B4/9/2BAKA3 w",
            "a4a6 h6h4",
            "伏有车2进5，得马，走子前所得较少，判“捉”（24.3）",
            "threatens R2+5, winning a knight, which paid less before the move: chase (24.3)",
        ),
        (
            "1Cbak4/1r2a4/c3b4/p8/2p1R4/6P1P/2P6/4B4/4A4/2BAK4 w",
            "b9a9",
            "伏有车五进二，得象，走子避捉，原有之捉复活，判“捉”（24.3）",
            "threatens R5+2, winning an elephant, an old attack that the escape of the piece brings to life: chase (24.3)",
        ),
        (
            "4kab2/4arNC1/4b1R2/4n4/2p3pc1/9/4P3P/4B4/4A4/2BAK4 w",
            "g7g6 e6f4 g6g7",
            "伏有炮二平四，得车，走子避捉，原有之捉复活，判“捉”（24.3）",
            "threatens C2=4, winning a rook, an old attack that the escape of the piece brings to life: chase (24.3)",
        ),
        (
            "5a3/5k3/4P4/p7p/9/8P/P8/4B4/2nRA2r1/2BAK4 w",
            "e2g0",
            "伏有车六平七，得马，走子前虽能吃而不得子，判“捉”（24.3）",
            "threatens R6=7, winning a knight, which did not pay before the move: chase (24.3)",
        ),
        (
            "1R3a3/3ka4/bRr4r1/p3p3P/4c4/6B2/9/3A5/9/4KA3 w",
            "b7b8 d8d7 b8b7",
            "邀兑车，对方若吃：车3平2，车八退二，将4退1，车八平二，得双车失车，判“捉”（26.10）",
            "offers to exchange the rook; if it is taken, R3=2, R8-2, K4-1, R8=2 wins two rooks for a rook: chase (26.10)",
        ),
    ];
    for (fen, moves, zh, en) in cases {
        let (_, why) = reasons(fen, moves, "cn2011").pop().unwrap();
        assert_eq!((&*why.zh, &*why.en), (zh, en), "{fen}");
    }
}

#[test]
fn who_loses_by_taking_shows_it() {
    let fen = "1R3a3/3ka4/bRr4r1/p3p3P/4c4/6B2/9/3A5/9/4KA3 w";
    let (finding, _) = reasons(fen, "b7b8 d8d7 b8b7", "cn2011").pop().unwrap();
    let target = &finding.targets[0];
    assert!(target.is_offered);
    assert_eq!(target.line, ["c7b7", "b9b7", "d7d8", "b7h7"].map(mv));
}

#[test]
fn two_offenders_are_told_apart_by_what_they_chase() {
    let fen = "2C6/4k4/2c3c2/9/6r2/9/9/4B4/2R3R2/4K4 w";
    let line = line(fen, "c9g9 g5c5 g9c9 c5g5");
    let rules = RuleSet::default();
    let ruling = Ruling::of(&line, Cycle::at_end(&line).unwrap(), &rules);
    let text = explain::ruling(&ruling, &rules);
    assert_eq!(
        text.en,
        "Red: perpetual chase of a rook; Black: perpetual joint chase of a rook. \
         Red must change or loses (24.13, 25.4, 26.9.2)."
    );
    assert_eq!(
        text.zh,
        "红方长捉车，黑方长联合捉车：红方必须变着，不变判负（24.13、25.4、26.9.2）。"
    );
}

#[test]
fn the_asian_book_tells_a_protected_piece_from_a_bare_one() {
    use TargetClass::{Other, Unprotected};
    let cases = [
        ("4k4/9/9/9/9/9/9/3c4r/4A4/3AK4 w", "e0f0", Other),
        ("4k4/9/9/9/9/9/9/3c5/4A4/3AK4 w", "e0f0", Unprotected),
    ];
    for (fen, moves, class) in cases {
        let (finding, _) = reasons(fen, moves, "axf").pop().unwrap();
        let target = &finding.targets[0];
        assert_eq!(target.class, class, "{fen}");
        assert_eq!(target.line, [mv("e1d2")]);
    }
}
