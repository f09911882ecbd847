//! Any text as a move in any position that random play reaches: what is read is legal, and every legal move has one
//! text in each notation and style, which reads back as it.
#![no_main]

use caipan::notation::chinese::{self, Digits, Script, Style};
use caipan::notation::{read_any, wxf};
use caipan::position::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<u8>, &str)| {
    let (choices, text) = input;
    let mut position = Position::start();
    for choice in choices.iter().take(200) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let _ = position.play_unchecked(moves[usize::from(*choice) % moves.len()]);
    }
    match read_any(&position, text) {
        Ok(mv) => assert!(position.is_legal(mv)),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    for mv in position.legal_moves() {
        for script in [Script::Simplified, Script::Traditional] {
            for digits in [Digits::Half, Digits::Full] {
                let written = chinese::write(&position, mv, Style { script, digits });
                assert_eq!(
                    chinese::read(&position, &written),
                    Ok(mv),
                    "{position} {written}"
                );
            }
        }
        let written = wxf::write(&position, mv);
        assert_eq!(
            wxf::read(&position, &written),
            Ok(mv),
            "{position} {written}"
        );
    }
});
