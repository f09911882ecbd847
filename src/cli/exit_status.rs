//! What the program tells the shell.

use std::process::ExitCode;

/// The exit status of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExitStatus {
    /// All went well.
    Success,
    /// Something in the input could not be dealt with, though the rest was, or the input or output failed.
    Failure,
    /// The command line is wrong, or a rule set that it names.
    Usage,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(match status {
            ExitStatus::Success => 0,
            ExitStatus::Failure => 1,
            ExitStatus::Usage => 2,
        })
    }
}
