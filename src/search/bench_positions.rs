//! The positions that `caipan bench` searches: openings, middle games, attacks and endgames.

#[cfg(test)]
use crate::position::Position;
use crate::position::START_FEN;

/// The FENs of the bench, in the order they are searched. A change here changes the bench signature.
pub const BENCH_POSITIONS: [&str; 16] = [
    START_FEN,
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 2 5",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1r1akabr1/1c7/2n1b1n2/p1p1p3p/6p2/PN3R3/1cP1P1P1P/2C1C1N2/1R7/2BAKAB2 b - - 0 1",
    "rn2kab2/3ra4/2c1b2cn/p5p1C/9/2p6/P3P1P1P/NC4N2/9/1RBAKABR1 w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
    "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
    "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1",
    "3aka3/9/4b3b/4P4/2p6/5N3/9/4B4/4A4/2BK1A3 w - - 0 1",
];

/// Gives the positions read.
#[cfg(test)]
pub(super) fn positions() -> impl Iterator<Item = Position> {
    BENCH_POSITIONS
        .iter()
        .filter_map(|fen| Position::from_fen(fen).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_sound() {
        assert_eq!(positions().count(), BENCH_POSITIONS.len());
    }
}
