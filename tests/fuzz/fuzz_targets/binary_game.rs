//! Any bytes as a binary game file of the format that the first byte chooses: each game that is read is written as XQF and
//! as CBR as it will be read again.
#![no_main]

use caipan::record::sites::{ccm, che, chn, mxq};
use caipan::record::{BinaryError, GameRecord, ccbridge, xqf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((format, bytes)) = input.split_first() else {
        return;
    };
    let games = match format % 7 {
        0 => vec![xqf::read(bytes)],
        1 => vec![ccbridge::read_record(bytes)],
        2 => ccbridge::read_library(bytes).unwrap_or_else(|error| vec![Err(error)]),
        3 => vec![mxq::read(bytes)],
        4 => vec![che::read(bytes)],
        5 => vec![chn::read(bytes)],
        _ => vec![ccm::read(bytes)],
    };
    for game in games {
        match game {
            Ok(record) => {
                check(&record, xqf::write, xqf::read);
                check(&record, ccbridge::write_record, ccbridge::read_record);
            }
            Err(error) => {
                assert!(error.at <= bytes.len() && !error.to_string().contains('\n'));
                if let Some(record) = error.so_far {
                    check(&record, xqf::write, xqf::read);
                }
            }
        }
    }
});

fn check(
    record: &GameRecord,
    write: fn(&GameRecord) -> Vec<u8>,
    read: fn(&[u8]) -> Result<GameRecord, BinaryError>,
) {
    let written = write(record);
    let again = read(&written).expect("what was written is sound");
    assert!(again.line().moves().eq(record.line().moves()));
    assert_eq!(again.outcome, record.outcome);
    assert_eq!(write(&again), written);
}
