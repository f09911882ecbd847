//! The command `go`.

use std::str::FromStr;

use super::phrase::{Cursor, Phrase};
use super::{CommandError, Dialect, TimeUnit, ucci, uci};
use crate::analysis::{Clock, Limits};
use crate::board::{ByColor, Color};
use crate::position::Move;

/// What was said behind `go`, one field for each word of either dialect; numbers as sent, a negative time as 0.
///
/// UCCI's clock words speak of the side to move and its opponent, in seconds or milliseconds; UCI's of Red (`w`) and
/// Black (`b`), in milliseconds. [`Go::limits`] joins them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// `ponder`: think in the opponent's time.
    pub ponder: bool,
    /// `draw`: the opponent offers a draw (UCCI).
    pub draw: bool,
    /// `infinite`, or UCCI's `depth infinite`.
    pub infinite: bool,
    /// `time`: what the side to move has left (UCCI).
    pub time: Option<u64>,
    /// `movestogo`: how many moves that is for. In UCI this holds for both sides.
    pub moves_to_go: Option<u32>,
    /// `increment`: what each move of the side to move adds (UCCI).
    pub increment: Option<u64>,
    /// `opptime`: what the opponent has left (UCCI).
    pub opponent_time: Option<u64>,
    /// `oppmovestogo`: how many moves that is for (UCCI).
    pub opponent_moves_to_go: Option<u32>,
    /// `oppincrement`: what each move of the opponent adds (UCCI).
    pub opponent_increment: Option<u64>,
    /// `wtime` and `btime`: what each side has left (UCI), in milliseconds.
    pub times: ByColor<Option<u64>>,
    /// `winc` and `binc`: what each move adds (UCI), in milliseconds.
    pub increments: ByColor<Option<u64>>,
    /// `movetime`: time for this move, in milliseconds.
    pub move_time: Option<u64>,
    /// `depth`, in plies.
    pub depth: Option<u32>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `mate`: longest mate to look for, in moves.
    pub mate: Option<u32>,
    /// `perft`: count the leaves of the tree of legal moves so many plies deep, and play nothing.
    pub perft: Option<u32>,
    /// Words that mean nothing here; also those behind `banmoves` and `searchmoves` that are no moves.
    pub unread: Vec<String>,
    /// `banmoves` (Fairy-Stockfish): root moves not to play.
    pub ban_moves: Vec<Move>,
    /// `searchmoves`: the only root moves to consider.
    pub search_moves: Vec<Move>,
}

impl Go {
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, CommandError> {
        let mut go = Self::default();
        while let Some(word) = cursor.word() {
            match word.to_ascii_lowercase().as_str() {
                "ponder" => go.ponder = true,
                "draw" => go.draw = true,
                "infinite" => go.infinite = true,
                "depth" if cursor.keyword("infinite") => go.infinite = true,
                "depth" => go.depth = count(word, cursor)?,
                "time" => go.time = time(word, cursor)?,
                "movestogo" => go.moves_to_go = count(word, cursor)?,
                "increment" => go.increment = time(word, cursor)?,
                "opptime" => go.opponent_time = time(word, cursor)?,
                "oppmovestogo" => go.opponent_moves_to_go = count(word, cursor)?,
                "oppincrement" => go.opponent_increment = time(word, cursor)?,
                "wtime" => go.times.red = time(word, cursor)?,
                "btime" => go.times.black = time(word, cursor)?,
                "winc" => go.increments.red = time(word, cursor)?,
                "binc" => go.increments.black = time(word, cursor)?,
                "movetime" => go.move_time = time(word, cursor)?,
                "nodes" => go.nodes = number(word, cursor, u64::MAX)?,
                "mate" => go.mate = count(word, cursor)?,
                "perft" => go.perft = count(word, cursor)?,
                "banmoves" => go.ban_moves.append(&mut cursor.moves()),
                "searchmoves" => go.search_moves.append(&mut cursor.moves()),
                _ => go.unread.push(word.to_owned()),
            }
        }
        Ok(go)
    }

    /// Writes the words in the order that the strictest readers want: `ponder` or `draw` first, the control right
    /// behind its `time` (UCCI 2.x), `searchmoves` last (Pikafish).
    pub(super) fn write(&self, mut line: Phrase) -> String {
        line.flag("ponder", self.ponder)
            .flag("draw", self.draw)
            .field("time", self.time)
            .field("movestogo", self.moves_to_go)
            .field("increment", self.increment)
            .field("opptime", self.opponent_time)
            .field("oppmovestogo", self.opponent_moves_to_go)
            .field("oppincrement", self.opponent_increment)
            .field("wtime", self.times.red)
            .field("btime", self.times.black)
            .field("winc", self.increments.red)
            .field("binc", self.increments.black)
            .field("movetime", self.move_time)
            .field("depth", self.depth)
            .field("nodes", self.nodes)
            .field("mate", self.mate)
            .field("perft", self.perft)
            .flag("infinite", self.infinite)
            .words(&self.unread)
            .named_moves("banmoves", &self.ban_moves)
            .named_moves("searchmoves", &self.search_moves)
            .finish()
    }

    /// Gives the limits meant, for the side to move and the unit of UCCI's clock words.
    ///
    /// UCI's words count milliseconds whatever the unit, since programs that send them to UCCI engines do so too. A
    /// bare `time` without `movestogo` or `increment` is for this move alone, as ElephantEye has it. Where increments or
    /// `movestogo` are all that is told, a clock runs that has the increment of this move left, or nothing. The side
    /// to move has its opponent's clock where nothing is told of its own. `perft` is no limit.
    #[must_use]
    pub fn limits(&self, turn: Color, unit: TimeUnit) -> Limits {
        let clock = |time: Option<u64>, increment: Option<u64>, moves_to_go: Option<u32>| {
            time.map(|left| Clock {
                left,
                increment: increment.unwrap_or(0),
                moves_to_go: moves_to_go.filter(|&moves| moves > 0),
            })
        };
        let (time, opponent_time, times) = if self.is_clock_without_time() {
            let of_period = self.moves_to_go.map(|_| 0);
            let times = ByColor::new_with(|side| self.increments[side].or(of_period));
            (self.increment, self.opponent_increment, times)
        } else {
            (self.time, self.opponent_time, self.times)
        };
        let of_color = |side| clock(times[side], self.increments[side], self.moves_to_go);
        let in_unit = |time: Option<u64>| time.map(|time| unit.to_millis(time));
        let is_bare = self.moves_to_go.is_none() && self.increment.is_none();
        let own = clock(
            in_unit(time),
            in_unit(self.increment),
            if is_bare { Some(1) } else { self.moves_to_go },
        );
        let opponent = clock(
            in_unit(opponent_time),
            in_unit(self.opponent_increment),
            self.opponent_moves_to_go,
        );
        let mut clocks = ByColor::default();
        clocks[!turn] = opponent.or_else(|| of_color(!turn));
        clocks[turn] = own.or_else(|| of_color(turn)).or(clocks[!turn]);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            clocks,
            mate: self.mate,
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves: self.search_moves.clone(),
            banned_moves: self.ban_moves.clone(),
            draw_offered: self.draw,
        }
    }

    /// Tells whether increments or moves to go are told of a clock, but no time, and nothing else that ends a search.
    fn is_clock_without_time(&self) -> bool {
        let of_clock = [
            self.moves_to_go.map(u64::from),
            self.increment,
            self.opponent_increment,
            self.increments.red,
            self.increments.black,
        ];
        let bounds = [
            self.depth.map(u64::from),
            self.mate.map(u64::from),
            self.nodes,
            self.move_time,
            self.time,
            self.opponent_time,
            self.times.red,
            self.times.black,
        ];
        let is_bounded = self.infinite || bounds.iter().any(Option::is_some);
        !is_bounded && of_clock.into_iter().flatten().any(|told| told > 0)
    }

    /// Makes the command that asks an engine for a search within limits.
    ///
    /// What the dialect cannot say is left out. UCI knows no draw offer and no banned moves; give the others as
    /// `search_moves`. UCCI knows no moves at all here, so send [`super::Command::BanMoves`] before; nor a longest mate,
    /// which becomes a depth; and its modes exclude each other, so only one is told: time before nodes before depth.
    #[must_use]
    pub fn from_limits(limits: &Limits, turn: Color, dialect: Dialect, unit: TimeUnit) -> Self {
        if dialect.is_ucci() {
            ucci::go(limits, turn, unit)
        } else {
            uci::go(limits, turn)
        }
    }
}

/// Reads a number of plies or moves.
fn count(word: &str, cursor: &mut Cursor<'_>) -> Result<Option<u32>, CommandError> {
    number(word, cursor, u32::MAX.into())
}

/// Reads a time; GUIs send negative ones when a clock has run out.
fn time(word: &str, cursor: &mut Cursor<'_>) -> Result<Option<u64>, CommandError> {
    let time: Option<i64> = number(word, cursor, i64::MAX.unsigned_abs())?;
    Ok(time.map(|time| time.max(0).unsigned_abs()))
}

fn number<T: FromStr>(
    word: &str,
    cursor: &mut Cursor<'_>,
    max: u64,
) -> Result<Option<T>, CommandError> {
    let number = cursor.number();
    if number.is_some() {
        return Ok(number);
    }
    Err(CommandError::Number {
        word: word.to_owned(),
        found: cursor.word().unwrap_or_default().to_owned(),
        max,
    })
}
