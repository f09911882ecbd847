//! What people and programs read: judgements as text, as JSON and as pictures, with the games they are of, and all that is
//! told of runs of games.

mod board_svg;
mod given_game;
mod json;
mod ruling_page;
mod run;
mod text;

pub use board_svg::{Arrow, BoardPicture, Coordinates, Role, View};
pub use given_game::GivenGame;
pub use json::{Failure, judgement as judgement_json};
pub use ruling_page::{RuledBy, RulingPage, RulingSection, picture};
pub use run::{Reports, Switches, rule_set_of};
pub use text::{Language, judgement as judgement_text};
