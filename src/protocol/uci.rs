//! What only UCI says.

use super::phrase::Phrase;
use super::{Dialect, Go};
use crate::analysis::{Limits, Report};
use crate::board::{ByColor, Color};

/// Writes `setoption`, with the key words `name` and `value`.
pub(super) fn set_option(name: &str, value: &str) -> String {
    let mut line = Phrase::new("setoption name", Dialect::Uci);
    line.text(name)
        .flag("value", !value.is_empty())
        .text(value)
        .finish()
}

/// Makes `go` of limits, clocks by colour.
pub(super) fn go(limits: &Limits, turn: Color) -> Go {
    let clock = |side: Color| limits.clocks[side];
    Go {
        ponder: limits.ponder,
        infinite: limits.is_endless(),
        times: ByColor::new_with(|side| clock(side).map(|clock| clock.left)),
        increments: ByColor::new_with(|side| clock(side).map(|clock| clock.increment)),
        moves_to_go: clock(turn).and_then(|clock| clock.moves_to_go),
        move_time: limits.move_time,
        depth: limits.depth,
        nodes: limits.nodes,
        mate: limits.mate,
        search_moves: limits.search_moves.clone(),
        ..Go::default()
    }
}

/// Writes the fields of `info`, all but the line of play, in the order of Stockfish and its kin.
pub(super) fn report(report: &Report, line: &mut Phrase) {
    line.field("depth", report.depth)
        .field("seldepth", report.seldepth)
        .field("multipv", report.multipv)
        .field("score", report.score)
        .bound(report.bound)
        .chances(report.wdl)
        .field("nodes", report.nodes)
        .field("nps", report.nps)
        .field("hashfull", report.hashfull)
        .field("tbhits", report.tbhits)
        .field("time", report.time)
        .named_moves("currmove", report.currmove.as_slice())
        .field("currmovenumber", report.currmovenumber);
}
