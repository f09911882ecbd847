//! What a ruling costs: the nature of one move with nothing known before, the median record and the dearest of each rule
//! book, and a line in which nothing recurs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use caipan::position::Line;
use caipan::ruling::{NatureCache, RuleSet, Ruling, findings, repetition_verdict};
use criterion::Criterion;

#[path = "../rulings/record.rs"]
mod record;

use record::Record;

/// Measures the records of the files under one rule set.
fn group(criterion: &mut Criterion, rules: &str, files: &[&str]) {
    let rules = RuleSet::by_name(rules).expect("a rule set");
    let mut records: Vec<Record> = files.iter().flat_map(|file| Record::read(file)).collect();
    records.sort_by_cached_key(|record| {
        cost(|| {
            black_box(Ruling::of(black_box(&record.line), record.cycle, &rules));
        })
    });
    let (median, dearest) = (records.len() / 2, records.len() - 1);
    let mut group = criterion.benchmark_group(&rules.name);
    for (name, index) in [("median record", median), ("dearest record", dearest)] {
        let record = &records[index];
        let name = format!("{name}, {}", record.json["id"].as_str().unwrap_or("?"));
        group.bench_function(name, |bencher| {
            bencher.iter(|| Ruling::of(black_box(&record.line), record.cycle, &rules));
        });
    }
    let mut fresh = records[dearest].line.clone();
    while fresh.occurrences() > 1 {
        fresh.pop();
    }
    let mut cache = NatureCache::default();
    group.bench_function("nothing recurs", |bencher| {
        bencher.iter(|| repetition_verdict(black_box(&fresh), &rules, &mut cache));
    });
    group.finish();
}

/// Measures the nature of each move of the files' records by itself, and all of them together.
fn single_moves(criterion: &mut Criterion, files: &[&str]) {
    let rules = RuleSet::default();
    let mut moves = Vec::new();
    for record in files.iter().flat_map(|file| Record::read(file)) {
        let id = record.json["id"].as_str().unwrap_or("?").to_owned();
        for (ply, mv) in record.line.moves().enumerate() {
            let mut line = Line::new(record.line.position_at(ply));
            line.push_unchecked(mv);
            moves.push((format!("{id}, ply {ply}"), line));
        }
    }
    let nature = |line: &Line| {
        black_box(findings(black_box(line), &rules));
    };
    moves.sort_by_cached_key(|(_, line)| cost(|| nature(line)));
    let last = moves.len() - 1;
    let mut group = criterion.benchmark_group("nature of one move");
    for (name, index) in [
        ("median", last / 2),
        ("p99", last * 99 / 100),
        ("worst", last),
    ] {
        let (id, line) = &moves[index];
        group.bench_function(format!("{name}, {id}"), |bencher| {
            bencher.iter(|| nature(line));
        });
    }
    group.bench_function(format!("all {}", moves.len()), |bencher| {
        bencher.iter(|| moves.iter().for_each(|(_, line)| nature(line)));
    });
    group.finish();
}

/// Gives the least time of several runs, so that other programs on the machine count little.
fn cost(run: impl Fn()) -> Duration {
    let runs = (0..9).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    single_moves(
        &mut criterion,
        &["cn2011.jsonl", "seed1.jsonl", "general.jsonl"],
    );
    group(&mut criterion, "cn2011", &["cn2011.jsonl", "seed1.jsonl"]);
    for rules in ["axf", "computer"] {
        group(&mut criterion, rules, &["axf.jsonl", "seed2.jsonl"]);
    }
    criterion.final_summary();
}
