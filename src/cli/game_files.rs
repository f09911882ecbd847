//! The game files that a command is given: those that a folder holds, and their games in pieces.

use std::fs::{self, File};
use std::io::{self, Chain, Cursor, Read};
use std::path::{Path, PathBuf};

use crate::record::{Format, Piece, Pieces};

/// How much of a file is looked at to tell its format, in bytes.
const HEAD: u64 = 1 << 16;

/// The most pieces that are dealt with side by side, and the bytes behind which no further one is taken.
const CHUNK: (usize, usize) = (1024, 1 << 22);

/// Reads the name of a format.
pub(super) fn format(word: &str) -> Result<Format, String> {
    let known = |format: &Format| format.name().eq_ignore_ascii_case(word);
    Format::ALL.into_iter().find(known).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        format!("expected one of {names}")
    })
}

/// Adds the files of a folder and of the folders in it, in the order of their names: all, if the format is given that they
/// have, else those with the ending of one. A link to a folder is not followed, since it may lead back; what is no file, as
/// a pipe, is passed over. `fail` is told of folders that cannot be read.
pub(super) fn list(
    folder: &Path,
    given: Option<Format>,
    files: &mut Vec<PathBuf>,
    fail: &mut dyn FnMut(&Path, io::Error),
) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return fail(folder, error),
    };
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        let is_wanted = given.is_some() || Format::by_ending(&path).is_some();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            list(&path, given, files, fail);
        } else if is_wanted && fs::metadata(&path).map_or(true, |data| data.is_file()) {
            files.push(path);
        }
    }
}

/// A game file that is being read.
pub(super) struct GameFile {
    pub(super) format: Format,
    pieces: Pieces<Chain<Cursor<Vec<u8>>, File>>,
}

impl GameFile {
    /// Opens a file, and finds its format unless that is given.
    ///
    /// # Errors
    /// Tells in words what is wrong with the file.
    pub(super) fn open(path: &Path, format: Option<Format>) -> Result<Self, String> {
        let cannot_read = |error: io::Error| format!("cannot be read: {error}");
        let mut file = File::open(path).map_err(cannot_read)?;
        let mut head = Vec::new();
        let format = match format {
            Some(format) => format,
            None => {
                let mut first = file.by_ref().take(HEAD);
                first.read_to_end(&mut head).map_err(cannot_read)?;
                Format::of_file(path, &head).ok_or("found bytes of no known format")?
            }
        };
        Ok(Self {
            format,
            pieces: format.pieces(Cursor::new(head).chain(file)),
        })
    }

    /// Reads the next pieces, and gives how many bytes they take; none at the end.
    ///
    /// # Errors
    /// Tells in words that the file cannot be read on.
    pub(super) fn chunk(&mut self) -> Result<(Vec<Piece>, usize), String> {
        let (mut chunk, mut size) = (Vec::new(), 0);
        while chunk.len() < CHUNK.0 && size < CHUNK.1 {
            let Some(piece) = self.pieces.next() else {
                break;
            };
            let piece = piece.map_err(|error| format!("cannot be read: {error}"))?;
            size += piece.size();
            chunk.push(piece);
        }
        Ok((chunk, size))
    }
}
