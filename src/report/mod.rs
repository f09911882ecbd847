//! What people and programs read: judgements as text, as JSON and as pictures, with the games they are of, and all that is
//! told of runs of games.

mod analysis_text;
mod board_svg;
mod board_text;
mod given_game;
mod json;
mod ruling_page;
mod run;
mod survey;
mod text;

pub use analysis_text::{AnalysisTable, analysis_json, score_text};
pub use board_svg::{
    Arrow, BoardPicture, Coordinates, Role, STYLE as BOARD_STYLE, View, board_definition,
    definitions as board_definitions,
};
pub use board_text::{BoardLook, board_text};
pub use given_game::GivenGame;
pub use json::{Failure, judgement as judgement_json, surveyed as surveyed_json};
pub use ruling_page::{RuledBy, RulingPage, RulingSection, picture};
pub use run::{Reports, Switches, rule_set_of, rule_tags};
pub use survey::{GameName, RuleTotals, Survey, SurveyTable, SurveyTotals};
pub use text::{Language, judgement as judgement_text, repetition as repetition_text};
