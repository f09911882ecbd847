//! The suite of openings that comes with the program.

use std::collections::{BTreeMap, HashSet};

use caipan::analysis::{Limits, Score};
use caipan::position::Line;
use caipan::ruling::RuleSet;
use caipan::search::{SearchOptions, Searcher, StopToken};
use caipan::tournament::{OpeningSettings, Openings};
use rayon::prelude::*;

const FILE: &str = include_str!("../../src/tournament/openings/builtin.epd");

fn builtin() -> Vec<Line> {
    let settings = OpeningSettings {
        file: Some("builtin".into()),
        ..OpeningSettings::default()
    };
    let openings = Openings::load(&settings, &RuleSet::default(), 0).unwrap();
    (0..openings.len())
        .map(|index| openings.get(index).clone())
        .collect()
}

/// The same key for a position and its mirror image.
fn mirror_key(line: &Line) -> u64 {
    let position = line.position();
    position.key().min(position.mirrored().key())
}

#[test]
fn there_are_200_of_many_kinds() {
    let lines = builtin();
    assert_eq!(lines.len(), 200);
    let distinct: HashSet<_> = lines.iter().map(mirror_key).collect();
    assert_eq!(distinct.len(), lines.len());
    let mut lengths = BTreeMap::new();
    let mut first_moves = BTreeMap::new();
    for line in &lines {
        assert_eq!(line.start(), Line::default().start());
        assert!(!line.is_check());
        *lengths.entry(line.len()).or_insert(0) += 1;
        let first = line.move_at(0).unwrap();
        let first = first.to_string().min(first.mirrored().to_string());
        *first_moves.entry(first).or_insert(0) += 1;
    }
    assert!(lengths.keys().copied().eq(6..=12), "{lengths:?}");
    assert!(lengths.values().all(|count| *count >= 20), "{lengths:?}");
    assert!(first_moves.len() >= 5, "{first_moves:?}");
    assert!(
        first_moves.values().all(|count| *count <= 100),
        "{first_moves:?}"
    );
}

/// A number that the head of the file names.
fn told(name: &str) -> i32 {
    let mut words = FILE
        .split([' ', ',', ':', '\n'])
        .skip_while(|word| *word != name);
    words.nth(1).unwrap().parse().unwrap()
}

#[test]
fn no_side_is_ahead_after_the_last_plies() {
    let (depth, bound, judged) = (told("depth"), told("bound"), told("last"));
    assert!(depth >= 10 && bound <= 60 && judged >= 2);
    let limits = Limits {
        depth: Some(depth as u32),
        ..Limits::default()
    };
    // Some of them, for the time it takes.
    let lines: Vec<_> = builtin().into_iter().step_by(5).collect();
    lines.into_par_iter().for_each_init(
        || Searcher::new(16),
        |searcher, mut line| {
            for _ in 0..judged {
                searcher.clear();
                let options = SearchOptions::default();
                let stop = StopToken::new();
                let thought = searcher.think(&line, &limits, &options, &stop, &mut |_| {});
                let is_level =
                    matches!(thought.score, Score::Centipawns(score) if score.abs() <= bound);
                assert!(
                    is_level,
                    "{:?}: {}",
                    line.moves().collect::<Vec<_>>(),
                    thought.score
                );
                line.pop();
            }
        },
    );
}
