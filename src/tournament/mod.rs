//! Engines against engines: who meets whom, the games with their clocks and their referee, and what is kept of them.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod adjudication;
mod affinity;
mod faults;
mod game;
mod growing_file;
mod halt;
mod journal;
mod ledger;
mod mailbox;
mod merge;
mod move_entry;
mod new_file;
mod openings;
mod output_settings;
mod past;
mod player;
mod referee;
mod runner;
mod schedule;
pub mod seconds;
mod settings;
mod settings_difference;
mod standings;
mod termination;
mod time_control;
mod worker;

pub use adjudication::Adjudicator;
pub use game::{GameEvent, GameState, Played};
pub(crate) use growing_file::{GrowingFile, named};
pub use halt::Halt;
pub use journal::{
    Entry, Head, Journal, JournalError, ResultEntry, Start, TextEntry, read as read_journal,
    read_on as read_journal_on,
};
pub use merge::{Joined, merge};
pub use move_entry::MoveEntry;
pub(crate) use new_file::NewFile;
pub use openings::{Openings, OpeningsError};
pub use output_settings::{MoveDetails, NotationChoice, OutputFormat, OutputSettings};
pub use past::{Past, head};
pub use player::PlayerError;
pub use referee::Referee;
pub use runner::{Observer, Plan, RunEnd, RunError};
pub use schedule::{Game, Schedule};
pub use settings::{
    DrawRule, EncodingChoice, EngineSettings, Format, OnViolation, OpeningFormat, OpeningOrder,
    OpeningSettings, Proto, ResignRule, Settings, SprtModel, SprtSettings,
};
pub use standings::{PairScore, Standings, sprt};
pub use termination::{GameEnd, RulingNote, Termination};
pub use time_control::{GameClock, TimeControl, TimeControlError};
