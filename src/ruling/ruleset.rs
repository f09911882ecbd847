//! The rule books as data.

use std::ops::RangeInclusive;

/// Which attacks a rule book knows, and so how the nature of a move is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Book {
    /// 《象棋竞赛规则》 of 2011 and its successors: check, mate threat and chase by the exchange fragment.
    Chinese,
    /// The Asian and World rules: perpetual check, and perpetual chase of one piece by its next capture.
    Asian,
    /// The reading of the computer competitions: as the Asian rules, but any check in the cycle takes away the chase.
    Computer,
    /// Nothing but perpetual check.
    CheckOnly,
    /// Nothing at all: every repetition is a draw.
    Nothing,
}

/// What happens to a culprit when the count is reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// He loses at once, as match referees rule.
    #[default]
    Strict,
    /// He is told, and loses only if he goes on for one more cycle; a one-sided perpetual check gets no such grace.
    Warning,
}

/// The limit of moves without a capture (自然限着).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NaturalLimit {
    /// The plies after which the game is drawn.
    pub plies: u32,
    /// How many checks of each side count among them; each check beyond takes itself and its answer out.
    pub checks: u32,
}

impl NaturalLimit {
    /// The most plies, and checks, that a setting may name.
    pub const MOST_PLIES: u32 = 400;
}

impl Default for NaturalLimit {
    /// 60 rounds, ten checks of each side among them.
    fn default() -> Self {
        Self {
            plies: 120,
            checks: 10,
        }
    }
}

/// A rule set: a book and its settings.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet {
    /// The name by which it is chosen and reported.
    pub name: String,
    /// The book.
    pub book: Book,
    /// How many occurrences of one position end the matter.
    pub count: usize,
    /// What happens then.
    pub mode: Mode,
    /// The natural limit, if there is one.
    pub natural_limit: Option<NaturalLimit>,
}

impl Default for RuleSet {
    /// The Chinese rules of 2011 (11版).
    fn default() -> Self {
        Self::standard("cn2011", Book::Chinese, 4)
    }
}

impl RuleSet {
    /// The names of the rule sets that are built in.
    pub const NAMES: [&str; 7] = [
        "cn2011",
        "cn2020",
        "axf",
        "computer",
        "sky",
        "check-only",
        "none",
    ];

    /// The counts of occurrences that a setting may name.
    pub const COUNTS: RangeInclusive<usize> = 2..=99;

    fn standard(name: &str, book: Book, count: usize) -> Self {
        Self {
            name: name.to_owned(),
            book,
            count,
            mode: Mode::Strict,
            natural_limit: Some(NaturalLimit::default()),
        }
    }

    /// Finds a built-in rule set by its name; also by the words of UCCI's old option `repetition` (`alwaysdraw`,
    /// `checkban`, `asianrule`, `chineserule`) and of Pikafish's former `Repetition Rule`. Case does not matter.
    ///
    /// `sky` (天天) has no published text: it is taken as the Asian rules ruled at the sixth occurrence.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name.trim().to_ascii_lowercase().as_str() {
            "cn2011" | "chineserule" | "chinese" => Self::default(),
            "cn2020" => Self::standard("cn2020", Book::Chinese, 4),
            "axf" | "asianrule" | "asian" => Self::standard("axf", Book::Asian, 3),
            "computer" => Self::standard("computer", Book::Computer, 3),
            "sky" | "skyrule" | "tiantian" => Self::standard("sky", Book::Asian, 6),
            "check-only" | "checkban" => Self::standard("check-only", Book::CheckOnly, 3),
            "none" | "alwaysdraw" => Self::standard("none", Book::Nothing, 3),
            _ => return None,
        })
    }
}
