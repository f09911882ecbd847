//! `caipan analyse`: what an engine thinks of a position.

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use crossbeam_channel::{Receiver, Sender};
use serde_json::json;

use super::engine_arguments::{EngineArguments, status_of};
use super::exit_status::ExitStatus;
use super::game_arguments::GameArguments;
use super::interrupts::Interrupts;
use super::language::LanguageArgument;
use crate::adapter::{forbid, why_barred};
use crate::analysis::{Limits, Report};
use crate::board::Color;
use crate::engine::{Answer, Answered, Thinker};
use crate::notation::{self, Notation};
use crate::position::{Line, Move};
use crate::report::{AnalysisTable, BoardLook, analysis_json, board_text};
use crate::ruling::explain::{self, Text};
use crate::ruling::{NatureCache, outcome};

/// Analyse a position in the terminal: depth, score, positions, time and line, until a limit or Ctrl-C.
///
/// Without a limit the search goes on until Ctrl-C. Moves that lose by a ruling are named and left out. Exit status: 0, or 1
/// if the engine failed, 2 for wrong usage.
#[derive(Debug, clap::Args)]
pub(super) struct Analyse {
    #[command(flatten)]
    given: GameArguments,
    #[command(flatten)]
    engine: EngineArguments,
    /// How many lines are told, the best first.
    #[arg(long, value_name = "LINES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=128))]
    multipv: u16,
    /// By whom scores are seen: plus is good for him.
    #[arg(long, value_enum, default_value_t)]
    score: ScoreArgument,
    /// How lines are written [default: chinese, in English wxf].
    #[arg(long, value_enum)]
    notation: Option<NotationArgument>,
    /// Write JSON Lines instead of text; there scores are seen by the side to move.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum ScoreArgument {
    /// Red, whoever is to move.
    #[default]
    Red,
    /// The side to move.
    Mover,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum NotationArgument {
    /// 炮二平五
    Chinese,
    /// C2=5
    Wxf,
    /// H2-E2
    Iccs,
    /// h2e2
    Coordinate,
}

/// The columns of a terminal.
const COLUMNS: usize = 80;

impl Analyse {
    pub(super) fn run(&self) -> anyhow::Result<ExitStatus> {
        let line = self.given.line()?;
        let interrupts = Interrupts::leave();
        let own_book = [("OwnBook", "false".to_owned())];
        let started = self.engine.start(&own_book, &[], &self.given.rules);
        let mut thinker = match started {
            Ok(thinker) => thinker,
            Err(error) => return status_of(error),
        };
        let (stop, interrupts) = interrupts.hear();
        let result = self.analyse(&line, &mut thinker, &stop, &interrupts);
        thinker.quit();
        match result {
            Ok(()) => Ok(ExitStatus::Success),
            Err(error) => status_of(error),
        }
    }

    fn analyse(
        &self,
        line: &Line,
        thinker: &mut Thinker,
        stop: &Sender<()>,
        interrupts: &Receiver<()>,
    ) -> anyhow::Result<()> {
        if self.multipv > 1 {
            thinker.set_lines(self.multipv.into())?;
        }
        let mut out = anstream::stdout();
        let language = self.given.language();
        if !self.json {
            self.introduce(line, thinker, &mut out)?;
        }
        if let Some((outcome, reason)) = outcome(line, &self.given.rules) {
            let told = explain::ending(outcome, reason);
            if self.json {
                let end = json!({ "result": outcome.to_string(), "why": { "zh": told.zh, "en": told.en } });
                writeln!(out, "{end}")?;
            } else {
                tell(&mut out, language, &told)?;
            }
            return Ok(());
        }
        let mut limits = self.engine.limits().unwrap_or(Limits {
            infinite: true,
            ..Limits::default()
        });
        self.bar(line, &mut limits, &mut out)?;
        let table = self.table(line);
        if !self.json {
            writeln!(out, "{}", table.heading())?;
        }
        let mut written = Ok(());
        let mut last: Option<Report> = None;
        let answered = thinker.think(line, &limits, interrupts, &mut |report| {
            let row = match self.json {
                true => analysis_json(line.position(), report),
                false => table.row(line.position(), report),
            };
            let Some(row) = row else { return };
            if written.is_ok() {
                written = writeln!(out, "{row}").and_then(|()| out.flush());
                if written.is_err() {
                    // No one reads what would come.
                    let _ = stop.try_send(());
                }
            }
            if report.bound.is_exact() && report.multipv.is_none_or(|number| number == 1) {
                last = Some(report.clone());
            }
        })?;
        written?;
        self.conclude(line, &answered, last.as_ref(), table, &mut out)
    }

    fn table(&self, line: &Line) -> AnalysisTable {
        let is_red = line.position().turn() == Color::Red;
        let own = self
            .given
            .language()
            .choose(Notation::Chinese, Notation::Wxf);
        AnalysisTable {
            notation: match self.notation {
                None => own,
                Some(NotationArgument::Chinese) => Notation::Chinese,
                Some(NotationArgument::Wxf) => Notation::Wxf,
                Some(NotationArgument::Iccs) => Notation::Iccs,
                Some(NotationArgument::Coordinate) => Notation::Coordinate,
            },
            is_numbered: self.multipv > 1,
            is_turned: self.score == ScoreArgument::Red && !is_red,
            columns: io::stdout().is_terminal().then_some(COLUMNS),
        }
    }

    /// Draws the board and says who thinks and by whom scores are seen.
    fn introduce(&self, line: &Line, thinker: &Thinker, out: &mut impl Write) -> io::Result<()> {
        let look = BoardLook {
            is_ascii: self.given.is_ascii(),
            is_flipped: false,
        };
        write!(
            out,
            "{}",
            board_text(line.position(), line.moves().next_back(), look)
        )?;
        let turn = explain::side(line.position().turn());
        let seen = match self.score {
            ScoreArgument::Red => explain::side(Color::Red),
            ScoreArgument::Mover => turn.clone(),
        };
        let engine = crate::text::on_one_line(thinker.name());
        let told = Text {
            zh: format!(
                "轮到{}走。{engine} 分析，正分表示{}占优。",
                turn.zh, seen.zh
            ),
            en: format!(
                "{} to move. {engine} thinks; plus is good for {}.",
                turn.en, seen.en
            ),
        };
        tell(out, self.given.language(), &told)?;
        let (zh, en) = (
            "没有限度：Ctrl-C 结束。",
            "There is no limit: Ctrl-C ends it.",
        );
        if self.engine.limits().is_none() {
            let (zh, en) = (zh.to_owned(), en.to_owned());
            tell(out, self.given.language(), &Text { zh, en })?;
        }
        out.flush()
    }

    /// Leaves out the moves that lose by a ruling, and names them.
    fn bar(&self, line: &Line, limits: &mut Limits, out: &mut impl Write) -> io::Result<()> {
        let rules = &self.given.rules;
        forbid(line, limits, rules, &mut NatureCache::default());
        for mv in &limits.banned_moves {
            if let Some(why) = why_barred(line, *mv, rules) {
                if self.json {
                    let why = json!({ "zh": why.zh, "en": why.en });
                    writeln!(out, "{}", json!({ "barred": mv.to_string(), "why": why }))?;
                    continue;
                }
                let (zh, en) = in_both(line, *mv);
                let told = Text {
                    zh: format!("不考虑 {zh}：{}。", why.zh),
                    en: format!("Left out: {en} {}.", why.en),
                };
                tell(out, self.given.language(), &told)?;
            }
        }
        Ok(())
    }

    fn conclude(
        &self,
        line: &Line,
        answered: &Answered,
        last: Option<&Report>,
        table: AnalysisTable,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let best = match &answered.answer {
            Answer::Move(best) => Some(best.best).filter(|mv| line.position().is_legal(*mv)),
            _ => None,
        };
        if self.json {
            let best = best.map(|mv| mv.to_string());
            return Ok(writeln!(out, "{}", json!({ "best": best }))?);
        }
        let Some(best) = best else {
            return Ok(tell(
                out,
                self.given.language(),
                &Text {
                    zh: "没有着法。".to_owned(),
                    en: "It gives no move.".to_owned(),
                },
            )?);
        };
        let (zh, en) = in_both(line, best);
        let told = Text {
            zh: format!("最佳着法：{zh}（{best}）"),
            en: format!("Best move: {en} ({best})"),
        };
        tell(out, self.given.language(), &told)?;
        // The rows above are cut; here is the whole line.
        if let Some(report) = last.filter(|_| table.columns.is_some()) {
            for row in table.whole_line(line.position(), report) {
                writeln!(out, "{row}")?;
            }
        }
        Ok(())
    }
}

fn tell(out: &mut impl Write, language: LanguageArgument, text: &Text) -> io::Result<()> {
    language
        .lines(text)
        .try_for_each(|line| writeln!(out, "{line}"))
}

/// Writes a move at the end of a line for either language.
fn in_both(line: &Line, mv: Move) -> (String, String) {
    let written = |notation| notation::write(notation, line.position(), mv);
    (written(Notation::Chinese), written(Notation::Wxf))
}
