//! The engine that a GUI loads: its lines in, replies out, and between them the history, the rules and the searcher.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod announcer;
mod frontend;
mod guard;
mod history;
mod offers;
mod options;
mod session;
mod settings;

pub use session::run;
pub use settings::Settings;
