//! One search at work: its line, its bounds, and what it keeps for each ply.

use arrayvec::ArrayVec;

use super::crew::Crew;
use super::evaluate::{evaluate, winnable};
use super::heuristics::{Arrival, Context, Heuristics};
use super::network::{Accumulators, Change, Network};
use super::options::SearchOptions;
use super::piece_square::Balance;
use super::repetition::Rulings;
use super::technique::Technique;
use super::transposition::{Found, TranspositionTable};
use super::value::MAX_PLY;
use crate::analysis::Bound;
use crate::board::Piece;
use crate::position::{Line, Move};
use crate::ruling::RuleSet;

/// Places before the root's frame, so that looking four plies back needs no test.
const BEFORE_ROOT: usize = 4;

/// What is kept for one ply of the line being searched.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Material and place of the position.
    balance: Balance,
    /// The static evaluation; `None` in check.
    pub evaluation: Option<i32>,
    /// The move being tried, as its answers see it.
    arrival: Arrival,
    /// That move, if it is a quiet one.
    quiet: Option<(Piece, Move)>,
    /// Quiet moves that refuted a sister of the position.
    pub killers: [Option<Move>; 2],
    /// The move left out while it is tested whether it is the only good one.
    pub excluded: Option<Move>,
}

/// The best lines found, by the ply at which they begin.
#[derive(Debug)]
pub(super) struct Variations {
    lines: Vec<ArrayVec<Move, MAX_PLY>>,
}

impl Variations {
    /// Puts a move before the best line of the next ply.
    pub(super) fn extend(&mut self, ply: usize, mv: Move) {
        let [line, rest] = &mut self.lines[ply..ply + 2] else {
            return;
        };
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }

    /// Gives the best line from a ply on.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}

/// What a thread learned in earlier searches.
#[derive(Debug)]
pub(super) struct Memory {
    heuristics: Heuristics,
    pub rulings: Rulings,
}

impl Memory {
    /// Makes an empty memory; its room is only taken when used.
    pub(super) fn new() -> Self {
        Self {
            heuristics: Heuristics::new(),
            rulings: Rulings::new(),
        }
    }
}

/// The state of one search, or of one of its threads.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    /// Which of the threads this is; 0 leads.
    pub number: usize,
    pub crew: &'a Crew<'a>,
    pub line: Line,
    pub table: &'a TranspositionTable,
    pub heuristics: &'a mut Heuristics,
    pub rulings: &'a mut Rulings,
    pub rules: &'a RuleSet,
    without: Option<Technique>,
    /// What the network sees of the line, if it evaluates.
    accumulators: Option<Accumulators<'a>>,
    frames: Vec<Frame>,
    pub variations: Variations,
    /// Positions visited by this thread.
    pub nodes: u64,
    /// How many of them the crew knows of.
    told: u64,
    next_look: u64,
    /// Set once the search must end; values found since then mean nothing.
    pub stopped: bool,
    /// Whether there is a move to play, so that the search may end.
    pub may_stop: bool,
    /// Deepest ply reached.
    pub deepest: usize,
    /// Depth of the iteration, in plies.
    pub root_depth: usize,
    /// Below this ply no null move is tried, while one is being verified.
    pub null_move_from: usize,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        number: usize,
        crew: &'a Crew<'a>,
        line: &Line,
        table: &'a TranspositionTable,
        memory: &'a mut Memory,
        options: &'a SearchOptions,
    ) -> Self {
        let network = options.use_nnue.then(Network::bundled);
        let frame = Frame {
            balance: Balance::of(line.position().board()),
            evaluation: None,
            arrival: Arrival::NONE,
            quiet: None,
            killers: [None; 2],
            excluded: None,
        };
        Self {
            number,
            crew,
            line: line.clone(),
            table,
            heuristics: &mut memory.heuristics,
            rulings: &mut memory.rulings,
            rules: &options.rules,
            without: options.without,
            accumulators: network
                .map(|network| Accumulators::new(network, line.position(), MAX_PLY + 1)),
            frames: vec![frame; MAX_PLY + BEFORE_ROOT + 2],
            variations: Variations {
                lines: vec![ArrayVec::new(); MAX_PLY + 2],
            },
            nodes: 0,
            told: 0,
            next_look: 0,
            stopped: false,
            may_stop: false,
            deepest: 0,
            root_depth: 0,
            null_move_from: 0,
        }
    }

    /// Tells whether the search makes use of a technique.
    #[inline]
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.without != Some(technique)
    }

    #[inline]
    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT]
    }

    /// Gives material and place of the position at a ply.
    #[inline]
    pub(super) fn balance(&self, ply: usize) -> Balance {
        self.frame(ply).balance
    }

    #[inline]
    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// Gives the evaluation two plies before, or four if that one was in check.
    #[inline]
    pub(super) fn earlier_evaluation(&self, ply: usize) -> Option<i32> {
        let at = |back: usize| self.frames[ply + BEFORE_ROOT - back].evaluation;
        at(2).or(at(4))
    }

    /// Gives the moves that led here.
    #[inline]
    pub(super) fn context(&self, ply: usize) -> Context {
        [
            self.frames[ply + BEFORE_ROOT - 1].arrival,
            self.frames[ply + BEFORE_ROOT - 2].arrival,
            self.frames[ply + BEFORE_ROOT - 4].arrival,
        ]
    }

    /// Begins a node: its best line is empty as yet.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) {
        self.variations.lines[ply].clear();
        self.deepest = self.deepest.max(ply);
    }

    /// Plays a legal move from the position at `ply`; take it back by popping the line.
    #[inline]
    pub(super) fn play(&mut self, mv: Move, ply: usize) {
        let board = self.line.position().board();
        let at = ply + BEFORE_ROOT;
        if let Some(piece) = board.piece_at(mv.from()) {
            let captured = board.piece_at(mv.to());
            self.frames[at + 1].balance =
                self.frames[at]
                    .balance
                    .after(piece, mv.from(), mv.to(), captured);
            self.frames[at].arrival = Arrival::new(piece, mv.to());
            self.frames[at].quiet = captured.is_none().then_some((piece, mv));
            if let Some(accumulators) = &mut self.accumulators {
                let change = Change {
                    piece,
                    from: mv.from(),
                    to: mv.to(),
                    captured,
                };
                accumulators.play(ply + 1, Some(change));
            }
        }
        self.line.push_unchecked(mv);
        self.nodes += 1;
    }

    /// Passes the turn at `ply`; take it back by popping the line.
    #[inline]
    pub(super) fn play_null(&mut self, ply: usize) {
        let at = ply + BEFORE_ROOT;
        self.frames[at + 1].balance = self.frames[at].balance;
        self.frames[at].arrival = Arrival::NONE;
        self.frames[at].quiet = None;
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.play(ply + 1, None);
        }
        self.line.push_null();
        self.nodes += 1;
    }

    /// Gives the static evaluation of the current position, which lies at `ply`.
    #[inline]
    pub(super) fn evaluate(&mut self, ply: usize) -> i32 {
        let balance = self.frame(ply).balance;
        let position = self.line.position();
        match &mut self.accumulators {
            None => evaluate(position, balance),
            Some(accumulators) => winnable(accumulators.worth(ply, position), position, balance),
        }
    }

    /// Tells whether the search must end now; looks at the clock now and then.
    #[inline]
    pub(super) fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        self.crew.count(self.nodes - self.told);
        self.told = self.nodes;
        match self.crew.grant(self.may_stop) {
            Some(more) => self.next_look = self.nodes + more,
            None => self.stopped = true,
        }
    }

    /// Gives the positions visited by all threads, as far as this one knows.
    pub(super) fn visited(&self) -> u64 {
        self.crew.visited() + self.nodes - self.told
    }

    /// Ends the work: what was granted and not visited is free for others.
    pub(super) fn finish(&mut self) {
        self.crew.count(self.nodes - self.told);
        self.told = self.nodes;
        self.crew.give_back(self.next_look - self.nodes);
        self.next_look = self.nodes;
    }

    /// Keeps a result in the table.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the fields of the entry"
    )]
    #[inline]
    pub(super) fn keep(
        &self,
        key: u64,
        ply: usize,
        mv: Option<Move>,
        value: i32,
        bound: Bound,
        evaluation: Option<i32>,
        depth: i32,
        was_pv: bool,
    ) {
        let found = Found {
            mv,
            value,
            bound,
            evaluation,
            depth,
            was_pv,
        };
        self.table.store(key, ply, found);
    }

    /// Keeps the evaluation of a position that was settled without a search, where the table knows nothing of it.
    #[inline]
    pub(super) fn keep_evaluation(
        &self,
        key: u64,
        ply: usize,
        found: Option<Found>,
        evaluation: i32,
        was_pv: bool,
    ) {
        if found.is_none() && !self.stopped {
            let own = Some(evaluation);
            self.keep(key, ply, None, evaluation, Bound::Lower, own, 0, was_pv);
        }
    }

    /// Learns from the move that refuted the position: it is rewarded, those tried in vain before it are punished.
    pub(super) fn learn(
        &mut self,
        mv: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let position = self.line.position();
        if position.is_capture(mv) {
            self.rate_capture(mv, bonus(depth));
        } else {
            self.reward_quiet(mv, quiets, depth, ply);
        }
        for tried in captures {
            self.rate_capture(*tried, -bonus(depth));
        }
    }

    fn rate_capture(&mut self, mv: Move, bonus: i32) {
        if !self.has(Technique::CaptureHistory) {
            return;
        }
        let board = self.line.position().board();
        if let (Some(piece), Some(captured)) = (board.piece_at(mv.from()), board.piece_at(mv.to()))
        {
            self.heuristics
                .add_capture(piece, mv.to(), captured.kind(), bonus);
        }
    }

    pub(super) fn reward_quiet(&mut self, mv: Move, tried: &[Move], depth: i32, ply: usize) {
        let context = self.context(ply);
        self.rate_quiet(mv, context, bonus(depth));
        for tried in tried {
            self.rate_quiet(*tried, context, -bonus(depth));
        }
        if self.has(Technique::CounterMoves) {
            self.heuristics.set_counter(context[0], mv);
        }
        if !self.has(Technique::Killers) {
            return;
        }
        let killers = &mut self.frame_mut(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Rates the quiet move that led to `ply` by what it changed in the evaluation.
    #[inline]
    pub(super) fn rate_by_evaluation(&mut self, ply: usize) {
        let (now, before) = (self.frame(ply), self.frame(ply - 1));
        if let (Some(own), Some(other)) = (now.evaluation, before.evaluation)
            && let Some((piece, mv)) = before.quiet
            && self.has(Technique::PriorMoveHistory)
            && self.has(Technique::History)
        {
            let gain = (15 - own - other).clamp(-120, 100);
            self.heuristics.add_quiet(piece, mv, gain * 6);
        }
    }

    /// Rewards the quiet move that led to `ply`: no reply to it was good enough.
    #[inline]
    pub(super) fn rate_by_replies(&mut self, depth: i32, ply: usize) {
        if let Some((piece, mv)) = self.frame(ply - 1).quiet
            && self.has(Technique::PriorMoveHistory)
        {
            self.rate(piece, mv, self.context(ply - 1), bonus(depth) / 2);
        }
    }

    /// Rewards a late quiet move that was better than expected.
    #[inline]
    pub(super) fn rate_surprise(&mut self, piece: Piece, mv: Move, context: Context) {
        if self.has(Technique::PriorMoveHistory) && self.has(Technique::ContinuationHistory) {
            self.heuristics.add_answer(piece, mv, context, 600);
        }
    }

    fn rate_quiet(&mut self, mv: Move, context: Context, bonus: i32) {
        if let Some(piece) = self.line.position().board().piece_at(mv.from()) {
            self.rate(piece, mv, context, bonus);
        }
    }

    fn rate(&mut self, piece: Piece, mv: Move, context: Context, bonus: i32) {
        if self.has(Technique::History) {
            self.heuristics.add_quiet(piece, mv, bonus);
        }
        if self.has(Technique::ContinuationHistory) {
            self.heuristics.add_answer(piece, mv, context, bonus);
        }
    }
}

/// What a success at a depth adds to a history.
fn bonus(depth: i32) -> i32 {
    (14 * depth * depth + 90 * depth).min(1_400)
}
