//! Gives the moves of a position one by one, the likely best first, and makes no more of them than are asked for.

use arrayvec::ArrayVec;

use super::heuristics::{Context, Heuristics};
use super::piece_square::EXCHANGE_VALUE;
use super::static_exchange::exchange_reaches;
use crate::board::{
    Bitboard, PieceType, Square, advisor_attacks, bishop_attacks, knight_attacks, pawn_attacks,
};
use crate::position::{MOVES_MOST, Move, MoveList, Position, Restraints};

/// Where the picker stands, in the order it goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    MakeCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Counter,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// The moves of one node in the order to try them.
#[derive(Debug)]
pub(super) struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    /// Killers, then the counter move; those already given are struck out of the quiet moves.
    refutations: [Option<Move>; 3],
    context: Context,
    /// Worked out for the captures, and used for the quiet moves too.
    restraints: Restraints,
    moves: MoveList,
    /// What is thought of each of them, above its place from the end, so that the greatest is the first of the best; 0 for
    /// one that was given.
    ratings: ArrayVec<u32, MOVES_MOST>,
    losing: MoveList,
    next_losing: usize,
    /// Least exchange gain of a good capture, in centipawns.
    threshold: i32,
    quiets_wanted: bool,
    /// Whether quiet moves that flee or check come early, and those that walk into an attack late.
    pub with_threats: bool,
}

/// What is added to the rating of a rook that flees from a lesser piece, or of a knight or cannon that does, and taken
/// from it for going where one attacks.
const FLIGHT_OF_ROOK: i32 = 8_000;
const FLIGHT_OF_OTHERS: i32 = 5_000;

/// Greater than every rating.
const BEYOND_RATINGS: i32 = 1 << 17;

/// What is added to the rating of a check that loses no more than half a pawn.
const CHECK: i32 = 8_000;

impl MovePicker {
    /// Makes the picker of a node that looks at every move.
    #[inline]
    pub(super) fn all(
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        counter: Option<Move>,
        context: Context,
    ) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            refutations: [killers[0], killers[1], counter],
            context,
            restraints: Restraints::default(),
            moves: MoveList::new(),
            ratings: ArrayVec::new(),
            losing: MoveList::new(),
            next_losing: 0,
            threshold: 0,
            quiets_wanted: true,
            with_threats: false,
        }
    }

    /// Makes the picker of the captures that gain at least `threshold` centipawns.
    #[inline]
    pub(super) fn captures(table_move: Option<Move>, threshold: i32, context: Context) -> Self {
        let mut picker = Self::all(table_move, [None; 2], None, context);
        picker.threshold = threshold;
        picker.quiets_wanted = false;
        picker
    }

    /// Gives up the quiet moves not given yet.
    #[inline]
    pub(super) fn skip_quiets(&mut self) {
        self.quiets_wanted = false;
    }

    /// Tells whether the move given last is a capture that gains less than the threshold.
    #[inline]
    pub(super) fn gives_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Gives the next move; every one is legal, none comes twice. Ask always for the same position.
    pub(super) fn next(&mut self, position: &Position, heuristics: &Heuristics) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::MakeCaptures;
                    self.table_move = self.table_move.filter(|mv| {
                        position.is_legal(*mv)
                            && (self.quiets_wanted
                                || position.is_capture(*mv)
                                    && exchange_reaches(position, *mv, self.threshold))
                    });
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::MakeCaptures => {
                    self.rate_captures(position, heuristics);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    while let Some(mv) = self.best_of_rest() {
                        if exchange_reaches(position, mv, self.threshold) {
                            return Some(mv);
                        }
                        self.losing.push(mv);
                    }
                    self.stage = if self.quiets_wanted {
                        Stage::FirstKiller
                    } else {
                        Stage::Done
                    };
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(mv) = self.refutation(position, 0) {
                        return Some(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::Counter;
                    if let Some(mv) = self.refutation(position, 1) {
                        return Some(mv);
                    }
                }
                Stage::Counter => {
                    self.stage = Stage::MakeQuiets;
                    if let Some(mv) = self.refutation(position, 2) {
                        return Some(mv);
                    }
                }
                Stage::MakeQuiets => {
                    if self.quiets_wanted {
                        self.rate_quiets(position, heuristics);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if self.quiets_wanted
                        && let Some(mv) = self.best_of_rest()
                    {
                        return Some(mv);
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if let Some(mv) = self.losing.get(self.next_losing) {
                        self.next_losing += 1;
                        return Some(*mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Gives a killer or the counter move if it is a quiet move here that was not given yet; strikes it out if not.
    fn refutation(&mut self, position: &Position, number: usize) -> Option<Move> {
        let mv = self.refutations[number].filter(|mv| {
            self.quiets_wanted
                && Some(*mv) != self.table_move
                && !self.refutations[..number].contains(&Some(*mv))
                && !position.is_capture(*mv)
                && position.is_legal(*mv)
        });
        self.refutations[number] = mv;
        mv
    }

    fn rate_captures(&mut self, position: &Position, heuristics: &Heuristics) {
        let board = position.board();
        position.restrain(&mut self.restraints);
        self.moves = position.captures_under(&self.restraints);
        let table_move = self.table_move;
        self.rate(|mv| {
            let (Some(piece), Some(captured)) =
                (board.piece_at(mv.from()), board.piece_at(mv.to()))
            else {
                return None;
            };
            let rating = EXCHANGE_VALUE[captured.kind() as usize] * 16
                - EXCHANGE_VALUE[piece.kind() as usize] / 8
                + heuristics.capture(piece, mv.to(), captured.kind());
            (Some(mv) != table_move).then_some(rating)
        });
    }

    fn rate_quiets(&mut self, position: &Position, heuristics: &Heuristics) {
        let board = position.board();
        self.moves = position.quiets_under(&self.restraints);
        let threats = self.with_threats.then(|| Threats::of(position));
        let history = heuristics.of_quiets(self.context);
        let [first, second, counter] = self.refutations;
        let given = [self.table_move, first, second, counter];
        self.rate(|mv| {
            if given.contains(&Some(mv)) {
                return None;
            }
            let piece = board.piece_at(mv.from())?;
            let mut rating = history(piece, mv);
            if let Some(threats) = &threats {
                rating += threats.rating(piece.kind(), mv);
                if threats.checks[piece.kind() as usize].contains(mv.to())
                    && exchange_reaches(position, mv, -50)
                {
                    rating += CHECK;
                }
            }
            Some(rating)
        });
    }

    /// Rates the moves; those without a rating are not given.
    #[inline]
    fn rate(&mut self, rating: impl Fn(Move) -> Option<i32>) {
        self.ratings.clear();
        let last = MOVES_MOST as u32 - 1;
        for (&mv, place) in self.moves.iter().zip((0..=last).rev()) {
            let rated = rating(mv).map(|rating| {
                debug_assert!(rating.abs() < BEYOND_RATINGS);
                ((BEYOND_RATINGS + rating) as u32) * (last + 1) + place
            });
            self.ratings.push(rated.unwrap_or(0));
        }
    }

    /// Takes the best rated of the moves left; the first of equals.
    #[inline]
    fn best_of_rest(&mut self) -> Option<Move> {
        let best = self.ratings.iter().copied().fold(0, u32::max);
        let last = MOVES_MOST - 1;
        let place = last - (best as usize & last);
        if best == 0 {
            return None;
        }
        self.ratings[place] = 0;
        Some(self.moves[place])
    }
}

/// What makes quiet moves urgent.
struct Threats {
    /// The squares that the opponent attacks with pieces worth less than a knight, or than a rook.
    by_weak: Bitboard,
    by_lesser: Bitboard,
    /// Those from which a piece gives check, by kind.
    checks: [Bitboard; 7],
}

impl Threats {
    /// Looks at a position. Of a cannon's attacks only the pieces behind one screen count, not the empty squares there.
    fn of(position: &Position) -> Self {
        let (board, by) = (position.board(), !position.turn());
        let occupancy = board.occupancy();
        let pieces = |kind| board.pieces(by, kind);
        let by_weak = reach(pieces(PieceType::Pawn), |from| pawn_attacks(by, from))
            | reach(pieces(PieceType::Advisor), advisor_attacks)
            | reach(pieces(PieceType::Bishop), |from| {
                bishop_attacks(from, occupancy)
            });
        let knights = reach(pieces(PieceType::Knight), |from| {
            knight_attacks(from, occupancy)
        });
        let cannons = reach(pieces(PieceType::Cannon), |from| {
            occupancy.cannon_reach(from).1.to_bitboard(from)
        });
        Self {
            by_weak,
            by_lesser: by_weak | knights | cannons,
            checks: position.check_squares(),
        }
    }

    fn rating(&self, kind: PieceType, mv: Move) -> i32 {
        let (danger, weight) = match kind {
            PieceType::Rook => (self.by_lesser, FLIGHT_OF_ROOK),
            PieceType::Knight | PieceType::Cannon => (self.by_weak, FLIGHT_OF_OTHERS),
            _ => return 0,
        };
        weight * (i32::from(danger.contains(mv.from())) - i32::from(danger.contains(mv.to())))
    }
}

/// The squares that some pieces attack together.
#[inline]
fn reach(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.fold(Bitboard::EMPTY, |all, from| all | attacks(from))
}

#[cfg(test)]
mod tests {
    use super::super::bench_positions;
    use super::super::heuristics::Arrival;
    use super::*;

    fn collect(mut picker: MovePicker, position: &Position, heuristics: &Heuristics) -> Vec<Move> {
        std::iter::from_fn(|| picker.next(position, heuristics)).collect()
    }

    #[test]
    fn every_legal_move_comes_once_whatever_the_hints() {
        let heuristics = Heuristics::new();
        for position in bench_positions::positions() {
            let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
            let foreign = Move::new(Square::at(0), Square::at(89));
            let some = |number: usize| legal.get(number % legal.len()).copied();
            for hints in 0..legal.len() {
                let picker = MovePicker::all(
                    if hints % 3 == 0 { foreign } else { some(hints) },
                    [some(hints * 7 + 1), some(hints + 3)],
                    some(hints * 5),
                    [Arrival::NONE; 3],
                );
                let mut picked = collect(picker, &position, &heuristics);
                if hints % 3 != 0 {
                    assert_eq!(picked.first().copied(), some(hints));
                }
                picked.sort_unstable();
                let mut sorted = legal.clone();
                sorted.sort_unstable();
                assert_eq!(picked, sorted, "{position}");
            }
            legal.retain(|mv| position.is_capture(*mv) && exchange_reaches(&position, *mv, 0));
            let picker = MovePicker::captures(legal.last().copied(), 0, [Arrival::NONE; 3]);
            let mut picked = collect(picker, &position, &heuristics);
            picked.sort_unstable();
            legal.sort_unstable();
            assert_eq!(picked, legal, "{position}");
        }
    }

    #[test]
    fn moves_come_by_what_they_promise() {
        // A knight attacks the rook, which may take another that nothing guards, check, flee, or be lost for a pawn.
        let position = Position::from_fen("3kr4/9/9/4p4/2n6/1n2R4/9/9/9/4K4 w").unwrap();
        let mut picker = MovePicker::all(None, [None; 2], None, [Arrival::NONE; 3]);
        picker.with_threats = true;
        let moves = collect(picker, &position, &Heuristics::new());
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(words[..2], ["e4b4", "e4d4"], "{words:?}");
        assert!(words[2].starts_with("e4"), "{words:?}");
        assert_eq!(words.last().unwrap(), "e4e6", "{words:?}");
        let first_of_king = words.iter().position(|word| word.starts_with("e0"));
        assert!(first_of_king.unwrap() > 8, "{words:?}");
    }

    #[test]
    fn quiet_moves_can_be_given_up() {
        let position = Position::start();
        let mut picker = MovePicker::all(None, [None; 2], None, [Arrival::NONE; 3]);
        let heuristics = Heuristics::new();
        let mut count = 0;
        while let Some(mv) = picker.next(&position, &heuristics) {
            count += 1;
            if !position.is_capture(mv) {
                picker.skip_quiets();
            }
        }
        assert_eq!(count, position.captures().len() + 1);
    }
}
