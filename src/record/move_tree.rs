//! A game as XQF and CCBridge keep it: its moves depth first, each told whether one follows it and whether one stands in
//! its place.
//!
//! Behind a move comes what follows it, and behind all that the next move in its place. What would be a variation in place of
//! the first move of another one is one beside it here; and a comment before the first move of a variation joins the one on it.

use std::mem;

use super::{BinaryError, BinaryFault, DEEPEST, GameRecord, Variation};
use crate::board::{Board, Color};
use crate::position::{Line, Move, Position, Setup};

/// A move of a file.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) mv: Move,
    /// Whether another move follows it.
    pub(super) has_next: bool,
    /// Whether another move stands in its place.
    pub(super) has_sibling: bool,
    pub(super) comment: String,
}

/// Where a game of a file begins.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) board: Board,
    /// The byte of the file where the board stands.
    pub(super) at: usize,
    /// The side to move, as far as the file tells. The first move knows better.
    pub(super) turn: Color,
}

impl Start {
    /// Makes the position before a first move; without one, of the side that can be to move.
    fn position(self, first: Option<Move>) -> Result<Position, BinaryError> {
        let mover = first.and_then(|mv| self.board.piece_at(mv.from()));
        let make = |turn| {
            Position::try_from(Setup {
                board: self.board.clone(),
                turn,
                ..Setup::default()
            })
        };
        let made = match mover {
            Some(piece) => make(piece.color()),
            None => make(self.turn).or_else(|error| make(!self.turn).map_err(|_| error)),
        };
        made.map_err(|error| BinaryError {
            at: self.at,
            fault: BinaryFault::Position(error),
        })
    }
}

/// A line of moves that is not read to its end yet.
struct Open {
    /// The half-move of the game at which it begins.
    start: usize,
    variation: Variation,
    /// The half-moves of the game in whose place another move is still to come.
    forks: Vec<usize>,
}

impl Open {
    fn new(start: usize, at: usize) -> Self {
        Self {
            start,
            variation: Variation::new(at),
            forks: Vec::new(),
        }
    }

    fn close(mut self) -> Variation {
        // They came from the end of the line to its start.
        self.variation.variations.sort_by_key(Variation::at);
        self.variation
    }
}

/// Reads a game with a comment on it, whose moves `read` gives with the byte of each; `None` stands for the end of a line
/// without a move. `has_moves` tells whether there is a first one.
pub(super) fn read(
    start: Start,
    preface: &str,
    has_moves: bool,
    mut read: impl FnMut() -> Result<Option<(usize, Step)>, BinaryError>,
) -> Result<GameRecord, BinaryError> {
    let mut step = if has_moves { read()? } else { None };
    let first = step.as_ref().map(|(_, step)| step.mv);
    let mut at = start.at;
    let mut line = Line::new(start.position(first)?);
    let mut current = Open::new(0, 0);
    current.variation.add_comment(preface);
    let mut outer: Vec<Open> = Vec::new();
    loop {
        let has_next = step.as_ref().is_some_and(|(_, step)| step.has_next);
        if let Some((byte, step)) = step {
            at = byte;
            let ply = line.len();
            line.push(step.mv).map_err(|fault| BinaryError {
                at,
                fault: BinaryFault::Move {
                    ply: ply + 1,
                    fault,
                },
            })?;
            if step.has_sibling {
                let is_first = current.variation.moves.is_empty();
                let owner = outer.last_mut().filter(|_| is_first);
                owner.unwrap_or(&mut current).forks.push(ply);
            }
            current.variation.push(step.mv);
            current.variation.add_comment(&step.comment);
        }
        if !has_next && !rewind(&mut line, &mut current, &mut outer) {
            return Ok(finish(line, current.close()));
        }
        if outer.len() > DEEPEST {
            let fault = BinaryFault::Deep;
            return Err(BinaryError { at, fault });
        }
        step = read()?;
    }
}

/// Goes back to the last move in whose place another one is still to come, and begins a line there; `false` if there is none,
/// and all lines but the first are closed.
fn rewind(line: &mut Line, current: &mut Open, outer: &mut Vec<Open>) -> bool {
    loop {
        if let Some(ply) = current.forks.pop() {
            while line.len() > ply {
                line.pop();
            }
            let variation = Open::new(ply, ply - current.start);
            outer.push(mem::replace(current, variation));
            return true;
        }
        let Some(parent) = outer.pop() else {
            return false;
        };
        let variation = mem::replace(current, parent).close();
        if !variation.moves.is_empty() {
            current.variation.variations.push(variation);
        }
    }
}

/// Makes a record of a game that is read to its end.
fn finish(mut line: Line, main: Variation) -> GameRecord {
    while line.pop().is_some() {}
    main.moves.iter().for_each(|mv| line.push_unchecked(*mv));
    GameRecord::from_parts(line, main.comments, main.variations)
}

/// Gives the moves of a game as a file keeps them.
pub(super) fn write(record: &GameRecord, mut put: impl FnMut(Step)) {
    let moves: Vec<Move> = record.line().moves().collect();
    let comment = |ply| record.comment(ply).to_owned();
    write_line(&moves, &comment, record.variations(), false, &mut put);
}

/// Writes a line and all that leaves it; `comment` gives the one behind so many of its moves.
fn write_line(
    moves: &[Move],
    comment: &dyn Fn(usize) -> String,
    variations: &[Variation],
    has_sibling: bool,
    put: &mut dyn FnMut(Step),
) {
    let groups: Vec<&[Variation]> = variations
        .chunk_by(|one, other| one.at == other.at)
        .collect();
    let mut places = groups
        .iter()
        .filter_map(|group| Some(group.first()?.at))
        .peekable();
    for (ply, mv) in moves.iter().enumerate() {
        let is_left = places.next_if_eq(&ply).is_some();
        put(Step {
            mv: *mv,
            has_next: ply + 1 < moves.len(),
            has_sibling: is_left || ply == 0 && has_sibling,
            comment: comment(ply + 1),
        });
    }
    for group in groups.into_iter().rev() {
        let mut siblings = Vec::new();
        flatten(group, &mut siblings);
        let count = siblings.len();
        for (number, (variation, inner)) in (1..).zip(siblings) {
            let comment = |ply| match ply {
                1 => format!("{}\n{}", variation.comment(0), variation.comment(1)),
                _ => variation.comment(ply).to_owned(),
            };
            write_line(&variation.moves, &comment, inner, number < count, put);
        }
    }
}

/// Lists variations of one move, those in place of the first move of another one behind it; each with what leaves it later.
fn flatten<'a>(group: &'a [Variation], siblings: &mut Vec<(&'a Variation, &'a [Variation])>) {
    for variation in group {
        let firsts = variation.variations.partition_point(|inner| inner.at == 0);
        let (first, later) = variation.variations.split_at(firsts);
        siblings.push((variation, later));
        flatten(first, siblings);
    }
}
