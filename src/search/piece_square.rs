//! What a piece is worth by itself and where it stands, and the running sum of it.

use super::terms::{Sink, Tapered, tapered};
use super::weights::WEIGHTS;
use crate::board::{Board, Color, Piece, PieceType, Square};

/// What a piece counts for in an exchange, by kind.
pub(super) const EXCHANGE_VALUE: [i32; 7] = [5_000, 170, 150, 460, 960, 480, 100];

/// How much of the middle game a piece keeps up, by kind; a full board has [`FULL_PHASE`].
const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
pub(super) const FULL_PHASE: i32 = 32;

/// Material and place together, seen by Red, by piece and square.
static TABLE: [[[i16; 2]; Square::COUNT]; 14] = {
    let mut table = [[[0; 2]; Square::COUNT]; 14];
    let mut kind = 0;
    while kind < 7 {
        let material = WEIGHTS.material[kind];
        let mut square = 0;
        while square < Square::COUNT {
            let (rank, file) = (square / 9, square % 9);
            let red = WEIGHTS.place(kind, file, rank);
            let black = WEIGHTS.place(kind, file, 9 - rank);
            table[kind][square] = [
                (material.middle + red.middle) as i16,
                (material.end + red.end) as i16,
            ];
            table[kind + 7][square] = [
                -(material.middle + black.middle) as i16,
                -(material.end + black.end) as i16,
            ];
            square += 1;
        }
        kind += 1;
    }
    table
};

/// Tells material and place of a side.
pub(super) fn tell(board: &Board, us: Color, sink: &mut impl Sink) {
    for (square, piece) in board.iter().filter(|(_, piece)| piece.color() == us) {
        let kind = piece.kind() as usize;
        let (file, rank) = (usize::from(square.file()), usize::from(square.rank_of(us)));
        sink.add(1, |weights| weights.material[kind]);
        sink.add(1, |weights| weights.place(kind, file, rank));
    }
}

/// The running sum of material and place, seen by Red, the phase of the game, and how many pieces there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Balance {
    pub worth: Tapered,
    pub phase: i32,
    /// Four bits for each piece.
    counts: u64,
}

#[inline]
fn worth(piece: Piece, square: Square) -> Tapered {
    let [middle, end] = TABLE[piece as usize][square.index()];
    tapered(i32::from(middle), i32::from(end))
}

impl Balance {
    /// Sums up a board from nothing.
    pub(super) fn of(board: &Board) -> Self {
        board
            .iter()
            .fold(Self::default(), |sum, (square, piece)| Self {
                worth: sum.worth + worth(piece, square),
                phase: sum.phase + PHASE[piece.kind() as usize],
                counts: sum.counts + (1 << (piece as u32 * 4)),
            })
    }

    /// Gives the sum after a piece went from `from` to `to` and captured `captured` there.
    #[inline]
    pub(super) fn after(
        self,
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<Piece>,
    ) -> Self {
        let mut sum = self;
        sum.worth += worth(piece, to);
        sum.worth -= worth(piece, from);
        if let Some(captured) = captured {
            sum.worth -= worth(captured, to);
            sum.phase -= PHASE[captured.kind() as usize];
            sum.counts -= 1 << (captured as u32 * 4);
        }
        sum
    }

    /// Gives the number of a side's pieces of a kind.
    #[inline]
    pub(super) fn count(self, color: Color, kind: PieceType) -> usize {
        (self.counts >> (Piece::new(color, kind) as u32 * 4) & 15) as usize
    }

    /// Gives the exchange value of a side's pieces that can attack, without pawns, in centipawns.
    #[inline]
    pub(super) fn attacking_material(self, color: Color) -> i32 {
        [PieceType::Rook, PieceType::Knight, PieceType::Cannon]
            .into_iter()
            .map(|kind| self.count(color, kind) as i32 * EXCHANGE_VALUE[kind as usize])
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn the_running_sum_is_the_sum_from_nothing() {
        for start in super::super::bench_positions::positions() {
            for mv in start.legal_moves() {
                let board = start.board();
                let (from, to) = (mv.from(), mv.to());
                let running = Balance::of(board).after(
                    board.piece_at(from).unwrap(),
                    from,
                    to,
                    board.piece_at(to),
                );
                let mut after = start.clone();
                let _ = after.play_unchecked(mv);
                assert_eq!(running, Balance::of(after.board()));
                let [red, black] = Color::ALL.map(|side| {
                    let mut worth = Tapered::default();
                    tell(after.board(), side, &mut worth);
                    worth
                });
                assert_eq!(running.worth, red - black);
            }
        }
    }

    #[test]
    fn the_start_is_level_and_full() {
        let start = Balance::of(Position::start().board());
        assert_eq!(start.worth, Tapered::default());
        assert_eq!(start.phase, FULL_PHASE);
    }
}
