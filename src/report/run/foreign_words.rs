//! The sentences with which fastchess and cutechess tell how a game ended, and the numbers of their tables.
//!
//! Their words are for chess: Red is White there, who moves first too. What chess does not know is told in their manner.

use crate::board::Color;
use crate::stats::Estimate;
use crate::tournament::{ResultEntry, Termination};

use super::rating::fixed;
use super::totals::loser;

/// Writes a number with so many digits behind the point; one of which nothing is known is none there.
pub(super) fn number(number: Option<f64>, digits: usize) -> String {
    match number.filter(|number| !number.is_nan()) {
        Some(number) => fixed(number, digits),
        None => "nan".to_owned(),
    }
}

/// Writes an estimate and its error; one that is not bounded is no number.
pub(super) fn bounded(estimate: Option<Estimate>, digits: usize) -> [String; 2] {
    let error = estimate.map(|estimate| estimate.error);
    [
        number(estimate.map(|estimate| estimate.value), digits),
        number(error.filter(|error| error.is_finite()), digits),
    ]
}

/// Tells how a game ended, without braces.
pub(super) fn reason(result: &ResultEntry) -> String {
    let Some(loser) = result.outcome().and_then(loser) else {
        return drawn(result.termination).to_owned();
    };
    let (winner, loser) = (color(!loser), color(loser));
    match result.termination {
        Termination::Mate => format!("{winner} mates"),
        Termination::Stalemate => format!("{winner} wins by stalemate"),
        Termination::PerpetualCheck => format!("{loser} loses by perpetual check"),
        Termination::PerpetualMateThreat => format!("{loser} loses by perpetual mate threat"),
        Termination::PerpetualChase => format!("{loser} loses by perpetual chase"),
        Termination::MixedPerpetual => format!("{loser} loses by perpetual attack"),
        Termination::Resignation => format!("{loser} resigns"),
        Termination::TimeForfeit => format!("{loser} loses on time"),
        Termination::IllegalMove => format!("{loser} makes an illegal move"),
        Termination::Crash => format!("{loser} disconnects"),
        Termination::Stall => format!("{loser}'s connection stalls"),
        Termination::Repetition
        | Termination::NaturalLimit
        | Termination::GameLength
        | Termination::NoAttackers
        | Termination::Agreement
        | Termination::DrawAdjudication
        | Termination::ResignAdjudication
        | Termination::MoveLimit => format!("{winner} wins by adjudication"),
    }
}

fn drawn(termination: Termination) -> &'static str {
    match termination {
        Termination::Repetition => "Draw by 3-fold repetition",
        Termination::NaturalLimit => "Draw by fifty moves rule",
        Termination::NoAttackers => "Draw by insufficient mating material",
        Termination::Agreement => "Draw by agreement",
        _ => "Draw by adjudication",
    }
}

const fn color(color: Color) -> &'static str {
    match color {
        Color::Red => "White",
        Color::Black => "Black",
    }
}
