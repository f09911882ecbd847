//! A game as XQF and CCBridge keep it: its moves depth first, each told whether one follows it and whether one stands in
//! its place.
//!
//! Behind a move comes what follows it, and behind all that the next move in its place. What would be a variation in place of
//! the first move of another one is one beside it here; and a comment before the first move of a variation joins the one on it.

use std::borrow::Cow;
use std::mem;

use super::{BinaryError, BinaryFault, DEEPEST, GameRecord, Variation, start};
use crate::board::{Board, Color};
use crate::position::{Line, Move, Outcome};

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

/// What a file tells before the moves of a game.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) board: Board,
    /// The byte of the file where the board stands.
    pub(super) at: usize,
    /// The side to move, as far as the file tells. The first move knows better.
    pub(super) turn: Color,
    pub(super) tags: Vec<(String, String)>,
    pub(super) outcome: Option<Outcome>,
    /// The comment on the game.
    pub(super) preface: String,
}

/// Reads a game, whose moves `read` gives with the byte of each; `None` stands for the end of a line without a move.
/// `has_moves` tells whether there is a first one.
///
/// # Errors
/// Tells the first thing wrong, and holds what was read before it.
pub(super) fn read(
    head: Head,
    has_moves: bool,
    mut read: impl FnMut() -> Result<Option<(usize, Step)>, BinaryError>,
) -> Result<GameRecord, BinaryError> {
    let step = if has_moves { read()? } else { None };
    let first = step.as_ref().map(|(_, step)| step.mv);
    let start = start::position(&head.board, first, head.turn);
    let start = start.map_err(|error| BinaryFault::Position(error).at(head.at))?;
    let mut tree = Tree {
        line: Line::new(start),
        current: Open::new(0, 0),
        outer: Vec::new(),
    };
    tree.current.variation.add_comment(&head.preface);
    let grown = tree.grow(step, read);
    let mut record = tree.finish();
    (record.tags, record.outcome) = (head.tags, head.outcome);
    match grown {
        Ok(()) => Ok(record),
        Err(error) => Err(BinaryError {
            so_far: record.if_played(),
            ..error
        }),
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

/// A game as far as it is read.
struct Tree {
    /// The moves up to the last one read.
    line: Line,
    current: Open,
    /// The lines that the current one leaves, the game first.
    outer: Vec<Open>,
}

impl Tree {
    /// Adds a first step and all that follow.
    fn grow(
        &mut self,
        mut step: Option<(usize, Step)>,
        mut read: impl FnMut() -> Result<Option<(usize, Step)>, BinaryError>,
    ) -> Result<(), BinaryError> {
        let mut at = 0;
        loop {
            let has_next = step.as_ref().is_some_and(|(_, step)| step.has_next);
            if let Some((byte, step)) = step {
                at = byte;
                self.add(step).map_err(|fault| fault.at(at))?;
            }
            if !has_next && !self.rewind() {
                return Ok(());
            }
            if self.outer.len() > DEEPEST {
                return Err(BinaryFault::Deep.at(at));
            }
            step = read()?;
        }
    }

    /// Adds a move to the current line.
    fn add(&mut self, step: Step) -> Result<(), BinaryFault> {
        let ply = self.line.len();
        self.line.push(step.mv).map_err(|fault| BinaryFault::Move {
            ply: ply + 1,
            fault,
        })?;
        if step.has_sibling {
            let is_first = self.current.variation.moves.is_empty();
            let owner = self.outer.last_mut().filter(|_| is_first);
            owner.unwrap_or(&mut self.current).forks.push(ply);
        }
        self.current.variation.push(step.mv);
        self.current.variation.add_comment(&step.comment);
        Ok(())
    }

    /// Goes back to the last move in whose place another one is still to come, and begins a line there; `false` if there is
    /// none, and all lines but the first are closed.
    fn rewind(&mut self) -> bool {
        loop {
            if let Some(ply) = self.current.forks.pop() {
                while self.line.len() > ply {
                    self.line.pop();
                }
                let variation = Open::new(ply, ply - self.current.start);
                let outer = mem::replace(&mut self.current, variation);
                self.outer.push(outer);
                return true;
            }
            if !self.close() {
                return false;
            }
        }
    }

    /// Goes back from the current line to the one that it leaves, if there is one.
    fn close(&mut self) -> bool {
        let Some(parent) = self.outer.pop() else {
            return false;
        };
        let variation = mem::replace(&mut self.current, parent).close();
        if !variation.moves.is_empty() {
            self.current.variation.variations.push(variation);
        }
        true
    }

    /// Makes a record of what was read.
    fn finish(mut self) -> GameRecord {
        while self.close() {}
        let (mut line, main) = (self.line, self.current.close());
        while line.pop().is_some() {}
        main.moves.iter().for_each(|mv| line.push_unchecked(*mv));
        GameRecord::from_parts(line, main.comments, main.variations)
    }
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
    let siblings = siblings(variations);
    let groups: Vec<&[Sibling<'_>]> = siblings.chunk_by(|one, other| one.at == other.at).collect();
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
        for (number, sibling) in (1..).zip(group) {
            let comment = |ply| sibling.comment(ply).into_owned();
            let moves = &sibling.variation.moves;
            write_line(moves, &comment, sibling.later, number < group.len(), put);
        }
    }
}

/// A variation as it stands beside others of one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sibling<'a> {
    /// After how many moves it leaves their line.
    pub(super) at: usize,
    pub(super) variation: &'a Variation,
    /// What leaves it behind its first move.
    pub(super) later: &'a [Variation],
}

impl<'a> Sibling<'a> {
    /// Gives the comment behind `ply` of its moves, with the one before the first joined to that on it.
    pub(super) fn comment(self, ply: usize) -> Cow<'a, str> {
        let comment = self.variation.comment(ply);
        match (ply, self.variation.comment(0)) {
            (0, _) => Cow::Borrowed(""),
            (1, before) if !before.is_empty() && !comment.is_empty() => {
                Cow::Owned(format!("{before}\n{comment}"))
            }
            (1, before) if comment.is_empty() => Cow::Borrowed(before),
            _ => Cow::Borrowed(comment),
        }
    }
}

/// Lists the variations of a line, those in place of the first move of another one behind that.
pub(super) fn siblings(variations: &[Variation]) -> Vec<Sibling<'_>> {
    let mut found = Vec::new();
    for variation in variations {
        add_siblings(variation, variation.at, &mut found);
    }
    found
}

fn add_siblings<'a>(variation: &'a Variation, at: usize, found: &mut Vec<Sibling<'a>>) {
    let firsts = variation.variations.partition_point(|inner| inner.at == 0);
    let (first, later) = variation.variations.split_at(firsts);
    found.push(Sibling {
        at,
        variation,
        later,
    });
    for inner in first {
        add_siblings(inner, at, found);
    }
}
