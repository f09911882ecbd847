//! Players that are part of the program: the bundled searcher, and one that plays at random.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Failure, Player, PlayerError, Request, Said, Thought};
use crate::analysis::{Limits, Report};
use crate::engine::{Builtin, EngineEvent, SKILL_MOST, SearchOptions, StopToken};
use crate::position::Line;
use crate::ruling::RuleSet;
use crate::tournament::EngineSettings;

/// The table of the bundled searcher, in megabytes.
const HASH: usize = 16;

/// The bundled searcher.
#[derive(Debug)]
pub(super) struct BuiltinPlayer {
    builtin: Builtin,
    told: Receiver<(u64, EngineEvent)>,
    options: SearchOptions,
    number: u64,
    is_pondering: bool,
    report: Report,
}

impl BuiltinPlayer {
    pub(super) fn start(own: &EngineSettings, rules: &RuleSet) -> Result<Self, PlayerError> {
        let mut hash = HASH;
        let mut options = SearchOptions {
            rules: rules.clone(),
            ..SearchOptions::default()
        };
        for (name, value) in &own.options {
            let useless = |expected: String| PlayerError::Useless {
                name: own.name.clone(),
                fault: format!("option {name}: found {value:?}, expected {expected}"),
            };
            let number: u64 = value
                .parse()
                .map_err(|_| useless("a whole number".to_owned()))?;
            match name.to_ascii_lowercase().as_str() {
                "hash" if (1..=65_536).contains(&number) => hash = number as usize,
                "hash" => return Err(useless("1 to 65536 megabytes".to_owned())),
                "skill level" if number <= u64::from(SKILL_MOST) => options.skill = number as u32,
                "skill level" => return Err(useless(format!("0 to {SKILL_MOST}"))),
                "move overhead" => options.move_overhead = number,
                "seed" => options.seed = number,
                _ => {
                    return Err(PlayerError::Useless {
                        name: own.name.clone(),
                        fault: format!(
                            "found option {name:?}, expected Hash, Skill Level, Move Overhead or Seed"
                        ),
                    });
                }
            }
        }
        let (tell, told) = unbounded();
        let tell = move |number, event| drop(tell.send((number, event)));
        Ok(Self {
            builtin: Builtin::start(hash, tell),
            told,
            options,
            number: 0,
            is_pondering: false,
            report: Report::default(),
        })
    }

    fn begin(&mut self, line: Line, limits: Limits) {
        self.end_game();
        self.report = Report::default();
        let options = self.options.clone();
        self.number = self.builtin.think(line, limits, options, StopToken::new());
    }
}

impl Player for BuiltinPlayer {
    fn new_game(&mut self, _number: usize) -> Result<(), Failure> {
        self.end_game();
        self.builtin.clear();
        Ok(())
    }

    fn ponder(&mut self, line: &Line, limits: Limits) {
        self.begin(line.clone(), limits);
        self.is_pondering = true;
    }

    fn end_game(&mut self) {
        self.builtin.stop();
        self.is_pondering = false;
    }

    fn complaints(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn quit(self: Box<Self>) {}

    fn think(&mut self, request: Request<'_>) -> Result<Thought, Failure> {
        let since = Instant::now();
        if request.is_ponder_hit && self.is_pondering {
            self.builtin.ponder_hit();
            self.is_pondering = false;
        } else {
            self.begin(request.line.clone(), request.limits);
        }
        loop {
            let left = request.latest.saturating_sub(since.elapsed());
            match self.told.recv_timeout(left) {
                Ok((number, _)) if number != self.number => {}
                Ok((_, EngineEvent::Report(report))) => self.report = report,
                Ok((_, EngineEvent::Done(thought))) => {
                    let report = Report {
                        score: Some(thought.score),
                        nodes: Some(thought.nodes),
                        ..std::mem::take(&mut self.report)
                    };
                    let said = thought.best.map_or(Said::NoMove, |best| Said::Move {
                        best,
                        ponder: thought.ponder,
                        draw: false,
                        resign: false,
                    });
                    return Ok(Thought {
                        said,
                        taken: since.elapsed(),
                        report,
                    });
                }
                Err(error) if error.is_timeout() => {
                    self.end_game();
                    return Err(Failure::Late);
                }
                Err(_) => return Err(Failure::Crash("its thread has ended".to_owned())),
            }
        }
    }
}

/// A player of random legal moves: the same in the same game of a run with the same seed.
#[derive(Debug)]
pub(super) struct RandomPlayer {
    seed: u64,
    game: u64,
}

impl RandomPlayer {
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed, game: 0 }
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self, number: usize) -> Result<(), Failure> {
        self.game = number as u64;
        Ok(())
    }

    fn ponder(&mut self, _line: &Line, _limits: Limits) {}

    fn end_game(&mut self) {}

    fn complaints(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn quit(self: Box<Self>) {}

    fn think(&mut self, request: Request<'_>) -> Result<Thought, Failure> {
        let mut moves = request.line.position().legal_moves();
        moves.retain(|mv| request.limits.allows(*mv));
        let mut source = ChaCha8Rng::seed_from_u64(self.seed);
        source.set_stream(self.game << 16 | request.line.len() as u64);
        let said = match moves.len() {
            0 => Said::NoMove,
            count => Said::Move {
                best: moves[source.random_range(0..count)],
                ponder: None,
                draw: false,
                resign: false,
            },
        };
        Ok(Thought {
            said,
            taken: Duration::ZERO,
            report: Report::default(),
        })
    }
}
