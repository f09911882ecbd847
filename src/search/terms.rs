//! What the evaluation is the sum of: weights, and who takes note of them.
//!
//! The evaluation tells each of its terms to a [`Sink`]. The searcher's adds the weights up; that of [`super::tuning`]
//! keeps which weights they are, so that what is fitted is what is played.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use super::weights::WEIGHTS;

/// A worth in the middle game and in the endgame, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Tapered {
    pub middle: i32,
    pub end: i32,
}

impl Tapered {
    const fn numbers(&mut self) -> [&mut i32; 2] {
        [&mut self.middle, &mut self.end]
    }
}

/// Makes a tapered worth.
pub(super) const fn tapered(middle: i32, end: i32) -> Tapered {
    Tapered { middle, end }
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        tapered(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        tapered(self.middle - other.middle, self.end - other.end)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        tapered(self.middle * factor, self.end * factor)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// A worth for each place of the left half of the board from its own seat, files a to e, rank 9 on top; the right half
/// is its mirror image.
pub(super) type Half = [[i32; 5]; 10];

/// All weights, in centipawns: 100 is about a pawn that has crossed the river.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// For having the move.
    pub tempo: i32,
    /// What a piece is worth by itself, by kind.
    pub material: [Tapered; 7],
    /// What it is worth beside that where it stands, by kind: in the middle game, then in the endgame.
    pub place: [[Half; 2]; 7],
    /// By the squares a rook can go to.
    pub rook_mobility: [Tapered; 18],
    /// By the empty squares a cannon can go to.
    pub cannon_mobility: [Tapered; 18],
    /// By the squares a knight can go to.
    pub knight_mobility: [Tapered; 9],
    /// A cannon on the file of the enemy king with nothing between (空头炮).
    pub hollow_cannon: Tapered,
    /// A cannon with two pieces between it and the enemy king on its file: the two hold each other.
    pub loaded_cannon: Tapered,
    /// A cannon on the rank of the enemy king, its back rank (沉底炮), that does not give check.
    pub bottom_cannon: Tapered,
    /// Two pawns across the river side by side.
    pub linked_pawns: Tapered,
    /// A knight whose way forward is held by a pawn of its own.
    pub blocked_knight: Tapered,
    /// A rook on one of the three palace files that sees into the palace.
    pub rook_in_centre: Tapered,
    /// By the guards that are left: three times the advisors, and the bishops.
    pub guards: [Tapered; 9],
    /// What an advisor, then a bishop, counts for against each enemy rook, knight, cannon and crossed pawn.
    pub guards_against: [Tapered; 8],
    /// Both rooks.
    pub rook_pair: Tapered,
    /// Both knights.
    pub knight_pair: Tapered,
    /// Both cannons.
    pub cannon_pair: Tapered,
    /// A knight and a cannon together.
    pub knight_and_cannon: Tapered,
    /// By the weight of the pieces that bear on a palace with three guards or four.
    pub danger: [Tapered; 21],
    /// By the weight of the pieces that bear on a palace with two guards or fewer.
    pub danger_to_bare_king: [Tapered; 21],
}

/// The weights of one name, by their shape.
pub(super) enum Group<'a> {
    Plain(&'a mut i32),
    One(&'a mut Tapered),
    List(&'a mut [Tapered]),
    Places(&'a mut [[Half; 2]; 7]),
}

impl Weights {
    /// Gives all weights by name, in their order.
    pub(super) fn groups(&mut self) -> impl Iterator<Item = (&'static str, Group<'_>)> {
        // Names every field, so that none is forgotten.
        macro_rules! groups {
            ($($shape:ident $name:ident,)*) => {{
                let Self { $($name),* } = self;
                [$((stringify!($name), Group::$shape($name))),*]
            }};
        }
        let groups = groups! {
            Plain tempo,
            List material,
            Places place,
            List rook_mobility,
            List cannon_mobility,
            List knight_mobility,
            One hollow_cannon,
            One loaded_cannon,
            One bottom_cannon,
            One linked_pawns,
            One blocked_knight,
            One rook_in_centre,
            List guards,
            List guards_against,
            One rook_pair,
            One knight_pair,
            One cannon_pair,
            One knight_and_cannon,
            List danger,
            List danger_to_bare_king,
        };
        groups.into_iter()
    }

    /// Gives all weights in their order, one for the middle game before that for the endgame.
    pub(super) fn numbers(&mut self) -> impl Iterator<Item = &mut i32> {
        self.groups().flat_map(|(_, group)| match group {
            Group::Plain(number) => vec![number],
            Group::One(worth) => worth.numbers().into(),
            Group::List(list) => list.iter_mut().flat_map(Tapered::numbers).collect(),
            Group::Places(kinds) => kinds.iter_mut().flatten().flatten().flatten().collect(),
        })
    }

    /// Gives what a piece of the kind is worth on the square with this file and this rank from its own seat.
    pub(super) const fn place(&self, kind: usize, file: usize, rank: usize) -> Tapered {
        let [middle, end] = &self.place[kind];
        let (row, file) = (9 - rank, if file > 4 { 8 - file } else { file });
        tapered(middle[row][file], end[row][file])
    }
}

/// What takes the terms of an evaluation.
pub(super) trait Sink {
    /// Takes a weight, so many times.
    fn add(&mut self, times: i32, weight: impl Fn(&Weights) -> Tapered);
}

impl Sink for Tapered {
    #[inline]
    fn add(&mut self, times: i32, weight: impl Fn(&Weights) -> Self) {
        *self += weight(&WEIGHTS) * times;
    }
}
