//! The alpha-beta search of a position inside the tree: principal variation search with its usual shortcuts.
//!
//! A null window asks "is it better than this?", and only a move that turns out better is searched with the full
//! window. Moves that come late and look poor are searched less deep, or not at all; moves that stand alone or give
//! check are searched deeper. The numbers are centipawns and plies, found by play.

use arrayvec::ArrayVec;

use super::heuristics::HISTORY_MOST;
use super::move_picker::MovePicker;
use super::repetition::is_near_limit;
use super::static_exchange::exchange_reaches;
use super::technique::Technique;
use super::value::{self, INFINITE, MAX_PLY};
use super::worker::Worker;
use crate::analysis::Bound;
use crate::position::Move;

/// Natural logarithms in 1/64, by number.
const LOGARITHMS: [i32; 128] = {
    let mut table = [0; 128];
    let mut sum = 0.0;
    let mut n = 2;
    while n < 128 {
        // ln(n) - ln(n - 1) by the series of the inverse hyperbolic tangent.
        let x = 1.0 / (2 * n - 1) as f64;
        sum +=
            2.0 * (x + x * x * x / 3.0 + x * x * x * x * x / 5.0 + x * x * x * x * x * x * x / 7.0);
        table[n] = (sum * 64.0) as i32;
        n += 1;
    }
    table
};

/// Gives how many plies less a quiet move is searched, by its number and the depth, in 1/1024 of a ply.
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    let log = |n: usize| LOGARITHMS[n.min(LOGARITHMS.len() - 1)];
    300 + log(depth.max(0) as usize) * log(count) * 1_024 / (64 * 64 * 9 / 4)
}

/// Quiet moves and captures tried before the best one.
type Tried = ArrayVec<Move, 64>;

impl Worker<'_> {
    /// Gives the value of the current position, `ply` plies from the root, by a search of `depth` plies within `alpha`
    /// and `beta`. `cut_node` says that a value of at least `beta` is expected.
    pub(super) fn alpha_beta(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence(alpha, beta, ply);
        }
        let pv_node = beta - alpha > 1;
        self.enter(ply);
        if self.is_over() {
            return 0;
        }
        if let Some(end) = self.rulings.end(&self.line, ply, self.rules, self.nodes) {
            return end;
        }
        let in_check = self.line.is_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(ply) };
        }
        // No line from here is better than a mate at once or worse than being mated already.
        if self.has(Technique::MateDistance) {
            alpha = alpha.max(value::mated_in(ply));
            beta = beta.min(value::mates_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.frame(ply).excluded;
        let key = self.line.position().key();
        let found = if excluded.is_none() && self.has(Technique::TranspositionTable) {
            self.table.probe(key, ply)
        } else {
            None
        };
        if let Some(found) = found
            && !pv_node
            && found.depth >= depth
            && found.cuts(alpha, beta)
            && !is_near_limit(self.line.position(), self.rules)
        {
            if let Some(mv) = found.mv
                && found.value >= beta
                && self.line.position().is_legal(mv)
                && !self.line.position().is_capture(mv)
            {
                self.reward_quiet(mv, &[], depth, ply);
            }
            return found.value;
        }
        let table_move = found.and_then(|found| found.mv);
        let was_pv = pv_node || found.is_some_and(|found| found.was_pv);

        let evaluation = match (in_check, excluded) {
            (true, _) => None,
            (_, Some(_)) => self.frame(ply).evaluation,
            _ => Some(
                found
                    .and_then(|found| found.evaluation)
                    .unwrap_or_else(|| self.evaluate(ply)),
            ),
        };
        self.frame_mut(ply).evaluation = evaluation;
        // The sisters of a position share its killers, and so do their daughters.
        self.frame_mut(ply + 2).killers = [None; 2];
        self.frame_mut(ply + 1).excluded = None;
        if excluded.is_none() {
            self.rate_by_evaluation(ply);
        }
        let improving = match (evaluation, self.earlier_evaluation(ply)) {
            (Some(now), Some(earlier)) => now > earlier,
            (Some(_), None) => true,
            _ => false,
        } && self.has(Technique::Improving);
        // The evaluation, mended by what the table knows.
        let guess = evaluation.map(|own| match found {
            Some(found) if found.improves(own) => found.value,
            _ => own,
        });

        if let (Some(evaluation), Some(guess), None, false) = (evaluation, guess, excluded, pv_node)
        {
            // So far ahead that the opponent's best reply will not bring it below beta.
            if depth <= 8
                && !was_pv
                && guess - 75 * (depth - i32::from(improving)) >= beta
                && !value::is_decided(beta)
                && !value::is_decided(guess)
                && self.has(Technique::ReverseFutility)
            {
                self.keep_evaluation(key, ply, found, evaluation, was_pv);
                return (guess + beta) / 2;
            }
            if let Some(value) = self.try_null_move(beta, depth, ply, evaluation, guess, cut_node) {
                self.keep_evaluation(key, ply, found, evaluation, was_pv);
                return value;
            }
            if self.stopped {
                return 0;
            }
            // A capture that already wins at less depth by a margin will win here too.
            let raised = beta + 190 - 50 * i32::from(improving);
            if depth >= 5
                && self.has(Technique::Probcut)
                && !value::is_decided(beta)
                && !found.is_some_and(|found| found.depth >= depth - 3 && found.value < raised)
            {
                if let Some(value) =
                    self.try_captures(raised, depth, ply, table_move, evaluation, cut_node)
                {
                    // Shown by a raised window only.
                    return if value::is_decided(value) {
                        value
                    } else {
                        value - (raised - beta)
                    };
                }
                if self.stopped {
                    return 0;
                }
            }
        }
        // Nothing known of the position: a shallower search finds a move for the next time.
        if depth >= 4
            && table_move.is_none()
            && (pv_node || cut_node)
            && excluded.is_none()
            && self.has(Technique::InternalReduction)
        {
            depth -= 1;
        }

        let context = self.context(ply);
        let mut picker = MovePicker::all(
            table_move,
            self.frame(ply).killers,
            self.heuristics.counter(context[0]),
            context,
        );
        picker.with_threats = self.has(Technique::Threats);
        let table_move_captures = table_move.is_some_and(|mv| self.line.position().is_capture(mv));
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let first_alpha = alpha;
        while let Some(mv) = picker.next(self.line.position(), self.heuristics) {
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let position = self.line.position();
            let captured = position.board().piece_at(mv.to());
            let Some(piece) = position.board().piece_at(mv.from()) else {
                continue;
            };
            let history = match captured {
                Some(captured) => self.heuristics.capture(piece, mv.to(), captured.kind()),
                None => self.heuristics.quiet(piece, mv, context),
            };
            let mut reduce = reduction(depth, count);
            if !pv_node && !improving {
                reduce += 700;
            }

            // What comes late and promises little is left out, once a line that is not lost is known.
            if !value::is_loss(best) {
                let remaining = (depth - reduce / 1_024).max(1);
                if captured.is_none() {
                    if count >= ((4 + depth * depth) / (2 - i32::from(improving))) as usize
                        && depth <= 9
                        && self.has(Technique::LateMovePruning)
                    {
                        picker.skip_quiets();
                    }
                    let poor = remaining <= 5
                        && history < -2_600 * remaining
                        && self.has(Technique::HistoryPruning);
                    // There is no evaluation in check.
                    let futility = evaluation
                        .filter(|_| {
                            remaining <= 8
                                && !value::is_decided(alpha)
                                && self.has(Technique::Futility)
                        })
                        .map(|own| own + 110 + 95 * remaining + history / 96)
                        .filter(|futility| *futility <= alpha);
                    if (poor || futility.is_some()) && !position.gives_check(mv) {
                        if let Some(futility) = futility
                            && !value::is_decided(best)
                        {
                            best = best.max(futility);
                        }
                        continue;
                    }
                    if depth <= 9
                        && self.has(Technique::ExchangePruning)
                        && !exchange_reaches(position, mv, -22 * remaining * remaining)
                    {
                        continue;
                    }
                } else if depth <= 7
                    && picker.gives_bad_captures()
                    && self.has(Technique::ExchangePruning)
                    && !exchange_reaches(position, mv, -110 * depth)
                {
                    continue;
                }
            }

            // A table move that no other move comes near is searched deeper.
            let mut extension = 0;
            if let Some(found) = found
                && Some(mv) == table_move
                && depth >= 7
                && found.depth >= depth - 3
                && found.bound != Bound::Upper
                && !value::is_decided(found.value)
                && ply < 2 * self.root_depth
                && self.has(Technique::SingularExtension)
            {
                let margin = found.value - 2 * depth;
                self.frame_mut(ply).excluded = Some(mv);
                let value = self.alpha_beta(margin - 1, margin, (depth - 1) / 2, ply, cut_node);
                self.frame_mut(ply).excluded = None;
                if self.stopped {
                    return 0;
                }
                if value < margin {
                    extension = if !pv_node && value < margin - 24 {
                        2
                    } else {
                        1
                    };
                } else if value >= beta && !value::is_decided(value) {
                    // Several moves refute: one of them will do.
                    return value;
                } else if found.value >= beta {
                    extension = -2;
                } else if cut_node {
                    extension = -1;
                }
            }

            self.play(mv, ply);
            let checks = self.line.is_check();
            if checks
                && extension == 0
                && depth <= 9
                && ply < 2 * self.root_depth
                && self.has(Technique::CheckExtension)
            {
                extension = 1;
            }
            let full = depth - 1 + extension;
            let mut value = alpha;
            if depth >= 2
                && count > 1 + usize::from(pv_node)
                && self.has(Technique::LateMoveReduction)
            {
                if was_pv {
                    reduce -= 1_024;
                }
                if pv_node {
                    reduce -= 600;
                }
                if cut_node {
                    reduce += 1_300;
                }
                if table_move_captures {
                    reduce += 700;
                }
                if checks {
                    reduce -= 900;
                }
                if captured.is_some() || self.frame(ply).killers.contains(&Some(mv)) {
                    reduce -= 900;
                }
                reduce -= history * 1_024 / HISTORY_MOST;
                let less = (full - reduce / 1_024).clamp(1.min(full), full);
                value = -self.alpha_beta(-alpha - 1, -alpha, less, ply + 1, true);
                if value > alpha && less < full {
                    // It was better than expected; how much says how deep to look again.
                    let again = full + i32::from(value > best + 55 + 2 * full)
                        - i32::from(value < best + 8);
                    if again > less {
                        value = -self.alpha_beta(-alpha - 1, -alpha, again, ply + 1, !cut_node);
                    }
                    if value > alpha && captured.is_none() && !self.stopped {
                        self.rate_surprise(piece, mv, context);
                    }
                }
            } else if !pv_node || count > 1 && self.has(Technique::PrincipalVariation) {
                value = -self.alpha_beta(-alpha - 1, -alpha, full, ply + 1, !cut_node);
            }
            if pv_node && (count == 1 || value > alpha || !self.has(Technique::PrincipalVariation))
            {
                value = -self.alpha_beta(-beta, -alpha, full, ply + 1, false);
            }
            self.line.pop();
            if self.stopped {
                return 0;
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if pv_node {
                        self.variations.extend(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            if Some(mv) != best_move {
                let tried = if captured.is_some() {
                    &mut captures
                } else {
                    &mut quiets
                };
                let _ = tried.try_push(mv);
            }
        }

        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None => value::mated_in(ply),
            };
        }
        if best_move.is_none() && excluded.is_none() {
            self.rate_by_replies(depth, ply);
        }
        if let Some(mv) = best_move
            && best >= beta
        {
            self.learn(
                mv,
                &quiets,
                &captures,
                depth + i32::from(best > beta + 90),
                ply,
            );
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if pv_node && alpha > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.keep(key, ply, best_move, best, bound, evaluation, depth, was_pv);
        }
        best
    }
}
