//! The weights of the evaluation's terms beyond material and place, in centipawns.
//!
//! They were fitted, together with the tables of [`super::piece_square`], by logistic regression to half the result and
//! half the search score of 280,849 quiet positions from games the searcher played against itself at 1,500 and 2,500
//! nodes a move. Rare cases stay near the values they were first given.

use super::piece_square::{Tapered, tapered};

/// By the squares a rook can go to.
pub(super) const ROOK_MOBILITY: [Tapered; 18] = [
    tapered(-60, -41),
    tapered(9, -53),
    tapered(11, 11),
    tapered(9, 19),
    tapered(21, -14),
    tapered(55, 4),
    tapered(24, 67),
    tapered(51, 40),
    tapered(27, 76),
    tapered(30, 74),
    tapered(43, 74),
    tapered(27, 88),
    tapered(36, 94),
    tapered(25, 100),
    tapered(32, 90),
    tapered(68, 58),
    tapered(25, 80),
    tapered(37, 84),
];

/// By the empty squares a cannon can go to.
pub(super) const CANNON_MOBILITY: [Tapered; 18] = [
    tapered(-102, -32),
    tapered(-51, -49),
    tapered(-40, -54),
    tapered(-21, -75),
    tapered(-19, -40),
    tapered(-9, -60),
    tapered(-8, -84),
    tapered(-22, -57),
    tapered(-14, -44),
    tapered(-19, -31),
    tapered(-17, -62),
    tapered(-17, -38),
    tapered(11, -46),
    tapered(13, -45),
    tapered(7, -52),
    tapered(-4, -46),
    tapered(-6, -41),
    tapered(28, -38),
];

/// By the squares a knight can go to.
pub(super) const KNIGHT_MOBILITY: [Tapered; 9] = [
    tapered(-55, -163),
    tapered(-54, -58),
    tapered(-32, -42),
    tapered(-19, -32),
    tapered(8, -35),
    tapered(6, -15),
    tapered(18, -14),
    tapered(16, -6),
    tapered(18, 9),
];

/// A cannon on the file of the enemy king with nothing between (空头炮).
pub(super) const HOLLOW_CANNON: Tapered = tapered(164, -48);

/// A cannon with two pieces between it and the enemy king on its file: the two hold each other.
pub(super) const LOADED_CANNON: Tapered = tapered(-3, 97);

/// A cannon on the rank of the enemy king, its back rank (沉底炮), that does not give check.
pub(super) const BOTTOM_CANNON: Tapered = tapered(39, -1);

/// Two pawns across the river side by side.
pub(super) const LINKED_PAWNS: Tapered = tapered(95, 2);

/// A knight whose way forward is held by a pawn of its own.
pub(super) const BLOCKED_KNIGHT: Tapered = tapered(-12, -31);

/// A rook on one of the three palace files that sees into the palace.
pub(super) const ROOK_IN_CENTRE: Tapered = tapered(0, 7);

/// By the advisors, then the bishops, that are left.
pub(super) const GUARDS: [[Tapered; 3]; 3] = [
    [tapered(-48, 36), tapered(-109, 82), tapered(27, -36)],
    [tapered(-8, 14), tapered(-23, 7), tapered(20, 13)],
    [tapered(39, 20), tapered(18, 23), tapered(121, -43)],
];

/// What an advisor counts for against each enemy rook, knight, cannon and crossed pawn.
pub(super) const ADVISOR_AGAINST: [Tapered; 4] = [
    tapered(5, 5),
    tapered(-37, 19),
    tapered(-37, -39),
    tapered(15, 32),
];

/// What a bishop counts for against each enemy rook, knight, cannon and crossed pawn.
pub(super) const BISHOP_AGAINST: [Tapered; 4] = [
    tapered(-65, 11),
    tapered(30, 15),
    tapered(-5, 31),
    tapered(-19, 16),
];

/// Both rooks, both knights, both cannons.
pub(super) const PAIRS: [Tapered; 3] = [tapered(109, 38), tapered(27, 73), tapered(3, 25)];

/// A knight and a cannon together.
pub(super) const KNIGHT_AND_CANNON: Tapered = tapered(-13, 102);

/// By the weight of the pieces that bear on a palace with three guards or four.
pub(super) const DANGER: [Tapered; 21] = [
    tapered(-18, 53),
    tapered(-11, -3),
    tapered(-4, 34),
    tapered(-20, 43),
    tapered(10, -2),
    tapered(25, 15),
    tapered(57, -8),
    tapered(51, -2),
    tapered(44, 19),
    tapered(54, 23),
    tapered(71, -38),
    tapered(88, 54),
    tapered(116, 6),
    tapered(147, 70),
    tapered(182, 101),
    tapered(190, 53),
    tapered(202, 75),
    tapered(261, 88),
    tapered(270, 94),
    tapered(295, 98),
    tapered(323, 108),
];

/// By the weight of the pieces that bear on a palace with two guards or fewer.
pub(super) const DANGER_TO_BARE_KING: [Tapered; 21] = [
    tapered(0, -5),
    tapered(-17, -26),
    tapered(15, -20),
    tapered(3, -23),
    tapered(37, -39),
    tapered(88, -39),
    tapered(108, -58),
    tapered(60, 28),
    tapered(84, 57),
    tapered(105, 13),
    tapered(156, 88),
    tapered(216, 117),
    tapered(187, 73),
    tapered(237, 92),
    tapered(232, 94),
    tapered(300, 105),
    tapered(330, 111),
    tapered(363, 122),
    tapered(410, 137),
    tapered(451, 151),
    tapered(502, 167),
];
