//! `caipan completions`: what a shell completes.

use std::io::{self, Write};

use clap_complete::Shell;

use super::exit_status::ExitStatus;

/// Write what a shell needs to complete the words of caipan's command line.
///
/// For bash: caipan completions bash > ~/.local/share/bash-completion/completions/caipan
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Writes the completions of a command line.
    pub(super) fn run(&self, mut command: clap::Command) -> anyhow::Result<ExitStatus> {
        let mut script = Vec::new();
        let name = command.get_name().to_owned();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        io::stdout().write_all(&script)?;
        Ok(ExitStatus::Success)
    }
}
