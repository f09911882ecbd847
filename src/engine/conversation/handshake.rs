//! From the first word to a child that can be asked to think.

use std::time::Instant;

use super::event::Fault;
use super::state::State;
use super::{ChildEvent, Conversation};
use crate::position::{Line, Position};
use crate::protocol::{Command, Dialect};

impl Conversation {
    /// Gives the words of handshakes to try, in this order.
    pub(super) const fn words(&self) -> &'static [&'static str] {
        self.profile.dialect.words()
    }

    /// Sends the word of the handshake with a child that was started at `since`. Where there is a choice of words,
    /// `isready` goes with it: a child that answers that alone does not know the word. The last of them has all the time
    /// there is still.
    pub(super) fn open(&mut self, since: Instant, now: Instant) {
        let words = self.words();
        let word = words.get(self.word).copied().unwrap_or_default();
        self.send(word);
        if words.len() > 1 {
            self.send("isready");
            self.readies_owed += 1;
        }
        let boot = self.profile.deadlines.boot;
        let half = now + boot / 2;
        let until = if self.word + 1 < words.len() {
            half
        } else {
            half.max(since + boot)
        };
        self.state = State::Handshake { since, until };
    }

    /// Tries the next word; tells whether there is one.
    fn open_next(&mut self, since: Instant, now: Instant) -> bool {
        let is_one = self.word + 1 < self.words().len();
        if is_one {
            self.word += 1;
            self.open(since, now);
        }
        is_one
    }

    /// Tries the next word of a handshake whose time until then is over, or gives up.
    pub(super) fn handshake_expired(&mut self, since: Instant, until: Instant, now: Instant) {
        if self.open_next(since, now) {
            return;
        }
        let oks: Vec<_> = self
            .words()
            .iter()
            .map(|word| format!("{word}ok"))
            .collect();
        self.fail(Fault::NoHandshake {
            expected: oks.join(" or "),
            waited: until - since,
            said: self.noise.clone(),
        });
    }

    /// Takes the end of the handshake: options are set, those of the profile first, and the child is asked to be ready.
    pub(super) fn shake_hands(&mut self, is_ucci: bool, now: Instant) {
        if !matches!(self.state, State::Handshake { .. }) {
            return;
        }
        self.speech.settle(is_ucci);
        // The next start begins with the word that it knows, which need not be the last that was tried.
        let known = if is_ucci { "ucci" } else { "uci" };
        let place = self.words().iter().position(|word| *word == known);
        self.word = place.unwrap_or(self.word);
        for (name, value) in self.speech.prepare(&self.declared, &self.profile.options) {
            self.set(&name, &value, false);
        }
        for (name, value) in self.settings.clone() {
            self.set(&name, &value, true);
        }
        for line in std::mem::take(&mut self.waiting) {
            self.send(&line);
        }
        self.state = State::Idle;
        self.ask(now);
    }

    /// Takes `readyok`.
    pub(super) fn ready(&mut self, now: Instant) {
        let Some(owed) = self.readies_owed.checked_sub(1) else {
            return;
        };
        self.readies_owed = owed;
        match &mut self.state {
            State::Handshake { since, .. } => {
                let since = *since;
                if owed == 0 {
                    self.open_next(since, now);
                }
            }
            State::Settling { .. } => {
                if owed == 0 {
                    self.state = State::Idle;
                    self.probe(now);
                    self.go_on(now);
                }
            }
            State::Thinking(busy) => {
                busy.fence = busy.fence.saturating_sub(1);
                if busy.fence == 0 {
                    busy.fence_until = None;
                }
                self.tell_ready();
            }
            _ => self.go_on(now),
        }
    }

    /// Tells that the child is ready, if someone asked and it owes no word.
    pub(super) fn tell_ready(&mut self) {
        if self.is_ready_asked && self.readies_owed == 0 {
            self.is_ready_asked = false;
            self.tell(0, ChildEvent::Ready);
        }
    }

    /// Has the child give a first move of the game, which shows how it numbers ranks: none is legal in both ways.
    fn probe(&mut self, now: Instant) {
        if self.is_probed || !self.speech.must_find_ranks() {
            return;
        }
        self.is_probed = true;
        let position = self.speech.position(&Line::default());
        self.send(&position);
        self.send("go depth 1");
        self.state = State::Probing {
            until: now + self.profile.deadlines.ready,
        };
    }

    /// Takes the move that shows how ranks are numbered.
    pub(super) fn probed(&mut self, word: &str, now: Instant) {
        self.speech.learn_ranks(word, &Position::start());
        let is_move = [Dialect::Uci, Dialect::FairyUci]
            .iter()
            .any(|dialect| dialect.read_move(word).is_some());
        if is_move && self.speech.must_find_ranks() {
            return self.fail(Fault::OtherGame {
                found: word.to_owned(),
            });
        }
        self.state = State::Idle;
        self.go_on(now);
    }

    /// Asks the child to say that it is ready; an idle one is left alone until it does.
    pub(super) fn ask(&mut self, now: Instant) {
        let line = self.speech.write(&Command::IsReady);
        self.send(&line);
        self.readies_owed += 1;
        if matches!(self.state, State::Idle) {
            self.state = State::Settling {
                until: now + self.profile.deadlines.ready,
            };
        }
    }
}
