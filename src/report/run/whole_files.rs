//! The files that are written anew as the run goes on: the page and the summary.

use std::io::{self, Write};
use std::path::Path;

use fs_err as fs;

use super::course::Course;
use super::game_story::GameStory;
use super::terminal::View;
use super::{page, summary};
use crate::tournament::{Plan, RunEnd};

/// What the page and the summary are made of.
#[derive(Clone, Debug)]
pub(super) struct WholeFiles {
    course: Course,
}

impl WholeFiles {
    /// Begins a run.
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            course: Course::new(plan.settings.engines.len()),
        }
    }

    /// Takes a game that is over; nothing is written yet.
    pub(super) fn add(&mut self, story: &GameStory, view: View<'_>) {
        let output = &view.plan.settings.output;
        if output.html.is_some() || output.json.is_some() {
            self.course.add(story, view);
        }
    }

    /// Writes the files that the settings ask for; a reader finds the old one or the new one, whole.
    pub(super) fn write(&self, view: View<'_>, end: Option<RunEnd>) -> io::Result<()> {
        let output = &view.plan.settings.output;
        if let Some(path) = &output.html {
            let text = page::write(view, &self.course, end).map_err(io::Error::other)?;
            replace(path, &text)?;
        }
        if let Some(path) = &output.json {
            replace(path, &summary::write(view, &self.course, end)?)?;
        }
        Ok(())
    }
}

/// Writes a file under another name beside it, and gives it its own when it is whole.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let mut file = fs::File::create(&new)?;
    file.write_all(text.as_bytes())?;
    drop(file);
    fs::rename(&new, path)
}
