//! What a person types, line by line, read on a thread of its own so that something else can be waited for too.

use std::io::{self, BufRead, Read};
use std::thread;

use crossbeam_channel::{Receiver, bounded};

use crate::text::decode;

/// The most bytes that are taken as one line; the rest is another.
const LONGEST: u64 = 1 << 16;

/// How many lines may wait.
const WAITING: usize = 64;

/// Reads standard input, in either encoding; no more lines come when it has ended.
pub(super) fn read() -> Receiver<String> {
    let (tell, told) = bounded(WAITING);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut bytes = Vec::new();
            match input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) => return log::error!("standard input: {error}"),
            }
            if tell.send(decode(&bytes).0.into_owned()).is_err() {
                return;
            }
        }
    });
    told
}
