//! The transposition table: what earlier visits found out about a position.
//!
//! Two 64-bit words an entry, four entries a cluster, a cluster a cache line. The first word is the key xored with the
//! second, so an entry torn by two writers at once matches no key and threads may share the table without locks.
//! Source: R. Hyatt and T. Mann, *A lock-less transposition table implementation for parallel search* (2002).
//! The memory is fetched zeroed from the system, which hands out a page only when it is first written.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::value;
use crate::analysis::Bound;
use crate::position::Move;

const WORDS_PER_CLUSTER: usize = 8;
const CLUSTER_BYTES: usize = 64;
/// An age is kept in five bits.
const AGES: u8 = 32;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The best move, if one stood out. It may belong to another position of the same key: test it.
    pub mv: Option<Move>,
    /// The value as seen from the asking ply.
    pub value: i32,
    pub bound: Bound,
    /// The static evaluation for the side to move; `None` in check.
    pub evaluation: Option<i32>,
    /// Depth of the search that found it, in plies; 0 for quiescence.
    pub depth: i32,
    /// Whether the position once lay on a principal variation.
    pub was_pv: bool,
}

impl Found {
    /// Tells whether the entry settles a search of the window: its bound lies beyond it. A value that stems from the
    /// rules of repetition settles nothing, since it holds for the line it was found in.
    #[inline]
    pub(super) fn cuts(&self, alpha: i32, beta: i32) -> bool {
        !value::is_rule_end(self.value)
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }

    /// Tells whether the entry's value is a better guess than `guess`, by its bound.
    #[inline]
    pub(super) fn improves(&self, guess: i32) -> bool {
        !value::is_decided(self.value)
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value > guess,
                Bound::Upper => self.value < guess,
            }
    }
}

/// A table of fixed size.
pub(super) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// Words before the first cluster, so that clusters are whole cache lines.
    offset: usize,
    clusters: usize,
    age: u8,
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("megabytes", &self.megabytes())
            .field("age", &self.age)
            .finish()
    }
}

impl TranspositionTable {
    /// Makes an empty table of so many MiB (at least 1), or of the greatest half, quarter… of it that can be had.
    pub(super) fn new(megabytes: usize) -> Self {
        let mut clusters = megabytes
            .clamp(1, usize::MAX >> 21)
            .saturating_mul((1 << 20) / CLUSTER_BYTES);
        loop {
            let words = (clusters + 1) * WORDS_PER_CLUSTER;
            if let Ok(words) = bytemuck::try_zeroed_slice_box::<AtomicU64>(words) {
                let offset = words
                    .as_ptr()
                    .align_offset(CLUSTER_BYTES)
                    .min(WORDS_PER_CLUSTER);
                return Self {
                    words,
                    offset,
                    clusters,
                    age: 0,
                };
            }
            clusters = (clusters / 2).max(1);
        }
    }

    /// Gives the size in MiB.
    pub(super) fn megabytes(&self) -> usize {
        (self.clusters * CLUSTER_BYTES) >> 20
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let megabytes = self.megabytes();
        // Give the memory back before asking for as much again.
        self.words = Box::default();
        *self = Self::new(megabytes);
    }

    /// Starts a new search: entries of older ones give way first.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let number = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        let start = self.offset + number * WORDS_PER_CLUSTER;
        &self.words[start..start + WORDS_PER_CLUSTER]
    }

    /// Looks a position up; `ply` is its distance from the root.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Found> {
        self.cluster(key)
            .chunks_exact(2)
            .map(|pair| (pair[0].load(Relaxed), Packed(pair[1].load(Relaxed))))
            .find(|(check, data)| check ^ data.0 == key && data.bound().is_some())
            .and_then(|(_, data)| data.unpack(ply))
    }

    /// Keeps what a search found; `ply` is the position's distance from the root.
    #[inline]
    pub(super) fn store(&self, key: u64, ply: usize, found: Found) {
        let mut found = found;
        let mut worst = (i32::MAX, 0);
        let cluster = self.cluster(key);
        for (slot, pair) in cluster.chunks_exact(2).enumerate() {
            let (check, data) = (pair[0].load(Relaxed), Packed(pair[1].load(Relaxed)));
            if data.bound().is_none() {
                worst = (i32::MIN, slot);
                break;
            }
            let years = i32::from((AGES + self.age - data.age()) % AGES);
            if check ^ data.0 == key {
                found.mv = found.mv.or(data.mv());
                // A shallow bound does not drive out a deep result of the same search; its move is the newer all the same.
                if found.bound != Bound::Exact && years == 0 && found.depth + 4 < data.depth() {
                    let data = data.with_move(found.mv).0;
                    pair[0].store(key ^ data, Relaxed);
                    pair[1].store(data, Relaxed);
                    return;
                }
                found.was_pv |= data.was_pv();
                worst = (i32::MIN, slot);
                break;
            }
            let worth = data.depth() - 8 * years;
            if worth < worst.0 {
                worst = (worth, slot);
            }
        }
        let data = Packed::pack(&found, ply, self.age).0;
        let slot = worst.1 * 2;
        cluster[slot].store(key ^ data, Relaxed);
        cluster[slot + 1].store(data, Relaxed);
    }

    /// Gives the fill by entries of the present search, in thousandths, from a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let sample = &self.words[self.offset..][..self.clusters.min(250) * WORDS_PER_CLUSTER];
        let pairs = sample.chunks_exact(2);
        let total = pairs.len();
        let used = pairs
            .map(|pair| Packed(pair[1].load(Relaxed)))
            .filter(|data| data.bound().is_some() && data.age() == self.age)
            .count();
        (used * 1000 / total.max(1)) as u32
    }
}

/// An entry's second word: move 16 bits, value 16, evaluation 16, depth 8, bound 2, principal variation 1, age 5.
#[derive(Clone, Copy)]
struct Packed(u64);

/// Stands for a missing evaluation.
const NO_EVALUATION: i16 = i16::MIN;

impl Packed {
    fn pack(found: &Found, ply: usize, age: u8) -> Self {
        let mv = found.mv.map_or(0, Move::bits);
        let value = value::to_table(found.value, ply) as i16;
        let evaluation = found
            .evaluation
            .map_or(NO_EVALUATION, |number| number as i16);
        let bound = match found.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        Self(
            u64::from(mv)
                | u64::from(value as u16) << 16
                | u64::from(evaluation as u16) << 32
                | (found.depth.clamp(0, 255) as u64) << 48
                | bound << 56
                | u64::from(found.was_pv) << 58
                | u64::from(age) << 59,
        )
    }

    fn unpack(self, ply: usize) -> Option<Found> {
        let evaluation = (self.0 >> 32) as i16;
        Some(Found {
            mv: self.mv(),
            value: value::from_table(i32::from((self.0 >> 16) as i16), ply),
            bound: self.bound()?,
            evaluation: (evaluation != NO_EVALUATION).then_some(i32::from(evaluation)),
            depth: self.depth(),
            was_pv: self.was_pv(),
        })
    }

    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    fn with_move(self, mv: Option<Move>) -> Self {
        Self(self.0 & !0xffff | u64::from(mv.map_or(0, Move::bits)))
    }

    fn was_pv(self) -> bool {
        self.0 >> 58 & 1 != 0
    }

    fn depth(self) -> i32 {
        (self.0 >> 48 & 255) as i32
    }

    /// `None` marks an empty place.
    fn bound(self) -> Option<Bound> {
        match self.0 >> 56 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: i32, depth: i32) -> Found {
        Found {
            mv: Move::from_bits(129),
            value,
            bound: Bound::Exact,
            evaluation: Some(-321),
            depth,
            was_pv: true,
        }
    }

    #[test]
    fn entries_come_back() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(0, 0), None);
        for (key, entry) in [
            (0, found(12, 0)),
            (u64::MAX, found(-31_000, 99)),
            (
                0x1234_5678_9abc_def0,
                Found {
                    mv: None,
                    evaluation: None,
                    bound: Bound::Upper,
                    was_pv: false,
                    ..found(0, 255)
                },
            ),
        ] {
            table.store(key, 3, entry);
            assert_eq!(table.probe(key, 3), Some(entry));
        }
        assert_eq!(
            table.words[table.offset].as_ptr() as usize % CLUSTER_BYTES,
            0
        );
    }

    #[test]
    fn mates_are_kept_by_their_distance() {
        let table = TranspositionTable::new(1);
        table.store(7, 4, found(value::mates_in(9), 5));
        assert_eq!(table.probe(7, 10).unwrap().value, value::mates_in(15));
        table.store(8, 4, found(value::mated_in(6), 5));
        assert_eq!(table.probe(8, 0).unwrap().value, value::mated_in(2));
    }

    #[test]
    fn old_and_shallow_entries_give_way_first() {
        let mut table = TranspositionTable::new(1);
        // Keys this small share the first cluster.
        for key in 1..=4 {
            table.store(key, 0, found(0, 10 + key as i32));
        }
        table.store(5, 0, found(0, 1));
        assert!(table.probe(1, 0).is_none());
        table.grow_older();
        table.store(4, 0, found(0, 14));
        table.store(6, 0, found(0, 1));
        table.store(7, 0, found(0, 1));
        let alive: Vec<u64> = (1..=7)
            .filter(|key| table.probe(*key, 0).is_some())
            .collect();
        assert_eq!(alive, [2, 3, 4, 7]);
        assert!(table.hashfull() > 0);
        table.clear();
        assert_eq!((table.hashfull(), table.megabytes()), (0, 1));
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_result_of_its_position() {
        let table = TranspositionTable::new(1);
        table.store(9, 0, found(50, 12));
        let shallow = Found {
            bound: Bound::Lower,
            mv: Move::from_bits(130),
            ..found(70, 3)
        };
        table.store(9, 0, shallow);
        // Its move is the newer one.
        let kept = Found {
            mv: shallow.mv,
            ..found(50, 12)
        };
        assert_eq!(table.probe(9, 0), Some(kept));
    }

    #[test]
    fn an_end_by_the_rules_settles_no_other_line() {
        for (value, cuts) in [
            (900, true),
            (value::mates_in(3), true),
            (-value::rule_loss_in(3), false),
        ] {
            for bound in [Bound::Lower, Bound::Exact] {
                let found = Found {
                    bound,
                    ..found(value, 9)
                };
                assert_eq!(found.cuts(0, 1), cuts, "{value}");
            }
            let at_most = Found {
                bound: Bound::Upper,
                ..found(value, 9)
            };
            assert!(!at_most.cuts(0, 1));
        }
    }
}
