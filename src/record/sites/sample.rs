//! The game with which the readers are tested.

use crate::record::GameRecord;

/// 炮二平五 马８进７ 马二进三 车９平８.
pub(super) const GAME: &str = "h2e2 h9g7 h0g2 i9h9";

/// File and rank of the squares of each of its moves from the top left, seen by Red and by Black.
pub(super) const ON_SCREEN: [([[u8; 4]; 4], &str); 2] = [
    (
        [[7, 7, 4, 7], [7, 0, 6, 2], [7, 9, 6, 7], [8, 0, 7, 0]],
        GAME,
    ),
    (
        [[1, 2, 4, 2], [1, 9, 2, 7], [1, 0, 2, 2], [0, 9, 1, 9]],
        GAME,
    ),
];

/// The moves of a game.
pub(super) fn moves(record: &GameRecord) -> String {
    let moves: Vec<String> = record.line().moves().map(|mv| mv.to_string()).collect();
    moves.join(" ")
}
