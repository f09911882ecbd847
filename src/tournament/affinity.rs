//! Which processors the engines of a worker run on: those of the thread that starts them.

use std::io;

/// Gives the processors of a worker: one of those that may be used, in turn.
///
/// # Errors
/// The system does not tell which may be used, or none of those asked for may be.
pub(super) fn processor(worker: usize, asked: &[usize]) -> io::Result<usize> {
    let usable = usable()?;
    let chosen: Vec<usize> = match asked {
        [] => usable,
        asked => asked
            .iter()
            .copied()
            .filter(|cpu| usable.contains(cpu))
            .collect(),
    };
    match chosen.len() {
        0 => Err(io::Error::other(format!(
            "use-affinity: found {asked:?}, expected processors that may be used here"
        ))),
        count => Ok(chosen[worker % count]),
    }
}

#[cfg(target_os = "linux")]
fn usable() -> io::Result<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let set = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|cpu| set.is_set(*cpu))
        .collect())
}

/// Binds this thread, and with it the threads and programs that it starts, to one processor.
///
/// # Errors
/// The system refuses.
#[cfg(target_os = "linux")]
pub(super) fn bind(processor: usize) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    set.set(processor);
    Ok(sched_setaffinity(None, &set)?)
}

#[cfg(not(target_os = "linux"))]
fn usable() -> io::Result<Vec<usize>> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "use-affinity: engines can be bound to processors on Linux alone",
    ))
}

/// Binds nothing: only Linux is known how.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub(super) fn bind(_processor: usize) -> io::Result<()> {
    usable().map(drop)
}
