//! The moves the engine may play: those the GUI allows, less those that lose by a ruling.

use crate::analysis::Limits;
use crate::position::Line;
use crate::ruling::{NatureCache, RuleSet, bans};

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
pub(super) fn forbid(
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
        only.banned_moves.push(check);
        assert!(!has_move(&line, &only));
    }
}
