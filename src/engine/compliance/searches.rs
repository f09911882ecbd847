//! Steps about searches that end by themselves.

use std::time::Duration;

use super::examinee::{Answer, Examinee};
use super::positions::{from_fen, played};
use super::{Walk, millis};
use crate::analysis::{Clock, Limits};
use crate::board::ByColor;
use crate::engine::BanWay;
use crate::position::{Line, Move};
use crate::protocol::{Command, TimeUnit};

/// Black is mated: the king is in check of two rooks on its file.
const MATED: &str = "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1";

/// Black has no move, and is not in check.
const STALEMATED: &str = "3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1";

/// A game with a capture in it, and moves behind.
const CAPTURE: &str = "h2e2 h9g7 e2e6 b9c7 h0g2";

/// The clock of the game on time, in milliseconds.
const CLOCK: Clock = Clock {
    left: 1_000,
    increment: 100,
    moves_to_go: None,
};

/// How many plies of the game on time are played.
const PLIES_ON_TIME: usize = 12;

/// The fixed time of a move, in milliseconds.
const MOVE_TIME: u64 = 200;

/// Makes the limits of a search to a depth in plies.
pub(super) fn depth(plies: u32) -> Limits {
    Limits {
        depth: Some(plies),
        ..Limits::default()
    }
}

/// Makes the limits of a search with the same clock on both sides.
pub(super) fn on_clock(clock: Clock) -> Limits {
    Limits {
        clocks: ByColor::new_with(|_| Some(clock)),
        ..Limits::default()
    }
}

impl Walk<'_> {
    /// Takes the steps about searches that end by themselves.
    pub(super) fn think(&mut self) {
        let overrun = self.examinee.pace.overrun;
        let limit = self.examinee.pace.shallow;
        let expected = format!("a legal move within {}", millis(limit));
        self.step("go depth 3", expected, |examinee| {
            examinee
                .search(&Line::default(), &depth(3), limit)
                .map(drop)
        });
        // UCCI has no time of its own for a move; it is a period of one move, in whole seconds if it must be.
        let is_in_seconds = self.examinee.speech.unit() == TimeUnit::Seconds;
        let move_time = if is_in_seconds { 1_000 } else { MOVE_TIME };
        let limit = Duration::from_millis(move_time) + overrun;
        let expected = format!("a legal move within {}", millis(limit));
        self.step("go for a fixed time", expected, |examinee| {
            let limits = Limits {
                move_time: Some(move_time),
                ..Limits::default()
            };
            examinee.search(&played("h2e2"), &limits, limit).map(drop)
        });
        let expected = format!(
            "{PLIES_ON_TIME} legal moves with a clock of {} ms and {} ms a move",
            CLOCK.left, CLOCK.increment
        );
        if is_in_seconds {
            let why = "its clocks count whole seconds";
            self.skip("game on the clock", expected, why);
        } else {
            self.step("game on the clock", expected, play_on_time);
        }
        self.bar_moves();
        self.find_no_move();
    }

    /// Takes the steps about moves that may not be played.
    fn bar_moves(&mut self) {
        let is_ucci = self.is_ucci();
        let way = self.examinee.profile.quirks.bans;
        let way = way.unwrap_or(if is_ucci {
            BanWay::BanMoves
        } else {
            BanWay::SearchMoves
        });
        let name = match way {
            BanWay::BanMoves => "banmoves",
            BanWay::SearchMoves | BanWay::None => "searchmoves",
        };
        let expected = "the one move left, another in the next search, then any";
        if way == BanWay::None {
            return self.skip(name, expected, "its profile says that it passes over them");
        }
        self.step(name, expected, |examinee| {
            let limit = examinee.pace.shallow;
            let line = Line::default();
            let moves = line.position().legal_moves();
            for only in [moves.first(), moves.last()].into_iter().flatten() {
                obey(examinee, &line, &all_but(&moves, *only), limit)?;
            }
            examinee.search(&line, &depth(1), limit).map(drop)
        });
        if way == BanWay::BanMoves {
            self.step("all moves banned", no_move(is_ucci), |examinee| {
                let line = Line::default();
                ban_all(examinee, &line);
                examinee.send("go depth 1");
                examinee.think();
                finds_no_move(examinee, &line)
            });
            let expected = "a legal move, since the next position lifts all bans";
            self.step("bans lifted", expected, |examinee| {
                let line = Line::default();
                ban_all(examinee, &line);
                let limit = examinee.pace.shallow;
                examinee.search(&line, &depth(1), limit).map(drop)
            });
        }
        let expected = "the one move left, told from the start and from the last capture";
        self.step("two ways to a position", expected, |examinee| {
            let limit = examinee.pace.shallow;
            let game = played(CAPTURE);
            let moves = game.position().legal_moves();
            for line in [&game, &from_last_capture(&game)] {
                for only in [moves.first(), moves.last()].into_iter().flatten() {
                    obey(examinee, line, &all_but(&moves, *only), limit)?;
                }
            }
            Ok(())
        });
    }

    /// Takes the steps that are answered without a move.
    fn find_no_move(&mut self) {
        let expected = no_move(self.is_ucci());
        for (name, fen) in [("mated", MATED), ("stalemated", STALEMATED)] {
            let line = from_fen(fen);
            self.step(name, expected, |examinee| {
                examinee.begin(&line, &depth(1));
                finds_no_move(examinee, &line)
            });
        }
        if self.is_ucci() {
            self.step("go depth 0", expected, |examinee| {
                let line = Line::default();
                examinee.begin(&line, &depth(0));
                finds_no_move(examinee, &line)
            });
        }
    }
}

const fn no_move(is_ucci: bool) -> &'static str {
    if is_ucci {
        "nobestmove"
    } else {
        "bestmove (none)"
    }
}

/// Waits for the word that there is no move.
fn finds_no_move(examinee: &mut Examinee<'_>, line: &Line) -> Result<(), String> {
    let limit = examinee.pace.shallow;
    match examinee.answer(line, limit)? {
        Answer::None(text) if examinee.is_ucci && !text.starts_with("nobestmove") => {
            Err(format!("{text} in place of nobestmove"))
        }
        Answer::None(_) => Ok(()),
        Answer::Move(mv) => {
            let mv = examinee.speech.dialect().write_move(mv);
            Err(format!("{mv} in place of {}", no_move(examinee.is_ucci)))
        }
    }
}

/// Makes the line that begins behind the last capture of another.
fn from_last_capture(game: &Line) -> Line {
    let start = game.last_capture().map_or(0, |capture| capture + 1);
    let mut line = Line::new(game.position_at(start));
    for mv in (start..game.len()).filter_map(|ply| game.move_at(ply)) {
        line.push_unchecked(mv);
    }
    line
}

/// Tells the engine a position, and that it may play no move there.
fn ban_all(examinee: &mut Examinee<'_>, line: &Line) {
    examinee.send(&examinee.speech.position(line));
    let banned = Command::BanMoves {
        moves: line.position().legal_moves().into_iter().collect(),
        unread: Vec::new(),
    };
    examinee.send(&examinee.speech.write(&banned));
}

/// Has the engine move in limits that leave one move.
fn obey(
    examinee: &mut Examinee<'_>,
    line: &Line,
    limits: &Limits,
    limit: Duration,
) -> Result<(), String> {
    let found = examinee.search(line, limits, limit)?;
    if limits.allows(found) {
        return Ok(());
    }
    let moves = line.position().legal_moves().into_iter();
    let left = moves.filter(|mv| limits.allows(*mv));
    let words = |mv| examinee.speech.dialect().write_move(mv);
    let left: Vec<_> = left.map(words).collect();
    let found = words(found);
    Err(format!("{found}, though only {} was left", left.join(" ")))
}

/// Makes the limits that leave one move.
fn all_but(moves: &[Move], only: Move) -> Limits {
    let others = moves.iter().copied().filter(|mv| *mv != only);
    Limits {
        banned_moves: others.collect(),
        ..depth(2)
    }
}

/// Has the engine play both sides of a game on one short clock.
fn play_on_time(examinee: &mut Examinee<'_>) -> Result<(), String> {
    let mut line = Line::default();
    let mut clocks = ByColor::new_with(|_| CLOCK);
    let mut slowest = Duration::ZERO;
    while line.len() < PLIES_ON_TIME && line.position().has_legal_move() {
        let turn = line.position().turn();
        let limits = Limits {
            clocks: ByColor::new_with(|color| Some(clocks[color])),
            ..Limits::default()
        };
        examinee.took = Duration::ZERO;
        let left = Duration::from_millis(clocks[turn].left);
        let mv = examinee.search(&line, &limits, left).map_err(|fault| {
            format!("ply {} with {} left: {fault}", line.len() + 1, millis(left))
        })?;
        slowest = slowest.max(examinee.took);
        let left = left.saturating_sub(examinee.took).as_millis();
        clocks[turn].left = u64::try_from(left).unwrap_or(0) + CLOCK.increment;
        line.push_unchecked(mv);
    }
    examinee.took = slowest;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_what_their_steps_say() {
        for (fen, is_check) in [(MATED, true), (STALEMATED, false)] {
            let line = from_fen(fen);
            assert!(!line.position().has_legal_move(), "{fen}");
            assert_eq!(line.position().is_check(), is_check, "{fen}");
        }
        let game = played(CAPTURE);
        let cut = from_last_capture(&game);
        assert_eq!((game.len(), cut.len()), (5, 2));
        assert_eq!(cut.position().to_string(), game.position().to_string());
    }
}
