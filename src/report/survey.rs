//! What files of games come to: for each game and rule set its repetitions, where the rules end it, and whether the result in
//! the file agrees; as part of a JSON object, as a row of CSV, and in totals.
//!
//! The columns of CSV: `game`, `red`, `black`, `rules`, `plies`, `recorded` (the result in the file) and `result` (that of
//! the rules; `*` while the game goes on), `end_ply` and `reason` of its end, the number of `repetitions` and of those of them
//! by which the sides must change or nobody must (`red_must_change`, `black_must_change`, `drawn`), `verdict` and `articles`
//! of the one that is told, `agrees` (1, 0, or nothing where the rules do not end the game or the file has no result),
//! `played_on` (1 where moves follow the end), and `error`, which stands alone beside the name of what could not be ruled.
//! Sums of columns are the totals.

use std::io::{self, Write};

use serde::Serialize;

use super::json::{reason, result, verdict};
use super::text::Language;
use crate::board::Color;
use crate::position::{Line, Outcome};
use crate::ruling::explain::{self, Text};
use crate::ruling::{End, Judgement, RuleSet, Ruling, Verdict, repetitions};

/// One game as a rule set sees it from its first move to its last.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The name of the rule set.
    pub rules: String,
    /// The result in the file.
    pub recorded: Option<Outcome>,
    /// Each stretch that came round.
    pub repetitions: Vec<Ruling>,
    end: Option<End>,
    plies: usize,
    told: Option<(Verdict, String)>,
}

/// What a person knows a game by.
#[derive(Clone, Debug, Default)]
pub struct GameName {
    /// The file, and the number of the game in it.
    pub game: String,
    /// The player of Red; empty if unknown.
    pub red: String,
    /// The player of Black; empty if unknown.
    pub black: String,
}

impl Survey {
    /// Looks at a game that was judged by a rule set.
    #[must_use]
    pub fn of(
        line: &Line,
        recorded: Option<Outcome>,
        judgement: &Judgement,
        rules: &RuleSet,
    ) -> Self {
        let ruling = judgement.ruling.as_ref();
        Self {
            rules: rules.name.clone(),
            recorded,
            repetitions: repetitions(line, rules),
            end: judgement.end.clone(),
            plies: line.len(),
            told: ruling.map(|ruling| (ruling.verdict, explain::articles(ruling, rules).join(" "))),
        }
    }

    /// Tells whether the result in the file is that of the rules; `None` if they do not end the game, or it has none.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        let (end, recorded) = self.end.as_ref().zip(self.recorded)?;
        Some(end.outcome == recorded)
    }

    /// Tells whether moves follow the end of the game.
    #[must_use]
    pub fn is_played_on(&self) -> bool {
        self.end.as_ref().is_some_and(|end| end.ply < self.plies)
    }

    /// Counts the repetitions with this verdict.
    fn count(&self, verdict: Verdict) -> usize {
        let same = |ruling: &&Ruling| ruling.verdict == verdict;
        self.repetitions.iter().filter(same).count()
    }
}

/// A row of the table.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    game: &'a str,
    red: &'a str,
    black: &'a str,
    rules: &'a str,
    plies: Option<usize>,
    recorded: String,
    result: String,
    end_ply: Option<usize>,
    reason: &'a str,
    repetitions: Option<usize>,
    red_must_change: Option<usize>,
    black_must_change: Option<usize>,
    drawn: Option<usize>,
    verdict: &'a str,
    articles: &'a str,
    agrees: Option<u8>,
    played_on: Option<u8>,
    error: &'a str,
}

/// A table of games that grows row by row.
#[derive(Debug)]
pub struct SurveyTable<W: Write>(csv::Writer<W>);

impl<W: Write> SurveyTable<W> {
    /// Begins a table.
    pub fn new(out: W) -> Self {
        Self(csv::Writer::from_writer(out))
    }

    /// Adds a game, one row for each rule set.
    ///
    /// # Errors
    /// Tells that the table could not be written.
    pub fn add(&mut self, name: &GameName, surveys: &[Survey]) -> io::Result<()> {
        for survey in surveys {
            let end = survey.end.as_ref();
            let told = survey.told.as_ref();
            self.write(&Row {
                game: &name.game,
                red: &name.red,
                black: &name.black,
                rules: &survey.rules,
                plies: Some(survey.plies),
                recorded: result(survey.recorded),
                result: result(end.map(|end| end.outcome)),
                end_ply: end.map(|end| end.ply),
                reason: end.map_or("", |end| reason(end.reason)),
                repetitions: Some(survey.repetitions.len()),
                red_must_change: Some(survey.count(Verdict::MustChange(Color::Red))),
                black_must_change: Some(survey.count(Verdict::MustChange(Color::Black))),
                drawn: Some(survey.count(Verdict::Draw)),
                verdict: told.map_or("", |(told, _)| verdict(*told)),
                articles: told.map_or("", |(_, articles)| articles),
                agrees: survey.agrees().map(u8::from),
                played_on: Some(u8::from(survey.is_played_on())),
                error: "",
            })?;
        }
        Ok(())
    }

    /// Adds what could not be ruled.
    ///
    /// # Errors
    /// Tells that the table could not be written.
    pub fn add_failure(&mut self, name: &str, message: &str) -> io::Result<()> {
        self.write(&Row {
            game: name,
            error: message,
            ..Row::default()
        })
    }

    fn write(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.0.serialize(row).map_err(io::Error::other)
    }

    /// Ends the table.
    ///
    /// # Errors
    /// Tells that the table could not be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// What all games come to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SurveyTotals {
    /// The games that were ruled.
    games: usize,
    /// The games and files that could not be.
    failed: usize,
    /// What each rule set says, in the order in which they were met.
    by_rules: Vec<RuleTotals>,
}

/// What the games come to by one rule set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleTotals {
    rules: String,
    games: usize,
    with_repetitions: usize,
    repetitions: usize,
    red_must_change: usize,
    black_must_change: usize,
    drawn: usize,
    ended: usize,
    agree: usize,
    disagree: usize,
    played_on: usize,
    /// The games whose results do not agree.
    disagreements: Vec<String>,
}

impl SurveyTotals {
    /// Adds a game.
    pub fn add(&mut self, name: &GameName, surveys: &[Survey]) {
        self.games += 1;
        for survey in surveys {
            let place = self.by_rules.iter().position(|of| of.rules == survey.rules);
            let place = place.unwrap_or_else(|| {
                self.by_rules.push(RuleTotals {
                    rules: survey.rules.clone(),
                    ..RuleTotals::default()
                });
                self.by_rules.len() - 1
            });
            self.by_rules[place].add(&name.game, survey);
        }
    }

    /// Adds what could not be ruled.
    pub fn add_failure(&mut self) {
        self.failed += 1;
    }

    /// Tells whether more than one thing was added.
    #[must_use]
    pub fn are_many(&self) -> bool {
        self.games + self.failed > 1
    }

    /// Gives what each rule set says.
    #[must_use]
    pub fn by_rules(&self) -> &[RuleTotals] {
        &self.by_rules
    }

    /// Writes the totals as one JSON object, `{"totals": …}`, without a line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::json!({ "totals": self }).to_string()
    }

    /// Writes the totals as lines of text.
    #[must_use]
    pub fn to_text(&self, language: Language) -> String {
        let mut texts = vec![Text {
            zh: format!("合计：裁决 {} 局，{} 处不能裁决。", self.games, self.failed),
            en: format!("In all: {} ruled, {} not ruled.", self.games, self.failed),
        }];
        texts.extend(self.by_rules.iter().map(RuleTotals::told));
        let mut lines = String::new();
        for (is_wanted, is_chinese) in [
            (language != Language::En, true),
            (language != Language::Zh, false),
        ] {
            for text in texts.iter().filter(|_| is_wanted) {
                lines += if is_chinese { &text.zh } else { &text.en };
                lines.push('\n');
            }
        }
        lines
    }
}

impl RuleTotals {
    fn add(&mut self, game: &str, survey: &Survey) {
        self.games += 1;
        self.with_repetitions += usize::from(!survey.repetitions.is_empty());
        self.repetitions += survey.repetitions.len();
        self.red_must_change += survey.count(Verdict::MustChange(Color::Red));
        self.black_must_change += survey.count(Verdict::MustChange(Color::Black));
        self.drawn += survey.count(Verdict::Draw);
        self.ended += usize::from(survey.end.is_some());
        self.played_on += usize::from(survey.is_played_on());
        match survey.agrees() {
            Some(true) => self.agree += 1,
            Some(false) => {
                self.disagree += 1;
                self.disagreements.push(game.to_owned());
            }
            None => {}
        }
    }

    /// Says it in words.
    fn told(&self) -> Text {
        let Self {
            rules,
            with_repetitions,
            repetitions,
            red_must_change,
            black_must_change,
            drawn,
            ended,
            agree,
            disagree,
            played_on,
            ..
        } = self;
        let mut text = Text {
            zh: format!(
                "[{rules}] {with_repetitions} 局有重复局面，共 {repetitions} 次：红方须变 {red_must_change}，黑方须变 \
                 {black_must_change}，双方不变作和 {drawn}。规则结束 {ended} 局，其中 {played_on} 局续走；与记录的结果相符 {agree}，不符 {disagree}。"
            ),
            en: format!(
                "[{rules}] {with_repetitions} with repetitions, {repetitions} of them: Red must change in {red_must_change}, Black in \
                 {black_must_change}, nobody in {drawn}. The rules end {ended}, of which {played_on} were played on; recorded results that \
                 agree: {agree}, that do not: {disagree}."
            ),
        };
        if !self.disagreements.is_empty() {
            text.zh += &format!("不符：{}。", self.disagreements.join("、"));
            text.en += &format!(" They are {}.", self.disagreements.join(", "));
        }
        text
    }
}
