//! A file that is written beside its place and gets its name when it is whole: a reader finds the old one or the new one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::growing_file::named;
use crate::engine::expect_regular;

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
        let path = beside(&place, "new");
        Self { path, place }
    }

    /// Begins to write a file, in place of what is left of a program that was killed.
    ///
    /// # Errors
    /// Tells the file, and what the system says or that something other than a file has its name.
    pub(crate) fn create(file: &Path) -> io::Result<(BufWriter<File>, Self)> {
        Self::make(file, |path| File::create(path).map(Some))
    }

    /// Begins to write a file as [`Self::create`] does, but beside whatever is there.
    ///
    /// # Errors
    /// As [`Self::create`].
    pub(crate) fn create_apart(file: &Path) -> io::Result<(BufWriter<File>, Self)> {
        Self::make(file, |path| match File::create_new(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
            made => made.map(Some),
        })
    }

    /// Begins to write a file under the first name for which `open` gives one.
    fn make(
        file: &Path,
        open: impl Fn(&Path) -> io::Result<Option<File>>,
    ) -> io::Result<(BufWriter<File>, Self)> {
        let place = place(file);
        let make = || {
            if file.is_dir() {
                return Err(io::Error::other("found a folder, expected a file"));
            }
            expect_regular(file)?;
            let mut path = beside(&place, "new");
            let mut number = 1u32;
            loop {
                if let Some(opened) = open(&path)? {
                    return Ok((BufWriter::with_capacity(1 << 18, opened), path));
                }
                number += 1;
                path = beside(&place, &format!("{number}.new"));
            }
        };
        let (opened, path) = make().map_err(|error| named(file, &error))?;
        Ok((opened, Self { path, place }))
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// As [`Self::create`].
    pub(crate) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
        let (mut out, new) = Self::create(file)?;
        let written = out.write_all(bytes).and_then(|()| out.flush());
        written.map_err(|error| named(file, &error))?;
        drop(out);
        new.finish()
    }

    /// Gives where the new one of a file is written.
    pub(super) fn path_of(file: &Path) -> PathBuf {
        beside(&place(file), "new")
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

fn beside(place: &Path, ending: &str) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    place.with_file_name(name)
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn what_is_no_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let other = "found a pipe or a device, expected a regular file";
        for (path, why) in [
            (folder.path(), "found a folder, expected a file"),
            (&pipe, other),
            (Path::new("/dev/null"), other),
        ] {
            let error = NewFile::write(path, b"new").unwrap_err().to_string();
            assert_eq!(error, format!("{}: {why}", path.display()));
            assert!(!fs::metadata(path).unwrap().is_file());
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_has_the_name_of_a_new_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("folder")).unwrap();
        let names = ["file.new", "file.2.new", "folder.new"];
        for name in names {
            fs::write(path(name), "mine").unwrap();
        }
        let (mut out, new) = NewFile::create_apart(&path("file")).unwrap();
        out.write_all(b"whole").unwrap();
        drop(out);
        new.finish().unwrap();
        drop(NewFile::create_apart(&path("file")).unwrap());
        // A file that cannot be made takes none away.
        for create in [NewFile::create, NewFile::create_apart] {
            assert!(create(&path("folder")).is_err());
        }
        assert_eq!(fs::read(path("file")).unwrap(), b"whole");
        for name in names {
            assert_eq!(fs::read(path(name)).unwrap(), b"mine", "{name}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
    }

    #[test]
    fn a_file_is_the_old_one_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        NewFile::write(&file, b"old").unwrap();
        let (mut out, new) = NewFile::create(&file).unwrap();
        out.write_all(b"new").unwrap();
        out.flush().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"old");
        new.finish().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
