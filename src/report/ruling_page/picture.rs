//! A move of a ruled line as a picture: the position after it, what it threatens, and the line that proves it.

use crate::board::Square;
use crate::position::{Line, Move};
use crate::report::board_svg::{Arrow, BoardPicture, Role};
use crate::ruling::{Finding, Nature};

/// How many moves of a proof are drawn; more would hide the board.
const MOST_DRAWN: usize = 6;

/// Draws the position after `plies` moves of a line, the last of them marked, with what is found of that move.
#[must_use]
pub fn picture(line: &Line, plies: usize, finding: Option<&Finding>) -> BoardPicture {
    let mut picture = BoardPicture::of(line.position_at(plies));
    let last = plies.checked_sub(1).and_then(|ply| line.move_at(ply));
    let Some(mv) = last else { return picture };
    picture.last_move = Some(mv);
    picture.arrows.push(Arrow {
        mv,
        role: Role::Move,
        number: None,
    });
    if let Some(finding) = finding {
        picture.targets = targets(&picture, finding);
        let arrows = threats(&picture, finding);
        picture.arrows.extend(arrows);
    }
    picture
}

/// Gives the points that the move attacks.
fn targets(picture: &BoardPicture, finding: &Finding) -> Vec<Square> {
    match finding.nature {
        Nature::Check | Nature::MateThreat => {
            vec![picture.position.king(picture.position.turn())]
        }
        _ => finding.targets.iter().map(|target| target.square).collect(),
    }
}

/// Gives the arrows of what the move threatens: the line that proves the gravest threat, and the captures that the others
/// begin with.
fn threats(picture: &BoardPicture, finding: &Finding) -> Vec<Arrow> {
    let attack = |mv| Arrow {
        mv,
        role: Role::Attack,
        number: None,
    };
    match finding.nature {
        Nature::Check => {
            let king = picture.position.king(picture.position.turn());
            let checkers = picture.position.checkers().into_iter();
            checkers
                .filter_map(|from| Move::new(from, king))
                .map(attack)
                .collect()
        }
        Nature::MateThreat => proof(&finding.line, Role::Attack),
        _ => {
            let Some((gravest, others)) = finding.targets.split_first() else {
                return Vec::new();
            };
            let first = match gravest.is_offered {
                true => Role::Reply,
                false => Role::Attack,
            };
            let mut arrows = proof(&gravest.line, first);
            for target in others.iter().filter(|target| !target.is_offered) {
                let begins = target.line.first().copied().map(attack);
                let is_new = |new: &Arrow| arrows.iter().all(|arrow| arrow.mv != new.mv);
                arrows.extend(begins.filter(is_new));
            }
            arrows
        }
    }
}

/// Draws a line of moves, whose sides take turns, beginning with `first`; a single move needs no number.
fn proof(line: &[Move], first: Role) -> Vec<Arrow> {
    let second = match first {
        Role::Reply => Role::Attack,
        Role::Attack | Role::Move => Role::Reply,
    };
    let roles = [first, second].into_iter().cycle();
    let moves = line.iter().zip(roles).take(MOST_DRAWN).enumerate();
    let arrows = moves.map(|(index, (mv, role))| Arrow {
        mv: *mv,
        role,
        number: (line.len() > 1).then_some(index + 1),
    });
    arrows.collect()
}
