//! The nature of a move.

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

    /// Gives the word of the English reports and of the JSON contract.
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
