//! What is told of a run: the same small run of four games, in every form.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use caipan::position::{Line, Position};
use caipan::report::{Reports, Switches};
use caipan::stats::Hypothesis;
use caipan::tournament::{
    EncodingChoice, EngineSettings, Entry, GameEvent, MoveEntry, NotationChoice, Observer,
    Openings, OutputFormat, OutputSettings, Plan, Referee, ResultEntry, RunEnd, Settings,
    SprtSettings, Standings, Start, Termination, TextEntry,
};

use crate::judge::{PERPETUAL, judge, records};

/// Red mates when the rook leaves the file.
const MATE: &str = "3k5/9/9/9/9/9/4R4/9/9/4K4 w - - 0 1";

fn engine(name: &str) -> EngineSettings {
    EngineSettings {
        name: name.to_owned(),
        cmd: "builtin".to_owned(),
        tc: "10+0.1".parse().ok(),
        ..EngineSettings::default()
    }
}

pub(crate) fn settings(output: OutputSettings) -> Settings {
    Settings {
        event: "A \"small\" run".to_owned(),
        engines: vec![engine("alpha"), engine("贝 & <b>")],
        sprt: Some(SprtSettings {
            elo1: 40.0,
            ..SprtSettings::default()
        }),
        output,
        ..Settings::default()
    }
}

pub(crate) fn plan(settings: Settings) -> Plan {
    Plan::new(settings, Openings::new(vec![Line::default()]), (1, 1)).unwrap()
}

/// Tells a game of which the opening is `moves` up to a bar; the rules end it if nobody else does.
fn game(
    plan: &Plan,
    number: usize,
    fen: &str,
    moves: &str,
    end: Option<ResultEntry>,
) -> Vec<Entry> {
    let game = plan.schedule.game(number).unwrap();
    let names = plan.names(&game);
    let (opening, played) = moves.split_once('|').unwrap_or(("", moves));
    let time = |minute| format!("2026-11-30T12:{minute:02}:00Z");
    let start = Start {
        game: number,
        red: names.red.to_owned(),
        black: names.black.to_owned(),
        fen: Position::from_fen(fen).unwrap().to_string(),
        moves: opening.split_whitespace().map(str::to_owned).collect(),
        time: time(number),
    };
    let mut line = start.line().unwrap();
    let mut entries = vec![Entry::Start(start)];
    for (ply, word) in played.split_whitespace().enumerate() {
        let entry = MoveEntry {
            game: number,
            mv: word.to_owned(),
            us: 10_345 * (ply as u64 + 1),
            left_us: Some(9_900_000 - 10_345 * ply as u64),
            cp: (ply != 3).then_some(31 - 40 * ply as i32),
            mate: (ply == 3).then_some(-4),
            depth: (ply != 2).then_some(8 + ply as u32),
            ..MoveEntry::default()
        };
        line.push(entry.played().unwrap().mv).unwrap();
        entries.push(Entry::Move(entry));
    }
    let end = end.map_or_else(
        || {
            let mut referee = Referee::new(&plan.settings, plan.settings.rule_set().unwrap());
            let end = referee.judge(&line).expect("the rules end the game");
            Entry::of(number, GameEvent::End(Box::new(end)), time(number + 1))
        },
        Entry::Result,
    );
    entries.push(end);
    entries
}

fn ended(game: usize, result: &str, termination: Termination, zh: &str, en: &str) -> ResultEntry {
    ResultEntry {
        game,
        result: result.to_owned(),
        termination,
        reason: TextEntry {
            zh: zh.to_owned(),
            en: en.to_owned(),
        },
        ruling: None,
        time: String::new(),
    }
}

/// All that happens in the run: a mate, a perpetual check, a forfeit and a draw by the scores.
fn entries(plan: &Plan) -> Vec<Entry> {
    let late = ended(
        2,
        "0-1",
        Termination::TimeForfeit,
        "红方超时，判负",
        "Red loses on time",
    );
    let level = ended(
        3,
        "1/2-1/2",
        Termination::DrawAdjudication,
        "双方评分接近均势，判和",
        "Drawn by adjudication: both scores near level",
    );
    let checks = "f0e0 e8f8 e0f0 f8e8 ".repeat(4);
    let mut entries = vec![Entry::Run(Box::new(plan.head("2026-11-30".to_owned())))];
    entries.extend(game(plan, 0, MATE, "e3e2 d9d8|e2d2", None));
    entries.extend(game(plan, 1, PERPETUAL, checks.trim_end(), None));
    let start = caipan::position::START_FEN;
    entries.extend(game(plan, 2, start, "h2e2|h9g7 h0g2", Some(late)));
    entries.extend(game(
        plan,
        3,
        start,
        "h2e2|h9g7 h0g2 i9h9 i0h0",
        Some(level),
    ));
    let warning = Entry::Warning {
        game: 3,
        text: TextEntry {
            zh: "警告黑方".to_owned(),
            en: "Black is warned.".to_owned(),
        },
    };
    entries.insert(entries.len() - 3, warning);
    entries
}

/// What is written on the terminal.
#[derive(Clone, Default)]
pub(crate) struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Screen {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Goes through the run, with the standings after each thing.
pub(crate) fn each(plan: &Plan, mut take: impl FnMut(&Entry, &Standings)) {
    let mut standings = Standings::new(&plan.settings);
    for entry in entries(plan) {
        if let Entry::Result(result) = &entry {
            let game = plan.schedule.game(result.game).unwrap();
            standings.add(&game, result.outcome().unwrap());
        }
        take(&entry, &standings);
    }
}

/// Tells the whole run, and gives what the terminal shows.
pub(crate) fn tell(plan: &Plan, end: RunEnd) -> String {
    tell_with(plan, end, Switches::default())
}

fn tell_with(plan: &Plan, end: RunEnd, switches: Switches) -> String {
    let screen = Screen::default();
    let mut reports = Reports::new(plan, Box::new(screen.clone()), switches).unwrap();
    each(plan, |entry, standings| {
        reports.note(entry, plan, standings).unwrap();
    });
    reports.complain("alpha: found no option Hash");
    reports.finish(plan, end).unwrap();
    screen.text()
}

fn output_to(folder: &Path) -> OutputSettings {
    OutputSettings {
        pgn: Some(folder.join("games.pgn")),
        epd: Some(folder.join("games.epd")),
        html: Some(folder.join("run.html")),
        json: Some(folder.join("run.json")),
        ..OutputSettings::default()
    }
}

#[test]
fn games_as_pgn_and_epd() {
    let folder = tempfile::tempdir().unwrap();
    tell(&plan(settings(output_to(folder.path()))), RunEnd::Finished);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    insta::assert_snapshot!("pgn", read("games.pgn"));
    insta::assert_snapshot!("epd", read("games.epd"));
}

#[test]
fn a_run_as_page_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(settings(output_to(folder.path())));
    tell(&plan, RunEnd::Decided(Hypothesis::H0));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let page = read("run.html");
    // The style is that of the source; the version changes.
    let (_, body) = page.split_once("<body>").unwrap();
    insta::assert_snapshot!("page", body.replace(env!("CARGO_PKG_VERSION"), "0"));
    for foreign in ["http", "<script", "贝 & <b>", "NaN"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    insta::assert_snapshot!("json", read("run.json"));
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 4, "each file stands under its own name alone");
}

/// Gives what a terminal shows: a line is drawn over when the cursor went up and cleared what is below.
fn shown(written: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut rest = written;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            '\n' => lines.push(String::new()),
            '\r' => {}
            '\x1b' => {
                let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap();
                match &rest[..=end] {
                    "[J" | "[?7l" | "[?7h" => {}
                    up => {
                        let count = up.strip_prefix('[').and_then(|up| up.strip_suffix('A'));
                        let count: usize = count.unwrap().parse().unwrap();
                        assert_eq!(lines.pop().as_deref(), Some(""));
                        lines.truncate(lines.len() - count);
                        lines.push(String::new());
                    }
                }
                rest = &rest[end + 1..];
            }
            _ => lines.last_mut().unwrap().push(letter),
        }
    }
    lines
}

#[test]
fn a_terminal_keeps_what_matters_and_nothing_that_was_drawn_for_a_while() {
    let output = OutputSettings {
        ratinginterval: 2,
        ..OutputSettings::default()
    };
    let switches = Switches {
        is_terminal: true,
        ..Switches::default()
    };
    let written = tell_with(&plan(settings(output)), RunEnd::Finished, switches);
    assert!(written.contains("██████████████░"), "{written}");
    assert!(written.contains("game 1: alpha - 贝 & <b>\n"), "{written}");
    insta::assert_snapshot!("terminal", shown(&written).join("\n"));
}

#[test]
fn records_are_judged_as_the_games_were() {
    for (notation, encoding) in [
        (NotationChoice::Iccs, EncodingChoice::Utf8),
        (NotationChoice::Uci, EncodingChoice::Utf8),
        (NotationChoice::Wxf, EncodingChoice::Utf8),
        (NotationChoice::Chinese, EncodingChoice::Gbk),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(settings(OutputSettings {
            notation,
            encoding,
            ..output_to(folder.path())
        }));
        tell(&plan, RunEnd::Finished);
        let path = folder.path().join("games.pgn");
        let output = judge(&["--json", path.to_str().unwrap()], b"");
        let judged = records(&output);
        let field = |name: &str| -> Vec<Value> {
            judged.iter().map(|record| record[name].clone()).collect()
        };
        assert_eq!(field("result"), ["1-0", "0-1", "*", "*"], "{notation:?}");
        let told = entries(&plan).into_iter().find_map(|entry| match entry {
            Entry::Result(result) => result.ruling,
            _ => None,
        });
        let told = told.unwrap();
        assert_eq!(field("articles")[1], serde_json::json!(told.articles));
        assert_eq!(field("verdict")[1], "red-must-change");
        assert_eq!(told.offender.as_deref(), Some("red"));
    }
}

#[test]
fn a_run_that_is_recalled_has_the_records_of_one_that_was_watched() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(settings(output_to(folder.path())));
    tell(&plan, RunEnd::Finished);
    let read = || {
        ["games.pgn", "games.epd", "run.html", "run.json"]
            .map(|name| fs::read(folder.path().join(name)).unwrap())
    };
    let watched = read();
    let screen = Screen::default();
    let switches = Switches {
        is_recalled: true,
        ..Switches::default()
    };
    let mut reports = Reports::new(&plan, Box::new(screen.clone()), switches).unwrap();
    each(&plan, |entry, standings| {
        reports.recall(entry, &plan, standings).unwrap();
    });
    assert_eq!(screen.text(), "");
    reports.finish(&plan, RunEnd::Finished).unwrap();
    assert_eq!(read(), watched);
    assert!(
        screen.text().contains("finished: 4 of 4 games"),
        "{}",
        screen.text()
    );
}

#[test]
fn lines_for_people_and_scripts() {
    for (name, format, end) in [
        ("plain", OutputFormat::Caipan, RunEnd::Finished),
        (
            "fastchess",
            OutputFormat::Fastchess,
            RunEnd::Decided(Hypothesis::H1),
        ),
        ("cutechess", OutputFormat::Cutechess, RunEnd::Stopped),
    ] {
        let output = OutputSettings {
            format,
            ratinginterval: 3,
            scoreinterval: 2,
            ..OutputSettings::default()
        };
        insta::assert_snapshot!(name, tell(&plan(settings(output)), end));
    }
}

/// Three engines, of which the second wins with red and with black.
#[test]
fn lines_of_a_tournament() {
    for (name, format) in [
        ("plain_tournament", OutputFormat::Caipan),
        ("fastchess_tournament", OutputFormat::Fastchess),
        ("cutechess_tournament", OutputFormat::Cutechess),
    ] {
        let settings = Settings {
            engines: ["alpha", "beta", "gamma"].map(engine).to_vec(),
            rounds: 1,
            sprt: None,
            output: OutputSettings {
                format,
                ratinginterval: 0,
                ..OutputSettings::default()
            },
            ..settings(OutputSettings::default())
        };
        insta::assert_snapshot!(name, tell(&plan(settings), RunEnd::Broken));
    }
}

#[test]
fn records_of_other_runs_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let output = OutputSettings {
        pgn: Some(path.clone()),
        ..OutputSettings::default()
    };
    let old = "[Red \"old\"]\n\n*\n\n";
    fs::write(&path, old).unwrap();
    tell(&plan(settings(output.clone())), RunEnd::Finished);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(&format!("{old}[Event ")), "{text}");
    let journaled = plan(settings(OutputSettings {
        journal: Some(folder.path().join("run.jsonl")),
        ..output
    }));
    let refused = Reports::new(&journaled, Box::new(Vec::new()), Switches::default());
    let error = refused.unwrap_err().to_string();
    assert!(
        error.ends_with(
            "found games, expected a new file, as -resume makes it anew from the journal"
        ),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}
