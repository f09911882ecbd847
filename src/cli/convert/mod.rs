//! `caipan convert`: game files from one format, encoding and notation to another.

mod output;

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::complain;
use super::exit_status::ExitStatus;
use super::game_files::{self, GameFile, format};
use super::language::LanguageArgument;
use crate::notation::Notation;
use crate::record::{Format, GameError, GameRecord, Losses, Piece, Style};
use crate::report::Language;
use crate::text::Encoding;
use output::Output;

/// Convert game files: from one format, encoding or notation to another.
///
/// A file that holds several games becomes several numbered ones where the new format holds one game a file. What the new
/// format cannot hold is told for each game and in total. A game that cannot be read costs no other one.
///
/// Exit status: 0 if all was converted, 1 if something could not be read or written, 2 for wrong usage.
#[derive(Debug, clap::Args)]
#[command(after_help = formats())]
pub(super) struct Convert {
    /// A game file, or a folder of them with all that is in it.
    input: PathBuf,
    /// The file to write, its format known by its ending; with --to a folder, which gets the tree of the input.
    output: PathBuf,
    /// The format of the input, whatever its ending.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,
    /// The format to write, whatever the ending of the output.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,
    /// The encoding to write; gbk comes with the line ends and wide digits that go with it.
    #[arg(long, value_enum, default_value_t)]
    encoding: EncodingArgument,
    /// The notation of the moves in PGN and lists of moves.
    #[arg(long, value_enum, default_value_t)]
    notation: NotationArgument,
    /// Write over files that are there.
    #[arg(long)]
    force: bool,
    /// The language of what is told.
    #[arg(long, value_enum, default_value_t)]
    lang: LanguageArgument,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EncodingArgument {
    #[default]
    Utf8,
    Gbk,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum NotationArgument {
    /// 炮二平五
    #[default]
    Chinese,
    /// C2=5
    Wxf,
    /// H2-E2
    Iccs,
    /// Che2
    San,
    /// h2e2
    Uci,
}

/// Lists the formats.
fn formats() -> String {
    let told = Format::ALL.map(|format| {
        let endings = format.endings().iter().map(|ending| format!(".{ending}"));
        let endings = endings.collect::<Vec<_>>().join(", ");
        let only = if format.can_be_written() {
            ""
        } else {
            ", read only"
        };
        format!("{} ({endings}{only})", format.name())
    });
    format!("Formats: {}.", told.join(", "))
}

/// A file to convert.
struct Job {
    input: PathBuf,
    output: PathBuf,
    to: Format,
}

/// A game that was converted, its bytes, and what is lost in them; the error if it could not be read, or not to its end.
struct Converted {
    game: Option<(GameRecord, Vec<u8>, Losses)>,
    error: Option<GameError>,
}

/// What came of a run, or of one file that could be converted.
#[derive(Default)]
struct Totals {
    games: usize,
    files: usize,
    broken_games: usize,
    cut_games: usize,
    failed_files: usize,
    losses: Losses,
}

impl Convert {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        let mut totals = Totals::default();
        let jobs = self.jobs(&mut totals)?;
        let bytes = jobs.iter().map(|job| fs::metadata(&job.input));
        let bytes = bytes.map(|data| data.map_or(0, |data| data.len())).sum();
        // It draws on a terminal alone.
        let bar = ProgressBar::new(bytes);
        if let Ok(style) =
            ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {bytes_per_sec}")
        {
            bar.set_style(style);
        }
        let mut written = HashSet::new();
        for job in &jobs {
            match self.file(job, &bar, &mut written) {
                Ok(own) => totals.add(&own),
                Err(error) => {
                    let place = job.input.display();
                    self.tell(
                        &bar,
                        format_args!("{place}: 不能转换：{error}"),
                        format_args!("{place}: cannot be converted: {error}"),
                    );
                    totals.failed_files += 1;
                }
            }
        }
        bar.finish_and_clear();
        self.tell(&bar, totals.in_chinese(), totals.in_english());
        let failures = totals.broken_games + totals.cut_games + totals.failed_files;
        Ok(if failures == 0 {
            ExitStatus::Success
        } else {
            ExitStatus::Failure
        })
    }

    /// Tells a person something in the language chosen.
    fn tell(&self, bar: &ProgressBar, zh: impl std::fmt::Display, en: impl std::fmt::Display) {
        bar.suspend(|| {
            let language = Language::from(self.lang);
            if matches!(language, Language::Zh | Language::Both) {
                complain(zh);
            }
            if matches!(language, Language::En | Language::Both) {
                complain(en);
            }
        });
    }

    fn style(&self) -> Style {
        Style {
            notation: match self.notation {
                NotationArgument::Chinese => Notation::Chinese,
                NotationArgument::Wxf => Notation::Wxf,
                NotationArgument::Iccs => Notation::Iccs,
                NotationArgument::San => Notation::San,
                NotationArgument::Uci => Notation::Coordinate,
            },
            encoding: match self.encoding {
                EncodingArgument::Utf8 => Encoding::Utf8,
                EncodingArgument::Gbk => Encoding::Gb18030,
            },
        }
    }

    /// Lists the files to convert.
    fn jobs(&self, totals: &mut Totals) -> anyhow::Result<Vec<Job>> {
        let ends_as_folder = self.output.as_os_str().as_encoded_bytes().ends_with(b"/");
        let is_folder = self.input.is_dir() || self.output.is_dir() || ends_as_folder;
        let to = if is_folder {
            self.to.ok_or_else(|| {
                anyhow::anyhow!("the output is a folder: --to FORMAT must tell what to write")
            })?
        } else {
            let to = self.to.or_else(|| Format::by_ending(&self.output));
            to.ok_or_else(|| {
                let name = self.output.display();
                anyhow::anyhow!(
                    "{name}: no format has this ending: --to FORMAT must tell what to write"
                )
            })?
        };
        anyhow::ensure!(
            to.can_be_written(),
            "{}: this format is only read",
            to.name()
        );
        let job = |input: PathBuf, output: PathBuf| Job { input, output, to };
        if !self.input.is_dir() {
            let output = match self.input.file_name() {
                Some(name) if is_folder => self.output.join(name).with_extension(to.name()),
                _ => self.output.clone(),
            };
            return Ok(vec![job(self.input.clone(), output)]);
        }
        anyhow::ensure!(
            !self.output.is_file(),
            "{}: a file, expected a folder for what is in a folder",
            self.output.display()
        );
        let mut files = Vec::new();
        game_files::list(&self.input, self.from, &mut files, &mut |folder, error| {
            complain(format_args!(
                "{}: cannot be read: {error}",
                folder.display()
            ));
            totals.failed_files += 1;
        });
        anyhow::ensure!(
            !files.is_empty() || totals.failed_files > 0,
            "{}: found no game file",
            self.input.display()
        );
        let jobs = files.into_iter().map(|file| {
            let inner = file.strip_prefix(&self.input).unwrap_or(&file);
            let output = self.output.join(inner).with_extension(to.name());
            job(file, output)
        });
        Ok(jobs.collect())
    }

    /// Converts a file; `Err` tells why nothing, or nothing more, of it could be.
    fn file(
        &self,
        job: &Job,
        bar: &ProgressBar,
        written: &mut HashSet<PathBuf>,
    ) -> Result<Totals, String> {
        let mut totals = Totals::default();
        let mut input = GameFile::open(&job.input, self.from)?;
        let style = self.style();
        let mut output = Output::new(&job.output, job.to, self.force, written)?;
        let mut number = 0;
        loop {
            let (chunk, size) = input.chunk()?;
            if chunk.is_empty() {
                break;
            }
            let chunk: Vec<Vec<Converted>> = chunk
                .into_par_iter()
                .map(|piece| convert(&piece, job.to, style))
                .collect();
            for converted in chunk.into_iter().flatten() {
                number += 1;
                let place = format!("{}#{number}", job.input.display());
                if let Some(error) = &converted.error {
                    bar.suspend(|| complain(format_args!("{place}: {error}")));
                }
                match (converted.game, converted.error) {
                    (Some((record, bytes, losses)), error) => {
                        output.add(number, record, bytes)?;
                        if !losses.is_empty() {
                            let (zh, en) = (losses.in_chinese(), losses.in_english());
                            self.tell(
                                bar,
                                format_args!("{place}: {zh}"),
                                format_args!("{place}: {en}"),
                            );
                        }
                        totals.games += 1;
                        totals.cut_games += usize::from(error.is_some());
                        totals.losses.add(&losses);
                    }
                    (None, _) => {
                        output.pass(number)?;
                        totals.broken_games += 1;
                    }
                }
            }
            bar.inc(size as u64);
        }
        if number == 0 {
            return Err(format!("found no game of {}", input.format.name()));
        }
        totals.files = output.finish()?;
        Ok(totals)
    }
}

/// Converts the games of a piece.
fn convert(piece: &Piece, to: Format, style: Style) -> Vec<Converted> {
    let write = |record: GameRecord| {
        let bytes = to.write(std::slice::from_ref(&record), style);
        let losses = to.losses(&record, &bytes);
        (record, bytes, losses)
    };
    let games = piece.read().into_iter();
    games
        .map(|game| match game {
            Ok(record) => Converted {
                game: Some(write(record)),
                error: None,
            },
            Err(error) => Converted {
                game: error.so_far().cloned().map(write),
                error: Some(error),
            },
        })
        .collect()
}

impl Totals {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.files += other.files;
        self.broken_games += other.broken_games;
        self.cut_games += other.cut_games;
        self.failed_files += other.failed_files;
        self.losses.add(&other.losses);
    }

    fn in_english(&self) -> String {
        let number = |count: usize, one: &str, many: &str| {
            format!("{count} {}", if count == 1 { one } else { many })
        };
        let mut text = format!(
            "{} converted, {} written",
            number(self.games, "game", "games"),
            number(self.files, "file", "files")
        );
        for (count, one, many) in [
            (self.cut_games, "game ends early", "games end early"),
            (
                self.broken_games,
                "game could not be read",
                "games could not be read",
            ),
            (
                self.failed_files,
                "file could not be converted",
                "files could not be converted",
            ),
        ] {
            if count > 0 {
                text += &format!("; {}", number(count, one, many));
            }
        }
        if !self.losses.is_empty() {
            text += &format!(". In total: {}", self.losses.in_english());
        }
        text
    }

    fn in_chinese(&self) -> String {
        let mut text = format!("转换 {} 局，写入 {} 个文件", self.games, self.files);
        for (count, what) in [
            (self.cut_games, "局未到结尾"),
            (self.broken_games, "局不能读取"),
            (self.failed_files, "个文件不能转换"),
        ] {
            if count > 0 {
                text += &format!("；{count} {what}");
            }
        }
        if !self.losses.is_empty() {
            text += &format!("。合计：{}", self.losses.in_chinese());
        }
        text
    }
}
