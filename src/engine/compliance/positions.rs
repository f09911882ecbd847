//! Steps about positions and about lines that are none of the protocol.

use super::examinee::Examinee;
use super::searches::depth;
use super::{Walk, millis};
use crate::notation::coordinate::Ranks;
use crate::position::{Line, Move, Position};
use crate::protocol::{Dialect, Reply};

/// Black to move, with a check to answer: few moves are legal.
const IN_CHECK: &str = "3aka3/9/9/9/4R4/9/9/9/4A4/4KA3 b - - 3 40";

/// The example of the protocol's text for barred moves, with Red to move.
const MIDDLE_GAME: &str =
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1";

/// How many plies a long game has.
const LONG_GAME: usize = 320;

/// The most plies without a capture in it, well below any limit of the rules.
const MOST_QUIET_PLIES: usize = 40;

impl Walk<'_> {
    /// Takes the steps about positions.
    pub(super) fn take_positions(&mut self) {
        let limit = self.examinee.pace.shallow;
        let expected = match (self.is_ucci(), self.examinee.profile.quirks.ranks) {
            (true, _) | (_, Some(Ranks::FromZero)) => "a first move with ranks from 0",
            (_, Some(Ranks::FromOne)) => "a first move with ranks from 1",
            (_, None) => "a first move with ranks from 0 or from 1",
        };
        self.step("ranks", expected, learn_ranks);

        let legal = format!("a legal move within {}", millis(limit));
        let game = played("h2e2 h9g7 h0g2 i9h9 i0h0");
        self.step("position with moves", legal.as_str(), |examinee| {
            examinee.search(&game, &depth(1), limit).map(drop)
        });
        for (name, fen) in [
            ("position by FEN", MIDDLE_GAME),
            ("Black in check", IN_CHECK),
        ] {
            let line = from_fen(fen);
            self.step(name, legal.as_str(), |examinee| {
                examinee.search(&line, &depth(1), limit).map(drop)
            });
        }
        let line = long_game();
        self.step("game of 320 plies", legal.as_str(), |examinee| {
            examinee.search(&line, &depth(1), limit).map(drop)
        });
        self.step("lines that end in CR LF", legal, |examinee| {
            examinee.send_bytes(b"isready\r\n");
            let ready = examinee.pace.ready;
            let is_ready = |reply: &Reply| matches!(reply, Reply::ReadyOk);
            examinee.await_line("readyok", ready, is_ready)?;
            let line = played("g3g4");
            let mut lines = examinee.speech.go(&line, &depth(1));
            lines.insert(0, examinee.speech.position(&line));
            for text in lines {
                examinee.send_bytes(format!("{text}\r\n").as_bytes());
            }
            examinee.think();
            examinee.legal_move(&line, limit).map(drop)
        });
        self.pass_over();
        self.survive();
    }

    /// Takes the steps about what an engine passes over.
    fn pass_over(&mut self) {
        let is_ucci = self.is_ucci();
        let expected = match is_ucci {
            true => "readyok and no other word",
            false => "readyok",
        };
        let no_option = match is_ucci {
            true => "setoption nosuchoption 1",
            false => "setoption name No Such Option value 1",
        };
        let new_game = match is_ucci {
            true => "setoption newgame",
            false => "ucinewgame",
        };
        for (name, line) in [
            ("unknown option", no_option),
            ("new game", new_game),
            ("unknown command", "frobnicate 1 2 3"),
        ] {
            self.step(name, expected, |examinee| {
                examinee.send(line);
                let ready = examinee.profile.deadlines.ready;
                examinee.ready(ready)?;
                let is_noise =
                    |line: &&String| matches!(Reply::read(line, Dialect::Ucci), Reply::Unknown(_));
                match examinee.received.iter().find(is_noise) {
                    Some(line) if is_ucci => Err(format!("no word of UCCI: {line}")),
                    _ => Ok(()),
                }
            });
        }
        self.step("garbage", "readyok", |examinee| {
            let garbage: [&[u8]; 6] = [
                b"\n",
                b" \t \n",
                b"\xff\xfe\x80\x01\n",
                b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\n",
                b"%s%n {} ; position\n",
                &[[b'x'; 4000].as_slice(), b"\n"].concat(),
            ];
            for line in garbage {
                examinee.send_bytes(line);
            }
            examinee.ready(examinee.pace.ready)
        });
    }

    /// Takes the steps about positions that are none: the next good one is taken.
    fn survive(&mut self) {
        let expected = "readyok, and a legal move in the next position";
        self.step("position without a king", expected, |examinee| {
            let line = from_fen("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
            let position = examinee.speech.position(&line);
            survives(examinee, &position.replace("4k4/", "9/"))
        });
        self.step("illegal move", expected, |examinee| {
            let mut position = examinee.speech.position(&played("h2e2"));
            if let Some(mv) = Dialect::Uci.read_move("a9a1") {
                position.push(' ');
                position.push_str(&examinee.speech.dialect().write_move(mv));
            }
            survives(examinee, &position)
        });
    }
}

/// Sends a position that is none, and then one that is.
fn survives(examinee: &mut Examinee<'_>, position: &str) -> Result<(), String> {
    examinee.send(position);
    examinee.ready(examinee.pace.ready)?;
    let limit = examinee.pace.shallow;
    examinee.search(&played("c3c4"), &depth(1), limit).map(drop)
}

/// Has the engine give a first move, and takes over how it counts ranks.
fn learn_ranks(examinee: &mut Examinee<'_>) -> Result<(), String> {
    let line = Line::default();
    examinee.begin(&line, &depth(1));
    let limit = examinee.pace.shallow;
    let (_, text) = examinee.await_answer(limit)?;
    examinee.rest()?;
    let word = text.split_whitespace().nth(1).unwrap_or_default();
    let is_news = !examinee.is_ucci && examinee.speech.learn_ranks(word, line.position());
    if is_news && examinee.profile.quirks.ranks.is_some() {
        let found = examinee.ranks();
        return Err(format!(
            "{word} counts ranks {found}, its profile says otherwise"
        ));
    }
    let is_legal = |mv: Move| line.position().is_legal(mv);
    match examinee.speech.dialect().read_move(word) {
        Some(mv) if is_legal(mv) => Ok(()),
        _ => Err(examinee.unfit(&text, &line)),
    }
}

/// Makes the game that follows from moves.
pub(super) fn played(moves: &str) -> Line {
    let mut line = Line::default();
    for word in moves.split(' ') {
        let mv = Dialect::Uci.read_move(word);
        // Which moves follow each other is proved by a test.
        let is_played = mv.is_some_and(|mv| line.push(mv).is_ok());
        debug_assert!(is_played, "{word}");
    }
    line
}

/// Makes the game that begins with a position.
pub(super) fn from_fen(fen: &str) -> Line {
    let position = Position::from_fen(fen);
    debug_assert!(position.is_ok(), "{fen}");
    Line::new(position.unwrap_or_default())
}

/// Plays a long game that no rule ends: no position occurs twice, and captures are rare but not too rare.
fn long_game() -> Line {
    let mut line = Line::default();
    let mut seed: usize = 1;
    while line.len() < LONG_GAME {
        let position = line.position();
        let (captures, mut moves): (Vec<Move>, Vec<Move>) = position
            .legal_moves()
            .into_iter()
            .partition(|mv| position.is_capture(*mv));
        let last = line.last_capture().map_or(0, |capture| capture + 1);
        let is_due = line.len() - last >= MOST_QUIET_PLIES;
        if is_due && !captures.is_empty() || moves.is_empty() {
            moves = captures;
        }
        // A linear congruence, so that every game is the same.
        seed = (seed * 1_103 + 12_345) % 65_536;
        let start = seed % moves.len().max(1);
        moves.rotate_left(start);
        let is_new = |mv: &&Move| {
            let mut next = line.clone();
            next.push_unchecked(**mv);
            next.occurrences() == 1 && next.position().has_legal_move()
        };
        let Some(mv) = moves.iter().find(is_new).copied() else {
            break;
        };
        line.push_unchecked(mv);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::ruling::{RuleSet, outcome};

    #[test]
    fn the_positions_are_what_their_steps_say() {
        assert!(from_fen(IN_CHECK).position().is_check());
        assert_eq!(from_fen(IN_CHECK).position().turn(), Color::Black);
        assert!(from_fen(MIDDLE_GAME).position().has_legal_move());
        let illegal = Dialect::Uci.read_move("a9a1").unwrap();
        assert!(!played("h2e2").position().is_legal(illegal));
    }

    #[test]
    fn no_rule_ends_the_long_game() {
        let game = long_game();
        assert_eq!(game.len(), LONG_GAME);
        let mut line = Line::default();
        for mv in game.moves() {
            line.push(mv).unwrap();
            assert_eq!(outcome(&line, &RuleSet::default()), None, "{line:?}");
        }
    }
}
