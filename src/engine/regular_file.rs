//! What may be opened as a file: a pipe without another end, or a terminal, keeps waiting whoever opens or reads it.

use std::fs;
use std::io;
use std::path::Path;

/// Finds out that a path is none of a pipe or a device. What is not there passes, and a folder, which the system itself
/// refuses to open.
///
/// # Errors
/// Tells what was found.
pub(crate) fn expect_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => Err(io::Error::other(
            "found a pipe or a device, expected a regular file",
        )),
        _ => Ok(()),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::engine::{Profile, Transcript};

    #[test]
    fn a_pipe_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.toml");
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for path in [&pipe, Path::new("/dev/null")] {
            let why = "found a pipe or a device, expected a regular file";
            let error = Transcript::create(path).unwrap_err();
            assert_eq!(error.to_string(), why);
            let error = Profile::read(path).unwrap_err().to_string();
            assert!(error.ends_with(why), "{error}");
        }
        assert!(expect_regular(folder.path()).is_ok());
        assert!(expect_regular(&folder.path().join("new.log")).is_ok());
    }
}
