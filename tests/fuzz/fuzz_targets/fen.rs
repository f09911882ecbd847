//! Any text as a FEN: what is read is written as it will be read again, and its moves are those of the position that
//! was read again.
#![no_main]

use caipan::position::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Position::from_fen(text) {
        Ok(position) => {
            let again = Position::from_fen(&position.to_string());
            assert_eq!(again.as_ref(), Ok(&position));
            assert_eq!(position.key(), position.fresh_key());
            for mv in position.legal_moves() {
                assert!(position.is_legal(mv));
                let mut after = position.clone();
                let undo = after.play_unchecked(mv);
                assert_eq!(Position::from_fen(&after.to_string()).as_ref(), Ok(&after));
                after.undo(undo);
                assert_eq!(after, position);
            }
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'));
        }
    }
});
