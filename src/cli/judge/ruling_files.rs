//! The files of `caipan judge` that show boards: the page, and one position as a picture.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;

use clap::ValueEnum;

use crate::board::Color;
use crate::position::Line;
use crate::report::{Coordinates, RuledBy, RulingPage, RulingSection, View, picture};
use crate::tournament::{NewFile, named};

/// What of them is asked for.
#[derive(Debug, clap::Args)]
pub(super) struct RulingPictures {
    /// Write a page, in Chinese and English, with each ruling and a board for each move of it.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw the last position of the one game, with what its last move threatens, as an SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the position after so many moves instead.
    #[arg(long, value_name = "MOVES", requires = "svg")]
    ply: Option<usize>,
    /// Draw boards with Black below.
    #[arg(long)]
    flip: bool,
    /// What stands at the edges of boards.
    #[arg(long, value_enum, default_value_t)]
    edges: EdgesArgument,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EdgesArgument {
    /// The files of each side, 1 to 9 from its right.
    #[default]
    Files,
    /// The files a to i and the ranks 0 to 9.
    Letters,
}

/// What one game adds to the files.
#[derive(Debug, Default)]
pub(super) struct Shown {
    section: Option<RulingSection>,
    svg: Option<Result<String, String>>,
}

/// The files while the games are judged.
#[derive(Debug)]
pub(super) struct RulingFiles<'a> {
    asked: &'a RulingPictures,
    page: Option<(RulingPage<BufWriter<File>>, NewFile)>,
    games: usize,
    svg: Option<Result<String, String>>,
}

impl RulingPictures {
    /// Begins the files; the page is named by what is judged.
    ///
    /// # Errors
    /// Tells that the page cannot be written.
    pub(super) fn begin<'a>(
        &self,
        judged: impl Iterator<Item = &'a PathBuf>,
    ) -> io::Result<RulingFiles<'_>> {
        let judged = judged.map(|path| path.display().to_string());
        let mut title: Vec<String> = judged.filter(|name| name != "-").collect();
        title.push("棋例裁决 Rulings".to_owned());
        let page = match &self.html {
            None => None,
            Some(path) => {
                let (file, new) = NewFile::create(path)?;
                let page = RulingPage::begin(file, &title.join(" · "), self.view());
                Some((page.map_err(|error| named(path, &error))?, new))
            }
        };
        Ok(RulingFiles {
            asked: self,
            page,
            games: 0,
            svg: None,
        })
    }

    fn view(&self) -> View {
        View {
            bottom: if self.flip { Color::Black } else { Color::Red },
            coordinates: match self.edges {
                EdgesArgument::Files => Coordinates::Files,
                EdgesArgument::Letters => Coordinates::Letters,
            },
        }
    }

    /// Draws what a game adds.
    pub(super) fn show(&self, name: &str, line: &Line, rulings: &[RuledBy]) -> Shown {
        let section = || RulingSection::of(name, line, rulings, self.view());
        Shown {
            section: self.html.is_some().then(section),
            svg: self.svg.is_some().then(|| self.draw(line, rulings)),
        }
    }

    fn draw(&self, line: &Line, rulings: &[RuledBy]) -> Result<String, String> {
        let plies = self.ply.unwrap_or(line.len());
        if plies > line.len() {
            return Err(format!(
                "--ply: found {plies}, expected 0 to {}",
                line.len()
            ));
        }
        let finding = rulings.first().and_then(|ruled| {
            let finding = ruled.findings.get(plies.checked_sub(1)?)?;
            finding.as_ref()
        });
        Ok(picture(line, plies, finding).to_svg(self.view()))
    }

    /// Shows that a game could not be ruled.
    pub(super) fn show_failure(&self, name: &str, message: &str) -> Shown {
        let section = || RulingSection::failed(name, message);
        Shown {
            section: self.html.is_some().then(section),
            svg: None,
        }
    }
}

impl RulingFiles<'_> {
    /// Takes the next game.
    ///
    /// # Errors
    /// Tells that the page could not be written.
    pub(super) fn add(&mut self, shown: Shown) -> io::Result<()> {
        self.games += 1;
        self.svg = self.svg.take().or(shown.svg);
        if let (Some((page, new)), Some(section)) = (&mut self.page, shown.section) {
            page.add(section)
                .map_err(|error| named(new.path(), &error))?;
        }
        Ok(())
    }

    /// Ends the files.
    ///
    /// # Errors
    /// Tells that one could not be written, or that there is not exactly one game to draw.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        if let Some((page, new)) = self.page {
            page.finish().map_err(|error| named(new.path(), &error))?;
            new.finish()?;
        }
        let Some(path) = &self.asked.svg else {
            return Ok(());
        };
        anyhow::ensure!(
            self.games == 1,
            "--svg: found {} games, expected one",
            self.games
        );
        if let Some(drawn) = self.svg {
            let svg = drawn.map_err(anyhow::Error::msg)?;
            NewFile::write(path, svg.as_bytes())?;
        }
        Ok(())
    }
}
