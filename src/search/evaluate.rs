//! The static evaluation: material and place, mobility, the safety of the palaces, and pawns that work together.
//!
//! All numbers are centipawns. Each side is judged by the same rules seen from its own seat, so a position turned
//! around or mirrored keeps its worth.

use super::piece_square::{Balance, FULL_PHASE};
use super::terms::{Sink, Tapered};
use super::value::EVALUATION_MOST;
use super::weights::WEIGHTS;
use crate::board::{
    Bitboard, Board, Color, Lines, Occupancy, PieceType, Square, knight_attacks, pawn_attacks,
    popcount10,
};
use crate::position::Position;

/// Gives the evaluation of a position in centipawns for the side to move, without any search.
///
/// # Examples
/// ```
/// use caipan::position::Position;
/// use caipan::search::static_evaluation;
/// let ahead = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w").unwrap();
/// assert!(static_evaluation(&ahead) > 500);
/// ```
#[must_use]
pub fn static_evaluation(position: &Position) -> i32 {
    evaluate(position, Balance::of(position.board()))
}

/// Gives the evaluation, the sum of material and place being known.
pub(super) fn evaluate(position: &Position, balance: Balance) -> i32 {
    let [red, black] = Color::ALL.map(|side| {
        let mut worth = Tapered::default();
        tell(position, balance, side, &mut worth);
        worth
    });
    conclude(balance.worth + red - black, position, balance)
}

/// Gives the evaluation that all terms come to, Red's less Black's.
pub(super) fn conclude(worth: Tapered, position: &Position, balance: Balance) -> i32 {
    let phase = balance.phase.clamp(0, FULL_PHASE);
    let mut value = (worth.middle * phase + worth.end * (FULL_PHASE - phase)) / FULL_PHASE;
    if position.turn() == Color::Black {
        value = -value;
    }
    winnable(value, position, balance) + WEIGHTS.tempo
}

/// Gives how much of an advantage of the side to move, in centipawns, can be turned into a win.
pub(super) fn winnable(value: i32, position: &Position, balance: Balance) -> i32 {
    let turn = position.turn();
    let winner = if value > 0 { turn } else { !turn };
    let value = value * winning_chance(balance, winner) / 16;
    value.clamp(-EVALUATION_MOST, EVALUATION_MOST)
}

/// How much of an advantage can be turned into a win, in sixteenths, by what the side has left to attack with.
pub(super) fn winning_chance(balance: Balance, winner: Color) -> i32 {
    let pawns = balance.count(winner, PieceType::Pawn);
    if pawns > 1 {
        return 16;
    }
    match (balance.attacking_material(winner), pawns) {
        (0, 0) => 0,
        (0, 1) => 6,
        (1..=500, 0) => 6,
        (1..=500, 1) => 11,
        (501..=1_000, 0) if balance.attacking_material(!winner) >= 400 => 9,
        _ => 16,
    }
}

/// Tells all that a side has beyond material and place.
pub(super) fn tell(position: &Position, balance: Balance, us: Color, sink: &mut impl Sink) {
    Side::new(position, balance, us).tell(sink);
}

/// One side's pieces with what is looked at again and again.
struct Side<'a> {
    board: &'a Board,
    occupancy: &'a Occupancy,
    balance: Balance,
    us: Color,
    enemy_king: Square,
}

impl<'a> Side<'a> {
    fn new(position: &'a Position, balance: Balance, us: Color) -> Self {
        Self {
            board: position.board(),
            occupancy: position.board().occupancy(),
            balance,
            us,
            enemy_king: position.king(!us),
        }
    }

    fn pieces(&self, kind: PieceType) -> Bitboard {
        self.board.pieces(self.us, kind)
    }

    fn count(&self, color: Color, kind: PieceType) -> usize {
        self.balance.count(color, kind)
    }

    fn tell(&self, sink: &mut impl Sink) {
        // How heavily the pieces bear on the enemy's palace.
        let mut units = 0;
        self.rooks(sink, &mut units);
        self.cannons(sink, &mut units);
        self.knights(sink, &mut units);
        self.pawns(sink, &mut units);
        self.guards(sink);
        let enemy_guards =
            self.count(!self.us, PieceType::Advisor) + self.count(!self.us, PieceType::Bishop);
        let units = units.min(WEIGHTS.danger.len() - 1);
        if enemy_guards < 3 {
            sink.add(1, |weights| weights.danger_to_bare_king[units]);
        } else {
            sink.add(1, |weights| weights.danger[units]);
        }
    }

    fn rooks(&self, sink: &mut impl Sink, units: &mut usize) {
        let own = self.board.side_occupancy(self.us);
        for square in self.pieces(PieceType::Rook) {
            let reach = self.occupancy.rook_reach(square);
            let mobility = (reach & !own.lines(square)).count() as usize % 18;
            sink.add(1, |weights| weights.rook_mobility[mobility]);
            let palace = (reach & palace_lines(!self.us, square)).count() as usize;
            if palace > 0 {
                *units += 2 + palace;
                if (3..=5).contains(&square.file()) {
                    sink.add(1, |weights| weights.rook_in_centre);
                }
            }
        }
    }

    fn cannons(&self, sink: &mut impl Sink, units: &mut usize) {
        let king = self.enemy_king;
        for square in self.pieces(PieceType::Cannon) {
            let (reach, over_screen) = self.occupancy.cannon_reach(square);
            let all = self.occupancy.lines(square);
            let mobility = (reach & !all).count() as usize % 18;
            sink.add(1, |weights| weights.cannon_mobility[mobility]);
            let own = self.board.side_occupancy(self.us).lines(square);
            let palace = (over_screen & !own & palace_lines(!self.us, square)).count() as usize;
            if palace > 0 {
                *units += 1 + palace;
            }
            if square.file() == king.file() {
                match between(all.file, square.rank(), king.rank()) {
                    0 => {
                        sink.add(1, |weights| weights.hollow_cannon);
                        *units += 3;
                    }
                    2 => {
                        sink.add(1, |weights| weights.loaded_cannon);
                        *units += 1;
                    }
                    _ => {}
                }
            } else if square.rank() == king.rank()
                && square.rank_of(self.us) == 9
                && between(all.rank, square.file(), king.file()) != 1
            {
                sink.add(1, |weights| weights.bottom_cannon);
                *units += 1;
            }
        }
    }

    fn knights(&self, sink: &mut impl Sink, units: &mut usize) {
        let own = self.board.color(self.us);
        for square in self.pieces(PieceType::Knight) {
            let reach = knight_attacks(square, self.occupancy);
            let mobility = (reach & !own).count() as usize % 9;
            sink.add(1, |weights| weights.knight_mobility[mobility]);
            let near = (reach & palace(!self.us)).count() as usize;
            if near > 0 {
                *units += 1 + 2 * near;
            }
        }
    }

    fn pawns(&self, sink: &mut impl Sink, units: &mut usize) {
        let pawns = self.pieces(PieceType::Pawn);
        let crossed = pawns & far_side(self.us);
        if crossed.is_several() {
            let links = (crossed & crossed.right()).count() as i32;
            sink.add(links, |weights| weights.linked_pawns);
        }
        for square in crossed {
            if pawn_attacks(self.us, square).meets(palace(!self.us)) {
                *units += 2;
            }
        }
        let ahead = if self.us == Color::Red { 1 } else { -1 };
        for knight in self.pieces(PieceType::Knight) {
            if knight.rank_of(self.us) == 2
                && knight.offset(0, ahead).is_some_and(|to| pawns.contains(to))
            {
                sink.add(1, |weights| weights.blocked_knight);
            }
        }
    }

    /// The guards by themselves and against what the enemy attacks with, and the pieces that work in pairs.
    fn guards(&self, sink: &mut impl Sink) {
        use PieceType::{Advisor, Bishop, Cannon, Knight, Pawn, Rook};
        let (us, them) = (self.us, !self.us);
        let (advisors, bishops) = (self.count(us, Advisor), self.count(us, Bishop));
        let guards = advisors % 3 * 3 + bishops % 3;
        sink.add(1, |weights| weights.guards[guards]);
        let across = (self.board.pieces(them, Pawn) & far_side(them)).count() as usize;
        let attackers = [Rook, Knight, Cannon].map(|kind| self.count(them, kind));
        for (number, count) in attackers.into_iter().chain([across]).enumerate() {
            let (of_advisors, of_bishops) = (advisors * count, bishops * count);
            sink.add(of_advisors as i32, |weights| weights.guards_against[number]);
            sink.add(of_bishops as i32, |weights| {
                weights.guards_against[4 + number]
            });
        }
        if self.count(us, Rook) == 2 {
            sink.add(1, |weights| weights.rook_pair);
        }
        if self.count(us, Knight) == 2 {
            sink.add(1, |weights| weights.knight_pair);
        }
        if self.count(us, Cannon) == 2 {
            sink.add(1, |weights| weights.cannon_pair);
        }
        if self.count(us, Knight) > 0 && self.count(us, Cannon) > 0 {
            sink.add(1, |weights| weights.knight_and_cannon);
        }
    }
}

/// How many squares strictly between two places of a line are occupied.
fn between(word: u16, a: u8, b: u8) -> u32 {
    let (low, high) = (a.min(b), a.max(b));
    let inside = (1_u16 << high) - (1_u16 << (low + 1).min(high));
    popcount10(word & inside)
}

/// The palace of a side.
const fn palace(color: Color) -> Bitboard {
    const RED: Bitboard = Bitboard::from_bits(0x38 | 0x38 << 9 | 0x38 << 18);
    match color {
        Color::Red => RED,
        Color::Black => Bitboard::from_bits(RED.bits() << 63),
    }
}

/// What the rank and the file of a square share with the palace of a side.
fn palace_lines(color: Color, square: Square) -> Lines {
    const FILES: u16 = 0b11_1000;
    let ranks = match color {
        Color::Red => 0b111,
        Color::Black => 0b11_1000_0000,
    };
    Lines {
        rank: if ranks >> square.rank() & 1 != 0 {
            FILES
        } else {
            0
        },
        file: if FILES >> square.file() & 1 != 0 {
            ranks
        } else {
            0
        },
    }
}

/// The enemy's half of the board.
const fn far_side(color: Color) -> Bitboard {
    const NEAR_RED: Bitboard = Bitboard::from_bits((1 << 45) - 1);
    match color {
        Color::Red => Bitboard::from_bits(NEAR_RED.bits() << 45),
        Color::Black => NEAR_RED,
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench_positions::positions;
    use super::*;

    #[test]
    fn the_worth_is_the_same_for_the_mirror_image_and_the_other_side() {
        for start in positions() {
            for mv in start.legal_moves() {
                let mut position = start.clone();
                let _ = position.play_unchecked(mv);
                let value = static_evaluation(&position);
                assert_eq!(static_evaluation(&position.mirrored()), value, "{position}");
                assert_eq!(static_evaluation(&position.flipped()), value, "{position}");
            }
        }
        assert_eq!(static_evaluation(&Position::start()), WEIGHTS.tempo);
    }

    #[test]
    fn what_is_better_scores_more() {
        let value = |fen: &str| static_evaluation(&Position::from_fen(fen).unwrap());
        for (better, worse) in [
            // A hollow cannon against one behind a screen.
            (
                "2b1ka3/4a4/9/9/9/9/9/9/9/3K1A3 b",
                "2b1ka3/4a4/4C4/9/9/9/9/9/9/3K1A3 b",
            ),
            // A knight across the river against one in its corner.
            (
                "1r1akab2/9/1c2b4/p3p3p/2N6/9/P3P3P/1C7/9/1RBAKAB2 w",
                "1r1akab2/9/1c2b4/p3p3p/9/9/P3P3P/1C7/9/NRBAKAB2 w",
            ),
            // A pawn across the river against one at home.
            (
                "3k5/9/9/2P1P4/9/9/9/9/9/4K4 w",
                "3k5/9/9/9/9/9/2P1P4/9/9/4K4 w",
            ),
            // The defenders at hand.
            (
                "3k5/9/9/9/9/9/9/r8/4A4/3AK4 w",
                "3k5/9/9/9/9/9/9/r8/9/4K4 w",
            ),
        ] {
            assert!(value(better) > value(worse), "{better}");
        }
        // Nothing left to attack with is no win, whatever the surplus.
        assert!(value("3k5/9/9/9/9/9/9/4B4/4A4/3AK4 w") <= WEIGHTS.tempo);
    }

    #[test]
    fn pieces_between_are_counted() {
        assert_eq!(between(0b10_1101_1001, 0, 9), 4);
        assert_eq!(between(0b10_1101_1001, 9, 7), 0);
        assert_eq!(between(0b11, 1, 0), 0);
        assert_eq!(between(0b1110, 0, 3), 2);
    }
}
