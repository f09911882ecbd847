//! The files that `caipan convert` writes: each is whole or not there.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::record::{Format, Holds};
use crate::tournament::NewFile;

/// The files of a run that nothing is written over, each with the reason.
#[derive(Debug, Default)]
pub(super) struct Taken(HashMap<PathBuf, &'static str>);

impl Taken {
    /// Takes the files that are read.
    pub(super) fn by_inputs<'a>(inputs: impl Iterator<Item = &'a Path>) -> Self {
        const WHY: &str = "is read by this run; expected another place to write to";
        Self(inputs.map(|path| (place(path), WHY)).collect())
    }

    fn add(&mut self, written: &Path) {
        self.0
            .insert(place(written), "has been written already, for other games");
    }

    fn why(&self, path: &Path) -> Option<&'static str> {
        self.0.get(&place(path)).copied()
    }
}

/// Gives the one name of a file that is there, whatever leads to it.
fn place(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// What becomes of the games of one input.
pub(super) struct Output<'a> {
    path: PathBuf,
    format: Format,
    may_overwrite: bool,
    taken: &'a mut Taken,
    kind: Kind,
}

enum Kind {
    /// All in one file, which is made with its first game.
    Many(Option<(BufWriter<File>, NewFile)>),
    /// All in one file, which is written in the end.
    Library(Vec<Vec<u8>>),
    /// One a file. The first waits until it is known whether it is the only one, which decides its name.
    One(Option<Vec<u8>>),
}

impl<'a> Output<'a> {
    /// Begins an output; nothing is written yet.
    ///
    /// # Errors
    /// Tells that the file of all games may not be written.
    pub(super) fn new(
        path: &Path,
        format: Format,
        may_overwrite: bool,
        taken: &'a mut Taken,
    ) -> Result<Self, String> {
        let output = Self {
            path: path.to_owned(),
            format,
            may_overwrite,
            taken,
            kind: match format.holds() {
                Holds::Many => Kind::Many(None),
                Holds::Library => Kind::Library(Vec::new()),
                Holds::One => Kind::One(None),
            },
        };
        if !matches!(output.kind, Kind::One(_)) {
            output.check(path)?;
        }
        Ok(output)
    }

    fn check(&self, path: &Path) -> Result<(), String> {
        let name = path.display();
        if let Some(why) = self.taken.why(path) {
            Err(format!("{name} {why}"))
        } else if self.may_overwrite || fs::symlink_metadata(path).is_err() {
            Ok(())
        } else {
            Err(format!("{name} is there already; --force writes over it"))
        }
    }

    /// Opens a file beside its place.
    fn create(path: &Path) -> Result<(BufWriter<File>, NewFile), String> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        NewFile::create_apart(path).map_err(|error| error.to_string())
    }

    /// Gives a file its name.
    fn close(
        &mut self,
        path: &Path,
        mut file: BufWriter<File>,
        new: NewFile,
    ) -> Result<(), String> {
        let flushed = file.flush();
        flushed.map_err(|error| format!("{}: {error}", path.display()))?;
        drop(file);
        // Someone else may have made it in the meantime.
        self.check(path)?;
        new.finish().map_err(|error| error.to_string())?;
        self.taken.add(path);
        Ok(())
    }

    /// Adds the game of a number, from 1, after those before it have been passed, and tells how many files it wrote.
    ///
    /// # Errors
    /// Tells the file that cannot be written and why.
    pub(super) fn add(&mut self, number: usize, bytes: Vec<u8>) -> Result<usize, String> {
        match &mut self.kind {
            Kind::Many(open) => {
                let (file, _) = match open {
                    Some(open) => open,
                    None => open.insert(Self::create(&self.path)?),
                };
                let written = file.write_all(&bytes);
                written.map_err(|error| format!("{}: {error}", self.path.display()))?;
                Ok(0)
            }
            Kind::Library(games) => {
                games.push(bytes);
                Ok(0)
            }
            Kind::One(first) if number == 1 => {
                *first = Some(bytes);
                Ok(0)
            }
            Kind::One(_) => self.write(&self.numbered(number), &bytes),
        }
    }

    /// Lets the first game wait no longer, for it is not the only one, and tells how many files were written.
    ///
    /// # Errors
    /// Tells the file that cannot be written and why.
    pub(super) fn pass_first(&mut self) -> Result<usize, String> {
        match &mut self.kind {
            Kind::One(first) => match first.take() {
                Some(bytes) => self.write(&self.numbered(1), &bytes),
                None => Ok(0),
            },
            Kind::Many(_) | Kind::Library(_) => Ok(0),
        }
    }

    /// Gives the name of the file of one game among several.
    fn numbered(&self, number: usize) -> PathBuf {
        let mut name = self.path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number:04}"));
        if let Some(ending) = self.path.extension() {
            name.push(".");
            name.push(ending);
        }
        self.path.with_file_name(name)
    }

    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<usize, String> {
        self.check(path)?;
        let (mut file, new) = Self::create(path)?;
        let written = file.write_all(bytes);
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        self.close(path, file, new)?;
        Ok(1)
    }

    /// Ends the output and tells how many files that wrote.
    ///
    /// # Errors
    /// Tells the file that cannot be written and why.
    pub(super) fn finish(mut self) -> Result<usize, String> {
        let path = self.path.clone();
        match &mut self.kind {
            Kind::Many(open) => match open.take() {
                Some((file, new)) => self.close(&path, file, new).map(|()| 1),
                None => Ok(0),
            },
            Kind::Library(games) if games.is_empty() => Ok(0),
            Kind::Library(games) => {
                let bytes = self.format.join(games);
                self.write(&path, &bytes)
            }
            Kind::One(first) => match first.take() {
                Some(bytes) => self.write(&path, &bytes),
                None => Ok(0),
            },
        }
    }
}
