//! An engine that plays any allowed move at once: a sparring partner that is quick and never looks ahead.
//!
//! It speaks UCI with ranks from 0 and UCCI, by the first word. `random_mover [SEED]`: the same seed plays the same moves.

use std::io::{self, BufRead, Write};

use anyhow::Context;
use caipan::analysis::Limits;
use caipan::position::{Line, Move, Position};
use caipan::protocol::{BestMove, Command, Dialect, GivenPosition, Go, Reply, TimeUnit};
use caipan::text::decode;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

struct Mover {
    dialect: Dialect,
    line: Line,
    banned: Vec<Move>,
    /// The answer to a `go` that waits for `stop` or `ponderhit`.
    held: Option<Reply>,
    random: ChaCha8Rng,
}

fn main() -> anyhow::Result<()> {
    let seed = match std::env::args().nth(1) {
        Some(word) => word.parse().context("the seed is a whole number")?,
        None => 0,
    };
    let mut mover = Mover {
        dialect: Dialect::Uci,
        line: Line::default(),
        banned: Vec::new(),
        held: None,
        random: ChaCha8Rng::seed_from_u64(seed),
    };
    for line in io::stdin().lock().split(b'\n') {
        match Command::read(&decode(&line?).0, mover.dialect) {
            Ok(Command::Quit) => {
                if mover.dialect.is_ucci() {
                    say(mover.dialect, &Reply::Bye)?;
                }
                break;
            }
            Ok(command) => {
                for reply in mover.answer(command)? {
                    say(mover.dialect, &reply)?;
                }
            }
            Err(error) => writeln!(io::stderr(), "{error}")?,
        }
    }
    Ok(())
}

fn say(dialect: Dialect, reply: &Reply) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{}", reply.write(dialect))?;
    output.flush()
}

impl Mover {
    fn answer(&mut self, command: Command) -> anyhow::Result<Vec<Reply>> {
        let name = Reply::Id {
            field: "name".to_owned(),
            text: "random mover".to_owned(),
        };
        match command {
            Command::Uci => {
                self.dialect = Dialect::Uci;
                return Ok(vec![name, Reply::UciOk]);
            }
            Command::Ucci => {
                self.dialect = Dialect::Ucci;
                return Ok(vec![name, Reply::UcciOk]);
            }
            Command::IsReady => return Ok(vec![Reply::ReadyOk]),
            Command::Position(given) => {
                self.line = line_of(&given)?;
                self.banned.clear();
            }
            Command::BanMoves { moves, .. } => self.banned = moves,
            Command::Go(go) => return Ok(self.go(&go)),
            Command::Stop if self.held.is_none() && self.dialect.is_ucci() => {
                let said = String::new();
                return Ok(vec![Reply::NoBestMove { said }]);
            }
            Command::Stop | Command::PonderHit { .. } => {
                return Ok(self.held.take().into_iter().collect());
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    fn go(&mut self, go: &Go) -> Vec<Reply> {
        let position = self.line.position();
        let mut limits: Limits = go.limits(position.turn(), TimeUnit::Milliseconds);
        limits.banned_moves.extend(&self.banned);
        let mut moves = position.legal_moves();
        moves.retain(|mv| limits.allows(*mv));
        let reply = match moves.choose(&mut self.random) {
            Some(&best) => Reply::BestMove(BestMove {
                best,
                ponder: None,
                draw: false,
                resign: false,
            }),
            None => Reply::NoBestMove {
                said: String::new(),
            },
        };
        if limits.ponder || limits.is_endless() {
            self.held = Some(reply);
            return Vec::new();
        }
        vec![reply]
    }
}

fn line_of(given: &GivenPosition) -> anyhow::Result<Line> {
    let start = match &given.fen {
        Some(fen) => Position::from_fen(fen)?,
        None => Position::start(),
    };
    let mut line = Line::new(start);
    for mv in &given.moves {
        line.push(*mv)?;
    }
    Ok(line)
}
