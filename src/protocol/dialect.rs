//! The facts in which the dialects differ.

use crate::notation::coordinate::{self, Ranks};
use crate::position::Move;

/// A way of speaking.
///
/// | | [`Ucci`](Self::Ucci) | [`Uci`](Self::Uci) | [`FairyUci`](Self::FairyUci) |
/// |---|---|---|---|
/// | handshake | `ucci` … `ucciok` | `uci` … `uciok` | `uci` … `uciok` |
/// | ranks | 0 to 9 | 0 to 9 | 1 to 10 |
/// | clocks | own and opponent's, seconds unless `usemillisec` is on | Red's and Black's, milliseconds | as UCI |
/// | option | `setoption hashsize 64` | `setoption name Hash value 64` | as UCI |
/// | score | `score 35` | `score cp 35`, `score mate 3` | as UCI |
/// | message | `info message …` | `info string …` | as UCI |
/// | no move | `nobestmove` | `bestmove (none)` | as UCI |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// The Universal Chinese Chess Interface (中国象棋通用引擎协议), version 3.0.
    Ucci,
    /// The Universal Chess Interface as xiangqi programs use it.
    Uci,
    /// UCI as Fairy-Stockfish and programs built on it use it.
    FairyUci,
}

/// What the numbers of UCCI's own clock words (`time`, `increment`, `opptime`, `oppincrement`) count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeUnit {
    /// Seconds, UCCI's unit until `usemillisec` is on.
    Seconds,
    /// Milliseconds.
    Milliseconds,
}

impl Dialect {
    /// Tells whether this is UCCI.
    #[must_use]
    pub const fn is_ucci(self) -> bool {
        matches!(self, Self::Ucci)
    }

    /// Gives how ranks are numbered.
    #[must_use]
    pub const fn ranks(self) -> Ranks {
        match self {
            Self::Ucci | Self::Uci => Ranks::FromZero,
            Self::FairyUci => Ranks::FromOne,
        }
    }

    /// Reads a word as a move, in either case and with or without a dash; `None` if it is no pair of two squares.
    #[must_use]
    pub fn read_move(self, word: &str) -> Option<Move> {
        coordinate::read(word, self.ranks()).ok()
    }

    /// Writes a move, as `h2e2`; with ranks from 1, as `h3e3`.
    #[must_use]
    pub fn write_move(self, m: Move) -> String {
        coordinate::write(m, self.ranks())
    }

    /// Gives the word that tells of a new game. UCCI's own way is the button `setoption newgame`; its word here is the
    /// one that fairyground sends.
    pub(super) const fn new_game(self) -> &'static str {
        match self {
            Self::Ucci => "uccinewgame",
            Self::Uci | Self::FairyUci => "ucinewgame",
        }
    }

    /// Gives the whole line that tells there is no move.
    pub(super) const fn no_move(self) -> &'static str {
        match self {
            Self::Ucci => "nobestmove",
            Self::Uci | Self::FairyUci => "bestmove (none)",
        }
    }

    /// Gives the word of `info` before text for the user. XQWizard shows `message` and drops `string`.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Ucci => "message",
            Self::Uci | Self::FairyUci => "string",
        }
    }
}

impl TimeUnit {
    /// Gives a number of this unit in milliseconds, held at the greatest one there is.
    #[must_use]
    pub const fn to_millis(self, time: u64) -> u64 {
        match self {
            Self::Seconds => time.saturating_mul(1000),
            Self::Milliseconds => time,
        }
    }

    /// Gives milliseconds in this unit, rounded down so that no one thinks to have more than there is.
    #[must_use]
    pub const fn from_millis(self, millis: u64) -> u64 {
        match self {
            Self::Seconds => millis / 1000,
            Self::Milliseconds => millis,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_the_dialect() {
        for (dialect, word) in [
            (Dialect::Ucci, "h9g7"),
            (Dialect::Uci, "h9g7"),
            (Dialect::FairyUci, "h10g8"),
        ] {
            let m = dialect.read_move(word).expect("two squares");
            assert_eq!(m.to_string(), "h9g7");
            assert_eq!(dialect.write_move(m), word);
        }
        assert_eq!(Dialect::Uci.read_move("h10g8"), None);
        assert_eq!(Dialect::FairyUci.read_move("h0g2"), None);
        assert_eq!(Dialect::Ucci.read_move("d0d0"), None);
    }

    #[test]
    fn seconds_do_not_overflow_and_round_down() {
        assert_eq!(TimeUnit::Seconds.to_millis(3), 3_000);
        assert_eq!(TimeUnit::Seconds.to_millis(u64::MAX), u64::MAX);
        assert_eq!(TimeUnit::Seconds.from_millis(2_999), 2);
        assert_eq!(TimeUnit::Milliseconds.from_millis(2_999), 2_999);
    }
}
