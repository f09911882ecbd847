//! The talk with the player: what is typed, what is shown, and the engine's moves in between.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use crossbeam_channel::{Receiver, select};

use super::super::exit_status::ExitStatus;
use super::super::language::LanguageArgument;
use super::game::Game;
use super::typed::{Command, Typed, help, read_move};
use crate::adapter::takes_draw;
use crate::analysis::Limits;
use crate::engine::{Answer, Profile, Thinker};
use crate::notation::{self, Notation};
use crate::position::Move;
use crate::record::pgn;
use crate::report::{BoardLook, board_text, score_text};
use crate::ruling::explain::{self, Text};
use crate::text::on_one_line;
use crate::tournament::NewFile;

/// Milliseconds that a hint takes.
const HINT_TIME: u64 = 1_000;

/// How many moves stand in a row of a list.
const ROW: usize = 8;

const PLAYED: Style = Style::new().bold();
const REFEREE: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
const PLAIN: Style = Style::new();

/// What goes on after something was typed or thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Going,
    Left,
}

/// A game with all that is around it.
#[derive(Debug)]
pub(super) struct Session<W> {
    pub(super) game: Game,
    pub(super) thinker: Thinker,
    /// Who is asked for hints, once one was wanted.
    pub(super) hinter: Option<Thinker>,
    pub(super) limits: Limits,
    pub(super) look: BoardLook,
    pub(super) language: LanguageArgument,
    /// Whether a prompt stands before what is typed.
    pub(super) is_prompted: bool,
    /// Whether the board that was drawn last is the one that stands.
    pub(super) is_shown: bool,
    /// Whether the engine offered a draw with its last move.
    pub(super) is_draw_offered: bool,
    /// The move that the player was warned of; typed again, it is played.
    pub(super) warned: Option<Move>,
    /// The files that were written.
    pub(super) saved: Vec<PathBuf>,
    pub(super) interrupts: Receiver<()>,
    pub(super) lines: Receiver<String>,
    pub(super) out: W,
}

impl<W: Write> Session<W> {
    /// Plays until the player leaves, the input ends, or Ctrl-C is typed.
    ///
    /// # Errors
    /// The engine is of no more use, or no one reads what is shown.
    pub(super) fn run(&mut self) -> anyhow::Result<ExitStatus> {
        self.introduce()?;
        loop {
            let next = if self.game.is_engines_turn() {
                self.answer()?
            } else {
                self.show()?;
                self.prompt()?;
                let interrupts = self.interrupts.clone();
                select! {
                    recv(interrupts) -> _ => Next::Left,
                    recv(self.lines) -> line => match line {
                        Ok(line) => self.obey(&line)?,
                        Err(_) => Next::Left,
                    },
                }
            };
            if next == Next::Left {
                if self.is_prompted {
                    writeln!(self.out)?;
                }
                return Ok(ExitStatus::Success);
            }
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let (engine, rules) = (on_one_line(self.thinker.name()), &self.game.rules().name);
        let side = explain::side(self.game.player);
        let (zh, en) = (
            format!("您执{}，对手是 {engine}，规则 {rules}。", side.zh),
            format!(
                "You are {} against {engine}, by the rules {rules}.",
                side.en
            ),
        );
        self.tell_plainly(&zh, &en)?;
        let (zh, en) = (
            "着法写作 炮二平五、h2e2 或 C2=5；输入 help 看命令。",
            "Type a move, as h2e2, C2=5 or 炮二平五; help lists the commands.",
        );
        self.tell_plainly(zh, en)
    }

    /// Writes a text in the language that was chosen.
    fn tell(&mut self, text: &Text, style: Style) -> io::Result<()> {
        for line in self.language.lines(text) {
            writeln!(self.out, "{style}{line}{style:#}")?;
        }
        Ok(())
    }

    fn tell_plainly(&mut self, zh: &str, en: &str) -> io::Result<()> {
        let (zh, en) = (zh.to_owned(), en.to_owned());
        self.tell(&Text { zh, en }, PLAIN)
    }

    /// Draws the board, and says how the game ended, if that has not been shown yet.
    fn show(&mut self) -> io::Result<()> {
        if self.is_shown {
            return Ok(());
        }
        self.is_shown = true;
        let line = self.game.line();
        let board = board_text(line.position(), line.moves().next_back(), self.look);
        write!(self.out, "\n{board}")?;
        if let Some(verdict) = self.game.verdict() {
            self.tell(&verdict, REFEREE)?;
            let (zh, en) = (
                "对局结束：save 文件名 保存，undo 悔棋，quit 退出。",
                "The game is over: save FILE keeps it, undo takes back, quit leaves.",
            );
            self.tell_plainly(zh, en)?;
        }
        self.out.flush()
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.is_prompted {
            if self.game.end().is_none() {
                let side = explain::side(self.game.player);
                let number = self.game.line().position().move_number();
                let side = self.language.choose(side.zh, side.en);
                write!(self.out, "{side} {number}")?;
            }
            write!(self.out, "> ")?;
        }
        self.out.flush()
    }

    /// Has the engine make its move.
    fn answer(&mut self) -> anyhow::Result<Next> {
        self.out.flush()?;
        let mut limits = self.limits.clone();
        self.game.forbid(&mut limits);
        let line = self.game.line();
        let answered = self
            .thinker
            .think(line, &limits, &self.interrupts, &mut |_| {})?;
        if answered.is_stopped {
            return Ok(Next::Left);
        }
        self.is_shown = false;
        let engine = !self.game.player;
        match answered.answer {
            Answer::Resign => self.game.resign(engine),
            Answer::Move(best) if best.resign => self.game.resign(engine),
            Answer::Move(best) => {
                if !self.game.refuse(Some(best.best)) {
                    self.play(best.best)?;
                    self.is_draw_offered = best.draw && self.game.end().is_none();
                }
                if self.is_draw_offered {
                    self.tell_plainly(
                        "对手提和：输入 draw 同意。",
                        "The engine offers a draw: draw accepts it.",
                    )?;
                }
            }
            Answer::NoMove | Answer::Unread { .. } => drop(self.game.refuse(None)),
        }
        Ok(Next::Going)
    }

    /// Plays a legal move and tells what there is to say of it.
    fn play(&mut self, mv: Move) -> anyhow::Result<()> {
        let mut style = PLAYED;
        for text in self.game.play(mv)? {
            self.tell(&text, style)?;
            style = REFEREE;
        }
        self.is_shown = false;
        self.warned = None;
        self.is_draw_offered = false;
        Ok(())
    }

    /// Does what was typed.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        match Typed::read(line) {
            Typed::Nothing => {}
            Typed::Command(Command::Quit, _) => return Ok(Next::Left),
            Typed::Command(Command::Help, _) => {
                for text in help() {
                    self.tell(&text, PLAIN)?;
                }
            }
            Typed::Command(Command::Board, _) => self.is_shown = false,
            Typed::Command(Command::Flip, _) => {
                self.look.is_flipped = !self.look.is_flipped;
                self.is_shown = false;
            }
            Typed::Command(Command::Save, file) => self.save(file)?,
            Typed::Command(Command::Undo, _) => match self.game.undo() {
                true => {
                    self.is_shown = false;
                    self.warned = None;
                    self.is_draw_offered = false;
                }
                false => self.tell_plainly(
                    "您还没有走过着法。",
                    "There is no move of yours to take back.",
                )?,
            },
            _ if self.game.end().is_some() => {
                self.tell_plainly(
                    "对局已经结束；undo 悔棋。",
                    "The game is over; undo takes back.",
                )?;
            }
            Typed::Command(Command::Hint, _) => return self.hint(),
            Typed::Command(Command::Moves, _) => self.list_moves()?,
            Typed::Command(Command::Resign, _) => {
                self.game.resign(self.game.player);
                self.is_shown = false;
            }
            Typed::Command(Command::Draw, _) => return self.offer_draw(),
            Typed::Move(text) => self.take_move(text)?,
        }
        Ok(Next::Going)
    }

    fn take_move(&mut self, text: &str) -> anyhow::Result<()> {
        let mv = match read_move(self.game.line(), text) {
            Ok(mv) => mv,
            Err(fault) => return Ok(self.tell(&fault, PLAIN)?),
        };
        if self.warned != Some(mv)
            && let Some(warning) = self.game.warning(mv)
        {
            self.warned = Some(mv);
            self.tell(&warning, REFEREE)?;
            let (zh, en) = (
                "再输入一次就照走；也可另走一着。",
                "Type it again to play it all the same, or another move.",
            );
            return Ok(self.tell_plainly(zh, en)?);
        }
        self.play(mv)
    }

    /// Tells what the bundled searcher would play.
    fn hint(&mut self) -> anyhow::Result<Next> {
        let mut limits = Limits {
            move_time: Some(HINT_TIME),
            ..Limits::default()
        };
        self.game.forbid(&mut limits);
        let hinter = match &mut self.hinter {
            Some(hinter) => hinter,
            none => none.insert(Thinker::start(Profile::default(), &[], self.game.rules())?),
        };
        let line = self.game.line();
        let answered = hinter.think(line, &limits, &self.interrupts, &mut |_| {})?;
        if answered.is_stopped {
            return Ok(Next::Left);
        }
        let Answer::Move(best) = answered.answer else {
            return Ok(Next::Going);
        };
        let written = |notation| notation::write(notation, line.position(), best.best);
        let score = answered.report.score.map(score_text);
        let (zh, en) = score.map_or_else(Default::default, |score| {
            (format!("，您的得分 {score}"), format!(", {score} for you"))
        });
        let (mv, chinese, wxf) = (
            best.best,
            written(Notation::Chinese),
            written(Notation::Wxf),
        );
        self.tell_plainly(
            &format!("提示：{chinese}（{mv}）{zh}"),
            &format!("Hint: {wxf} ({mv}){en}"),
        )?;
        Ok(Next::Going)
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let position = self.game.line().position();
        let notation = self.language.choose(Notation::Chinese, Notation::Wxf);
        let moves = position.legal_moves();
        let words: Vec<String> = moves
            .iter()
            .map(|mv| notation::write(notation, position, *mv))
            .collect();
        for row in words.chunks(ROW) {
            writeln!(self.out, "  {}", row.join(" "))?;
        }
        Ok(())
    }

    /// Offers the engine a draw: it takes it if it does not see itself ahead. An offer of its own is accepted.
    fn offer_draw(&mut self) -> anyhow::Result<Next> {
        if !self.is_draw_offered {
            let line = self.game.line();
            let answered = self
                .thinker
                .think(line, &self.limits, &self.interrupts, &mut |_| {})?;
            if answered.is_stopped {
                return Ok(Next::Left);
            }
            // It was asked for the player.
            if !answered
                .report
                .score
                .is_some_and(|score| takes_draw(-score))
            {
                self.tell_plainly("对手不同意和棋。", "The engine declines the draw.")?;
                return Ok(Next::Going);
            }
        }
        self.game.agree();
        self.is_shown = false;
        Ok(Next::Going)
    }

    /// Keeps the game in a file that the player names, and tells whether that went well.
    fn save(&mut self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            return Ok(self.tell_plainly(
                "请写出文件名：save 文件名",
                "Expected the name of a file: save FILE",
            )?);
        }
        let shown = on_one_line(file);
        match self.keep(Path::new(file)) {
            Ok(()) => {
                self.tell_plainly(&format!("已存入 {shown}。"), &format!("Kept in {shown}."))?;
            }
            Err(error) => {
                let error = on_one_line(&format!("{error:#}"));
                self.tell_plainly(&format!("没有存成：{error}"), &format!("Not kept: {error}"))?;
            }
        }
        Ok(())
    }

    /// Writes the game to a file, which is new or was written before.
    ///
    /// # Errors
    /// There is such a file, or the system refuses.
    pub(super) fn keep(&mut self, file: &Path) -> anyhow::Result<()> {
        let is_ours = self.saved.iter().any(|saved| saved == file);
        anyhow::ensure!(
            is_ours || !file.exists(),
            "{}: found a file, expected a name that is free",
            file.display()
        );
        NewFile::write(file, self.pgn()?.as_bytes())?;
        if !is_ours {
            self.saved.push(file.to_owned());
        }
        Ok(())
    }

    /// Writes the game to a file in the end, or shows it if that cannot be, so that it is not lost.
    ///
    /// # Errors
    /// As [`Self::keep`].
    pub(super) fn keep_or_show(&mut self, file: &Path) -> anyhow::Result<()> {
        let kept = self.keep(file);
        if kept.is_err() {
            let text = self.pgn()?;
            write!(self.out, "\n{text}")?;
            self.out.flush()?;
        }
        kept
    }

    fn pgn(&self) -> anyhow::Result<String> {
        let day = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
        let record = self.game.record(self.thinker.name(), day)?;
        Ok(pgn::write(&record, Notation::Iccs))
    }
}
