//! All that is told of a run, kept up with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Write};
use std::time::Instant;

use super::cutechess::CutechessLines;
use super::fastchess::FastchessLines;
use super::game_story::{GameStory, LineFault};
use super::live_table::LiveTable;
use super::plain_lines::PlainLines;
use super::record_files::RecordFiles;
use super::terminal::{Lines, View};
use super::totals::Totals;
use super::whole_files::WholeFiles;
use crate::tournament::{
    Entry, MoveEntry, Observer, OutputFormat, Plan, ResultEntry, RunEnd, Standings,
};

/// How a run is told, beside what its settings say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    /// Whether lines go to a terminal, on which a table can be drawn anew.
    pub is_terminal: bool,
    /// Whether what was played before will be told from a journal by [`Reports::recall`]: files of records are then made
    /// anew, and kept under another name where they hold anything else. Otherwise games are added to what the files hold; where a journal is kept they must be new.
    pub is_recalled: bool,
}

/// All that the settings of a run ask for: files of records, a page, a summary, and lines on the
/// terminal.
///
/// # Examples
///
/// ```no_run
/// # fn f(plan: &caipan::tournament::Plan) -> Result<(), Box<dyn std::error::Error>> {
/// use caipan::report::{Reports, Switches};
/// use caipan::tournament::{Past, RunEnd};
///
/// let mut reports = Reports::new(plan, Box::new(Vec::new()), Switches { is_recalled: true, ..Switches::default() })?;
/// let mut told = Ok(());
/// Past::read("run.jsonl".as_ref(), plan, |entry, standings| {
///     if told.is_ok() {
///         told = reports.recall(entry, plan, standings);
///     }
/// })?;
/// told?;
/// reports.finish(plan, RunEnd::Finished)?;
/// # Ok(())
/// # }
/// ```
pub struct Reports<'a> {
    out: Box<dyn Write + Send + 'a>,
    lines: Box<dyn Lines + Send>,
    files: RecordFiles,
    whole_files: WholeFiles,
    open: BTreeMap<usize, GameStory>,
    known: Known,
    /// The number of games after which the standings were told last.
    told: usize,
    /// What was complained of: an engine that is started anew gives the same cause once more.
    complaints: BTreeSet<String>,
    /// Whose lines were told to be wrong, and in what way; what a journal tells of was told before.
    wrong_lines: BTreeSet<(usize, LineFault)>,
    /// What went wrong where it could not be told.
    fault: Option<io::Error>,
    /// Whether what was played before may still come.
    is_recalling: bool,
}

/// What is known of the games that are over.
struct Known {
    standings: Standings,
    totals: Totals,
    /// The number of games that are played here.
    games: usize,
}

impl Known {
    fn new(plan: &Plan) -> Self {
        Self {
            standings: Standings::new(&plan.settings),
            totals: Totals::default(),
            games: plan.schedule.share_len(plan.share.0, plan.share.1),
        }
    }

    fn view<'a>(&'a self, plan: &'a Plan) -> View<'a> {
        View {
            plan,
            standings: &self.standings,
            totals: &self.totals,
            games: self.games,
        }
    }
}

impl fmt::Debug for Reports<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Reports");
        shown.field("files", &self.files).field("open", &self.open);
        shown.finish_non_exhaustive()
    }
}

impl<'a> Reports<'a> {
    /// Opens the files that the settings ask for; lines go to `out`.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn new(
        plan: &Plan,
        out: Box<dyn Write + Send + 'a>,
        switches: Switches,
    ) -> io::Result<Self> {
        Ok(Self {
            out,
            lines: match plan.settings.output.format {
                OutputFormat::Caipan if switches.is_terminal => Box::new(LiveTable::default()),
                OutputFormat::Caipan => Box::new(PlainLines),
                OutputFormat::Fastchess => Box::new(FastchessLines),
                OutputFormat::Cutechess => Box::new(CutechessLines),
            },
            files: RecordFiles::open(plan, switches.is_recalled)?,
            whole_files: WholeFiles::open(plan)?,
            open: BTreeMap::new(),
            known: Known::new(plan),
            told: 0,
            complaints: BTreeSet::new(),
            wrong_lines: BTreeSet::new(),
            fault: None,
            is_recalling: switches.is_recalled,
        })
    }

    /// Takes a line of a journal; the standings are those after it. Files of records get the game, the terminal gets
    /// nothing.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn recall(&mut self, entry: &Entry, plan: &Plan, standings: &Standings) -> io::Result<()> {
        match entry {
            Entry::Run(_) | Entry::Resumed { .. } | Entry::Decided { .. } => {}
            Entry::Start(start) => {
                self.open.insert(start.game, GameStory::new(start.clone()));
            }
            Entry::Move(entry) => {
                self.play(entry, plan);
            }
            Entry::Warning { game, text } => {
                if let Some(story) = self.open.get_mut(game) {
                    story.warnings.push((story.moves.len(), text.clone()));
                }
            }
            Entry::Result(result) => {
                self.close(result, plan, standings)?;
            }
        }
        Ok(())
    }

    /// Takes a move; gives what there is to complain of in the line that came with it.
    fn play(&mut self, entry: &MoveEntry, plan: &Plan) -> Option<(usize, LineFault, String)> {
        let story = self.open.get_mut(&entry.game)?;
        let wrong = story.add(entry, plan.settings.check_mate_pvs)?;
        let engine = plan.schedule.game(entry.game)?.players[wrong.mover];
        self.known.totals.add_wrong_line(engine, wrong.fault);
        let complaint = format!(
            "engine {}: its line {} before ply {} of game {} {}; more such lines are counted only",
            plan.name(engine),
            entry.pv.join(" "),
            story.plies(),
            entry.game + 1,
            wrong.what,
        );
        Some((engine, wrong.fault, complaint))
    }

    /// Takes a game that is over.
    fn close(
        &mut self,
        result: &ResultEntry,
        plan: &Plan,
        standings: &Standings,
    ) -> io::Result<Option<GameStory>> {
        let story = self.open.remove(&result.game);
        self.known.standings.clone_from(standings);
        if let (Some(story), Some(game)) = (&story, plan.schedule.game(result.game)) {
            self.known.totals.add(&game, result);
            self.files.add(story, result, plan)?;
            self.whole_files.add(story, self.known.view(plan));
        }
        Ok(story)
    }

    /// Tells on the terminal what happened last.
    fn tell(&mut self, entry: &Entry, plan: &Plan) -> io::Result<()> {
        let view = self.known.view(plan);
        let (lines, out) = (&mut self.lines, &mut self.out);
        match entry {
            Entry::Run(_) | Entry::Resumed { .. } | Entry::Decided { .. } | Entry::Result(_) => {
                Ok(())
            }
            Entry::Start(start) => lines.started(out, start, view),
            Entry::Move(entry) => match self.open.get(&entry.game) {
                Some(story) => lines.moved(out, entry, story, view),
                None => Ok(()),
            },
            Entry::Warning { game, text } => match self.open.get(game) {
                Some(story) => lines.warned(out, story, text),
                None => Ok(()),
            },
        }
    }

    /// Tells that a game is over, and the standings when they are due.
    fn tell_end(&mut self, story: &GameStory, result: &ResultEntry, plan: &Plan) -> io::Result<()> {
        let view = self.known.view(plan);
        self.lines.finished(&mut self.out, story, result, view)?;
        if view.is_due(plan.settings.output.ratinginterval) {
            self.told = view.standings.games();
            self.lines.rated(&mut self.out, view)?;
        }
        self.whole_files.refresh(view, Instant::now())
    }

    /// Tells whether a game has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        !self.open.is_empty() || self.known.standings.games() > 0
    }

    /// Tells how the run ended.
    ///
    /// # Errors
    /// A file or the terminal cannot be written.
    pub fn finish(&mut self, plan: &Plan, end: RunEnd) -> io::Result<()> {
        // Nobody may be there any more who reads lines, and files may fail: neither keeps back the other.
        let settled = self.settle();
        let written = self.whole_files.write(self.known.view(plan), Some(end));
        let told = match self.fault.take() {
            None => self.tell_end_of_run(plan, end),
            Some(error) => Err(error),
        };
        settled.and(written).and(told)
    }

    /// Ends what was played before, and tells what became of files that held something else.
    fn settle(&mut self) -> io::Result<()> {
        for told in self.files.settle()? {
            self.lines.complained(&mut self.out, &told)?;
        }
        Ok(())
    }

    /// Tells the standings if they are new, and how the run ended.
    fn tell_end_of_run(&mut self, plan: &Plan, end: RunEnd) -> io::Result<()> {
        let view = self.known.view(plan);
        if view.standings.games() != self.told {
            self.lines.rated(&mut self.out, view)?;
        }
        self.lines.ended(&mut self.out, end, view)?;
        self.out.flush()
    }
}

impl Observer for Reports<'_> {
    fn note(&mut self, entry: &Entry, plan: &Plan, standings: &Standings) -> io::Result<()> {
        if let Some(error) = self.fault.take() {
            return Err(error);
        }
        if self.is_recalling {
            self.is_recalling = false;
            self.settle()?;
        }
        if let Entry::Result(result) = entry {
            if let Some(story) = self.close(result, plan, standings)? {
                self.tell_end(&story, result, plan)?;
            }
        } else if let Entry::Move(played) = entry {
            let complaint = self.play(played, plan);
            self.tell(entry, plan)?;
            if let Some((engine, fault, complaint)) = complaint
                && self.wrong_lines.insert((engine, fault))
            {
                self.lines.complained(&mut self.out, &complaint)?;
            }
        } else {
            self.recall(entry, plan, standings)?;
            self.tell(entry, plan)?;
        }
        self.out.flush()
    }

    fn complain(&mut self, complaint: &str) {
        if self.complaints.insert(complaint.to_owned()) {
            let told = self.lines.complained(&mut self.out, complaint);
            self.fault = self.fault.take().or(told.err());
        }
    }
}
