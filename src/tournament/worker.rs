//! One of those who play the games of a run, with engines of its own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::EngineSettings;
use super::game::{GameEvent, GameState, Left, Table, failed};
use super::journal::Entry;
use super::player::{Failure, Player};
use super::runner::{Plan, RunError, now};
use super::schedule::Game;
use crate::board::{ByColor, Color};

/// How long a wait between games lasts before it is looked whether the run has ended.
const NAP: Duration = Duration::from_millis(50);

/// The engines of a worker, by their place in the settings.
pub(super) type Players = BTreeMap<usize, Box<dyn Player>>;

/// What a worker tells.
pub(super) enum Message {
    Entry(Box<Entry>),
    Complaint(String),
    /// An engine failed, and the run is to end with that.
    Broken,
    Fatal(RunError),
}

/// Plays one game after the other.
pub(super) struct Worker<'a> {
    pub(super) plan: &'a Plan,
    /// Which of the workers, from 0.
    pub(super) number: usize,
    /// The engines that wait for a game.
    pub(super) players: Players,
    pub(super) events: Sender<Message>,
    pub(super) is_over: &'a AtomicBool,
}

impl Worker<'_> {
    /// Plays what `next` gives until that is nothing.
    pub(super) fn work(mut self, next: &impl Fn() -> Option<(Game, Option<GameState>)>) {
        if let Err(error) = self.plan.bind(self.number) {
            return self.fail(error.into());
        }
        while let Some((game, state)) = next() {
            if let Err(error) = self.play(&game, state) {
                self.fail(error);
                break;
            }
            let until = Instant::now() + Duration::from_millis(self.plan.settings.wait);
            while Instant::now() < until && !self.is_over.load(Ordering::Relaxed) {
                thread::sleep(NAP.min(until.saturating_duration_since(Instant::now())));
            }
        }
        for (_, player) in std::mem::take(&mut self.players) {
            player.quit();
        }
    }

    /// Ends the run.
    fn fail(&self, error: RunError) {
        self.is_over.store(true, Ordering::Relaxed);
        self.tell(Message::Fatal(error));
    }

    fn tell(&self, message: Message) {
        let _ = self.events.send(message);
    }

    /// Takes a player out of those that wait, or starts it, and makes it ready for a game; one that has ended since its
    /// last game, or does not get ready, is started anew. Tells what is wrong if that is of no help.
    fn seat(
        &mut self,
        index: usize,
        game: &Game,
    ) -> Result<(Box<dyn Player>, Option<Failure>), RunError> {
        if let Some(mut player) = self.players.remove(&index)
            && player.new_game(game.number).is_ok()
        {
            return Ok((player, None));
        }
        let mut player = self.plan.start_player(index, self.number)?;
        for complaint in player.complaints() {
            self.tell(Message::Complaint(complaint));
        }
        let failure = player.new_game(game.number).err();
        Ok((player, failure))
    }

    fn play(&mut self, game: &Game, state: Option<GameState>) -> Result<(), RunError> {
        let plan = self.plan;
        let Some(engines) = engines(plan, game) else {
            return Ok(());
        };
        let (mut red, red_failure) = self.seat(game.players.red, game)?;
        let (mut black, black_failure) = self.seat(game.players.black, game)?;
        let state = state.unwrap_or_else(|| {
            let opening = plan.openings.get(game.opening);
            let start = plan.start(game, opening);
            self.tell(Message::Entry(Box::new(Entry::Start(start))));
            GameState::new(&plan.settings, engines, opening)
        });
        let tell = |event: GameEvent| {
            let time = match event {
                GameEvent::End(_) => now(),
                _ => String::new(),
            };
            let entry = Entry::of(game.number, event, time);
            self.tell(Message::Entry(Box::new(entry)));
        };
        let table = Table {
            settings: &plan.settings,
            rules: &plan.rules,
            engines,
            players: ByColor {
                red: &mut *red,
                black: &mut *black,
            },
            is_over: self.is_over,
        };
        let failure = [(Color::Red, red_failure), (Color::Black, black_failure)]
            .into_iter()
            .find_map(|(color, failure)| Some((color, failure?)));
        let left = match failure {
            None => table.play(state, tell),
            Some((color, failure)) => {
                tell(GameEvent::End(Box::new(failed(color, &failure, false))));
                Left::Ended {
                    broken: Some(color),
                    is_crash: true,
                }
            }
        };
        let (broken, is_crash) = match left {
            Left::Ended { broken, is_crash } => (broken, is_crash),
            Left::Interrupted => (None, false),
        };
        for (color, mut player) in [(Color::Red, red), (Color::Black, black)] {
            for complaint in player.complaints() {
                self.tell(Message::Complaint(complaint));
            }
            if broken == Some(color) {
                // What does not answer is not bidden farewell.
                drop(player);
            } else if engines[color].restart {
                player.quit();
            } else {
                self.players.insert(game.players[color], player);
            }
        }
        if is_crash && !plan.settings.recover {
            self.tell(Message::Broken);
        }
        Ok(())
    }
}

fn engines<'a>(plan: &'a Plan, game: &Game) -> Option<ByColor<&'a EngineSettings>> {
    Some(ByColor {
        red: plan.settings.engines.get(game.players.red)?,
        black: plan.settings.engines.get(game.players.black)?,
    })
}
