//! The files of game records, which grow by each game that is over.

use std::io;

use super::game_record;
use super::game_story::GameStory;
use super::record_file::RecordFile;
use crate::notation::Notation;
use crate::record::pgn;
use crate::text::Encoding;
use crate::tournament::{EncodingChoice, NotationChoice, Plan, ResultEntry};

/// The files for the games of a run.
#[derive(Debug)]
pub(super) struct RecordFiles {
    pgn: Option<RecordFile>,
    epd: Option<RecordFile>,
    notation: Notation,
    encoding: Encoding,
}

impl RecordFiles {
    /// Opens the files that the settings ask for, to add to what they hold, or anew if `is_recalled`: then the games
    /// that are over already come again. Nothing of them changes before the first game comes, or [`RecordFiles::settle`].
    pub(super) fn open(plan: &Plan, is_recalled: bool) -> io::Result<Self> {
        let output = &plan.settings.output;
        let open = |path, is_added_to| {
            if is_recalled {
                return RecordFile::renew(path);
            }
            let is_journaled = output.journal.is_some();
            RecordFile::open(path, is_added_to, is_journaled)
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
                NotationChoice::Uci => Notation::Coordinate,
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

    /// Ends what comes again; files that were to be made anew and got no game are empty then. Tells which files held
    /// something else, and what became of it.
    pub(super) fn settle(&mut self) -> io::Result<Vec<String>> {
        let files = [&mut self.pgn, &mut self.epd].into_iter().flatten();
        let told: io::Result<Vec<_>> = files.map(RecordFile::settle).collect();
        Ok(told?.into_iter().flatten().collect())
    }
}
