//! How files tell the result of a game: by a mark, by words in Chinese, or by a number.

use crate::board::Color;
use crate::position::Outcome;

/// The words in Chinese. One of them may be a part of a longer one, as 先胜 of 红先胜.
const WORDS: [(Outcome, &[&str]); 3] = [
    (
        Outcome::Win(Color::Red),
        &[
            "红方胜",
            "红胜",
            "紅方勝",
            "紅勝",
            "先胜",
            "先勝",
            "黑方负",
            "黑负",
            "黑方負",
            "黑負",
        ],
    ),
    (
        Outcome::Win(Color::Black),
        &[
            "黑方胜",
            "黑胜",
            "黑方勝",
            "黑勝",
            "先负",
            "先負",
            "红方负",
            "红负",
            "紅方負",
            "紅負",
        ],
    ),
    (
        Outcome::Draw,
        &["和棋", "先和", "和局", "双方和", "雙方和", "弈和"],
    ),
];

/// Reads the mark of PGN: `None` if the text is none, `Some(None)` for a game that is not finished.
pub(super) fn read_mark(text: &str) -> Option<Option<Outcome>> {
    Some(match text {
        "1-0" => Some(Outcome::Win(Color::Red)),
        "0-1" => Some(Outcome::Win(Color::Black)),
        "1/2-1/2" | "1/2" => Some(Outcome::Draw),
        "*" => None,
        _ => return None,
    })
}

/// Reads the words in Chinese that begin a text, and gives how many bytes they take.
pub(super) fn read_words(text: &str) -> Option<(Outcome, usize)> {
    WORDS.iter().find_map(|(outcome, words)| {
        let word = words.iter().find(|word| text.starts_with(**word))?;
        // 红胜势 is no result.
        let behind = text[word.len()..].chars().next();
        let ends = behind.is_none_or(|next| !next.is_alphanumeric());
        ends.then_some((*outcome, word.len()))
    })
}

/// Reads a text that should tell the result and nothing else, as that of a tag; `None` if it tells none that is known,
/// `Some(None)` for a game that is not finished.
pub(super) fn read_told(text: &str) -> Option<Option<Outcome>> {
    if matches!(text, "" | "?" | "未知" | "未完") {
        return Some(None);
    }
    let in_words = || {
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let found = WORDS.iter().find(|(_, words)| has(words));
        let found = found.map(|(outcome, _)| *outcome);
        found.or_else(|| text.contains('和').then_some(Outcome::Draw))
    };
    read_mark(text).or_else(|| in_words().map(Some))
}

/// Reads the number that stands for a result in XQF, CBR and CBF; any but these for none.
pub(super) const fn from_number(number: u8) -> Option<Outcome> {
    match number {
        1 => Some(Outcome::Win(Color::Red)),
        2 => Some(Outcome::Win(Color::Black)),
        3 | 4 => Some(Outcome::Draw),
        _ => None,
    }
}

/// Gives the number that stands for a result.
pub(super) const fn to_number(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(Outcome::Win(Color::Red)) => 1,
        Some(Outcome::Win(Color::Black)) => 2,
        Some(Outcome::Draw) => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Option<Outcome> = Some(Outcome::Win(Color::Red));
    const BLACK: Option<Outcome> = Some(Outcome::Win(Color::Black));

    #[test]
    fn results_are_read_in_every_form() {
        for (text, outcome) in [
            ("1-0", Some(RED)),
            ("红胜", Some(RED)),
            ("紅先勝", Some(RED)),
            ("黑负（超时）", Some(RED)),
            ("0-1", Some(BLACK)),
            ("红先负", Some(BLACK)),
            ("1/2-1/2", Some(Some(Outcome::Draw))),
            ("作和", Some(Some(Outcome::Draw))),
            ("*", Some(None)),
            ("", Some(None)),
            ("Red won", None),
            ("胜", None),
        ] {
            assert_eq!(read_told(text), outcome, "{text}");
        }
        assert_eq!(
            read_words("红胜。"),
            RED.map(|outcome| (outcome, "红胜".len()))
        );
        for text in ["红胜势", "甲红胜", "和", "1-0"] {
            assert_eq!(read_words(text), None, "{text}");
        }
        for number in 0..4 {
            assert_eq!(to_number(from_number(number)), number);
        }
    }
}
