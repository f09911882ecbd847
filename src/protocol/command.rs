//! What a GUI says.

use super::phrase::{Cursor, Phrase};
use super::{CommandError, Dialect, Go, ucci, uci};
use crate::position::Move;

/// One line from a GUI to an engine.
///
/// The reader takes the commands of both dialects and the habits of real programs: `fen …` and `startpos …` without
/// `position` (Cyclone), `newgame` and `uccinewgame`, both forms of `setoption`, `moves` with nothing behind it. Blank
/// lines are [`Empty`](Self::Empty); a line whose first word is not known is [`Unknown`](Self::Unknown) and no error.
///
/// # Examples
///
/// ```
/// use caipan::protocol::{Command, Dialect};
///
/// let line = "go time 300000 increment 2000";
/// let command = Command::read(line, Dialect::Ucci)?;
/// assert!(matches!(&command, Command::Go(go) if go.increment == Some(2000)));
/// assert_eq!(command.write(Dialect::Ucci), line);
/// assert!(Command::read("go depth deep", Dialect::Uci).is_err());
/// # Ok::<(), caipan::protocol::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A blank line.
    Empty,
    /// `ucci`: speak UCCI.
    Ucci,
    /// `uci`: speak UCI.
    Uci,
    /// `ucicyclone`: Fairy-Stockfish's word for UCI with ranks 0 to 9; `uci` follows.
    Ucicyclone,
    /// `isready`.
    IsReady,
    /// `debug on` or `debug off`; on if neither is said.
    Debug(bool),
    /// `setoption`: a name as sent and a value, empty if none is given. UCCI's `setoption newgame` is one of these.
    SetOption {
        /// The option's name; compare it with [`super::is_same_name`].
        name: String,
        /// The value without blanks around it.
        value: String,
    },
    /// `position`: the game so far.
    Position(GivenPosition),
    /// `banmoves`: moves not to play from the position given.
    BanMoves {
        /// The moves that could be read.
        moves: Vec<Move>,
        /// The words that are no moves.
        unread: Vec<String>,
    },
    /// `go`: think.
    Go(Box<Go>),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit {
        /// A draw is offered with it (UCCI).
        draw: bool,
    },
    /// `probe`: tell what the transposition table holds of a position (UCCI).
    Probe(GivenPosition),
    /// `ucinewgame`, `uccinewgame` or `newgame`: the next position is of another game. UCCI proper says
    /// `setoption newgame` instead.
    NewGame,
    /// `quit`.
    Quit,
    /// Any other line, without its end.
    Unknown(String),
}

/// A position told by its start and the moves since.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GivenPosition {
    /// The start as FEN: its words as sent, joined by single blanks and not checked; `None` for the start of the game.
    pub fen: Option<String>,
    /// The moves up to the first word that is none.
    pub moves: Vec<Move>,
    /// The words from there on.
    pub unread: Vec<String>,
}

impl Command {
    /// Reads one line.
    ///
    /// Numbers of `go` stay in the sender's unit. Moves are read with the dialect's ranks, and only as pairs of two
    /// squares: XQWizard's promotions, which go nowhere, are kept as unread words.
    ///
    /// # Errors
    ///
    /// The command is known, but a number is missing, is none or does not fit, or a position, option name or truth
    /// value is missing.
    pub fn read(line: &str, dialect: Dialect) -> Result<Self, CommandError> {
        let line = line.trim_start_matches('\u{feff}');
        let mut cursor = Cursor::new(line, dialect);
        let at_first_word = cursor.clone();
        let Some(word) = cursor.word() else {
            return Ok(Self::Empty);
        };
        Ok(match word.to_ascii_lowercase().as_str() {
            "ucci" => Self::Ucci,
            "uci" => Self::Uci,
            "ucicyclone" => Self::Ucicyclone,
            "isready" => Self::IsReady,
            "debug" => Self::Debug(read_switch(&mut cursor)?),
            "setoption" => read_option(&mut cursor)?,
            "position" => Self::Position(GivenPosition::read("position", cursor)?),
            "fen" | "startpos" => Self::Position(GivenPosition::read("position", at_first_word)?),
            "banmoves" => {
                let (mut moves, mut unread) = (Vec::new(), Vec::new());
                while !cursor.rest().is_empty() {
                    moves.append(&mut cursor.moves());
                    unread.extend(cursor.word().map(str::to_owned));
                }
                Self::BanMoves { moves, unread }
            }
            "go" => Self::Go(Box::new(Go::read(&mut cursor)?)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit {
                draw: cursor.keyword("draw"),
            },
            "probe" => Self::Probe(GivenPosition::read("probe", cursor)?),
            "ucinewgame" | "uccinewgame" | "newgame" => Self::NewGame,
            "quit" => Self::Quit,
            _ => Self::Unknown(line.trim_end_matches(['\r', '\n']).to_owned()),
        })
    }

    /// Writes one line, without its end.
    ///
    /// Words that only the other dialect knows are written all the same; whether the engine takes them is the caller's
    /// to know.
    #[must_use]
    pub fn write(&self, dialect: Dialect) -> String {
        let phrase = |word| Phrase::new(word, dialect);
        match self {
            Self::Empty => String::new(),
            Self::Ucci => "ucci".to_owned(),
            Self::Uci => "uci".to_owned(),
            Self::Ucicyclone => "ucicyclone".to_owned(),
            Self::IsReady => "isready".to_owned(),
            Self::Debug(is_on) => format!("debug {}", if *is_on { "on" } else { "off" }),
            Self::SetOption { name, value } if dialect.is_ucci() => ucci::set_option(name, value),
            Self::SetOption { name, value } => uci::set_option(name, value),
            Self::Position(position) => position.write(phrase("position")),
            Self::BanMoves { moves, unread } => {
                let mut line = phrase("banmoves");
                line.moves(moves).words(unread).finish()
            }
            Self::Go(go) => go.write(phrase("go")),
            Self::Stop => "stop".to_owned(),
            Self::PonderHit { draw } => phrase("ponderhit").flag("draw", *draw).finish(),
            Self::Probe(position) => position.write(phrase("probe")),
            Self::NewGame => dialect.new_game().to_owned(),
            Self::Quit => "quit".to_owned(),
            Self::Unknown(line) => line.clone(),
        }
    }
}

impl GivenPosition {
    fn read(command: &str, mut cursor: Cursor<'_>) -> Result<Self, CommandError> {
        let found = cursor.rest();
        let fen = if cursor.keyword("startpos") {
            None
        } else {
            // A FEN without its key word shows by the slashes between its ranks.
            let is_fen = cursor.keyword("fen")
                || cursor.clone().word().is_some_and(|word| word.contains('/'));
            let fen = cursor.until(|word| word == "moves");
            if !is_fen || fen.is_empty() {
                return Err(CommandError::Position {
                    command: command.to_owned(),
                    found: found.to_owned(),
                });
            }
            Some(fen)
        };
        cursor.keyword("moves");
        Ok(Self {
            fen,
            moves: cursor.moves(),
            unread: cursor.words(),
        })
    }

    fn write(&self, mut line: Phrase) -> String {
        match &self.fen {
            Some(fen) => line.word("fen").text(fen),
            None => line.word("startpos"),
        };
        line.flag("moves", !(self.moves.is_empty() && self.unread.is_empty()))
            .moves(&self.moves)
            .words(&self.unread)
            .finish()
    }
}

/// Reads the rest of `debug`.
fn read_switch(cursor: &mut Cursor<'_>) -> Result<bool, CommandError> {
    if cursor.rest().is_empty() || cursor.keyword("on") {
        Ok(true)
    } else if cursor.keyword("off") {
        Ok(false)
    } else {
        Err(CommandError::Debug {
            found: cursor.rest().to_owned(),
        })
    }
}

/// Reads the rest of `setoption`: with UCI's key word `name`, the name runs up to `value`; without it, as in UCCI, the
/// name is one word.
fn read_option(cursor: &mut Cursor<'_>) -> Result<Command, CommandError> {
    let found = cursor.rest();
    let name = if cursor.keyword("name") {
        cursor.until(|word| word == "value")
    } else {
        cursor.word().unwrap_or_default().to_owned()
    };
    if name.is_empty() {
        return Err(CommandError::OptionName {
            found: found.to_owned(),
        });
    }
    cursor.keyword("value");
    Ok(Command::SetOption {
        name,
        value: cursor.rest().to_owned(),
    })
}
