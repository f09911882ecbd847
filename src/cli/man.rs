//! `caipan man`: the manual as pages of roff.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap_mangen::Man as Page;

use super::exit_status::ExitStatus;

/// Write a page of the manual, to be read with `man -l -`, or all of them into a folder.
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// The command that the page is about [default: caipan as a whole].
    #[arg(conflicts_with = "folder")]
    command: Option<String>,
    /// Write all pages into this folder: caipan.1, caipan-judge.1 and so on.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Man {
    /// Writes pages on a command line.
    pub(super) fn run(&self, command: clap::Command) -> anyhow::Result<ExitStatus> {
        // In its version this one goes by the name of the whole.
        let named = |games: clap::Command| games.display_name("caipan-match");
        let command = command.disable_help_subcommand(true);
        let mut command = command.mut_subcommand("match", named);
        if let Some(folder) = &self.folder {
            fs_err::create_dir_all(folder)?;
            clap_mangen::generate_to(command, folder)
                .with_context(|| folder.display().to_string())?;
            return Ok(ExitStatus::Success);
        }
        command.build();
        let names: Vec<_> = command
            .get_subcommands()
            .map(|known| known.get_name().to_owned())
            .collect();
        let meant = match &self.command {
            None => &command,
            Some(name) => command
                .find_subcommand(name)
                .with_context(|| format!("man {name:?}: expected one of {}", names.join(", ")))?,
        };
        let mut page = Vec::new();
        Page::new(meant.clone()).render(&mut page)?;
        io::stdout().write_all(&page)?;
        Ok(ExitStatus::Success)
    }
}
