//! What an engine says.

use super::phrase::{Cursor, Phrase};
use super::{Dialect, EngineOption, ucci, uci};
use crate::analysis::{Bound, Report, Score};
use crate::position::Move;

/// One line from an engine to a GUI.
///
/// The reader takes the replies of both dialects, and never fails: what it does not know is
/// [`Unknown`](Self::Unknown), with the line kept as it was.
///
/// # Examples
///
/// ```
/// use caipan::analysis::Score;
/// use caipan::protocol::{Dialect, Reply};
///
/// let reply = Reply::read("info depth 5 score mate 3 nps 900 pv h2e2 h9g7", Dialect::Uci);
/// assert!(matches!(&reply, Reply::Info(info) if info.report.score == Some(Score::MatesIn(5))));
/// assert_eq!(reply.write(Dialect::Ucci), "info depth 5 score 9995 nps 900 pv h2e2 h9g7");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id`: who the engine is.
    Id {
        /// `name`, `author`, and in UCCI `copyright`, `user` or `version`.
        field: String,
        /// The text.
        text: String,
    },
    /// `option`: an option declared.
    Option(EngineOption),
    /// `ucciok`: the end of UCCI's handshake.
    UcciOk,
    /// `uciok`: the end of UCI's handshake.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info`: news of a running search, or a message for the user.
    Info(Info),
    /// `bestmove` with a move.
    BestMove(BestMove),
    /// `nobestmove`, or `bestmove` without a move.
    NoBestMove {
        /// What stood in the move's place: nothing for `nobestmove`; for no move to give `(none)`, `0000`, `null`,
        /// `resign` and the like; otherwise a fault of the engine. The writer says it the dialect's own way.
        said: String,
    },
    /// `pophash`: what the transposition table holds of a position (UCCI).
    PopHash(PopHash),
    /// `bye`: the engine ends (UCCI).
    Bye,
    /// Any other line, without its end; also a blank one.
    Unknown(String),
}

/// What stands behind `info`. Each part may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The fields of a search.
    pub report: Report,
    /// Words that mean nothing here, such as `cpuload` and its number.
    pub unread: Vec<String>,
    /// Text for the user (`message` or `string`).
    pub message: Option<String>,
}

/// The move an engine gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move.
    pub best: Move,
    /// The reply the engine expects, to think of in the opponent's time.
    pub ponder: Option<Move>,
    /// The engine offers a draw, or accepts the one offered (UCCI).
    pub draw: bool,
    /// The engine gives up (UCCI).
    pub resign: bool,
}

/// What the transposition table holds of a position: bounds of its worth as UCCI integers, each with its depth in
/// plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PopHash {
    /// The best move.
    pub best: Option<Move>,
    /// The least worth.
    pub lower: Option<(i32, u32)>,
    /// The greatest worth.
    pub upper: Option<(i32, u32)>,
}

impl Reply {
    /// Reads one line. Moves are read with the dialect's ranks.
    #[must_use]
    pub fn read(line: &str, dialect: Dialect) -> Self {
        let line = line.trim_start_matches('\u{feff}');
        Self::read_known(&mut Cursor::new(line, dialect))
            .unwrap_or_else(|| Self::Unknown(line.trim_end_matches(['\r', '\n']).to_owned()))
    }

    fn read_known(cursor: &mut Cursor<'_>) -> Option<Self> {
        Some(match cursor.word()?.to_ascii_lowercase().as_str() {
            "id" => Self::Id {
                field: cursor.word()?.to_ascii_lowercase(),
                text: cursor.rest().to_owned(),
            },
            "option" => Self::Option(EngineOption::read(cursor)?),
            "ucciok" => Self::UcciOk,
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Info::read(cursor)),
            "bestmove" => match cursor.read_move() {
                Some(best) => Self::BestMove(BestMove::read(best, cursor)),
                None => Self::NoBestMove {
                    said: cursor.rest().to_owned(),
                },
            },
            "nobestmove" => Self::NoBestMove {
                said: String::new(),
            },
            "pophash" => Self::PopHash(PopHash::read(cursor)?),
            "bye" => Self::Bye,
            _ => return None,
        })
    }

    /// Writes one line, without its end.
    #[must_use]
    pub fn write(&self, dialect: Dialect) -> String {
        let phrase = |word| Phrase::new(word, dialect);
        match self {
            Self::Id { field, text } => phrase("id").message(field).message(text).finish(),
            Self::Option(option) => option.write(dialect),
            Self::UcciOk => "ucciok".to_owned(),
            Self::UciOk => "uciok".to_owned(),
            Self::ReadyOk => "readyok".to_owned(),
            Self::Info(info) => info.write(dialect),
            Self::BestMove(best) => phrase("bestmove")
                .moves(&[best.best])
                .named_moves("ponder", best.ponder.as_slice())
                .flag("draw", best.draw)
                .flag("resign", best.resign)
                .finish(),
            Self::NoBestMove { .. } => dialect.no_move().to_owned(),
            Self::PopHash(hash) => hash.write(phrase("pophash")),
            Self::Bye => "bye".to_owned(),
            Self::Unknown(line) => line.clone(),
        }
    }
}

impl From<Report> for Info {
    fn from(report: Report) -> Self {
        Self {
            report,
            ..Self::default()
        }
    }
}

impl Info {
    /// Makes a message for the user.
    #[must_use]
    pub fn message(text: impl Into<String>) -> Self {
        Self {
            message: Some(text.into()),
            ..Self::default()
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Self {
        let mut info = Self::default();
        let report = &mut info.report;
        while let Some(word) = cursor.word() {
            let is_read = match word.to_ascii_lowercase().as_str() {
                "depth" => set(&mut report.depth, cursor.number()),
                "seldepth" => set(&mut report.seldepth, cursor.number()),
                "multipv" => set(&mut report.multipv, cursor.number()),
                "score" => set(&mut report.score, read_score(cursor)),
                "lowerbound" => {
                    report.bound = Bound::Lower;
                    true
                }
                "upperbound" => {
                    report.bound = Bound::Upper;
                    true
                }
                "wdl" => set(&mut report.wdl, read_chances(cursor)),
                "nodes" => set(&mut report.nodes, cursor.number()),
                "nps" => set(&mut report.nps, cursor.number()),
                "hashfull" => set(&mut report.hashfull, cursor.number()),
                "tbhits" => set(&mut report.tbhits, cursor.number()),
                "time" => set(&mut report.time, cursor.number()),
                "currmove" => set(&mut report.currmove, cursor.read_move()),
                "currmovenumber" => set(&mut report.currmovenumber, cursor.number()),
                "pv" => {
                    report.pv = cursor.moves();
                    true
                }
                "string" | "message" => {
                    info.message = Some(cursor.rest().to_owned());
                    break;
                }
                _ => false,
            };
            if !is_read {
                info.unread.push(word.to_owned());
            }
        }
        info
    }

    fn write(&self, dialect: Dialect) -> String {
        let mut line = Phrase::new("info", dialect);
        if dialect.is_ucci() {
            ucci::report(&self.report, &mut line);
        } else {
            uci::report(&self.report, &mut line);
        }
        for word in &self.unread {
            line.message(word);
        }
        line.named_moves("pv", &self.report.pv);
        if let Some(text) = &self.message {
            line.word(dialect.message()).message(text);
        }
        line.finish()
    }
}

impl BestMove {
    fn read(best: Move, cursor: &mut Cursor<'_>) -> Self {
        let mut said = Self {
            best,
            ponder: None,
            draw: false,
            resign: false,
        };
        while let Some(word) = cursor.word() {
            match word.to_ascii_lowercase().as_str() {
                "ponder" => said.ponder = cursor.read_move(),
                "draw" => said.draw = true,
                "resign" => said.resign = true,
                _ => {}
            }
        }
        said
    }
}

/// A move and nothing else.
impl From<Move> for BestMove {
    fn from(best: Move) -> Self {
        Self {
            best,
            ponder: None,
            draw: false,
            resign: false,
        }
    }
}

impl PopHash {
    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        let mut hash = Self::default();
        while let Some(word) = cursor.word() {
            match word.to_ascii_lowercase().as_str() {
                "bestmove" => hash.best = Some(cursor.read_move()?),
                "lowerbound" => hash.lower = Some(read_bound(cursor)?),
                "upperbound" => hash.upper = Some(read_bound(cursor)?),
                _ => return None,
            }
        }
        Some(hash)
    }

    fn write(&self, mut line: Phrase) -> String {
        line.named_moves("bestmove", self.best.as_slice());
        for (word, bound) in [("lowerbound", self.lower), ("upperbound", self.upper)] {
            if let Some((worth, depth)) = bound {
                line.word(word).word(worth).word("depth").word(depth);
            }
        }
        line.finish()
    }
}

/// Sets a field if there is a value; tells whether there was.
fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_read = value.is_some();
    *field = value.or(field.take());
    is_read
}

/// Reads a score in UCI's words (`cp 35`, `mate -2`) or as UCCI's bare number.
fn read_score(cursor: &mut Cursor<'_>) -> Option<Score> {
    let mut ahead = cursor.clone();
    let score = if ahead.keyword("cp") {
        Score::Centipawns(ahead.number()?)
    } else if ahead.keyword("mate") {
        Score::from_mate_moves(ahead.number()?)
    } else {
        Score::from_ucci(ahead.number()?)
    };
    *cursor = ahead;
    Some(score)
}

fn read_chances(cursor: &mut Cursor<'_>) -> Option<[u32; 3]> {
    let mut ahead = cursor.clone();
    let chances = [ahead.number()?, ahead.number()?, ahead.number()?];
    *cursor = ahead;
    Some(chances)
}

fn read_bound(cursor: &mut Cursor<'_>) -> Option<(i32, u32)> {
    let worth = cursor.number()?;
    cursor.keyword("depth");
    Some((worth, cursor.number()?))
}
