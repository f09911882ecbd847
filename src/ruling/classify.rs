//! From one move to one nature, under the Chinese rules.

use std::cmp::Reverse;

use super::chase;
use super::exchange::{self, Offer, OfferKind};
use super::mate_threat::MateSearch;
use super::material::{is_material, rough_weight};
use super::nature::{Balance, Finding, Level, Nature, Novelty, Target, TargetClass};
use super::scene::Scene;
use crate::board::{Bitboard, PieceType, Square};
use crate::position::{Move, Position};

/// Positions that the searches about one move may visit, all together.
pub(super) const BUDGET: u64 = 60_000;

/// Finds the nature of a legal move (`RULES` §5): the gravest that holds (26.4); and how many positions that took, `budget`
/// or a few more at most. A chase whose searches met the budget is not taken for one, and the finding says so.
pub(super) fn classify(before: &Position, mv: Move, budget: u64) -> (Finding, u64) {
    let mut scene = Scene::new(before, mv, budget);
    let finding = finding(&mut scene);
    (finding, budget - scene.limit)
}

fn finding(scene: &mut Scene<'_>) -> Finding {
    if scene.after.is_check() {
        return Finding::plain(Nature::Check);
    }
    if scene.answers_check() && scene.moved_kind() == Some(PieceType::King) {
        return Finding::plain(Nature::Idle);
    }
    let mut finding = find(scene);
    finding.is_bounded = scene.is_bounded;
    if finding.is_bounded && finding.nature == Nature::Chase {
        // What was cut short may refute it, and nobody is to lose by a guess.
        return Finding {
            is_bounded: true,
            ..Finding::plain(Nature::Idle)
        };
    }
    finding
}

fn find(scene: &mut Scene<'_>) -> Finding {
    let offers = exchange::offers(scene);
    let pairs = |kinds: &[OfferKind]| -> Vec<(Square, Square)> {
        let wanted = offers.iter().filter(|offer| kinds.contains(&offer.kind));
        wanted.map(|offer| (offer.own, offer.target)).collect()
    };
    scene.barred = pairs(&[OfferKind::Fair]);
    if let Some(line) = mate_threat(scene, &pairs(&[OfferKind::Fair, OfferKind::Losing])) {
        return Finding {
            line,
            ..Finding::plain(Nature::MateThreat)
        };
    }
    let chase = |level, targets| Finding {
        level: Some(level),
        targets,
        ..Finding::plain(Nature::Chase)
    };
    // 26.10: who takes the offered piece loses by it.
    let losing = losing_offers(scene, &offers);
    if !losing.is_empty() {
        return chase(Level::A, losing);
    }
    if let Some((level, targets)) = chase::find(scene) {
        return chase(level, targets);
    }
    // Pawns that face each other across the river are no material, so nothing is offered.
    let is_offer = offers.iter().any(|offer| {
        let piece = scene.after.board().piece_at(offer.target);
        offer.kind == OfferKind::Fair
            && offer.is_made_by(scene)
            && piece.is_some_and(|piece| is_material(piece, offer.target))
    });
    Finding::plain(match exchange::allowed(scene) {
        nature if nature == Nature::Offer || !is_offer => nature,
        _ => Nature::Exchange,
    })
}

/// Describes the pieces that lose by taking what the move offers them, rooks first.
fn losing_offers(scene: &Scene<'_>, offers: &[Offer]) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    let losing = |offer: &&Offer| offer.kind == OfferKind::Losing && offer.is_new;
    for offer in offers.iter().filter(losing) {
        let square = offer.target;
        let Some(piece) = scene.after.board().piece_at(square) else {
            continue;
        };
        if targets.iter().all(|target| target.square != square) {
            targets.push(Target {
                square,
                piece,
                class: match piece.kind() {
                    PieceType::Rook => TargetClass::Rook,
                    _ => TargetClass::Other,
                },
                novelty: Novelty::NewCapture,
                balance: Balance::Gain,
                is_offered: true,
                line: offer.proof.to_vec(),
            });
        }
    }
    targets.sort_by_key(|target| Reverse(rough_weight(target.piece.kind())));
    targets
}

/// Looks for a mate by checks if the mover moved again. One that a piece other than the king makes in answer to a check
/// counts only if its first move was no such first move before (26.3, 24.18), and that has to be known for sure.
fn mate_threat(scene: &mut Scene<'_>, barred: &[(Square, Square)]) -> Option<Vec<Move>> {
    let mut mate = MateSearch::new(scene.passed.clone(), barred, Bitboard::EMPTY, scene.limit);
    let mut line = mate.find();
    if line.is_some() && scene.answers_check() {
        let mut earlier =
            MateSearch::new(scene.before.clone(), barred, scene.checkers, scene.limit);
        line = mate.checks().into_iter().find_map(|first| {
            mate.find_with(first)
                .filter(|_| earlier.find_with(first).is_none() && !earlier.is_bounded())
        });
        scene.spend(earlier.nodes, earlier.is_bounded());
    }
    scene.spend(mate.nodes, mate.is_bounded());
    line.map(|line| line.to_vec())
}
