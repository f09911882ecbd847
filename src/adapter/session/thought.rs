//! From a `go` to its answer.

use std::io::{self, Write};
use std::mem;
use std::time::{Duration, Instant};

use super::{Flow, Session, is_go};
use crate::adapter::guard::{self, Guard};
use crate::adapter::offers::Offer;
use crate::adapter::relay::{Conclusion, News};
use crate::analysis::{Limits, Report};
use crate::board::{ByColor, Color};
use crate::engine::{SEED_MOST, SKILL_MOST, referee_positions, static_score};
use crate::position::{Line, Position};
use crate::protocol::{BestMove, Go, Info, Reply};
use crate::ruling::explain::{Text, score_of_ruling};
use crate::ruling::outcome;

/// How long an engine may be silent in a search that no clock ends once the input is over, in batch mode: nobody is left who
/// would stop one that hangs.
const SILENCE: Duration = Duration::from_secs(10);

/// The ruling on which the score of a request hangs.
#[derive(Debug, Default)]
pub(super) struct ScoreRuling {
    /// The side that is about to lose by it, as the best line told last has it.
    culprit: Option<Color>,
    /// Of which sides this has been told.
    told: ByColor<bool>,
}

/// The seed of what is left to chance where the GUI sets none: one for a game, told when it first decides.
#[derive(Debug)]
pub(super) struct DrawnSeed {
    number: u64,
    is_told: bool,
    /// How many moves there were in the game when it was last used.
    plies: usize,
}

impl DrawnSeed {
    pub(super) fn draw() -> Self {
        Self {
            number: rand::random_range(1..=SEED_MOST),
            is_told: false,
            plies: 0,
        }
    }

    /// Gives the seed for a line; another one where a game from the usual start has begun anew without a word.
    fn for_line(&mut self, line: &Line) -> u64 {
        let is_opening = line.len() <= 1 && *line.start() == Position::start();
        if is_opening && line.len() < self.plies {
            *self = Self::draw();
        }
        self.plies = line.len();
        self.number
    }
}

impl<W: Write> Session<W> {
    /// Takes a `go` that arrived at `since`.
    pub(super) fn go(&mut self, go: &Go, since: Instant) -> io::Result<()> {
        let line = match self.history.line() {
            Ok(line) => line.clone(),
            Err(why) => {
                if !self.faults.contains(why) {
                    self.faults.push(why.clone());
                }
                return self.answer_nothing();
            }
        };
        let mut limits = go.limits(line.position().turn(), self.options.unit());
        limits.banned_moves.extend_from_slice(&self.banned);
        if go.perft.is_some() {
            self.fault("go perft: expected the command line, as: caipan perft 5".to_owned());
            return self.answer_nothing();
        }
        self.check_settings();
        self.tell_faults()?;
        if limits.is_static() {
            let report = Report {
                depth: Some(0),
                score: Some(static_score(
                    line.position(),
                    self.options.builtin.search.use_nnue,
                )),
                ..Report::default()
            };
            self.frontend.say(&Reply::Info(Info::from(report)))?;
            return self.no_move();
        }
        let positions = referee_positions(&limits, line.position().turn());
        self.announcer.natures.allow(positions);
        // What is pondered on has not been played yet.
        let is_played = !limits.ponder;
        if !guard::has_move(&line, &limits) {
            if is_played {
                self.announce(&line)?;
            }
            return self.no_move();
        }
        let rules = self.options.rules();
        let is_hopeless = self.options.guard == Guard::Forbid
            && !guard::forbid(&line, &mut limits, &rules, &mut self.announcer.natures);
        self.score_ruling = ScoreRuling::default();
        let mut options = self.options.builtin.search.clone();
        options.rules = rules;
        let drawn = self.seed.for_line(&line);
        if options.seed == 0 {
            options.seed = drawn;
        }
        self.relay.think(line, limits, options, since, is_hopeless);
        // Who thinks need not wait until the player is told.
        if is_played {
            self.announce_request()?;
        }
        self.end_what_only_input_ends();
        Ok(())
    }

    /// Takes note that the last word of the GUI has come.
    pub(super) fn end_input(&mut self) {
        self.is_input_over = true;
        self.relay.bound_silence(SILENCE);
        self.end_what_only_input_ends();
    }

    /// Leaves; a running search is answered first, and every `go` that still waits.
    pub(super) fn close(&mut self) -> io::Result<Flow> {
        self.is_closing = true;
        if self.relay.request().is_some() {
            self.relay.stop();
            return Ok(Flow::On);
        }
        for _ in mem::take(&mut self.queue)
            .iter()
            .filter(|(command, _)| is_go(command))
        {
            self.no_move()?;
        }
        if self.frontend.dialect.is_ucci() {
            self.frontend.say(&Reply::Bye)?;
        }
        self.frontend.flush()?;
        self.relay.quit();
        Ok(Flow::Over)
    }

    /// Stops a search that only a word of the GUI would end, once no word can come: in batch mode the others run on.
    fn end_what_only_input_ends(&mut self) {
        let waits = |limits: &Limits| limits.is_endless() || limits.ponder;
        let request = self.relay.request();
        if self.is_input_over && request.is_some_and(|request| waits(&request.limits)) {
            self.relay.stop();
        }
    }

    /// Answers a `go` that cannot be thought about.
    fn answer_nothing(&mut self) -> io::Result<()> {
        self.tell_faults()?;
        self.no_move()
    }

    pub(super) fn no_move(&mut self) -> io::Result<()> {
        self.frontend.say(&Reply::NoBestMove {
            said: String::new(),
        })
    }

    fn tell_faults(&mut self) -> io::Result<()> {
        for fault in mem::take(&mut self.faults) {
            for line in fault.lines(self.options.language) {
                self.frontend.say(&Reply::Info(Info::message(line)))?;
            }
        }
        Ok(())
    }

    /// Tells the player something in the language chosen.
    fn tell(&mut self, text: Text) -> io::Result<()> {
        for sentence in self.options.language.lines(text) {
            self.frontend.say(&Reply::Info(Info::message(sentence)))?;
        }
        Ok(())
    }

    /// Tells the seed that was drawn, the first time that it decides: among moves of the book, or of a level below the top.
    fn tell_seed(&mut self, is_of_book: bool) -> io::Result<()> {
        let search = &self.options.builtin.search;
        let request = self.relay.request();
        let looks_for_mate = request.is_some_and(|request| request.limits.mate.is_some());
        let is_weak = search.skill < SKILL_MOST && !looks_for_mate;
        let decides = search.seed == 0 && (is_of_book || is_weak);
        if !decides || mem::replace(&mut self.seed.is_told, true) {
            return Ok(());
        }
        let number = self.seed.number;
        self.tell(Text {
            zh: format!("随机种子 {number}：选项 seed 设为此数，库着或较低棋力的选择即相同。"),
            en: format!(
                "Seed {number}: with the option Seed set to it, moves of the book, or of a lower skill, are chosen alike."
            ),
        })
    }

    /// Tells the player what the rules say of the line, if it is news.
    fn announce(&mut self, line: &Line) -> io::Result<()> {
        if self.options.guard == Guard::Off {
            return Ok(());
        }
        for text in self.announcer.news(line, &self.options.rules()) {
            self.tell(text)?;
        }
        Ok(())
    }

    /// Tells the player what the reply to the move that is played may bring, where such a move is not kept from being
    /// played.
    fn warn_of_reply(&mut self, line: &Line) -> io::Result<()> {
        if self.options.guard != Guard::Warn {
            return Ok(());
        }
        let rules = self.options.rules();
        let ahead = guard::ruling_ahead(line, &rules, &mut self.announcer.natures);
        ahead.map_or(Ok(()), |text| self.tell(text))
    }

    /// Tells the player what the rules say of the line that is thought about, and if no move can be sound.
    pub(super) fn announce_request(&mut self) -> io::Result<()> {
        let Some(request) = self.relay.request() else {
            return Ok(());
        };
        let (line, is_hopeless) = (request.line.clone(), request.is_hopeless);
        self.announce(&line)?;
        // In a game that is over nothing more can be lost.
        if is_hopeless && outcome(&line, &self.options.rules()).is_none() {
            self.tell(Text {
                zh: "每一着都将被判负，取其害轻者。".to_owned(),
                en: "Every move loses by a ruling; the least bad is played.".to_owned(),
            })?;
        }
        Ok(())
    }

    /// Takes what the one who thinks makes known.
    pub(super) fn hear(&mut self, news: News) -> io::Result<Flow> {
        match news {
            News::Report(report) => {
                let is_of_book = report.depth == Some(0) && !report.pv.is_empty();
                self.report(report)?;
                self.tell_seed(is_of_book)?;
            }
            News::Info {
                info,
                line,
                dialect,
            } => self.frontend.pass(info, &line, dialect)?,
            News::Foreign { line, dialect } => self.frontend.pass_foreign(&line, dialect)?,
            News::Ready => {
                for _ in 0..mem::take(&mut self.readies_owed) {
                    self.frontend.say(&Reply::ReadyOk)?;
                }
            }
            News::Refused(message) => self.fault(message),
            News::Answer(conclusion) => {
                self.answer(*conclusion)?;
                return self.serve_queue();
            }
        }
        Ok(Flow::On)
    }

    /// Tells how far the bundled searcher is, and whether the score of the best line hangs on a ruling.
    fn report(&mut self, report: Report) -> io::Result<()> {
        if report.multipv <= Some(1) {
            self.score_ruling.culprit = report.ruling;
        }
        self.frontend.say(&Reply::Info(Info::from(report)))?;
        self.tell_score_ruling()
    }

    /// Tells that the score told last hangs on a ruling, once a request of each side, and not of a move that is only
    /// pondered on.
    pub(super) fn tell_score_ruling(&mut self) -> io::Result<()> {
        let request = self.relay.request();
        let is_pondered = request.is_some_and(|request| request.limits.ponder);
        let ScoreRuling { culprit, told } = &mut self.score_ruling;
        match culprit.filter(|_| !is_pondered && self.options.guard != Guard::Off) {
            Some(culprit) if !mem::replace(&mut told[culprit], true) => {
                self.tell(score_of_ruling(culprit))
            }
            _ => Ok(()),
        }
    }

    fn answer(&mut self, conclusion: Conclusion) -> io::Result<()> {
        let Conclusion {
            request,
            best,
            score,
            account,
        } = conclusion;
        if let Some(account) = account {
            self.tell(account)?;
        }
        let (mut line, limits) = (request.line, request.limits);
        let Some(best) = best.filter(|best| line.push(best.best).is_ok()) else {
            return self.no_move();
        };
        // What was pondered on in vain did not come about: no ruling follows from it, and no offer.
        let offer = if limits.ponder {
            Offer::default()
        } else {
            self.announce(&line)?;
            self.warn_of_reply(&line)?;
            score.map_or_else(Offer::default, |score| {
                self.offers.decide(score, limits.draw_offered)
            })
        };
        // An engine behind us may say no more than we.
        let in_ucci = self.frontend.dialect.is_ucci();
        let may_say = |theirs, ours, is_allowed| (theirs || ours) && is_allowed && in_ucci;
        self.frontend.say(&Reply::BestMove(BestMove {
            best: best.best,
            ponder: best.ponder.filter(|reply| line.position().is_legal(*reply)),
            draw: may_say(best.draw, offer.draw, self.options.draws),
            resign: may_say(best.resign, offer.resign, self.options.resigns),
        }))
    }
}
