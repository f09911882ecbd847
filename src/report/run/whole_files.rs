//! The files that are written anew as the run goes on: the page and the summary.

use std::io;
use std::time::{Duration, Instant};

use super::course::Course;
use super::game_story::GameStory;
use super::terminal::View;
use super::{page, summary};
use crate::tournament::{NewFile, Plan, RunEnd};

/// How long the files stand at least while the run goes on.
const PAUSE: Duration = Duration::from_secs(5);

/// What the page and the summary are made of.
#[derive(Clone, Debug)]
pub(super) struct WholeFiles {
    course: Course,
    written: Option<Instant>,
}

impl WholeFiles {
    /// Begins a run, whose files can be written.
    pub(super) fn open(plan: &Plan) -> io::Result<Self> {
        let output = &plan.settings.output;
        for path in [&output.html, &output.json].into_iter().flatten() {
            NewFile::create(path)?;
        }
        Ok(Self {
            course: Course::new(plan.settings.engines.len()),
            written: None,
        })
    }

    /// Takes a game that is over; nothing is written yet.
    pub(super) fn add(&mut self, story: &GameStory, view: View<'_>) {
        let output = &view.plan.settings.output;
        if output.html.is_some() || output.json.is_some() {
            self.course.add(story, view);
        }
    }

    /// Writes the files of a run that goes on, unless it was done a moment before `now`.
    pub(super) fn refresh(&mut self, view: View<'_>, now: Instant) -> io::Result<()> {
        let is_fresh = |written| now.saturating_duration_since(written) < PAUSE;
        if self.written.is_some_and(is_fresh) {
            return Ok(());
        }
        self.written = Some(now);
        self.write(view, None)
    }

    /// Writes the files that the settings ask for; a reader finds the old one or the new one, whole.
    pub(super) fn write(&self, view: View<'_>, end: Option<RunEnd>) -> io::Result<()> {
        let output = &view.plan.settings.output;
        if let Some(path) = &output.html {
            let text = page::write(view, &self.course, end).map_err(io::Error::other)?;
            NewFile::write(path, text.as_bytes())?;
        }
        if let Some(path) = &output.json {
            let text = summary::write(view, &self.course, end)?;
            NewFile::write(path, text.as_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::totals::Totals;
    use super::*;
    use crate::tournament::{Openings, Settings, Standings};

    #[test]
    fn files_are_written_at_once_and_then_from_time_to_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        let mut settings: Settings = serde_json::from_str(
            r#"{"engine": [{"name": "a", "cmd": "random"}, {"name": "b", "cmd": "random"}]}"#,
        )
        .unwrap();
        settings.output.json = Some(path.clone());
        settings.output.ratinginterval = 0;
        let plan = Plan::new(settings, Openings::new(Vec::new()), (1, 1)).unwrap();
        let view = View {
            plan: &plan,
            standings: &Standings::new(&plan.settings),
            totals: &Totals::default(),
            games: 4,
        };
        let mut files = WholeFiles::open(&plan).unwrap();
        let start = Instant::now();
        for (millis, is_written) in [(0, true), (4_999, false), (5_000, true), (5_001, false)] {
            let now = start + Duration::from_millis(millis);
            files.refresh(view, now).unwrap();
            assert_eq!(std::fs::remove_file(&path).is_ok(), is_written, "{millis}");
        }
    }
}
