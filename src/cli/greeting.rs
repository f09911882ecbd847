//! What a person is told who starts the engine in a terminal.

use std::io::{self, IsTerminal, Write};

use super::language::LanguageArgument;
use crate::adapter::Settings;
use crate::engine::is_same_option;
use crate::ruling::explain::Text;

/// Says on standard error what this is and what to type, if a person started it: standard input is a terminal. The language
/// is the one of the settings, else that of the locale.
pub(super) fn greet(program: &str, settings: Option<&Settings>) {
    if !io::stdin().is_terminal() {
        return;
    }
    let language = settings
        .and_then(language_of)
        .unwrap_or_else(LanguageArgument::of_environment);
    let greeting = greeting(program);
    let told: String = language.lines(&greeting).collect();
    // Where no one reads it, there is no one to greet.
    let _ = io::stderr().write_all(told.as_bytes());
}

fn language_of(settings: &Settings) -> Option<LanguageArgument> {
    let mut options = settings.options.iter().rev();
    let (_, value) = options.find(|(name, _)| {
        ["msglang", "Message Language"]
            .iter()
            .any(|known| is_same_option(known, name))
    })?;
    clap::ValueEnum::from_str(value, true).ok()
}

/// Gives five lines in each language.
fn greeting(program: &str) -> Text {
    let version = env!("CARGO_PKG_VERSION");
    Text {
        zh: format!(
            "caipan {version} 裁判：带裁判的象棋引擎，由象棋软件启动，用 UCI 或 UCCI 对话。\n\
             \u{20} 在终端里下一盘棋：    {program} play\n\
             \u{20} 分析局面：            {program} analyse\n\
             \u{20} 裁决一盘棋的重复局面：{program} judge 棋谱.pgn\n\
             全部命令：{program} help　检查安装：{program} doctor　离开：输入 quit\n"
        ),
        en: format!(
            "caipan {version}, a xiangqi engine with a referee; GUIs speak UCI or UCCI with it.\n\
             \u{20} to play a game in this terminal:    {program} play\n\
             \u{20} to analyse a position:              {program} analyse\n\
             \u{20} to have a game's repetitions ruled: {program} judge GAME.pgn\n\
             All commands: {program} help. Is all well: {program} doctor. To leave: quit\n"
        ),
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    #[test]
    fn a_greeting_has_five_lines_of_a_terminal_in_each_language() {
        let Text { zh, en } = greeting("caipan");
        for told in [zh, en] {
            assert_eq!(told.lines().count(), 5);
            assert!(told.lines().all(|line| line.width() <= 80), "{told}");
        }
    }

    #[test]
    fn the_settings_choose_the_language_by_either_name() {
        for (name, value, expected) in [
            ("msglang", "zh", Some(LanguageArgument::Zh)),
            ("Message Language", "EN", Some(LanguageArgument::En)),
            ("MsgLang", "both", Some(LanguageArgument::Both)),
            ("msglang", "fr", None),
            ("Hash", "zh", None),
        ] {
            let options = vec![(name.to_owned(), value.to_owned())];
            let settings = Settings {
                options,
                ..Settings::default()
            };
            assert_eq!(language_of(&settings), expected, "{name} {value}");
        }
    }
}
