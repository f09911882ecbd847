//! The conduct of both sides over a cycle by the Asian and World rules, and by the computer competitions' reading.
//!
//! A side chases perpetually if one and the same enemy piece, followed as it moves, is chased anew by each of its moves:
//! it could be taken after the move and could not before. Over a cycle that is the same as asking that every reply
//! ends the threat, as the Asian book words it: what stands before a move is what the reply has left.

use super::{
    Balance, Book, Class, Cycle, Finding, Level, Nature, Novelty, Target, TargetClass, next_capture,
};
use crate::board::{Bitboard, ByColor, Color, PieceType, Square};
use crate::position::{Line, Move, Position};

/// What the moves of a stretch chase, and what follows for each side.
pub(super) struct Findings {
    /// For each move the pieces it chases anew; none for a check, which is no chase.
    chased: Vec<Victims>,
    /// A perpetual chase is [`Class::ForbiddenB`], and [`Class::ForbiddenA`] if it is of a rook pinned by a knight.
    pub(super) class: ByColor<Class>,
}

/// Pieces that one move chases, or that every move of a side chases from some position on.
#[derive(Clone, Copy)]
struct Victims {
    all: Bitboard,
    /// The rooks among them that are pinned by a knight, each time.
    pinned: Bitboard,
}

impl Findings {
    /// Looks at a stretch of a line, from its end back to its start.
    pub(super) fn of(line: &Line, cycle: Cycle, book: Book) -> Self {
        let mut chased = vec![Victims::NONE; cycle.length];
        let mut throughout = ByColor {
            red: Victims::ANY,
            black: Victims::ANY,
        };
        let mut position = line.position_at(cycle.end());
        for (ply, chased) in (cycle.start..cycle.end()).zip(&mut chased).rev() {
            let mover = line.turn_at(ply);
            let victims = Victims::of_move(line, &mut position, ply, book);
            *chased = victims;
            throughout[mover].keep(victims);
            if let Some(mv) = line.move_at(ply) {
                throughout[!mover].follow(mv.to(), mv.from());
            }
        }
        let class = ByColor::new_with(|color| class(line, cycle, book, color, throughout[color]));
        Self { chased, class }
    }

    /// Gives the natures of the moves with the pieces chased, of which the first is move number `start` of the line.
    pub(super) fn findings(&self, line: &Line, start: usize) -> Vec<Finding> {
        let mut position = line.position_at(start);
        let mut findings = Vec::with_capacity(self.chased.len());
        for (ply, victims) in (start..).zip(&self.chased) {
            let before = position.clone();
            if let Some(mv) = line.move_at(ply) {
                let _ = position.play_unchecked(mv);
            }
            findings.push(if line.was_check(ply + 1) {
                Finding::plain(Nature::Check)
            } else if victims.all.is_empty() {
                Finding::plain(Nature::Idle)
            } else {
                let of_pinned =
                    !victims.pinned.is_empty() && self.class[before.turn()] != Class::ForbiddenB;
                Finding {
                    level: Some(if of_pinned { Level::A } else { Level::B }),
                    targets: targets(&before, &position, *victims),
                    ..Finding::plain(Nature::Chase)
                }
            });
        }
        findings
    }
}

/// Describes the pieces that a move chases, pinned rooks first.
fn targets(before: &Position, after: &Position, victims: Victims) -> Vec<Target> {
    let (board, mover) = (after.board(), before.turn());
    let target = |square: Square| {
        let piece = board.piece_at(square)?;
        let (chaser, is_rooted) = next_capture::chaser(board, mover, square)?;
        let capture = Move::new(chaser, square)?;
        let class = match piece.kind() {
            PieceType::Rook => TargetClass::Rook,
            _ if is_rooted => TargetClass::Other,
            _ => TargetClass::Unprotected,
        };
        let novelty = if before.is_legal(capture) && before.is_capture(capture) {
            Novelty::NowPays
        } else {
            Novelty::NewCapture
        };
        Some(Target {
            square,
            piece,
            class,
            novelty,
            balance: Balance::Gain,
            is_offered: false,
            line: vec![capture],
        })
    };
    let others = victims.all & !victims.pinned;
    victims.pinned.chain(others).filter_map(target).collect()
}

/// Gives the class of one side, given the pieces that each of its moves chases.
///
/// One check takes the chase away: a check of its own by the Asian rules, any check of the cycle by the computer
/// competitions' reading. Mate threats are no offence.
fn class(line: &Line, cycle: Cycle, book: Book, color: Color, victims: Victims) -> Class {
    let is_check = |ply: &usize| line.was_check(ply + 1);
    let mut all = cycle.start..cycle.end();
    let own = all.clone().filter(|ply| line.turn_at(*ply) == color);
    let (moves, checks) = (own.clone().count(), own.filter(is_check).count());
    let excused = match book {
        Book::Computer => all.any(|ply| is_check(&ply)),
        _ => checks > 0,
    };
    if moves == 0 {
        Class::Allowed
    } else if checks == moves {
        Class::PerpetualCheck
    } else if excused || victims.all.is_empty() {
        Class::Allowed
    } else if victims.pinned.is_empty() {
        Class::ForbiddenB
    } else {
        Class::ForbiddenA
    }
}

impl Victims {
    const NONE: Self = Self {
        all: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
    };
    const ANY: Self = Self {
        all: Bitboard::ALL,
        pinned: Bitboard::ALL,
    };

    /// Finds what move number `ply` chases anew. Takes the move back on `position`, which stands after it.
    fn of_move(line: &Line, position: &mut Position, ply: usize, book: Book) -> Self {
        let mover = line.turn_at(ply);
        if line.was_check(ply + 1) {
            line.take_back(position, ply);
            return Self::NONE;
        }
        let after = next_capture::chased(position.board(), mover);
        let (pinned, next) = match book {
            Book::Asian => (
                next_capture::pinned_by_knight(position.board(), mover),
                line.move_at(ply),
            ),
            _ => (Bitboard::EMPTY, None),
        };
        line.take_back(position, ply);
        let board = position.board();
        let all = after
            .filter(|to| !next_capture::is_chased_before(board, mover, *to, next))
            .collect();
        Self {
            all,
            pinned: pinned & all,
        }
    }

    /// Drops the pieces that are not among the others too.
    fn keep(&mut self, others: Self) {
        self.all &= others.all;
        self.pinned &= others.pinned;
    }

    /// Follows a piece that goes from one square to another, forward or back.
    fn follow(&mut self, from: Square, to: Square) {
        for set in [&mut self.all, &mut self.pinned] {
            if set.contains(from) {
                *set &= !Bitboard::of(from);
                *set |= Bitboard::of(to);
            }
        }
    }
}
