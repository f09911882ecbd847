//! What people and programs read: judgements as text and as JSON, and all that is told of runs of games.

mod json;
mod run;
mod text;

pub use json::{Failure, judgement as judgement_json};
pub use run::{Reports, Switches, rule_set_of};
pub use text::{Language, judgement as judgement_text};
