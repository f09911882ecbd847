//! Whole searches: mates, rules, limits, determinism.

use super::bench_positions::positions;
use super::*;
use crate::analysis::{Limits, Report, Score};
use crate::board::Color;
use crate::position::{EndReason, Line, Move, Outcome, Position};
use crate::ruling::{RuleSet, outcome};

fn line(fen: &str) -> Line {
    Line::new(Position::from_fen(fen).unwrap())
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn think(line: &Line, limits: &Limits, options: &SearchOptions) -> (Thought, Vec<Report>) {
    let mut reports = Vec::new();
    let thought = Searcher::new(1).think(line, limits, options, &StopToken::new(), &mut |report| {
        reports.push(report.clone());
    });
    (thought, reports)
}

fn hand_made() -> SearchOptions {
    SearchOptions {
        use_nnue: false,
        ..SearchOptions::default()
    }
}

fn best(line: &Line, limits: &Limits) -> Thought {
    think(line, limits, &SearchOptions::default()).0
}

/// Whether the side to move mates, or leaves no move, within so many of its moves; by trying everything.
fn mates_within(position: &mut Position, moves: u32) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|mv| {
            let undo = position.play_unchecked(mv);
            let mated = position.legal_moves().into_iter().all(|reply| {
                let undo = position.play_unchecked(reply);
                let mated = mates_within(position, moves - 1);
                position.undo(undo);
                mated
            });
            position.undo(undo);
            mated
        })
}

#[test]
fn mates_are_found_at_their_length() {
    for (fen, moves) in [
        // No move left loses as a mate does: the king is shut in by a pawn and the facing king.
        ("3k5/9/2P6/9/9/9/9/9/9/4K4 w", 1),
        ("3k5/9/9/9/p8/9/9/9/1R7/2R2K3 w", 2),
        ("R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w", 2),
        ("2r2k3/1r7/9/9/9/P8/9/9/9/3K5 b", 2),
        ("3k5/4P4/3P5/9/9/9/9/9/9/4K4 w", 1),
    ] {
        let line = line(fen);
        let mut position = line.position().clone();
        assert!(mates_within(&mut position, moves), "{fen}");
        assert!(!mates_within(&mut position, moves - 1), "{fen}");
        let expected = Score::MatesIn(2 * moves - 1);
        assert_eq!(
            best(&line, &to_depth(2 * moves + 4)).score,
            expected,
            "{fen}"
        );
        let limits = Limits {
            mate: Some(moves),
            ..Limits::default()
        };
        assert_eq!(best(&line, &limits).score, expected, "{fen}");
    }
}

#[test]
fn the_mated_and_the_stalemated_have_no_move() {
    for fen in [
        "R2k5/1R7/9/9/9/9/9/9/9/4K4 b",
        "3k5/2P6/9/9/9/9/9/9/9/4K4 b",
    ] {
        let thought = best(&line(fen), &to_depth(3));
        assert_eq!(
            (thought.best, thought.score),
            (None, Score::MatedIn(0)),
            "{fen}"
        );
    }
}

#[test]
fn a_perpetual_check_saves_only_where_the_rules_allow_it() {
    // Red can check for ever; else Black mates.
    let line = line("3k5/R8/9/9/7r1/9/9/9/3p5/4K4 w");
    let judged = |name: &str| {
        let options = SearchOptions {
            rules: RuleSet::by_name(name).unwrap(),
            ..SearchOptions::default()
        };
        match think(&line, &to_depth(9), &options).0.score {
            Score::Centipawns(value) => value,
            Score::MatesIn(_) => 30_000,
            Score::MatedIn(_) => -30_000,
        }
    };
    assert_eq!(judged("none"), 0);
    assert!(judged("cn2011") < -300, "{}", judged("cn2011"));
}

#[test]
fn a_won_endgame_is_won_without_a_forbidden_repetition() {
    let rules = RuleSet::default();
    for fen in [
        "3aka3/9/4b4/9/9/9/9/R8/4A4/R2AK4 w",
        "4k4/4a4/9/9/4N4/9/9/9/R8/4K4 w",
    ] {
        let mut line = line(fen);
        let mut searcher = Searcher::new(1);
        let end = loop {
            let found = outcome(&line, &rules);
            if found.is_some() || line.len() > 80 {
                break found;
            }
            let thought = searcher.think(
                &line,
                &to_depth(5),
                &SearchOptions::default(),
                &StopToken::new(),
                &mut |_| {},
            );
            line.push(thought.best.unwrap()).unwrap();
        };
        let moves: Vec<Move> = line.moves().collect();
        assert!(
            matches!(
                end,
                Some((
                    Outcome::Win(Color::Red),
                    EndReason::Mate | EndReason::Stalemate
                ))
            ),
            "{fen} {end:?} {moves:?}"
        );
    }
}

#[test]
fn the_bench_counts_the_same_nodes_twice_in_one_process() {
    let mut searcher = Searcher::new(1);
    let mut total = || -> u64 {
        let nodes = positions().map(|position| {
            searcher.clear();
            let (stop, options) = (StopToken::new(), SearchOptions::default());
            let line = Line::new(position);
            searcher
                .think(&line, &to_depth(8), &options, &stop, &mut |_| {})
                .nodes
        });
        nodes.sum()
    };
    assert_eq!(total(), total());
}

#[test]
fn one_request_gives_one_answer() {
    let mut searcher = Searcher::new(1);
    for position in positions() {
        let line = Line::new(position);
        let mut ask = |limits: &Limits| {
            searcher.clear();
            let stop = StopToken::new();
            searcher.think(&line, limits, &SearchOptions::default(), &stop, &mut |_| {})
        };
        assert_eq!(ask(&to_depth(5)), ask(&to_depth(5)));
        let by_nodes = Limits {
            nodes: Some(3_000),
            ..Limits::default()
        };
        let thought = ask(&by_nodes);
        assert_eq!(thought, ask(&by_nodes));
    }
}

/// Options with so many threads.
fn on(threads: usize) -> SearchOptions {
    SearchOptions {
        threads,
        ..SearchOptions::default()
    }
}

#[test]
fn a_limit_of_nodes_is_kept_to_the_node() {
    for threads in [1, 3] {
        for nodes in [0, 1, 2, 7, 50, 100, 999, 1_025, 10_000, 100_000] {
            for position in positions().take(4) {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let line = Line::new(position);
                let (thought, reports) = think(&line, &limits, &on(threads));
                let told = reports.last().and_then(|report| report.nodes);
                assert_eq!(thought.nodes, nodes.max(1), "{threads} threads");
                assert!(threads > 1 || told == Some(thought.nodes), "{told:?}");
                assert!(line.position().is_legal(thought.best.unwrap()));
            }
        }
    }
}

#[test]
fn a_word_to_stop_is_heard_within_a_thousand_nodes() {
    for depth in 1..9 {
        let stop = StopToken::new();
        let mut before = 0;
        let mut on_report = |report: &Report| {
            if report.depth == Some(depth) && !stop.is_stopped() {
                before = report.nodes.unwrap();
                stop.stop();
            }
        };
        let thought = Searcher::new(1).think(
            &Line::default(),
            &Limits::default(),
            &SearchOptions::default(),
            &stop,
            &mut on_report,
        );
        assert!(thought.nodes - before <= 1_024, "depth {depth}");
    }
}

#[test]
fn several_threads_do_all_that_one_does() {
    let mated = line("3k5/9/9/9/p8/9/9/9/1R7/2R2K3 w");
    let start = Line::default();
    let legal = start.position().legal_moves();
    for threads in [2, 5] {
        let options = on(threads);
        assert_eq!(
            think(&mated, &to_depth(6), &options).0.score,
            Score::MatesIn(3)
        );
        let mut limits = Limits {
            mate: Some(2),
            ..Limits::default()
        };
        assert_eq!(think(&mated, &limits, &options).0.score, Score::MatesIn(3));
        limits = to_depth(6);
        limits.search_moves = vec![legal[3], legal[7]];
        limits.banned_moves = vec![legal[3]];
        assert_eq!(think(&start, &limits, &options).0.best, Some(legal[7]));
        let several = SearchOptions {
            multi_pv: 3,
            ..options.clone()
        };
        for options in [options, several] {
            let (thought, reports) = think(&start, &to_depth(7), &options);
            let last = reports.iter().rfind(|report| report.multipv == Some(1));
            let last = last.unwrap();
            assert_eq!(last.pv.first().copied(), thought.best);
            assert_eq!(last.score, Some(thought.score));
            assert!(reports.is_sorted_by_key(|report| report.nodes));
            assert!(reports.last().unwrap().nodes.unwrap() <= thought.nodes);
        }
    }
}

#[test]
fn only_allowed_root_moves_are_played() {
    let line = Line::default();
    let legal: Vec<Move> = line.position().legal_moves().into_iter().collect();
    let mut limits = to_depth(4);
    limits.search_moves = vec![legal[3], legal[7]];
    assert!(
        limits
            .search_moves
            .contains(&best(&line, &limits).best.unwrap())
    );
    limits.banned_moves = vec![legal[3]];
    assert_eq!(best(&line, &limits).best, Some(legal[7]));
    limits.banned_moves.push(legal[7]);
    let thought = best(&line, &limits);
    assert_eq!((thought.best, thought.nodes), (None, 0));
    assert!(matches!(thought.score, Score::Centipawns(_)));
}

#[test]
fn several_lines_are_distinct_and_ordered() {
    let options = SearchOptions {
        multi_pv: 5,
        ..SearchOptions::default()
    };
    let (thought, reports) = think(&Line::default(), &to_depth(6), &options);
    let last: Vec<&Report> = reports
        .iter()
        .filter(|report| report.depth == Some(6))
        .collect();
    let numbers: Vec<u32> = last.iter().filter_map(|report| report.multipv).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert!(last.is_sorted_by(|a, b| a.score >= b.score));
    let mut first: Vec<Move> = last.iter().map(|report| report.pv[0]).collect();
    assert_eq!(Some(first[0]), thought.best);
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 5);
    let everything = SearchOptions {
        multi_pv: 500,
        ..SearchOptions::default()
    };
    assert!(
        think(&Line::default(), &to_depth(2), &everything)
            .0
            .best
            .is_some()
    );
}

#[test]
fn reported_variations_can_be_played() {
    for position in positions() {
        let start = Line::new(position);
        let (thought, reports) = think(&start, &to_depth(7), &SearchOptions::default());
        for report in &reports {
            let mut line = start.clone();
            for mv in &report.pv {
                line.push(*mv).unwrap();
            }
        }
        let told = reports.last().unwrap();
        assert_eq!(told.pv.first().copied(), thought.best);
        assert_eq!(told.score, Some(thought.score));
        assert!(told.depth >= Some(1));
    }
}

#[test]
fn depth_zero_evaluates() {
    let mut differ = 0;
    for line in positions().map(Line::new) {
        let thought = best(&line, &to_depth(0));
        let expected = static_score(line.position(), true);
        assert_eq!((thought.best, thought.score), (None, expected));
        let (other, _) = think(&line, &to_depth(0), &hand_made());
        let hand_made = static_evaluation(line.position());
        assert_eq!(other.score, Score::Centipawns(hand_made));
        differ += u32::from(other.score != expected);
    }
    assert!(differ > 0);
}

#[test]
fn a_limit_of_moves_is_seen_ahead() {
    // A rook ahead, and two plies from the end by the natural limit, or by the length of the game just after a capture.
    let sky = RuleSet::by_name("sky").unwrap();
    for (counts, rules, is_drawn) in [
        ("118 70", RuleSet::default(), true),
        ("0 200", sky.clone(), true),
        ("100 70", RuleSet::default(), false),
        ("0 200", RuleSet::default(), false),
        ("0 180", sky, false),
    ] {
        let line = line(&format!("4ka3/9/9/9/9/9/9/9/R8/3K5 w - - {counts}"));
        let options = SearchOptions {
            rules,
            ..SearchOptions::default()
        };
        let (thought, _) = think(&line, &to_depth(4), &options);
        assert_eq!(thought.score == Score::Centipawns(0), is_drawn, "{counts}");
    }
}

#[test]
fn what_was_found_by_other_rules_or_another_evaluation_is_forgotten() {
    let line = Line::new(positions().nth(2).unwrap());
    let other_rules = SearchOptions {
        rules: RuleSet::by_name("axf").unwrap(),
        ..SearchOptions::default()
    };
    let mut searcher = Searcher::new(1);
    for options in [SearchOptions::default(), hand_made(), other_rules] {
        let stop = StopToken::new();
        let again = searcher.think(&line, &to_depth(7), &options, &stop, &mut |_| {});
        assert_eq!(again, think(&line, &to_depth(7), &options).0);
    }
}

#[test]
fn a_search_stopped_before_it_began_has_a_move() {
    let stop = StopToken::new();
    stop.stop();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    for position in positions() {
        let line = Line::new(position);
        let options = SearchOptions::default();
        let thought = Searcher::new(1).think(&line, &limits, &options, &stop, &mut |_| {});
        assert!(line.position().is_legal(thought.best.unwrap()));
    }
}

#[test]
fn infinite_and_ponder_searches_outlast_their_limits() {
    for (pondering, threads) in [(false, 1), (true, 1), (false, 3), (true, 3)] {
        let stop = StopToken::new();
        let searching = stop.clone();
        let limits = Limits {
            infinite: !pondering,
            ponder: pondering,
            ..to_depth(1)
        };
        let (tell, told) = std::sync::mpsc::channel();
        let search = std::thread::spawn(move || {
            Searcher::new(1).think(
                &Line::default(),
                &limits,
                &on(threads),
                &searching,
                &mut |_| {
                    let _ = tell.send(());
                },
            )
        });
        told.recv().unwrap();
        // A search of one ply would be over by then.
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!search.is_finished());
        if pondering {
            stop.ponder_hit();
        } else {
            stop.stop();
        }
        assert!(search.join().unwrap().best.is_some());
    }
}

#[test]
fn a_weak_level_does_not_leave_a_rook_to_be_taken() {
    // The rook on e5 is attacked by the cannon over the pawn; the rest is quiet.
    let line = line("3akab2/9/2n1b1n2/p1p1c1p1p/4p4/4R4/P1P3P1P/2N3N2/9/2BAKAB2 w");
    for seed in 0..20 {
        let options = SearchOptions {
            skill: SKILL_MOST / 2,
            seed,
            ..SearchOptions::default()
        };
        let (thought, reports) = think(&line, &Limits::default(), &options);
        assert!(reports.iter().all(|report| report.multipv == Some(1)));
        let mut after = line.clone();
        after.push(thought.best.unwrap()).unwrap();
        let reply = best(&after, &to_depth(4));
        assert!(
            reply.score < Score::Centipawns(450),
            "seed {seed}: {reply:?}"
        );
    }
}

#[test]
fn to_leave_out_a_technique_changes_what_is_visited() {
    let visits = |number: usize, depth, without| {
        let options = SearchOptions {
            without,
            early_mate_stop: false,
            ..SearchOptions::default()
        };
        let position = positions().nth(number).unwrap();
        think(&Line::new(position), &to_depth(depth), &options)
            .0
            .nodes
    };
    // A middle game, a mate, and the start, deep enough for a null move to be verified.
    let tasks = [(2, 8), (9, 8), (0, 15)];
    let whole = tasks.map(|(number, depth)| visits(number, depth, None));
    for technique in Technique::ALL {
        let changes =
            |((number, depth), whole): (_, u64)| visits(number, depth, Some(technique)) != whole;
        assert!(
            tasks.into_iter().zip(whole).any(changes),
            "{}",
            technique.name()
        );
    }
}
