//! The rules of movement as a rule book tells them, square by square: slow, and with nothing in common with the
//! library but the FEN, so that the two can be held against each other.

/// File and rank of a square, from 0.
pub(crate) type Point = (i8, i8);

/// A placement in FEN letters, and who moves.
#[derive(Clone, Debug)]
pub(crate) struct PlainBoard {
    /// By rank, then file; `.` is an empty point.
    points: [[char; 9]; 10],
    is_red: bool,
}

impl PlainBoard {
    /// Reads a FEN as the library writes it.
    pub(crate) fn new(fen: &str) -> Self {
        let mut fields = fen.split(' ');
        let mut points = [['.'; 9]; 10];
        let ranks = fields.next().expect("a FEN has a board").rsplit('/');
        for (rank, text) in points.iter_mut().zip(ranks) {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        rank[file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Self {
            points,
            is_red: fields.next() == Some("w"),
        }
    }

    fn at(&self, (file, rank): Point) -> char {
        self.points[rank as usize][file as usize]
    }

    /// The points of one side's pieces.
    fn pieces(&self, red: bool) -> impl Iterator<Item = Point> {
        points().filter(move |point| {
            let letter = self.at(*point);
            letter != '.' && letter.is_ascii_uppercase() == red
        })
    }

    /// How many pieces stand strictly between two points of one line; `None` if they share no line.
    fn between(&self, from: Point, to: Point) -> Option<usize> {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        if (files == 0) == (ranks == 0) {
            return None;
        }
        let steps = 1..files.abs().max(ranks.abs());
        let step = |n| (from.0 + files.signum() * n, from.1 + ranks.signum() * n);
        Some(steps.filter(|n| self.at(step(*n)) != '.').count())
    }

    /// Tells whether the piece on `from` goes to `to` by its own way of moving. Whose turn it is, whose piece it
    /// captures and whether its king is safe are other questions.
    fn goes(&self, from: Point, to: Point) -> bool {
        self.reaches(from, to, self.at(to) != '.')
    }

    /// Tells whether the piece on `from` could capture a piece on `to`, be there one or not.
    pub(crate) fn attacks(&self, from: Point, to: Point) -> bool {
        self.reaches(from, to, true)
    }

    fn reaches(&self, from: Point, to: Point, captures: bool) -> bool {
        let letter = self.at(from);
        let red = letter.is_ascii_uppercase();
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        // Ranks as the owner counts them, his back rank 0.
        let own_rank = |rank: i8| if red { rank } else { 9 - rank };
        let in_palace = own_rank(to.1) <= 2 && (3..=5).contains(&to.0);
        match (letter.to_ascii_uppercase(), files.abs(), ranks.abs()) {
            ('K', 0, 1) | ('K', 1, 0) | ('A', 1, 1) => in_palace,
            ('B', 2, 2) => {
                own_rank(to.1) <= 4 && self.at((from.0 + files / 2, from.1 + ranks / 2)) == '.'
            }
            ('N', 1, 2) => self.at((from.0, from.1 + ranks / 2)) == '.',
            ('N', 2, 1) => self.at((from.0 + files / 2, from.1)) == '.',
            ('R', ..) => self.between(from, to) == Some(0),
            ('C', ..) => self.between(from, to) == Some(usize::from(captures)),
            ('P', 0, 1) => own_rank(to.1) > own_rank(from.1),
            ('P', 1, 0) => own_rank(from.1) >= 5,
            _ => false,
        }
    }

    /// Tells whether a side's king can be taken, or faces the other one.
    pub(crate) fn is_attacked(&self, red: bool) -> bool {
        let king = |red| points().find(|point| self.at(*point) == if red { 'K' } else { 'k' });
        let (Some(own), Some(other)) = (king(red), king(!red)) else {
            return false;
        };
        own.0 == other.0 && self.between(own, other) == Some(0)
            || self.pieces(!red).any(|from| self.goes(from, own))
    }

    /// Tells whether the side to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        self.is_attacked(self.is_red)
    }

    /// Tells whether the side to move could take the king, or the kings face each other: no such position can be.
    pub(crate) fn is_impossible(&self) -> bool {
        self.is_attacked(!self.is_red)
    }

    /// Gives the board after a move; the turn passes.
    pub(crate) fn after(&self, from: Point, to: Point) -> Self {
        let mut after = self.clone();
        after.points[to.1 as usize][to.0 as usize] = self.at(from);
        after.points[from.1 as usize][from.0 as usize] = '.';
        after.is_red = !self.is_red;
        after
    }

    /// Lists the legal moves, by the point left, then the point reached.
    pub(crate) fn legal_moves(&self) -> Vec<(Point, Point)> {
        let moves = self
            .pieces(self.is_red)
            .flat_map(|from| points().map(move |to| (from, to)));
        moves
            .filter(|(from, to)| {
                let target = self.at(*to);
                (target == '.' || target.is_ascii_uppercase() != self.is_red)
                    && self.goes(*from, *to)
                    && !self.after(*from, *to).is_impossible()
            })
            .collect()
    }
}

/// All points, rank by rank.
fn points() -> impl Iterator<Item = Point> {
    (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)))
}
