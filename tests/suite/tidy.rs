//! The order of the repository: layers, sizes, names, and what may stand where.

use std::fs;
use std::path::Path;

use crate::support::rust_source::{self, TokenKind};

/// The folders of `src` by rank, lowest first.
const RANKS: [&[&str]; 10] = [
    &["text", "stats", "board"],
    &["position"],
    &["notation", "analysis"],
    &["ruling", "record", "protocol"],
    &["search"],
    &["engine", "training"],
    &["adapter", "tournament"],
    &["report"],
    &["web", "ffi"],
    &["cli"],
];

/// What a folder, or one file of it, may import. The folders of the two last ranks may import every lower one.
const ALLOWED: [(&str, &[&str]); 16] = [
    ("text", &[]),
    ("stats", &[]),
    ("board", &[]),
    ("position", &["board", "text"]),
    ("notation", &["position", "board", "text"]),
    ("analysis", &["position", "board", "text"]),
    ("ruling", &["position", "board"]),
    ("ruling/explain.rs", &["notation"]),
    ("record", &["notation", "position", "board", "text"]),
    (
        "protocol",
        &["analysis", "notation", "position", "board", "text"],
    ),
    ("search", &["ruling", "analysis", "position", "board"]),
    (
        "training",
        &["search", "ruling", "analysis", "position", "board"],
    ),
    (
        "engine",
        &[
            "search", "ruling", "protocol", "analysis", "notation", "position", "board", "text",
        ],
    ),
    (
        "adapter",
        &[
            "engine", "ruling", "protocol", "analysis", "notation", "position", "board", "text",
        ],
    ),
    (
        "tournament",
        &[
            "engine", "ruling", "record", "stats", "analysis", "notation", "position", "board",
            "text",
        ],
    ),
    (
        "report",
        &[
            "tournament",
            "ruling",
            "record",
            "stats",
            "analysis",
            "notation",
            "position",
            "board",
            "text",
        ],
    ),
];

/// What may stand at the top of the repository.
const TOP_LEVEL: [&str; 12] = [
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "tests",
    "engines",
    "scripts",
    "README.md",
    "README.zh.md",
    "CHANGELOG.md",
    "LICENSE",
    ".ci",
    ".gitignore",
];

/// Names that say nothing.
const EMPTY_NAMES: [&str; 5] = ["utils", "helpers", "common", "types", "misc"];

const MAX_LINES: usize = 500;

/// A file of the repository; the path is relative to its top, with `/` between the names.
struct File {
    path: String,
    content: Vec<u8>,
}

impl File {
    /// Gives the text of a Rust source.
    fn rust(&self) -> Option<&str> {
        let is_rust = self.path.ends_with(".rs");
        is_rust.then(|| std::str::from_utf8(&self.content).expect("Rust source is UTF-8"))
    }
}

/// Reads the whole repository but what builds, failed properties and the fuzzer leave in it.
fn files() -> Vec<File> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(top.join(&folder)).expect("the folder is readable") {
            let entry = entry.expect("the folder is readable");
            let name = entry.file_name().into_string().expect("names are UTF-8");
            let path = format!("{folder}{name}");
            if matches!(&*name, ".git" | "target" | "proptest-regressions")
                || matches!(&*path, "tests/fuzz/corpus" | "tests/fuzz/artifacts")
            {
                continue;
            }
            if entry.file_type().expect("the type is known").is_dir() {
                folders.push(format!("{path}/"));
            } else {
                let content = fs::read(entry.path()).expect("the file is readable");
                files.push(File { path, content });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Holds every Rust source under one of `folders` to a rule that gives its faults as (line, what).
fn check(folders: &[&str], rule: impl Fn(&str, &str) -> Vec<(usize, String)>) {
    let mut faults = Vec::new();
    let mut seen = 0;
    for file in files() {
        let Some(source) = file.rust() else { continue };
        if folders.iter().any(|folder| file.path.starts_with(folder)) {
            seen += 1;
            let found = rule(&file.path, source).into_iter();
            faults.extend(found.map(|(line, what)| format!("{}:{line}: {what}", file.path)));
        }
    }
    assert!(seen > 0, "no source under {folders:?}");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The names of the module a file holds: `src/board/square.rs` is `["board", "square"]`.
fn module(path: &str) -> Vec<&str> {
    let inner = path.strip_prefix("src/").unwrap_or(path);
    let inner = inner.strip_suffix(".rs").unwrap_or(inner);
    let inner = inner.strip_suffix("/mod").unwrap_or(inner);
    inner
        .split('/')
        .filter(|name| !matches!(*name, "lib" | "main"))
        .collect()
}

fn rank(folder: &str) -> Option<usize> {
    RANKS.iter().position(|rank| rank.contains(&folder))
}

/// Tells whether the file `path` of `folder` may import the folder `target`.
fn may_import(path: &str, folder: &str, target: &str) -> bool {
    let (Some(own), Some(lower)) = (rank(folder), rank(target)) else {
        return false;
    };
    let mut entries = ALLOWED
        .iter()
        .filter(|(key, _)| *key == folder || path.strip_prefix("src/") == Some(*key));
    folder == target
        || own + 2 >= RANKS.len() && lower < own
        || entries.any(|(_, targets)| targets.contains(&target))
}

/// Imports against the order of the layers.
fn layer_faults(path: &str, source: &str) -> Vec<(usize, String)> {
    let module = module(path);
    let mut faults = Vec::new();
    for import in rust_source::paths(source, &module) {
        let (folder, target) = match (path, import.is_own, &*import.names) {
            ("src/lib.rs", ..) | (_, true, []) => continue,
            ("src/main.rs", false, [root, target, ..]) if root == "caipan" => ("main.rs", target),
            (_, true, [target, ..]) => (*module.first().unwrap_or(&"main.rs"), target),
            (_, false, _) => continue,
        };
        let allowed = match folder {
            "main.rs" => target == "cli",
            _ => may_import(path, folder, target),
        };
        if !allowed {
            let what = format!("`{folder}` may not import `{}`", import.text());
            faults.push((import.line, what));
        }
    }
    faults
}

#[test]
fn folders_import_only_from_lower_ranks() {
    check(&["src/"], layer_faults);
}

#[test]
fn the_allow_list_follows_the_ranks() {
    for (key, targets) in ALLOWED {
        let folder = key.split('/').next().expect("a key has a folder");
        for target in targets {
            assert!(rank(target) < rank(folder), "{key} → {target}");
            assert!(rank(target).is_some(), "{target}");
        }
    }
    for file in files() {
        if let Some((folder, _)) = file
            .path
            .strip_prefix("src/")
            .and_then(|p| p.split_once('/'))
        {
            assert!(rank(folder).is_some(), "{}: no such layer", file.path);
        }
    }
}

/// Printing where only the command line, the front end and a bench may print, and the soak may tell its seed.
fn print_faults(path: &str, source: &str) -> Vec<(usize, String)> {
    let may_print = ["src/cli/", "tests/bench/"]
        .iter()
        .any(|folder| path.starts_with(folder));
    let may_print_output = may_print || path == "src/adapter/frontend.rs";
    let may_print_errors = may_print || path == "tests/suite/relay_soak.rs";
    let found = rust_source::paths(source, &module(path)).into_iter();
    found
        .filter(|path| {
            let names: Vec<&str> = path.names.iter().map(String::as_str).collect();
            match (path.is_macro, &*names) {
                (true, [.., "print" | "println"]) | (false, [.., "io", "stdout"]) => {
                    !may_print_output
                }
                (true, [.., "eprint" | "eprintln"]) | (false, [.., "io", "stderr"]) => {
                    !may_print_errors
                }
                (true, [.., "dbg"]) => true,
                _ => false,
            }
        })
        .map(|path| (path.line, format!("`{}` prints", path.text())))
        .collect()
}

#[test]
fn only_the_edge_prints() {
    check(&["src/", "tests/"], print_faults);
}

/// A source that is too long to be about one thing.
fn length_faults(_path: &str, source: &str) -> Vec<(usize, String)> {
    let lines = source.lines().count();
    if lines > MAX_LINES {
        vec![(lines, format!("{lines} lines, at most {MAX_LINES}"))]
    } else {
        Vec::new()
    }
}

#[test]
fn sources_are_short() {
    check(&["src/", "tests/", "engines/"], length_faults);
}

/// Tests that never run.
fn ignore_faults(_path: &str, source: &str) -> Vec<(usize, String)> {
    let tokens = rust_source::tokens(source);
    let attribute = [TokenKind::Sign('['), TokenKind::Word("ignore".to_owned())];
    tokens
        .windows(2)
        .filter(|pair| pair.iter().map(|token| &token.kind).eq(&attribute))
        .map(|pair| (pair[0].line, "a test that never runs".to_owned()))
        .collect()
}

#[test]
fn no_test_is_ignored() {
    check(&["src/", "tests/", "engines/"], ignore_faults);
}

/// The lines that say `unsafe`.
fn unsafe_lines(source: &str) -> Vec<usize> {
    let word = TokenKind::Word("unsafe".to_owned());
    let tokens = rust_source::tokens(source).into_iter();
    tokens
        .filter(|token| token.kind == word)
        .map(|token| token.line)
        .collect()
}

/// `unsafe` stands in the C interface, and in at most one file each of the board and the search.
#[test]
fn unsafe_stands_only_where_it_pays() {
    let files = files();
    let found: Vec<&str> = files
        .iter()
        .filter(|file| {
            file.rust()
                .is_some_and(|source| !unsafe_lines(source).is_empty())
        })
        .map(|file| &*file.path)
        .collect();
    for folder in ["src/board/", "src/search/"] {
        let here = found.iter().filter(|path| path.starts_with(folder));
        assert!(here.count() <= 1, "unsafe in {found:?}");
    }
    let allowed = ["src/ffi/", "src/board/", "src/search/"];
    assert!(
        found
            .iter()
            .all(|path| allowed.iter().any(|folder| path.starts_with(folder))),
        "unsafe in {found:?}"
    );
}

#[test]
fn names_say_something() {
    for file in files() {
        for name in file.path.split('/') {
            let stem = name.split('.').next().unwrap_or(name);
            assert!(!EMPTY_NAMES.contains(&stem), "{}", file.path);
        }
    }
}

#[test]
fn the_top_level_is_short() {
    for file in files() {
        let name = file.path.split('/').next().unwrap_or_default();
        assert!(TOP_LEVEL.contains(&name), "{name} at the top level");
    }
}

/// The modules a source declares in files of their own.
fn declared(source: &str) -> Vec<String> {
    let tokens = rust_source::tokens(source);
    let kinds = tokens.iter().map(|token| &token.kind).collect::<Vec<_>>();
    kinds
        .windows(3)
        .filter_map(|three| match three {
            [
                TokenKind::Word(word),
                TokenKind::Word(name),
                TokenKind::Sign(';'),
            ] if word == "mod" => Some(name.clone()),
            _ => None,
        })
        .collect()
}

/// Cargo finds no target and no module by itself here: a forgotten file would never be built.
#[test]
fn every_source_is_built() {
    let files = files();
    let text = |path: &str| {
        let file = files.iter().find(|file| file.path == path)?;
        std::str::from_utf8(&file.content).ok()
    };
    for file in files.iter().filter(|file| file.rust().is_some()) {
        let path = &*file.path;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_root = matches!(name, "main.rs" | "lib.rs") || path == "src/library.rs";
        let is_target = is_root || matches!(folder, "engines" | "tests" | "tests/bench");
        let (listed, list) = if let Some(target) = path.strip_prefix("tests/fuzz/") {
            let manifest = text("tests/fuzz/Cargo.toml").unwrap_or_default();
            (
                manifest.contains(target),
                "tests/fuzz/Cargo.toml".to_owned(),
            )
        } else if is_target {
            let manifest = text("Cargo.toml").unwrap_or_default();
            (manifest.contains(path), "Cargo.toml".to_owned())
        } else {
            let (parent, module) = match name {
                "mod.rs" => folder.rsplit_once('/').unwrap_or(("", folder)),
                _ => (folder, name.trim_end_matches(".rs")),
            };
            let parents = ["mod.rs", "lib.rs", "main.rs"].map(|file| format!("{parent}/{file}"));
            let beside = format!("{parent}.rs");
            let listed = parents
                .iter()
                .chain([&beside])
                .filter_map(|parent| text(parent))
                .any(|source| declared(source).iter().any(|name| name == module));
            (listed, parent.to_owned())
        };
        assert!(listed, "{path} is not listed in {list}");
    }
}

/// The words that would tie the repository to the place it was written at; put together here so as not to be found.
fn foreign_places() -> [String; 2] {
    [["..", "/shared"].concat(), ["/wo", "rk/"].concat()]
}

#[test]
fn nothing_names_a_place_outside() {
    for file in files() {
        let text = String::from_utf8_lossy(&file.content);
        for place in foreign_places() {
            assert!(!text.contains(&place), "{} names {place}", file.path);
        }
    }
}

/// Each rule finds what it is there for.
#[test]
fn the_rules_can_fail() {
    let layers: &[(&str, &str, usize)] = &[
        ("src/board/square.rs", "use crate::position::Move;", 1),
        ("src/board/square.rs", "use crate::{board::Color, cli};", 1),
        ("src/board/mod.rs", "use crate::text::decode;", 1),
        ("src/board/mod.rs", "use super::position;", 1),
        ("src/board/mod.rs", "use crate::unheard_of;", 1),
        ("src/board/mod.rs", "use crate::*;", 1),
        ("src/ruling/verdict.rs", "use crate::notation::wxf;", 1),
        ("src/ruling/explain.rs", "use crate::notation::wxf;", 0),
        ("src/ruling/explain.rs", "use crate::{search, position};", 1),
        ("src/position/mod.rs", "pub use crate::board::Square;", 0),
        ("src/web/live.rs", "use crate::{report, stats};", 0),
        ("src/web/live.rs", "use crate::{ffi, cli};", 2),
        (
            "src/report/chart.rs",
            "mod a { use super::super::super::engine; }",
            1,
        ),
        ("src/cli/mod.rs", "use crate::{web, ffi, board};", 0),
        ("src/main.rs", "use caipan::cli; use caipan::board;", 1),
    ];
    for (path, source, count) in layers {
        assert_eq!(layer_faults(path, source).len(), *count, "{path}: {source}");
    }
    let prints: &[(&str, &str, usize)] = &[
        ("src/search/mod.rs", "println!(\"\"); std::eprint!(\"\")", 2),
        ("src/search/mod.rs", "use std::io::{self, stdout};", 1),
        ("src/search/mod.rs", "io::stdout(); dbg!(1)", 2),
        ("src/search/mod.rs", "child.stdout.take(); writeln!(f)", 0),
        ("src/adapter/frontend.rs", "std::io::stdout();", 0),
        ("src/adapter/frontend.rs", "eprintln!()", 1),
        ("src/cli/mod.rs", "println!(); eprintln!()", 0),
        ("tests/suite/main.rs", "println!()", 1),
    ];
    for (path, source, count) in prints {
        assert_eq!(print_faults(path, source).len(), *count, "{path}: {source}");
    }
    assert_eq!(length_faults("", &"\n".repeat(MAX_LINES)).len(), 0);
    assert_eq!(length_faults("", &"\n".repeat(MAX_LINES + 1)).len(), 1);
    assert_eq!(ignore_faults("", "#[test]\n#[ignore = \"\"]").len(), 1);
    assert_eq!(unsafe_lines("// unsafe\nunsafe {}"), [2]);
    assert_eq!(declared("mod a; pub mod b; mod c {} // mod d;"), ["a", "b"]);
}
