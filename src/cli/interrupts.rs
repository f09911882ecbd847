//! Ctrl-C: it ends the program with all engines, or is heard by commands that have something to say before they leave.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::engine::Leash;

/// What a program ended by Ctrl-C gives the shell.
const INTERRUPTED: i32 = 130;

/// What becomes of Ctrl-C.
pub(super) struct Interrupts {
    is_heard: Arc<AtomicBool>,
    tell: Sender<()>,
    told: Receiver<()>,
}

impl Interrupts {
    /// From now on Ctrl-C ends the program, with every engine that it has started.
    pub(super) fn leave() -> Self {
        let (tell, told) = bounded(1);
        let is_heard = Arc::new(AtomicBool::new(false));
        let interrupts = Self {
            is_heard: Arc::clone(&is_heard),
            tell: tell.clone(),
            told,
        };
        let armed = ctrlc::set_handler(move || {
            if !is_heard.load(Ordering::Relaxed) || tell.try_send(()).is_err() {
                Leash::of_program().end();
                process::exit(INTERRUPTED);
            }
        });
        if let Err(error) = armed {
            log::warn!("signals are not heard: {error}");
        }
        interrupts
    }

    /// Hears Ctrl-C from now on: each is a message, as if it were sent by the sender. One that comes before the last was
    /// taken ends the program all the same.
    pub(super) fn hear(&self) -> (Sender<()>, Receiver<()>) {
        self.is_heard.store(true, Ordering::Relaxed);
        (self.tell.clone(), self.told.clone())
    }
}
