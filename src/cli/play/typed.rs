//! What a player types: a command or a move, and what is said of what is neither.

use crate::notation::{self, Notation, NotationError};
use crate::position::{Line, Move};
use crate::ruling::explain::{self, Text};
use crate::text::{did_you_mean, excerpt, on_one_line};

/// How many letters of what was typed are told again.
const LONGEST: usize = 40;

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Undo,
    Board,
    Flip,
    Hint,
    Moves,
    Resign,
    Draw,
    Save,
    Quit,
}

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed<'a> {
    Nothing,
    /// A command, and what stands behind it.
    Command(Command, &'a str),
    /// Anything else, which should be a move.
    Move(&'a str),
}

/// The words of each command, and what it does.
const COMMANDS: [(Command, &[&str], &str, &str); 10] = [
    (
        Command::Help,
        &["help", "h", "?", "帮助"],
        "this list",
        "这份清单",
    ),
    (
        Command::Undo,
        &["undo", "u", "悔棋"],
        "takes your last move and the answer back",
        "收回您的上一着和对方的应着",
    ),
    (
        Command::Board,
        &["board", "b", "棋盘"],
        "draws the board",
        "画棋盘",
    ),
    (
        Command::Flip,
        &["flip", "翻转"],
        "turns the board round",
        "翻转棋盘",
    ),
    (
        Command::Hint,
        &["hint", "提示"],
        "tells what the bundled searcher would play",
        "看内置引擎会走什么",
    ),
    (
        Command::Moves,
        &["moves", "着法"],
        "lists the legal moves",
        "列出合规则的着法",
    ),
    (
        Command::Resign,
        &["resign", "认输"],
        "gives the game up",
        "认输",
    ),
    (Command::Draw, &["draw", "和棋"], "offers a draw", "提和"),
    (
        Command::Save,
        &["save", "保存"],
        "FILE: keeps the game as PGN",
        "文件名：把对局存成 PGN",
    ),
    (
        Command::Quit,
        &["quit", "q", "exit", "退出"],
        "leaves",
        "退出",
    ),
];

impl<'a> Typed<'a> {
    /// Reads a line; commands are read in either case.
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_named = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        match COMMANDS.iter().find(|(_, names, ..)| is_named(names)) {
            _ if line.is_empty() => Self::Nothing,
            Some((command, ..)) => Self::Command(*command, rest.trim()),
            None => Self::Move(line),
        }
    }
}

/// Says what can be typed.
pub(super) fn help() -> Vec<Text> {
    let head = Text {
        zh: "着法写作 炮二平五、h2e2 或 C2=5。命令：".to_owned(),
        en: "Moves are written h2e2, C2=5 or 炮二平五. Commands:".to_owned(),
    };
    let rows = COMMANDS.iter().map(|(_, names, en, zh)| {
        let chinese = names.last().unwrap_or(&"");
        Text {
            zh: format!("  {:<7} {chinese}　{zh}", names[0]),
            en: format!("  {:<7} {en}", names[0]),
        }
    });
    std::iter::once(head).chain(rows).collect()
}

/// Reads a move of the position at the end of a line, in any notation; blanks in it do not count.
///
/// # Errors
/// Says in both languages why it is none.
pub(super) fn read_move(line: &Line, text: &str) -> Result<Move, Text> {
    let word: String = text.split_whitespace().collect();
    notation::read_any(line.position(), &word).map_err(|error| {
        let mut told = fault(line, &error);
        if line.is_check() && !matches!(error, NotationError::Malformed { .. }) {
            told.zh += "；您正被将军";
            told.en += "; you are in check";
        }
        told
    })
}

fn fault(line: &Line, error: &NotationError) -> Text {
    let turn = explain::side(line.position().turn());
    let en = on_one_line(&error.to_string());
    match error {
        NotationError::Malformed { text, .. } => {
            let text = excerpt(text, LONGEST);
            let names = COMMANDS.iter().map(|(_, names, ..)| names[0]);
            let hint = did_you_mean(&text, names);
            Text {
                zh: format!(
                    "“{text}”不是着法，也不是命令。着法如 炮二平五、h2e2、C2=5；help 列出命令"
                ),
                en: format!(
                    "\"{text}\" is neither a move, as h2e2, C2=5 or 炮二平五, nor a command; help lists them{hint}"
                ),
            }
        }
        NotationError::Impossible { text, candidates } if candidates.is_empty() => Text {
            zh: format!("“{text}”不合规则：没有这样的子可走"),
            en,
        },
        NotationError::Impossible { text, candidates } => Text {
            zh: format!("“{text}”不合规则：可走 {}", in_chinese(line, candidates)),
            en,
        },
        NotationError::NotOwn {
            text, from, piece, ..
        } => Text {
            zh: match piece {
                None => format!("“{text}”不合规则：{from} 上没有棋子，轮到{}走", turn.zh),
                Some(_) => format!("“{text}”不合规则：{from} 上不是您的棋子，轮到{}走", turn.zh),
            },
            en,
        },
        NotationError::Ambiguous { text, candidates } => Text {
            zh: format!("“{text}”不止一着：{}", in_chinese(line, candidates)),
            en,
        },
    }
}

fn in_chinese(line: &Line, moves: &[Move]) -> String {
    let position = line.position();
    let words = moves
        .iter()
        .map(|mv| notation::write(Notation::Chinese, position, *mv));
    words.collect::<Vec<_>>().join("、")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_by_each_of_their_names_and_are_no_moves() {
        for (command, names, ..) in COMMANDS {
            for name in names {
                assert_eq!(
                    Typed::read(&format!(" {name}  a b ")),
                    Typed::Command(command, "a b")
                );
                assert!(read_move(&Line::default(), name).is_err(), "{name}");
            }
        }
        assert_eq!(Typed::read("QUIT"), Typed::Command(Command::Quit, ""));
        assert_eq!(Typed::read(" \t"), Typed::Nothing);
        assert_eq!(Typed::read("h2 e2"), Typed::Move("h2 e2"));
    }

    #[test]
    fn a_move_may_stand_in_any_notation_and_with_blanks() {
        for text in ["h2e2", "H2-E2", "C2=5", "炮二平五", "炮 二 平 五", "h2 e2"] {
            assert_eq!(
                read_move(&Line::default(), text).unwrap().to_string(),
                "h2e2"
            );
        }
    }

    #[test]
    fn each_fault_is_one_line_in_both_languages() {
        for (text, chinese, english) in [
            ("undoo", "“undoo”不是着法，也不是命令", "did you mean undo?"),
            (
                "h2b9",
                "“h2b9”不合规则：可走 炮二",
                "expected one of h2h1, ",
            ),
            ("a5a6", "a5 上没有棋子，轮到红方走", "no piece stands on a5"),
            ("a9a8", "a9 上不是您的棋子，轮到红方走", "a9"),
            ("\u{1b}[2J", "不是着法，也不是命令", "is neither a move"),
        ] {
            let Text { zh, en } = read_move(&Line::default(), text).unwrap_err();
            assert!(zh.contains(chinese) && en.contains(english), "{zh} {en}");
            assert!(!zh.contains(char::is_control) && !en.contains(char::is_control));
        }
    }
}
