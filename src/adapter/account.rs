//! What went wrong with an engine and what was done about it, for the player.

use std::time::Duration;

use super::recovery::Step;
use crate::engine::Fault;
use crate::position::Move;
use crate::ruling::explain::Text;
use crate::text::excerpt;

/// The letters kept of what an engine said.
const LETTERS: usize = 200;

/// What is told with one move, in the order in which it happened.
#[derive(Debug, Default)]
pub(super) struct Account {
    parts: Vec<Text>,
}

/// What an engine answers in place of a move that can be played.
#[derive(Debug)]
pub(super) enum Blunder {
    /// A move that is not legal.
    Illegal(Move),
    /// A move that is not allowed, and by which ruling it would lose; no ruling if the GUI bars it.
    Forbidden(Move, Option<Text>),
    /// That it has no move.
    NoMove,
    /// That it gives up.
    Resigns,
    /// Something that is no move.
    Unread(String),
}

impl Account {
    /// Adds a fault.
    pub(super) fn add_fault(&mut self, fault: &Fault) {
        self.add(chinese(fault), fault.to_string());
    }

    /// Adds an answer that is not given on.
    pub(super) fn add_blunder(&mut self, blunder: &Blunder) {
        let (zh, en) = match blunder {
            Blunder::Illegal(mv) => (
                format!("所答 {mv} 不合规则"),
                format!("it answered {mv}, which is not legal"),
            ),
            Blunder::Forbidden(mv, None) => (
                format!("所答 {mv} 为禁着"),
                format!("it answered {mv}, which is not allowed"),
            ),
            Blunder::Forbidden(mv, Some(why)) => (
                format!("所答 {mv} {}", why.zh),
                format!("it answered {mv}, which {}", why.en),
            ),
            Blunder::NoMove => (
                "自称无着可走".to_owned(),
                "it answered that it has no move".to_owned(),
            ),
            Blunder::Resigns => ("认输".to_owned(), "it gives up".to_owned()),
            Blunder::Unread(said) => {
                let said = quoted(said);
                (
                    format!("所答 {said} 不是着法"),
                    format!("it answered {said}, which is no move"),
                )
            }
        };
        self.add(zh, en);
    }

    /// Adds what is done for the move that is due.
    pub(super) fn add_step(&mut self, step: Step) {
        let (zh, en) = match step {
            Step::AskAgain => ("已令其重想", "it was asked again"),
            Step::Restart => ("已重新启动并重问", "it was started and asked again"),
            Step::Replace => ("此着由内置引擎代走", "the bundled searcher answers"),
        };
        self.add(zh, en);
    }

    /// Adds that the engine was started again.
    pub(super) fn add_restart(&mut self) {
        self.add("已重新启动", "it was started again");
    }

    /// Adds that the engine is given up.
    pub(super) fn add_surrender(&mut self) {
        self.add("此后由内置引擎代走", "the bundled searcher plays on");
    }

    /// Adds any other thing.
    pub(super) fn add(&mut self, zh: impl Into<String>, en: impl Into<String>) {
        self.parts.push(Text {
            zh: zh.into(),
            en: en.into(),
        });
    }

    /// Takes all that was added as one message about an engine; `None` if nothing was.
    pub(super) fn take(&mut self, name: &str) -> Option<Text> {
        let parts = std::mem::take(&mut self.parts);
        let join = |of: fn(&Text) -> &str, between: &str| {
            parts.iter().map(of).collect::<Vec<_>>().join(between)
        };
        (!parts.is_empty()).then(|| Text {
            zh: format!("{name}：{}", join(|part| &part.zh, "；")),
            en: format!("{name}: {}", join(|part| &part.en, "; ")),
        })
    }
}

/// Tells a fault in Chinese; its own words are English.
fn chinese(fault: &Fault) -> String {
    let unanswered = |word: &str, waited: &Duration, said: &str| {
        format!(
            "{} 秒内未答 {word}{}",
            waited.as_secs_f64(),
            last_said(said)
        )
    };
    match fault {
        Fault::NoHandshake {
            expected,
            waited,
            said,
        } => unanswered(expected, waited, said),
        Fault::NotYetReady => "未能及时就绪".to_owned(),
        Fault::Late => "未能及时应着".to_owned(),
        Fault::NotReady { waited, said } => unanswered("readyok", waited, said),
        Fault::NoAnswer { after, waited } => {
            format!("{after} 之后 {}", unanswered("bestmove", waited, ""))
        }
        Fault::OtherGame { found } => format!("开局首着为 {}，所下并非象棋", quoted(found)),
        Fault::Protected { said } => format!("称：{}", quoted(said)),
        Fault::Ended { state, said } => {
            let doing = match *state {
                "starting" => "启动时",
                "getting ready" => "准备时",
                "thinking" => "思考时",
                "idle" => "空闲时",
                _ => "退出时",
            };
            format!("{doing}程序终止{}", last_said(said))
        }
    }
}

fn last_said(said: &str) -> String {
    match said.trim() {
        "" => String::new(),
        said => format!("，末句：{}", quoted(said)),
    }
}

/// Keeps the start of what was said, on one line.
fn quoted(said: &str) -> String {
    excerpt(said, LETTERS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Dialect;

    #[test]
    fn all_that_happened_is_one_message() {
        let mut account = Account::default();
        assert_eq!(account.take("x"), None);
        let fault = Fault::Ended {
            state: "thinking",
            said: "no \u{7} 'memory'\n".to_owned(),
        };
        account.add_fault(&fault);
        account.add_step(Step::Restart);
        account.add_blunder(&Blunder::Illegal(Dialect::Uci.read_move("a0a9").unwrap()));
        account.add_step(Step::Replace);
        let told = account.take("Fish").unwrap();
        assert_eq!(
            told.en,
            "Fish: it has ended while it was thinking; it said: no \\u{7} 'memory'; it was started and asked again; \
             it answered a0a9, which is not legal; the bundled searcher answers"
        );
        assert_eq!(
            told.zh,
            "Fish：思考时程序终止，末句：no \\u{7} 'memory'；已重新启动并重问；所答 a0a9 不合规则；此着由内置引擎代走"
        );
        assert_eq!(account.take("Fish"), None);
    }

    #[test]
    fn faults_keep_their_numbers_in_chinese() {
        let waited = Duration::from_millis(300);
        let said = String::new();
        for (fault, zh) in [
            (Fault::NotReady { waited, said }, "0.3 秒内未答 readyok"),
            (
                Fault::NoAnswer {
                    after: "stop",
                    waited,
                },
                "stop 之后 0.3 秒内未答 bestmove",
            ),
        ] {
            assert_eq!(chinese(&fault), zh);
        }
    }
}
