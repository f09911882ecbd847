//! The moves the engine may play: those the GUI allows, less those that lose by a ruling.

use crate::analysis::Limits;
use crate::position::{Line, Move};
use crate::ruling::explain::{self, Text};
use crate::ruling::{NatureCache, RuleSet, bans, ruling_against};

/// What is done about a move that loses by a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Guard {
    /// It is not played while another move is allowed.
    #[default]
    Forbid,
    /// It may be played; the ruling is announced.
    Warn,
    /// It may be played and nothing is said.
    Off,
}

/// Tells whether the GUI leaves a legal move to play.
pub(super) fn has_move(line: &Line, limits: &Limits) -> bool {
    line.position()
        .legal_moves()
        .into_iter()
        .any(|mv| limits.allows(mv))
}

/// Adds to the limits' bans the moves that lose by a ruling, unless that would leave no move; tells whether it leaves one.
pub fn forbid(
    line: &Line,
    limits: &mut Limits,
    rules: &RuleSet,
    natures: &mut NatureCache,
) -> bool {
    let barred = bans(line, rules, natures);
    let is_allowed = |mv| limits.allows(mv) && !barred.contains(&mv);
    let is_one_left = line.position().legal_moves().into_iter().any(is_allowed);
    if is_one_left {
        limits.banned_moves.extend(barred);
    }
    is_one_left
}

/// Says why a move loses by a ruling, as a clause behind it; `None` if it does not.
#[must_use]
pub fn why_barred(line: &Line, mv: Move, rules: &RuleSet) -> Option<Text> {
    let (ruling, _) = ruling_against(line, mv, rules, &mut NatureCache::default())?;
    let conduct = explain::conduct(&ruling, line.position().turn());
    let articles = explain::articles(&ruling, rules);
    let (zh, en) = match articles.as_slice() {
        [] => Default::default(),
        articles => (
            format!("（{}）", articles.join("、")),
            format!(" ({})", articles.join(", ")),
        ),
    };
    Some(Text {
        zh: format!("将因{}判负{zh}", conduct.zh),
        en: format!("loses by a ruling: {}{en}", conduct.en),
    })
}

/// Says beforehand that the last move of a line lets the other side complete a ruling against the mover; `None` if it does
/// not, or if that ruling stands already.
#[must_use]
pub fn ruling_ahead(line: &Line, rules: &RuleSet, natures: &mut NatureCache) -> Option<Text> {
    let mut before = line.clone();
    let mv = before.pop()?;
    let (ruling, reply) = ruling_against(&before, mv, rules, natures)?;
    let answer = explain::variation(line.position(), &[reply?]);
    let ruled = explain::ruling(&ruling, rules);
    Some(Text {
        zh: format!("【警告】对方若走{}，即成裁决：{}", answer.zh, ruled.zh),
        en: format!(
            "Warning: {} would complete a ruling: {}",
            answer.en, ruled.en
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::protocol::Dialect;

    /// Red has checked three times round; checking on lets Black complete the count.
    fn near() -> Line {
        let mut line =
            Line::new(Position::from_fen("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w").unwrap());
        for word in "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9 h8h9 f9f8".split(' ') {
            line.push(Dialect::Uci.read_move(word).unwrap()).unwrap();
        }
        line
    }

    #[test]
    fn what_the_other_side_can_complete_is_told_beforehand() {
        let (rules, mut natures) = (RuleSet::default(), NatureCache::default());
        let mut line = near();
        let mut ahead = |line: &Line| ruling_ahead(line, &rules, &mut natures).map(|text| text.en);
        assert_eq!(ahead(&line), None);
        line.push(Dialect::Uci.read_move("h9h8").unwrap()).unwrap();
        assert_eq!(
            ahead(&line).unwrap(),
            "Warning: K6-1 would complete a ruling: Red: perpetual check; Black: idle. \
             Red did not change and loses (24.9, 25.1)."
        );
        line.push(Dialect::Uci.read_move("f8f9").unwrap()).unwrap();
        assert_eq!(ahead(&line), None);
    }

    #[test]
    fn a_losing_check_is_barred_unless_it_is_all_there_is() {
        let line = near();
        let check = Dialect::Uci.read_move("h9h8").unwrap();
        let (mut limits, mut natures) = (Limits::default(), NatureCache::default());
        assert!(forbid(
            &line,
            &mut limits,
            &RuleSet::default(),
            &mut natures
        ));
        assert_eq!(limits.banned_moves, [check]);
        assert!(has_move(&line, &limits));
        let mut only = Limits {
            search_moves: vec![check],
            ..Limits::default()
        };
        assert!(!forbid(&line, &mut only, &RuleSet::default(), &mut natures));
        assert_eq!(only.banned_moves, []);
        let why = why_barred(&line, check, &RuleSet::default()).unwrap();
        assert_eq!(why.en, "loses by a ruling: perpetual check (24.9, 25.1)");
        assert_eq!(why.zh, "将因长将判负（24.9、25.1）");
        let other = Dialect::Uci.read_move("e1e2").unwrap();
        assert_eq!(why_barred(&line, other, &RuleSet::default()), None);
        only.banned_moves.push(check);
        assert!(!has_move(&line, &only));
    }
}
