//! `caipan play`: a game against an engine in the terminal.

mod game;
mod session;
mod typed;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::ValueEnum;

use super::engine_arguments::{EngineArguments, status_of};
use super::exit_status::ExitStatus;
use super::game_arguments::GameArguments;
use super::interrupts::Interrupts;
use super::typed_lines;
use crate::analysis::Limits;
use crate::board::Color;
use crate::report::BoardLook;
use crate::search::{SEED_MOST, SKILL_MOST};
use game::Game;
use session::Session;

/// Play a game against an engine in the terminal, with a referee that warns of forbidden repetitions and rules at the count.
///
/// Moves are typed as h2e2, C2=5 or 炮二平五; help tells what else can be. Exit status: 0, or 1 if the engine failed or a
/// file could not be written, 2 for wrong usage.
#[derive(Debug, clap::Args)]
pub(super) struct Play {
    #[command(flatten)]
    given: GameArguments,
    #[command(flatten)]
    engine: EngineArguments,
    /// The side that you play [default: the one to move].
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// The level of the engine, 0 to 20, as its option Skill Level [default: the engine's own, of the bundled searcher 20].
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=i64::from(SKILL_MOST)))]
    level: Option<u32>,
    /// Keep the game as PGN in this new file when you leave.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    Red,
    Black,
}

/// Milliseconds that a move of the engine takes unless something else is said.
const MOVE_TIME: u64 = 1_000;

impl Play {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        let line = self.given.line()?;
        let player = match self.side {
            Some(Side::Red) => Color::Red,
            Some(Side::Black) => Color::Black,
            None => line.position().turn(),
        };
        if let Some(file) = &self.save {
            let name = file.display();
            ensure!(
                !file.exists(),
                "--save {name}: found a file, expected a name that is free"
            );
            let folder = file.parent().filter(|folder| *folder != Path::new(""));
            ensure!(
                folder.is_none_or(Path::is_dir),
                "--save {name}: found no folder for it, expected one that is there"
            );
        }
        // Another game each time.
        let seed = [("Seed", rand::random_range(1..=SEED_MOST).to_string())];
        let level = self.level.map(|level| ("Skill Level", level.to_string()));
        let rules = self.given.rules.clone();
        let interrupts = Interrupts::leave();
        let thinker = match self.engine.start(&seed, level.as_slice(), &rules) {
            Ok(thinker) => thinker,
            Err(error) => return status_of(error),
        };
        let (_held, interrupts) = interrupts.hear();
        let limits = self.engine.limits().unwrap_or(Limits {
            move_time: Some(MOVE_TIME),
            ..Limits::default()
        });
        let look = BoardLook {
            is_ascii: self.given.is_ascii(),
            is_flipped: player == Color::Black,
        };
        let mut session = Session {
            game: Game::new(line, player, rules),
            thinker,
            hinter: None,
            limits,
            look,
            language: self.given.language(),
            is_prompted: io::stdin().is_terminal(),
            is_shown: false,
            is_draw_offered: false,
            warned: None,
            saved: Vec::new(),
            interrupts,
            lines: typed_lines::read(),
            out: anstream::stdout(),
        };
        let result = session.run();
        let kept = match &self.save {
            None => Ok(()),
            Some(file) => session.keep_or_show(file),
        };
        session.thinker.quit();
        let status = result.or_else(status_of);
        kept.and(status)
    }
}
