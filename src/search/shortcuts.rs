//! What settles a node before its moves are searched one by one: a passed turn, and a capture that wins by a margin.

use super::heuristics::Arrival;
use super::move_picker::MovePicker;
use super::technique::Technique;
use super::value;
use super::worker::Worker;
use crate::analysis::Bound;
use crate::position::Move;

impl Worker<'_> {
    /// Passes the turn: who is still above beta then stands well enough. Gives the value if it settles the node.
    ///
    /// To pass would be a gift where every own move harms (zugzwang), so it is only tried with pieces that can attack,
    /// and at great depth a search without passing must confirm it.
    pub(super) fn try_null_move(
        &mut self,
        beta: i32,
        depth: i32,
        ply: usize,
        evaluation: i32,
        guess: i32,
        cut_node: bool,
    ) -> Option<i32> {
        let turn = self.line.position().turn();
        let after_null = self.context(ply)[0] == Arrival::NONE;
        if depth < 3
            || !self.has(Technique::NullMove)
            || after_null
            || ply < self.null_move_from
            || guess < beta
            || evaluation < beta - 18 * depth + 120
            || value::is_decided(beta)
            || self.balance(ply).attacking_material(turn) == 0
        {
            return None;
        }
        let reduced = depth - (3 + depth / 3 + ((guess - beta) / 160).min(3));
        self.play_null(ply);
        let value = -self.alpha_beta(-beta, 1 - beta, reduced, ply + 1, !cut_node);
        self.line.pop();
        if self.stopped || value < beta {
            return None;
        }
        let value = if value::is_decided(value) {
            beta
        } else {
            value
        };
        if depth < 12 || self.null_move_from > 0 || !self.has(Technique::NullMoveVerification) {
            return Some(value);
        }
        self.null_move_from = ply + 3 * (reduced.max(0) as usize) / 4;
        let confirmed = self.alpha_beta(beta - 1, beta, reduced, ply, false);
        self.null_move_from = 0;
        (confirmed >= beta && !self.stopped).then_some(value)
    }

    /// Tries the captures that lift the evaluation to `raised`: one that holds it at less depth settles the node.
    pub(super) fn try_captures(
        &mut self,
        raised: i32,
        depth: i32,
        ply: usize,
        table_move: Option<Move>,
        evaluation: i32,
        cut_node: bool,
    ) -> Option<i32> {
        let mut picker = MovePicker::captures(table_move, raised - evaluation, self.context(ply));
        while let Some(mv) = picker.next(self.line.position(), self.heuristics) {
            self.play(mv, ply);
            let mut value = -self.quiescence(-raised, 1 - raised, ply + 1);
            if value >= raised {
                value = -self.alpha_beta(-raised, 1 - raised, depth - 4, ply + 1, !cut_node);
            }
            self.line.pop();
            if self.stopped {
                return None;
            }
            if value >= raised {
                let key = self.line.position().key();
                self.keep(
                    key,
                    ply,
                    Some(mv),
                    value,
                    Bound::Lower,
                    Some(evaluation),
                    depth - 3,
                    false,
                );
                return Some(value);
            }
        }
        None
    }
}
