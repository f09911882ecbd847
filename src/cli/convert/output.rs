//! The files that `caipan convert` writes: each is whole or not there.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::record::{Format, GameRecord, Holds, Style};
use crate::tournament::NewFile;

/// What becomes of the games of one input.
pub(super) struct Output<'a> {
    path: PathBuf,
    format: Format,
    may_overwrite: bool,
    /// The files of this run, which nothing writes over.
    written: &'a mut HashSet<PathBuf>,
    kind: Kind,
    files: usize,
}

enum Kind {
    /// All in one file, which is made with its first game.
    Many(Option<(BufWriter<File>, NewFile)>),
    /// All in one file, which is written in the end.
    Library(Vec<GameRecord>),
    /// One a file. The first waits until it is known whether it is the only one, which decides its name.
    One(Option<(usize, Vec<u8>)>),
}

impl<'a> Output<'a> {
    /// Begins an output; nothing is written yet.
    ///
    /// # Errors
    /// Tells that there is such a file already and that it may not be written over.
    pub(super) fn new(
        path: &Path,
        format: Format,
        may_overwrite: bool,
        written: &'a mut HashSet<PathBuf>,
    ) -> Result<Self, String> {
        let output = Self {
            path: path.to_owned(),
            format,
            may_overwrite,
            written,
            kind: match format.holds() {
                Holds::Many => Kind::Many(None),
                Holds::Library => Kind::Library(Vec::new()),
                Holds::One => Kind::One(None),
            },
            files: 0,
        };
        output.check(path)?;
        Ok(output)
    }

    fn check(&self, path: &Path) -> Result<(), String> {
        let name = path.display();
        if self.written.contains(path) {
            Err(format!("{name} has been written already, for other games"))
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
        NewFile::create(path).map_err(|error| error.to_string())
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
        self.written.insert(path.to_owned());
        self.files += 1;
        Ok(())
    }

    /// Adds the game of a number, from 1, and its bytes.
    ///
    /// # Errors
    /// Tells the file that cannot be written and why.
    pub(super) fn add(
        &mut self,
        number: usize,
        record: GameRecord,
        bytes: Vec<u8>,
    ) -> Result<(), String> {
        self.pass(number)?;
        match &mut self.kind {
            Kind::Many(open) => {
                let (file, _) = match open {
                    Some(open) => open,
                    None => open.insert(Self::create(&self.path)?),
                };
                let written = file.write_all(&bytes);
                written.map_err(|error| format!("{}: {error}", self.path.display()))
            }
            Kind::Library(games) => {
                games.push(record);
                Ok(())
            }
            Kind::One(first) if number == 1 => {
                *first = Some((number, bytes));
                Ok(())
            }
            Kind::One(_) => self.write(&self.numbered(number), &bytes),
        }
    }

    /// Takes notice of the game of a number, whether it is added or not.
    ///
    /// # Errors
    /// Tells the file that cannot be written and why.
    pub(super) fn pass(&mut self, number: usize) -> Result<(), String> {
        if let Kind::One(first) = &mut self.kind
            && number > 1
            && let Some((number, bytes)) = first.take()
        {
            self.write(&self.numbered(number), &bytes)?;
        }
        Ok(())
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

    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        self.check(path)?;
        let (mut file, new) = Self::create(path)?;
        let written = file.write_all(bytes);
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        self.close(path, file, new)
    }

    /// Ends the output and tells how many files were written.
    ///
    /// # Errors
    /// Tells the file that cannot be written and why.
    pub(super) fn finish(mut self) -> Result<usize, String> {
        let path = self.path.clone();
        match &mut self.kind {
            Kind::Many(open) => {
                if let Some((file, new)) = open.take() {
                    self.close(&path, file, new)?;
                }
            }
            Kind::Library(games) => {
                let bytes = self.format.write(games, Style::default());
                if !games.is_empty() {
                    self.write(&path, &bytes)?;
                }
            }
            Kind::One(first) => {
                if let Some((_, bytes)) = first.take() {
                    self.write(&path, &bytes)?;
                }
            }
        }
        Ok(self.files)
    }
}
