//! Engines that repeat themselves, at the figures of the rule books: with the guard none of them loses by it.

use caipan::board::Color;
use caipan::position::{EndReason, Line, Move, Outcome};
use caipan::protocol::{Command, Dialect, GivenPosition};
use caipan::ruling::{RuleSet, outcome};

use crate::record::Record;
use crate::support::relayed_engine::{RelayedEngine, scripted};

/// How many plies a game lasts behind the first round of the cycle.
const PLIES: usize = 24;

/// What is said where every move loses.
const HOPELESS: &str = "Every move loses by a ruling; the least bad is played.";

/// A figure in which one side must change.
struct Figure {
    id: String,
    /// The game until the cycle has come round once.
    line: Line,
    culprit: Color,
    rules: RuleSet,
}

impl Figure {
    /// Gives the figures of both books whose cycle comes back to where it began.
    fn all() -> Vec<Self> {
        let files = ["cn2011.jsonl", "axf.jsonl"];
        files
            .into_iter()
            .flat_map(Record::read)
            .filter_map(Self::of)
            .collect()
    }

    fn of(record: Record) -> Option<Self> {
        let word = |field: &str| record.json[field].as_str().unwrap();
        let culprit = match word("verdict") {
            "red-must-change" => Color::Red,
            "black-must-change" => Color::Black,
            _ => return None,
        };
        let (id, rules) = (
            word("id").to_owned(),
            RuleSet::by_name(word("ruleset")).unwrap(),
        );
        let (mut line, cycle) = (record.line, record.cycle);
        while line.len() > cycle.end() {
            line.pop();
        }
        if line.key_at(cycle.start) != line.key_at(cycle.end()) {
            return None;
        }
        // One is about the nine rounds, and its game is over where the cycle ends.
        if outcome(&line, &rules).is_some() {
            line.pop();
            line.pop();
        }
        Some(Self {
            id,
            line,
            culprit,
            rules,
        })
    }
}

/// How a game ended.
struct Played {
    line: Line,
    /// Whether the culprit has lost by a repetition.
    is_lost: bool,
    /// Whether there was a time when each of its moves lost.
    was_hopeless: bool,
}

/// Tells whether a side has lost by a repetition.
fn has_lost(line: &Line, side: Color, rules: &RuleSet) -> bool {
    outcome(line, rules) == Some((Outcome::Win(!side), EndReason::Repetition))
}

/// Tells whether a move of the side to move loses by a repetition, at once or if the other side wants it.
fn loses(line: &Line, mv: Move, rules: &RuleSet) -> bool {
    let side = line.position().turn();
    let mut line = line.clone();
    line.push_unchecked(mv);
    if outcome(&line, rules).is_some() {
        return has_lost(&line, side, rules);
    }
    line.position().legal_moves().into_iter().any(|reply| {
        line.push_unchecked(reply);
        let is_lost = has_lost(&line, side, rules);
        line.pop();
        is_lost
    })
}

/// Chooses for the side that need not change: what it played before in this position, else back, else anything.
fn reply(line: &Line) -> Move {
    let again = line.previous_occurrence().and_then(|ply| line.move_at(ply));
    let last = line.len().checked_sub(2).and_then(|ply| line.move_at(ply));
    let back = last.and_then(|mv| Move::new(mv.to(), mv.from()));
    let legal = line.position().legal_moves();
    again
        .into_iter()
        .chain(back)
        .find(|mv| legal.contains(mv))
        .unwrap_or(legal[0])
}

/// Begins a game under the rules of a figure.
fn set_up(engine: &mut RelayedEngine, figure: &Figure, guard: &str) {
    engine.say("setoption newgame");
    engine.say(&format!("setoption ruleset {}", figure.rules.name));
    engine.say(&format!("setoption guard {guard}"));
    engine.ask("isready", "readyok");
}

/// Tells the position that a line has come to.
fn tell(engine: &mut RelayedEngine, line: &Line) {
    let given = GivenPosition {
        fen: Some(line.start().to_string()),
        moves: line.moves().collect(),
        unread: Vec::new(),
    };
    engine.say(&Command::Position(given).write(engine.dialect));
}

/// Has an engine play the culprit.
fn play(engine: &mut RelayedEngine, figure: &Figure, guard: &str, go: &str) -> Played {
    let Figure { culprit, rules, .. } = figure;
    set_up(engine, figure, guard);
    let mut line = figure.line.clone();
    let mut was_hopeless = false;
    while line.len() < figure.line.len() + PLIES && outcome(&line, rules).is_none() {
        let mv = if line.position().turn() == *culprit {
            tell(engine, &line);
            engine.say(go);
            let (best, messages) = engine.legal_move(&line);
            let is_told = messages.iter().any(|message| message == HOPELESS);
            let legal = line.position().legal_moves();
            let is_hopeless =
                guard == "forbid" && legal.into_iter().all(|mv| loses(&line, mv, rules));
            assert_eq!(is_told, is_hopeless, "{}: {line:?}", figure.id);
            let is_trouble = messages.iter().find(|message| message.contains("it "));
            assert_eq!(is_trouble, None, "{}", figure.id);
            was_hopeless |= is_hopeless;
            best
        } else {
            reply(&line)
        };
        line.push(mv).unwrap();
    }
    Played {
        is_lost: has_lost(&line, *culprit, rules),
        line,
        was_hopeless,
    }
}

/// Holds an engine to lose without the guard where it is told to, and with the guard only where nothing else is left.
/// Gives the games that it lost without the guard, as text.
fn lost_games(settings: &str, go: &str) -> Vec<String> {
    let mut engine = RelayedEngine::ready(settings, Dialect::Ucci);
    let mut lost = Vec::new();
    for figure in &Figure::all() {
        let free = play(&mut engine, figure, "off", go);
        if free.is_lost {
            let moves = free.line.moves().skip(figure.line.len());
            let moves: Vec<_> = moves.map(|mv| mv.to_string()).collect();
            lost.push(format!("{} {}", figure.id, moves.join(" ")));
        }
        let guarded = play(&mut engine, figure, "forbid", go);
        assert!(
            guarded.was_hopeless || !guarded.is_lost,
            "{}: {:?}",
            figure.id,
            guarded.line
        );
    }
    lost
}

/// An engine that always wants the move with which the cycle goes on, or that completes the nine rounds.
const WANTED: [&str; 2] = ["--prefer", "again,h0h3"];

#[test]
fn whoever_always_repeats_is_kept_from_it_by_what_it_may_search() {
    assert_eq!(
        lost_games(&scripted(&WANTED), "go depth 1").len(),
        Figure::all().len()
    );
}

#[test]
fn whoever_always_repeats_is_kept_from_it_by_what_is_barred() {
    let arguments = [&WANTED[..], &["--speech", "ucci"]].concat();
    let settings = scripted(&arguments).replace("\"uci\"", "\"ucci\"");
    assert_eq!(
        lost_games(&settings, "go depth 1").len(),
        Figure::all().len()
    );
}

#[test]
fn fairy_stockfish_repeats_itself_to_the_loss_only_without_the_guard() {
    let settings = "profile = \"fairy-stockfish\"\ncommand = \"/usr/games/fairy-stockfish\"\n\
                    options = { msglang = \"en\" }\n";
    let lost = lost_games(settings, "go depth 8");
    let told = include_str!("../data/repeated_to_the_loss.txt");
    let told: Vec<_> = told.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lost, told);
}

/// The GUI leaves but the moves that complete one of two cycles, or of the nine rounds.
#[test]
fn where_every_move_is_forbidden_the_least_bad_is_played() {
    let mut engines = [
        scripted(&WANTED),
        "options = { msglang = \"en\" }".to_owned(),
    ]
    .map(|settings| RelayedEngine::ready(&settings, Dialect::Ucci));
    for (id, ply, left) in [
        ("cn-ref08", 16, "h0i0 h0h3 h0h4"),
        ("axf-024", 26, "f1f3 h6h3"),
        ("axf-081", 24, "g6g5 h7h5"),
    ] {
        let figures = Figure::all();
        let figure = figures.iter().find(|figure| figure.id == id).unwrap();
        let mut line = play(&mut engines[0], figure, "off", "go depth 1").line;
        while line.len() > ply {
            line.pop();
        }
        let answers = engines.each_mut().map(|engine| {
            set_up(engine, figure, "forbid");
            tell(engine, &line);
            engine.say(&format!("go depth 4 searchmoves {left}"));
            let (best, messages) = engine.legal_move(&line);
            let told = messages.iter().filter(|message| *message == HOPELESS);
            assert_eq!(told.count(), 1, "{id}: {messages:?}");
            // What is pondered on may not come about: it is told of with the hit, once.
            tell(engine, &line);
            engine.say(&format!("go ponder depth 4 searchmoves {left}"));
            engine.ask("isready", "readyok");
            engine.say("ponderhit");
            engine.say("ponderhit");
            let (_, messages) = engine.legal_move(&line);
            let told = messages.iter().filter(|message| *message == HOPELESS);
            assert_eq!(told.count(), 1, "{id}: {messages:?}");
            let before = engine.process.heard.len();
            engine.ask("isready", "readyok");
            assert_eq!(engine.process.heard.len(), before + 1);
            best.to_string()
        });
        assert!(left.contains(&answers[0]), "{id}: {answers:?}");
        assert_eq!(answers[0], answers[1], "{id}");
    }
}
