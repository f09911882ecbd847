//! Any bytes as a file of games: each game that is read is written, in any notation, as it will be read again.
#![no_main]

use caipan::notation::Notation;
use caipan::record::pgn;
use caipan::text::decode;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (text, _) = decode(bytes);
    let mut last = 0;
    for (line, game) in pgn::read(&text) {
        assert!(line > last, "line {line} behind {last}");
        last = line;
        let record = match game {
            Ok(record) => record,
            Err(error) => {
                assert!(error.line >= line && !error.to_string().contains('\n'));
                continue;
            }
        };
        for notation in Notation::ALL {
            let written = pgn::write(&record, notation);
            let mut games = pgn::read(&written);
            let (_, again) = games.next().expect("a game was written");
            let again = again.expect("what was written is sound");
            assert!(games.next().is_none(), "{written:?}");
            assert_eq!(again.line(), record.line(), "{written:?}");
            assert_eq!(again.tags, record.tags, "{written:?}");
            assert_eq!(again.outcome, record.outcome, "{written:?}");
            assert_eq!(pgn::write(&again, notation), written);
        }
    }
});
