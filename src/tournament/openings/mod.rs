//! How the games of a run begin.

use std::io;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::{OpeningFormat, OpeningOrder, OpeningSettings};
use crate::position::Line;
use crate::record::{OpeningListError, TextError, pgn, read_opening_list};
use crate::ruling::{NatureCache, RuleSet, explain, first_end};
use crate::text::decode;

/// The suite that comes with the program; its head tells how it was made.
const BUILTIN: &str = include_str!("builtin.epd");

/// The openings of a run, in the order in which they are played.
#[derive(Clone, Debug)]
pub struct Openings {
    lines: Vec<Line>,
}

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("openings: {0}")]
    Unreadable(io::Error),
    /// A line of a list is no opening.
    #[error("openings: {}, {fault}", path.display())]
    List {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        fault: OpeningListError,
    },
    /// A game cannot be read.
    #[error("openings: {}, {fault}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        fault: TextError,
    },
    /// The rules have ended the game before it is played.
    #[error("openings: {}, line {line}: found a game that is over ({why}), expected one that goes on{hint}", path.display())]
    Over {
        /// The file.
        path: PathBuf,
        /// The line where it begins, from 1.
        line: usize,
        /// How it ended.
        why: String,
        /// What can be done about it.
        hint: &'static str,
    },
    /// The file holds nothing.
    #[error("openings: {}: found no opening, expected one or more", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file has no opening of the number with which to begin.
    #[error("openings start: found {found}, expected 1 to {count}, the openings of {}", path.display())]
    Start {
        /// The file.
        path: PathBuf,
        /// The number.
        found: usize,
        /// How many openings there are.
        count: usize,
    },
}

impl Openings {
    /// Takes openings as they are; where there is none, games begin at the start.
    #[must_use]
    pub fn new(mut lines: Vec<Line>) -> Self {
        if lines.is_empty() {
            lines.push(Line::default());
        }
        Self { lines }
    }

    /// Reads the openings that settings name; the same seed gives the same order.
    ///
    /// # Errors
    /// Tells that the file cannot be read, the first fault in it, an opening in which `rules` have ended the game, or that
    /// there is none with the number to begin with.
    pub fn load(
        settings: &OpeningSettings,
        rules: &RuleSet,
        seed: u64,
    ) -> Result<Self, OpeningsError> {
        let Some(path) = &settings.file else {
            return Ok(Self::new(Vec::new()));
        };
        let numbered = read(path, settings.format)?;
        let count = numbered.len();
        let mut lines = Vec::with_capacity(count);
        let mut cache = NatureCache::default();
        for (number, line) in numbered {
            let line = shortened(line, settings.plies);
            if let Some((ply, outcome, reason)) = first_end(&line, 0, rules, &mut cache) {
                return Err(OpeningsError::Over {
                    path: path.clone(),
                    line: number,
                    why: explain::ending(outcome, reason).en,
                    hint: match ply {
                        0 => "",
                        _ => "; plies=N takes its first N plies alone",
                    },
                });
            }
            lines.push(line);
        }
        if lines.is_empty() {
            return Err(OpeningsError::Empty { path: path.clone() });
        }
        if settings.order == OpeningOrder::Random {
            lines.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        if !(1..=count).contains(&settings.start) {
            return Err(OpeningsError::Start {
                path: path.clone(),
                found: settings.start,
                count,
            });
        }
        lines.rotate_left(settings.start - 1);
        Ok(Self { lines })
    }

    /// Gives how many there are, one at least.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Tells which openings these are: how many, and a number that is made of all of them in their order (FNV-1a, 64 bits).
    ///
    /// # Examples
    ///
    /// ```
    /// use caipan::tournament::Openings;
    ///
    /// assert_eq!(Openings::new(Vec::new()).digest(), "1 opening, 7ea300944b511722");
    /// ```
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |word: String| {
            for byte in word.bytes().chain([b' ']) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        for line in &self.lines {
            add(line.start().to_string());
            line.moves().for_each(|mv| add(mv.to_string()));
        }
        let noun = if self.lines.len() == 1 {
            "opening"
        } else {
            "openings"
        };
        format!("{} {noun}, {hash:016x}", self.lines.len())
    }

    /// Gives an opening by its number from 0; behind the last the first comes again.
    #[must_use]
    pub fn get(&self, index: usize) -> &Line {
        &self.lines[index % self.lines.len()]
    }
}

/// Reads all openings of a file, each with the line where it begins.
fn read(path: &Path, format: Option<OpeningFormat>) -> Result<Vec<(usize, Line)>, OpeningsError> {
    let list = |text: &str| {
        read_opening_list(text).map_err(|fault| OpeningsError::List {
            path: path.to_owned(),
            fault,
        })
    };
    if path == Path::new("builtin") {
        return list(BUILTIN);
    }
    let bytes = fs_err::read(path).map_err(OpeningsError::Unreadable)?;
    let (text, _) = decode(&bytes);
    let is_pgn = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
    match format {
        Some(OpeningFormat::Epd) => list(&text),
        None if !is_pgn => list(&text),
        Some(OpeningFormat::Pgn) | None => pgn::read(&text)
            .map(|(number, game)| match game {
                Ok(game) => Ok((number, game.line().clone())),
                Err(fault) => Err(OpeningsError::Game {
                    path: path.to_owned(),
                    fault,
                }),
            })
            .collect(),
    }
}

/// Takes back the moves behind the first so many.
fn shortened(mut line: Line, plies: Option<usize>) -> Line {
    while plies.is_some_and(|plies| line.len() > plies) {
        line.pop();
    }
    line
}

#[cfg(test)]
mod tests;
