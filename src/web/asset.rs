//! What a browser loads: the pages, their style and scripts, and the pieces.

use askama::Template;

use crate::board::Color;
use crate::report::{BOARD_STYLE, View, board_definition, board_definitions};
use crate::ruling::RuleSet;

/// A file of the page.
pub(super) struct Asset {
    pub(super) path: &'static str,
    pub(super) content_type: &'static str,
    pub(super) text: String,
}

#[derive(Template)]
#[template(path = "page.html", config = "src/web/askama.toml")]
struct Page<'a> {
    definitions: &'a str,
    rules: &'a [&'static str],
    version: &'static str,
}

#[derive(Template)]
#[template(path = "match.html", config = "src/web/askama.toml")]
struct MatchPage<'a> {
    definitions: &'a str,
    version: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

/// Gives all files.
pub(super) fn all() -> Vec<Asset> {
    let version = env!("CARGO_PKG_VERSION");
    let definitions = &definitions();
    let page = Page {
        definitions,
        rules: &RuleSet::NAMES,
        version,
    };
    let match_page = MatchPage {
        definitions,
        version,
    };
    let style = [BOARD_STYLE, include_str!("assets/style.css")].concat();
    let files = [
        ("/", HTML, page.render().unwrap_or_default()),
        ("/match", HTML, match_page.render().unwrap_or_default()),
        ("/style.css", STYLE, style),
        ("/board.js", SCRIPT, include_str!("assets/board.js").into()),
        ("/both.js", SCRIPT, include_str!("assets/both.js").into()),
        ("/page.js", SCRIPT, include_str!("assets/page.js").into()),
        ("/words.js", SCRIPT, include_str!("assets/words.js").into()),
        ("/match.js", SCRIPT, include_str!("assets/match.js").into()),
        ("/icon.svg", IMAGE, icon(definitions)),
    ];
    let asset = |(path, content_type, text)| Asset {
        path,
        content_type,
        text,
    };
    files.map(asset).into()
}

/// Gives what the boards refer to, seen from either side.
fn definitions() -> String {
    let from_black = View {
        bottom: Color::Black,
        ..View::default()
    };
    board_definitions(View::default()) + &board_definition(from_black, "b-board-black")
}

/// Draws the red king alone.
fn icon(definitions: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-300 -300 600 600\"><style>{BOARD_STYLE}</style>\
         <defs>{definitions}</defs><use href=\"#b-wk\"/></svg>"
    )
}
