//! The engine that a GUI loads: its lines in, replies out, and between them the history, the rules and whoever thinks.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod account;
mod announcer;
mod backlog;
mod child;
mod complaint;
mod frontend;
mod guard;
mod history;
mod inbox;
mod offers;
mod option_table;
mod options;
mod recovery;
mod relay;
mod request;
mod session;
mod settings;

pub use announcer::Announcer;
pub use guard::{forbid, ruling_ahead, why_barred};
pub use offers::takes_draw;
pub use options::option_fault;
pub use session::run;
pub use settings::Settings;
