//! A game of a run as files keep it.

use std::fmt::Write;

use super::game_story::GameStory;
use super::rule_tags;
use super::totals::loser;
use crate::record::GameRecord;
use crate::tournament::{
    EngineSettings, MoveDetails, MoveEntry, Plan, ResultEntry, Start, TextEntry, TimeControl,
};

/// What a tag says where nothing is known.
const UNKNOWN_DATE: &str = "????.??.??";

/// Makes the record of a game that is over; `None` if its moves cannot be read.
pub(super) fn record(story: &GameStory, result: &ResultEntry, plan: &Plan) -> Option<GameRecord> {
    let opening = story.start.line()?;
    let mut record = GameRecord::new(opening.start().clone());
    record.tags = tags(story, result, plan);
    record.outcome = result.outcome();
    if plan.settings.output.pgn_min {
        for mv in opening.moves() {
            record.push(mv).ok()?;
        }
        for entry in &story.moves {
            record.push(entry.played()?.mv).ok()?;
        }
        return Some(record);
    }
    for mv in opening.moves() {
        record.push(mv).ok()?;
        record.add_comment("book");
    }
    let mut warnings = story.warnings.iter().peekable();
    for (count, entry) in story.moves.iter().enumerate() {
        record.push(entry.played()?.mv).ok()?;
        let mut comment = comment(entry, plan.settings.output.pgn_details);
        if count + 1 == story.moves.len() {
            let _ = write!(comment, ", {}", result.reason.en);
        }
        record.add_comment(&comment);
        while let Some((_, text)) = warnings.next_if(|(before, _)| *before <= count + 1) {
            add_both(&mut record, text);
        }
    }
    if story.moves.is_empty() {
        record.add_comment(&result.reason.en);
    }
    record.add_comment(&result.reason.zh);
    Some(record)
}

fn add_both(record: &mut GameRecord, text: &TextEntry) {
    record.add_comment(&text.en);
    record.add_comment(&text.zh);
}

fn tags(story: &GameStory, result: &ResultEntry, plan: &Plan) -> Vec<(String, String)> {
    let settings = &plan.settings;
    let start = &story.start;
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: String| tags.push((name.to_owned(), value));
    tag("Event", settings.event.clone());
    tag("Site", settings.site.clone());
    let date = start.time.get(..10).map(|day| day.replace('-', "."));
    tag("Date", date.unwrap_or_else(|| UNKNOWN_DATE.to_owned()));
    tag("Round", round(start.game, plan));
    tag("Red", start.red.clone());
    tag("Black", start.black.clone());
    if settings.output.pgn_min {
        return tags;
    }
    tag("Termination", result.termination.word().to_owned());
    tag("Reason", result.reason.en.clone());
    tag("ReasonZh", result.reason.zh.clone());
    for (name, value) in rule_tags::tags(settings) {
        tag(name, value);
    }
    let sides = [("Red", &start.red), ("Black", &start.black)].map(|(side, name)| {
        let engine = settings.engines.iter().find(|engine| engine.name == *name);
        (side, engine.map(limits).unwrap_or_default())
    });
    for (index, name) in ["TimeControl", "Depth", "Nodes"].into_iter().enumerate() {
        let [(_, red), (_, black)] = &sides;
        let is_shared = red[index] == black[index];
        for (side, limits) in sides.iter().take(if is_shared { 1 } else { 2 }) {
            let side = if is_shared { "" } else { side };
            if let Some(limit) = &limits[index] {
                tag(&format!("{side}{name}"), limit.clone());
            }
        }
    }
    if let Some(ruling) = &result.ruling {
        if let Some(offender) = &ruling.offender {
            tag("Offender", offender.clone());
        }
        tag("Natures", ruling.natures.join(", "));
        tag("Articles", ruling.articles.join(", "));
    } else if let (true, Some(side)) = (
        result.termination.is_fault(),
        result.outcome().and_then(loser),
    ) {
        tag("Offender", side.to_string());
    }
    tags
}

/// Gives what an engine may use for its moves: its clock in the form of the PGN standard, of which so much time for one move
/// is a case and `-` is none; then its depth and its nodes.
fn limits(engine: &EngineSettings) -> [Option<String>; 3] {
    let of_move = engine.st.map(|time| TimeControl {
        moves: Some(1),
        time,
        increment: 0,
    });
    let control = engine.tc.or(of_move);
    [
        Some(control.map_or_else(|| "-".to_owned(), |control| control.to_string())),
        engine.depth.map(|depth| depth.to_string()),
        engine.nodes.map(|nodes| nodes.to_string()),
    ]
}

/// Writes the number of a game as `meeting.game`, both from 1.
fn round(number: usize, plan: &Plan) -> String {
    let games = plan.schedule.games_of_meeting().max(1);
    format!("{}.{}", number / games + 1, number % games + 1)
}

/// Writes score, depth and time as fastchess and cutechess do: `+0.31/8 0.010s`, `-M4/12 0.200s`; behind them what else is
/// asked for and known, in the words of fastchess: `tl=9.990s, latency=3ms, n=12345, sd=12, nps=1234500, hashfull=5, pv="h2e2 h9g7"`.
fn comment(entry: &MoveEntry, details: MoveDetails) -> String {
    let seconds = |micros: u64| format!("{:.3}s", micros as f64 / 1e6);
    let time = seconds(entry.us);
    let mut words = vec![match score(entry) {
        None => time,
        Some(score) => format!("{score}/{} {time}", entry.depth.unwrap_or_default()),
    }];
    let mut add = |is_asked: bool, key: &str, value: Option<String>| {
        words.extend(
            value
                .filter(|_| is_asked)
                .map(|value| format!("{key}={value}")),
        );
    };
    let pv = (!entry.pv.is_empty()).then(|| format!("\"{}\"", entry.pv.join(" ")));
    add(details.timeleft, "tl", entry.left_us.map(seconds));
    // What was measured less what the engine says that it used.
    let latency = entry
        .said_ms
        .map(|said| i128::from(entry.us / 1000) - i128::from(said));
    add(
        details.latency,
        "latency",
        latency.map(|latency| format!("{latency}ms")),
    );
    add(
        details.nodes,
        "n",
        entry.nodes.map(|nodes| nodes.to_string()),
    );
    add(
        details.seldepth,
        "sd",
        entry.seldepth.map(|depth| depth.to_string()),
    );
    add(details.nps, "nps", entry.nps.map(|nps| nps.to_string()));
    add(
        details.hashfull,
        "hashfull",
        entry.hashfull.map(|full| full.to_string()),
    );
    add(details.pv, "pv", pv);
    words.join(", ")
}

/// Writes a score in pawns, or the plies to a mate.
pub(super) fn score(entry: &MoveEntry) -> Option<String> {
    if let Some(plies) = entry.mate {
        let sign = if plies > 0 { '+' } else { '-' };
        return Some(format!("{sign}M{}", plies.unsigned_abs()));
    }
    entry.cp.map(|score| match score {
        0 => "0.00".to_owned(),
        _ => format!("{:+.2}", f64::from(score) / 100.0),
    })
}

/// Writes the last position as a line of EPD.
///
/// Behind the four fields stand `hmvc` and `fmvn`, the result, who played in which game (`c0`) and how it ended (`c1`).
pub(super) fn epd(record: &GameRecord, start: &Start, result: &ResultEntry) -> String {
    let position = record.line().position();
    let fen = position.to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    format!(
        "{} hmvc {}; fmvn {}; result {}; c0 {}; c1 {};\n",
        fields.join(" "),
        position.plies_since_capture(),
        position.move_number(),
        quoted(&result.result),
        quoted(&format!(
            "game {}: {} - {}",
            start.game + 1,
            start.red,
            start.black
        )),
        quoted(result.termination.word()),
    )
}

/// Writes a text between quotation marks; EPD has no way to write one inside.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}
