//! One game between two players: their clocks, their referee, and all that is told of it.

use std::time::Duration;

use super::adjudication::Adjudicator;
use super::player::{Failure, Player, Request, Said, Thought};
use super::referee::Referee;
use super::termination::{GameEnd, Termination};
use super::{EngineSettings, GameClock, Halt, Settings};
use crate::analysis::{Limits, Report};
use crate::board::{ByColor, Color};
use crate::position::{Line, Move, Outcome, PlayError};
use crate::ruling::RuleSet;
use crate::ruling::explain::Text;
use crate::text::excerpt;

/// How many letters of an answer that is no move are told.
const LONGEST_ANSWER: usize = 60;

/// A move as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// How long it took.
    pub taken: Duration,
    /// What its player's clock showed after it; `None` if it has none.
    pub left: Option<Duration>,
    /// What the player told of its best line, seen from its side.
    pub report: Report,
    /// Whether it came with the offer of a draw.
    pub draw: bool,
}

/// What happens in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEvent {
    /// A move was played.
    Move(Box<Played>),
    /// A side was told that it repeats what it may not.
    Warning(Text),
    /// The game is over.
    End(Box<GameEnd>),
}

/// A game under way, as far as it has come.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The opening and the moves played.
    pub line: Line,
    clocks: ByColor<Option<GameClock>>,
    adjudicator: Adjudicator,
    /// How many plies the opening has.
    opening: usize,
    /// Whether the last move came with the offer of a draw.
    is_draw_offered: bool,
    /// Whether it took the offer that the move before came with.
    is_agreed: bool,
    /// How the scores end the game, if they do.
    adjudged: Option<Outcome>,
}

impl GameState {
    /// Begins a game.
    #[must_use]
    pub fn new(settings: &Settings, engines: ByColor<&EngineSettings>, opening: &Line) -> Self {
        Self {
            line: opening.clone(),
            clocks: ByColor::new_with(|color| engines[color].tc.map(GameClock::new)),
            adjudicator: Adjudicator::new(settings.draw, settings.resign),
            opening: opening.len(),
            is_draw_offered: false,
            is_agreed: false,
            adjudged: None,
        }
    }

    /// Books a move that came in time.
    ///
    /// # Errors
    /// The move is not legal; the game is as it was.
    pub fn book(&mut self, played: &Played) -> Result<(), PlayError> {
        let (mover, number) = {
            let position = self.line.position();
            (position.turn(), position.move_number())
        };
        self.line.push(played.mv)?;
        if let (Some(clock), Some(left)) = (&mut self.clocks[mover], played.left) {
            clock.book(played.taken);
            clock.set_left(left);
        }
        self.is_agreed = self.is_draw_offered && played.draw;
        self.is_draw_offered = played.draw;
        let score = played.report.score;
        self.adjudged = self.adjudicator.note(mover, score, u32::from(number));
        Ok(())
    }

    /// Ends the game if both engines agreed to, if their scores say so, or if it has so many full moves beside the
    /// opening.
    fn ending(&self, maxmoves: Option<u32>) -> Option<GameEnd> {
        if self.is_agreed {
            return Some(agreed());
        }
        if let Some(outcome) = self.adjudged {
            return Some(adjudged(outcome));
        }
        let most = maxmoves?;
        let plies = self.line.len() - self.opening;
        (plies >= 2 * most as usize).then(|| {
            GameEnd::drawn(
                Termination::MoveLimit,
                &format!("开局后已走满 {most} 回合，判和"),
                &format!("Drawn after {most} moves from the opening"),
            )
        })
    }

    /// Gives what a side may use for the move that is due, with its margin, and whether that is a matter of its clock.
    fn latest(&self, engine: &EngineSettings, stall: Duration) -> (Duration, bool) {
        let of_clock = self.clocks[self.line.position().turn()].map(|clock| clock.left());
        let of_move = engine.st.map(Duration::from_millis);
        match of_clock.into_iter().chain(of_move).min() {
            Some(time) => (time + engine.margin(), true),
            None => (stall, false),
        }
    }

    fn limits(&self, engine: &EngineSettings) -> Limits {
        Limits {
            depth: engine.depth,
            nodes: engine.nodes,
            move_time: engine.st,
            clocks: ByColor::new_with(|color| self.clocks[color].map(|clock| clock.told())),
            draw_offered: self.is_draw_offered,
            ..Limits::default()
        }
    }
}

/// What a game is played with.
pub(super) struct Table<'a> {
    pub(super) settings: &'a Settings,
    pub(super) rules: &'a RuleSet,
    pub(super) engines: ByColor<&'a EngineSettings>,
    pub(super) players: ByColor<&'a mut dyn Player>,
    /// Says when the run ends.
    pub(super) halt: &'a Halt,
}

/// How a game was left.
pub(super) enum Left {
    /// It is over.
    Ended {
        /// A player that has to be started anew.
        broken: Option<Color>,
        /// Whether it has ended or does not answer, and was not just late.
        is_crash: bool,
    },
    /// The run ended first, while this player was thinking, if one was.
    Interrupted(Option<Color>),
}

impl Table<'_> {
    /// Plays a game on from where it stands, and tells all that happens.
    pub(super) fn play(mut self, mut state: GameState, mut tell: impl FnMut(GameEvent)) -> Left {
        let mut referee = Referee::new(self.settings, self.rules.clone());
        let mut expected: ByColor<Option<Move>> = ByColor::default();
        let maxmoves = self.settings.maxmoves;
        // A game that goes on may have come to its end when it was cut off.
        let mut end = referee
            .judge(&state.line)
            .or_else(|| state.ending(maxmoves));
        let mut broken = None;
        while end.is_none() {
            if self.halt.is_said() {
                self.end();
                return Left::Interrupted(None);
            }
            let mover = state.line.position().turn();
            let barred = referee.bans(&state.line);
            let engine = self.engines[mover];
            let last = state.line.moves().next_back();
            let stall = Duration::from_millis(self.settings.stall_ms);
            let (latest, is_timed) = state.latest(engine, stall);
            let is_ponder_hit = expected[mover]
                .take()
                .is_some_and(|reply| last == Some(reply));
            let request = Request {
                line: &state.line,
                limits: Limits {
                    banned_moves: barred.to_vec(),
                    ..state.limits(engine)
                },
                latest,
                is_ponder_hit,
            };
            let mut thought = match self.players[mover].think(request) {
                Ok(thought) => thought,
                Err(failure) if self.is_halted(&failure) => {
                    self.end();
                    return Left::Interrupted(Some(mover));
                }
                Err(failure) => {
                    end = Some(failed(mover, &failure, is_timed));
                    broken = Some(mover);
                    break;
                }
            };
            if is_ponder_hit {
                // It may count from when it began to ponder.
                thought.report.time = None;
            }
            if is_timed && thought.taken > latest {
                end = Some(failed(mover, &Failure::Late, true));
                break;
            }
            let (played, ponder) = match accept(&state, &referee, &barred, thought) {
                Ok(accepted) => accepted,
                Err(fault) => {
                    end = Some(*fault);
                    break;
                }
            };
            let played = state.played(played);
            if let Err(error) = state.book(&played) {
                end = Some(illegal(mover, &error.to_string(), &error.to_string()));
                break;
            }
            tell(GameEvent::Move(Box::new(played)));
            end = referee
                .judge(&state.line)
                .or_else(|| state.ending(maxmoves));
            if end.is_some() {
                break;
            }
            if let Some(warning) = referee.warning(&state.line) {
                tell(GameEvent::Warning(warning));
            }
            expected[mover] = ponder.filter(|_| engine.ponder);
            if let Some(reply) = expected[mover] {
                self.ponder(mover, &state, reply, &mut referee);
            }
        }
        self.end();
        let termination = end.as_ref().map(|end| end.termination);
        if let Some(end) = end {
            tell(GameEvent::End(Box::new(end)));
        }
        Left::Ended {
            broken,
            is_crash: matches!(termination, Some(Termination::Crash | Termination::Stall)),
        }
    }

    /// Tells whether there is no answer since the run ends.
    fn is_halted(&self, failure: &Failure) -> bool {
        match failure {
            Failure::Crash(_) => self.halt.is_said_by_now(),
            Failure::Late => self.halt.is_said(),
        }
    }

    fn end(&mut self) {
        for color in Color::ALL {
            self.players[color].end_game();
        }
    }

    /// Lets a player think on after the reply that it expects; one that is not legal is not pondered on.
    fn ponder(&mut self, mover: Color, state: &GameState, reply: Move, referee: &mut Referee) {
        let mut line = state.line.clone();
        if line.push(reply).is_ok() {
            let limits = Limits {
                ponder: true,
                draw_offered: false,
                banned_moves: referee.bans(&line).to_vec(),
                ..state.limits(self.engines[mover])
            };
            self.players[mover].ponder(&line, limits);
        }
    }
}

/// A move that may be played.
struct Accepted {
    mv: Move,
    taken: Duration,
    report: Report,
    draw: bool,
}

/// Takes an answer as a move, and the reply expected; or ends the game.
fn accept(
    state: &GameState,
    referee: &Referee,
    barred: &[Move],
    thought: Thought,
) -> Result<(Accepted, Option<Move>), Box<GameEnd>> {
    let mover = state.line.position().turn();
    let lost =
        |termination, zh: &str, en: &str| Box::new(GameEnd::lost(mover, termination, zh, en));
    let illegal = |zh: &str, en: &str| Box::new(illegal(mover, zh, en));
    let resigns = || lost(Termination::Resignation, "认负", "resigns");
    match thought.said {
        Said::Move { resign: true, .. } | Said::Resign => Err(resigns()),
        Said::NoMove => Err(illegal(
            "称无着可走，判负",
            "answered that it has no move, and loses",
        )),
        Said::Unread(said) => {
            let said = excerpt(&said, LONGEST_ANSWER);
            Err(illegal(
                &format!("所答 {said} 不是着法，判负"),
                &format!("answered {said}, which is no move, and loses"),
            ))
        }
        Said::Move {
            best, ponder, draw, ..
        } => match referee.check(&state.line, best, barred) {
            Some(end) => Err(Box::new(end)),
            None => Ok((
                Accepted {
                    mv: best,
                    taken: thought.taken,
                    report: thought.report,
                    draw,
                },
                ponder,
            )),
        },
    }
}

impl GameState {
    /// Says what the clock shows after the move.
    fn played(&self, accepted: Accepted) -> Played {
        let clock = self.clocks[self.line.position().turn()];
        let left = clock.map(|mut clock| {
            clock.book(accepted.taken);
            clock.left()
        });
        Played {
            mv: accepted.mv,
            taken: accepted.taken,
            left,
            report: accepted.report,
            draw: accepted.draw,
        }
    }
}

fn adjudged(outcome: Outcome) -> GameEnd {
    match outcome {
        Outcome::Draw => GameEnd::drawn(
            Termination::DrawAdjudication,
            "双方评分接近均势，判和",
            "Drawn by adjudication: both scores near level",
        ),
        Outcome::Win(winner) => GameEnd::lost(
            !winner,
            Termination::ResignAdjudication,
            "评分过低，判负",
            "loses by adjudication: its score is too low",
        ),
    }
}

fn agreed() -> GameEnd {
    GameEnd::drawn(Termination::Agreement, "双方同意和棋", "Drawn by agreement")
}

fn illegal(mover: Color, zh: &str, en: &str) -> GameEnd {
    GameEnd::lost(mover, Termination::IllegalMove, zh, en)
}

/// Ends a game that a side lost by not answering.
pub(super) fn failed(side: Color, failure: &Failure, is_timed: bool) -> GameEnd {
    match failure {
        Failure::Crash(said) => GameEnd::lost(
            side,
            Termination::Crash,
            &format!("引擎中断，判负（{said}）"),
            &format!("loses as its engine failed: {said}"),
        ),
        Failure::Late if is_timed => GameEnd::lost(
            side,
            Termination::TimeForfeit,
            "超时，判负",
            "loses on time",
        ),
        Failure::Late => GameEnd::lost(
            side,
            Termination::Stall,
            "引擎无响应，判负",
            "loses as its engine does not answer",
        ),
    }
}
