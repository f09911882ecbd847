//! What a child's lines and its silence mean.

use std::time::{Duration, Instant};

use super::event::{Answer, Fault};
use super::search::Search;
use super::state::{Busy, State};
use super::{ChildEvent, Conversation};
use crate::protocol::{BestMove, Info, Reply};
use crate::text::{Words, decode};

/// How much of a line is kept to be told with a fault.
const NOISE_LETTERS: usize = 300;

impl Conversation {
    /// Takes a line of the child, with its end or without, that arrived at `now`.
    pub fn hear(&mut self, line: Vec<u8>, now: Instant) {
        if self.is_over() {
            return;
        }
        if let (State::Thinking(_), Some(search)) = (&self.state, &mut self.search)
            && search.is_begun
        {
            search.note_sign_of_life(&self.profile.deadlines, now);
        }
        let (text, _) = decode(&line);
        let text = text.trim_end();
        match self.speech.read(text) {
            Reply::Id { field, text } if field == "name" => self.name = text,
            Reply::Option(option) => {
                if let Err(message) = self.declared.add(option) {
                    self.tell(0, ChildEvent::Refused { message });
                }
            }
            Reply::UciOk => self.shake_hands(false, now),
            Reply::UcciOk => self.shake_hands(true, now),
            Reply::ReadyOk => self.ready(now),
            Reply::Info(info) => self.news(info, line),
            reply @ (Reply::BestMove(_) | Reply::NoBestMove { .. }) => {
                let text = text.to_owned();
                self.answered(reply, &text, now);
            }
            Reply::Unknown(text) => self.noise(&text, line),
            Reply::Id { .. } | Reply::PopHash(_) | Reply::Bye => {}
        }
    }

    /// Acts on a deadline that has passed; does nothing before.
    pub fn expire(&mut self, now: Instant) {
        let is_past = |time: Instant| time <= now;
        // A search whose time is over is so before its child counts as hung.
        let is_late =
            |search: &mut Search| search.held.is_none() && search.end.is_some_and(is_past);
        if let Some(search) = self.search.take_if(is_late) {
            let fault = match &mut self.state {
                State::Thinking(busy) if search.is_begun => {
                    busy.is_abandoned = true;
                    self.send_stop(now);
                    Fault::Late
                }
                _ => Fault::NotYetReady,
            };
            self.tell(search.number, ChildEvent::Failed(fault));
        }
        match &mut self.state {
            State::Handshake { since, until } if is_past(*until) => {
                let (since, until) = (*since, *until);
                self.handshake_expired(since, until, now);
            }
            State::Settling { until } if is_past(*until) => self.fail_unready(),
            State::Probing { until } if is_past(*until) => self.fail(Fault::NoAnswer {
                after: "go depth 1",
                waited: self.profile.deadlines.ready,
            }),
            State::Thinking(busy) => {
                if busy.fence_until.is_some_and(is_past) {
                    self.fail_unready();
                } else if let Some((since, until)) = busy.stop {
                    if is_past(until) {
                        self.not_stopped(until - since, now);
                    }
                } else if let Some(search) = &self.search
                    && search.stop_at.is_some_and(is_past)
                {
                    self.tell(search.number, ChildEvent::Overrun);
                    self.send_stop(now);
                }
            }
            _ => {}
        }
    }

    fn fail_unready(&mut self) {
        self.fail(Fault::NotReady {
            waited: self.profile.deadlines.ready,
            said: self.noise.clone(),
        });
    }

    /// Takes the silence of a child that was told to stop.
    fn not_stopped(&mut self, waited: Duration, now: Instant) {
        let doubted = match &mut self.state {
            State::Thinking(busy) => busy.doubted.take(),
            _ => None,
        };
        match doubted {
            Some(answer) => {
                self.state = State::Idle;
                self.done(answer, now);
            }
            None => self.fail(Fault::NoAnswer {
                after: "stop",
                waited,
            }),
        }
    }

    /// Takes a line that is not understood.
    fn noise(&mut self, text: &str, line: Vec<u8>) {
        let mut words = Words::new(text).map(|(_, word)| word);
        match (words.next(), words.next()) {
            (Some("registration"), Some("error")) => return self.send("register later"),
            (Some("copyprotection"), Some("error")) => {
                return self.fail(Fault::Protected {
                    said: text.trim().to_owned(),
                });
            }
            (Some("copyprotection" | "registration"), _) => return,
            (None, _) => return,
            _ => {}
        }
        self.keep_noise(text);
        self.tell(0, ChildEvent::Noise { line });
    }

    fn keep_noise(&mut self, text: &str) {
        self.noise = text.chars().take(NOISE_LETTERS).collect();
    }

    /// Takes `info`: that of the search asked for is told, and messages are told always.
    fn news(&mut self, info: Info, line: Vec<u8>) {
        if let Some(message) = &info.message {
            self.keep_noise(message);
        }
        let current = match &self.state {
            State::Thinking(busy) if !busy.is_abandoned && busy.fence == 0 => self.search.as_mut(),
            _ => None,
        };
        let number = match current {
            Some(search) => {
                let is_best = info.report.multipv.is_none_or(|number| number == 1);
                if let Some(score) = info.report.score.filter(|_| is_best) {
                    search.score = Some(score);
                }
                search.number
            }
            None if info.message.is_some() => 0,
            None => return,
        };
        let info = Box::new(info);
        self.tell(number, ChildEvent::Info { info, line });
    }

    /// Takes `bestmove` or `nobestmove`.
    fn answered(&mut self, reply: Reply, text: &str, now: Instant) {
        let word = Words::new(text).nth(1).map_or("", |(_, word)| word);
        let busy = match &mut self.state {
            State::Probing { .. } => return self.probed(word, now),
            State::Thinking(busy) if busy.fence == 0 => busy,
            _ => {
                self.is_wary = true;
                let line = text.to_owned();
                return self.tell(0, ChildEvent::Stray { line });
            }
        };
        let search = self.search.as_ref().filter(|_| !busy.is_abandoned);
        let Some(search) = search else {
            self.state = State::Idle;
            return self.go_on(now);
        };
        let position = search.line.position();
        let mut answer = Answer::from(reply);
        if self.speech.learn_ranks(word, position) {
            answer = Answer::from(self.speech.read(text));
            let (number, is_misled) = (search.number, !search.line.is_empty());
            self.tell(number, ChildEvent::Ranks(self.speech.dialect().ranks()));
            if is_misled {
                // The moves that led here were told to it in ranks that are not its own.
                self.state = State::Idle;
                return self.start_search(now);
            }
        }
        let State::Thinking(busy) = &mut self.state else {
            return;
        };
        if let Some(doubted) = busy.doubted.take() {
            // A child that was idle when it was told to stop may say that it has no move.
            if answer == Answer::NoMove {
                answer = doubted;
            }
        } else if let (Answer::Move(BestMove { best, .. }), Some(search)) = (&answer, &self.search)
            && self.keeps_time
            && !search.line.position().is_legal(*best)
            && self
                .previous
                .as_ref()
                .is_some_and(|previous| previous.is_legal(*best))
        {
            busy.doubted = Some(answer);
            return self.send_stop(now);
        }
        self.state = State::Idle;
        self.done(answer, now);
    }

    /// Gives an answer on, or holds it until it is due.
    pub(super) fn done(&mut self, answer: Answer, now: Instant) {
        match self.search.take() {
            Some(search) if search.is_due() => {
                self.previous = Some(search.line.position().clone());
                let score = search.score;
                self.tell(search.number, ChildEvent::Done { answer, score });
            }
            Some(mut search) => {
                search.held = Some(answer);
                self.search = Some(search);
            }
            None => {}
        }
        self.go_on(now);
    }

    /// Lets an idle child do what waits.
    pub(super) fn go_on(&mut self, now: Instant) {
        if !matches!(self.state, State::Idle) {
            return;
        }
        if !self.waiting.is_empty() {
            for line in std::mem::take(&mut self.waiting) {
                self.send(&line);
            }
            return self.ask(now);
        }
        self.tell_ready();
        if self.search.as_ref().is_some_and(|search| !search.is_begun) {
            self.start_search(now);
        }
    }

    /// Sends an idle child to think.
    fn start_search(&mut self, now: Instant) {
        let Some(search) = &mut self.search else {
            return;
        };
        search.is_begun = true;
        search.note_sign_of_life(&self.profile.deadlines, now);
        let is_stopped = search.is_stopped;
        let mut lines = vec![self.speech.position(&search.line)];
        lines.append(&mut self.speech.go(&search.line, &search.limits_left(now)));
        let mut busy = Busy::default();
        if std::mem::take(&mut self.is_wary) {
            self.send("isready");
            self.readies_owed += 1;
            busy.fence = self.readies_owed;
            busy.fence_until = Some(now + self.profile.deadlines.ready);
        }
        self.noise.clear();
        for line in lines {
            self.send(&line);
        }
        self.state = State::Thinking(busy);
        if is_stopped {
            self.send_stop(now);
        }
    }

    /// Tells a child that thinks to stop, once.
    pub(super) fn send_stop(&mut self, now: Instant) {
        let State::Thinking(busy) = &mut self.state else {
            return;
        };
        if busy.stop.is_some() {
            return;
        }
        let late = now + self.profile.deadlines.stop;
        busy.stop = Some((now, late));
        self.is_wary = true;
        self.send("stop");
    }
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        let said = match reply {
            Reply::BestMove(best) => return Self::Move(best),
            Reply::NoBestMove { said } => said,
            _ => String::new(),
        };
        let word = Words::new(&said).next().map_or("", |(_, word)| word);
        match word.to_ascii_lowercase().as_str() {
            "" | "(none)" | "none" | "0000" | "null" | "(null)" | "nomove" => Self::NoMove,
            "resign" => Self::Resign,
            _ => Self::Unread { said },
        }
    }
}
