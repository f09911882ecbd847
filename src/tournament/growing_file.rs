//! A file that only grows. Nothing of it changes before there is something to add; one that was made and got nothing is
//! not left behind.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is added to.
#[derive(Debug)]
pub(crate) struct GrowingFile {
    path: PathBuf,
    pub(super) file: File,
    /// Whether it was not there before.
    is_made: bool,
    /// How much of it stays when something is added; `None` is all.
    kept: Option<u64>,
    /// How many bytes it has if no one else writes it.
    len: u64,
}

impl GrowingFile {
    /// Opens a file, or makes an empty one.
    ///
    /// # Errors
    /// Tells the file and what the system says.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.append(true);
        let made = options.clone().create_new(true).open(path);
        let is_made = made.is_ok();
        let file = made.or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => options.create(true).open(path),
            _ => Err(error),
        });
        let file = file.map_err(|error| named(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            is_made,
            kept: None,
            len: file.metadata().map_or(0, |data| data.len()),
            file,
        })
    }

    /// Gives its name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets what is added next stand behind the first `len` bytes, in place of what is there.
    pub(crate) fn keep(&mut self, len: u64) {
        self.kept = Some(len);
    }

    /// Adds bytes, at once in the system's hands.
    ///
    /// # Errors
    /// Tells the file and what the system says.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).map_err(|error| named(&self.path, &error))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(kept) = self.kept.take().filter(|kept| *kept < self.len) {
            // A file that is open for adding alone cannot be cut on Windows.
            let file = OpenOptions::new().write(true).open(&self.path)?;
            file.set_len(kept)?;
            self.len = kept;
        }
        self.file.write_all(bytes)?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Finds out that the file still stands under its name, and as it was left.
    ///
    /// # Errors
    /// Tells the file and what was found.
    pub(super) fn expect_untouched(&self) -> io::Result<()> {
        let found = fs::metadata(&self.path).map_err(|error| named(&self.path, &error))?;
        if found.len() == self.len {
            return Ok(());
        }
        Err(io::Error::other(format!(
            "{}: found {} bytes, expected the {} that were written; someone else has changed it",
            self.path.display(),
            found.len(),
            self.len
        )))
    }
}

impl Drop for GrowingFile {
    fn drop(&mut self) {
        if self.is_made && self.file.metadata().is_ok_and(|data| data.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
        // A program that is being started in this moment may hold the file for longer than we do.
        let _ = self.file.unlock();
    }
}

/// Adds the name of a file to what is wrong with it. That it is a pipe without a reader is a fault as any other.
pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}
