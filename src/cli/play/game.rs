//! The game in the terminal: the moves, the player's side, and the referee.

use crate::adapter::{Announcer, forbid, ruling_ahead, why_barred};
use crate::analysis::Limits;
use crate::board::{ByColor, Color};
use crate::notation::{self, Notation};
use crate::position::{Line, Move, PlayError};
use crate::record::GameRecord;
use crate::report::rule_tags;
use crate::ruling::explain::{self, Text};
use crate::ruling::{Nature, NatureCache, RuleSet, last_finding};
use crate::tournament::{GameEnd, Referee, Settings, Termination};

/// A game between a player and an engine, with all that the referee says.
#[derive(Debug)]
pub(super) struct Game {
    line: Line,
    /// How many moves were given at the start; they are not taken back.
    given: usize,
    pub(super) player: Color,
    rules: RuleSet,
    settings: Settings,
    referee: Referee,
    announcer: Announcer,
    natures: NatureCache,
    end: Option<GameEnd>,
    /// What the referee said, and after how many moves.
    said: Vec<(usize, Text)>,
}

impl Game {
    /// Begins a game, which may be over at once.
    pub(super) fn new(line: Line, player: Color, rules: RuleSet) -> Self {
        let settings = Settings {
            event: "caipan play".to_owned(),
            rules: rules.name.clone(),
            ..Settings::default()
        };
        let mut game = Self {
            given: line.len(),
            line,
            player,
            referee: Referee::new(&settings, rules.clone()),
            settings,
            rules,
            announcer: Announcer::default(),
            natures: NatureCache::default(),
            end: None,
            said: Vec::new(),
        };
        game.end = game.referee.judge(&game.line);
        game
    }

    pub(super) const fn line(&self) -> &Line {
        &self.line
    }

    pub(super) const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    pub(super) const fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }

    /// Tells whether the engine is to move in a game that goes on.
    pub(super) fn is_engines_turn(&self) -> bool {
        self.end.is_none() && self.line.position().turn() != self.player
    }

    /// Plays a move and gives what there is to say of it: what it is, why it attacks, and the repetition if there is one.
    ///
    /// # Errors
    /// The move is not legal.
    pub(super) fn play(&mut self, mv: Move) -> Result<Vec<Text>, PlayError> {
        let before = self.line.position().clone();
        self.line.push(mv)?;
        let (side, number) = (explain::side(before.turn()), before.move_number());
        let mut told = Text {
            zh: format!(
                "{} {number}. {}（{mv}）",
                side.zh,
                notation::write(Notation::Chinese, &before, mv)
            ),
            en: format!(
                "{} {number}. {} ({mv})",
                side.en,
                notation::write(Notation::Wxf, &before, mv)
            ),
        };
        let mut texts = Vec::new();
        let finding = last_finding(&self.line, &self.rules, &mut self.natures);
        if let Some(finding) = finding.filter(|finding| finding.nature != Nature::Idle) {
            told.zh += &format!("　{}", finding.nature.chinese());
            told.en += &format!(": {}", finding.nature.plain_english());
            if matches!(finding.nature, Nature::MateThreat | Nature::Chase) {
                let why = explain::nature(&self.line, self.line.len() - 1, &finding, &self.rules);
                texts.push(Text {
                    zh: format!("  {}", why.zh),
                    en: format!("  {}", why.en),
                });
            }
        }
        texts.insert(0, told);
        self.end = self.referee.judge(&self.line);
        // At the end the reason says it all.
        let news = self.announcer.news(&self.line, &self.rules);
        if self.end.is_none() {
            let ahead = ruling_ahead(&self.line, &self.rules, &mut self.natures);
            let news: Vec<Text> = news.into_iter().chain(ahead).collect();
            let ply = self.line.len();
            self.said
                .extend(news.iter().map(|text| (ply, text.clone())));
            texts.extend(news);
        }
        Ok(texts)
    }

    /// Takes the player's last move back and what came after it; tells whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let own = |ply: &usize| self.line.turn_at(*ply) == self.player;
        let Some(ply) = (self.given..self.line.len()).rev().find(own) else {
            return false;
        };
        while self.line.len() > ply {
            self.line.pop();
        }
        self.said.retain(|(said, _)| *said <= ply);
        self.end = None;
        // What was told of moves that were taken back may be told again.
        self.announcer.reset();
        true
    }

    /// Bars the moves that lose by a ruling, unless that would leave no move.
    pub(super) fn forbid(&mut self, limits: &mut Limits) {
        forbid(&self.line, limits, &self.rules, &mut self.natures);
    }

    /// Ends the game if the engine may not play a move, or answered with none.
    pub(super) fn refuse(&mut self, mv: Option<Move>) -> bool {
        let engine = !self.player;
        self.end = match mv {
            Some(mv) => self.referee.check(&self.line, mv, &[]),
            None => Some(GameEnd::lost(
                engine,
                Termination::IllegalMove,
                "没有给出着法，判负",
                "gave no move and loses",
            )),
        };
        self.end.is_some()
    }

    /// Warns of a move of the player that loses by a ruling; `None` if it does not.
    pub(super) fn warning(&self, mv: Move) -> Option<Text> {
        let why = why_barred(&self.line, mv, &self.rules)?;
        let position = self.line.position();
        Some(Text {
            zh: format!(
                "【警告】{} {}。",
                notation::write(Notation::Chinese, position, mv),
                why.zh
            ),
            en: format!(
                "Warning: {} {}.",
                notation::write(Notation::Wxf, position, mv),
                why.en
            ),
        })
    }

    /// Ends the game as one that a side gives up.
    pub(super) fn resign(&mut self, loser: Color) {
        self.end = Some(GameEnd::lost(
            loser,
            Termination::Resignation,
            "认输",
            "resigns",
        ));
    }

    /// Ends the game as a draw that both agreed to.
    pub(super) fn agree(&mut self) {
        let (zh, en) = ("双方同意和棋", "Drawn by agreement");
        self.end = Some(GameEnd::drawn(Termination::Agreement, zh, en));
    }

    /// Says how the game ended, if it did.
    pub(super) fn verdict(&self) -> Option<Text> {
        let end = self.end.as_ref()?;
        let trimmed = |text: &str, stop: char| text.trim_end_matches(stop).to_owned();
        Some(Text {
            zh: format!("结果 {}：{}。", end.outcome, trimmed(&end.reason.zh, '。')),
            en: format!("Result {}: {}.", end.outcome, trimmed(&end.reason.en, '.')),
        })
    }

    /// Makes the record of the game, with what the referee said as comments, by whom it was played and on which day.
    pub(super) fn record(&self, engine: &str, day: String) -> Result<GameRecord, PlayError> {
        let mut record = GameRecord::new(self.line.start().clone());
        let mut said = self.said.iter().peekable();
        for (ply, mv) in (1..).zip(self.line.moves()) {
            record.push(mv)?;
            while let Some((_, text)) = said.next_if(|(at, _)| *at <= ply) {
                record.add_comment(&text.en);
                record.add_comment(&text.zh);
            }
        }
        let mut names = ByColor::new_with(|_| engine.to_owned());
        names[self.player] = "Player".to_owned();
        let mut tag = |name: &str, value: String| record.tags.push((name.to_owned(), value));
        tag("Event", self.settings.event.clone());
        tag("Date", day);
        tag("Red", names.red);
        tag("Black", names.black);
        if let Some(end) = &self.end {
            tag("Termination", end.termination.word().to_owned());
            tag("Reason", end.reason.en.clone());
            tag("ReasonZh", end.reason.zh.clone());
        }
        for (name, value) in rule_tags(&self.settings) {
            tag(name, value);
        }
        record.outcome = self.end.as_ref().map(|end| end.outcome);
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_any;
    use crate::position::{Outcome, Position};
    use crate::report::rule_set_of;

    fn play(game: &mut Game, moves: &str) -> Vec<Text> {
        let moves = moves.split_whitespace();
        let told = moves.map(|word| {
            let mv = read_any(game.line().position(), word).unwrap();
            game.play(mv).unwrap()
        });
        told.last().unwrap_or_default()
    }

    fn perpetual(player: Color) -> Game {
        let start = Position::from_fen("2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w").unwrap();
        Game::new(Line::new(start), player, RuleSet::default())
    }

    const ROUND: &str = "f0e0 e8f8 e0f0 f8e8 ";

    #[test]
    fn undo_takes_back_the_last_move_of_the_player_and_what_came_after() {
        for (player, moves, left) in [
            (Color::Red, "h2e2", 0),
            (Color::Red, "h2e2 h9g7", 0),
            (Color::Red, "h2e2 h9g7 h0g2 i9h9", 2),
            (Color::Black, "h2e2 h9g7 h0g2", 1),
        ] {
            let mut game = Game::new(Line::default(), player, RuleSet::default());
            play(&mut game, moves);
            assert!(game.undo());
            assert_eq!(game.line().len(), left, "{player} {moves}");
            assert!(!game.is_engines_turn());
        }
        let mut game = Game::new(Line::default(), Color::Black, RuleSet::default());
        play(&mut game, "h2e2");
        assert!(!game.undo(), "a first move of the engine stays");
    }

    #[test]
    fn what_was_given_is_not_taken_back() {
        let mut line = Line::default();
        for word in ["h2e2", "h9g7"] {
            line.push(read_any(line.position(), word).unwrap()).unwrap();
        }
        let mut game = Game::new(line, Color::Red, RuleSet::default());
        assert!(!game.undo());
    }

    #[test]
    fn a_losing_repetition_is_told_warned_of_and_ruled_and_can_be_taken_back() {
        let mut game = perpetual(Color::Red);
        let told = play(&mut game, ROUND);
        assert!(
            told[1].en.starts_with("Repetition: position seen 2 times."),
            "{told:?}"
        );
        play(&mut game, ROUND);
        play(&mut game, "f0e0 e8f8");
        let losing = read_any(game.line().position(), "e0f0").unwrap();
        assert_eq!(
            game.warning(losing).unwrap().en,
            "Warning: R5=4 loses by a ruling: perpetual check (24.9, 25.1)."
        );
        let told = play(&mut game, "e0f0");
        assert!(told.last().unwrap().en.starts_with("Warning: "), "{told:?}");
        play(&mut game, "f8e8");
        assert_eq!(game.end().unwrap().outcome, Outcome::Win(Color::Black));
        assert_eq!(
            game.verdict().unwrap().en,
            "Result 0-1: Red: perpetual check; Black: idle. Red did not change and loses (24.9, 25.1)."
        );
        assert!(game.undo());
        assert!(game.end().is_none() && game.verdict().is_none());
    }

    #[test]
    fn a_move_that_loses_by_a_ruling_is_barred_where_another_is_left() {
        let barred = |game: &mut Game| {
            let mut limits = Limits::default();
            game.forbid(&mut limits);
            limits.banned_moves
        };
        let start = Position::from_fen("4k4/9/9/9/9/9/9/9/R8/3K5 w").unwrap();
        let mut game = Game::new(Line::new(start), Color::Black, RuleSet::default());
        play(&mut game, "a1a9 e9e8");
        play(&mut game, &"a9a8 e8e9 a8a9 e9e8 ".repeat(2));
        assert_eq!(barred(&mut game), []);
        play(&mut game, "a9a8 e8e9");
        let losing = read_any(game.line().position(), "a8a9").unwrap();
        assert_eq!(barred(&mut game), [losing]);
        // There is no other.
        let mut game = perpetual(Color::Black);
        play(&mut game, &(ROUND.repeat(2) + "f0e0 e8f8"));
        assert_eq!(barred(&mut game), []);
    }

    #[test]
    fn a_record_tells_the_rules_the_warnings_and_the_end() {
        let mut game = perpetual(Color::Black);
        play(&mut game, &ROUND.repeat(3));
        let record = game.record("caipan", "2024.01.02".to_owned()).unwrap();
        assert_eq!(record.tag("Black"), Some("Player"));
        assert_eq!(record.tag("Termination"), Some("perpetual-check"));
        assert_eq!(record.outcome, Some(Outcome::Win(Color::Black)));
        assert_eq!(rule_set_of(&record), Some(RuleSet::default()));
        assert!(
            record.comment(4).contains("position seen 2 times"),
            "{record:?}"
        );
        game.agree();
        let drawn = game.record("caipan", String::new()).unwrap();
        assert_eq!(drawn.outcome, Some(Outcome::Draw));
    }
}
