//! A program that runs in the place of this one.

use std::env;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The variable of the environment that tells such a program which executable was started. Children of caipan do not have
/// it.
pub const STARTED: &str = "CAIPAN_STARTED";

/// Lets a program run in the place of `started`, with the same words, environment and streams, and gives its exit status.
/// On Unix this process becomes it; on Windows it waits for it, and the system ends both together.
///
/// # Errors
/// It does not start. On Unix signals are as at the start of a process then, no longer as Rust has them.
pub fn replace_program(program: &Path, started: &Path) -> io::Result<ExitCode> {
    let mut words = env::args_os();
    let called = words.next().unwrap_or_default();
    let mut command = Command::new(program);
    command.args(words).env(STARTED, started);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        Err(command.arg0(called).exec())
    }
    #[cfg(windows)]
    {
        drop(called);
        let (mut child, _group) = super::Group::start(&mut command)?;
        let code = child.wait()?.code();
        let code = code.and_then(|code| u8::try_from(code).ok());
        Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
    }
}
