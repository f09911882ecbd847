//! The threads of one search: how they end together, how they share a limit of nodes, and whose result is taken.
//!
//! Each of them searches the same position with a memory of its own; what one writes into the shared table spares the
//! others the work (lazy SMP). The leader alone reports and decides when it is enough; the helpers go on until then.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::deepening::RootMove;
use super::time_budget::Watch;
use super::value::{self, INFINITE};
use crate::position::Move;

/// Nodes that a thread visits between two looks at the clock and the stop token, at most.
pub(super) const NODES_PER_LOOK: u64 = 1_024;

/// What the threads of one search have in common beside the table.
#[derive(Debug)]
pub(super) struct Crew<'a> {
    watch: &'a Watch,
    /// Most nodes of all threads together; kept to the node.
    pub most: u64,
    /// Nodes after which the search ends once it has a move.
    pub enough: u64,
    /// Time after which the search ends once it has a move, in milliseconds.
    pub hard_limit: Option<u64>,
    /// Nodes that the threads have had leave to visit.
    granted: AtomicU64,
    /// Nodes visited, as far as the threads have told.
    visited: AtomicU64,
    is_over: AtomicBool,
    /// Whether the leader has found enough while it pondered.
    ends_at_ponder_hit: AtomicBool,
}

/// What one thread came to.
#[derive(Debug)]
pub(super) struct Finding {
    /// The root moves, the best first.
    pub roots: Vec<RootMove>,
    /// The last iteration it began, in plies; 0 for none.
    pub depth: usize,
}

impl<'a> Crew<'a> {
    /// Makes the crew of a search that only a stop ends.
    pub(super) fn new(watch: &'a Watch) -> Self {
        Self {
            watch,
            most: u64::MAX,
            enough: u64::MAX,
            hard_limit: None,
            granted: AtomicU64::new(0),
            visited: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            ends_at_ponder_hit: AtomicBool::new(false),
        }
    }

    /// Says whether the search, which ponders, is to end once the opponent has played the move.
    pub(super) fn end_at_ponder_hit(&self, ends: bool) {
        self.ends_at_ponder_hit.store(ends, Relaxed);
    }

    /// Gives a thread that has visited all it had leave to the number of nodes it may visit before it asks again;
    /// `None` once it must end. `may_stop` says whether it has a move.
    pub(super) fn grant(&self, may_stop: bool) -> Option<u64> {
        let granted = self.granted.load(Relaxed);
        let is_out_of_time = || {
            self.hard_limit
                .is_some_and(|limit| self.watch.used().is_some_and(|used| used >= limit))
        };
        let is_pondered = || self.ends_at_ponder_hit.load(Relaxed) && !self.watch.is_pondering();
        let is_due = || {
            granted >= self.enough || self.watch.is_stopped() || is_out_of_time() || is_pondered()
        };
        if self.is_over.load(Relaxed) || may_stop && is_due() {
            return None;
        }
        let more = |granted: u64| {
            let until_enough = self.enough.saturating_sub(granted).max(1);
            let left = self.most.saturating_sub(granted);
            left.min(until_enough).min(NODES_PER_LOOK)
        };
        let mut granted = granted;
        while more(granted) > 0 {
            let sum = granted + more(granted);
            match self
                .granted
                .compare_exchange_weak(granted, sum, Relaxed, Relaxed)
            {
                Ok(_) => return Some(more(granted)),
                Err(now) => granted = now,
            }
        }
        None
    }

    /// Takes back what a thread did not visit of what was granted.
    pub(super) fn give_back(&self, nodes: u64) {
        self.granted.fetch_sub(nodes, Relaxed);
    }

    /// Counts nodes that a thread has visited.
    pub(super) fn count(&self, nodes: u64) {
        self.visited.fetch_add(nodes, Relaxed);
    }

    /// Gives the nodes visited by all threads, as far as they have told.
    pub(super) fn visited(&self) -> u64 {
        self.visited.load(Relaxed)
    }

    /// Lets the leader work on this thread and each helper on one of its own, and gives what they come to, the
    /// leader's first. The search is over when the leader is done.
    ///
    /// # Panics
    /// Panics if one of them does; that ends the search for the others.
    pub(super) fn work<'env, T: Send + 'env>(
        &'env self,
        leader: impl FnOnce() -> T,
        helpers: impl Iterator<Item = impl FnOnce() -> T + Send + 'env>,
    ) -> Vec<T> {
        thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .filter_map(|helper| {
                    let work = move || {
                        let _end = End(self, thread::panicking);
                        helper()
                    };
                    let spawned = thread::Builder::new().spawn_scoped(scope, work);
                    spawned
                        .inspect_err(|error| log::warn!("one thread less searches: {error}"))
                        .ok()
                })
                .collect();
            let end = End(self, || true);
            let first = leader();
            drop(end);
            let others = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            std::iter::once(first).chain(others).collect()
        })
    }
}

/// Ends the search when dropped, if the function says so then.
struct End<'a>(&'a Crew<'a>, fn() -> bool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        if self.1() {
            self.0.is_over.store(true, Relaxed);
        }
    }
}

/// Tells whether a thread leaves out an iteration: helpers do so in turns, each in its own, to be ahead of the leader.
///
/// The first two leave out every second one, the next four two of four, and so on, as Stockfish did from 2016 to 2022.
pub(super) const fn skips(thread: usize, depth: usize) -> bool {
    let Some(helper) = thread.checked_sub(1) else {
        return false;
    };
    let (mut phase, mut size) = (helper % 20, 1);
    while phase >= 2 * size {
        phase -= 2 * size;
        size += 1;
    }
    (depth + phase) / size % 2 == 1
}

/// Gives the place of the finding whose best move is to be played.
///
/// A forced win goes before all else, the nearest first. Else each finding speaks for its best move, the louder the
/// deeper it looked and the better it thinks of it; of those for the same move the loudest is taken, of equals the first.
pub(super) fn elect(findings: &[Finding]) -> usize {
    struct Best {
        place: usize,
        mv: Move,
        value: i32,
        depth: usize,
    }
    // Who has looked at no move yet has no voice.
    let best_of = |(place, finding): (usize, &Finding)| {
        let root = finding.roots.first()?;
        let (mv, value, depth) = (root.mv, root.value(), finding.depth);
        let best = Best {
            place,
            mv,
            value,
            depth,
        };
        (value > -INFINITE).then_some(best)
    };
    let bests: Vec<Best> = findings.iter().enumerate().filter_map(best_of).collect();
    let values = || bests.iter().map(|best| best.value);
    let (Some(least), Some(most)) = (values().min(), values().max()) else {
        return 0;
    };
    let elected = if value::is_decided(most) && most > 0 {
        bests.iter().find(|best| best.value == most)
    } else {
        let voice = |best: &Best| i64::from(best.value - least + 14) * best.depth as i64;
        let votes = |mv: Move| -> i64 {
            let same = bests.iter().filter(|best| best.mv == mv);
            same.map(voice).sum()
        };
        // Of equals the first.
        let rank = |best: &&Best| (votes(best.mv), voice(best));
        bests.iter().rev().max_by_key(rank)
    };
    elected.map_or(0, |best| best.place)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::analysis::Limits;
    use crate::position::Position;
    use crate::search::StopToken;

    /// Visits nodes one by one until the crew says that it is enough; tells how many.
    fn visit(crew: &Crew<'_>) -> u64 {
        let mut nodes = 0;
        while let Some(more) = crew.grant(true) {
            nodes += more;
            crew.count(more);
            thread::yield_now();
        }
        nodes
    }

    #[test]
    fn what_was_enough_while_pondering_ends_the_search_at_the_hit() {
        let (token, limits) = (
            StopToken::new(),
            Limits {
                ponder: true,
                ..Limits::default()
            },
        );
        let watch = Watch::new(token.clone(), &limits);
        for is_enough in [false, true] {
            let crew = Crew::new(&watch);
            crew.end_at_ponder_hit(is_enough);
            assert_eq!(
                crew.grant(true).is_none(),
                is_enough && !watch.is_pondering()
            );
        }
        token.ponder_hit();
        for is_enough in [false, true] {
            let crew = Crew::new(&watch);
            crew.end_at_ponder_hit(is_enough);
            assert_eq!(crew.grant(true).is_none(), is_enough);
        }
    }

    #[test]
    fn a_limit_of_nodes_holds_for_all_together() {
        for (threads, most) in [(1, 1), (3, 1), (2, 1_025), (4, 100_000)] {
            let watch = Watch::new(StopToken::new(), &Limits::default());
            let mut crew = Crew::new(&watch);
            crew.most = most;
            let crew = &crew;
            let each = crew.work(|| visit(crew), (1..threads).map(|_| || visit(crew)));
            assert_eq!(each.len(), threads);
            assert_eq!(each.iter().sum::<u64>(), most);
            assert_eq!(crew.visited(), most);
        }
    }

    #[test]
    fn a_word_is_heard_at_the_next_look_by_whoever_has_a_move() {
        let token = StopToken::new();
        let watch = Watch::new(token.clone(), &Limits::default());
        let mut crew = Crew::new(&watch);
        crew.enough = 1_500;
        assert_eq!(crew.grant(true), Some(NODES_PER_LOOK));
        assert_eq!(crew.grant(true), Some(1_500 - NODES_PER_LOOK));
        assert_eq!((crew.grant(true), crew.grant(false)), (None, Some(1)));
        crew.give_back(1_000);
        assert_eq!(crew.grant(true), Some(999));
        crew.give_back(1_000);
        token.stop();
        assert_eq!((crew.grant(true), crew.grant(false)), (None, Some(1_000)));
    }

    #[test]
    fn whoever_panics_ends_the_search_for_all() {
        for at_fault in 0..3 {
            let watch = Watch::new(StopToken::new(), &Limits::default());
            let crew = Crew::new(&watch);
            let work = |number: usize| {
                assert!(number != at_fault, "a failure of thread {number}");
                visit(&crew)
            };
            let run = || crew.work(|| work(0), (1..3).map(|number| move || work(number)));
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{at_fault}");
        }
    }

    #[test]
    fn helpers_leave_out_half_of_the_iterations_each() {
        for thread in 0..300 {
            let left_out = (0..240).filter(|depth| skips(thread, *depth)).count();
            assert_eq!(left_out, if thread == 0 { 0 } else { 120 }, "{thread}");
        }
        let of = |thread| [1, 2, 3, 4].map(|depth| skips(thread, depth));
        assert_eq!(of(1), [true, false, true, false]);
        assert_eq!(of(2), [false, true, false, true]);
        assert_eq!(of(3), [false, true, true, false]);
    }

    #[test]
    fn the_deeper_and_the_more_decide_unless_one_wins() {
        let moves = Position::start().legal_moves();
        let findings = |found: &[(usize, i32, usize)]| -> Vec<Finding> {
            let finding = |&(mv, value, depth): &(usize, i32, usize)| Finding {
                roots: vec![RootMove::with_value(moves[mv], value)],
                depth,
            };
            found.iter().map(finding).collect()
        };
        let (win, sooner) = (value::mates_in(9), value::mates_in(5));
        for (found, expected) in [
            (&[(0, 20, 9)][..], 0),
            (&[(0, 20, 9), (1, 20, 9)], 0),
            (&[(0, 20, 9), (1, 20, 10)], 1),
            (&[(0, 20, 9), (1, 35, 9)], 1),
            (&[(0, 20, 9), (1, 20, 8), (1, 20, 8)], 1),
            (&[(0, 20, 12), (1, 20, 3), (1, 20, 3)], 0),
            (&[(0, 20, 9), (1, 20, 8), (1, 22, 8)], 2),
            (&[(0, 20, 9), (1, -30, 0)], 0),
            // One who has found nothing yet makes no difference.
            (&[(0, 20, 9), (1, -300, 10), (2, -INFINITE, 0)], 0),
            (&[(2, -INFINITE, 0), (0, 20, 9)], 1),
            (&[(2, -INFINITE, 1)], 0),
            (&[(0, win, 9), (1, 20, 30), (2, sooner, 5)], 2),
            (&[(0, -win, 12), (1, 0, 11)], 1),
            (&[], 0),
        ] {
            assert_eq!(elect(&findings(found)), expected, "{found:?}");
        }
    }
}
