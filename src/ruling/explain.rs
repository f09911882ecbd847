//! Rulings in words, Chinese and English, with the articles they stand on.
//!
//! Article numbers are those of 《象棋竞赛规则》 (2011 and 2020 editions) and are given for the Chinese book only.

use super::{Book, Class, Judgement, Mode, Nature, RuleSet, Ruling, Verdict};
use crate::board::Color;
use crate::position::{EndReason, Line, Outcome};

/// One sentence, or a few, in both languages.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Text {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Text {
    fn new(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Self {
            zh: zh.into(),
            en: en.into(),
        }
    }
}

/// Names a side: 红方 / Red.
#[must_use]
pub fn side(color: Color) -> Text {
    match color {
        Color::Red => Text::new("红方", "Red"),
        Color::Black => Text::new("黑方", "Black"),
    }
}

/// Says why move number `ply` of a line has its nature, or that it is not decided.
#[must_use]
pub fn nature(line: &Line, ply: usize, nature: Option<Nature>, rules: &RuleSet) -> Text {
    let chinese = rules.book == Book::Chinese;
    match nature {
        Some(Nature::Check) if chinese => Text::new(
            "直接攻击对方将帅，判“将”（24.1）",
            "attacks the enemy king: check (24.1)",
        ),
        Some(Nature::Check) => Text::new("直接攻击对方将帅，为将", "attacks the enemy king: check"),
        Some(Nature::Idle) if chinese && line.was_check(ply) => Text::new(
            "动将（帅）应将，判“闲”（26.1.2）",
            "the king moves out of check: idle (26.1.2)",
        ),
        Some(nature) => Text::new(
            format!("判“{}”", nature.chinese()),
            format!("{} under this rule set", nature.english()),
        ),
        None => Text::new(
            "不是将；是杀、捉还是闲尚未裁定",
            "no check; whether it threatens mate, chases or is idle is not decided",
        ),
    }
}

/// Says in a word what a side did over a cycle, such as 长将 / perpetual check or 一将一闲 / check and idle.
#[must_use]
pub fn conduct(line: &Line, ruling: &Ruling, color: Color) -> Text {
    let first = usize::from(line.turn_at(ruling.cycle.start) != color);
    let own: Vec<_> = ruling
        .natures
        .iter()
        .skip(first)
        .step_by(2)
        .copied()
        .collect();
    let Some(natures) = own.into_iter().collect::<Option<Vec<_>>>() else {
        return Text::new("未定", "not decided");
    };
    let mut kinds: Vec<(Nature, usize)> = Vec::new();
    for nature in natures {
        match kinds.iter_mut().find(|(kind, _)| *kind == nature) {
            Some((_, count)) => *count += 1,
            None => kinds.push((nature, 1)),
        }
    }
    match kinds[..] {
        [] => Text::new("未走", "no move"),
        [(Nature::Idle, _)] => Text::new("闲", "idle"),
        [(nature, _)] => Text::new(
            format!("长{}", nature.chinese()),
            format!("perpetual {}", nature.english().replace('-', " ")),
        ),
        _ => {
            let least = kinds.iter().map(|(_, count)| *count).min().unwrap_or(1);
            let even = kinds.iter().all(|(_, count)| count.is_multiple_of(least));
            let zh = kinds.iter().map(|(nature, count)| {
                let count = if even { count / least } else { *count };
                format!("{}{}", numeral(count), nature.chinese())
            });
            let en: Vec<_> = kinds
                .iter()
                .map(|(nature, _)| nature.english().replace('-', " "))
                .collect();
            Text::new(zh.collect::<String>(), en.join(" and "))
        }
    }
}

fn numeral(count: usize) -> String {
    const WORDS: [&str; 10] = ["零", "一", "两", "三", "四", "五", "六", "七", "八", "九"];
    WORDS
        .get(count)
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Lists the articles a ruling stands on; none outside the Chinese book or while the verdict is open.
#[must_use]
pub fn articles(ruling: &Ruling, rules: &RuleSet) -> Vec<&'static str> {
    let Some(verdict) = ruling.verdict.filter(|_| rules.book == Book::Chinese) else {
        return Vec::new();
    };
    let conduct = ruling.conduct;
    match verdict {
        Verdict::MustChange(_) if ruling.is_one_sided_check() => vec!["24.9", "25.1"],
        Verdict::MustChange(culprit) if conduct[!culprit].most == Class::Allowed => {
            vec!["24.13", "25.3"]
        }
        Verdict::MustChange(_) => vec!["24.13", "25.4", "26.9"],
        Verdict::Draw if conduct.red.most == Class::Allowed => vec!["24.14", "25.2"],
        Verdict::Draw if conduct.red.least == Class::PerpetualCheck => vec!["24.9", "25.4"],
        Verdict::Draw => vec!["24.13", "25.4", "26.9.4"],
    }
}

/// Says what both sides did and what follows: the reason of a ruling in full.
#[must_use]
pub fn ruling(line: &Line, ruling: &Ruling, rules: &RuleSet) -> Text {
    let did = |color| (side(color), conduct(line, ruling, color));
    let ((red, red_did), (black, black_did)) = (did(Color::Red), did(Color::Black));
    let follows = consequence(ruling, rules);
    let articles = articles(ruling, rules);
    let (zh_articles, en_articles) = if articles.is_empty() {
        (String::new(), String::new())
    } else {
        (
            format!("（{}）", articles.join("、")),
            format!(" ({})", articles.join(", ")),
        )
    };
    Text::new(
        format!(
            "{}{}，{}{}：{}{zh_articles}。",
            red.zh, red_did.zh, black.zh, black_did.zh, follows.zh
        ),
        format!(
            "{}: {}; {}: {}. {}{en_articles}.",
            red.en, red_did.en, black.en, black_did.en, follows.en
        ),
    )
}

fn consequence(ruling: &Ruling, rules: &RuleSet) -> Text {
    match (ruling.verdict, ruling.outcome(rules)) {
        (None, _) => Text::new(
            "着法性质未定，暂不裁决",
            "Natures are not decided, so there is no verdict",
        ),
        (Some(Verdict::Draw), None) => {
            Text::new("双方不变作和", "If neither side changes, the game is drawn")
        }
        (Some(Verdict::Draw), Some(_)) => {
            Text::new("双方不变，判和", "Neither side changed: the game is drawn")
        }
        (Some(Verdict::MustChange(culprit)), outcome) => {
            let culprit = side(culprit);
            if outcome.is_some() {
                Text::new(
                    format!("{}不变，判负", culprit.zh),
                    format!("{} did not change and loses", culprit.en),
                )
            } else {
                Text::new(
                    format!("{}必须变着，不变判负", culprit.zh),
                    format!("{} must change or loses", culprit.en),
                )
            }
        }
    }
}

/// Gives the message a player gets when the position that now stands has recurred: at its second occurrence, one before
/// the one that ends the game, and at that one. `None` at other times and while the verdict is open.
#[must_use]
pub fn message(line: &Line, ruling: &Ruling, rules: &RuleSet) -> Option<Text> {
    let verdict = ruling.verdict?;
    let (occurrences, last) = (ruling.cycle.occurrences, ruling.final_count(rules));
    if occurrences != 2 && occurrences + 1 != last && occurrences != last {
        return None;
    }
    let what = self::ruling(line, ruling, rules);
    let what = Text::new(
        what.zh.trim_end_matches('。'),
        what.en.trim_end_matches('.'),
    );
    let (zh_times, en_times) = (
        format!("局面已出现{occurrences}次"),
        format!("position seen {occurrences} times"),
    );
    if occurrences == last {
        return Some(Text::new(
            format!("【裁决】{zh_times}。{}。", what.zh),
            format!("Ruling: {en_times}. {}.", what.en),
        ));
    }
    let (zh_end, en_end) = match verdict {
        Verdict::Draw => ("判和".to_owned(), "the game is drawn".to_owned()),
        Verdict::MustChange(culprit) => {
            let culprit = side(culprit);
            (
                format!("判{}负", culprit.zh),
                format!("{} loses", culprit.en),
            )
        }
    };
    let left = last.saturating_sub(occurrences);
    let grace = rules.mode == Mode::Warning && last > rules.count && occurrences >= rules.count;
    let (zh_word, en_word) = if grace {
        ("警告", "Warning")
    } else {
        ("提示", "Repetition")
    };
    Some(Text::new(
        format!(
            "【{zh_word}】{zh_times}。{}。再出现{left}次{zh_end}。",
            what.zh
        ),
        format!(
            "{en_word}: {en_times}. {}. At {left} more, {en_end}.",
            what.en
        ),
    ))
}

/// Says all of a judgement: the ruling if there is one, how the game ended if it did.
#[must_use]
pub fn judgement(line: &Line, judgement: &Judgement, rules: &RuleSet) -> Text {
    let ruled = judgement
        .ruling
        .as_ref()
        .map(|ruling| self::ruling(line, ruling, rules));
    let ended = judgement
        .end
        .map(|(outcome, reason)| ending(outcome, reason));
    match (ruled, ended) {
        (None, None) => Text::new(
            "没有重复局面，对局未结束。",
            "No position recurs and the game goes on.",
        ),
        (Some(ruled), None) => ruled,
        (None, Some(ended)) => Text::new(format!("{}。", ended.zh), format!("{}.", ended.en)),
        (Some(ruled), Some(ended)) => Text::new(
            format!("{}{}。", ruled.zh, ended.zh),
            format!("{} {}.", ruled.en, ended.en),
        ),
    }
}

/// Says how a game ended. A repetition is told by [`ruling`] in full; here it is only named.
#[must_use]
pub fn ending(outcome: Outcome, reason: EndReason) -> Text {
    let result = match outcome {
        Outcome::Draw => Text::new("和棋", "Draw"),
        Outcome::Win(color) => {
            let winner = side(color);
            Text::new(format!("{}胜", winner.zh), format!("{} wins", winner.en))
        }
    };
    let why = match reason {
        EndReason::Mate => Text::new("将死", "by mate"),
        EndReason::Stalemate => Text::new("困毙", "by stalemate"),
        EndReason::Repetition => Text::new("重复局面裁决", "by the ruling of a repetition"),
        EndReason::NaturalLimit => Text::new(
            "自然限着",
            "by the natural limit of moves without a capture",
        ),
        EndReason::NoAttackers => Text::new(
            "双方均无进攻子力",
            "because neither side has an attacking piece left",
        ),
    };
    Text::new(
        format!("{}，{}", why.zh, result.zh),
        format!("{} {}", result.en, why.en),
    )
}
