//! The allowed natures: exchange (兑, 24.4), offer (献, 24.5), block (拦, 24.6), follow (跟, 24.7), idle (闲, 24.8).
//!
//! An offer of an exchange stands between two pieces of one kind that can take each other. It bears on what may count as
//! an attack; the other allowed natures are told apart for people only.

use super::fragment::{Fragment, Proof, Terms, Window};
use super::level;
use super::material::{Class, Value, is_material};
use super::nature::Nature;
use super::scene::Scene;
use crate::board::{Bitboard, PieceType, Square, knight_leg};
use crate::position::{Move, Position};

/// What becomes of the side that takes an offered piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OfferKind {
    /// It is mated by checks: the piece that could take is tied, and this is no offer.
    Fatal,
    /// It loses material at once (26.10).
    Losing,
    /// It comes out level or better: a true offer.
    Fair,
}

/// A piece of the mover and one of the other side, of one kind, that can legally take each other.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub(super) own: Square,
    pub(super) target: Square,
    pub(super) kind: OfferKind,
    /// How taking goes on, if the offer is not fatal: the other side takes first.
    pub(super) proof: Proof,
    /// Whether the move made it.
    pub(super) is_new: bool,
}

impl Offer {
    /// Tells whether the move makes the offer: it brings the two pieces together, or the piece that moved comes to attack
    /// or to protect one of them.
    pub(super) fn is_made_by(&self, scene: &Scene<'_>) -> bool {
        let (before, after) = (scene.before.board(), scene.after.board());
        let pair = Bitboard::of(self.own) | Bitboard::of(self.target);
        let comes_to_bear = after.piece_at(scene.mv.to()).is_some_and(|piece| {
            let reached = after.attacks(piece, scene.mv.to()) & pair;
            !(reached & !before.attacks(piece, scene.mv.from())).is_empty()
        });
        self.is_new || comes_to_bear
    }
}

/// Lists the offers that stand after the move.
pub(super) fn offers(scene: &mut Scene<'_>) -> Vec<Offer> {
    let mut offers = Vec::new();
    for kind in PieceType::ALL
        .into_iter()
        .filter(|kind| *kind != PieceType::King)
    {
        for own in scene.passed.board().pieces(scene.mover, kind) {
            for target in scene.passed.board().pieces(!scene.mover, kind) {
                let (Some(take), Some(retake)) = (Move::new(own, target), Move::new(target, own))
                else {
                    continue;
                };
                if !scene.passed.is_legal(take) || !scene.after.is_legal(retake) {
                    continue;
                }
                let before = scene.origin(own);
                let is_new = own == scene.mv.to() || !scene.before.can_reach(before, target);
                let (kind, proof) = judge(scene, retake);
                offers.push(Offer {
                    own,
                    target,
                    kind,
                    proof,
                    is_new,
                });
            }
        }
    }
    offers
}

/// Lets the other side take, and looks what it gets.
fn judge(scene: &mut Scene<'_>, taking: Move) -> (OfferKind, Proof) {
    let mut taken = scene.after.clone();
    let _ = taken.play_unchecked(taking);
    if scene.mates(taken) {
        return (OfferKind::Fatal, Proof::new());
    }
    let terms = Terms {
        admits_royal: true,
        ..Terms::new(!scene.mover, &[])
    };
    let mut fragment = Fragment::new(scene.after.clone(), terms, scene.limit);
    let worth = fragment.capture(taking, Window::reaching(Value::least(Class::Equal)));
    scene.spend(fragment.nodes, fragment.is_bounded());
    let kind = match worth.value.class() {
        Class::Loss => OfferKind::Losing,
        _ => OfferKind::Fair,
    };
    (kind, worth.proof)
}

/// Tells which of the allowed natures, exchange left out, a move has that is no attack.
pub(super) fn allowed(scene: &mut Scene<'_>) -> Nature {
    if offers_itself(scene) {
        Nature::Offer
    } else if blocks(scene) {
        Nature::Block
    } else if follows(scene) {
        Nature::Follow
    } else {
        Nature::Idle
    }
}

/// Tells whether the other side can now win the piece that moved, and could not before.
fn offers_itself(scene: &mut Scene<'_>) -> bool {
    if !scene
        .after
        .board()
        .piece_at(scene.mv.to())
        .is_some_and(|piece| is_material(piece, scene.mv.to()))
    {
        return false;
    }
    let mut before = scene.before.clone();
    let _ = before.play_null();
    let after = scene.after.clone();
    !scene.answers_check()
        && !is_winnable(scene, &before, scene.mv.from())
        && is_winnable(scene, &after, scene.mv.to())
}

fn is_winnable(scene: &mut Scene<'_>, position: &Position, target: Square) -> bool {
    gains(scene, position, |mv| mv.to() == target)
}

/// Tells whether the side to move gains by some capture of those wanted.
pub(super) fn gains(
    scene: &mut Scene<'_>,
    position: &Position,
    wanted: impl Fn(Move) -> bool,
) -> bool {
    let terms = Terms {
        admits_royal: true,
        ..Terms::new(position.turn(), &[])
    };
    position
        .captures()
        .into_iter()
        .filter(|mv| wanted(*mv))
        .any(|mv| {
            let mut fragment = Fragment::new(position.clone(), terms.clone(), scene.limit);
            let worth = fragment.capture(mv, Window::reaching(Value::least(Class::Gain)));
            scene.spend(fragment.nodes, fragment.is_bounded());
            worth.value.is_gain()
        })
}

/// Tells whether the piece that moved now shuts an enemy piece off from one of the mover's that it attacked.
fn blocks(scene: &Scene<'_>) -> bool {
    let (before, after) = (scene.before.board(), scene.after.board());
    let own = after.color(scene.mover) & !Bitboard::of(scene.mv.to());
    own.into_iter().any(|square| {
        let freed = before.attackers(square, !scene.mover) & !after.attackers(square, !scene.mover);
        freed
            .into_iter()
            .any(|attacker| gates(attacker, square).contains(scene.mv.to()))
    })
}

/// Gives the squares on which a piece can shut off an attack: those between on a line, the leg of a knight, the eye of a
/// bishop.
fn gates(from: Square, to: Square) -> Bitboard {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let gate = match (files.abs(), ranks.abs()) {
        (0, _) | (_, 0) => return level::between(from, to),
        (2, 2) => from.offset(files / 2, ranks / 2),
        _ => knight_leg(from, to),
    };
    gate.map_or(Bitboard::EMPTY, Bitboard::of)
}

/// Tells whether the piece that moved attacks a protected piece, without winning it.
fn follows(scene: &Scene<'_>) -> bool {
    let Some(piece) = scene.after.board().piece_at(scene.mv.to()) else {
        return false;
    };
    let attacked =
        scene.after.board().attacks(piece, scene.mv.to()) & scene.after.board().color(!scene.mover);
    attacked.into_iter().any(|target| {
        scene
            .after
            .board()
            .piece_at(target)
            .is_some_and(|piece| is_material(piece, target))
            && !scene
                .after
                .board()
                .attackers(target, !scene.mover)
                .is_empty()
    })
}
