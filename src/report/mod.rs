//! What people and programs read: judgements as text and as JSON.

mod json;
mod text;

pub use json::{Failure, judgement as judgement_json};
pub use text::{Language, judgement as judgement_text};
