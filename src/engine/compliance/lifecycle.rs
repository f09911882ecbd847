//! The first and the last steps: the handshake, what stands in it, and the end.

use std::time::Instant;

use super::examinee::{Examinee, Lapse, shortened};
use super::{Walk, millis};
use crate::analysis::Limits;
use crate::engine::DialectChoice;
use crate::position::Line;
use crate::protocol::{Dialect, EngineOption, OptionKind, Reply, is_same_name};

impl Walk<'_> {
    /// Takes the steps of an engine that comes up.
    pub(super) fn come_up(&mut self) {
        if self.examinee.profile.dialect == DialectChoice::Auto {
            self.first_step("dialect", "uciok or ucciok", find_dialect);
            if !self.is_last_passed() {
                self.lost = Some("it speaks neither UCI nor UCCI".to_owned());
            }
        }
        let word = self.examinee.word();
        let limit = self.examinee.pace.handshake;
        let boot = self.examinee.profile.deadlines.boot;
        let expected = format!("{word}ok within {}", millis(limit));
        self.first_step("handshake", expected, |examinee| {
            examinee.start()?;
            examinee.shake_hands(limit, boot.saturating_sub(limit))
        });
        if self.lost.is_none() && !self.examinee.is_up {
            self.lost = Some("there was no handshake".to_owned());
        }
        let lines = self.examinee.handshake.clone();
        self.look_at_handshake(&lines);
        self.look_at_options(&lines);
        let ready = self.examinee.profile.deadlines.ready;
        let expected = format!("readyok within {}", millis(ready));
        self.step("isready", expected, |examinee| {
            examinee.configure();
            examinee.ready(ready)
        });
        if self.lost.is_none() && !self.is_last_passed() {
            self.lost = Some("it does not get ready".to_owned());
        }
    }

    /// Looks at what stood in the handshake beside options.
    fn look_at_handshake(&mut self, lines: &[String]) {
        let is_named = !self.examinee.name.is_empty();
        let id = |line: &&String| matches!(Reply::read(line, Dialect::Uci), Reply::Id { .. });
        let ids = lines
            .iter()
            .filter(id)
            .map(|line| shortened(line))
            .collect();
        let fault = (self.lost.is_none() && !is_named).then(|| "it has no name".to_owned());
        self.judge("name", "id name and a name", ids, fault);
        if !self.is_ucci() {
            return;
        }
        let is_foreign = |line: &&String| {
            let reply = Reply::read(line, Dialect::Ucci);
            matches!(reply, Reply::Unknown(_)) && !line.is_empty()
        };
        let foreign = lines.iter().filter(is_foreign);
        let foreign: Vec<_> = foreign.map(|line| shortened(line)).collect();
        let fault = foreign
            .first()
            .map(|line| format!("no word of UCCI: {line}"));
        let expected = "nothing but id, option and info before ucciok, and no banner";
        self.judge("handshake lines", expected, foreign, fault);
    }

    fn look_at_options(&mut self, lines: &[String]) {
        let is_ucci = self.is_ucci();
        let is_option = |line: &&String| {
            let word = line.split_whitespace().next();
            word.is_some_and(|word| word.eq_ignore_ascii_case("option"))
        };
        let declared: Vec<_> = lines.iter().filter(is_option).collect();
        let faults: Vec<_> = declared
            .iter()
            .enumerate()
            .filter_map(|(index, line)| {
                let fault = option_fault(line, &declared[..index], is_ucci)?;
                Some((shortened(line), fault))
            })
            .collect();
        let count = format!("{} options", declared.len());
        let (lines, fault) = match faults.first() {
            None => (vec![count], None),
            Some((line, fault)) => {
                let fault = format!("{fault}: {line}");
                (
                    faults.into_iter().map(|(line, _)| line).collect(),
                    Some(fault),
                )
            }
        };
        let expected = match is_ucci {
            true => "each named by one lower-case word, with a default in its range",
            false => "each with a name, and a default in its range",
        };
        self.judge("options", expected, lines, fault);
        if is_ucci {
            let is_unit = |line: &&&String| {
                let name = line.split_whitespace().nth(1);
                name.is_some_and(|name| is_same_name(name, "usemillisec"))
            };
            let unit = declared.iter().find(is_unit).map(|line| shortened(line));
            let is_missing = self.lost.is_none() && unit.is_none();
            let fault = is_missing.then(|| "it is not declared".to_owned());
            let expected = "option usemillisec, which makes its clocks count milliseconds";
            self.judge("usemillisec", expected, unit.into_iter().collect(), fault);
        }
    }

    /// Looks at what was gathered on the way.
    pub(super) fn look_back(&mut self) {
        let strays = std::mem::take(&mut self.examinee.strays);
        let fault = match strays.len() {
            0 => None,
            count => Some(format!("{count} too many")),
        };
        let expected = format!("one answer to each of {} searches", self.examinee.searches);
        self.judge("one answer", expected, strays, fault);
        let noise = std::mem::take(&mut self.examinee.noise);
        let fault = noise
            .first()
            .map(|line| format!("no word of the protocol: {line}"));
        let expected = "nothing but info, in lines of at most 8192 bytes, before an answer";
        self.judge("search output", expected, noise, fault);
    }

    /// Takes the steps of an engine that leaves.
    pub(super) fn leave(&mut self) {
        let limit = self.examinee.pace.quit;
        let expected = match self.is_ucci() {
            true => format!("bye and the end within {}", millis(limit)),
            false => format!("the end within {}", millis(limit)),
        };
        self.step("quit", expected.clone(), quit);
        self.step("quit in thought", expected, |examinee| {
            let endless = Limits {
                infinite: true,
                ..Limits::default()
            };
            examinee.begin(&Line::default(), &endless);
            examinee.listen(examinee.pace.listen)?;
            quit(examinee)
        });
        let expected = format!("the end within {}", millis(limit));
        self.step("end of input", expected, |examinee| {
            examinee.sent.push("(the end of its input)".to_owned());
            match examinee.close(limit) {
                true => Ok(()),
                false => Err("it goes on".to_owned()),
            }
        });
    }
}

/// Finds the dialect by the words of the handshake in their order. What ends at a word is started again for the next.
fn find_dialect(examinee: &mut Examinee<'_>) -> Result<(), String> {
    let share = examinee.profile.deadlines.boot / 2;
    let words = DialectChoice::Auto.words();
    for word in words {
        if !examinee.is_running() {
            examinee.start()?;
            examinee.send_preamble();
        }
        examinee.send(word);
        examinee.send("isready");
        let end = Instant::now() + share;
        loop {
            match examinee.hear(end) {
                Ok((Reply::UciOk | Reply::UcciOk, text, _)) => {
                    examinee.is_ucci = text.trim().eq_ignore_ascii_case("ucciok");
                    examinee.kill();
                    return Ok(());
                }
                // It is up, and does not know the word.
                Ok((Reply::ReadyOk, ..)) | Err(Lapse::Silence) => break,
                Ok(..) => {}
                Err(Lapse::Ended) => {
                    let death = examinee.death();
                    if Some(word) == words.last() {
                        return Err(death);
                    }
                    break;
                }
            }
        }
    }
    Err(format!("neither within {}", millis(share * 2)))
}

/// Tells what is wrong with the declaration of an option; `before` are those that stood before it.
fn option_fault(line: &str, before: &[&String], is_ucci: bool) -> Option<String> {
    let Reply::Option(EngineOption { name, kind }) = Reply::read(line, Dialect::Uci) else {
        return Some("no declaration of an option".to_owned());
    };
    let mut words = line.split_whitespace().skip(1);
    let is_form_of_uci = words.next() == Some("name");
    let is_again = |line: &&String| match Reply::read(line, Dialect::Uci) {
        Reply::Option(option) => is_same_name(&option.name, &name),
        _ => false,
    };
    let is_default_told = words.any(|word| word == "default");
    let fault = match &kind {
        _ if is_form_of_uci == is_ucci => "the form of the other dialect",
        _ if is_ucci && name.contains(' ') => "a name of more than one word",
        _ if is_ucci && name != name.to_lowercase() => "a name in upper case",
        _ if before.iter().any(is_again) => "declared a second time",
        OptionKind::Button | OptionKind::Label => return None,
        _ if !is_default_told && !is_ucci => "no default",
        OptionKind::Spin { default, min, max } if !(min..=max).contains(&default) => {
            "a default out of its range"
        }
        OptionKind::Combo { default, choices } if !choices.contains(default) => {
            "a default that is none of its choices"
        }
        _ => return None,
    };
    Some(fault.to_owned())
}

/// Bids farewell and waits for the end.
fn quit(examinee: &mut Examinee<'_>) -> Result<(), String> {
    let limit = examinee.pace.slackened(examinee.pace.quit);
    examinee.send("quit");
    let start = Instant::now();
    let mut is_bye_said = false;
    loop {
        match examinee.hear(start + limit) {
            Ok((Reply::Bye, ..)) => is_bye_said = true,
            Ok(..) => {}
            Err(Lapse::Silence) => {
                examinee.took = limit;
                return Err(format!("it is still there after {}", millis(limit)));
            }
            Err(Lapse::Ended) => break,
        }
    }
    examinee.took = start.elapsed();
    examinee.kill();
    match examinee.is_ucci && !is_bye_said {
        true => Err("no bye".to_owned()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_held_to_their_dialect() {
        for (line, fault_in_uci, fault_in_ucci) in [
            (
                "option name Hash type spin default 16 min 1 max 64",
                None,
                Some("the form of the other dialect"),
            ),
            (
                "option hash type spin min 1 max 64 default 16",
                Some("the form of the other dialect"),
                None,
            ),
            (
                "option name Hash type spin default 0 min 1 max 64",
                Some("a default out of its range"),
                Some("the form of the other dialect"),
            ),
            (
                "option Hash type spin",
                Some("the form of the other dialect"),
                Some("a name in upper case"),
            ),
            (
                "option name File type string",
                Some("no default"),
                Some("the form of the other dialect"),
            ),
            (
                "option style type combo var solid default risky",
                Some("the form of the other dialect"),
                Some("a default that is none of its choices"),
            ),
            (
                "option name",
                Some("no declaration of an option"),
                Some("no declaration of an option"),
            ),
            (
                "option name Clear Hash type button",
                None,
                Some("the form of the other dialect"),
            ),
        ] {
            let [uci, ucci] = [false, true].map(|is_ucci| option_fault(line, &[], is_ucci));
            assert_eq!(uci.as_deref(), fault_in_uci, "{line}");
            assert_eq!(ucci.as_deref(), fault_in_ucci, "{line}");
        }
        let line = "option hash type button".to_owned();
        let again = option_fault(&line, &[&line], true);
        assert_eq!(again.as_deref(), Some("declared a second time"));
    }
}
