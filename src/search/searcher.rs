//! The searcher as others see it: a table, and `think`.

use super::book;
use super::crew::{Crew, elect};
use super::deepening::{Bounds, RootMove, expected_reply};
use super::evaluate::{static_evaluation, winnable};
use super::network::{Accumulators, Network};
use super::options::{SKILL_MOST, SearchOptions, THREADS_MOST};
use super::piece_square::Balance;
use super::skill;
use super::stop::StopToken;
use super::technique::Technique;
use super::time_budget::{REFEREE_PACE, TimeBudget, Watch, referee_positions};
use super::transposition::TranspositionTable;
use super::value;
use super::worker::{Memory, Worker};
use crate::analysis::{Limits, Report, Score};
use crate::board::ByColor;
use crate::position::{Line, Move, Position};
use crate::ruling::{
    Book, Cycle, NatureCache, RuleSet, Ruling, bans, is_move_limit, may_be_barred,
};

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move to play; `None` if there is none to choose, or only an evaluation was asked for.
    pub best: Option<Move>,
    /// The reply expected, to ponder on.
    pub ponder: Option<Move>,
    /// The worth of the position for the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
}

/// An alpha-beta searcher with its memory.
#[derive(Debug)]
pub struct Searcher {
    table: TranspositionTable,
    memory: Memory,
    /// What the threads that help learned.
    memories: Vec<Memory>,
    /// What the referee found out about the games.
    natures: NatureCache,
    /// What all that was learned was found by: the rules, whether the network evaluates, and what is left out.
    basis: Option<(RuleSet, bool, Option<Technique>)>,
}

impl Searcher {
    /// Makes a searcher with a transposition table of so many MiB, at least 1; if there is not so much memory, with as
    /// much as half, a quarter… of it. Memory is taken only as it is used.
    #[must_use]
    pub fn new(hash_megabytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(hash_megabytes),
            memory: Memory::new(),
            memories: Vec::new(),
            natures: NatureCache::default(),
            basis: None,
        }
    }

    /// Gives the table another size in MiB; what it held is forgotten.
    pub fn resize(&mut self, hash_megabytes: usize) {
        self.table = TranspositionTable::new(1);
        self.table = TranspositionTable::new(hash_megabytes);
    }

    /// Forgets all it learned, as before a new game. After this a search on one thread, bounded by depth or nodes,
    /// depends on its request alone.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory = Memory::new();
        self.memories.clear();
        self.natures = NatureCache::default();
    }

    /// Gives the size of the table in MiB.
    #[must_use]
    pub fn hash_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Searches for the best move at the end of `line` until a limit is met or `stop` says so, and tells each iteration
    /// to `on_report`.
    ///
    /// An infinite search returns only after a stop, a ponder search only after a ponder hit or a stop, whatever it
    /// finds before. With the book open, a request bounded by time alone in a position that it knows is answered from it at
    /// once, with a report of depth 0 that has a line. A limit of nodes is kept to the node, by all threads together. With
    /// depth 0 it only evaluates. No move is played that loses by a ruling, at once or by a reply, while the limits allow
    /// another. A search stopped at once still gives a move if there is one that the limits allow.
    ///
    /// # Examples
    /// ```
    /// use caipan::analysis::{Limits, Score};
    /// use caipan::position::{Line, Position};
    /// use caipan::search::{SearchOptions, Searcher, StopToken};
    ///
    /// let line = Line::new(Position::from_fen("3k5/9/9/9/p8/9/9/9/1R7/2R2K3 w").unwrap());
    /// let limits = Limits { depth: Some(4), ..Limits::default() };
    /// let thought = Searcher::new(1).think(
    ///     &line, &limits, &SearchOptions::default(), &StopToken::new(), &mut |_| {},
    /// );
    /// assert_eq!(thought.score, Score::MatesIn(3));
    /// ```
    pub fn think(
        &mut self,
        line: &Line,
        limits: &Limits,
        options: &SearchOptions,
        stop: &StopToken,
        on_report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let watch = Watch::new(stop.clone(), limits);
        // Who plays on beyond a limit of moves wants to win all the same.
        let endless = is_move_limit(line, &options.rules).then(|| SearchOptions {
            rules: RuleSet {
                natural_limit: None,
                longest_game: None,
                ..options.rules.clone()
            },
            ..options.clone()
        });
        let options = endless.as_ref().unwrap_or(options);
        let basis = Some((options.rules.clone(), options.use_nnue, options.without));
        if self.basis != basis {
            self.clear();
            self.basis = basis;
        }
        let legal = line.position().legal_moves();
        let roots: Vec<RootMove> = legal
            .iter()
            .copied()
            .filter(|mv| limits.allows(*mv))
            .map(RootMove::new)
            .collect();
        let thought = if roots.is_empty() || limits.depth == Some(0) || limits.is_static() {
            let score = static_score(line.position(), options.use_nnue);
            on_report(&unsearched(score, 0, &watch));
            Thought {
                best: None,
                ponder: None,
                score,
                nodes: 0,
            }
        } else if let Some(thought) = from_book(line, limits, options, &watch, on_report) {
            thought
        } else {
            self.search_within_rules(line, limits, options, &watch, roots, on_report)
        };
        watch.wait();
        thought
    }

    /// Searches the moves that do not lose by a ruling. Where the referee has no time to find out about them all, he looks
    /// once more at the one found, and while that may lose, another is looked for, in the part of the time kept for it.
    fn search_within_rules(
        &mut self,
        line: &Line,
        limits: &Limits,
        options: &SearchOptions,
        watch: &Watch,
        mut roots: Vec<RootMove>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let is_open = self.refer(line, limits, &options.rules, &mut roots);
        // Half of the longest time at least, whatever the overhead leaves of it: a game lost by a ruling is lost, too.
        let hard = |overhead| TimeBudget::new(limits, line.position().turn(), overhead).hard;
        let hard = hard(0).map(|most| hard(options.move_overhead).unwrap_or(0).max(most / 2));
        let Some(hard) = hard.filter(|_| is_open) else {
            return self.search(line, limits, options, watch, roots, on_report);
        };
        let mut until = Limits {
            move_time: Some(hard / 5 * 2),
            ..limits.clone()
        };
        let mut rejected: Option<Thought> = None;
        let mut nodes = 0;
        loop {
            let mut thought = self.search(line, &until, options, watch, roots.clone(), on_report);
            nodes += thought.nodes;
            thought.nodes = nodes;
            let (Some(best), Some(used)) = (thought.best, watch.used()) else {
                return thought;
            };
            let left = hard.saturating_sub(used);
            if left == 0 || watch.is_stopped() {
                return thought;
            }
            // Half of the time left.
            self.natures.allow(left.saturating_mul(REFEREE_PACE) / 2);
            if !may_be_barred(line, best, &options.rules, &mut self.natures) {
                return thought;
            }
            let first = rejected.get_or_insert(thought);
            roots.retain(|root| root.mv != best);
            if roots.is_empty() || limits.nodes.is_some_and(|most| most <= nodes) {
                return first.clone();
            }
            // The clock's own measure of enough is used up; this part of the time is for the other move.
            let used = watch.used().unwrap_or(hard);
            until.move_time = Some(used + hard.saturating_sub(used) / 4);
            until.clocks = ByColor::default();
            until.nodes = limits.nodes.map(|most| most - nodes);
        }
    }

    /// Asks the referee about the game so far: what last recurred in it, so that the tree need not guess, and which of
    /// the root moves lose by a ruling; they are left out while there is another. Against the clock he looks no further
    /// than a part of the time allows, and tells whether that left something open that matters.
    fn refer(
        &mut self,
        line: &Line,
        limits: &Limits,
        rules: &RuleSet,
        roots: &mut Vec<RootMove>,
    ) -> bool {
        let natures = &mut self.natures;
        natures.allow(referee_positions(limits, line.position().turn()));
        let is_current = |cycle: &Cycle| line.last_capture().is_none_or(|ply| ply < cycle.start);
        if rules.book == Book::Chinese
            && let Some(cycle) = Cycle::latest(line).filter(is_current)
        {
            let _ = Ruling::with_help(line, cycle, rules, natures);
        }
        let _ = natures.take_short();
        let barred = bans(line, rules, natures);
        if roots.iter().any(|root| !barred.contains(&root.mv)) {
            roots.retain(|root| !barred.contains(&root.mv));
        }
        self.natures.take_short()
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        options: &SearchOptions,
        watch: &Watch,
        roots: Vec<RootMove>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Thought {
        // Who looks for a mate is to find it at any level.
        let skill = if limits.mate.is_some() {
            SKILL_MOST
        } else {
            options.skill
        };
        let threads = if skill < SKILL_MOST {
            1
        } else {
            options.threads
        };
        let helpers = threads.clamp(1, THREADS_MOST) - 1;
        self.memories.resize_with(helpers, Memory::new);
        for memory in std::iter::once(&mut self.memory).chain(&mut self.memories) {
            memory.rulings.begin(&self.natures);
        }
        self.table.grow_older();
        let budget = TimeBudget::new(limits, line.position().turn(), options.move_overhead);
        let mut bounds = Bounds::new(limits, budget, watch, options);
        let mut crew = Crew::new(watch);
        crew.hard_limit = budget.hard;
        crew.most = limits.nodes.unwrap_or(u64::MAX).max(1);
        if let Some(most) = skill::horizon(skill) {
            bounds.lines = bounds.lines.max(skill::CANDIDATES);
            crew.enough = most;
        }
        let (table, crew, bounds) = (&self.table, &crew, &bounds);
        let worker = |number, memory| Worker::new(number, crew, line, table, memory, options);
        let mut leader = worker(0, &mut self.memory);
        let helpers = (1..).zip(&mut self.memories).map(|(number, memory)| {
            let (mut helper, roots) = (worker(number, memory), roots.clone());
            move || helper.deepen(roots, bounds, &mut |_| {})
        });
        let lead = || leader.deepen(roots.clone(), bounds, on_report);
        let findings = crew.work(lead, helpers);
        let elected = if bounds.lines == 1 {
            elect(&findings)
        } else {
            0
        };
        let found = &findings[elected];
        if elected > 0 {
            on_report(&leader.report(&found.roots[0], 0, found.depth, watch));
        }
        let chosen = skill::pick(&found.roots, skill, options.seed).unwrap_or(0);
        let (best, nodes) = (&found.roots[chosen], crew.visited());
        let score = match best.value() {
            // Too few nodes for a single move.
            value if value <= -value::INFINITE => {
                let score = static_score(line.position(), options.use_nnue);
                on_report(&unsearched(score, nodes, watch));
                score
            }
            value => value::to_score(value),
        };
        Thought {
            best: Some(best.mv),
            ponder: expected_reply(line, best, &self.table),
            score,
            nodes,
        }
    }
}

/// Gives the score of a position, for the side to move, without a search, by the network or by the hand-made evaluation:
/// who has no move is mated.
#[must_use]
pub fn static_score(position: &Position, use_nnue: bool) -> Score {
    if !position.has_legal_move() {
        return Score::MatedIn(0);
    }
    Score::Centipawns(if use_nnue {
        let worth = Accumulators::new(Network::bundled(), position, 0).worth(0, position);
        winnable(worth, position, Balance::of(position.board()))
    } else {
        static_evaluation(position)
    })
}

/// Reports a score that no search stands behind.
fn unsearched(score: Score, nodes: u64, watch: &Watch) -> Report {
    Report {
        depth: Some(0),
        score: Some(score),
        nodes: Some(nodes),
        time: Some(watch.told()),
        ..Report::default()
    }
}

/// Answers from the opening book, where it is open and a move of a game by the clock is asked for: what is bounded by depth,
/// nodes or certain moves, or until it is stopped, is a search in its own right.
fn from_book(
    line: &Line,
    limits: &Limits,
    options: &SearchOptions,
    watch: &Watch,
    on_report: &mut dyn FnMut(&Report),
) -> Option<Thought> {
    let is_search = !limits.ponder && limits.is_endless()
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || !limits.search_moves.is_empty();
    if is_search || !options.book || options.multi_pv > 1 {
        return None;
    }
    let known = book::choose(line, limits, options.seed)?;
    let ponder = book::reply(line.position(), known.mv);
    let score = Score::Centipawns(known.score);
    on_report(&Report {
        // Some GUIs show no line without a speed.
        nps: Some(0),
        pv: std::iter::once(known.mv).chain(ponder).collect(),
        ..unsearched(score, 0, watch)
    });
    Some(Thought {
        best: Some(known.mv),
        ponder,
        score,
        nodes: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Clock;
    use crate::board::Color;

    #[test]
    fn an_empty_clock_still_gives_a_move() {
        let mut limits = Limits::default();
        limits.clocks[Color::Red] = Some(Clock::default());
        let (options, stop) = (SearchOptions::default(), StopToken::new());
        let thought =
            Searcher::new(1).think(&Line::default(), &limits, &options, &stop, &mut |_| {});
        assert!(thought.best.is_some());
    }

    #[test]
    fn beyond_a_limit_of_moves_it_still_plays() {
        // A pawn that a rook guards attacks the rook.
        for (clock, number) in [(0, 1), (130, 90), (10, 120)] {
            let fen = format!("r2k5/9/9/9/9/9/9/9/pR7/4K4 w - - {clock} {number}");
            let line = Line::new(Position::from_fen(&fen).unwrap());
            let limits = Limits {
                depth: Some(5),
                ..Limits::default()
            };
            for rules in ["cn2011", "sky"] {
                let options = SearchOptions {
                    rules: RuleSet::by_name(rules).unwrap(),
                    ..SearchOptions::default()
                };
                let thought = Searcher::new(1).think(
                    &line,
                    &limits,
                    &options,
                    &StopToken::new(),
                    &mut |_| {},
                );
                let best = thought.best.unwrap().to_string();
                assert!(
                    best.starts_with("b1") && best != "b1a1",
                    "{fen} {rules}: {best}"
                );
            }
        }
    }
}
