//! Any bytes as a file in a format of text, which the first byte chooses: each game that is read, or read in part, is
//! written as it will be read and written again.
#![no_main]

use caipan::record::{Format, GameRecord, Style};
use libfuzzer_sys::fuzz_target;

const FORMATS: [Format; 4] = [Format::DhtmlXq, Format::Cbf, Format::Epd, Format::Moves];

fn read(format: Format, bytes: &[u8]) -> Vec<GameRecord> {
    let pieces = format
        .pieces(bytes)
        .map(|piece| piece.expect("bytes are there"));
    let games = pieces.flat_map(|piece| piece.read());
    let games = games.filter_map(|game| match game {
        Ok(record) => Some(record),
        Err(error) => {
            assert!(!error.to_string().contains('\n'));
            error.so_far().cloned()
        }
    });
    games.collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, bytes)) = bytes.split_first() else {
        return;
    };
    let format = FORMATS[usize::from(*choice) % FORMATS.len()];
    for record in read(format, bytes) {
        let written = format.write(&[record.clone()], Style::default());
        if let [again] = &read(format, &written)[..] {
            assert!(again.line().moves().eq(record.line().moves()));
            assert_eq!(format.write(&[again.clone()], Style::default()), written);
        } else {
            assert!(
                record.line().is_empty(),
                "{}",
                String::from_utf8_lossy(&written)
            );
        }
    }
});
