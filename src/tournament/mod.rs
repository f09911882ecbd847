//! Engines against engines: who meets whom, the games with their clocks and their referee, and what is kept of them.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod settings;
mod time_control;

pub use settings::{
    DrawRule, EncodingChoice, EngineSettings, Format, NotationChoice, OnViolation, OpeningFormat,
    OpeningOrder, OpeningSettings, OutputFormat, OutputSettings, Proto, ResignRule, Settings,
    SprtModel, SprtSettings,
};
pub use time_control::{GameClock, TimeControl, TimeControlError};
