//! Rust source as words and paths, as far as the tests of the repository look at it.
//!
//! Comments, texts and characters are passed over, so that a word in them is never taken for code.

/// A piece of the source and the line it stands on, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) line: usize,
}

/// A kind of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name, a keyword or a number.
    Word(String),
    /// `::`
    Separator,
    /// Any other sign.
    Sign(char),
}

/// A path as written in the source, each branch of a `use` tree by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// The names. Paths of this crate start at its root, without the word `crate`.
    pub(crate) names: Vec<String>,
    /// Whether the path leads into this crate: it began with `crate`, `self` or `super`.
    pub(crate) is_own: bool,
    /// Whether `!` follows: a macro.
    pub(crate) is_macro: bool,
    /// The line, from 1.
    pub(crate) line: usize,
}

impl Path {
    /// Gives the path as text.
    pub(crate) fn text(&self) -> String {
        let root = if self.is_own { "crate::" } else { "" };
        format!("{root}{}", self.names.join("::"))
    }
}

/// Cuts a source into tokens.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut reader = Reader {
        rest: source,
        line: 1,
    };
    let mut tokens = Vec::new();
    while let Some(first) = reader.rest.chars().next() {
        let line = reader.line;
        let mut push = |kind| tokens.push(Token { kind, line });
        let rest = reader.rest;
        if rest.starts_with("//") {
            reader.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            reader.skip_comment();
        } else if rest.starts_with("::") {
            reader.skip(2);
            push(TokenKind::Separator);
        } else if first == '"' {
            reader.skip_text();
        } else if first == '\'' {
            reader.skip_character();
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            let word = &rest[..end];
            reader.skip(end);
            if !(matches!(word, "r" | "br" | "cr") && reader.skip_raw_text()) {
                push(TokenKind::Word(word.to_owned()));
            }
        } else {
            reader.skip(first.len_utf8());
            if !first.is_whitespace() {
                push(TokenKind::Sign(first));
            }
        }
    }
    tokens
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl Reader<'_> {
    fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }

    fn skip_comment(&mut self) {
        let mut depth = 0;
        loop {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.skip(2);
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.skip(2);
            } else {
                let Some(c) = self.rest.chars().next() else {
                    return;
                };
                self.skip(c.len_utf8());
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Skips a text from its opening quotation mark on.
    fn skip_text(&mut self) {
        let mut escaped = false;
        let end = self.rest[1..].find(|c| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        self.skip(end.map_or(self.rest.len(), |end| end + 2));
    }

    /// Skips a raw text from behind its letters on; `false` if there is none.
    fn skip_raw_text(&mut self) -> bool {
        let hashes = self.rest.bytes().take_while(|b| *b == b'#').count();
        if !self.rest[hashes..].starts_with('"') {
            return false;
        }
        let close = format!("\"{}", "#".repeat(hashes));
        let start = hashes + 1;
        let end = self.rest[start..].find(&close);
        self.skip(end.map_or(self.rest.len(), |end| start + end + close.len()));
        true
    }

    /// Skips a character, or only the mark of a lifetime.
    fn skip_character(&mut self) {
        let mut inside = self.rest[1..].chars();
        let length = match (inside.next(), inside.next()) {
            (Some('\\'), Some(escaped)) => {
                let start = 2 + escaped.len_utf8();
                self.rest[start..].find('\'').map(|end| start + end + 1)
            }
            (Some(c), Some('\'')) => Some(c.len_utf8() + 2),
            _ => None,
        };
        self.skip(length.unwrap_or(1));
    }
}

/// Lists every path of a source whose module has the names `module` (`["board", "square"]` for `src/board/square.rs`).
pub(crate) fn paths(source: &str, module: &[&str]) -> Vec<Path> {
    let tokens = tokens(source);
    let mut module: Vec<String> = module.iter().map(|name| (*name).to_owned()).collect();
    // The depths at which the inline modules around the token were opened.
    let mut opened = Vec::new();
    let mut depth = 0;
    let mut paths = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match &token.kind {
            TokenKind::Sign('{') => depth += 1,
            TokenKind::Sign('}') => {
                depth -= 1;
                if opened.last() == Some(&depth) {
                    opened.pop();
                    module.pop();
                }
            }
            TokenKind::Word(word) if word == "mod" => {
                if let [Some(TokenKind::Word(name)), Some(TokenKind::Sign('{'))] =
                    [at + 1, at + 2].map(|i| tokens.get(i).map(|token| &token.kind))
                {
                    module.push(name.clone());
                    opened.push(depth);
                }
            }
            TokenKind::Word(_) if begins_path(&tokens, at) => {
                at = read_tree(&tokens, at, &[], &module, &mut paths);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    paths
}

/// Tells whether a path begins with the word at `at`: it is no field and no method, and continues no path.
fn begins_path(tokens: &[Token], at: usize) -> bool {
    let back = |n| at.checked_sub(n).map(|i| &tokens[i].kind);
    match back(1) {
        // The second point of a range.
        Some(TokenKind::Sign('.')) => back(2) == Some(&TokenKind::Sign('.')),
        Some(TokenKind::Separator) => {
            !matches!(back(2), Some(TokenKind::Word(_) | TokenKind::Sign('>')))
        }
        _ => true,
    }
}

/// Reads a path or `use` tree from the token at `at` on, adds its branches to `paths`, and gives the place behind it.
fn read_tree(
    tokens: &[Token],
    mut at: usize,
    stem: &[String],
    module: &[String],
    paths: &mut Vec<Path>,
) -> usize {
    let mut names = stem.to_vec();
    let line = tokens.get(at).map_or(0, |token| token.line);
    loop {
        match tokens.get(at).map(|token| &token.kind) {
            Some(TokenKind::Word(word)) => {
                names.push(word.clone());
                at += 1;
                if !matches!(
                    tokens.get(at).map(|token| &token.kind),
                    Some(TokenKind::Separator)
                ) {
                    break;
                }
                at += 1;
            }
            Some(TokenKind::Sign('*')) => {
                names.push("*".to_owned());
                at += 1;
                break;
            }
            Some(TokenKind::Sign('{')) => {
                at += 1;
                loop {
                    match tokens.get(at).map(|token| &token.kind) {
                        None => return at,
                        Some(TokenKind::Sign('}')) => return at + 1,
                        Some(TokenKind::Sign(',')) => at += 1,
                        _ => at = read_tree(tokens, at, &names, module, paths).max(at + 1),
                    }
                }
            }
            _ => break,
        }
    }
    let is_macro = matches!(
        tokens.get(at).map(|token| &token.kind),
        Some(TokenKind::Sign('!'))
    );
    let (names, is_own) = resolve(names, module);
    paths.push(Path {
        names,
        is_own,
        is_macro,
        line,
    });
    at
}

/// Turns `crate`, `self` and `super` into names from the root.
fn resolve(names: Vec<String>, module: &[String]) -> (Vec<String>, bool) {
    let is_own = names
        .first()
        .is_some_and(|name| matches!(&**name, "crate" | "self" | "super"));
    let mut resolved = if is_own { module.to_vec() } else { Vec::new() };
    for name in names {
        match &*name {
            "crate" => resolved.clear(),
            "super" => {
                resolved.pop();
            }
            "self" => {}
            _ => resolved.push(name),
        }
    }
    (resolved, is_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths of this crate in a source that stands in `src/notation/wxf.rs`.
    fn own(source: &str) -> Vec<String> {
        paths(source, &["notation", "wxf"])
            .iter()
            .filter(|path| path.is_own)
            .map(Path::text)
            .collect()
    }

    #[test]
    fn every_way_of_naming_a_module_is_seen() {
        let cases: &[(&str, &[&str])] = &[
            ("use crate::board::Square;", &["crate::board::Square"]),
            ("pub use crate::board::*;", &["crate::board::*"]),
            (
                "use crate::{\n  board::{Square, color::{self, Color}},\n  position,\n};",
                &[
                    "crate::board::Square",
                    "crate::board::color",
                    "crate::board::color::Color",
                    "crate::position",
                ],
            ),
            ("use crate::board as b;", &["crate::board"]),
            ("use super::tandem;", &["crate::notation::tandem"]),
            (
                "use super::super::engine::Event;",
                &["crate::engine::Event"],
            ),
            ("fn f(x: crate::search::Node) {}", &["crate::search::Node"]),
            (
                "let x = crate::cli::run::<u8>() + $crate::web::y;",
                &["crate::cli::run", "crate::web::y"],
            ),
            (
                "mod a { mod tests { use super::super::super::super::cli; } } use super::super::web;",
                &["crate::cli", "crate::web"],
            ),
            (
                "mod tests { fn f() {} use super::super::x; }",
                &["crate::notation::x"],
            ),
            ("pub(crate) fn f() {}", &["crate::"]),
            (
                "// crate::a\n/* crate::b /* */ crate::c */ /// [`crate::d`]\n",
                &[],
            ),
            (
                r####"let t = ("crate::a \" crate::b", r#"" crate::c"#, '"', '\'', b'"'); crate::d"####,
                &["crate::d"],
            ),
            ("fn f<'a>(x: &'a crate::a::B) {}", &["crate::a::B"]),
            ("0..crate::a::B", &["crate::a::B"]),
        ];
        for (source, expected) in cases {
            assert_eq!(own(source), *expected, "{source}");
        }
    }

    #[test]
    fn foreign_paths_and_macros_are_told_apart() {
        let found: Vec<(String, bool)> =
            paths("::std::io::stdout(); x.stdout(); println!(\"\")", &["cli"])
                .into_iter()
                .map(|path| (path.text(), path.is_macro))
                .collect();
        let expected = [("std::io::stdout", false), ("x", false), ("println", true)]
            .map(|(text, is_macro)| (text.to_owned(), is_macro));
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_are_counted_through_everything() {
        let source = "/* 1\n2 */ \"\n\" // 3\nr\"\n\" word";
        assert_eq!(
            tokens(source),
            [Token {
                kind: TokenKind::Word("word".to_owned()),
                line: 5
            }]
        );
    }
}
