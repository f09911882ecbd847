//! Something that can be asked to think.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod builtin;
mod builtin_options;
mod compliance;
mod conversation;
mod declared;
mod external;
mod line_process;
mod option_cache;
mod profile;
mod regular_file;
mod speech;
mod thinker;
mod transcript;

pub use builtin::{Builtin, EngineEvent};
pub use builtin_options::{BuiltinOption, BuiltinOptions, DEFAULT_HASH, HASH_MOST};
pub use compliance::{
    ComplianceError, ComplianceReport, Difference, Pace, Step, StepResult, check_compliance, replay,
};
pub use conversation::{Answer, ChildEvent, Conversation, Fault, Output};
pub use declared::{find_option, is_same_option, put_default};
pub use external::External;
pub use line_process::{
    Leash, LineProcess, ProcessEvent, Program, STARTED, StartError, replace_program,
};
pub use option_cache::OptionCache;
pub(crate) use profile::in_our_words;
pub use profile::{BanWay, Deadlines, DialectChoice, Profile, ProfileError, Quirks, SettingsFile};
pub(crate) use regular_file::expect_regular;
pub use thinker::{Answered, Thinker, ThinkerError};
pub use transcript::{
    Transcript, TranscriptEntry, TranscriptError, TranscriptEvent, TranscriptWriter,
    read_transcript,
};

/// An option of an engine, as it declares it.
pub use crate::protocol::EngineOption;
/// What the bundled searcher takes and gives.
pub use crate::search::{
    SEED_MOST, SKILL_MOST, SearchOptions, StopToken, Thought, referee_positions, static_score,
};
