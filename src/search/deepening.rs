//! Iterative deepening: the root moves searched one ply deeper each time, each best line within an aspiration window.

use super::alpha_beta::reduction;
use super::crew::{Finding, skips};
use super::options::SearchOptions;
use super::technique::Technique;
use super::time_budget::{TimeBudget, Watch};
use super::transposition::TranspositionTable;
use super::value::{self, INFINITE, MAX_PLY};
use super::worker::Worker;
use crate::analysis::{Bound, Limits, Report};
use crate::position::{Line, Move};

/// Half the first aspiration window, in centipawns.
const WINDOW: i32 = 16;

/// How much deeper than a mate is long a search for it goes before it gives up, in plies: six for each of its moves, and
/// no more than this. By about that much its moves are searched less deep for what they look like; found by trial.
const BEYOND_MATE: usize = 16;

/// A move from the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Its value in the running iteration; `-INFINITE` if it was not looked at or only shown to be no better than
    /// another.
    value: i32,
    /// How that value stands to the true one.
    bound: Bound,
    /// Its value in the iteration before.
    previous: i32,
    /// The line of best play, this move first.
    pub variation: Vec<Move>,
    deepest: usize,
    nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        Self {
            mv,
            value: -INFINITE,
            bound: Bound::Exact,
            previous: -INFINITE,
            variation: vec![mv],
            deepest: 0,
            nodes: 0,
        }
    }

    /// Makes a root move of known value.
    #[cfg(test)]
    pub(super) fn with_value(mv: Move, value: i32) -> Self {
        Self {
            value,
            ..Self::new(mv)
        }
    }

    /// Gives the latest value known.
    pub(super) fn value(&self) -> i32 {
        if self.value > -INFINITE {
            self.value
        } else {
            self.previous
        }
    }

    /// Sorts the best first; moves not looked at yet keep the order of the iteration before.
    fn sort(roots: &mut [Self]) {
        roots.sort_by_key(|root| (-root.value, -root.previous));
    }
}

/// What ends the deepening.
#[derive(Debug)]
pub(super) struct Bounds<'a> {
    pub limits: &'a Limits,
    pub budget: TimeBudget,
    pub watch: &'a Watch,
    /// Deepest iteration, in plies.
    pub depth: usize,
    /// How many best lines to find.
    pub lines: usize,
    /// How many of them to tell.
    told: usize,
    pub early_mate_stop: bool,
}

impl<'a> Bounds<'a> {
    pub(super) fn new(
        limits: &'a Limits,
        budget: TimeBudget,
        watch: &'a Watch,
        options: &SearchOptions,
    ) -> Self {
        let of_depth = limits.depth.map(|depth| depth as usize);
        let of_mate = limits.mate.map(|moves| {
            let moves = moves as usize;
            (2 * moves).saturating_sub(1) + (6 * moves).min(BEYOND_MATE)
        });
        let deepest = of_depth.into_iter().chain(of_mate).min();
        Self {
            limits,
            budget,
            watch,
            depth: deepest.map_or(MAX_PLY - 1, |depth| depth.min(MAX_PLY - 1)),
            lines: options.multi_pv.max(1),
            told: options.multi_pv.max(1),
            early_mate_stop: options.early_mate_stop,
        }
    }
}

/// How settled the best move is, to scale the time.
#[derive(Debug, Default)]
struct Stability {
    best: Option<Move>,
    /// Iterations since the best move last changed.
    iterations: u32,
    value: i32,
}

impl Stability {
    /// Takes in the result of an iteration and gives the share of the soft limit to use, in hundredths.
    fn scale(&mut self, best: &RootMove, total_nodes: u64) -> u64 {
        self.iterations = if self.best == Some(best.mv) {
            self.iterations + 1
        } else {
            0
        };
        let fall = if self.best.is_some() {
            (self.value - best.value).clamp(-20, 80)
        } else {
            0
        };
        self.best = Some(best.mv);
        self.value = best.value;
        let settled = [170, 135, 110, 95, 85, 75][(self.iterations as usize).min(5)];
        let falling = (100 + fall) as u64;
        let effort = best.nodes * 100 / total_nodes.max(1);
        let doubt = 165_u64.saturating_sub(effort).clamp(60, 150);
        settled * falling / 100 * doubt / 100
    }
}

impl Worker<'_> {
    /// Searches deeper and deeper until a bound is met.
    pub(super) fn deepen(
        &mut self,
        mut roots: Vec<RootMove>,
        bounds: &Bounds<'_>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Finding {
        let lines = bounds.lines.min(roots.len());
        let are_all = roots.len() == self.line.position().legal_moves().len();
        let mut stability = Stability::default();
        let number = self.number;
        let iterations = if self.is_over() { 0 } else { bounds.depth };
        for depth in (1..=iterations).filter(|depth| !skips(number, *depth)) {
            self.root_depth = depth;
            for root in &mut roots {
                root.previous = root.value;
                root.value = -INFINITE;
            }
            for first in 0..lines {
                self.deepest = 0;
                let is_whole = are_all && first == 0;
                self.aspire(&mut roots[first..], depth as i32, is_whole);
                RootMove::sort(&mut roots[..=first]);
                if self.stopped {
                    break;
                }
            }
            self.tell(&roots[..lines.min(bounds.told)], bounds.watch, on_report);
            self.may_stop = true;
            if self.stopped
                || self.is_over()
                || number == 0 && self.is_enough(&roots, depth, bounds, &mut stability)
            {
                break;
            }
        }
        self.finish();
        Finding {
            roots,
            depth: self.root_depth,
        }
    }

    /// Reports the best lines. An iteration cut short still counts for the moves it finished; if it finished none, that
    /// before it stands.
    fn tell(&self, best: &[RootMove], watch: &Watch, on_report: &mut dyn FnMut(&Report)) {
        if self.number > 0 {
            return;
        }
        let is_new = best.first().is_some_and(|root| root.value > -INFINITE);
        let depth = self.root_depth - usize::from(!is_new);
        for (number, root) in best.iter().enumerate() {
            let value = if is_new { root.value } else { root.previous };
            if value > -INFINITE {
                on_report(&self.report(root, number, depth, watch));
            }
        }
    }

    /// Tells whether another iteration is not worth while.
    fn is_enough(
        &self,
        roots: &[RootMove],
        depth: usize,
        bounds: &Bounds<'_>,
        stability: &mut Stability,
    ) -> bool {
        let best = &roots[0];
        let scale = stability.scale(best, self.nodes);
        // What was pondered counts for the clock's measure of enough.
        let used = bounds.watch.told();
        let is_spent = |soft: u64| used.saturating_mul(100) >= soft.saturating_mul(scale);
        let is_spent = bounds.budget.soft.is_some_and(is_spent);
        if bounds.limits.infinite {
            return false;
        }
        if bounds.watch.is_pondering() {
            self.crew.end_at_ponder_hit(is_spent);
            return false;
        }
        if value::is_mate(best.value) {
            let plies = (value::mates_in(0) - best.value.abs()) as usize;
            let is_settled = match bounds.limits.mate {
                // A longer mate than asked for does not end the search for one.
                Some(moves) if best.value > 0 => plies < 2 * moves as usize,
                _ => bounds.early_mate_stop && bounds.lines == 1 && plies + 2 <= depth,
            };
            if is_settled {
                return true;
            }
        }
        let only_move = roots.len() == 1 && depth >= 8 && bounds.budget.soft.is_some();
        only_move || is_spent
    }

    /// Searches root moves, widening the window until the value lies inside it; `is_whole` if none is missing.
    fn aspire(&mut self, roots: &mut [RootMove], depth: i32, is_whole: bool) {
        let expected = roots.iter().map(|root| root.previous).max().unwrap_or(0);
        let (mut low, mut high) = (-INFINITE, INFINITE);
        let mut window = WINDOW;
        if depth >= 4 && !value::is_decided(expected) && self.has(Technique::Aspiration) {
            low = expected - window;
            high = expected + window;
        }
        let mut shallower = 0;
        loop {
            let depth = (depth - shallower).max(1);
            let value = self.search_root(roots, low, high, depth, is_whole);
            RootMove::sort(roots);
            if self.stopped {
                return;
            }
            if value <= low && low > -INFINITE {
                high = (low + high) / 2;
                low = (value - window).max(-INFINITE);
                shallower = 0;
            } else if value >= high && high < INFINITE {
                high = (value + window).min(INFINITE);
                shallower = (shallower + 1).min(3);
            } else {
                return;
            }
            window += window / 2;
            if window > 500 || value::is_decided(value) {
                (low, high) = (-INFINITE, INFINITE);
            }
        }
    }

    fn search_root(
        &mut self,
        roots: &mut [RootMove],
        mut alpha: i32,
        beta: i32,
        depth: i32,
        is_whole: bool,
    ) -> i32 {
        self.enter(0);
        let in_check = self.line.is_check();
        let evaluation = (!in_check).then(|| self.evaluate(0));
        self.frame_mut(0).evaluation = evaluation;
        for ply in [1, 2] {
            self.frame_mut(ply).killers = [None; 2];
        }
        self.frame_mut(1).excluded = None;
        let key = self.line.position().key();
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        for (number, root) in roots.iter_mut().enumerate() {
            let before = self.nodes;
            let captures = self.line.position().is_capture(root.mv);
            self.play(root.mv, 0);
            let checks = self.line.is_check() && self.has(Technique::CheckExtension);
            let full = depth - 1 + i32::from(checks && depth <= 9);
            let mut value = alpha;
            if depth >= 3 && number >= 2 && !captures && self.has(Technique::LateMoveReduction) {
                let less = (full - (reduction(depth, number + 1) - 1_300) / 1_024).clamp(1, full);
                value = -self.alpha_beta(-alpha - 1, -alpha, less, 1, true);
                if value > alpha && less < full {
                    value = -self.alpha_beta(-alpha - 1, -alpha, full, 1, true);
                }
            } else if number > 0 && self.has(Technique::PrincipalVariation) {
                value = -self.alpha_beta(-alpha - 1, -alpha, full, 1, true);
            }
            if number == 0 || value > alpha || !self.has(Technique::PrincipalVariation) {
                value = -self.alpha_beta(-beta, -alpha, full, 1, false);
            }
            self.line.pop();
            root.nodes += self.nodes - before;
            if self.stopped {
                return best;
            }
            root.value = -INFINITE;
            if number == 0 || value > alpha {
                root.value = value;
                root.deepest = self.deepest;
                root.bound = match value {
                    _ if value <= alpha => Bound::Upper,
                    _ if value >= beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                // A move that turned out worse than expected has no line of its own: any reply refutes it.
                if value > alpha {
                    self.variations.extend(0, root.mv);
                    root.variation.clear();
                    root.variation.extend_from_slice(self.variations.line(0));
                }
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(root.mv);
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // What is best of some moves is not what the position is worth.
        if is_whole {
            self.keep(key, 0, best_move, best, bound, evaluation, depth, true);
        }
        best
    }

    /// Gives what there is to say of a root move, the `number`th best.
    pub(super) fn report(
        &self,
        root: &RootMove,
        number: usize,
        depth: usize,
        watch: &Watch,
    ) -> Report {
        let (time, nodes) = (watch.told(), self.visited());
        Report {
            depth: Some(depth as u32),
            seldepth: Some(root.deepest.max(1) as u32),
            multipv: Some(number as u32 + 1),
            score: Some(value::to_score(root.value())),
            bound: root.bound,
            ruling: value::loser_by_rules(root.value(), self.line.position().turn()),
            nodes: Some(nodes),
            nps: Some(nodes * 1_000 / time.max(1)),
            hashfull: Some(self.table.hashfull()),
            time: Some(time),
            pv: root.variation.clone(),
            ..Report::default()
        }
    }
}

/// Gives the reply to ponder on: that of the variation, or where the table cut it short, the one that the table knows.
pub(super) fn expected_reply(
    line: &Line,
    best: &RootMove,
    table: &TranspositionTable,
) -> Option<Move> {
    if let Some(reply) = best.variation.get(1) {
        return Some(*reply);
    }
    let mut after = line.position().clone();
    let _ = after.play(best.mv).ok()?;
    table
        .probe(after.key(), 1)
        .and_then(|found| found.mv)
        .filter(|mv| after.is_legal(*mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StopToken;
    use crate::search::crew::Crew;
    use crate::search::worker::Memory;

    #[test]
    fn every_node_of_a_thread_counts_for_one_root_move() {
        let line = Line::default();
        let table = TranspositionTable::new(1);
        for (lines, nodes) in [(1, u64::MAX), (3, u64::MAX), (1, 5_000)] {
            let limits = Limits {
                depth: Some(6),
                ..Limits::default()
            };
            let options = SearchOptions {
                multi_pv: lines,
                ..SearchOptions::default()
            };
            let watch = Watch::new(StopToken::new(), &limits);
            let budget = TimeBudget::new(&limits, line.position().turn(), 0);
            let bounds = Bounds::new(&limits, budget, &watch, &options);
            let mut crew = Crew::new(&watch);
            crew.most = nodes;
            let roots: Vec<RootMove> = line
                .position()
                .legal_moves()
                .into_iter()
                .map(RootMove::new)
                .collect();
            let visits = |number: usize| {
                let mut memory = Memory::new();
                let mut worker = Worker::new(number, &crew, &line, &table, &mut memory, &options);
                let found = worker.deepen(roots.clone(), &bounds, &mut |_| {});
                let of_roots: u64 = found.roots.iter().map(|root| root.nodes).sum();
                assert_eq!(of_roots, worker.nodes);
                worker.nodes
            };
            let all = crew.work(|| visits(0), [|| visits(1)].into_iter());
            assert_eq!(all.iter().sum::<u64>(), crew.visited());
        }
    }

    #[test]
    fn the_table_keeps_the_best_of_several_lines_and_nothing_of_a_choice_of_moves() {
        let line = Line::default();
        let roots = |count| {
            let moves = line.position().legal_moves();
            moves
                .into_iter()
                .take(count)
                .map(RootMove::new)
                .collect::<Vec<_>>()
        };
        for count in [44, 43, 9] {
            let limits = Limits {
                depth: Some(5),
                ..Limits::default()
            };
            let options = SearchOptions {
                multi_pv: 4,
                ..SearchOptions::default()
            };
            let table = TranspositionTable::new(1);
            let watch = Watch::new(StopToken::new(), &limits);
            let budget = TimeBudget::new(&limits, line.position().turn(), 0);
            let bounds = Bounds::new(&limits, budget, &watch, &options);
            let mut memory = Memory::new();
            let crew = Crew::new(&watch);
            let mut worker = Worker::new(0, &crew, &line, &table, &mut memory, &options);
            let is_whole = count == 44;
            let found = worker.deepen(roots(count), &bounds, &mut |_| {});
            let kept = table.probe(line.position().key(), 0);
            let best = &found.roots[0];
            let expected = is_whole.then_some((Some(best.mv), best.value));
            assert_eq!(kept.map(|kept| (kept.mv, kept.value)), expected);
        }
    }

    #[test]
    fn the_more_the_best_move_changes_falls_or_is_doubted_the_longer_it_takes() {
        let moves = crate::position::Position::start().legal_moves();
        let best = |mv: usize, value, nodes| RootMove {
            nodes,
            ..RootMove::with_value(moves[mv], value)
        };
        let mut settled = Stability::default();
        let mut scales: Vec<u64> = (0..7)
            .map(|_| settled.scale(&best(0, 10, 900), 1_000))
            .collect();
        assert!(scales.is_sorted_by(|a, b| a >= b), "{scales:?}");
        let quiet = scales.pop().unwrap();
        assert!(settled.scale(&best(0, 10, 300), 1_000) > quiet);
        assert!(settled.scale(&best(0, -60, 900), 1_000) > quiet);
        assert!(settled.scale(&best(1, -60, 900), 1_000) > 2 * quiet);
    }
}
