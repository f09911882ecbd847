//! The dynamic library: its header is what it has, and the examples call it.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use cbindgen::{Builder, Config, DocumentationStyle, Language};
use serde_json::Value;

use crate::judge::{PERPETUAL, judge};
use crate::support::example_engine;

const TOP: &str = env!("CARGO_MANIFEST_DIR");
const CHECKS: &str = "f0e0 e8f8 e0f0 f8e8";

fn library() -> String {
    let (prefix, suffix) = (env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    example_engine::file(&format!("{prefix}caipan{suffix}"))
}

fn said(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn the_header_declares_what_the_library_has() {
    let config = Config {
        language: Language::C,
        documentation_style: DocumentationStyle::C,
        include_guard: Some("CAIPAN_H".to_owned()),
        header: Some(
            "/* caipan: games of xiangqi judged. Made of src/ffi/mod.rs by cbindgen. */".to_owned(),
        ),
        cpp_compat: true,
        no_includes: true,
        ..Config::default()
    };
    let source = Path::new(TOP).join("src/ffi/mod.rs");
    let bindings = Builder::new()
        .with_config(config)
        .with_src(source)
        .generate();
    let mut header = Vec::new();
    bindings.unwrap().write(&mut header);
    let header = String::from_utf8(header).unwrap();
    for function in [
        "caipan_judge",
        "caipan_judge_record",
        "caipan_free",
        "caipan_version",
    ] {
        assert!(
            header.contains(&format!("{function}(")),
            "{function}: {header}"
        );
    }
    let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("caipan.h");
    fs::write(&fresh, &header).unwrap();
    let kept = fs::read_to_string(Path::new(TOP).join("src/ffi/caipan.h")).unwrap_or_default();
    assert!(
        header == kept,
        "src/ffi/caipan.h is not what src/ffi/mod.rs has; replace it by {}",
        fresh.display()
    );
}

#[test]
fn python_calls_it() {
    let script = Path::new(TOP).join("tests/library/judge.py");
    let run = |words: &[&str]| {
        let mut python = Command::new("python3");
        python
            .env("PYTHONIOENCODING", "utf-8")
            .arg(&script)
            .arg(library());
        python.args(words).output().unwrap()
    };
    insta::assert_snapshot!(
        said(&run(&["cn2011", &[CHECKS; 3].join(" "), PERPETUAL]))
            .replace(env!("CARGO_PKG_VERSION"), "VERSION")
    );
    let refused = run(&["cn2011", "h2e2 h2e2"]);
    assert_eq!(refused.status.code(), Some(1));
    let complaint = std::str::from_utf8(&refused.stderr).unwrap();
    assert!(complaint.starts_with("move 2 of 2: "), "{complaint}");
}

#[test]
fn c_calls_it_and_gets_what_the_command_answers() {
    let folder = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = folder.path().join("judge");
    let mut compiler = Command::new("cc");
    compiler
        .args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I"])
        .arg(Path::new(TOP).join("src/ffi"))
        .arg(Path::new(TOP).join("tests/library/judge.c"))
        .arg(library())
        .arg("-o")
        .arg(&program);
    let compiled = compiler.output().unwrap();
    assert!(compiled.status.success(), "{compiled:?}");
    let answer = Command::new(&program)
        .args(["axf", CHECKS, PERPETUAL])
        .output()
        .unwrap();
    let words = [
        "--json", "--rules", "axf", "--moves", CHECKS, "--fen", PERPETUAL,
    ];
    assert_eq!(said(&answer), said(&judge(&words, b"")));
    let refused = Command::new(&program)
        .args(["axf", "h2e3"])
        .output()
        .unwrap();
    let refused: Value = serde_json::from_str(said(&refused)).unwrap();
    assert_eq!(refused["error"]["kind"], "move");
}
