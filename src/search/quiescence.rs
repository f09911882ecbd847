//! The search past the horizon: captures that lose nothing, and every answer to a check, until all is quiet.

use super::move_picker::MovePicker;
use super::piece_square::EXCHANGE_VALUE;
use super::repetition::is_near_limit;
use super::static_exchange::exchange_reaches;
use super::technique::Technique;
use super::value::{self, INFINITE, MAX_PLY};
use super::worker::Worker;
use crate::analysis::Bound;

/// What a capture may bring beyond the piece it takes, in centipawns, before it is given up as too little.
const FUTILITY_MARGIN: i32 = 180;

impl Worker<'_> {
    /// Gives the value of the current position once the captures are played out, within `alpha` and `beta`.
    pub(super) fn quiescence(&mut self, mut alpha: i32, beta: i32, ply: usize) -> i32 {
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

        let key = self.line.position().key();
        let found = if self.has(Technique::TranspositionTable) {
            self.table.probe(key, ply)
        } else {
            None
        };
        if let Some(found) = found
            && !pv_node
            && found.cuts(alpha, beta)
            && !is_near_limit(self.line.position(), self.rules)
        {
            return found.value;
        }

        let mut best = -INFINITE;
        let mut evaluation = None;
        let mut futility = -INFINITE;
        if !in_check {
            let own = found
                .and_then(|found| found.evaluation)
                .unwrap_or_else(|| self.evaluate(ply));
            evaluation = Some(own);
            best = own;
            if let Some(found) = found
                && found.improves(best)
            {
                best = found.value;
            }
            if best >= beta {
                if found.is_none() {
                    self.keep(key, ply, None, best, Bound::Lower, evaluation, 0, false);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility = own + FUTILITY_MARGIN;
        }

        let table_move = found.and_then(|found| found.mv);
        let context = self.context(ply);
        let mut picker = if in_check {
            MovePicker::all(table_move, [None; 2], None, context)
        } else {
            MovePicker::captures(table_move, 0, context)
        };
        let mut best_move = None;
        let mut count = 0;
        while let Some(mv) = picker.next(self.line.position(), self.heuristics) {
            count += 1;
            if !value::is_loss(best) {
                let captured = self.line.position().board().piece_at(mv.to());
                if in_check {
                    // One answer that holds is enough to leave out the quiet ones that give a piece away.
                    if captured.is_none() && !exchange_reaches(self.line.position(), mv, 0) {
                        continue;
                    }
                } else if self.has(Technique::DeltaPruning) {
                    let gain = captured.map_or(0, |piece| EXCHANGE_VALUE[piece.kind() as usize]);
                    if futility + gain <= alpha {
                        best = best.max(futility + gain);
                        continue;
                    }
                    if futility <= alpha && !exchange_reaches(self.line.position(), mv, 1) {
                        best = best.max(futility);
                        continue;
                    }
                }
            }
            self.play(mv, ply);
            let value = -self.quiescence(-beta, -alpha, ply + 1);
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
        }
        if in_check && count == 0 {
            return value::mated_in(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.keep(key, ply, best_move, best, bound, evaluation, 0, pv_node);
        best
    }
}
