//! The game that `play` and `analyse` begin with, and how they show it.

use anyhow::anyhow;

use super::language::{LanguageArgument, shows_chinese};
use super::rule_file::rule_set;
use crate::position::Line;
use crate::report;
use crate::ruling::RuleSet;

/// The game that is given, and how it is shown.
#[derive(Debug, clap::Args)]
pub(super) struct GameArguments {
    /// The position to begin with [default: the start of a game].
    #[arg(long)]
    fen: Option<String>,
    /// The moves from there, in any notation, between blanks or commas; their numbers are passed over.
    #[arg(long)]
    moves: Option<String>,
    /// The rule set: cn2011, cn2020, axf, computer, sky, check-only, none, or a .toml file.
    #[arg(long, value_name = "NAME", default_value = "cn2011", value_parser = rule_set)]
    pub(super) rules: RuleSet,
    /// Draw the board in ASCII [default: where the locale has no Chinese characters].
    #[arg(long)]
    ascii: bool,
    /// The language of what is said [default: that of the locale].
    #[arg(long, value_enum)]
    lang: Option<LanguageArgument>,
}

impl GameArguments {
    /// Plays the game that is given.
    ///
    /// # Errors
    /// The FEN or a move is wrong.
    pub(super) fn line(&self) -> anyhow::Result<Line> {
        let moves = self.moves.as_deref().unwrap_or_default();
        let game = report::GivenGame::from_moves("game".into(), self.fen.as_deref(), moves);
        game.map(|game| game.line)
            .map_err(|failure| anyhow!("{}", failure.error.message))
    }

    pub(super) fn language(&self) -> LanguageArgument {
        self.lang.unwrap_or_else(LanguageArgument::of_environment)
    }

    /// Tells whether the board is drawn in ASCII.
    pub(super) fn is_ascii(&self) -> bool {
        self.ascii || !shows_chinese()
    }
}
