//! Journals of matches.

use std::collections::BTreeMap;
use std::path::Path;

use caipan::tournament::{Entry, read_journal};

/// What a journal tells of each game: who played, the moves, and the end.
pub(crate) fn games(path: &Path) -> BTreeMap<usize, Vec<String>> {
    let mut games: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    read_journal(path, |entry| match entry {
        Entry::Start(start) => {
            let known = games.insert(start.game, vec![start.red, start.black]);
            assert_eq!(known, None);
        }
        Entry::Move(entry) => games.get_mut(&entry.game).unwrap().push(entry.mv),
        Entry::Result(result) => {
            let end = format!("{} {}", result.result, result.termination.word());
            games.get_mut(&result.game).unwrap().push(end);
        }
        _ => {}
    })
    .unwrap();
    games
}
