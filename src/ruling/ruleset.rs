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
    /// 天天: as the Asian rules, but checks and chases by turns are forbidden too.
    Sky,
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

/// How many rounds of an attack end the matter, in rules that count rounds rather than occurrences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RoundLimits {
    /// Of checks by one side alone, with one piece, with two, and with more.
    pub checks: [usize; 3],
    /// Of checks and chases by turns, with one piece, and with more.
    pub check_and_chase: [usize; 2],
    /// Of chases.
    pub chase: usize,
    /// Of like offences by both sides, which draw.
    pub both: usize,
}

impl RoundLimits {
    fn fewest(&self) -> usize {
        let by_pieces = self.checks.into_iter().chain(self.check_and_chase);
        by_pieces.fold(self.chase.min(self.both), usize::min)
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
    /// How many rounds end it where a side offends; `None` if the count says that too.
    pub rounds: Option<RoundLimits>,
    /// What happens then.
    pub mode: Mode,
    /// The natural limit, if there is one.
    pub natural_limit: Option<NaturalLimit>,
    /// The plies of a whole game after which it is drawn, if there are; those that the start position's move number tells
    /// of are among them.
    pub longest_game: Option<u32>,
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
            rounds: None,
            mode: Mode::Strict,
            natural_limit: Some(NaturalLimit::default()),
            longest_game: None,
        }
    }

    /// What is told of the rules of 天天: a position draws at its fifth occurrence, offences by rounds, 400 plies in all.
    fn sky() -> Self {
        Self {
            rounds: Some(RoundLimits {
                checks: [6, 12, 18],
                check_and_chase: [12, 18],
                chase: 6,
                both: 6,
            }),
            longest_game: Some(400),
            ..Self::standard("sky", Book::Sky, 5)
        }
    }

    /// Takes another count of occurrences, which then holds for every ruling.
    #[must_use]
    pub fn with_count(self, count: usize) -> Self {
        Self {
            count,
            rounds: None,
            ..self
        }
    }

    /// Gives the occurrences at which a cycle of `length` plies has lasted for so many rounds.
    pub(super) fn occurrences_of(rounds: usize, length: usize) -> usize {
        1 + (2 * rounds).div_ceil(length.max(1))
    }

    /// Gives the fewest occurrences that can end the matter for a cycle of `length` plies.
    pub(super) fn least_count(&self, length: usize) -> usize {
        let by_rounds = self.rounds.as_ref();
        let by_rounds = by_rounds.map(|limits| Self::occurrences_of(limits.fewest(), length));
        by_rounds.map_or(self.count, |least| least.min(self.count))
    }

    /// Finds a built-in rule set by its name; also by the words of UCCI's old option `repetition` (`alwaysdraw`,
    /// `checkban`, `asianrule`, `chineserule`) and of Pikafish's former `Repetition Rule`. Case does not matter.
    ///
    /// `sky` (天天) has no published text: the rounds and limits are those that two public programs tell; whether a
    /// position draws at its fifth occurrence or its fifth return, and whether the last round of an attack may still be
    /// played, is not known, nor what exactly a chase is.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name.trim().to_ascii_lowercase().as_str() {
            "cn2011" | "chineserule" | "chinese" => Self::default(),
            "cn2020" => Self::standard("cn2020", Book::Chinese, 4),
            "axf" | "asianrule" | "asian" => Self::standard("axf", Book::Asian, 3),
            "computer" => Self::standard("computer", Book::Computer, 3),
            "sky" | "skyrule" | "tiantian" => Self::sky(),
            "check-only" | "checkban" => Self::standard("check-only", Book::CheckOnly, 3),
            "none" | "alwaysdraw" => Self::standard("none", Book::Nothing, 3),
            _ => return None,
        })
    }
}
