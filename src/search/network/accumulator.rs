//! The sums of the first layer for both sides, kept up to date along the line that is searched.

use super::features::Seat;
use super::weights::{Network, Row, bucket};
use crate::board::{ByColor, Color, Piece, PieceType, Square};
use crate::position::Position;

/// What a move changes on the board.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Change {
    pub piece: Piece,
    pub from: Square,
    pub to: Square,
    pub captured: Option<Piece>,
}

/// The sums for one position.
#[derive(Clone, Debug)]
struct Sums {
    rows: ByColor<Row>,
    seats: ByColor<Seat>,
    /// What led here from the place before; nothing if the turn was passed.
    change: Option<Change>,
    is_known: bool,
}

/// The sums of a line, of which those that are asked for are computed, from the last ones known.
#[derive(Debug)]
pub(in crate::search) struct Accumulators<'a> {
    network: &'a Network,
    places: Vec<Sums>,
}

impl<'a> Accumulators<'a> {
    /// Begins a line of at most so many plies at a position.
    pub(in crate::search) fn new(network: &'a Network, root: &Position, plies: usize) -> Self {
        let seats = ByColor::new_with(|color| Seat::new(color, root.king(color)));
        let sums = Sums {
            rows: ByColor::new_with(|color| sum(network, seats[color], root)),
            seats,
            change: None,
            is_known: true,
        };
        Self {
            network,
            places: vec![sums; plies + 1],
        }
    }

    /// Takes the move by which the position at a ply, from 1, comes from that before; `None` if the turn was passed.
    #[inline]
    pub(in crate::search) fn play(&mut self, ply: usize, change: Option<Change>) {
        let place = &mut self.places[ply];
        place.change = change;
        place.is_known = false;
    }

    /// Gives the worth in centipawns of the position at a ply for the side to move.
    #[inline]
    pub(in crate::search) fn worth(&mut self, ply: usize, position: &Position) -> i32 {
        let known = (0..=ply)
            .rev()
            .find(|at| self.places[*at].is_known)
            .unwrap_or(0);
        for at in known + 1..=ply {
            let (before, places) = self.places.split_at_mut(at);
            if let (Some(before), Some(place)) = (before.last(), places.first_mut()) {
                for color in Color::ALL {
                    if !place.follow(before, color, self.network) {
                        // Seen from the other half of the board: what lies between is passed over.
                        return self.anew(ply, position);
                    }
                }
                place.is_known = true;
            }
        }
        self.output(ply, position)
    }

    /// Sums up a position from nothing.
    fn anew(&mut self, ply: usize, position: &Position) -> i32 {
        let place = &mut self.places[ply];
        for color in Color::ALL {
            place.seats[color] = Seat::new(color, position.king(color));
            place.rows[color] = sum(self.network, place.seats[color], position);
        }
        place.is_known = true;
        self.output(ply, position)
    }

    #[inline]
    fn output(&self, ply: usize, position: &Position) -> i32 {
        let rows = &self.places[ply].rows;
        let turn = position.turn();
        let bucket = bucket(position.board().occupied().count());
        self.network.output([&rows[turn], &rows[!turn]], bucket)
    }
}

impl Sums {
    /// Takes over the sums of a side from the place before; tells whether that was possible.
    #[inline]
    fn follow(&mut self, before: &Self, color: Color, network: &Network) -> bool {
        let seat = before.seats[color];
        let (old, new) = (&before.rows[color], &mut self.rows[color]);
        self.seats[color] = seat;
        let Some(change) = self.change else {
            *new = *old;
            return true;
        };
        let Change {
            piece,
            from,
            to,
            captured,
        } = change;
        if piece.kind() == PieceType::King && piece.color() == color && Seat::new(color, to) != seat
        {
            return false;
        }
        let add = &network.features[seat.feature(piece, to)];
        let subtract = &network.features[seat.feature(piece, from)];
        match captured {
            None => {
                for index in 0..new.len() {
                    new[index] = old[index] + add[index] - subtract[index];
                }
            }
            Some(captured) => {
                let gone = &network.features[seat.feature(captured, to)];
                for index in 0..new.len() {
                    new[index] = old[index] + add[index] - subtract[index] - gone[index];
                }
            }
        }
        true
    }
}

fn sum(network: &Network, seat: Seat, position: &Position) -> Row {
    let mut sums = network.bias;
    for feature in seat.features(position.board()) {
        for (sum, weight) in sums.iter_mut().zip(&network.features[feature]) {
            *sum += weight;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::position::Line;

    /// Plays at random up and down a line, passing now and then, and holds what is kept up to date to what is summed anew.
    #[test]
    fn what_is_kept_up_to_date_is_what_is_summed_anew() {
        let network = Network::bundled();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..60 {
            let mut line = Line::default();
            let most = 60;
            let mut kept = Accumulators::new(network, line.position(), most);
            for _ in 0..300 {
                let ply = line.len();
                if random.random_bool(0.5) {
                    let fresh =
                        Accumulators::new(network, line.position(), 0).worth(0, line.position());
                    assert_eq!(
                        kept.worth(ply, line.position()),
                        fresh,
                        "{}",
                        line.position()
                    );
                }
                let moves = line.position().legal_moves();
                if ply == most || moves.is_empty() || random.random_bool(0.4) {
                    if ply > 0 {
                        line.pop();
                    }
                } else if !line.is_check() && random.random_bool(0.1) {
                    line.push_null();
                    kept.play(ply + 1, None);
                } else {
                    let mv = moves[random.random_range(0..moves.len())];
                    let board = line.position().board();
                    let change = board.piece_at(mv.from()).map(|piece| Change {
                        piece,
                        from: mv.from(),
                        to: mv.to(),
                        captured: board.piece_at(mv.to()),
                    });
                    line.push_unchecked(mv);
                    kept.play(ply + 1, change);
                }
            }
        }
    }

    #[test]
    fn a_position_turned_around_is_worth_the_same() {
        let network = Network::bundled();
        let fen = "3k1ab2/4a4/4b4/p3N4/2p3r1p/9/P1P1R3P/4C4/4A4/2BA1K3 w";
        let position = Position::from_fen(fen).unwrap();
        let worth =
            |position: &Position| Accumulators::new(network, position, 0).worth(0, position);
        assert_eq!(worth(&position.flipped()), worth(&position));
        assert!(worth(&position) > 0, "Red has a rook more");
    }
}
