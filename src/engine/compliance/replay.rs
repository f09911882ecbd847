//! A transcript said to an engine again, to see whether it answers in the same way.

use std::time::{Duration, Instant};

use super::Pace;
use super::examinee::{Examinee, Lapse, is_no_move, shortened};
use crate::engine::{Profile, Program, StartError, TranscriptEntry, TranscriptEvent};
use crate::position::{Line, Position};
use crate::protocol::{Command, Dialect, GivenPosition, Reply};
use crate::text::decode;

/// The longest silence of a transcript that is kept.
const LONGEST_GAP: Duration = Duration::from_secs(60);

/// Lines that are sent this close to each other, with no answer that is waited for in between, are sent at once: which
/// of them an answer came behind is chance.
const AT_ONCE: Duration = Duration::from_millis(50);

/// What an engine did behind some lines, in the transcript and now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// When the first line was sent, from the start of the transcript.
    pub time: Duration,
    /// The lines that were sent at once, the long ones cut; none for the start of the engine.
    pub sent: Vec<String>,
    /// The kinds of answers in the transcript, with the line where the kind does not tell it.
    pub recorded: Vec<String>,
    /// The kinds of answers now, in the same way.
    pub found: Vec<String>,
}

/// An answer; only its kind counts where two are compared.
#[derive(Clone, Debug)]
struct Answer {
    kind: &'static str,
    line: String,
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// Lines that were sent at once, or the start of the engine, with what came before the next.
struct Turn {
    time: Duration,
    /// None for a start.
    sent: Vec<Vec<u8>>,
    /// When the last of them was sent.
    last: Duration,
    /// What was answered.
    recorded: Vec<Answer>,
    /// How long it took until the last of them.
    span: Duration,
    /// How long it took until the next turn.
    gap: Duration,
    /// The position that a move answers.
    position: Option<Position>,
    /// Whether the engine was started anew next, so that it may not have said all it had to say.
    is_cut: bool,
}

/// Says a transcript to a program again and gives the turns in which its answers differ in kind: what was said to the
/// engine, or what the GUI said if that is asked for. News of searches and which move is played do not count, whether it
/// is legal does. Nor does what an engine says before its first answer that is waited for: whether a banner comes before
/// or behind our first line is chance. Silences last as long as they did, answers are waited for a little longer than they
/// took.
///
/// # Errors
/// There is no such program.
pub fn replay(
    program: &Program,
    profile: &Profile,
    pace: Pace,
    entries: &[TranscriptEntry],
    is_of_gui: bool,
) -> Result<Vec<Difference>, StartError> {
    program.find()?;
    let mut examinee = Examinee::new(program, profile, pace);
    let mut differences = Vec::new();
    let mut has_answered = false;
    for turn in turns(entries, is_of_gui, pace) {
        examinee.begin_step();
        if turn.sent.is_empty() {
            has_answered = false;
            // One that does not start answers nothing.
            drop(examinee.start());
        } else if !examinee.is_running() {
            // It has ended, which was told, and nobody is there until the next start.
            continue;
        }
        for line in &turn.sent {
            examinee.send_bytes(line);
        }
        let found = listen(&mut examinee, &turn, &mut has_answered);
        let is_same = match turn.is_cut {
            true => found.starts_with(&turn.recorded),
            false => found == turn.recorded,
        };
        if !is_same {
            differences.push(Difference {
                time: turn.time,
                sent: examinee.sent.clone(),
                recorded: turn.recorded.iter().map(Answer::shown).collect(),
                found: found.iter().map(Answer::shown).collect(),
            });
        }
    }
    Ok(differences)
}

/// Collects the answers to a turn.
fn listen(examinee: &mut Examinee<'_>, turn: &Turn, has_answered: &mut bool) -> Vec<Answer> {
    let start = Instant::now();
    let earliest = start + turn.gap;
    let late = examinee.pace.slackened(examinee.pace.late);
    let latest = earliest.max(start + turn.span + late);
    let mut found: Vec<Answer> = Vec::new();
    let owed = turn.recorded.iter().filter(|answer| answer.is_owed());
    let owed = owed.count();
    while examinee.is_running() {
        let given = found.iter().filter(|answer| answer.is_owed()).count();
        let end = if given >= owed { earliest } else { latest };
        match examinee.hear(end) {
            Ok((_, text, _)) => {
                let answer = Answer::read(&text, turn.position.as_ref());
                add(&mut found, answer, has_answered);
            }
            Err(Lapse::Silence) => break,
            Err(Lapse::Ended) => {
                examinee.kill();
                found.push(Answer::end());
            }
        }
    }
    found
}

/// Cuts a transcript into turns.
fn turns(entries: &[TranscriptEntry], is_of_gui: bool, pace: Pace) -> Vec<Turn> {
    let (to, from) = match is_of_gui {
        true => (TranscriptEvent::FromGui, TranscriptEvent::ToGui),
        false => (TranscriptEvent::ToEngine, TranscriptEvent::FromEngine),
    };
    let mut turns: Vec<Turn> = Vec::new();
    let mut position = Some(Position::start());
    let mut has_answered = false;
    for entry in entries {
        let is_start = entry.event == TranscriptEvent::Start && !is_of_gui;
        if is_start {
            if let Some(last) = turns.last_mut() {
                last.is_cut = true;
                last.gap = entry.time.saturating_sub(last.last).min(LONGEST_GAP);
            }
            position = Some(Position::start());
            has_answered = false;
            turns.push(turn(entry.time, position.clone()));
        } else if entry.event == to {
            let line = [&entry.line[..], b"\n"].concat();
            position = position_after(&decode(&line).0, position);
            if turns.is_empty() {
                turns.push(turn(entry.time, position.clone()));
            }
            if let Some(last) = turns.last_mut() {
                let gap = entry.time.saturating_sub(last.last);
                let is_answered = last.recorded.iter().any(Answer::is_owed);
                if last.sent.is_empty() || is_answered || gap >= AT_ONCE {
                    last.gap = gap.min(LONGEST_GAP);
                    turns.push(turn(entry.time, None));
                }
            }
            if let Some(last) = turns.last_mut() {
                last.sent.push(line);
                last.last = entry.time;
                last.position.clone_from(&position);
            }
        } else if let Some(last) = turns.last_mut() {
            let span = entry.time.saturating_sub(last.last);
            if entry.event == from {
                let answer = Answer::read(&decode(&entry.line).0, last.position.as_ref());
                add(&mut last.recorded, answer, &mut has_answered);
                last.span = span;
            } else if entry.event == TranscriptEvent::End && !is_of_gui {
                last.recorded.push(Answer::end());
                last.span = span;
            }
        }
    }
    if let Some(last) = turns.last_mut() {
        // No transcript tells the GUI's side of the end.
        if is_of_gui && last.sent.iter().any(|line| line.trim_ascii() == b"quit") {
            last.recorded.push(Answer::end());
        }
        last.gap = last.span.max(pace.listen).min(LONGEST_GAP);
    }
    turns
}

fn turn(time: Duration, position: Option<Position>) -> Turn {
    Turn {
        time,
        sent: Vec::new(),
        last: time,
        recorded: Vec::new(),
        span: Duration::ZERO,
        gap: Duration::ZERO,
        position,
        is_cut: false,
    }
}

/// Gives the position after a line was sent; `None` if it is none.
fn position_after(line: &str, before: Option<Position>) -> Option<Position> {
    let of = |dialect| match Command::read(line, dialect) {
        Ok(Command::Position(given)) => Some(played(&given)),
        _ => None,
    };
    let readings = [Dialect::Uci, Dialect::FairyUci].map(of);
    match readings
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .as_slice()
    {
        [] => before,
        readings => readings.iter().flatten().next().cloned(),
    }
}

/// Gives the position that is told, if all of it can be read.
fn played(given: &GivenPosition) -> Option<Position> {
    let start = match &given.fen {
        Some(fen) => Position::from_fen(fen).ok()?,
        None => Position::start(),
    };
    let mut line = Line::new(start);
    for mv in &given.moves {
        line.push(*mv).ok()?;
    }
    given.unread.is_empty().then(|| line.position().clone())
}

const MOVE: &str = "a legal move";
const ILLEGAL: &str = "an illegal move";
const NO_MOVE: &str = "no move";
const END: &str = "the end";
const OTHER: &str = "other words";

impl Answer {
    /// Reads a line; `None` for news and blank lines.
    fn read(line: &str, position: Option<&Position>) -> Option<Self> {
        Some(Self {
            kind: kind(line, position)?,
            line: shortened(line.trim()),
        })
    }

    const fn end() -> Self {
        Self {
            kind: END,
            line: String::new(),
        }
    }

    /// Tells whether an answer of this kind is waited for.
    fn is_owed(&self) -> bool {
        !matches!(self.kind, "id" | "option" | OTHER)
    }

    /// Gives what a person reads.
    fn shown(&self) -> String {
        match self.kind {
            OTHER | ILLEGAL => format!("{} ({})", self.kind, self.line),
            kind => kind.to_owned(),
        }
    }
}

/// Gives the kind of an answer; `None` for news and blank lines.
fn kind(text: &str, position: Option<&Position>) -> Option<&'static str> {
    let text = text.trim();
    Some(match Reply::read(text, Dialect::Uci) {
        Reply::Info(_) => return None,
        Reply::Unknown(text) if text.is_empty() => return None,
        Reply::Id { .. } => "id",
        Reply::Option(_) => "option",
        Reply::UciOk => "uciok",
        Reply::UcciOk => "ucciok",
        Reply::ReadyOk => "readyok",
        reply @ Reply::NoBestMove { .. } if is_no_move(&reply) => NO_MOVE,
        Reply::BestMove(_) | Reply::NoBestMove { .. } => {
            let word = text.split_whitespace().nth(1).unwrap_or_default();
            let moves = [Dialect::Uci, Dialect::FairyUci].map(|dialect| dialect.read_move(word));
            let mut moves = moves.into_iter().flatten();
            let is_legal = |mv| position.is_some_and(|position| position.is_legal(mv));
            if moves.any(is_legal) { MOVE } else { ILLEGAL }
        }
        Reply::PopHash(_) => "pophash",
        Reply::Bye => "bye",
        Reply::Unknown(_) => OTHER,
    })
}

/// Adds an answer; several of a kind that nobody waits for are one, and other words before the first answer that is
/// waited for are none.
fn add(answers: &mut Vec<Answer>, answer: Option<Answer>, has_answered: &mut bool) {
    let Some(answer) = answer else {
        return;
    };
    *has_answered |= answer.is_owed();
    let is_banner = answer.kind == OTHER && !*has_answered;
    if answer.is_owed() || !(is_banner || answers.last() == Some(&answer)) {
        answers.push(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::read_transcript;

    fn shown(text: &str, is_of_gui: bool) -> Vec<String> {
        let entries = read_transcript(text.as_bytes()).unwrap();
        let turns = turns(&entries, is_of_gui, Pace::default());
        turns
            .iter()
            .map(|turn| {
                let sent = turn.sent.concat();
                let sent = decode(&sent).0.trim().replace('\n', " + ");
                let recorded: Vec<_> = turn.recorded.iter().map(Answer::shown).collect();
                format!("{sent}: {recorded:?} {:?}", turn.gap)
            })
            .collect()
    }

    #[test]
    fn a_transcript_is_cut_at_what_was_sent() {
        let text = "0 start fish\n2 to-engine uci\n5 engine id name fish\n6 engine id author x\n9 engine uciok
9 to-gui uciok\n11 gui position startpos moves h2e2\n12 to-engine position startpos moves h3e3\n12 to-engine go depth 1
20 engine info depth 1 pv h10g8\n21 engine bestmove h10g8\n22 to-gui bestmove h9g7
30 to-engine go depth 1\n31 engine bestmove a0a9\n32 engine what\n33 engine\n33 engine what\n40 end";
        assert_eq!(
            shown(text, false),
            [
                ": [] 2ms",
                "uci: [\"id\", \"uciok\"] 10ms",
                "position startpos moves h3e3 + go depth 1: [\"a legal move\"] 18ms",
                "go depth 1: [\"an illegal move (bestmove a0a9)\", \"other words (what)\", \"the end\"] 300ms",
            ]
        );
        assert_eq!(
            shown(text, true),
            [
                ": [] 0ns",
                "position startpos moves h2e2: [\"a legal move\"] 300ms"
            ]
        );
    }

    #[test]
    fn a_banner_on_either_side_of_the_first_line_is_the_same() {
        let before =
            "0 start fish\n2 engine Fish 1.0\n2 to-engine uci\n5 engine uciok\n9 engine Hm";
        let behind =
            "0 start fish\n2 to-engine uci\n3 engine Fish 1.0\n5 engine uciok\n9 engine Hm";
        assert_eq!(shown(before, false), shown(behind, false));
        assert_eq!(
            shown(behind, false)[1],
            "uci: [\"uciok\", \"other words (Hm)\"] 300ms"
        );
    }

    #[test]
    fn kinds_of_answers() {
        let start = Position::start();
        for (text, expected) in [
            ("bestmove h2e2 ponder h9g7", Some(MOVE)),
            ("bestmove h10g8", Some(ILLEGAL)),
            ("bestmove resign", Some(ILLEGAL)),
            ("bestmove (none)", Some(NO_MOVE)),
            ("nobestmove", Some(NO_MOVE)),
            ("info depth 1", None),
            (" ", None),
            ("No such option: x", Some("other words")),
        ] {
            assert_eq!(kind(text, Some(&start)), expected, "{text}");
        }
        assert_eq!(kind("bestmove h2e2", None), Some(ILLEGAL));
    }
}
