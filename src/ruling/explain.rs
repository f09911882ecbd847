//! Rulings in words, Chinese and English, with the articles they stand on.
//!
//! Article numbers are those of 《象棋竞赛规则》 (2011 and 2020 editions) and are given for the Chinese book only.

pub use super::offence::{articles, conduct};
pub use super::reason::nature;
use super::{End, Judgement, Mode, RuleSet, Ruling, Verdict};
use crate::board::{Color, Piece, PieceType};
use crate::notation::{chinese, wxf};
use crate::position::{EndReason, Line, Move, Outcome, Position};

/// One sentence, or a few, in both languages.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Text {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Text {
    pub(super) fn new(zh: impl Into<String>, en: impl Into<String>) -> Self {
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

/// Writes a line of moves, which can be played from `start`, in both languages.
#[must_use]
pub fn variation(start: &Position, moves: &[Move]) -> Text {
    let mut position = start.clone();
    let (mut zh, mut en) = (Vec::new(), Vec::new());
    for mv in moves {
        zh.push(chinese::write(&position, *mv, chinese::Style::default()));
        en.push(wxf::write(&position, *mv));
        let _ = position.play_unchecked(*mv);
    }
    Text::new(zh.join("，"), en.join(", "))
}

/// Names a piece.
pub(super) fn piece(piece: Piece) -> Text {
    let is_red = piece.color() == Color::Red;
    let (zh, en) = match piece.kind() {
        PieceType::King => (if is_red { "帅" } else { "将" }, "king"),
        PieceType::Advisor => (if is_red { "仕" } else { "士" }, "advisor"),
        PieceType::Bishop => (if is_red { "相" } else { "象" }, "elephant"),
        PieceType::Knight => ("马", "knight"),
        PieceType::Rook => ("车", "rook"),
        PieceType::Cannon => ("炮", "cannon"),
        PieceType::Pawn => (if is_red { "兵" } else { "卒" }, "pawn"),
    };
    Text::new(zh, en)
}

pub(super) fn numeral(count: usize) -> String {
    const WORDS: [&str; 11] = [
        "零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十",
    ];
    WORDS
        .get(count)
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Writes a number of rounds.
fn english_numeral(count: usize) -> String {
    match count {
        8 => "eight".to_owned(),
        9 => "nine".to_owned(),
        10 => "ten".to_owned(),
        _ => count.to_string(),
    }
}

/// Says what both sides did and what follows: the reason of a ruling in full.
#[must_use]
pub fn ruling(ruling: &Ruling, rules: &RuleSet) -> Text {
    let did = |color| (side(color), conduct(ruling, color));
    let ((red, red_did), (black, black_did)) = (did(Color::Red), did(Color::Black));
    let mut follows = consequence(ruling, rules);
    if ruling.is_nine_rounds {
        let rounds = ruling.cycle.length / 2;
        let (zh, en) = (numeral(rounds), english_numeral(rounds));
        let en = en[..1].to_uppercase() + &en[1..];
        follows = Text::new(
            format!("连续{zh}个回合在三处以上攻击，{}", follows.zh),
            format!(
                "{en} rounds of attacks in a row, on three points or more: {}",
                follows.en
            ),
        );
    }
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

/// Says what follows from a ruling: who must change, or what came of it.
#[must_use]
pub fn consequence(ruling: &Ruling, rules: &RuleSet) -> Text {
    match (ruling.verdict, ruling.outcome(rules)) {
        (Verdict::Draw, None) => {
            Text::new("双方不变作和", "If neither side changes, the game is drawn")
        }
        (Verdict::Draw, Some(_)) => {
            Text::new("双方不变，判和", "Neither side changed: the game is drawn")
        }
        (Verdict::MustChange(culprit), None) => must_change(culprit),
        (Verdict::MustChange(culprit), Some(_)) => {
            let culprit = side(culprit);
            Text::new(
                format!("{}不变，判负", culprit.zh),
                format!("{} did not change and loses", culprit.en),
            )
        }
    }
}

fn must_change(culprit: Color) -> Text {
    let culprit = side(culprit);
    Text::new(
        format!("{}必须变着，不变判负", culprit.zh),
        format!("{} must change or loses", culprit.en),
    )
}

/// Says of a score that it is no mate and no count of pieces: `culprit` is about to lose by the ruling of a repetition.
#[must_use]
pub fn score_of_ruling(culprit: Color) -> Text {
    let follows = must_change(culprit);
    Text::new(
        format!("【提示】分数系于裁决：{}。", follows.zh),
        format!("Score by a ruling: {}.", follows.en),
    )
}

/// Gives the message a player gets when the position that now stands has recurred: at its second occurrence, one before
/// the one that ends the game, and at that one; or when the rule of nine rounds has ended the game. `None` at other times.
#[must_use]
pub fn message(ruling: &Ruling, rules: &RuleSet) -> Option<Text> {
    if ruling.is_nine_rounds {
        let what = self::ruling(ruling, rules);
        return Some(Text::new(
            format!("【裁决】{}", what.zh),
            format!("Ruling: {}", what.en),
        ));
    }
    let verdict = ruling.verdict;
    let (occurrences, last) = (ruling.cycle.occurrences, ruling.final_count(rules));
    if occurrences != 2 && occurrences + 1 != last && occurrences != last {
        return None;
    }
    let what = self::ruling(ruling, rules);
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

/// Gives the message a player gets when the next round can be the last of those, `rounds` in number, after which the rule
/// of nine rounds ends the game against `culprit`.
#[must_use]
pub fn nine_rounds_ahead(culprit: Color, rounds: usize, rules: &RuleSet) -> Text {
    let culprit = side(culprit);
    let (zh_word, en_word) = match rules.mode {
        Mode::Warning => ("警告", "Warning"),
        Mode::Strict => ("提示", "Attacks"),
    };
    let done = rounds.saturating_sub(1);
    Text::new(
        format!(
            "【{zh_word}】{side}已连续{}个回合攻击，必须变着。连续{}个回合在三处以上攻击，判{side}负。",
            numeral(done),
            numeral(rounds),
            side = culprit.zh,
        ),
        format!(
            "{en_word}: {side} has attacked for {} rounds in a row and must change. \
             At {} rounds, on three points or more, {side} loses.",
            english_numeral(done),
            english_numeral(rounds),
            side = culprit.en,
        ),
    )
}

/// Says all of a judgement of a line: the ruling if there is one, how the game ended if it did, and after which move if
/// play went on.
#[must_use]
pub fn judgement(line: &Line, judgement: &Judgement, rules: &RuleSet) -> Text {
    let ruled = judgement
        .ruling
        .as_ref()
        .map(|ruling| self::ruling(ruling, rules));
    let ended = judgement.end.as_ref().map(|end| {
        let ending = ending(end.outcome, end.reason);
        let ending = Text::new(format!("{}。", ending.zh), format!("{}.", ending.en));
        match end.ply < line.len() {
            true => early_end(line, end, &ending, ruled.as_ref(), rules),
            false => ending,
        }
    });
    match (ruled, ended) {
        (None, None) => {
            let open = nothing_recurs();
            Text::new(format!("{}。", open.zh), format!("{}.", open.en))
        }
        (Some(text), None) | (None, Some(text)) => text,
        (Some(ruled), Some(ended)) => Text::new(ruled.zh + &ended.zh, ruled.en + " " + &ended.en),
    }
}

/// Says that there is nothing to rule.
#[must_use]
pub fn nothing_recurs() -> Text {
    Text::new(
        "没有重复局面，对局未结束",
        "No position recurs and the game goes on",
    )
}

/// Says after which move a game had ended whose play went on, and by which ruling if that is not what was `ruled`.
fn early_end(line: &Line, end: &End, ending: &Text, ruled: Option<&Text>, rules: &RuleSet) -> Text {
    let ruling = end
        .ruling
        .as_ref()
        .map(|ruling| self::ruling(ruling, rules));
    let ruling = ruling.filter(|ruling| ruled != Some(ruling));
    let (zh, en) = ruling.map_or_else(Default::default, |text| (text.zh, text.en + " "));
    let before = end.ply.checked_sub(1);
    let place = before.and_then(|ply| Some((line.position_at(ply), line.move_at(ply)?)));
    let place = match place {
        None => Text::new("走第一着之前", "before the first move"),
        Some((position, mv)) => {
            let (side, number) = (side(position.turn()), position.move_number());
            let mv = variation(&position, &[mv]);
            Text::new(
                format!("{}第{number}着（{}）之后", side.zh, mv.zh),
                format!("after {}'s move {number} ({})", side.en, mv.en),
            )
        }
    };
    Text::new(
        format!("对局在{}已经结束：{zh}{}", place.zh, ending.zh),
        format!("The game had ended {}: {en}{}", place.en, ending.en),
    )
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
        EndReason::GameLength => Text::new("对局总着数已满", "by the limit of a whole game"),
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
