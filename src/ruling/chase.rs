//! Chases (捉, 24.3): what a move newly threatens to win.

use std::cmp::Reverse;

use super::exchange::{self, OfferKind};
use super::fragment::{Fragment, Proof, Terms, Window, Worth};
use super::level;
use super::material::{Account, Class, Value, is_material};
use super::nature::{Level, Novelty, Target};
use super::scene::Scene;
use crate::board::{Bitboard, Piece, PieceType, Square};
use crate::position::{Move, Position};

/// A way to win something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// One piece takes the target.
    Direct {
        /// The piece.
        taker: Square,
        /// The target.
        target: Square,
    },
    /// A quiet check begins a line whose first victim is the target.
    Checks {
        /// The target, or all pieces that may be it: the other side chooses which.
        targets: Bitboard,
    },
}

/// A way to win something that wins after the move.
#[derive(Clone, Debug)]
pub(super) struct Threat {
    pub(super) way: Way,
    /// Where the piece that it wins first stands after the move.
    pub(super) victim: Square,
    pub(super) worth: Worth,
    pub(super) novelty: Novelty,
}

/// How a threat compares with what was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    New(Novelty),
    /// It gained before and gains still.
    OldGain,
    Old,
}

/// Finds all that a move newly threatens to win, the gravest first, and the level of that one. `RULES` §5, step 6.
pub(super) fn find(scene: &mut Scene<'_>) -> Option<(Level, Vec<Target>)> {
    let is_hunted = !scene.answers_check() && is_hunted(scene);
    let mut threats = Vec::new();
    let mut old: Vec<(Square, Square)> = Vec::new();
    // Targets that some piece can take at once with profit, before the move or not.
    let mut direct = Bitboard::EMPTY;
    for way in ways(scene) {
        let worth = worth(scene, way, &[]);
        if !worth.value.is_winning() {
            continue;
        }
        let victim = match way {
            Way::Direct { target, .. } => {
                direct |= Bitboard::of(target);
                Some(target)
            }
            Way::Checks { targets } => targets.first(),
        };
        match compare(scene, way, &worth, is_hunted) {
            Comparison::New(novelty) => threats.extend(victim.map(|victim| Threat {
                way,
                victim,
                worth,
                novelty,
            })),
            Comparison::OldGain => {
                if let Way::Direct { taker, target } = way
                    && taker != scene.mv.to()
                {
                    old.push((taker, target));
                }
            }
            Comparison::Old => {}
        }
    }
    if threats.is_empty() && !scene.answers_check() {
        threats.extend(any_check_line(scene, direct));
    }
    threats.retain_mut(|threat| old.is_empty() || survives(scene, threat, &old));
    if threats.is_empty() || holds_drawing_point(scene, &threats) {
        return None;
    }
    let mut graded: Vec<_> = threats
        .iter()
        .rev()
        .filter_map(|threat| Some((threat.worth.value, level::grade(scene, threat)?)))
        .collect();
    graded.sort_by_key(|(value, (level, _))| Reverse((*value, *level)));
    let level = graded.first()?.1.0;
    let mut targets: Vec<Target> = Vec::new();
    for (_, (_, target)) in graded {
        if targets.iter().all(|graver| graver.square != target.square) {
            targets.push(target);
        }
    }
    Some((level, targets))
}

/// Lists the ways to look at: each capture of material open to the mover, and a line of checks for each target.
fn ways(scene: &Scene<'_>) -> Vec<Way> {
    let mut ways = Vec::new();
    let captures = scene.passed.captures();
    for target in material(&scene.passed, scene) {
        let takers = captures
            .iter()
            .filter(|mv| mv.to() == target && is_open(scene, **mv));
        ways.extend(takers.map(|mv| Way::Direct {
            taker: mv.from(),
            target,
        }));
        ways.push(Way::Checks {
            targets: Bitboard::of(target),
        });
    }
    ways
}

fn material(position: &Position, scene: &Scene<'_>) -> Bitboard {
    let theirs = position.board().color(!scene.mover);
    theirs
        .filter(|square| {
            position
                .board()
                .piece_at(*square)
                .is_some_and(|piece| is_material(piece, *square))
        })
        .collect()
}

/// Tells whether a capture may begin a chase: no king's, no pawn's but to uncover a check, no true exchange.
fn is_open(scene: &Scene<'_>, mv: Move) -> bool {
    let is_royal = match scene.passed.board().piece_at(mv.from()).map(Piece::kind) {
        Some(PieceType::King) | None => true,
        Some(PieceType::Pawn) => {
            let mut after = scene.passed.clone();
            let _ = after.play_unchecked(mv);
            (after.checkers() & !Bitboard::of(mv.to())).is_empty()
        }
        Some(_) => false,
    };
    !is_royal && !scene.barred.contains(&(mv.from(), mv.to()))
}

/// Gives the worth of a way after the move, some more captures barred.
fn worth(scene: &mut Scene<'_>, way: Way, bars: &[(Square, Square)]) -> Worth {
    let barred: Vec<_> = scene.barred.iter().chain(bars).copied().collect();
    let terms = Terms {
        watched: Some(scene.mv.to()),
        ..Terms::new(scene.mover, &barred)
    };
    let position = scene.passed.clone();
    let window = Window::from(Value::least(Class::EqualSpecial));
    worth_in(scene, position, way, &terms, window)
}

fn worth_in(
    scene: &mut Scene<'_>,
    position: Position,
    way: Way,
    terms: &Terms<'_>,
    window: Window,
) -> Worth {
    let none = Worth::new(Value::LEVEL, Proof::new());
    let mut fragment = Fragment::new(position.clone(), terms.clone(), scene.limit);
    let worth = match way {
        Way::Direct { taker, target } => match Move::new(taker, target) {
            Some(mv)
                if !terms.barred.contains(&(taker, target))
                    && is_playable(&position, mv, terms.ignored) =>
            {
                fragment.capture(mv, window)
            }
            _ => none,
        },
        Way::Checks { targets } => fragment.line(targets, !terms.admits_royal, window),
    };
    scene.spend(fragment.nodes, fragment.is_bounded());
    worth
}

fn is_playable(position: &Position, mv: Move, ignored: Bitboard) -> bool {
    if ignored.is_empty() {
        position.is_legal(mv)
    } else {
        position.moves_ignoring(ignored).contains(&mv)
    }
}

/// Gives what a way was worth before the move, by any route for a line; never less than nothing.
fn baseline(
    scene: &mut Scene<'_>,
    way: Way,
    spared: bool,
    bars: &[(Square, Square)],
    window: Window,
) -> Value {
    let way = match way {
        Way::Direct { taker, target } => Way::Direct {
            taker: scene.origin(taker),
            target,
        },
        Way::Checks { targets } => Way::Checks { targets },
    };
    let barred: Vec<_> = scene.barred.iter().chain(bars).copied().collect();
    let terms = Terms {
        admits_royal: true,
        ignored: scene.checkers,
        spared: spared.then_some(scene.mv.from()),
        ..Terms::new(scene.mover, &barred)
    };
    let before = scene.before.clone();
    worth_in(scene, before, way, &terms, window)
        .value
        .max(Value::LEVEL)
}

/// Tells whether the taker could go to the target before the move by its own way of moving.
fn was_possible(scene: &Scene<'_>, way: Way) -> bool {
    match way {
        Way::Direct { taker, target } => scene.before.can_reach(scene.origin(taker), target),
        Way::Checks { .. } => false,
    }
}

/// Tells whether the other side, to move before the move, could win the piece that moved.
fn is_hunted(scene: &mut Scene<'_>) -> bool {
    let mut theirs = scene.before.clone();
    let _ = theirs.play_null();
    let terms = Terms {
        admits_royal: true,
        ..Terms::new(!scene.mover, &[])
    };
    let way = Way::Checks {
        targets: Bitboard::of(scene.mv.from()),
    };
    worth_in(
        scene,
        theirs,
        way,
        &terms,
        Window::reaching(Value::least(Class::Gain)),
    )
    .value
    .is_gain()
}

fn compare(scene: &mut Scene<'_>, way: Way, worth: &Worth, is_hunted: bool) -> Comparison {
    let was_possible = was_possible(scene, way);
    let (spared, is_dodge) = if is_hunted {
        let participates = participates(scene, way, worth);
        let works = |scene: &mut Scene<'_>| {
            let window = Window::reaching(Value::least(Class::EqualSpecial));
            baseline(scene, way, true, &[], window).is_winning()
        };
        (!participates, was_possible && works(scene))
    } else {
        (false, false)
    };
    let before = baseline(scene, way, spared, &[], Window::up_to(worth.value));
    let is_direct = matches!(way, Way::Direct { .. });
    let mut is_new = before < worth.value;
    if scene.answers_check() && is_direct && was_possible && before.is_winning() {
        is_new = false;
    }
    if is_new && worth.value.class() == Class::EqualSpecial && was_possible {
        let pawns = account(scene, &worth.proof).pawns;
        if pawns != 0 && !(was_suicide(scene, way) && worth.value.net() >= 0) {
            is_new = false;
        }
    }
    if is_new {
        Comparison::New(if is_dodge {
            Novelty::Escape
        } else {
            novelty(scene, way, before)
        })
    } else if is_direct && before.is_gain() && worth.value.is_gain() {
        Comparison::OldGain
    } else {
        Comparison::Old
    }
}

/// Tells in what a threat is new that was worth less before, and not because the moved piece hung.
fn novelty(scene: &Scene<'_>, way: Way, before: Value) -> Novelty {
    let was_legal = match way {
        Way::Direct { taker, target } => Move::new(scene.origin(taker), target)
            .is_some_and(|mv| is_playable(scene.before, mv, scene.checkers)),
        Way::Checks { .. } => false,
    };
    if before.is_winning() {
        Novelty::PaysMore
    } else if was_legal {
        Novelty::NowPays
    } else {
        Novelty::NewCapture
    }
}

/// Gives what a line after the move has won and lost.
pub(super) fn account(scene: &Scene<'_>, proof: &[Move]) -> Account {
    Fragment::new(
        scene.passed.clone(),
        Terms::new(scene.mover, &[]),
        scene.limit,
    )
    .account(proof)
}

/// Tells whether the capture, made before the move, would have let the other side mate by checks.
fn was_suicide(scene: &mut Scene<'_>, way: Way) -> bool {
    let Way::Direct { taker, target } = way else {
        return false;
    };
    let mut taken = scene.before.clone();
    match Move::new(scene.origin(taker), target) {
        Some(mv) if taken.is_legal(mv) => {
            let _ = taken.play_unchecked(mv);
        }
        _ => return false,
    }
    scene.mates(taken)
}

/// Tells whether the piece that moved has a part in a threat (`RULES` §6.6), so that its escape makes the threat new.
fn participates(scene: &mut Scene<'_>, way: Way, worth: &Worth) -> bool {
    if !worth.is_still {
        return true;
    }
    let Some(reduced) = scene.without_moved() else {
        return true;
    };
    let fair = fair_exchanges(scene, &reduced);
    let barred: Vec<_> = scene.barred.iter().copied().chain(fair).collect();
    if !worth_in(
        scene,
        reduced.clone(),
        way,
        &Terms::new(scene.mover, &barred),
        Window::reaching(Value::least(Class::EqualSpecial)),
    )
    .value
    .is_winning()
    {
        return true;
    }
    let target = match way {
        Way::Direct { target, .. } => target,
        Way::Checks { targets } => match targets.first() {
            Some(target) => target,
            None => return false,
        },
    };
    let mut theirs = reduced;
    let _ = theirs.play_null();
    let after = scene.after.clone();
    exchange::gains(scene, &theirs, |mv| mv.from() == target)
        && !exchange::gains(scene, &after, |mv| mv.from() == target)
}

/// Lists the pairs that would be true exchanges if the moved piece were off the board.
fn fair_exchanges(scene: &mut Scene<'_>, reduced: &Position) -> Vec<(Square, Square)> {
    let mut theirs = reduced.clone();
    let _ = theirs.play_null();
    let mut without = Scene {
        after: theirs,
        passed: reduced.clone(),
        barred: Vec::new(),
        ..Scene::new(scene.before, scene.mv, scene.limit)
    };
    let offers = exchange::offers(&mut without);
    let (left, is_bounded) = (without.limit, without.is_bounded);
    scene.spend(scene.limit - left, is_bounded);
    offers
        .into_iter()
        .filter(|offer| offer.kind == OfferKind::Fair)
        .map(|offer| (offer.own, offer.target))
        .collect()
}

/// Looks for a line of checks whatever it wins first, among what cannot be won at once: the other side may choose
/// which piece to interpose.
fn any_check_line(scene: &mut Scene<'_>, direct: Bitboard) -> Option<Threat> {
    let targets: Bitboard = material(&scene.passed, scene)
        .filter(|target| !direct.contains(*target))
        .collect();
    let worth = new_line(scene, targets, &[])?;
    Some(Threat {
        way: Way::Checks { targets },
        victim: level::first_victim(scene, &worth.proof)?,
        novelty: Novelty::NewCapture,
        worth,
    })
}

/// Finds the best line of checks to any of some targets, some more captures barred, if what it wins first could not be
/// won before; where the other side may as well give a piece that could, it does.
fn new_line(scene: &mut Scene<'_>, targets: Bitboard, bars: &[(Square, Square)]) -> Option<Worth> {
    let way = Way::Checks { targets };
    let best = worth(scene, way, bars);
    if !best.value.is_winning() {
        return None;
    }
    let old: Bitboard = targets
        .into_iter()
        .filter(|target| {
            let way = Way::Checks {
                targets: Bitboard::of(*target),
            };
            let before = baseline(scene, way, false, bars, Window::up_to(best.value));
            before >= best.value || before.is_gain()
        })
        .collect();
    if old.is_empty() {
        return Some(best);
    }
    let barred: Vec<_> = scene.barred.iter().chain(bars).copied().collect();
    let terms = Terms {
        old,
        ..Terms::new(scene.mover, &barred)
    };
    let (passed, window) = (scene.passed.clone(), Window::from(best.value));
    Some(worth_in(scene, passed, way, &terms, window)).filter(|line| line.is_new)
}

/// Judges a threat again with the captures barred that gained before the move too.
fn survives(scene: &mut Scene<'_>, threat: &mut Threat, old: &[(Square, Square)]) -> bool {
    let again = match threat.way {
        Way::Checks { targets } if targets.count() > 1 => new_line(scene, targets, old),
        way => Some(worth(scene, way, old)).filter(|again| {
            again.value.is_winning()
                && baseline(scene, way, false, old, Window::up_to(again.value)) < again.value
        }),
    };
    let Some(again) = again else {
        return false;
    };
    threat.worth = again;
    true
}

/// 26.2: a side with one attacking piece left that takes the point it needs in order to draw is not charged with an
/// attack on advisors and bishops.
fn holds_drawing_point(scene: &mut Scene<'_>, threats: &[Threat]) -> bool {
    let board = scene.after.board();
    let is_guard = |square: Square| {
        matches!(
            board.piece_at(square).map(Piece::kind),
            Some(PieceType::Advisor | PieceType::Bishop)
        )
    };
    let only_guards = threats.iter().all(|threat| is_guard(threat.victim));
    let attackers = board
        .color(scene.mover)
        .filter(|square| {
            board
                .piece_at(*square)
                .is_some_and(|piece| piece.kind().is_attacker() && is_material(piece, *square))
        })
        .count();
    let is_attacker = !matches!(
        scene.moved_kind(),
        Some(PieceType::King | PieceType::Advisor | PieceType::Bishop) | None
    );
    if !only_guards || attackers != 1 || !is_attacker || scene.answers_check() {
        return false;
    }
    let mut theirs = scene.before.clone();
    let _ = theirs.play_null();
    scene.mates(theirs) && !scene.mates(scene.after.clone())
}
