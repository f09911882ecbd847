//! The gate between what a FEN can say and a position that can be played.

use std::fmt;

use crate::board::{Board, Color, Piece, PieceType, Square};

/// A placement and a side to move that nobody has checked yet: anything a FEN can say.
///
/// Only [`Position::try_from`](super::Position) turns it into something that moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Plies since the last capture.
    pub plies_since_capture: u16,
    /// The number of the next move of Red (or of the move Black is about to answer), from 1; 0 counts as 1.
    pub move_number: u16,
    /// What could not be read of the text the setup came from; empty for one made by hand.
    pub unread: Vec<Fault>,
}

impl Default for Setup {
    /// An empty board, Red to move.
    fn default() -> Self {
        Self {
            board: Board::default(),
            turn: Color::Red,
            plies_since_capture: 0,
            move_number: 1,
            unread: Vec::new(),
        }
    }
}

impl Setup {
    /// Lists everything that keeps the setup from being a position, faults of the text first.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.unread.clone();
        for color in Color::ALL {
            for kind in PieceType::ALL {
                let piece = Piece::new(color, kind);
                let found = self.board.pieces(color, kind).count();
                if kind == PieceType::King && found == 0 {
                    faults.push(Fault::NoKing { color });
                }
                if found > kind.full_count() {
                    faults.push(Fault::TooMany { piece, found });
                }
                let misplaced = self
                    .board
                    .pieces(color, kind)
                    .filter(|square| !square.is_reachable(color, kind));
                faults.extend(misplaced.map(|square| Fault::Unreachable { piece, square }));
            }
        }
        if self.board.kings_face() {
            faults.push(Fault::KingsFace);
        }
        let kings = self.board.pieces(self.turn, PieceType::King);
        if let Some(king) = self.board.king(!self.turn)
            && !(self
                .board
                .checkers_in(king, self.turn, self.board.occupancy())
                & !kings)
                .is_empty()
        {
            faults.push(Fault::CanTakeKing { turn: self.turn });
        }
        faults
    }
}

/// One thing wrong with a FEN or with the position it describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text is empty.
    Empty,
    /// A letter of the board field that is no piece.
    UnknownLetter {
        /// The letter found.
        letter: char,
        /// The rank it stands in, 0 to 9.
        rank: u8,
    },
    /// A rank that does not have nine files.
    RankLength {
        /// The rank, 0 to 9.
        rank: u8,
        /// How many files it has.
        found: usize,
    },
    /// A board field that does not have ten ranks.
    RankCount {
        /// How many it has.
        found: usize,
    },
    /// The field of the side to move is not there.
    MissingSide,
    /// The field of the side to move is none of `w`, `r`, `b`.
    UnknownSide {
        /// The word found.
        found: String,
    },
    /// A counter that is no number below 65536.
    BadCounter {
        /// The word found.
        found: String,
    },
    /// Words behind the move number.
    Surplus {
        /// The first of them.
        found: String,
    },
    /// A side without a king.
    NoKing {
        /// The side.
        color: Color,
    },
    /// More of one piece than a side starts with.
    TooMany {
        /// The piece.
        piece: Piece,
        /// How many there are.
        found: u32,
    },
    /// A piece on a square it can never reach.
    Unreachable {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// The kings face each other on an open file (将帅对面).
    KingsFace,
    /// The side to move could take the king.
    CanTakeKing {
        /// The side to move.
        turn: Color,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the FEN is empty"),
            Self::UnknownLetter { letter, rank } => {
                write!(
                    f,
                    "rank {rank} has {letter:?}, expected a digit 1-9 or a letter of KABNRCP"
                )
            }
            Self::RankLength { rank, found } => {
                write!(f, "rank {rank} has {found} files, expected 9")
            }
            Self::RankCount { found } => write!(f, "the board has {found} ranks, expected 10"),
            Self::MissingSide => f.write_str("the side to move is missing, expected w or b"),
            Self::UnknownSide { found } => {
                write!(f, "the side to move is {}, expected w or b", quoted(found))
            }
            Self::BadCounter { found } => {
                write!(
                    f,
                    "a counter is {}, expected a number below 65536",
                    quoted(found)
                )
            }
            Self::Surplus { found } => {
                write!(
                    f,
                    "{} stands behind the move number, expected nothing",
                    quoted(found)
                )
            }
            Self::NoKing { color } => write!(f, "{color} has no king"),
            Self::TooMany { piece, found } => {
                write!(
                    f,
                    "there are {found} of {}, at most {} can be",
                    piece.letter(),
                    piece.kind().full_count()
                )
            }
            Self::Unreachable { piece, square } => {
                write!(
                    f,
                    "{} stands on {square}, which it can never reach",
                    piece.letter()
                )
            }
            Self::KingsFace => f.write_str("the kings face each other on an open file"),
            Self::CanTakeKing { turn } => write!(f, "{turn} is to move and could take the king"),
        }
    }
}

/// A setup refused: every fault, and the setup itself, so that a caller may mend it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", list(.faults))]
pub struct FenError {
    /// The setup as it was.
    pub setup: Box<Setup>,
    /// All that is wrong with it, at least one.
    pub faults: Vec<Fault>,
}

/// Writes faults in a line of bounded length: the first few unknown letters, the first few of all others.
fn list(faults: &[Fault]) -> String {
    const LETTERS: usize = 3;
    const OTHERS: usize = 12;
    let is_letter = |fault: &&Fault| matches!(fault, Fault::UnknownLetter { .. });
    let letters = faults.iter().filter(is_letter);
    let others = faults.iter().filter(|fault| !is_letter(fault));
    let told = |fault: &Fault| fault.to_string();
    let more = |count: usize, most: usize, what: &str| {
        count
            .checked_sub(most + 1)
            .map(|rest| format!("and {} more {what}", rest + 1))
    };
    let mut texts: Vec<String> = letters.clone().take(LETTERS).map(told).collect();
    texts.extend(more(letters.count(), LETTERS, "such letters"));
    texts.extend(others.clone().take(OTHERS).map(told));
    texts.extend(more(others.count(), OTHERS, "faults"));
    texts.join("; ")
}

/// Quotes a word, cut if it is long.
fn quoted(word: &str) -> String {
    const LONGEST: usize = 24;
    match word.char_indices().nth(LONGEST) {
        None => format!("{word:?}"),
        Some((end, _)) => format!("{:?}", format!("{}…", &word[..end])),
    }
}
