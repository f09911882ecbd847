//! A file of game records, which may be made anew from a journal: nothing is lost that others have written there.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::tournament::{GrowingFile, named};

/// A file of records.
#[derive(Debug)]
pub(super) struct RecordFile {
    path: PathBuf,
    file: GrowingFile,
    /// What it held before, from where it has not yet been found to be what comes again; `None` once that is over.
    old: Option<File>,
    /// How many bytes have come.
    len: u64,
    /// The name under which what it held before is kept.
    aside: Option<PathBuf>,
}

impl RecordFile {
    fn new(path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            file: GrowingFile::open(path)?,
            old: None,
            len: 0,
            aside: None,
        })
    }

    /// Opens a file to add to what it holds, or to begin anew; what is added to is new where a journal is kept.
    pub(super) fn open(path: &Path, is_added_to: bool, is_journaled: bool) -> io::Result<Self> {
        let is_used = fs::metadata(path).is_ok_and(|data| data.len() > 0);
        if is_used && is_added_to && is_journaled {
            let fault = format!(
                "{}: found games, expected a new file, as -resume makes it anew from the journal",
                path.display()
            );
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, fault));
        }
        let mut record = Self::new(path)?;
        if !is_added_to {
            record.file.keep(0);
        }
        Ok(record)
    }

    /// Opens a file in which all that it is to hold comes again. It stays as it is as far as it holds that; one that holds
    /// anything else is kept under another name.
    pub(super) fn renew(path: &Path) -> io::Result<Self> {
        let mut record = Self::new(path)?;
        // A pipe or a device holds nothing.
        if fs::metadata(path).is_ok_and(|data| data.is_file()) {
            let old = File::open(path).map_err(|error| named(path, &error))?;
            record.old = Some(old);
        }
        Ok(record)
    }

    /// Adds a game, or finds it there.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let held = self.next(bytes.len())?;
        let rest = match bytes.strip_prefix(&*held) {
            Some(rest) => rest,
            None => {
                self.set_aside()
                    .map_err(|error| named(&self.path, &error))?;
                bytes
            }
        };
        self.file.add(rest)?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Gives so many of the next bytes that the file held before, or as many as there are.
    fn next(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let mut held = Vec::new();
        if let Some(old) = &mut self.old {
            let read = old.take(count as u64).read_to_end(&mut held);
            read.map_err(|error| named(&self.path, &error))?;
        }
        if held.len() < count {
            self.old = None;
        }
        Ok(held)
    }

    /// Ends what comes again, and tells where what the file held is kept if it was something else.
    pub(super) fn settle(&mut self) -> io::Result<Option<String>> {
        if !self.next(1)?.is_empty() {
            self.set_aside()
                .map_err(|error| named(&self.path, &error))?;
        }
        self.file.add(&[])?;
        let told = self.aside.take().map(|aside| {
            format!(
                "{}: found what the journal does not tell of, kept as {}",
                self.path.display(),
                aside.display()
            )
        });
        Ok(told)
    }

    /// Gives the file another name, and begins one with what has been found in it so far. A link stays one.
    fn set_aside(&mut self) -> io::Result<()> {
        self.old = None;
        let path = fs::canonicalize(&self.path)?;
        let aside = free_name(&path)?;
        fs::rename(&path, &aside)?;
        let mut known = Vec::new();
        File::open(&aside)?.take(self.len).read_to_end(&mut known)?;
        self.file = GrowingFile::open(&self.path)?;
        self.file.add(&known)?;
        self.aside = Some(aside);
        Ok(())
    }
}

/// Takes the first name of the form `games.pgn.1` that no file has: an empty file has it then.
fn free_name(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1_u64;
    loop {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{number}"));
        let free = path.with_file_name(name);
        match File::create_new(&free) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|_| free),
        }
    }
}
