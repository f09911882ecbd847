//! What people and programs read of a run of games: records, lines, a page and a summary.
//!
//! All of it comes from the lines of the journal, so that a run, one that was resumed and one joined from shards tell the
//! same.

mod chart;
mod course;
mod cutechess;
mod fastchess;
mod foreign_words;
mod game_record;
mod game_story;
mod live_table;
mod page;
mod plain_lines;
mod rating;
mod record_file;
mod record_files;
mod reports;
mod rule_tags;
mod summary;
mod tables;
mod terminal;
mod termination_words;
mod totals;
mod whole_files;

pub use reports::{Reports, Switches};
pub use rule_tags::{rule_set_of, tags as rule_tags};
