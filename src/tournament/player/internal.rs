//! Players that are part of the program: the bundled searcher, and one that plays at random.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Failure, Player, PlayerError, Request, Said, Thought, judge_options};
use crate::analysis::{Limits, Report};
use crate::engine::{
    self, Builtin, BuiltinOption, BuiltinOptions, EngineEvent, SearchOptions, StopToken,
};
use crate::position::Line;
use crate::ruling::RuleSet;
use crate::tournament::EngineSettings;
use crate::tournament::halt::{Halt, LAST_MOVE, Ring};
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

/// The bundled searcher.
#[derive(Debug)]
pub(super) struct BuiltinPlayer {
    builtin: Builtin,
    /// What the searcher tells; nothing to wake up for the end of the run.
    told: Receiver<Option<(u64, EngineEvent)>>,
    options: SearchOptions,
    number: u64,
    is_pondering: bool,
    report: Report,
    complaints: Vec<String>,
    halt: Halt,
    /// Held, so that the word that the run ends is heard.
    _ring: Arc<Ring>,
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
        let wake = tell.clone();
        let ring = halt.wake(move || drop(wake.send(None)));
        let tell = move |number, event| drop(tell.send(Some((number, event))));
        Ok(Self {
            builtin: Builtin::start(options.hash, tell),
            _ring: ring,
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
            match self.told.recv_deadline(until) {
                Ok(Some((number, event))) if number == self.number => match event {
                    EngineEvent::Report(report) => self.report = report,
                    EngineEvent::Done(thought) => {
                        let report = std::mem::take(&mut self.report);
                        return Ok(answered(thought, report, since.elapsed()));
                    }
                },
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.end_game();
                    return Err(Failure::Late);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Crash("its thread has ended".to_owned()));
                }
            }
        }
    }
}

/// Gives what the searcher came to as an answer.
fn answered(found: engine::Thought, report: Report, taken: Duration) -> Thought {
    let said = found.best.map_or(Said::NoMove, |best| Said::Move {
        best,
        ponder: found.ponder,
        draw: false,
        resign: false,
    });
    Thought {
        said,
        taken,
        report: Report {
            score: Some(found.score),
            nodes: Some(found.nodes),
            ..report
        },
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
