//! A child and its descendants as one group that is ended as a whole.
//!
//! On Unix this is a process group: a descendant that leaves it (`setsid`, a shell's job control) is out of reach, and a
//! group outlives a caipan that is killed by SIGKILL, though each child's input then ends. On Windows it is a job object
//! that the system ends with the last handle, so with caipan in any case.

use std::io;
use std::process::{Child, Command};

#[cfg(unix)]
pub(super) use unix::Group;
#[cfg(windows)]
pub(super) use windows::Group;

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use super::{Child, Command, io};

    /// The process group that a child leads; killed when dropped, which must be before the child is reaped.
    #[derive(Debug)]
    pub(in super::super) struct Group {
        leader: Pid,
    }

    impl Group {
        /// Starts a command as the leader of a group of its own.
        pub(in super::super) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
            let child = command.process_group(0).spawn()?;
            let leader = Pid::from_child(&child);
            Ok((child, Self { leader }))
        }

        /// Waits until a child has exited, and leaves it unreaped: until then nobody else is given its number.
        pub(in super::super) fn wait_for_exit(child: &mut Child) {
            let id = WaitId::Pid(Pid::from_child(child));
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(id.clone(), options), Err(Errno::INTR)) {}
        }
    }

    impl Drop for Group {
        fn drop(&mut self) {
            // The one error there can be says that nobody is left.
            let _ = kill_process_group(self.leader, Signal::KILL);
        }
    }
}

#[cfg(windows)]
mod windows {
    use std::os::windows::io::AsRawHandle;
    use std::os::windows::process::CommandExt;

    use win32job::{ExtendedLimitInfo, Job};

    use super::{Child, Command, io};

    /// `CREATE_NO_WINDOW`: a console program gets no console of its own.
    const NO_WINDOW: u32 = 0x0800_0000;

    /// The job that a child belongs to; the system ends its processes when this handle is closed.
    #[derive(Debug)]
    pub(in super::super) struct Group {
        _job: Job,
    }

    impl Group {
        /// Starts a command in a job of its own.
        pub(in super::super) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
            let mut child = command.creation_flags(NO_WINDOW).spawn()?;
            if let Err(error) = job.assign_process(child.as_raw_handle() as isize) {
                child.kill()?;
                child.wait()?;
                return Err(io::Error::other(error));
            }
            Ok((child, Self { _job: job }))
        }

        /// Waits until a child has exited.
        pub(in super::super) fn wait_for_exit(child: &mut Child) {
            if let Err(error) = child.wait() {
                log::error!("waiting for an engine: {error}");
            }
        }
    }
}
