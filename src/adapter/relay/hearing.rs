//! What the one who thinks tells: the answers of an engine behind us are checked, and what is due in place of one that
//! cannot be given on, or that does not come, is done.

use std::time::Instant;

use super::{Conclusion, MESSAGES_HELD, News, Relay, Source};
use crate::adapter::account::Blunder;
use crate::adapter::child::Child;
use crate::adapter::recovery::{Mishap, Situation, Step};
use crate::adapter::request::Thinker;
use crate::analysis::Score;
use crate::engine::{Answer, ChildEvent, EngineEvent, Fault, ProcessEvent, StartError, StopToken};
use crate::protocol::BestMove;

impl Relay {
    /// Takes what the bundled searcher tells.
    pub(in crate::adapter) fn hear_builtin(&mut self, number: u64, event: EngineEvent) {
        if self.thinker() != Some(Thinker::Builtin(number)) {
            return;
        }
        match event {
            EngineEvent::Report(report) => self.news.push_back(News::Report(report)),
            EngineEvent::Done(thought) => {
                let best = thought.best.map(|best| BestMove {
                    ponder: thought.ponder,
                    ..best.into()
                });
                self.conclude(best, Some(thought.score));
            }
        }
    }

    /// Takes what the process of an engine does.
    pub(in crate::adapter) fn hear_child(&mut self, source: Source, event: ProcessEvent) {
        self.backlog.leave(&event);
        let is_this = source.engine == self.engine;
        let Some(child) = self.child.as_mut().filter(|_| is_this) else {
            return;
        };
        // A line that came too late is not in time because we were late to read it.
        if let ProcessEvent::Line { at, .. } = &event
            && child
                .external
                .deadline()
                .is_some_and(|deadline| deadline < *at)
        {
            child.external.expire();
        }
        child.external.hear(source.start, event);
        child.note_options(&self.cache);
        self.hear_told();
    }

    fn thinker(&self) -> Option<Thinker> {
        self.request.as_ref().map(|request| request.thinker)
    }

    /// Takes what the engine has told meanwhile.
    pub(super) fn hear_told(&mut self) {
        while let Some((number, event)) = self.child.as_ref().and_then(Child::next_event) {
            self.hear(number, event);
        }
    }

    fn hear(&mut self, number: u64, event: ChildEvent) {
        let Some(child) = &mut self.child else {
            return;
        };
        let thinker = self.request.as_ref().map(|request| request.thinker);
        let is_current = thinker == Some(Thinker::Child(number));
        match event {
            ChildEvent::Ready => {
                child.note_ready();
                self.news.push_back(News::Ready);
            }
            ChildEvent::Info { info, line } if is_current || number == 0 => {
                let news = News::Info {
                    info,
                    line,
                    dialect: child.external.dialect(),
                };
                if thinker.is_some() {
                    self.news.push_back(news);
                } else if self.held.len() < MESSAGES_HELD {
                    self.held.push(news);
                }
            }
            ChildEvent::Done { answer, score } if is_current => self.check(answer, score),
            ChildEvent::Noise { line } if self.is_foreign_heard => {
                let dialect = child.external.dialect();
                self.news.push_back(News::Foreign { line, dialect });
            }
            ChildEvent::Refused { message } => self.news.push_back(News::Refused(message)),
            ChildEvent::Failed(fault) if fault.is_fatal() => self.lose(&fault, is_current),
            ChildEvent::Failed(fault) if is_current => {
                self.account.add_fault(&fault);
                self.recover(Mishap::Over);
            }
            event => log::debug!("{}: {event:?}", child.external.name()),
        }
    }

    /// Gives the engine's answer on if it can be played.
    fn check(&mut self, answer: Answer, score: Option<Score>) {
        let (Some(child), Some(request)) = (&mut self.child, &mut self.request) else {
            return;
        };
        let (mishap, blunder) = match answer {
            Answer::Move(answer) if !request.line.position().is_legal(answer.best) => {
                (Mishap::Wrong, Blunder::Illegal(answer.best))
            }
            Answer::Move(answer) if !request.limits.allows(answer.best) => {
                let mishap = match child.is_tellable() {
                    true => Mishap::Forbidden,
                    false => Mishap::Untold,
                };
                (mishap, request.forbidden(answer.best))
            }
            Answer::Move(answer) => {
                child.does_well();
                return self.conclude(Some(answer), score);
            }
            Answer::NoMove => (Mishap::Wrong, Blunder::NoMove),
            Answer::Resign => {
                request.is_resigned = true;
                (Mishap::Over, Blunder::Resigns)
            }
            Answer::Unread { said } => (Mishap::Wrong, Blunder::Unread(said)),
        };
        self.account.add_blunder(&blunder);
        self.recover(mishap);
    }

    /// Takes note that the engine is of no more use as it is.
    fn lose(&mut self, fault: &Fault, is_current: bool) {
        let Some(child) = &mut self.child else {
            return;
        };
        self.account.add_fault(fault);
        if !child.may_recover() {
            self.surrender(is_current);
        } else if is_current {
            self.recover(Mishap::Lost);
        } else if let Err(error) = child.restart() {
            self.give_up(&error);
        } else {
            self.account.add_restart();
        }
    }

    /// Does for the move that is due what the clock allows.
    fn recover(&mut self, mishap: Mishap) {
        let (Some(child), Some(request)) = (&mut self.child, &mut self.request) else {
            return;
        };
        let now = Instant::now();
        let situation = Situation {
            mishap,
            left: request.left(child.profile.deadlines.margin, now),
            boot: child.boot,
            is_asked_again: request.is_asked_again,
            is_restarted: request.is_restarted,
            is_stopped: request.is_stopped,
        };
        let step = situation.step();
        let must_start = step == Step::Restart || mishap == Mishap::Lost;
        if must_start && let Err(error) = child.restart() {
            return self.give_up(&error);
        }
        match step {
            Step::AskAgain => request.is_asked_again = true,
            Step::Restart => request.is_restarted = true,
            Step::Replace => {
                if must_start {
                    self.account.add_restart();
                }
                self.account.add_step(step);
                return self.replace();
            }
        }
        self.account.add_step(step);
        let limits = request.remaining(now);
        let number = child.external.think(request.line.clone(), limits);
        request.thinker = Thinker::Child(number);
    }

    /// Gives the engine up, since it does not start.
    pub(super) fn give_up(&mut self, error: &StartError) {
        let error = error.to_string();
        self.account.add(format!("不能启动（{error}）"), error);
        let is_current = matches!(self.thinker(), Some(Thinker::Child(_)));
        self.surrender(is_current);
    }

    /// Gives the engine up.
    fn surrender(&mut self, is_current: bool) {
        if let Some(child) = &mut self.child {
            child.is_given_up = true;
        }
        self.account.add_surrender();
        self.news.push_back(News::Ready);
        if is_current {
            self.replace();
        }
    }

    /// Lets the bundled searcher answer.
    fn replace(&mut self) {
        if let Some(request) = &mut self.request {
            let limits = request.for_builtin(Instant::now());
            let (line, options) = (request.line.clone(), request.options.clone());
            let number = self.builtin.think(line, limits, options, StopToken::new());
            request.thinker = Thinker::Builtin(number);
        }
    }

    fn conclude(&mut self, best: Option<BestMove>, score: Option<Score>) {
        let Some(request) = self.request.take() else {
            return;
        };
        let best = best.map(|best| BestMove {
            resign: best.resign || request.is_resigned,
            ..best
        });
        let name = self.child.as_ref().map(|child| &*child.profile.name);
        let account = self.account.take(name.unwrap_or_default());
        self.news.push_back(News::Answer(Box::new(Conclusion {
            request,
            best,
            score,
            account,
        })));
    }
}
