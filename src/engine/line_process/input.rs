//! What a child is sent: written at once where its pipe has room, else by a thread, so that the caller never waits.

use std::io;
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

/// How many bytes may wait for a child that does not read.
const MAX_WAITING: usize = 16 << 20;

/// The standard input of a child.
#[derive(Debug)]
pub(super) struct Input {
    /// `None` once closed.
    pipe: Option<Arc<ChildStdin>>,
    /// The way to the thread, which is started when it is first needed.
    queue: Option<Sender<Vec<u8>>>,
    /// The bytes that the thread has not written yet. While there are any, the thread alone writes.
    waiting: Arc<AtomicUsize>,
}

impl Input {
    /// Takes over the pipe of a child.
    ///
    /// # Errors
    /// Returns the error of the system if the pipe cannot be kept from blocking.
    pub(super) fn new(pipe: ChildStdin) -> io::Result<Self> {
        platform::keep_from_blocking(&pipe)?;
        Ok(Self {
            pipe: Some(Arc::new(pipe)),
            queue: None,
            waiting: Arc::default(),
        })
    }

    /// Sends bytes as they are, after all that was sent before. Never waits.
    ///
    /// # Errors
    /// Returns `BrokenPipe` if the child has closed its input, and `WouldBlock` if it has left too much unread.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(pipe) = &self.pipe else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let waiting = self.waiting.load(Ordering::Acquire);
        let written = match waiting {
            0 => platform::write_what_fits(pipe, bytes)?,
            _ => 0,
        };
        let rest = &bytes[written..];
        if rest.is_empty() {
            return Ok(());
        }
        if waiting + rest.len() > MAX_WAITING {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let queue = match &self.queue {
            Some(queue) => queue,
            None => self.queue.insert(start_thread(pipe, &self.waiting)?),
        };
        self.waiting.fetch_add(rest.len(), Ordering::Relaxed);
        queue
            .send(rest.to_vec())
            .map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Lets the child see the end of its input, after all that was sent.
    pub(super) fn close(&mut self) {
        self.pipe = None;
        self.queue = None;
    }
}

fn start_thread(pipe: &Arc<ChildStdin>, waiting: &Arc<AtomicUsize>) -> io::Result<Sender<Vec<u8>>> {
    let (queue, inbox) = unbounded();
    let (pipe, waiting) = (Arc::clone(pipe), Arc::clone(waiting));
    thread::Builder::new()
        .name("engine input".to_owned())
        .spawn(move || {
            if let Err(error) = write_in_turn(&pipe, &inbox, &waiting) {
                log::debug!("an engine's input: {error}");
            }
        })?;
    Ok(queue)
}

fn write_in_turn(
    pipe: &ChildStdin,
    inbox: &Receiver<Vec<u8>>,
    waiting: &AtomicUsize,
) -> io::Result<()> {
    for bytes in inbox {
        platform::write_all(pipe, &bytes)?;
        waiting.fetch_sub(bytes.len(), Ordering::Release);
    }
    Ok(())
}

#[cfg(unix)]
mod platform {
    use std::io;
    use std::process::ChildStdin;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use rustix::io::{Errno, write};

    /// Marks our end of the pipe alone; the child's end is another open file.
    pub(super) fn keep_from_blocking(pipe: &ChildStdin) -> io::Result<()> {
        let flags = fcntl_getfl(pipe)?;
        Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
    }

    /// Writes what the pipe has room for and gives the number of bytes.
    pub(super) fn write_what_fits(pipe: &ChildStdin, bytes: &[u8]) -> io::Result<usize> {
        let mut written = 0;
        while written < bytes.len() {
            match write(pipe, &bytes[written..]) {
                Ok(count) => written += count,
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(written)
    }

    /// Writes everything, however long the child takes to read it.
    pub(super) fn write_all(pipe: &ChildStdin, bytes: &[u8]) -> io::Result<()> {
        let mut written = 0;
        loop {
            written += write_what_fits(pipe, &bytes[written..])?;
            if written == bytes.len() {
                return Ok(());
            }
            match poll(&mut [PollFd::new(pipe, PollFlags::OUT)], None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[cfg(windows)]
mod platform {
    use std::io::{self, Write};
    use std::process::ChildStdin;

    /// Does nothing: a pipe of Windows always blocks, so the thread writes everything.
    pub(super) fn keep_from_blocking(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    /// Writes nothing.
    pub(super) fn write_what_fits(_: &ChildStdin, _: &[u8]) -> io::Result<usize> {
        Ok(0)
    }

    /// Writes everything, however long the child takes to read it.
    pub(super) fn write_all(mut pipe: &ChildStdin, bytes: &[u8]) -> io::Result<()> {
        pipe.write_all(bytes)
    }
}
