//! Journals of shares, joined to the journal that one run of all games would have left.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::journal::{self, Entry, Head, Journal, JournalError};
use super::new_file::NewFile;
use super::past::expect_new;
use super::{OutputSettings, Schedule, Settings};

/// A joined journal, which does not stand under its name yet; gone if it is dropped.
#[derive(Debug)]
pub struct Joined {
    /// What its run is.
    pub settings: Settings,
    file: NewFile,
    out: PathBuf,
}

impl Joined {
    /// Tells where it stands.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// There is a file of that name, with games or none of ours; or the system refuses.
    pub fn finish(self) -> Result<(), JournalError> {
        expect_new(&self.out)?;
        Ok(self.file.finish()?)
    }
}

/// Joins the journals of all shares of a run; games stand in it one after the other, in the order of their numbers. If
/// `is_partial`, shards may be missing, and games that are not over are left out.
///
/// # Errors
/// A journal cannot be read or written; the journals are of different runs; a share is missing, is there twice or is
/// not played to its end.
pub fn merge(out: &Path, journals: &[PathBuf], is_partial: bool) -> Result<Joined, JournalError> {
    expect_new(out)?;
    let mut first: Option<(PathBuf, Head)> = None;
    let mut shares: BTreeMap<usize, &Path> = BTreeMap::new();
    let mut games: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
    for path in journals {
        let other = |fault: String| JournalError::Other {
            file: path.clone(),
            fault,
        };
        let head = super::head(path)?;
        let head = head.ok_or_else(|| other("found no run, expected a journal".to_owned()))?;
        if let Some((known, expected)) = &first
            && let Some(difference) = difference(expected, &head)
        {
            let known = known.display();
            return Err(other(format!("{difference} in {known}")));
        }
        if let Some(twice) = shares.insert(head.share.0, path) {
            let (share, twice) = (head.share.0, twice.display());
            return Err(other(format!(
                "found share {share}, which is in {twice} too, expected each once"
            )));
        }
        let mut played: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
        journal::read(path, |entry| {
            if let Some(game) = entry.game() {
                played.entry(game).or_default().push(entry);
            }
        })?;
        let schedule = Schedule::new(&head.settings);
        for game in schedule.share(head.share.0, head.share.1) {
            let entries = played.remove(&game.number).unwrap_or_default();
            if matches!(entries.last(), Some(Entry::Result(_))) {
                games.insert(game.number, entries);
            } else if !is_partial {
                let number = game.number + 1;
                return Err(other(format!(
                    "found no result of game {number}, expected all games of the share; -resume goes on with it"
                )));
            }
        }
        first.get_or_insert_with(|| (path.clone(), head));
    }
    let Some((path, mut head)) = first else {
        return Err(JournalError::Other {
            file: out.to_owned(),
            fault: "found no journal to join, expected one at least".to_owned(),
        });
    };
    let missing = (1..=head.share.1).find(|share| !shares.contains_key(share));
    if let Some(share) = missing.filter(|_| !is_partial) {
        return Err(JournalError::Other {
            file: path,
            fault: format!(
                "found {} of {} shares, expected all; share {share} is missing",
                shares.len(),
                head.share.1
            ),
        });
    }
    head.share = (1, 1);
    head.settings.output = OutputSettings::default();
    // Nothing is removed that another process writes there.
    let mut journal = Journal::open(&NewFile::path_of(out))?;
    let joined = Joined {
        settings: head.settings.clone(),
        file: NewFile::of(out),
        out: out.to_owned(),
    };
    journal.keep(0);
    journal.write(&[Entry::Run(Box::new(head))])?;
    for entries in games.values() {
        journal.write(entries)?;
    }
    Ok(joined)
}

/// Tells in what two journals are not of one run.
fn difference(expected: &Head, found: &Head) -> Option<String> {
    if found.version != expected.version {
        return Some(format!(
            "found version {}, expected {} as",
            found.version, expected.version
        ));
    }
    if found.share.1 != expected.share.1 {
        return Some(format!(
            "found a share of {}, expected one of {} as",
            found.share.1, expected.share.1
        ));
    }
    if found.openings != expected.openings {
        return Some(format!(
            "found {}, expected {} as",
            found.openings, expected.openings
        ));
    }
    let difference = found.settings.difference(&expected.settings)?;
    Some(format!("{difference} as"))
}
