//! Who stands where, and who attacks what.

use std::fmt;

use super::{
    Bitboard, ByColor, Color, Occupancy, Piece, PieceType, Square, advisor_attacks, bishop_attacks,
    king_attacks, knight_attackers, knight_attacks, pawn_attackers, pawn_attacks,
};

/// The pieces on the board, kept at once by square, by kind and by line.
///
/// Nothing is required of the placement here: it may lack a king or leave one in check.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    squares: [Option<Piece>; Square::COUNT],
    pieces: [Bitboard; 14],
    colors: ByColor<Bitboard>,
    side_lines: ByColor<Occupancy>,
    lines: Occupancy,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            squares: [None; Square::COUNT],
            pieces: [Bitboard::EMPTY; 14],
            colors: ByColor::default(),
            side_lines: ByColor::default(),
            lines: Occupancy::default(),
        }
    }
}

/// The file and the rank of each square together.
static CROSS: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::at(index);
        let (file, rank) = (Bitboard::file(square.file()), Bitboard::rank(square.rank()));
        table[index] = Bitboard::from_bits(file.bits() | rank.bits());
        index += 1;
    }
    table
};

impl Board {
    /// Gives the piece on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Gives the squares of one kind and side.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.pieces[Piece::new(color, kind) as usize]
    }

    /// Gives all squares of one side.
    #[inline]
    #[must_use]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// Gives all occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors.red | self.colors.black
    }

    /// Gives all occupied squares line by line.
    #[inline]
    #[must_use]
    pub fn occupancy(&self) -> &Occupancy {
        &self.lines
    }

    /// Gives the squares of one side line by line.
    #[inline]
    #[must_use]
    pub fn side_occupancy(&self, color: Color) -> &Occupancy {
        &self.side_lines[color]
    }

    /// Gives the square of a side's king, if it has one; the first, if a faulty placement has several.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, PieceType::King).first()
    }

    /// Puts a piece on a square, in place of what stood there, which is returned.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) -> Option<Piece> {
        let previous = self.remove(square);
        self.squares[square.index()] = Some(piece);
        self.toggle(square, piece);
        self.lines.toggle(square);
        previous
    }

    /// Takes the piece off a square and returns it.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let previous = self.squares[square.index()].take()?;
        self.toggle(square, previous);
        self.lines.toggle(square);
        Some(previous)
    }

    /// Moves what stands on `from` to `to`; gives what moved and what it captured. Nothing happens if `from` is empty.
    #[inline]
    pub fn relocate(&mut self, from: Square, to: Square) -> (Option<Piece>, Option<Piece>) {
        let Some(piece) = self.squares[from.index()].take() else {
            return (None, None);
        };
        let captured = self.squares[to.index()].replace(piece);
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.pieces[piece as usize] ^= both;
        self.colors[piece.color()] ^= both;
        let side = &mut self.side_lines[piece.color()];
        side.toggle(from);
        side.toggle(to);
        self.lines.toggle(from);
        match captured {
            Some(captured) => self.toggle(to, captured),
            None => self.lines.toggle(to),
        }
        (Some(piece), captured)
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.pieces[piece as usize] ^= bit;
        self.colors[piece.color()] ^= bit;
        self.side_lines[piece.color()].toggle(square);
    }

    /// Gives what the piece `piece` attacks from `from`, as if it stood there, pieces of both sides included: the
    /// squares it could capture on. Of a cannon only the pieces behind one screen, not the empty squares there; of a
    /// king only its steps.
    #[must_use]
    pub fn attacks(&self, piece: Piece, from: Square) -> Bitboard {
        match piece.kind() {
            PieceType::King => king_attacks(from),
            PieceType::Advisor => advisor_attacks(from),
            PieceType::Bishop => bishop_attacks(from, &self.lines),
            PieceType::Knight => knight_attacks(from, &self.lines),
            PieceType::Rook => self.lines.rook_reach(from).to_bitboard(from),
            PieceType::Cannon => self.lines.cannon_reach(from).1.to_bitboard(from),
            PieceType::Pawn => pawn_attacks(piece.color(), from),
        }
    }

    /// Gives the pieces of `by` that could capture on `target`, on the board as it is.
    #[must_use]
    pub fn attackers(&self, target: Square, by: Color) -> Bitboard {
        self.attackers_in(target, by, &self.lines)
    }

    /// Gives the pieces of `by` that could capture on `target` if `occupancy` were the occupied squares. Pieces of
    /// `by` that `occupancy` lacks are still counted; mask them out.
    #[must_use]
    pub fn attackers_in(&self, target: Square, by: Color, occupancy: &Occupancy) -> Bitboard {
        let (reach, over_screen) = occupancy.cannon_reach(target);
        self.steppers(target, by, occupancy)
            | king_attacks(target) & self.pieces(by, PieceType::King)
            | advisor_attacks(target) & self.pieces(by, PieceType::Advisor)
            | bishop_attacks(target, occupancy) & self.pieces(by, PieceType::Bishop)
            | reach.to_bitboard(target) & self.pieces(by, PieceType::Rook)
            | over_screen.to_bitboard(target) & self.pieces(by, PieceType::Cannon)
    }

    /// Knights and pawns of `by` that attack `target`.
    #[inline]
    fn steppers(&self, target: Square, by: Color, occupancy: &Occupancy) -> Bitboard {
        knight_attackers(target, occupancy) & self.pieces(by, PieceType::Knight)
            | pawn_attackers(by, target) & self.pieces(by, PieceType::Pawn)
    }

    /// Gives the pieces of `by` that would give check to a king on `square` if `occupancy` were the occupied squares;
    /// a king that faces it along an open file is one of them.
    #[inline]
    #[must_use]
    pub fn checkers_in(&self, square: Square, by: Color, occupancy: &Occupancy) -> Bitboard {
        let steppers = self.steppers(square, by, occupancy);
        let straight = self.pieces(by, PieceType::Rook) | self.pieces(by, PieceType::King);
        let cannons = self.pieces(by, PieceType::Cannon);
        if !CROSS[square.index()].meets(straight | cannons) {
            return steppers;
        }
        let (reach, over_screen) = occupancy.cannon_reach(square);
        steppers | reach.to_bitboard(square) & straight | over_screen.to_bitboard(square) & cannons
    }

    /// Tells whether both kings stand on one file with nothing between (将帅对面).
    #[must_use]
    pub fn kings_face(&self) -> bool {
        match (self.king(Color::Red), self.king(Color::Black)) {
            (Some(red), Some(black)) => self.lines.rook_reach(red).to_bitboard(red).contains(black),
            _ => false,
        }
    }

    /// Gives the placement that the other side sees: colours swapped, the board turned top to bottom.
    #[must_use]
    pub fn flipped(&self) -> Self {
        self.mapped(Square::flipped, |piece| {
            Piece::new(!piece.color(), piece.kind())
        })
    }

    /// Gives the left-right mirror image.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.mapped(Square::mirrored, |piece| piece)
    }

    fn mapped(&self, square: impl Fn(Square) -> Square, piece: impl Fn(Piece) -> Piece) -> Self {
        let mut board = Self::default();
        for (at, standing) in self.iter() {
            board.put(square(at), piece(standing));
        }
        board
    }

    /// Goes over all pieces in the order of their squares.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }
}

/// Draws the board, Black's side on top, with FEN letters and `.` for an empty point.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            writeln!(f)?;
            for square in (0..Square::FILES).filter_map(|file| Square::new(file, rank)) {
                write!(f, "{}", self.piece_at(square).map_or('.', Piece::letter))?;
            }
        }
        Ok(())
    }
}
