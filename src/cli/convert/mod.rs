//! `caipan convert`: game files from one format, encoding and notation to another.

mod output;

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
use crate::record::{Format, GameError, GameRecord, Holds, Losses, Piece, Style};
use crate::report::Language;
use crate::text::Encoding;
use output::{Output, Taken};

/// Convert game files: from one format, encoding or notation to another.
///
/// A file that holds several games becomes several numbered ones where the new format holds one game a file. What the new
/// format cannot hold is told for each game and in total. A game that cannot be read or written costs no other one, and no
/// file is written over that the same run reads.
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

/// The bytes of a game that was converted, and what is lost in them; the error if it could not be read, or not to its end.
struct Converted {
    game: Option<(Vec<u8>, Losses)>,
    error: Option<GameError>,
}

/// What came of a run, or of one file that could be converted.
#[derive(Default)]
struct Totals {
    games: usize,
    files: usize,
    broken_games: usize,
    cut_games: usize,
    unwritten_games: usize,
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
        let mut taken = Taken::by_inputs(jobs.iter().map(|job| &*job.input));
        for job in &jobs {
            let mut own = Totals::default();
            if let Err(error) = self.file(job, &bar, &mut taken, &mut own) {
                let place = job.input.display();
                self.tell(
                    &bar,
                    format_args!("{place}: 不能转换：{error}"),
                    format_args!("{place}: cannot be converted: {error}"),
                );
                if job.to.holds() != Holds::One {
                    // The file that they were to stand in is not there.
                    (own.games, own.cut_games, own.losses) = Default::default();
                }
                own.failed_files += 1;
            }
            totals.add(&own);
        }
        bar.finish_and_clear();
        self.tell(&bar, totals.in_chinese(), totals.in_english());
        Ok(if totals.are_all_well() {
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

    /// Converts a file, and adds what came of it; `Err` tells why nothing, or nothing more, of it could be.
    fn file(
        &self,
        job: &Job,
        bar: &ProgressBar,
        taken: &mut Taken,
        totals: &mut Totals,
    ) -> Result<(), String> {
        let mut input = GameFile::open(&job.input, self.from)?;
        let style = self.style();
        let mut output = Output::new(&job.output, job.to, self.force, taken)?;
        let place = |number: usize| format!("{}#{number}", job.input.display());
        // What was written of the game of a number; where each has a file of its own, one that has none costs no other.
        let mut settle = |number: usize, own: Totals, written: Result<usize, String>| {
            match written {
                Ok(files) => {
                    totals.add(&own);
                    totals.files += files;
                }
                Err(why) if job.to.holds() == Holds::One => {
                    let place = place(number);
                    self.tell(
                        bar,
                        format_args!("{place}: 不能写入：{why}"),
                        format_args!("{place}: cannot be written: {why}"),
                    );
                    totals.unwritten_games += 1;
                }
                Err(why) => return Err(why),
            }
            Ok(())
        };
        let mut number = 0;
        // What the first game adds while it waits to be written.
        let mut first = None;
        loop {
            let (chunk, size) = input.chunk()?;
            if chunk.is_empty() {
                break;
            }
            let chunk: Vec<Vec<Converted>> = chunk
                .into_par_iter()
                .map(|piece| convert(&piece, job.to, style))
                .collect();
            for Converted { game, error } in chunk.into_iter().flatten() {
                number += 1;
                if let Some(own) = first.take() {
                    settle(1, own, output.pass_first())?;
                }
                let place = place(number);
                if let Some(error) = &error {
                    bar.suspend(|| complain(format_args!("{place}: {error}")));
                }
                let Some((bytes, losses)) = game else {
                    let own = Totals {
                        broken_games: 1,
                        ..Totals::default()
                    };
                    settle(number, own, Ok(0))?;
                    continue;
                };
                if !losses.is_empty() {
                    let (zh, en) = (losses.in_chinese(), losses.in_english());
                    self.tell(
                        bar,
                        format_args!("{place}: {zh}"),
                        format_args!("{place}: {en}"),
                    );
                }
                let own = Totals {
                    games: 1,
                    cut_games: usize::from(error.is_some()),
                    losses,
                    ..Totals::default()
                };
                let written = output.add(number, bytes);
                if number == 1 {
                    written?;
                    first = Some(own);
                } else {
                    settle(number, own, written)?;
                }
            }
            bar.inc(size as u64);
        }
        if number == 0 {
            return Err(format!("found no game of {}", input.format.name()));
        }
        settle(1, first.unwrap_or_default(), output.finish())
    }
}

/// Converts the games of a piece.
fn convert(piece: &Piece, to: Format, style: Style) -> Vec<Converted> {
    let write = |record: &GameRecord| {
        let bytes = to.write_game(record, style);
        let losses = to.losses(record, &bytes, style);
        (bytes, losses)
    };
    let games = piece.read().into_iter();
    games
        .map(|game| match game {
            Ok(record) => Converted {
                game: Some(write(&record)),
                error: None,
            },
            Err(error) => Converted {
                game: error.so_far().map(write),
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
        self.unwritten_games += other.unwritten_games;
        self.failed_files += other.failed_files;
        self.losses.add(&other.losses);
    }

    fn are_all_well(&self) -> bool {
        self.broken_games + self.cut_games + self.unwritten_games + self.failed_files == 0
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
                self.unwritten_games,
                "game could not be written",
                "games could not be written",
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
            (self.unwritten_games, "局不能写入"),
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
