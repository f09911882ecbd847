//! One of those who play the games of a run, with engines of its own.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use super::game::{GameEvent, GameState, Left, Table, failed};
use super::journal::Entry;
use super::ledger::Ledger;
use super::player::{Failure, Player};
use super::runner::{Plan, RunEnd, RunError, now};
use super::schedule::Game;
use super::{EngineSettings, Halt};
use crate::board::{ByColor, Color};

/// The engines of a worker, by their place in the settings.
pub(super) type Players = BTreeMap<usize, Box<dyn Player>>;

/// Plays one game after the other.
pub(super) struct Worker<'a, 'l> {
    pub(super) plan: &'a Plan,
    /// Which of the workers, from 0.
    pub(super) number: usize,
    /// The engines that wait for a game.
    pub(super) players: Players,
    pub(super) ledger: &'a Ledger<'l>,
    pub(super) halt: &'a Halt,
}

impl Worker<'_, '_> {
    /// Plays what `next` gives until that is nothing.
    pub(super) fn work(mut self, next: &impl Fn() -> Option<(Game, Option<GameState>)>) {
        if let Err(error) = self.plan.bind(self.number) {
            return self.ledger.end(Err(error.into()));
        }
        while let Some((game, state)) = next() {
            if let Err(error) = self.play(&game, state) {
                if !self.halt.is_said_by_now() {
                    self.ledger.end(Err(error));
                }
                break;
            }
            let wait = Duration::from_millis(self.plan.settings.wait);
            self.halt.sleep(wait);
        }
        // Each may take its time.
        thread::scope(|scope| {
            for (_, player) in std::mem::take(&mut self.players) {
                scope.spawn(|| player.quit());
            }
        });
    }

    /// Makes a player ready for a game, and starts it if it waits for none; one that has ended since its last game, or does
    /// not get ready, is started anew. Tells what is wrong if that is of no help.
    fn seat(&mut self, index: usize, game: &Game) -> Result<Option<Failure>, RunError> {
        if let Some(player) = self.players.get_mut(&index)
            && (player.new_game(game.number).is_ok() || self.halt.is_said())
        {
            return Ok(None);
        }
        self.players.remove(&index);
        let mut player = self.plan.start_player(index, self.number, self.halt)?;
        for complaint in player.complaints() {
            self.ledger.complain(&complaint);
        }
        let failure = player.new_game(game.number).err();
        self.players.insert(index, player);
        Ok(failure)
    }

    fn play(&mut self, game: &Game, state: Option<GameState>) -> Result<(), RunError> {
        let plan = self.plan;
        let Some(engines) = engines(plan, game) else {
            return Ok(());
        };
        let failures = [
            (Color::Red, self.seat(game.players.red, game)?),
            (Color::Black, self.seat(game.players.black, game)?),
        ];
        let failure = failures
            .into_iter()
            .find_map(|(color, failure)| Some((color, failure?)));
        if self.halt.is_said() || failure.is_some() && self.halt.is_said_by_now() {
            return Ok(());
        }
        let (Some(mut red), Some(mut black)) = (
            self.players.remove(&game.players.red),
            self.players.remove(&game.players.black),
        ) else {
            return Ok(());
        };
        let state = state.unwrap_or_else(|| {
            let opening = plan.openings.get(game.opening);
            let start = plan.start(game, opening);
            self.ledger.keep(Entry::Start(start));
            GameState::new(&plan.settings, engines, opening)
        });
        let tell = |event: GameEvent| {
            let time = match event {
                GameEvent::End(_) => now(),
                _ => String::new(),
            };
            self.ledger.keep(Entry::of(game.number, event, time));
        };
        let table = Table {
            settings: &plan.settings,
            rules: &plan.rules,
            engines,
            players: ByColor {
                red: &mut *red,
                black: &mut *black,
            },
            halt: self.halt,
        };
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
            Left::Interrupted(busy) => (busy, false),
        };
        for (color, mut player) in [(Color::Red, red), (Color::Black, black)] {
            for complaint in player.complaints() {
                self.ledger.complain(&complaint);
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
            self.ledger.end(Ok(RunEnd::Broken));
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
