//! What is wrong with the input or the settings, in the language of the player where we have words for it.

use super::announcer::Language;
use super::history::HistoryError;
use crate::protocol::{CommandError, OptionError};
use crate::ruling::explain;

/// The letters of a complaint that are told.
const LETTERS: usize = 500;

/// The letters of foreign text in it.
const FOREIGN_LETTERS: usize = 60;

/// Something that is wrong with the input or the settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Complaint {
    pub(super) en: String,
    /// `None` if only English tells it.
    zh: Option<String>,
}

impl Complaint {
    fn new(zh: String, en: String) -> Self {
        Self {
            en: shortened(en),
            zh: Some(shortened(zh)),
        }
    }

    /// Complains of an option that nobody has: neither we nor the engine behind us, if there is one.
    pub(super) fn of_unknown_option(name: &str, engine: Option<&str>) -> Self {
        let or = engine.map_or(String::new(), |name| format!(" or {name}"));
        let and = engine.map_or(String::new(), |name| format!(" 与 {name} 均"));
        Self::new(
            format!("选项 {name}：caipan{and}无此选项"),
            format!("option {name}: found no such option of caipan{or}"),
        )
    }

    /// Puts before it where it is, such as `caipan.toml: `.
    pub(super) fn at(self, place: &str) -> Self {
        Self {
            en: shortened(format!("{place}{}", self.en)),
            zh: self.zh.map(|zh| shortened(format!("{place}{zh}"))),
        }
    }

    /// Gives the lines to send.
    pub(super) fn lines(self, language: Language) -> Vec<String> {
        let Self { zh, en } = self;
        match (language, zh) {
            (Language::English, _) => vec![en],
            (Language::Chinese, zh) => vec![format!("输入有误：{}", zh.unwrap_or(en))],
            (Language::Both, Some(zh)) => {
                vec![format!("输入有误：{zh}"), format!("bad input: {en}")]
            }
            (Language::Both, None) => vec![format!("输入有误 (bad input): {en}")],
        }
    }
}

impl From<String> for Complaint {
    fn from(en: String) -> Self {
        Self {
            en: shortened(en),
            zh: None,
        }
    }
}

impl From<HistoryError> for Complaint {
    fn from(error: HistoryError) -> Self {
        let zh = match &error {
            HistoryError::Fen(fault) => format!("局面不成立（{fault}）"),
            HistoryError::Move { number, error } => {
                let (side, mv, fen) = (explain::side(error.turn).zh, error.mv, &error.fen);
                format!("第 {number} 着 {mv} 不合规则，其时轮{side}走：{fen}")
            }
            HistoryError::Word { after, found } => {
                format!(
                    "第 {after} 着之后为 {}，应为 h2e2 之类的着法",
                    quoted(found)
                )
            }
        };
        Self::new(format!("position：{zh}"), error.to_string())
    }
}

impl From<OptionError> for Complaint {
    fn from(error: OptionError) -> Self {
        let (name, expected, found) = match &error {
            OptionError::Check { name, found } => (name, "true 或 false".to_owned(), found),
            OptionError::Spin {
                name,
                found,
                min,
                max,
            } => (name, format!("{min} 到 {max} 的整数"), found),
            OptionError::ZeroOrSpin {
                name,
                found,
                min,
                max,
            } => (name, format!("0，或 {min} 到 {max} 的整数"), found),
            OptionError::Combo {
                name,
                found,
                choices,
            } => (name, format!("{} 之一", choices.join("、")), found),
        };
        let zh = format!("选项 {name}：应为 {expected}，所得为 {}", quoted(found));
        Self::new(zh, error.to_string())
    }
}

impl From<CommandError> for Complaint {
    fn from(error: CommandError) -> Self {
        let (place, expected, found) = match &error {
            CommandError::Number { word, found, max } => {
                (format!("go {word}"), format!("0 到 {max} 的整数"), found)
            }
            CommandError::Position { command, found } => {
                let expected = "startpos，或 fen 和局面".to_owned();
                (command.clone(), expected, found)
            }
            CommandError::OptionName { found } => {
                ("setoption".to_owned(), "选项名".to_owned(), found)
            }
            CommandError::Debug { found } => ("debug".to_owned(), "on 或 off".to_owned(), found),
        };
        let zh = format!("{place}：应为 {expected}，所得为 {}", quoted(found));
        Self::new(zh, error.to_string())
    }
}

/// Sets foreign text off and keeps it to one short line.
fn quoted(found: &str) -> String {
    if found.is_empty() {
        return "空".to_owned();
    }
    format!("{:?}", cut(found.to_owned(), FOREIGN_LETTERS))
}

fn shortened(text: String) -> String {
    cut(text, LETTERS)
}

fn cut(mut text: String, letters: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(letters) {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::history::History;
    use crate::adapter::options::Options;
    use crate::protocol::{Command, Dialect};

    /// Gives what is told in Chinese of a command that is wrong.
    fn chinese(text: &str) -> String {
        let complaint: Complaint = match Command::read(text, Dialect::Ucci) {
            Err(error) => error.into(),
            Ok(Command::Position(given)) => History::default().set(&given).unwrap_err().into(),
            Ok(Command::SetOption { name, value }) => {
                Options::default().set(&name, &value).unwrap_err().into()
            }
            Ok(other) => panic!("{text}: {other:?}"),
        };
        let lines = complaint.lines(Language::Chinese);
        assert_eq!(lines.len(), 1);
        lines.concat()
    }

    #[test]
    fn common_faults_have_words_in_chinese() {
        for (text, told) in [
            (
                "position startpos moves h2e2 h2e2",
                "输入有误：position：第 2 着 h2e2 不合规则，其时轮黑方走：rnbakabnr/",
            ),
            (
                "position startpos moves h2e2 x",
                "输入有误：position：第 1 着之后为 \"x\"，应为 h2e2 之类的着法",
            ),
            (
                "position fen 9/9/9 w",
                "输入有误：position：局面不成立（the board has 3 ranks, expected 10",
            ),
            (
                "position",
                "输入有误：position：应为 startpos，或 fen 和局面，所得为 空",
            ),
            ("go depth x", "输入有误：go depth：应为 0 到 "),
            (
                "setoption guard maybe",
                "输入有误：选项 guard：应为 forbid、warn、off 之一，所得为 \"maybe\"",
            ),
            (
                "setoption repcount 1",
                "输入有误：选项 repcount：应为 0，或 2 到 99 的整数，所得为 \"1\"",
            ),
        ] {
            let found = chinese(text);
            assert!(found.starts_with(told), "{found}");
        }
        let unknown = Complaint::of_unknown_option("Hsah", Some("Fish")).at("a.toml: ");
        assert_eq!(
            unknown.clone().lines(Language::Both),
            [
                "输入有误：a.toml: 选项 Hsah：caipan 与 Fish 均无此选项",
                "bad input: a.toml: option Hsah: found no such option of caipan or Fish",
            ]
        );
        assert_eq!(unknown.lines(Language::English).len(), 1);
    }

    #[test]
    fn where_only_english_tells_it_the_head_is_in_the_language() {
        let complaint = Complaint::from("x".repeat(600));
        for (language, head) in [
            (Language::English, "xx"),
            (Language::Chinese, "输入有误：xx"),
            (Language::Both, "输入有误 (bad input): xx"),
        ] {
            let lines = complaint.clone().lines(language);
            assert!(lines.len() == 1 && lines[0].starts_with(head) && lines[0].ends_with("x…"));
        }
    }
}
