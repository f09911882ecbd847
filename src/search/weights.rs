//! The weights of the evaluation's terms beyond material and place, in centipawns.
//!
//! They were fitted, together with the tables of [`super::piece_square`], to the results and search scores of games the
//! searcher played against itself, by logistic regression.

use super::piece_square::{Tapered, tapered};

/// By the squares a rook can go to.
pub(super) const ROOK_MOBILITY: [Tapered; 18] = [
    tapered(-27, -36),
    tapered(-24, -32),
    tapered(-21, -28),
    tapered(-18, -24),
    tapered(-15, -20),
    tapered(-12, -16),
    tapered(-9, -12),
    tapered(-6, -8),
    tapered(-3, -4),
    tapered(0, 0),
    tapered(3, 4),
    tapered(6, 8),
    tapered(9, 12),
    tapered(12, 16),
    tapered(15, 20),
    tapered(18, 24),
    tapered(21, 28),
    tapered(24, 32),
];

/// By the empty squares a cannon can go to.
pub(super) const CANNON_MOBILITY: [Tapered; 18] = [
    tapered(-14, -14),
    tapered(-12, -12),
    tapered(-10, -10),
    tapered(-8, -8),
    tapered(-6, -6),
    tapered(-4, -4),
    tapered(-2, -2),
    tapered(0, 0),
    tapered(2, 2),
    tapered(4, 4),
    tapered(6, 6),
    tapered(8, 8),
    tapered(10, 10),
    tapered(12, 12),
    tapered(14, 14),
    tapered(16, 16),
    tapered(18, 18),
    tapered(20, 20),
];

/// By the squares a knight can go to.
pub(super) const KNIGHT_MOBILITY: [Tapered; 9] = [
    tapered(-55, -45),
    tapered(-32, -25),
    tapered(-16, -12),
    tapered(-4, -4),
    tapered(4, 4),
    tapered(10, 8),
    tapered(15, 12),
    tapered(19, 16),
    tapered(22, 18),
];

/// A cannon on the file of the enemy king with nothing between (空头炮).
pub(super) const HOLLOW_CANNON: Tapered = tapered(95, 40);

/// A cannon with two pieces between it and the enemy king on its file: the two hold each other.
pub(super) const LOADED_CANNON: Tapered = tapered(28, 12);

/// A cannon on the rank of the enemy king, its back rank (沉底炮), that does not give check.
pub(super) const BOTTOM_CANNON: Tapered = tapered(32, 8);

/// Two pawns across the river side by side.
pub(super) const LINKED_PAWNS: Tapered = tapered(18, 22);

/// A knight whose way forward is held by a pawn of its own.
pub(super) const BLOCKED_KNIGHT: Tapered = tapered(-10, -2);

/// A rook on one of the three palace files that sees into the palace.
pub(super) const ROOK_IN_CENTRE: Tapered = tapered(14, 6);

/// By the advisors, then the bishops, that are left.
pub(super) const GUARDS: [[Tapered; 3]; 3] = [
    [tapered(0, 0), tapered(0, 0), tapered(20, 12)],
    [tapered(0, 0), tapered(0, 0), tapered(20, 12)],
    [tapered(22, 8), tapered(22, 8), tapered(42, 20)],
];

/// What an advisor counts for against each enemy rook, knight, cannon and crossed pawn.
pub(super) const ADVISOR_AGAINST: [Tapered; 4] = [
    tapered(22, 10),
    tapered(0, 0),
    tapered(-9, -6),
    tapered(0, 0),
];

/// What a bishop counts for against each enemy rook, knight, cannon and crossed pawn.
pub(super) const BISHOP_AGAINST: [Tapered; 4] =
    [tapered(0, 0), tapered(0, 0), tapered(16, 8), tapered(0, 0)];

/// Both rooks, both knights, both cannons.
pub(super) const PAIRS: [Tapered; 3] = [tapered(0, 0), tapered(0, 0), tapered(0, 0)];

/// A knight and a cannon together.
pub(super) const KNIGHT_AND_CANNON: Tapered = tapered(0, 0);

/// By the weight of the pieces that bear on a palace with three guards or four.
pub(super) const DANGER: [Tapered; 21] = [
    tapered(0, 0),
    tapered(2, 1),
    tapered(5, 2),
    tapered(10, 3),
    tapered(17, 6),
    tapered(25, 8),
    tapered(35, 12),
    tapered(46, 15),
    tapered(58, 19),
    tapered(72, 24),
    tapered(88, 29),
    tapered(105, 35),
    tapered(124, 41),
    tapered(145, 48),
    tapered(166, 55),
    tapered(190, 63),
    tapered(215, 72),
    tapered(241, 80),
    tapered(269, 90),
    tapered(299, 100),
    tapered(330, 110),
];

/// By the weight of the pieces that bear on a palace with two guards or fewer.
pub(super) const DANGER_TO_BARE_KING: [Tapered; 21] = [
    tapered(0, 0),
    tapered(3, 1),
    tapered(8, 3),
    tapered(16, 5),
    tapered(26, 9),
    tapered(38, 13),
    tapered(53, 18),
    tapered(69, 23),
    tapered(89, 30),
    tapered(110, 37),
    tapered(134, 45),
    tapered(160, 53),
    tapered(189, 63),
    tapered(220, 73),
    tapered(253, 84),
    tapered(289, 96),
    tapered(327, 109),
    tapered(367, 122),
    tapered(410, 137),
    tapered(454, 151),
    tapered(502, 167),
];
