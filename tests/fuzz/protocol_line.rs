//! What holds for any line of a protocol.

use std::mem::discriminant;

use caipan::protocol::{Command, Dialect, Reply};

/// Reads a line as a GUI's and as an engine's. What is read is written as a line of the same kind; and unless some words
/// of it were foreign, what was written is read and written as it is.
pub fn check(line: &str, dialect: Dialect) {
    match Command::read(line, dialect) {
        Ok(command) => {
            let written = command.write(dialect);
            let again = Command::read(&written, dialect).expect("what was written is sound");
            assert_eq!(discriminant(&again), discriminant(&command), "{written:?}");
            if foreign_words(&command).is_empty() {
                assert_eq!(again.write(dialect), written);
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    let reply = Reply::read(line, dialect);
    let written = reply.write(dialect);
    let again = Reply::read(&written, dialect);
    assert_eq!(discriminant(&again), discriminant(&reply), "{written:?}");
    if !matches!(&reply, Reply::Info(info) if !info.unread.is_empty()) {
        assert_eq!(again.write(dialect), written);
    }
}

/// The words that were not understood. They are written together, and so may mean something at last.
fn foreign_words(command: &Command) -> &[String] {
    match command {
        Command::Go(go) => &go.unread,
        Command::Position(position) | Command::Probe(position) => &position.unread,
        Command::BanMoves { unread, .. } => unread,
        _ => &[],
    }
}
