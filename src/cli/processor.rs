//! The build for newer processors: where it lies beside the executable and the processor can run it, it runs in its place.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The name of the build for processors of the level x86-64-v3, without the ending of programs.
const FASTER: &str = "caipan-x86-64-v3";

/// The variable of the environment that tells it which executable was started.
const STARTED: &str = "CAIPAN_STARTED";

/// Gives the executable that was started and what it was called by, whichever build runs.
pub(super) fn executable() -> (PathBuf, Option<PathBuf>) {
    let own = env::current_exe().unwrap_or_default();
    let started = env::var_os(STARTED).filter(|_| is_faster(&own));
    let called = env::args_os().next().map(PathBuf::from);
    let executable = started.map_or(own, PathBuf::from);
    (executable, called.filter(|called| !is_faster(called)))
}

/// Runs the faster build in place of this one, if there is one and the processor can run it, and gives the exit status;
/// `None` if this one has to do.
pub(super) fn run_faster() -> Option<ExitCode> {
    if !is_level_3() {
        return None;
    }
    let own = env::current_exe().ok().filter(|own| !is_faster(own))?;
    let faster = own.with_file_name(format!("{FASTER}{}", env::consts::EXE_SUFFIX));
    if !faster.is_file() {
        return None;
    }
    let mut words = env::args_os();
    let called = words.next().unwrap_or_default();
    let mut command = Command::new(&faster);
    command.args(words).env(STARTED, own);
    let error = match replace(command, &called) {
        Ok(status) => return Some(status),
        Err(error) => error,
    };
    log::warn!("{}: {error}", faster.display());
    None
}

/// Becomes the program; returns only if that fails.
#[cfg(unix)]
fn replace(mut command: Command, called: &OsStr) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.arg0(called).exec())
}

/// Runs the program to its end.
#[cfg(not(unix))]
fn replace(mut command: Command, _called: &OsStr) -> std::io::Result<ExitCode> {
    let code = command.status()?.code();
    Ok(code
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}

fn is_faster(executable: &Path) -> bool {
    executable.file_stem() == Some(OsStr::new(FASTER))
}

/// Tells whether the processor is of the level x86-64-v3 and this build does not use it yet.
fn is_level_3() -> bool {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
    }
    #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
    {
        false
    }
}
