//! The bundled searcher and the referee, over the figures of the rule books.

use caipan::analysis::{Limits, Report, Score};
use caipan::position::{Line, Move, Position};
use caipan::ruling::{Mode, NatureCache, RuleSet, Verdict, bans, repetition_verdict};
use caipan::search::{SearchOptions, Searcher, StopToken, Thought};

use crate::record::Record;

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
