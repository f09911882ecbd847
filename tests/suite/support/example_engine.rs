//! What Cargo builds as examples beside the tests: the engines of our own, and the dynamic library.

use std::env;

/// Gives the path of an engine: `scripted` or `random_mover`.
pub(crate) fn path(name: &str) -> String {
    file(&format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Gives the path of an example by the name of its file.
pub(crate) fn file(name: &str) -> String {
    let test = env::current_exe().expect("a test knows its own file");
    let target = test.ancestors().nth(2).expect("tests are in target/*/deps");
    let path = target.join("examples").join(name);
    assert!(
        path.exists(),
        "{path:?} is not built: cargo build --examples"
    );
    path.into_os_string().into_string().expect("paths are text")
}
