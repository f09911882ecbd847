//! The files of tests/data that are run one by one.

use std::fs;

/// Gives the names of the files of a folder, without their endings, in order.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let folder = format!("{}/tests/data/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            path.file_stem().unwrap().to_str().unwrap().to_owned()
        })
        .collect();
    names.sort();
    names
}
