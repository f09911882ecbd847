//! A file that is written beside its place and gets its name when it is whole: a reader finds the old one or the new one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::growing_file::named;

/// A file that is not whole yet; gone if it is dropped.
#[derive(Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    place: PathBuf,
}

impl NewFile {
    /// Takes what is written beside a file, or will be, as the new one; there may be what is left of a program that was
    /// killed. A link stays one.
    pub(crate) fn of(file: &Path) -> Self {
        let place = place(file);
        let path = beside(&place);
        Self { path, place }
    }

    /// Gives where the new one of a file is written.
    pub(super) fn path_of(file: &Path) -> PathBuf {
        beside(&place(file))
    }

    /// Tells where it is written.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// Tells the file and what the system says.
    pub(crate) fn finish(self) -> io::Result<()> {
        fs::rename(&self.path, &self.place).map_err(|error| named(&self.place, &error))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn place(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| file.to_owned())
}

fn beside(place: &Path) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    place.with_file_name(name)
}
