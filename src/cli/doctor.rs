//! `caipan doctor`: whether all is well with an installation, line by line.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use crossbeam_channel::never;

use super::exit_status::ExitStatus;
use super::interrupts::Interrupts;
use super::language::{LanguageArgument, shows_chinese};
use super::{check, processor, settings};
use crate::adapter::{Settings, option_fault};
use crate::analysis::Limits;
use crate::engine::{
    Answer, ComplianceReport, Pace, Profile, Program, StartError, Step, StepResult, Thinker,
    check_compliance, expect_regular, is_same_option,
};
use crate::position::Line;
use crate::protocol::OptionKind;
use crate::ruling::RuleSet;
use crate::ruling::explain::Text;
use crate::text::on_one_line;

/// Look whether all is well here: the program, the settings that the engine would come up with, the engine behind it.
///
/// Each line tells what is fine, or what is to be mended and how. Exit status: 0 if all is well, 1 if something is to be
/// mended, 2 for wrong usage.
#[derive(Debug, clap::Args)]
pub(super) struct Doctor {
    /// The language of what is said [default: that of the locale].
    #[arg(long, value_enum)]
    lang: Option<LanguageArgument>,
}

/// How well something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Fine,
    /// Not as it might be, but it does.
    Note,
    Mend,
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subject {
    Program,
    Terminal,
    Settings,
    Transcript,
    Options,
    Engine,
    Network,
}

impl State {
    /// Gives its name in Chinese and English.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Fine => ("正常", "fine"),
            Self::Note => ("留意", "note"),
            Self::Mend => ("要改", "mend"),
        }
    }

    const fn style(self) -> Style {
        let color = match self {
            Self::Fine => AnsiColor::Green,
            Self::Note => AnsiColor::Yellow,
            Self::Mend => AnsiColor::Red,
        };
        Style::new().fg_color(Some(anstyle::Color::Ansi(color)))
    }
}

impl Subject {
    /// Gives its name in Chinese and English.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Program => ("程序", "program"),
            Self::Terminal => ("终端", "terminal"),
            Self::Settings => ("设置", "settings"),
            Self::Transcript => ("记录", "transcript"),
            Self::Options => ("选项", "options"),
            Self::Engine => ("引擎", "engine"),
            Self::Network => ("网络", "network"),
        }
    }
}

/// What is added to the times that an engine may take: the machine may be busy, and nobody's clock runs.
const SLACK: Duration = Duration::from_secs(20);

/// The depth of the bundled searcher's trial.
const TRIAL: u32 = 8;

/// The steps of a check without which there is no game.
const NEEDED: [&str; 8] = [
    "dialect",
    "handshake",
    "isready",
    "ranks",
    "position with moves",
    "go depth 3",
    "go for a fixed time",
    "stop",
];

/// The option that tells an engine its network.
const NETWORK: &str = "EvalFile";

impl Doctor {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        Interrupts::leave();
        let language = self.lang.unwrap_or_else(LanguageArgument::of_environment);
        let mut findings = Findings {
            language,
            to_mend: 0,
            out: anstream::stdout(),
        };
        findings.look_around()?;
        match settings() {
            Ok(settings) => findings.look_at(&settings)?,
            Err(error) => findings.tell(
                State::Mend,
                Subject::Settings,
                error.to_string(),
                error.to_string(),
            )?,
        }
        findings.conclude()
    }
}

/// Finds out whether a file can be written; its content stays.
fn can_be_written(file: &Path) -> io::Result<()> {
    expect_regular(file)?;
    let is_new = !file.exists();
    OpenOptions::new().append(true).create(true).open(file)?;
    if is_new {
        fs::remove_file(file)?;
    }
    Ok(())
}

/// What was found, told as it is found.
struct Findings<W> {
    language: LanguageArgument,
    to_mend: usize,
    out: W,
}

impl<W: Write> Findings<W> {
    fn tell(
        &mut self,
        state: State,
        subject: Subject,
        zh: impl Into<String>,
        en: impl Into<String>,
    ) -> io::Result<()> {
        self.to_mend += usize::from(state == State::Mend);
        let style = state.style();
        let rows = Text {
            zh: format!(
                "{style}{}{style:#}  {}  {}",
                state.names().0,
                subject.names().0,
                on_one_line(&zh.into())
            ),
            en: format!(
                "{style}{:<4}{style:#}  {:<10}  {}",
                state.names().1,
                subject.names().1,
                on_one_line(&en.into())
            ),
        };
        for row in self.language.lines(&rows) {
            writeln!(self.out, "{row}")?;
        }
        self.out.flush()
    }

    fn conclude(&mut self) -> anyhow::Result<ExitStatus> {
        let told = match self.to_mend {
            0 => Text {
                zh: "一切正常。".to_owned(),
                en: "All is well.".to_owned(),
            },
            count => Text {
                zh: format!("有 {count} 处要改。"),
                en: format!("To mend: {count}."),
            },
        };
        for row in self.language.lines(&told) {
            writeln!(self.out, "{row}")?;
        }
        Ok(match self.to_mend {
            0 => ExitStatus::Success,
            _ => ExitStatus::Failure,
        })
    }

    /// Looks at the program and the terminal.
    fn look_around(&mut self) -> io::Result<()> {
        let (executable, _) = processor::executable();
        let program = format!(
            "caipan {}, {}",
            env!("CARGO_PKG_VERSION"),
            executable.display()
        );
        self.tell(State::Fine, Subject::Program, &program, &program)?;
        match shows_chinese() {
            true => self.tell(State::Fine, Subject::Terminal, "棋盘用汉字画", "boards are drawn in Chinese characters"),
            false => self.tell(
                State::Note,
                Subject::Terminal,
                "棋盘用 ASCII 画，因为语言环境不是 UTF-8：设 LANG=zh_CN.UTF-8 就用汉字",
                "boards are drawn in ASCII, as the locale is not one of UTF-8; LANG=en_US.UTF-8 has them in Chinese characters",
            ),
        }
    }

    fn look_at(&mut self, settings: &Settings) -> io::Result<()> {
        match &settings.file {
            Some(file) => self.tell(
                State::Fine,
                Subject::Settings,
                file.display().to_string(),
                file.display().to_string(),
            )?,
            None => {
                let folder = settings.folder.join("caipan.toml");
                let (folder, names) = (folder.display(), Profile::NAMES.join(", "));
                self.tell(
                    State::Fine,
                    Subject::Settings,
                    format!("没有设置文件，用内置引擎；若要别的引擎，在 {folder} 中写 profile = \"名称\" 和 command = \"路径\"（名称：{names}）"),
                    format!("there is no file of settings, so the bundled searcher thinks; for another engine write profile = \"NAME\" and command = \"PATH\" into {folder} (names: {names})"),
                )?;
            }
        }
        if let Some(file) = &settings.transcript {
            self.look_at_transcript(file)?;
        }
        match &settings.profile.program {
            None => {
                self.try_bundled(&settings.profile)?;
                self.look_at_options(settings, None)
            }
            Some(program) => self.look_at_engine(settings, program),
        }
    }

    fn look_at_transcript(&mut self, file: &Path) -> io::Result<()> {
        let shown = file.display();
        match can_be_written(file) {
            Ok(()) => self.tell(
                State::Fine,
                Subject::Transcript,
                shown.to_string(),
                shown.to_string(),
            ),
            Err(error) => self.tell(
                State::Mend,
                Subject::Transcript,
                format!("{shown}：这里写不了文件（{error}）；请换一个路径，或先建好文件夹"),
                format!("{shown}: no file can be written there ({error}); name another, or make its folder"),
            ),
        }
    }

    /// Looks at the options of the settings; an engine is given with its name.
    fn look_at_options(
        &mut self,
        settings: &Settings,
        engine: Option<(&str, &ComplianceReport)>,
    ) -> io::Result<()> {
        let mut is_fine = true;
        for (name, value) in &settings.options {
            if let Some(fault) = option_fault(name, value, engine) {
                is_fine = false;
                self.tell(State::Mend, Subject::Options, &fault, &fault)?;
            }
        }
        let count = settings.options.len();
        if is_fine && count > 0 {
            self.tell(
                State::Fine,
                Subject::Options,
                format!("{count} 个，都能用"),
                format!("{count} set, each of them is taken"),
            )?;
        }
        Ok(())
    }

    fn try_bundled(&mut self, profile: &Profile) -> io::Result<()> {
        let start = Instant::now();
        let limits = Limits {
            depth: Some(TRIAL),
            ..Limits::default()
        };
        let answered =
            Thinker::start(profile.clone(), &[], &RuleSet::default()).and_then(|mut thinker| {
                thinker.think(&Line::default(), &limits, &never(), &mut |_| {})
            });
        let ms = start.elapsed().as_millis();
        match answered.map(|answered| answered.answer) {
            Ok(Answer::Move(best)) => self.tell(
                State::Fine,
                Subject::Engine,
                format!("内置引擎，{TRIAL} 层答 {}，用 {ms} 毫秒；网络在程序里", best.best),
                format!("the bundled searcher answers {} at depth {TRIAL} in {ms} ms; its network is built in", best.best),
            ),
            other => {
                let fault = other.map_or_else(|error| error.to_string(), |answer| format!("{answer:?}"));
                self.tell(State::Mend, Subject::Engine, &fault, &fault)
            }
        }
    }

    /// Looks at an external engine: its file, what it does when it is started, its network and its options.
    fn look_at_engine(&mut self, settings: &Settings, program: &Program) -> io::Result<()> {
        let name = &settings.profile.name;
        let file = match program.find() {
            Ok(file) => file,
            Err(error) => return self.tell_no_engine(&error),
        };
        let shown = format!("{name}, {}", file.display());
        self.tell(State::Fine, Subject::Engine, &shown, &shown)?;
        let pace = Pace {
            slack: SLACK,
            ..Pace::default()
        };
        let report = match check_compliance(program, &settings.profile, pace, None) {
            Ok(report) => report,
            Err(error) => {
                return self.tell(
                    State::Mend,
                    Subject::Engine,
                    error.to_string(),
                    error.to_string(),
                );
            }
        };
        let is_playing = self.tell_steps(&report)?;
        self.look_at_network(settings, program, &file, &report, is_playing)?;
        let is_handshake =
            |step: &Step| step.name == "handshake" && step.result == StepResult::Passed;
        if report.steps.iter().any(is_handshake) {
            self.look_at_options(settings, Some((name, &report)))?;
        }
        Ok(())
    }

    fn tell_no_engine(&mut self, error: &StartError) -> io::Result<()> {
        let (zh, en) = match error {
            StartError::Missing { .. } => (
                "；在设置文件中写 command = \"/路径/引擎\"",
                "; command = \"/path/to/it\" in the file of settings tells where it is",
            ),
            StartError::NotExecutable { .. } if cfg!(unix) => {
                ("；chmod +x 可使其能运行", "; chmod +x makes it one")
            }
            _ => ("", ""),
        };
        self.tell(
            State::Mend,
            Subject::Engine,
            format!("{error}{zh}"),
            format!("{error}{en}"),
        )
    }

    /// Tells what the engine did in a check, and whether all passed that a game needs.
    fn tell_steps(&mut self, report: &ComplianceReport) -> io::Result<bool> {
        let failed = |step: &Step| match &step.result {
            StepResult::Failed(fault) => Some(fault.clone()),
            _ => None,
        };
        let faults: Vec<_> = report
            .steps
            .iter()
            .filter_map(|step| Some((step.name, failed(step)?)))
            .collect();
        let mut is_playing = true;
        for (name, fault) in &faults {
            let told = format!("{name}: {fault}");
            let (state, zh, en) = match NEEDED.contains(name) {
                true => (State::Mend, "", ""),
                false => (
                    State::Note,
                    "（caipan 会替它补救）",
                    " (caipan makes up for it)",
                ),
            };
            is_playing &= state != State::Mend;
            self.tell(
                state,
                Subject::Engine,
                format!("{told}{zh}"),
                format!("{told}{en}"),
            )?;
        }
        let dialect = check::dialect_word(report);
        let passed = report
            .steps
            .iter()
            .filter(|step| step.result == StepResult::Passed)
            .count();
        if is_playing {
            self.tell(
                State::Fine,
                Subject::Engine,
                format!("能下棋：协议 {dialect}，通过 {passed} 步检查"),
                format!("it plays: it speaks {dialect} and passed {passed} steps of a check"),
            )?;
        }
        Ok(is_playing)
    }

    /// Looks whether the file of the engine's network is there. One that plays without it has another way.
    fn look_at_network(
        &mut self,
        settings: &Settings,
        program: &Program,
        file: &Path,
        report: &ComplianceReport,
        is_playing: bool,
    ) -> io::Result<()> {
        let set = settings
            .options
            .iter()
            .chain(&settings.profile.options)
            .find(|(name, _)| is_same_option(name, NETWORK));
        let declared = report
            .option(NETWORK)
            .and_then(|option| match &option.kind {
                OptionKind::Text { default } => Some(default.as_str()),
                _ => None,
            });
        let network = set
            .map(|(_, value)| value.as_str())
            .or(declared)
            .unwrap_or_default();
        if network.is_empty() || network.starts_with('<') {
            return Ok(());
        }
        let folder = program
            .folder
            .clone()
            .or_else(|| file.parent().map(Path::to_owned))
            .unwrap_or_default();
        let place = folder.join(network);
        let shown = place.display();
        match (std::fs::metadata(&place), is_playing) {
            (Ok(found), _) if found.is_file() => {
                let mib = found.len() as f64 / f64::from(1 << 20);
                let told = format!("{shown}, {mib:.1} MiB");
                self.tell(State::Fine, Subject::Network, &told, &told)
            }
            (_, true) => self.tell(
                State::Note,
                Subject::Network,
                format!("{shown} 不存在，引擎没有它也能下"),
                format!("{shown} is not there; the engine plays without it"),
            ),
            (_, false) => self.tell(
                State::Mend,
                Subject::Network,
                format!("{shown} 不存在：把网络文件放在那里，或设选项 {NETWORK}"),
                format!("{shown} is not there: put the network there, or set the option {NETWORK}"),
            ),
        }
    }
}
