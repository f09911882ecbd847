//! Rulings depend on the line alone: not on what was judged before, nor on how the line came about. What a ruling shows
//! as evidence can be played, and what is banned is what loses.

use caipan::board::Square;
use caipan::position::{EndReason, Line, Move, Outcome, Position};
use caipan::ruling::{
    Cycle, Finding, Nature, NatureCache, RuleSet, Ruling, Target, bans, explain, findings,
    nine_rounds_ahead, outcome, repetition_verdict,
};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::record::Record;

fn records() -> Vec<Record> {
    let files = [
        "cn2011.jsonl",
        "axf.jsonl",
        "seed1.jsonl",
        "seed2.jsonl",
        "general.jsonl",
    ];
    files.into_iter().flat_map(Record::read).collect()
}

fn books() -> [RuleSet; 2] {
    ["cn2011", "axf"].map(|name| RuleSet::by_name(name).expect("a rule set"))
}

/// The record's own rule set.
fn rules(record: &Record) -> RuleSet {
    let name = record.json["ruleset"].as_str().expect("a name");
    RuleSet::by_name(name).expect("a rule set")
}

/// The cycle of a record played some times from its start; `None` if its stretch does not come round.
fn rounds(record: &Record, times: usize) -> Option<Line> {
    let (line, Cycle { start, length, .. }) = (&record.line, record.cycle);
    let comes_round = line.key_at(start) == line.key_at(start + length);
    comes_round.then(|| {
        let mut rounds = Line::new(line.position_at(start));
        for ply in (start..start + length).cycle().take(times * length) {
            rounds
                .push(line.move_at(ply).expect("a move"))
                .expect("a legal move");
        }
        rounds
    })
}

/// The first `plies` moves of a line, played from its start as a FEN tells it.
fn afresh(line: &Line, plies: usize) -> Line {
    let fen = line.start().to_string();
    let mut fresh = Line::new(Position::from_fen(&fen).expect("a sound position"));
    for mv in line.moves().take(plies) {
        fresh.push(mv).expect("a legal move");
    }
    fresh
}

#[test]
fn the_order_of_judging_changes_nothing() {
    let records = records();
    let [chinese, _] = books();
    let mut shared = NatureCache::default();
    let mut judge = |index: usize, cache: Option<&mut NatureCache>| {
        let line = rounds(&records[index], 1)?;
        let verdict = repetition_verdict(&line, &chinese, cache.unwrap_or(&mut shared));
        Some((verdict, findings(&line, &chinese)))
    };
    let fresh: Vec<_> = (0..records.len())
        .map(|index| judge(index, Some(&mut NatureCache::default())))
        .collect();
    assert!(fresh.iter().flatten().count() > 100);
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
    for index in order {
        let id = &records[index].json["id"];
        assert_eq!(judge(index, None), fresh[index], "{id}");
    }
}

#[test]
fn rounds_played_before_change_no_nature() {
    records().par_iter().for_each(|record| {
        let (Some(once), Some(thrice)) = (rounds(record, 1), rounds(record, 3)) else {
            return;
        };
        for rules in books() {
            let of_last = |line: &Line| {
                let start = line.len() - once.len();
                let cycle = Cycle::given(line, start, once.len()).expect("the last round");
                let ruling = Ruling::of(line, cycle, &rules);
                (ruling.findings, ruling.classes, ruling.verdict)
            };
            let id = &record.json["id"];
            assert_eq!(of_last(&thrice), of_last(&once), "{id} {}", rules.name);
        }
    });
}

#[test]
fn judging_move_by_move_is_judging_from_scratch() {
    records().par_iter().for_each(|record| {
        let rules = rules(record);
        let whole = rounds(record, rules.count - 1).unwrap_or_else(|| record.line.clone());
        let mut line = Line::new(whole.start().clone());
        for (ply, mv) in whole.moves().enumerate() {
            // What was tried and taken back leaves nothing behind.
            for tried in line.position().legal_moves() {
                line.push(tried).expect("a legal move");
                let _ = outcome(&line, &rules);
                line.pop();
            }
            line.push(mv).expect("a legal move");
            let fresh = afresh(&whole, ply + 1);
            let id = &record.json["id"];
            assert_eq!(
                outcome(&line, &rules),
                outcome(&fresh, &rules),
                "{id} {ply}"
            );
            let ruled = |line: &Line| Some(Ruling::of(line, Cycle::at_end(line)?, &rules));
            assert_eq!(ruled(&line), ruled(&fresh), "{id} {ply}");
        }
    });
}

#[test]
fn the_evidence_can_be_played() {
    let [chinese, asian] = books();
    records().par_iter().for_each(|record| {
        for rules in [&chinese, &asian] {
            let found = findings(&record.line, rules);
            assert_eq!(found.len(), record.line.len());
            for (ply, finding) in found.iter().enumerate() {
                let after = record.line.position_at(ply + 1);
                if let Err(fault) = check_evidence(after, finding) {
                    panic!("{} {} move {ply}: {fault}", record.json["id"], rules.name);
                }
            }
        }
    });
}

#[test]
fn the_evidence_can_be_played_and_told_wherever_a_game_strays() {
    let books = books();
    let offered: usize = records()
        .par_iter()
        .enumerate()
        .map(|(seed, record)| {
            let mut chance = ChaCha8Rng::seed_from_u64(seed as u64);
            let mut line = record.line.clone();
            for _ in 0..12 {
                let moves = line.position().legal_moves();
                let Some(mv) = moves.choose(&mut chance) else {
                    break;
                };
                line.push(*mv).expect("a legal move");
            }
            let mut offered = 0;
            for rules in &books {
                for (ply, finding) in findings(&line, rules).iter().enumerate() {
                    if let Err(fault) = check_evidence(line.position_at(ply + 1), finding) {
                        panic!("{} {} move {ply}: {fault}", record.json["id"], rules.name);
                    }
                    let why = explain::nature(&line, ply, finding, rules);
                    assert!(why.en.ends_with(')') == (rules.name == "cn2011"), "{why:?}");
                    offered += usize::from(finding.targets.iter().any(|target| target.is_offered));
                }
            }
            offered
        })
        .sum();
    assert!(offered > 0);
}

/// Plays what the finding shows.
fn check_evidence(mut after: Position, finding: &Finding) -> Result<(), String> {
    match finding.nature {
        Nature::Check => return after.is_check().then_some(()).ok_or("no check".to_owned()),
        Nature::MateThreat => {
            let _ = after.play_null();
            is_mate_by_checks(after, &finding.line)?;
        }
        Nature::Chase if finding.targets.is_empty() => return Err("no target".to_owned()),
        Nature::Chase => {
            for target in &finding.targets {
                takes(after.clone(), target)?;
            }
        }
        _ if !finding.targets.is_empty() => return Err("a target of no chase".to_owned()),
        _ => {}
    }
    Ok(())
}

fn is_mate_by_checks(mut position: Position, line: &[Move]) -> Result<(), String> {
    for (index, mv) in line.iter().enumerate() {
        let _ = position.play(*mv).map_err(|error| error.to_string())?;
        if index % 2 == 0 && !position.is_check() {
            return Err(format!("{mv} gives no check"));
        }
    }
    let is_mate = line.len() % 2 == 1 && !position.has_legal_move();
    is_mate
        .then_some(())
        .ok_or(format!("no mate in {position}"))
}

/// Plays a line that takes the target wherever it has gone, or mates: with the mover to move again, or the target first if
/// it is offered what it takes.
fn takes(mut position: Position, target: &Target) -> Result<(), String> {
    if position.board().piece_at(target.square) != Some(target.piece) {
        return Err(format!("no {:?} on {}", target.piece, target.square));
    }
    if target.is_offered {
        let takes = |mv: &Move| mv.from() == target.square && position.is_capture(*mv);
        if !target.line.first().is_some_and(takes) {
            return Err(format!("{} takes nothing", target.square));
        }
    } else {
        let _ = position.play_null();
    }
    let mover = !target.piece.color();
    let (mut now, mut is_taken): (Square, bool) = (target.square, false);
    for mv in &target.line {
        let is_own = position.turn() == mover;
        // What takes an offered piece may lose something else.
        is_taken |= is_own && target.is_offered && position.is_capture(*mv);
        let _ = position.play(*mv).map_err(|error| error.to_string())?;
        if is_own {
            is_taken |= mv.to() == now;
        } else if mv.from() == now {
            now = mv.to();
        }
    }
    let is_won = is_taken || position.is_check() && !position.has_legal_move();
    is_won
        .then_some(())
        .ok_or(format!("{} is never taken", target.square))
}

#[test]
fn what_is_banned_is_what_loses() {
    let of_record = |record: &Record| {
        let rules = rules(record);
        let from = (rules.count - 2) * record.cycle.length;
        rounds(record, rules.count).map_or(0, |line| check_bans(record, &line, from, &rules))
    };
    let banned: usize = records().iter().map(of_record).sum();
    assert!(banned > 50, "{banned}");
}

#[test]
fn what_is_banned_by_nine_rounds_is_what_loses() {
    let [mut chinese, _] = books();
    chinese.count = 20;
    let of_record = |record: &Record| -> usize {
        let Some(all) = rounds(record, 20) else {
            return 0;
        };
        // From either side's move, so that the stretch is cut short by the start of the line once.
        let lines = [0, 1].map(|first| {
            let mut line = Line::new(all.position_at(first));
            for mv in all.moves().skip(first).take(18) {
                line.push(mv).expect("a legal move");
            }
            line
        });
        let is_lost = |line: &&Line| outcome(line, &chinese).is_some();
        let lost = lines.iter().filter(is_lost);
        lost.map(|line| {
            check_foresight(record, line, &chinese);
            check_bans(record, line, 16, &chinese)
        })
        .sum()
    };
    let banned: usize = records().par_iter().map(of_record).sum();
    assert!(banned > 0);
}

/// Where no count is near, the nine rounds are foreseen where they ban a move, and only there.
fn check_foresight(record: &Record, whole: &Line, rules: &RuleSet) {
    let mut line = whole.clone();
    let mut cache = NatureCache::default();
    for _ in 0..2 {
        line.pop();
        if outcome(&line, rules).is_none() {
            let foreseen = nine_rounds_ahead(&line, rules, &mut cache);
            let is_banned = !bans(&line, rules, &mut NatureCache::default()).is_empty();
            let id = &record.json["id"];
            assert_eq!(foreseen, is_banned.then_some(9), "{id} {}", line.len());
        }
    }
}

/// Compares the bans from ply `from` on with those found by trying, until the game is over; gives how many there were.
fn check_bans(record: &Record, whole: &Line, from: usize, rules: &RuleSet) -> usize {
    let mut line = Line::new(whole.start().clone());
    let mut banned = 0;
    for (ply, mv) in whole.moves().enumerate() {
        if outcome(&line, rules).is_some() {
            break;
        }
        if ply >= from {
            let moves = line.position().legal_moves().into_iter();
            let lost: Vec<Move> = moves.filter(|mv| loses(&mut line, *mv, rules)).collect();
            let id = &record.json["id"];
            assert_eq!(
                bans(&line, rules, &mut NatureCache::default()).as_slice(),
                lost,
                "{id} {ply}"
            );
            banned += lost.len();
        }
        line.push(mv).expect("a legal move");
    }
    banned
}

/// Tells whether the mover loses by a repetition at once, or after some reply if the game is not over.
fn loses(line: &mut Line, mv: Move, rules: &RuleSet) -> bool {
    let lost = Some((Outcome::Win(!line.position().turn()), EndReason::Repetition));
    line.push(mv).expect("a legal move");
    let loses = match outcome(line, rules) {
        None => line.position().legal_moves().into_iter().any(|reply| {
            line.push(reply).expect("a legal move");
            let loses = outcome(line, rules) == lost;
            line.pop();
            loses
        }),
        end => end == lost,
    };
    line.pop();
    loses
}
