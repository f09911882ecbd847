//! The files of game records, which grow by each game that is over.

use std::fs;
use std::io;
use std::path::Path;

use super::game_record;
use super::game_story::GameStory;
use crate::notation::Notation;
use crate::record::pgn;
use crate::text::Encoding;
use crate::tournament::{EncodingChoice, GrowingFile, NotationChoice, Plan, ResultEntry};

/// The files for the games of a run.
#[derive(Debug)]
pub(super) struct RecordFiles {
    pgn: Option<GrowingFile>,
    epd: Option<GrowingFile>,
    notation: Notation,
    encoding: Encoding,
}

impl RecordFiles {
    /// Opens the files that the settings ask for, to add to what they hold, or anew if `is_anew`: then the games
    /// that are over already come again. Nothing of them changes before the first game comes, or [`RecordFiles::settle`].
    pub(super) fn open(plan: &Plan, is_anew: bool) -> io::Result<Self> {
        let output = &plan.settings.output;
        let open = |path: &Path, is_added_to: bool| {
            let is_anew = is_anew || !is_added_to;
            let is_used = fs::metadata(path).is_ok_and(|data| data.len() > 0);
            if is_used && !is_anew && output.journal.is_some() {
                let fault = format!(
                    "{}: found games, expected a new file, as -resume makes it anew from the journal",
                    path.display()
                );
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, fault));
            }
            let mut file = GrowingFile::open(path)?;
            if is_anew {
                file.keep(0);
            }
            Ok(file)
        };
        Ok(Self {
            pgn: (output.pgn.as_deref())
                .map(|path| open(path, output.pgn_append))
                .transpose()?,
            epd: (output.epd.as_deref())
                .map(|path| open(path, output.epd_append))
                .transpose()?,
            notation: match output.notation {
                NotationChoice::Iccs => Notation::Iccs,
                NotationChoice::Wxf => Notation::Wxf,
                NotationChoice::Chinese => Notation::Chinese,
            },
            encoding: match output.encoding {
                EncodingChoice::Utf8 => Encoding::Utf8,
                EncodingChoice::Gbk => Encoding::Gb18030,
            },
        })
    }

    /// Adds a game that is over; each file gets it in one piece.
    pub(super) fn add(
        &mut self,
        story: &GameStory,
        result: &ResultEntry,
        plan: &Plan,
    ) -> io::Result<()> {
        if self.pgn.is_none() && self.epd.is_none() {
            return Ok(());
        }
        let record = game_record::record(story, result, plan).ok_or_else(|| {
            let fault = "found moves that are not legal, expected a game of the run";
            io::Error::new(io::ErrorKind::InvalidData, fault)
        })?;
        if let Some(file) = &mut self.pgn {
            let text = pgn::write(&record, self.notation);
            file.add(&self.encoding.encode(&text))?;
        }
        if let Some(file) = &mut self.epd {
            let text = game_record::epd(&record, &story.start, result);
            file.add(&self.encoding.encode(&text))?;
        }
        Ok(())
    }

    /// Empties files that were to be made anew and got no game.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        let mut files = [&mut self.pgn, &mut self.epd].into_iter().flatten();
        files.try_for_each(|file| file.add(&[]))
    }
}
