//! What a ruling costs: the median record and the dearest of each rule book, and a line in which nothing recurs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use caipan::ruling::{NatureCache, RuleSet, Ruling, repetition_verdict};
use criterion::Criterion;

#[path = "../rulings/record.rs"]
mod record;

use record::Record;

/// Measures the records of the files under one rule set.
fn group(criterion: &mut Criterion, rules: &str, files: &[&str]) {
    let rules = RuleSet::by_name(rules).expect("a rule set");
    let mut records: Vec<Record> = files.iter().flat_map(|file| Record::read(file)).collect();
    records.sort_by_cached_key(|record| cost(record, &rules));
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

/// Gives the least time of several runs, so that other programs on the machine count little.
fn cost(record: &Record, rules: &RuleSet) -> Duration {
    let runs = (0..9).map(|_| {
        let start = Instant::now();
        for _ in 0..10 {
            black_box(Ruling::of(black_box(&record.line), record.cycle, rules));
        }
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    group(&mut criterion, "cn2011", &["cn2011.jsonl", "seed1.jsonl"]);
    for rules in ["axf", "computer"] {
        group(&mut criterion, rules, &["axf.jsonl", "seed2.jsonl"]);
    }
    criterion.final_summary();
}
