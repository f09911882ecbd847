//! Ctrl-C in the commands of a terminal that drive an engine: none of them leaves one behind.

use std::process::{Command, Stdio};

use crate::support::example_engine;
use crate::support::patience::until;
use crate::support::process_family::{family_of, signal};

#[test]
fn an_engine_that_ignores_its_end_is_gone() {
    let engine = &*example_engine::path("scripted");
    // It never ends the handshake, or it thinks without end.
    let shy = [
        "--fault",
        "grandchild",
        "--fault",
        "stay",
        "--fault",
        "no-ok",
    ];
    let lost = [
        "--fault",
        "grandchild",
        "--fault",
        "stay",
        "--fault",
        "hang",
    ];
    for (command, faults) in [
        ("check", &shy),
        ("check", &lost),
        ("analyse", &shy),
        ("analyse", &lost),
        ("play", &shy),
    ] {
        let words = [&[engine][..], faults].concat();
        let quoted = words.join(" ");
        let given: &[&str] = match command {
            "check" => &words,
            _ => &["--engine", &quoted],
        };
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().to_str().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
            .arg(command)
            .args(given)
            .env("MARK", mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        until(|| family_of(child.id(), mark).len() == 2);
        // The first may be a word to the engine, which does not listen.
        let mut status = None;
        until(|| {
            signal(child.id(), "INT");
            status = child.try_wait().unwrap();
            status.is_some()
        });
        let status = status.unwrap();
        assert_eq!(status.code(), Some(130), "{command} {faults:?}");
        until(|| family_of(child.id(), mark).is_empty());
    }
}
