//! What only UCCI says (中国象棋通用引擎协议, version 3.0).

use super::phrase::{Phrase, guarded};
use super::{Dialect, Go, TimeUnit};
use crate::analysis::{Clock, Limits, Report, Score};
use crate::board::Color;

/// Writes `setoption`: no key words, the name one word.
pub(super) fn set_option(name: &str, value: &str) -> String {
    Phrase::new("setoption", Dialect::Ucci)
        .word(one_word(name))
        .text(value)
        .finish()
}

/// Makes one word of a name, with `_` for blanks as Fairy-Stockfish does, and all lower case.
pub(super) fn one_word(name: &str) -> String {
    let name = guarded(name);
    let words: Vec<_> = name.split_ascii_whitespace().collect();
    words.join("_").to_ascii_lowercase()
}

/// Makes `go` of limits, with one mode only. A time for this move is told as a period of one move, since UCCI has no
/// word for it, and a longest mate as its depth and one more ply, in which the mated side has no move. Less than a second
/// of a clock is told as one where seconds are counted.
pub(super) fn go(limits: &Limits, turn: Color, unit: TimeUnit) -> Go {
    let mut go = Go {
        ponder: limits.ponder,
        draw: limits.draw_offered && !limits.ponder,
        ..Go::default()
    };
    let of_move = limits.move_time.map(|left| Clock {
        left,
        increment: 0,
        moves_to_go: Some(1),
    });
    // No time at all is no time to move in.
    let time = |clock: Clock| Some(unit.from_millis(clock.left).max(clock.left.min(1)));
    let increment = |clock: Clock| match clock.moves_to_go {
        Some(_) => None,
        None => Some(unit.from_millis(clock.increment)),
    };
    if limits.is_endless() {
        go.infinite = true;
    } else if let Some(own) = of_move.or(limits.clocks[turn]) {
        go.time = time(own);
        go.moves_to_go = own.moves_to_go;
        go.increment = increment(own);
        if let Some(opponent) = limits.clocks[!turn] {
            go.opponent_time = time(opponent);
            go.opponent_moves_to_go = opponent.moves_to_go;
            go.opponent_increment = increment(opponent);
        }
    } else if limits.nodes.is_some() {
        go.nodes = limits.nodes;
    } else {
        let of_mate = limits.mate.map(|moves| moves.max(1).saturating_mul(2));
        go.depth = limits.depth.into_iter().chain(of_mate).min();
        go.infinite = go.depth.is_none();
    }
    go
}

/// Writes the fields of `info`, all but the line of play, which comes last.
///
/// One order serves all known readers. The pairs of the protocol's text, `depth` and `score`, `time` and `nodes`, stand
/// side by side at the head. TChess shows a line only if it holds `nps`. The fields that UCCI does not know follow,
/// where a reader of key words skips them. XQWizard reads from the `pv` to the end of the line in strides of five
/// characters, so nothing but moves may stand behind it, each after one blank.
pub(super) fn report(report: &Report, line: &mut Phrase) {
    line.field("depth", report.depth)
        .field("score", report.score.map(Score::ucci))
        .bound(report.bound)
        .field("time", report.time)
        .field("nodes", report.nodes)
        .field("nps", report.nps)
        .field("seldepth", report.seldepth)
        .field("multipv", report.multipv)
        .field("hashfull", report.hashfull)
        .field("tbhits", report.tbhits)
        .chances(report.wdl)
        .named_moves("currmove", report.currmove.as_slice())
        .field("currmovenumber", report.currmovenumber);
}
