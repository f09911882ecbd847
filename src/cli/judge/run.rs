//! The run over all games: what is read, and what becomes of what was ruled.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, StdoutLock, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::Value;

use super::super::complain;
use super::super::exit_status::ExitStatus;
use super::super::game_files::{self, GameFile};
use super::ruling_files::RulingFiles;
use super::{Job, Judge, Ruled, RuledOutcome};
use crate::record::Format;
use crate::report::{Failure, GivenGame, SurveyTable, SurveyTotals};
use crate::text::decode;
use crate::tournament::NewFile;

/// Records judged side by side at once.
const CHUNK: usize = 256;

/// The games while they are judged.
pub(super) struct Run<'a> {
    judge: &'a Judge,
    out: BufWriter<StdoutLock<'static>>,
    files: RulingFiles<'a>,
    table: Option<(SurveyTable<BufWriter<File>>, NewFile)>,
    totals: SurveyTotals,
    bar: ProgressBar,
    games: usize,
    failures: usize,
}

impl<'a> Run<'a> {
    /// Begins the files that are asked for.
    ///
    /// # Errors
    /// Tells which cannot be written.
    pub(super) fn begin(judge: &'a Judge) -> io::Result<Self> {
        let table = judge
            .csv
            .as_ref()
            .map(|path| NewFile::create(path).map(|(file, new)| (SurveyTable::new(file), new)));
        Ok(Self {
            judge,
            out: BufWriter::new(io::stdout().lock()),
            files: judge
                .pictures
                .begin(judge.files.iter().chain(&judge.jsonl))?,
            table: table.transpose()?,
            totals: SurveyTotals::default(),
            bar: ProgressBar::hidden(),
            games: 0,
            failures: 0,
        })
    }

    /// Judges games side by side and writes what came of them in their order.
    pub(super) fn all<T: Send>(
        &mut self,
        items: Vec<T>,
        job: impl Fn(T) -> Job + Sync,
    ) -> io::Result<()> {
        let judge = self.judge;
        let items = items.into_par_iter();
        let ruled: Vec<Ruled> = items.map(|item| judge.rule(job(item))).collect();
        for ruled in ruled {
            self.games += 1;
            self.write(ruled)?;
        }
        Ok(())
    }

    fn write(&mut self, ruled: Ruled) -> io::Result<()> {
        self.out.write_all(ruled.out.as_bytes())?;
        self.files.add(ruled.shown)?;
        let table = self.table.as_mut().map(|(table, _)| table);
        match ruled.outcome {
            RuledOutcome::Ruled => {}
            RuledOutcome::Surveyed(name, surveys) => {
                self.totals.add(&name, &surveys);
                if let Some(table) = table {
                    table.add(&name, &surveys)?;
                }
            }
            RuledOutcome::Failed(name, message) => {
                self.failures += 1;
                self.totals.add_failure();
                if let Some(table) = table {
                    table.add_failure(&name, &message)?;
                }
            }
        }
        if !ruled.err.is_empty() {
            self.out.flush()?;
            self.bar.suspend(|| complain(&ruled.err));
        }
        Ok(())
    }

    /// Judges the records of a JSON Lines file. What has been read is answered before more is waited for.
    pub(super) fn json_lines(&mut self, path: &Path) -> io::Result<()> {
        let input: Box<dyn Read> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            match File::open(path) {
                Ok(file) => Box::new(file),
                Err(error) => return self.fail_file(path, format!("cannot be read: {error}")),
            }
        };
        let mut input = BufReader::with_capacity(1 << 18, input);
        let (mut lines, mut number) = (Vec::new(), 0);
        loop {
            let mut line = Vec::new();
            let length = match input.read_until(b'\n', &mut line) {
                Ok(length) => length,
                Err(error) => return self.fail_file(path, format!("cannot be read: {error}")),
            };
            number += 1;
            if !line.trim_ascii().is_empty() {
                lines.push((number, line));
            }
            if length == 0 || lines.len() >= CHUNK || !input.buffer().contains(&b'\n') {
                self.all(std::mem::take(&mut lines), |(number, line)| {
                    Job::new(GivenGame::from_json(&decode(&line).0, number))
                })?;
                self.out.flush()?;
            }
            if length == 0 {
                break;
            }
        }
        if self.games == 0 {
            self.failures += 1;
            let name = path.display();
            complain(format_args!(
                "{name}: found no record, expected one JSON object a line"
            ));
        }
        Ok(())
    }

    /// Judges the games of the files, and of those in the folders.
    pub(super) fn game_files(&mut self) -> io::Result<()> {
        let mut lists = Vec::new();
        for path in &self.judge.files {
            let (mut found, mut failed) = (vec![path.clone()], Vec::new());
            if path.is_dir() {
                found.clear();
                game_files::list(path, self.judge.from, &mut found, &mut |folder, error| {
                    failed.push((folder.to_owned(), format!("cannot be read: {error}")));
                });
            }
            lists.push((path, found, failed));
        }
        self.begin_bar(lists.iter().flat_map(|(_, found, _)| found));
        for (path, found, failed) in lists {
            let before = (self.games, self.failures);
            for (folder, why) in failed {
                self.fail_file(&folder, why)?;
            }
            for file in found {
                self.game_file(&file, file != *path)?;
            }
            if before == (self.games, self.failures) {
                self.fail_file(path, "found no game, expected game files".to_owned())?;
            }
        }
        self.bar.finish_and_clear();
        Ok(())
    }

    /// Shows how far it has come, where a person sees that and nothing else.
    fn begin_bar<'f>(&mut self, files: impl Iterator<Item = &'f PathBuf>) {
        if io::stdout().is_terminal() {
            return;
        }
        let sizes = files.map(fs::metadata);
        self.bar = ProgressBar::new(sizes.map(|data| data.map_or(0, |data| data.len())).sum());
        if let Ok(style) =
            ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {msg} {eta}")
        {
            self.bar.set_style(style);
        }
    }

    /// Judges the games of a file. Text `in_folder` without a game is passed over: it may be about anything.
    fn game_file(&mut self, path: &Path, in_folder: bool) -> io::Result<()> {
        let mut file = match GameFile::open(path, self.judge.from) {
            Ok(file) => file,
            Err(why) => return self.fail_file(path, why),
        };
        let before = self.games;
        loop {
            let (chunk, size) = match file.chunk() {
                Ok((chunk, size)) => (chunk, size as u64),
                Err(why) => return self.fail_file(path, why),
            };
            if chunk.is_empty() {
                break;
            }
            let first = self.games - before;
            // Each game is numbered by its place in the file.
            let read: Vec<_> = chunk
                .into_par_iter()
                .map(|piece| piece.read())
                .collect::<Vec<_>>()
                .into_iter()
                .flatten()
                .zip(first + 1..)
                .collect();
            self.all(read, |(game, number)| {
                Job::of_record(format!("{}#{number}", path.display()), game)
            })?;
            self.bar.inc(size);
            self.bar.set_message(self.games.to_string());
        }
        let may_be_empty = in_folder && matches!(file.format, Format::Moves | Format::DhtmlXq);
        if self.games == before && !may_be_empty {
            let name = file.format.name();
            return self.fail_file(path, format!("found no game of {name}"));
        }
        Ok(())
    }

    /// Tells why nothing of a file or folder can be judged.
    fn fail_file(&mut self, path: &Path, why: String) -> io::Result<()> {
        let name = Value::from(path.display().to_string());
        self.write(self.judge.fail(&Failure::new(name, "file", why)))
    }

    /// Ends the files, with the totals of several games of files.
    pub(super) fn finish(mut self) -> anyhow::Result<ExitStatus> {
        if !self.judge.files.is_empty() {
            if self.judge.is_json() {
                writeln!(self.out, "{}", self.totals.to_json())?;
            } else if self.totals.are_many() {
                let text = self.totals.to_text(self.judge.lang.into());
                self.out.write_all(text.as_bytes())?;
            }
        }
        self.out.flush()?;
        self.files.finish()?;
        if let Some((table, new)) = self.table {
            table.finish()?;
            new.finish()?;
        }
        Ok(if self.failures == 0 {
            ExitStatus::Success
        } else {
            ExitStatus::Failure
        })
    }
}
