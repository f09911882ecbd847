//! Zobrist keys: 64 random bits for each piece on each square and for the side to move.
//!
//! The keys are fixed at compile time, so a key means the same in every run. Source: A. L. Zobrist, *A New Hashing
//! Method with Application for Game Playing* (1970).

use crate::board::{Board, Color, Piece, Square};

/// One step of the SplitMix64 generator: the next state and its output.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = state;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, word ^ word >> 31)
}

static PIECES: [[u64; Square::COUNT]; 14] = {
    let mut table = [[0; Square::COUNT]; 14];
    let mut state = 0x6361_6970_616e;
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < Square::COUNT {
            (state, table[piece][square]) = split_mix(state);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Changes the key when the turn passes.
pub(super) const TURN: u64 = split_mix(0x7475_726e).1;

/// Gives the part of the key for a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece as usize][square.index()]
}

/// Computes the key of a placement and a side to move from nothing.
pub(super) fn key(board: &Board, turn: Color) -> u64 {
    let start = if turn == Color::Red { 0 } else { TURN };
    board.iter().fold(start, |key, (square, standing)| {
        key ^ piece(standing, square)
    })
}
