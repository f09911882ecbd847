//! The engines of our own, which Cargo builds as examples beside the tests.

use std::env;

/// Gives the path of one: `scripted` or `random_mover`.
pub(crate) fn path(name: &str) -> String {
    let test = env::current_exe().expect("a test knows its own file");
    let target = test.ancestors().nth(2).expect("tests are in target/*/deps");
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = target.join("examples").join(name);
    assert!(
        path.exists(),
        "{path:?} is not built: cargo build --examples"
    );
    path.into_os_string().into_string().expect("paths are text")
}
