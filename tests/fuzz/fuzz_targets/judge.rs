//! Any game in which the pieces like to go back to where they came from, judged: left and right, and both sides, are
//! alike.
#![no_main]

use caipan::board::Square;
use caipan::position::{EndReason, Line, Move, Outcome, Position};
use caipan::ruling::{self, Level, Nature, RuleSet, Verdict, findings};
use libfuzzer_sys::fuzz_target;

/// Plies of a game at most.
const LONGEST: usize = 200;

fuzz_target!(|choices: &[u8]| {
    let line = game(choices);
    let mirrored = mapped(&line, Position::mirrored, Square::mirrored);
    let flipped = mapped(&line, Position::flipped, Square::flipped);
    for name in ["cn2011", "axf"] {
        let rules = RuleSet::by_name(name).expect("a rule set");
        let Some(here) = judged(&line, &rules) else {
            continue;
        };
        if let Some(there) = judged(&mirrored, &rules) {
            assert_eq!(there, here, "{name}: {}", text(&line));
        }
        if let Some(there) = judged(&flipped, &rules) {
            assert_eq!(there, here.of_other_sides(), "{name}: {}", text(&line));
        }
    }
});

/// Plays a move for each byte: with the bit set that tells small letters from capitals the last move of the side back
/// again, if it can be; otherwise the one of the legal moves that the byte names.
fn game(choices: &[u8]) -> Line {
    let mut line = Line::default();
    for choice in choices.iter().take(LONGEST) {
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        let back = (line.len().checked_sub(2))
            .and_then(|ply| line.move_at(ply))
            .and_then(|mv| Move::new(mv.to(), mv.from()))
            .filter(|mv| choice & 0x20 != 0 && moves.contains(mv));
        let named = moves[usize::from(*choice) % moves.len()];
        line.push_unchecked(back.unwrap_or(named));
    }
    line
}

/// Gives the line on a board turned over.
fn mapped(line: &Line, position: fn(&Position) -> Position, square: fn(Square) -> Square) -> Line {
    let mut mapped = Line::new(position(line.start()));
    for mv in line.moves() {
        let mv = Move::new(square(mv.from()), square(mv.to())).expect("two squares");
        mapped.push(mv).expect("a legal move");
    }
    mapped
}

/// What must not depend on how the board lies.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Judged {
    verdict: Option<Verdict>,
    end: Option<(Outcome, EndReason)>,
    natures: Vec<(Nature, Option<Level>)>,
}

impl Judged {
    fn of_other_sides(mut self) -> Self {
        self.verdict = self.verdict.map(|verdict| match verdict {
            Verdict::MustChange(color) => Verdict::MustChange(!color),
            Verdict::Draw => Verdict::Draw,
        });
        self.end = self.end.map(|(outcome, reason)| match outcome {
            Outcome::Win(color) => (Outcome::Win(!color), reason),
            Outcome::Draw => (Outcome::Draw, reason),
        });
        self
    }
}

/// Judges a line; `None` if some search met its bound, where the order of the moves may matter.
fn judged(line: &Line, rules: &RuleSet) -> Option<Judged> {
    let judgement = ruling::judge(line, rules);
    let found = findings(line, rules);
    assert_eq!(found.len(), line.len(), "{}", text(line));
    let natures = found
        .iter()
        .map(|finding| (finding.nature, finding.level))
        .collect();
    (!found.iter().any(|finding| finding.is_bounded)).then(|| Judged {
        verdict: judgement.ruling.map(|ruling| ruling.verdict),
        end: judgement.end.map(|end| (end.outcome, end.reason)),
        natures,
    })
}

fn text(line: &Line) -> String {
    let moves: Vec<String> = line.moves().map(|mv| mv.to_string()).collect();
    moves.join(" ")
}
