//! The nature of a move, and what it stands on.

use crate::board::{Piece, Square};
use crate::position::Move;

/// What a move is in the eyes of the rules of repetition, gravest first (Chinese rules, articles 24.1 to 24.8).
///
/// Check, mate threat and chase are attacks; a side that does nothing else for a whole cycle does what is forbidden.
/// The other natures are allowed and weigh the same; telling them apart serves people only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nature {
    /// 将 (24.1): the move attacks the enemy king.
    Check,
    /// 杀 (24.2): the move threatens to mate by checks alone.
    MateThreat,
    /// 捉 (24.3): the move threatens to win material.
    Chase,
    /// 兑 (24.4): the move offers an exchange of pieces of one kind.
    Exchange,
    /// 献 (24.5): the move offers a piece.
    Offer,
    /// 拦 (24.6): the move obstructs a line or a point.
    Block,
    /// 跟 (24.7): the move stays on the tail of a protected piece.
    Follow,
    /// 闲 (24.8): any other move.
    Idle,
}

impl Nature {
    /// Tells whether a cycle of such moves alone is forbidden to one side (24.13).
    #[must_use]
    pub fn is_attack(self) -> bool {
        matches!(self, Self::Check | Self::MateThreat | Self::Chase)
    }

    /// Gives the word of the JSON contract.
    #[must_use]
    pub fn english(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::MateThreat => "mate-threat",
            Self::Chase => "chase",
            Self::Exchange => "exchange",
            Self::Offer => "offer",
            Self::Block => "block",
            Self::Follow => "follow",
            Self::Idle => "idle",
        }
    }

    /// Gives the words of English sentences.
    #[must_use]
    pub fn plain_english(self) -> &'static str {
        match self {
            Self::MateThreat => "mate threat",
            other => other.english(),
        }
    }

    /// Gives the word of the rule book.
    #[must_use]
    pub fn chinese(self) -> &'static str {
        match self {
            Self::Check => "将",
            Self::MateThreat => "杀",
            Self::Chase => "捉",
            Self::Exchange => "兑",
            Self::Offer => "献",
            Self::Block => "拦",
            Self::Follow => "跟",
            Self::Idle => "闲",
        }
    }
}

/// The level of a chase, which matters only when both sides do what is forbidden (26.9, `RULES` §7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// The lighter: a protected piece that is won all the same, or several pieces together.
    B,
    /// The graver: a rook, or a piece without a root.
    A,
}

/// What kind of target is chased.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TargetClass {
    /// 捉车: a rook, or a piece whose capture wins a rook on the way.
    Rook,
    /// 捉无根子: nothing stands ready to retake.
    Unprotected,
    /// 联合捉子: several pieces are needed.
    Joint,
    /// Any other piece that is won.
    Other,
}

impl TargetClass {
    /// Gives the word of the JSON contract.
    #[must_use]
    pub fn english(self) -> &'static str {
        match self {
            Self::Rook => "rook",
            Self::Unprotected => "unprotected",
            Self::Joint => "joint",
            Self::Other => "other",
        }
    }
}

/// How a threat stood before the move that makes it new.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Novelty {
    /// The capture, or the line of checks, was not there.
    NewCapture,
    /// The capture was there, but did not pay.
    NowPays,
    /// It paid less.
    PaysMore,
    /// It would have paid, had the piece that moves not hung itself: its escape (避捉) brings the old attack to life.
    Escape,
}

impl Novelty {
    /// Gives the word of the JSON contract.
    #[must_use]
    pub fn english(self) -> &'static str {
        match self {
            Self::NewCapture => "new-capture",
            Self::NowPays => "now-pays",
            Self::PaysMore => "pays-more",
            Self::Escape => "escape",
        }
    }
}

/// What the line of a target comes to for the side that chases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Balance {
    /// 得子 (26.6): it wins material, or mates.
    Gain,
    /// 价值相当, and a chase all the same (26.5): what is lost has no part in the captures.
    Level,
}

impl Balance {
    /// Gives the word of the JSON contract.
    #[must_use]
    pub fn english(self) -> &'static str {
        match self {
            Self::Gain => "gain",
            Self::Level => "level",
        }
    }
}

/// A piece that is chased.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// Where it stands after the move.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// What kind of target it is.
    pub class: TargetClass,
    /// Why the threat counts as new.
    pub novelty: Novelty,
    /// What `line` comes to.
    pub balance: Balance,
    /// Whether `line` begins with the other side's capture, the piece being offered so that taking costs it material
    /// (26.10).
    pub is_offered: bool,
    /// The line that wins: from the position after the move if the piece is offered, else with the mover to move once more.
    pub line: Vec<Move>,
}

/// The nature of a move with its evidence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Finding {
    /// The nature.
    pub nature: Nature,
    /// The level of a chase; `None` for the others.
    pub level: Option<Level>,
    /// What is chased, the gravest first; empty for the others.
    pub targets: Vec<Target>,
    /// The line that mates, the mover moving again after its move; empty but for a mate threat.
    pub line: Vec<Move>,
    /// Whether a search met its bound of positions, so that the nature may be graver than found.
    pub is_bounded: bool,
}

impl Finding {
    /// Makes a finding that needs no evidence.
    #[must_use]
    pub fn plain(nature: Nature) -> Self {
        Self {
            nature,
            level: None,
            targets: Vec::new(),
            line: Vec::new(),
            is_bounded: false,
        }
    }
}
