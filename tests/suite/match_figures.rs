//! Matches of engines that repeat themselves, from every figure of the rule books on: they end with the verdict of the
//! book, and in the mode with a warning one cycle later.

use std::collections::BTreeMap;
use std::io;

use caipan::board::Color;
use caipan::position::{Line, Outcome};
use caipan::ruling::{RuleSet, outcome};
use caipan::tournament::{
    EngineSettings, Entry, Halt, Journal, Observer, OnViolation, Openings, Past, Plan, Proto,
    ResultEntry, Settings, Standings, Termination,
};

use crate::record::Record;
use crate::support::example_engine;

/// A figure whose cycle comes back to where it began.
struct Figure {
    id: String,
    /// The game until the cycle has come round once.
    opening: Line,
    verdict: Outcome,
}

/// Gives the figures of both books, by the name of their rule set.
fn figures() -> BTreeMap<String, Vec<Figure>> {
    let mut figures: BTreeMap<String, Vec<Figure>> = BTreeMap::new();
    for record in ["cn2011.jsonl", "axf.jsonl"]
        .into_iter()
        .flat_map(Record::read)
    {
        let word = |field: &str| record.json[field].as_str().unwrap().to_owned();
        let verdict = match &*word("verdict") {
            "red-must-change" => Outcome::Win(Color::Black),
            "black-must-change" => Outcome::Win(Color::Red),
            "draw" => Outcome::Draw,
            other => panic!("{other}"),
        };
        let rules = RuleSet::by_name(&word("ruleset")).unwrap();
        let (id, cycle) = (word("id"), record.cycle);
        let mut opening = record.line;
        while opening.len() > cycle.end() {
            opening.pop();
        }
        let is_closed = opening.key_at(cycle.start) == opening.key_at(cycle.end());
        if !is_closed || outcome(&opening, &rules).is_some() {
            continue;
        }
        figures.entry(rules.name).or_default().push(Figure {
            id,
            opening,
            verdict,
        });
    }
    figures
}

/// Keeps the results and counts the warnings.
#[derive(Default)]
struct Watch {
    results: BTreeMap<usize, ResultEntry>,
    warnings: BTreeMap<usize, usize>,
}

impl Observer for Watch {
    fn note(&mut self, entry: &Entry, _: &Plan, _: &Standings) -> io::Result<()> {
        match entry {
            Entry::Result(result) => drop(self.results.insert(result.game, result.clone())),
            Entry::Warning { game, .. } => *self.warnings.entry(*game).or_default() += 1,
            _ => {}
        }
        Ok(())
    }

    fn complain(&mut self, complaint: &str) {
        panic!("{complaint}");
    }
}

/// Lets two engines that always repeat themselves play a game from each figure.
fn play(rules: &str, figures: &[Figure], on_violation: OnViolation) -> Watch {
    let engine = |name: &str| EngineSettings {
        name: name.to_owned(),
        cmd: example_engine::path("scripted"),
        args: vec!["--prefer".to_owned(), "again".to_owned()],
        proto: Proto::Uci,
        depth: Some(1),
        ..EngineSettings::default()
    };
    let settings = Settings {
        engines: vec![engine("a"), engine("b")],
        rounds: figures.len() as u32,
        games: 1,
        rules: rules.to_owned(),
        on_violation,
        concurrency: 2,
        ..Settings::default()
    };
    let openings = Openings::new(
        figures
            .iter()
            .map(|figure| figure.opening.clone())
            .collect(),
    );
    let plan = Plan::new(settings, openings, (1, 1)).unwrap();
    let mut watch = Watch::default();
    let past = Past::none(&plan.settings);
    let halt = Halt::default();
    plan.run(past, &mut Journal::none(), &mut watch, &halt)
        .unwrap();
    assert_eq!(watch.results.len(), figures.len());
    watch
}

#[test]
fn every_figure_ends_with_the_verdict_of_its_book() {
    let mut count = 0;
    for (rules, figures) in figures() {
        let watch = play(&rules, &figures, OnViolation::Lose);
        assert_eq!(watch.warnings, BTreeMap::new());
        for (number, figure) in figures.iter().enumerate() {
            let result = &watch.results[&number];
            let found = (result.outcome(), result.ruling.is_some());
            assert_eq!(
                found,
                (Some(figure.verdict), true),
                "{}: {result:?}",
                figure.id
            );
            count += 1;
        }
    }
    assert!(count > 140, "{count}");
}

#[test]
fn a_culprit_is_warned_once_and_gets_one_more_cycle_unless_it_checks_without_end() {
    for (rules, figures) in figures() {
        let count = RuleSet::by_name(&rules).unwrap().count;
        let watch = play(&rules, &figures, OnViolation::Warn);
        for (number, figure) in figures.iter().enumerate() {
            let result = &watch.results[&number];
            assert_eq!(result.outcome(), Some(figure.verdict), "{}", figure.id);
            let gets_grace = figure.verdict != Outcome::Draw
                && result.termination != Termination::PerpetualCheck;
            let expected = (usize::from(gets_grace), count + usize::from(gets_grace));
            let warnings = watch.warnings.get(&number).copied().unwrap_or_default();
            let occurrences = result.ruling.as_ref().unwrap().occurrences;
            assert_eq!(
                (warnings, occurrences),
                expected,
                "{}: {result:?}",
                figure.id
            );
        }
    }
}
