//! Ctrl-C, for commands that have something to say before they leave.

use std::process;

use crossbeam_channel::{Receiver, Sender, bounded};

/// What a program ended by Ctrl-C gives the shell.
const INTERRUPTED: i32 = 130;

/// Hears Ctrl-C from now on: each is a message, as if it were sent by the sender. One that comes before the last was taken
/// ends the program at once.
pub(super) fn hear() -> (Sender<()>, Receiver<()>) {
    let (tell, told) = bounded(1);
    let ours = tell.clone();
    let armed = ctrlc::set_handler(move || {
        if tell.try_send(()).is_err() {
            process::exit(INTERRUPTED);
        }
    });
    if let Err(error) = armed {
        log::warn!("signals are not heard: {error}");
    }
    (ours, told)
}
