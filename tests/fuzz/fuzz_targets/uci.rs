//! Any line of UCI, from a GUI and from an engine.
#![no_main]

use caipan::protocol::Dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| protocol_line::check(line, Dialect::Uci));
