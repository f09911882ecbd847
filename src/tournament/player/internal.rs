//! Players that are part of the program: the bundled searcher, and one that plays at random.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Failure, Player, PlayerError, Request, Said, Thought, judge_options};
use crate::analysis::{Limits, Report};
use crate::engine::{
    Builtin, BuiltinOption, BuiltinOptions, EngineEvent, SearchOptions, StopToken,
};
use crate::position::Line;
use crate::ruling::RuleSet;
use crate::tournament::EngineSettings;
use crate::tournament::halt::{Halt, LAST_MOVE};

/// The bundled searcher.
#[derive(Debug)]
pub(super) struct BuiltinPlayer {
    builtin: Builtin,
    told: Receiver<(u64, EngineEvent)>,
    options: SearchOptions,
    number: u64,
    is_pondering: bool,
    report: Report,
    complaints: Vec<String>,
    halt: Halt,
}

impl BuiltinPlayer {
    pub(super) fn start(
        own: &EngineSettings,
        rules: &RuleSet,
        halt: Halt,
    ) -> Result<Self, PlayerError> {
        let complaints = judge_options(own, &BuiltinOption::ALL.map(BuiltinOption::declared))?;
        let mut options = BuiltinOptions::default();
        options.search.rules = rules.clone();
        for (name, value) in &own.options {
            options.set(name, value);
        }
        let (tell, told) = unbounded();
        let tell = move |number, event| drop(tell.send((number, event)));
        Ok(Self {
            builtin: Builtin::start(options.hash, tell),
            told,
            options: options.search,
            number: 0,
            is_pondering: false,
            report: Report::default(),
            complaints,
            halt,
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
        std::mem::take(&mut self.complaints)
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
        let latest = since + request.latest;
        loop {
            let end = self.halt.end(LAST_MOVE);
            let until = end.map_or(latest, |end| end.min(latest));
            match self.halt.wait(&self.told, until) {
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
                Err(RecvTimeoutError::Timeout) => {
                    if until <= Instant::now() {
                        self.end_game();
                        return Err(Failure::Late);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Crash("its thread has ended".to_owned()));
                }
            }
        }
    }
}

/// A player of random legal moves: the same in the same game of a run with the same seed.
#[derive(Debug)]
pub(super) struct RandomPlayer {
    seed: u64,
    game: u64,
    complaints: Vec<String>,
}

impl RandomPlayer {
    pub(super) fn start(own: &EngineSettings, seed: u64) -> Result<Self, PlayerError> {
        Ok(Self {
            seed,
            game: 0,
            complaints: judge_options(own, &[])?,
        })
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
        std::mem::take(&mut self.complaints)
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
