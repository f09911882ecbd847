//! The opening book that comes with the program, made by `engines/book_maker.rs` out of searches of the bundled searcher.
//!
//! It is a row of entries of 12 bytes, sorted by their keys: the key of a position (8 bytes), a move (2, [`Move::bits`])
//! and its worth for the side to move in centipawns (2, signed), each with the least byte first. A position and its mirror
//! image share their entries, which are those of the one with the lesser key. Keys are [`Position::key`]s, whose random
//! numbers stand in the program and never change: who changed them would have to make the book anew.

use super::skill::draw;
use crate::analysis::Limits;
use crate::position::{Line, Move, Position};

static ENTRIES: &[u8] = include_bytes!("book.bin");

/// Bytes of an entry.
const SIZE: usize = 12;

/// How far behind the best a move of the book may be, in centipawns.
pub const BOOK_MARGIN: i32 = 30;

/// A move of the opening book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its worth for the side to move, in centipawns.
    pub score: i32,
}

impl BookMove {
    /// Gives how often the move is played as against others of its position, the best of which is worth `best` centipawns.
    #[must_use]
    pub fn weight(&self, best: i32) -> u64 {
        (BOOK_MARGIN + 1 - (best - self.score)).max(1) as u64
    }

    /// Writes an entry of the book: the move in a position.
    #[must_use]
    pub fn entry(self, position: &Position) -> [u8; SIZE] {
        let (key, is_mirrored) = book_key(position);
        let mv = mirrored_if(is_mirrored, self.mv);
        let mut entry = [0; SIZE];
        entry[..8].copy_from_slice(&key.to_le_bytes());
        entry[8..10].copy_from_slice(&mv.bits().to_le_bytes());
        let most = i32::from(i16::MAX);
        let score = self.score.clamp(-most, most) as i16;
        entry[10..].copy_from_slice(&score.to_le_bytes());
        entry
    }
}

/// Lists the moves that the opening book knows in a position; most often none.
///
/// # Examples
/// ```
/// use caipan::position::Position;
/// use caipan::search::book_moves;
///
/// let start = Position::start();
/// assert!(book_moves(&start).iter().all(|known| start.is_legal(known.mv)));
/// ```
#[must_use]
pub fn book_moves(position: &Position) -> Vec<BookMove> {
    let (key, is_mirrored) = book_key(position);
    let (entries, _) = ENTRIES.as_chunks::<SIZE>();
    let from = entries.partition_point(|entry| key_of(entry) < key);
    let of_key = entries[from..]
        .iter()
        .take_while(|entry| key_of(entry) == key);
    let read = |entry: &[u8; SIZE]| {
        let [.., m0, m1, s0, s1] = *entry;
        let mv = Move::from_bits(u16::from_le_bytes([m0, m1]))?;
        Some(BookMove {
            mv: mirrored_if(is_mirrored, mv),
            score: i16::from_le_bytes([s0, s1]).into(),
        })
    };
    of_key.filter_map(read).collect()
}

/// Chooses a move of the book that may be played: a legal one within the limits after which no position has occurred
/// before. The better one comes the more often; the same seed in the same position gives the same.
pub(super) fn choose(line: &Line, limits: &Limits, seed: u64) -> Option<BookMove> {
    let position = line.position();
    let mut known = book_moves(position);
    known.retain(|known| {
        position.is_legal(known.mv) && limits.allows(known.mv) && {
            let mut after = line.clone();
            after.push_unchecked(known.mv);
            after.previous_occurrence().is_none()
        }
    });
    let best = known.iter().map(|known| known.score).max()?;
    let weights: Vec<u64> = known.iter().map(|known| known.weight(best)).collect();
    known.get(draw(&weights, seed ^ position.key())).copied()
}

/// Gives the reply that the book thinks best after a move.
pub(super) fn reply(position: &Position, mv: Move) -> Option<Move> {
    let mut after = position.clone();
    let _ = after.play(mv).ok()?;
    let replies = book_moves(&after).into_iter();
    let best = replies.max_by_key(|known| known.score)?.mv;
    after.is_legal(best).then_some(best)
}

/// Gives the key that a position shares with its mirror image in the book, and whether it is that of the image.
#[must_use]
pub fn book_key(position: &Position) -> (u64, bool) {
    let (own, mirrored) = (position.key(), position.mirrored().key());
    (own.min(mirrored), mirrored < own)
}

fn mirrored_if(is_mirrored: bool, mv: Move) -> Move {
    if is_mirrored { mv.mirrored() } else { mv }
}

fn key_of(entry: &[u8; SIZE]) -> u64 {
    let (key, _) = entry.as_chunks();
    key.first().map_or(0, |key| u64::from_le_bytes(*key))
}
