//! The build for newer processors: where it lies beside the executable and the processor can run it, it runs in its place.
//!
//! On Windows, where a program cannot become another, only the engine does so: the other commands are left by Ctrl-C.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::engine::{STARTED, replace_program};

/// The name of the build for processors of the level x86-64-v3, without the ending of programs, and what its file ends
/// with. Another version's is another program.
const FASTER: &str = concat!("caipan-", env!("CARGO_PKG_VERSION"), "-x86-64-v3");

/// Gives the executable that was started and what it was called by, whichever build runs.
pub(super) fn executable() -> (PathBuf, Option<PathBuf>) {
    let own = env::current_exe().unwrap_or_default();
    let started = env::var_os(STARTED).map(PathBuf::from);
    let started = started.filter(|started| is_faster(&own) && started.parent() == own.parent());
    let called = env::args_os().next().map(PathBuf::from);
    (
        started.unwrap_or(own),
        called.filter(|called| !is_faster(called)),
    )
}

/// Runs the faster build in place of this one, if there is one and the processor can run it, and gives the exit status;
/// `None` if this one has to do.
pub(super) fn run_faster() -> Option<ExitCode> {
    if !is_level_3() || cfg!(not(unix)) && env::args_os().len() > 1 {
        return None;
    }
    let own = env::current_exe().ok().filter(|own| !is_faster(own))?;
    let faster = own.with_file_name(format!("{FASTER}{}", env::consts::EXE_SUFFIX));
    if env::var_os(STARTED).is_some_and(|started| started == own) || !faster.is_file() {
        return None;
    }
    if !is_whole(&faster) {
        log::warn!(
            "{}: expected a whole program of scripts/build-release, which ends with its name; this one runs without it",
            faster.display()
        );
        return None;
    }
    log::info!("{} runs in place of {}", faster.display(), own.display());
    match replace_program(&faster, &own) {
        Ok(status) => Some(status),
        Err(error) => {
            log::warn!("{}: {error}", faster.display());
            // An attempt to become another program leaves signals changed, so this one begins anew.
            replace_program(&own, &own).ok()
        }
    }
}

/// Tells whether a file ends as the faster build does. What is cut off or is another program does not: it would take this
/// one's place and die in it, since there is no way back from a program that has begun.
fn is_whole(faster: &Path) -> bool {
    let end = || -> io::Result<_> {
        let mut file = File::open(faster)?;
        file.seek(SeekFrom::End(-(FASTER.len() as i64)))?;
        let mut end = [0; FASTER.len()];
        file.read_exact(&mut end)?;
        Ok(end)
    };
    end().is_ok_and(|end| end == FASTER.as_bytes())
}

fn is_faster(executable: &Path) -> bool {
    let name = executable.file_name().and_then(OsStr::to_str);
    name.and_then(|name| name.strip_suffix(env::consts::EXE_SUFFIX)) == Some(FASTER)
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
