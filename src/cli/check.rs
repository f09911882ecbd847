//! `caipan check`: an engine held to its protocol, or a transcript said to it again.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::ValueEnum;
use serde_json::{Value, json};

use super::exit_status::ExitStatus;
use super::interrupts::Interrupts;
use super::named_engine::NamedEngine;
use crate::adapter::option_fault;
use crate::engine::{
    ComplianceReport, DialectChoice, Difference, Pace, Profile, Program, Step, StepResult,
    TranscriptEvent, TranscriptWriter, check_compliance, read_transcript, replay,
};
use crate::notation::coordinate::Ranks;

/// Hold an engine to its protocol, step by step, or say a transcript to it again.
///
/// Each step tells what was sent, what was expected, what was received and how long it took. Exit status: 0 if all
/// passed, 1 if some did not, 2 for wrong usage.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// What the engine speaks, in place of what its profile says.
    #[arg(long, value_enum)]
    dialect: Option<DialectArgument>,
    /// Write JSON Lines instead of text.
    #[arg(long)]
    json: bool,
    /// Add so much to every time allowed, on a slow or busy machine.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    slack: u64,
    /// Write all that is said to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    transcript: Option<PathBuf>,
    /// Say the lines of this transcript to the engine and tell where its answers are of another kind.
    #[arg(long, value_name = "FILE", conflicts_with = "dialect")]
    replay: Option<PathBuf>,
    /// Say what the GUI said, where a transcript has what was said to the engine, too.
    #[arg(long, requires = "replay")]
    gui: bool,
    /// The engine: a program, the name of a profile, or a profile as a .toml file.
    engine: String,
    /// What follows the program, in place of the arguments of a profile.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGS"
    )]
    arguments: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DialectArgument {
    Auto,
    Uci,
    Ucci,
    Cyclone,
}

impl Check {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        Interrupts::leave();
        let (program, named, is_other) = self.engine()?;
        let found = program.find();
        found.map_err(|error| named.with_way_out(&error))?;
        let profile = named.profile;
        let pace = Pace {
            slack: Duration::from_millis(self.slack),
            ..Pace::default()
        };
        let mut out = io::BufWriter::new(io::stdout().lock());
        let is_passed = match &self.replay {
            Some(file) => self.replay(file, &program, &profile, pace, &mut out)?,
            None => {
                let transcript = self.transcript()?;
                let mut report = check_compliance(&program, &profile, pace, transcript)?;
                let step = self.options_step(&report, is_other.then_some(&*profile.name))?;
                report.steps.extend(step);
                match self.json {
                    true => write_json(&report, &mut out)?,
                    false => write_text(&report, &mut out)?,
                }
                report.is_passed()
            }
        };
        out.flush()?;
        Ok(match is_passed {
            true => ExitStatus::Success,
            false => ExitStatus::Failure,
        })
    }

    /// Finds the engine that is meant, with its program, and tells whether it is another than the bundled searcher.
    fn engine(&self) -> anyhow::Result<(Program, NamedEngine, bool)> {
        let mut named = NamedEngine::find(&self.engine)?;
        let is_other = named.profile.program.is_some();
        let mut program = named.program()?;
        if !self.arguments.is_empty() {
            program.arguments.clone_from(&self.arguments);
        }
        if let Some(dialect) = self.dialect {
            named.profile.dialect = match dialect {
                DialectArgument::Auto => DialectChoice::Auto,
                DialectArgument::Uci => DialectChoice::Uci,
                DialectArgument::Ucci => DialectChoice::Ucci,
                DialectArgument::Cyclone => DialectChoice::Cyclone,
            };
        }
        Ok((program, named, is_other))
    }

    /// Looks at the options that a file sets, as caipan does when the file is its settings; `None` if there are none.
    fn options_step(
        &self,
        report: &ComplianceReport,
        engine: Option<&str>,
    ) -> anyhow::Result<Option<Step>> {
        if !Profile::is_file(&self.engine) {
            return Ok(None);
        }
        let options = Profile::read_settings(Path::new(&self.engine))?.options;
        let mut steps = report.steps.iter();
        let is_up = steps.any(|step| step.name == "handshake" && step.result == StepResult::Passed);
        let engine = engine.map(|name| (name, report));
        let faults = options.iter();
        let faults: Vec<_> = faults
            .filter_map(|(name, value)| option_fault(name, value, engine))
            .collect();
        let result = match faults.first() {
            _ if !is_up => StepResult::Skipped("there was no handshake".to_owned()),
            Some(fault) => StepResult::Failed(fault.clone()),
            None => StepResult::Passed,
        };
        Ok((!options.is_empty()).then(|| Step {
            name: "options of the file",
            sent: Vec::new(),
            expected: "options that caipan or the engine has, with values that they take"
                .to_owned(),
            received: if is_up { faults } else { Vec::new() },
            took: Duration::ZERO,
            result,
        }))
    }

    fn transcript(&self) -> anyhow::Result<Option<TranscriptWriter<Box<dyn Write>>>> {
        let Some(path) = &self.transcript else {
            return Ok(None);
        };
        let file = fs_err::File::create(path)?;
        let writer = TranscriptWriter::new(Box::new(file) as Box<dyn Write>, Instant::now())?;
        Ok(Some(writer))
    }

    /// Says a transcript again and tells whether all answers are of the same kind.
    fn replay(
        &self,
        file: &Path,
        program: &Program,
        profile: &Profile,
        pace: Pace,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        let entries = read_transcript(&fs_err::read(file)?)
            .with_context(|| format!("transcript {}", file.display()))?;
        let has = |event| entries.iter().any(|entry| entry.event == event);
        let is_of_gui = self.gui || !has(TranscriptEvent::ToEngine);
        let event = match is_of_gui {
            true => TranscriptEvent::FromGui,
            false => TranscriptEvent::ToEngine,
        };
        let count = entries.iter().filter(|entry| entry.event == event).count();
        anyhow::ensure!(
            count > 0,
            "transcript {}: found no line {:?}, expected some to say",
            file.display(),
            event.word()
        );
        let differences = replay(program, profile, pace, &entries, is_of_gui)?;
        for difference in &differences {
            write_difference(difference, self.json, out)?;
        }
        if self.json {
            writeln!(
                out,
                "{}",
                json!({ "lines": count, "differences": differences.len() })
            )?;
        } else {
            let differences = match differences.len() {
                1 => "1 difference".to_owned(),
                count => format!("{count} differences"),
            };
            writeln!(out, "{count} lines in the transcript, {differences}")?;
        }
        Ok(differences.is_empty())
    }
}

fn write_difference(
    difference: &Difference,
    is_json: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let Difference {
        time,
        sent,
        recorded,
        found,
    } = difference;
    let time = time.as_millis();
    if is_json {
        let value =
            json!({ "time": time as u64, "sent": sent, "recorded": recorded, "found": found });
        return writeln!(out, "{value}");
    }
    let list = |kinds: &[String]| match kinds {
        [] => "nothing".to_owned(),
        kinds => kinds.join(", "),
    };
    let sent = match sent.as_slice() {
        [] => "(the start)".to_owned(),
        lines => lines.join(" + "),
    };
    writeln!(out, "{time:>8} ms  {sent}")?;
    writeln!(out, "             recorded  {}", list(recorded))?;
    writeln!(out, "             found     {}", list(found))
}

/// Gives the word for what came of a step, and why it is not that all is well.
fn result(step: &Step) -> (&'static str, &str) {
    match &step.result {
        StepResult::Passed => ("passed", ""),
        StepResult::Failed(fault) => ("failed", fault),
        StepResult::Skipped(why) => ("skipped", why),
    }
}

/// Names the protocol that the engine was checked in.
pub(super) fn dialect_word(report: &ComplianceReport) -> &'static str {
    match report.dialect {
        DialectChoice::Ucci => "ucci",
        DialectChoice::Cyclone => "cyclone",
        DialectChoice::Uci | DialectChoice::Auto => "uci",
    }
}

const fn ranks_word(ranks: Ranks) -> &'static str {
    match ranks {
        Ranks::FromZero => "0-9",
        Ranks::FromOne => "1-10",
    }
}

/// Counts the steps that passed, failed and were skipped.
fn counts(report: &ComplianceReport) -> [usize; 3] {
    ["passed", "failed", "skipped"].map(|word| {
        let steps = report.steps.iter();
        steps.filter(|step| result(step).0 == word).count()
    })
}

/// Writes a table: a row for each step, and below it what was said.
fn write_text(report: &ComplianceReport, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{}: {}, ranks {}\n",
        report.name,
        dialect_word(report),
        ranks_word(report.ranks)
    )?;
    writeln!(out, "result   step                          time")?;
    for step in &report.steps {
        let (word, why) = result(step);
        let time = step.took.as_millis();
        let row = format!("{word:<7}  {:<24}  {time:>5} ms  {why}", step.name);
        writeln!(out, "{}", row.trim_end())?;
        if word == "skipped" {
            continue;
        }
        let rows = [("sent", &step.sent), ("received", &step.received)];
        let [sent, received] = rows.map(|(name, lines)| block(name, lines));
        let expected = block("expected", std::slice::from_ref(&step.expected));
        write!(out, "{sent}{expected}{received}")?;
    }
    let [passed, failed, skipped] = counts(report);
    writeln!(out, "\n{passed} passed, {failed} failed, {skipped} skipped")
}

/// Makes the rows of one column below a step.
fn block(name: &str, lines: &[String]) -> String {
    let names = std::iter::once(name).chain(std::iter::repeat(""));
    let rows = names.zip(lines);
    let rows = rows.map(|(name, line)| format!("         {name:<8}  {line}"));
    rows.fold(String::new(), |rows, row| rows + row.trim_end() + "\n")
}

/// Writes an object for each step, and one for all.
fn write_json(report: &ComplianceReport, out: &mut impl Write) -> io::Result<()> {
    for step in &report.steps {
        let (word, why) = result(step);
        let why = if why.is_empty() {
            Value::Null
        } else {
            why.into()
        };
        let value = json!({
            "step": step.name,
            "result": word,
            "why": why,
            "sent": step.sent,
            "expected": step.expected,
            "received": step.received,
            "ms": step.took.as_millis() as u64,
        });
        writeln!(out, "{value}")?;
    }
    let [passed, failed, skipped] = counts(report);
    let value = json!({
        "engine": report.name,
        "dialect": dialect_word(report),
        "ranks": ranks_word(report.ranks),
        "passed": passed,
        "failed": failed,
        "skipped": skipped,
    });
    writeln!(out, "{value}")
}
