//! The figures of the rule books: one test for each record, and the properties that every ruling has.
//!
//! `cargo test --test rulings cn-fig05` runs one record.

use caipan::board::{Color, Square};
use caipan::position::{Line, Move, Position};
use caipan::ruling::{
    Class, Cycle, Mode, Nature, NatureCache, RuleSet, Ruling, Verdict, bans, explain, findings,
    judge, nine_rounds_ahead, outcome,
};
use libtest_mimic::{Arguments, Failed, Trial};

#[path = "rulings/record.rs"]
mod record;
#[path = "rulings/variation.rs"]
mod variation;

use record::Record;

/// The files that are ruled, beside [`record`].
const FILES: [&str; 5] = [
    "cn2011.jsonl",
    "axf.jsonl",
    "seed1.jsonl",
    "seed2.jsonl",
    "general.jsonl",
];

/// A stretch to be ruled and what must come out.
struct Case {
    line: Line,
    cycle: Cycle,
    rules: RuleSet,
    verdict: Option<String>,
    /// How the game stands at the end of the line, with the cycle as the stretch that is ruled; `None` if the record
    /// does not say.
    result: Option<String>,
    /// One for each move of the line; `None` where the book says nothing.
    natures: Vec<Option<String>>,
    /// Whether the natures are compared word by word, as those of our own records are.
    is_exact: bool,
}

/// A way to change a case that changes nothing in the ruling but, at most, the names of the sides.
type Variation = fn(&Case) -> Vec<Case>;

const VARIATIONS: [(&str, Variation); 3] = [
    ("left_and_right_are_alike", |case| {
        vec![case.mapped(Position::mirrored, Square::mirrored, str::to_owned)]
    }),
    ("both_sides_are_alike", |case| {
        vec![case.mapped(Position::flipped, Square::flipped, other_side)]
    }),
    ("a_cycle_may_start_at_any_move", |case| case.rotations()),
];

fn main() {
    let mut trials = Vec::new();
    for record in FILES.into_iter().flat_map(Record::read) {
        let id = record.json["id"].as_str().expect("an id").to_owned();
        trials.push(Trial::test(id, move || Ok(Case::of(&record).check()?)));
    }
    trials.push(Trial::test(
        "the_seeds_own_lines_end_where_they_say",
        || Ok(variation::check_all()?),
    ));
    trials.push(Trial::test(
        "where_nine_rounds_decide_nothing_else_does",
        nine_rounds,
    ));
    trials.push(Trial::test("the_article_that_decides_is_cited", articles));
    for (name, variation) in VARIATIONS {
        trials.push(Trial::test(name, move || check_all(variation)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Plays the games that the rule of nine rounds ends: no count is reached and nothing ends them a move before, the last
/// attack is banned while other moves are free, and the reason names the rule.
fn nine_rounds() -> Result<(), Failed> {
    let mut count = 0;
    for record in Record::read("general.jsonl") {
        let json = &record.json;
        if json["article"] != "nine-rounds" || json["result"] == "*" {
            continue;
        }
        let rules = RuleSet::default();
        let fault = |what: &str| Failed::from(format!("{}: {what}", json["id"]));
        let mut line = Line::new(record.line.start().clone());
        for mv in record.line.moves() {
            if outcome(&line, &rules).is_some() {
                return Err(fault("it is over before"));
            }
            if line.len() + 2 == record.line.len() {
                let banned = bans(&line, &rules, &mut NatureCache::default());
                if !banned.contains(&mv) || banned.len() == line.position().legal_moves().len() {
                    return Err(fault("the last attack is not what is banned"));
                }
                if nine_rounds_ahead(&line, &rules, &mut NatureCache::default()) != Some(9) {
                    return Err(fault("it is not foreseen"));
                }
            }
            line.push(mv)?;
            if line.occurrences() >= rules.count {
                return Err(fault("a position has stood often enough to be ruled"));
            }
        }
        let judgement = judge(&line, &rules);
        let why = explain::judgement(&line, &judgement, &rules);
        let is_named = why.en.contains("Nine rounds") && why.zh.contains("连续九个回合");
        let Some(ruling) = judgement
            .ruling
            .filter(|ruling| ruling.is_nine_rounds && is_named)
        else {
            return Err(fault("the reason does not name the rule"));
        };
        let articles = match ruling.is_one_sided_check() {
            true => ["24.9", "25.1"],
            false => ["24.13", "25.3"],
        };
        if explain::articles(&ruling, &rules) != articles {
            return Err(fault("the articles are of another offence"));
        }
        let warning = RuleSet {
            mode: Mode::Warning,
            ..rules
        };
        if outcome(&line, &warning).is_some() != ruling.is_one_sided_check() {
            return Err(fault("only a perpetual check loses without a warning"));
        }
        count += 1;
    }
    match count {
        0 => Err("no such game was found".into()),
        _ => Ok(()),
    }
}

/// Looks whether the reasons of our own records cite the article that each is about: of a chase that falls under it, and
/// of the ruling where it compares two offenders.
fn articles() -> Result<(), Failed> {
    const OF_CHASES: [&str; 7] = [
        "gen-26.1.1-1",
        "gen-26.3-1",
        "gen-26.5-1",
        "gen-26.5-3",
        "gen-26.6-2",
        "gen-26.8-1",
        "gen-26.10-1",
    ];
    let mut count = 0;
    for Record { json, line, cycle } in Record::read("general.jsonl") {
        let id = json["id"].as_str().expect("an id");
        let article = json["article"].as_str().expect("an article");
        let rules = RuleSet::default();
        let ruling = Ruling::of(&line, cycle, &rules);
        let is_cited = if OF_CHASES.contains(&id) {
            findings(&line, &rules)
                .iter()
                .enumerate()
                .filter(|(_, finding)| finding.nature == Nature::Chase)
                .any(|(ply, finding)| {
                    let why = explain::nature(&line, ply, finding, &rules);
                    why.zh.contains(article) && why.en.contains(article)
                })
        } else if article.starts_with("26.9.") && ruling.classes[Color::Black] > Class::Allowed {
            let expected = match ruling.verdict {
                Verdict::Draw => "26.9.4",
                Verdict::MustChange(_) if ruling.classes.red == Class::Allowed => "25.3",
                Verdict::MustChange(_) => article,
            };
            explain::articles(&ruling, &rules).last() == Some(&expected)
        } else {
            continue;
        };
        if !is_cited {
            return Err(format!("{id}: {article} is not cited").into());
        }
        count += 1;
    }
    match count {
        14.. => Ok(()),
        _ => Err(format!("only {count} records were looked at").into()),
    }
}

/// Checks every variation of every record.
fn check_all(variation: Variation) -> Result<(), Failed> {
    let mut faults = Vec::new();
    for record in FILES.into_iter().flat_map(Record::read) {
        for case in variation(&Case::of(&record)) {
            if let Err(fault) = case.check() {
                faults.push(format!("{}: {fault}", record.json["id"]));
            }
        }
    }
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n").into()),
    }
}

/// Gives the same verdict or result for the other side.
fn other_side(word: &str) -> String {
    match word {
        "red-must-change" => "black-must-change",
        "black-must-change" => "red-must-change",
        "0-1" => "1-0",
        "1-0" => "0-1",
        other => other,
    }
    .to_owned()
}

/// Gives the class in which the natures of others' records are compared: the allowed ones weigh the same, and the sources
/// do not tell them apart.
fn class(nature: &str) -> &str {
    match nature {
        "check" | "mate-threat" | "chase" => nature,
        _ => "other",
    }
}

impl Case {
    /// Takes what binds of a record: natures under the Chinese rules and where no one disputes them, and the verdict.
    fn of(record: &Record) -> Self {
        let json = &record.json;
        let word = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        let binding = json["ruleset"] == "cn2011" && json["disputed"].is_null();
        let natures = json["natures"].as_array().filter(|_| binding);
        Self {
            line: record.line.clone(),
            cycle: record.cycle,
            rules: RuleSet::by_name(json["ruleset"].as_str().expect("a name")).expect("a rule set"),
            verdict: word(&json["verdict"]),
            result: word(&json["result"]),
            is_exact: json["source"] == "constructed",
            natures: match natures {
                Some(natures) => natures.iter().map(word).collect(),
                None => vec![None; record.line.len()],
            },
        }
    }

    fn check(&self) -> Result<(), String> {
        let ruling = Ruling::of(&self.line, self.cycle, &self.rules);
        let verdict = match ruling.verdict {
            Verdict::Draw => "draw",
            Verdict::MustChange(Color::Red) => "red-must-change",
            Verdict::MustChange(Color::Black) => "black-must-change",
        };
        let mut faults = Vec::new();
        if let Some(expected) = self
            .verdict
            .as_deref()
            .filter(|expected| *expected != verdict)
        {
            faults.push(format!("{verdict}, expected {expected}"));
        }
        if let Some(expected) = &self.result {
            let judgement = judge(&self.line, &self.rules);
            let result = judgement
                .end
                .map_or_else(|| "*".to_owned(), |end| end.outcome.to_string());
            let cycle = judgement.ruling.map(|ruling| ruling.cycle);
            if (&result, cycle) != (expected, Some(self.cycle)) {
                faults.push(format!("{result} by {cycle:?}, expected {expected}"));
            }
        }
        let found = findings(&self.line, &self.rules);
        for (ply, (found, expected)) in found.iter().zip(&self.natures).enumerate() {
            let found = found.nature.english();
            if let Some(expected) = expected
                && match self.is_exact {
                    true => expected != found,
                    false => class(expected) != class(found),
                }
            {
                faults.push(format!("move {ply} {found}, expected {expected}"));
            }
        }
        match faults.is_empty() {
            true => Ok(()),
            false => Err(faults.join("; ")),
        }
    }

    /// Gives the case on a board turned over.
    fn mapped(
        &self,
        position: fn(&Position) -> Position,
        square: fn(Square) -> Square,
        word: fn(&str) -> String,
    ) -> Self {
        let mut line = Line::new(position(self.line.start()));
        for mv in self.line.moves() {
            let mv = Move::new(square(mv.from()), square(mv.to())).expect("two squares");
            line.push(mv).expect("a legal move");
        }
        Self {
            line,
            cycle: self.cycle,
            rules: self.rules.clone(),
            verdict: self.verdict.as_deref().map(word),
            result: self.result.as_deref().map(word),
            natures: self.natures.clone(),
            is_exact: self.is_exact,
        }
    }

    /// Gives the cycle alone, started at each of its moves; nothing if the stretch is no cycle.
    fn rotations(&self) -> Vec<Self> {
        let Cycle { start, length, .. } = self.cycle;
        if self.line.key_at(start) != self.line.key_at(self.cycle.end()) {
            return Vec::new();
        }
        let rotation = |first: usize| {
            let plies = (first..first + length).map(|i| start + i % length);
            let mut line = Line::new(self.line.position_at(start + first));
            for ply in plies.clone() {
                line.push(self.line.move_at(ply).expect("a move"))
                    .expect("a legal move");
            }
            Self {
                cycle: Cycle::given(&line, 0, length).expect("the whole line"),
                line,
                rules: self.rules.clone(),
                verdict: self.verdict.clone(),
                result: None,
                natures: plies.map(|ply| self.natures[ply].clone()).collect(),
                is_exact: self.is_exact,
            }
        };
        (0..length).map(rotation).collect()
    }
}
