//! The bundled searcher and the referee, over the figures of the rule books.

use caipan::analysis::{Limits, Report, Score};
use caipan::position::{Line, Move, Position};
use caipan::ruling::{Mode, NatureCache, RuleSet, Verdict, bans, repetition_verdict};
use caipan::search::{SearchOptions, Searcher, StopToken, Thought};

use crate::record::Record;
use crate::support::engine_process::EngineProcess;

/// A figure whose cycle comes back to where it began, played until one move is left to its end.
struct Figure {
    id: String,
    rules: RuleSet,
    line: Line,
    /// The move that completes the count.
    last: Move,
    verdict: Verdict,
}

fn figures() -> Vec<Figure> {
    let files = [
        "cn2011.jsonl",
        "axf.jsonl",
        "seed1.jsonl",
        "seed2.jsonl",
        "general.jsonl",
    ];
    let records = files.into_iter().flat_map(Record::read);
    let figures: Vec<Figure> = records.filter_map(|record| figure(&record)).collect();
    assert!(figures.len() > 200, "{}", figures.len());
    figures
}

fn figure(record: &Record) -> Option<Figure> {
    let word = |field: &str| record.json[field].as_str();
    let rules = RuleSet::by_name(word("ruleset")?)?;
    let (start, end) = (record.cycle.start, record.cycle.end());
    if record.line.key_at(start) != record.line.key_at(end) {
        return None;
    }
    let mut line = Line::new(record.line.position_at(start));
    for _ in 1..rules.count {
        for mv in (start..end).filter_map(|ply| record.line.move_at(ply)) {
            line.push(mv).unwrap();
        }
    }
    let verdict = repetition_verdict(&line, &rules, &mut NatureCache::default())?;
    let last = line.pop()?;
    Some(Figure {
        id: word("id")?.to_owned(),
        rules,
        line,
        last,
        verdict,
    })
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn think(
    searcher: &mut Searcher,
    line: &Line,
    limits: &Limits,
    options: &SearchOptions,
) -> (Thought, Report) {
    let mut last = Report::default();
    let stop = StopToken::new();
    let thought = searcher.think(line, limits, options, &stop, &mut |report| {
        last = report.clone();
    });
    (thought, last)
}

#[test]
fn the_last_move_of_a_figure_is_worth_what_its_book_says() {
    for figure in figures() {
        let options = SearchOptions {
            rules: figure.rules,
            ..SearchOptions::default()
        };
        let mover = figure.line.position().turn();
        let (worth, loser) = match figure.verdict {
            Verdict::Draw => (0, None),
            Verdict::MustChange(culprit) if culprit == mover => (-31_499, Some(mover)),
            Verdict::MustChange(culprit) => (31_499, Some(culprit)),
        };
        for depth in [1, 5] {
            let limits = Limits {
                search_moves: vec![figure.last],
                ..to_depth(depth)
            };
            let (thought, report) = think(&mut Searcher::new(1), &figure.line, &limits, &options);
            assert_eq!(
                (thought.score, report.ruling),
                (Score::Centipawns(worth), loser),
                "{} to depth {depth}",
                figure.id
            );
        }
    }
}

#[test]
fn a_move_that_loses_by_a_ruling_is_not_played_while_there_is_another() {
    let mut count = 0;
    for figure in figures() {
        for (mode, threads) in [(Mode::Strict, 1), (Mode::Strict, 2), (Mode::Warning, 1)] {
            let rules = RuleSet {
                mode,
                ..figure.rules.clone()
            };
            let barred = bans(&figure.line, &rules, &mut NatureCache::default());
            let legal = figure.line.position().legal_moves();
            let options = SearchOptions {
                rules,
                threads,
                ..SearchOptions::default()
            };
            for depth in [1, 3] {
                let mut searcher = Searcher::new(1);
                let (thought, _) = think(&mut searcher, &figure.line, &to_depth(depth), &options);
                let is_barred = barred.contains(&thought.best.unwrap());
                assert_eq!(is_barred, barred.len() == legal.len(), "{}", figure.id);
            }
            count += usize::from(!barred.is_empty());
        }
    }
    assert!(count > 60, "{count}");
}

/// A game in which Red has attacked with eight moves in a row and no position has come again yet.
const EIGHT_ROUNDS: &str = "d0e1 d9e8 h2e2 i9i7 b2a2 b7a7 b0c2 b9c7 i0i2 c6c5 a0b0 a9a8 g3g4 a8d8 b0b4 d8d1 c2d0 d1c1 a2c2 g9e7 \
    c3c4 c5c4 b4c4 c1c0 a3a4 h7g7 i2h2 h9f8 h2f2 a7a8 c4b4 c0c1 h0g2 i7h7 e2d2 c1d1 g0e2 e6e5 f2f6 g6g5 b4b8 h7h3 f6f8 g5g4 \
    e2g4 g7g2 c2g2 h3g3 g2i2 g3e3 f8f2 a8a4 i2i1 a4a2 g4e2 a2e2 f2e2 d1d0 e0d0 e3e2 i1i6 e2g2 b8b4 g2g3 i3i4 c7e6 i6i9 g3g9 \
    i9i5 e6g5 d2d8 g5f3 b4b9 g9g0 b9c9 e8d9 c9c1 g0g4 i5i6 g4d4 c1d1 d4d1 d0d1 f3g5 i4i5 g5i6 i5i6 f9e8 d8b8 e5e4 b8b0 e4d4 \
    b0e0 e7g5 e0b0 e8f7 b0d0 d4c4 d0e0 f7e8 e1f2 e8f7 f0e1 f7e8 e1d0 e8d7 d0e1 d9e8";

#[test]
fn the_ninth_attack_is_not_played_where_no_position_has_come_again_yet() {
    let mut line = Line::default();
    for mv in EIGHT_ROUNDS.split_ascii_whitespace() {
        line.push(found(&line, mv)).unwrap();
    }
    let rules = RuleSet::default();
    let barred = bans(&line, &rules, &mut NatureCache::default());
    assert!(barred.contains(&found(&line, "e1d0")) && line.recurrences().next().is_none());
    for depth in 1..8 {
        let options = SearchOptions::default();
        let (thought, _) = think(&mut Searcher::new(1), &line, &to_depth(depth), &options);
        assert!(!barred.contains(&thought.best.unwrap()), "{depth}");
    }
}

#[test]
fn what_was_forgotten_changes_no_answer() {
    let mut used = Searcher::new(1);
    for figure in figures() {
        let options = SearchOptions {
            rules: figure.rules,
            ..SearchOptions::default()
        };
        let mut shorter = figure.line;
        shorter.pop();
        think(&mut used, &shorter, &to_depth(7), &options);
        used.clear();
        let again = think(&mut used, &shorter, &to_depth(7), &options).0;
        let anew = think(&mut Searcher::new(1), &shorter, &to_depth(7), &options).0;
        assert_eq!(again, anew, "{}", figure.id);
    }
}

#[test]
fn where_the_second_occurrence_ends_the_game_it_ends_it_in_the_tree() {
    let mut line = Line::new(Position::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w").unwrap());
    for mv in ["a1b1", "d9d8", "b1a1"] {
        line.push(found(&line, mv)).unwrap();
    }
    let worth = |count| {
        let options = SearchOptions {
            rules: RuleSet::by_name("none").unwrap().with_count(count),
            ..SearchOptions::default()
        };
        think(&mut Searcher::new(1), &line, &to_depth(6), &options).0
    };
    let saved = worth(2);
    assert_eq!(saved.best, Some(found(&line, "d8d9")));
    assert_eq!(saved.score, Score::Centipawns(0));
    assert!(worth(3).score < Score::Centipawns(-300));
}

/// Finds a legal move by its name.
fn found(line: &Line, name: &str) -> Move {
    let mut legal = line.position().legal_moves().into_iter();
    legal.find(|mv| mv.to_string() == name).unwrap()
}

/// Red checks for ever; one more move of Black completes the count.
const START: &str = "2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w - - 0 1";
const ROUND: &str = "f0e0 e8f8 e0f0 f8e8";

#[test]
fn a_score_that_hangs_on_a_ruling_is_told_with_it_once() {
    let moves = [ROUND; 3].join(" ");
    let moves = moves.strip_suffix(" f8e8").unwrap();
    let mut line = Line::new(Position::from_fen(START).unwrap());
    for mv in moves.split(' ') {
        line.push(found(&line, mv)).unwrap();
    }
    let others: Vec<String> = line
        .position()
        .legal_moves()
        .into_iter()
        .map(|mv| mv.to_string())
        .filter(|mv| mv != "f8e8")
        .collect();
    let chinese = "【提示】分数系于裁决：红方必须变着，不变判负。";
    let english = "Score by a ruling: Red must change or loses.";
    for (dialect, set, ask, message) in [
        (
            "uci",
            "name Message Language value",
            "go depth 4 searchmoves f8e8",
            "info string ",
        ),
        ("ucci", "msglang", "go depth 4", "info message "),
    ] {
        let mut caipan = EngineProcess::caipan();
        caipan.say(dialect);
        caipan.hear_until("the handshake", |line| line == format!("{dialect}ok"));
        for (language, guard, texts) in [
            ("both", "forbid", &[chinese, english][..]),
            ("en", "forbid", &[english]),
            ("zh", "warn", &[chinese]),
            ("both", "off", &[]),
        ] {
            caipan.say(&format!("setoption {set} {language}"));
            caipan.say(&if dialect == "uci" {
                format!("setoption name Guard value {guard}")
            } else {
                format!("setoption guard {guard}")
            });
            caipan.say(&format!("position fen {START} moves {moves}"));
            if dialect == "ucci" {
                caipan.say(&format!("banmoves {}", others.join(" ")));
            }
            caipan.heard.clear();
            caipan.say(ask);
            caipan.hear_until("the move", |line| line.starts_with("bestmove f8e8"));
            let told: Vec<&str> = caipan
                .heard
                .iter()
                .filter_map(|line| line.strip_prefix(message))
                .filter(|text| [chinese, english].contains(text))
                .collect();
            assert_eq!(told, texts, "{dialect} {language} {guard}");
            let scores: Vec<&String> = caipan
                .heard
                .iter()
                .filter(|line| line.starts_with("info depth"))
                .collect();
            assert_eq!(scores.len(), 4);
            assert!(!scores.iter().any(|line| line.contains("mate")));
        }
    }
}
