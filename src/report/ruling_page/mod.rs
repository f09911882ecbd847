//! The page with rulings: one file that needs nothing else, in Chinese and English.
//!
//! Each game stands in a section of its own: the verdict with its articles, the natures of the moves in two columns as the
//! rule book prints them, and a board for each move that is ruled, with what it threatens. The page is written game by
//! game, so that there may be many; the index, with totals, ends it and is shown above the games.

mod natures;
mod picture;
mod section;

use std::collections::BTreeMap;
use std::io::{self, Write};

use askama::Template;

use super::board_svg::{STYLE, View, definitions};
use crate::board::Color;
use crate::ruling::Verdict;
use crate::ruling::explain::Text;
pub use picture::picture;
pub use section::{RuledBy, RulingSection};

#[derive(Template)]
#[template(path = "head.html", config = "src/report/ruling_page/askama.toml")]
struct Head<'a> {
    title: &'a str,
    board_style: &'static str,
    definitions: String,
}

#[derive(Template)]
#[template(path = "tail.html", config = "src/report/ruling_page/askama.toml")]
struct Tail<'a> {
    rows: &'a [IndexRow],
    totals: &'a BTreeMap<String, Totals>,
    failed: usize,
    version: &'static str,
}

/// A game in the index.
#[derive(Debug)]
struct IndexRow {
    name: String,
    /// A ruling each, or why there is none.
    lines: Vec<Text>,
}

/// The games ruled by one rule set.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    games: usize,
    red: usize,
    black: usize,
    drawn: usize,
    without: usize,
}

impl Totals {
    fn add(&mut self, verdict: Option<Verdict>) {
        self.games += 1;
        let count = match verdict {
            Some(Verdict::MustChange(Color::Red)) => &mut self.red,
            Some(Verdict::MustChange(Color::Black)) => &mut self.black,
            Some(Verdict::Draw) => &mut self.drawn,
            None => &mut self.without,
        };
        *count += 1;
    }
}

/// A page that grows game by game.
#[derive(Debug)]
pub struct RulingPage<W> {
    out: W,
    rows: Vec<IndexRow>,
    totals: BTreeMap<String, Totals>,
    failed: usize,
}

impl<W: Write> RulingPage<W> {
    /// Begins a page whose boards are all seen alike.
    ///
    /// # Errors
    /// Tells that the page could not be written.
    pub fn begin(mut out: W, title: &str, view: View) -> io::Result<Self> {
        let head = Head {
            title,
            board_style: STYLE,
            definitions: definitions(view),
        };
        head.write_into(&mut out)?;
        Ok(Self {
            out,
            rows: Vec::new(),
            totals: BTreeMap::new(),
            failed: 0,
        })
    }

    /// Writes the next game.
    ///
    /// # Errors
    /// Tells that the page could not be written.
    pub fn add(&mut self, section: RulingSection) -> io::Result<()> {
        let number = self.rows.len() + 1;
        write!(
            self.out,
            "<article id=\"game-{number}\">\n{}</article>\n",
            section.html
        )?;
        self.failed += usize::from(section.verdicts.is_empty());
        for (rules, verdict) in section.verdicts {
            self.totals.entry(rules).or_default().add(verdict);
        }
        self.rows.push(IndexRow {
            name: section.name,
            lines: section.lines,
        });
        Ok(())
    }

    /// Ends the page, with an index if there are several games, and gives back what it was written to.
    ///
    /// # Errors
    /// Tells that the page could not be written.
    pub fn finish(mut self) -> io::Result<W> {
        let tail = Tail {
            rows: &self.rows,
            totals: &self.totals,
            failed: self.failed,
            version: env!("CARGO_PKG_VERSION"),
        };
        tail.write_into(&mut self.out)?;
        self.out.flush()?;
        Ok(self.out)
    }
}
