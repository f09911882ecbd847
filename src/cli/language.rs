//! The language of what a person reads, and whether the terminal has its characters.

use std::env;

use clap::ValueEnum;

use crate::report::Language;
use crate::ruling::explain::Text;

/// The language of what a person reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum LanguageArgument {
    Zh,
    En,
    /// Chinese, then English.
    #[default]
    Both,
}

impl LanguageArgument {
    /// Gives the language of the environment: Chinese where the first of its variables that is set says so, else English.
    pub(super) fn of_environment() -> Self {
        let locale = first_set(&["LC_ALL", "LC_MESSAGES", "LANG"]);
        Self::of_locale(&locale.unwrap_or_default())
    }

    fn of_locale(locale: &str) -> Self {
        match locale.get(..2) {
            Some(language) if language.eq_ignore_ascii_case("zh") => Self::Zh,
            _ => Self::En,
        }
    }

    /// Gives the lines of a text in this language.
    pub(super) fn lines(self, text: &Text) -> impl Iterator<Item = &str> {
        let zh = (self != Self::En).then_some(&*text.zh);
        let en = (self != Self::Zh).then_some(&*text.en);
        zh.into_iter().chain(en)
    }

    /// Gives the one of two that is of this language; of both the English one.
    pub(super) fn choose<T>(self, zh: T, en: T) -> T {
        if self == Self::Zh { zh } else { en }
    }
}

impl From<LanguageArgument> for Language {
    fn from(language: LanguageArgument) -> Self {
        match language {
            LanguageArgument::Zh => Self::Zh,
            LanguageArgument::En => Self::En,
            LanguageArgument::Both => Self::Both,
        }
    }
}

/// Tells whether the environment has Chinese characters: its locale is one of UTF-8 or none is set, and the terminal is not
/// the console of Linux.
pub(super) fn shows_chinese() -> bool {
    let locale = first_set(&["LC_ALL", "LC_CTYPE", "LANG"]);
    has_chinese(locale.as_deref(), first_set(&["TERM"]).as_deref())
}

fn has_chinese(locale: Option<&str>, terminal: Option<&str>) -> bool {
    let is_utf8 = |locale: &str| {
        let locale = locale.to_ascii_lowercase();
        locale.ends_with("utf-8") || locale.ends_with("utf8")
    };
    locale.is_none_or(is_utf8) && terminal != Some("linux")
}

/// Gives the first of the variables that is set and not empty.
fn first_set(variables: &[&str]) -> Option<String> {
    let mut set = variables.iter().filter_map(env::var_os);
    set.find(|word| !word.is_empty())
        .map(|word| word.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_of_chinese_asks_for_it() {
        for (locale, expected) in [
            ("zh_CN.UTF-8", LanguageArgument::Zh),
            ("ZH", LanguageArgument::Zh),
            ("en_US.UTF-8", LanguageArgument::En),
            ("C", LanguageArgument::En),
            ("棋", LanguageArgument::En),
            ("", LanguageArgument::En),
        ] {
            assert_eq!(LanguageArgument::of_locale(locale), expected, "{locale}");
        }
    }

    #[test]
    fn chinese_characters_need_a_locale_and_a_terminal_that_have_them() {
        for (locale, terminal, expected) in [
            (Some("zh_CN.UTF-8"), Some("xterm"), true),
            (Some("C.utf8"), None, true),
            (None, Some("xterm"), true),
            (Some("C"), Some("xterm"), false),
            (Some("en_US.ISO-8859-1"), Some("xterm"), false),
            (Some("zh_CN.UTF-8"), Some("linux"), false),
        ] {
            assert_eq!(has_chinese(locale, terminal), expected, "{locale:?}");
        }
    }
}
