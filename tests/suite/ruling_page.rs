//! The page and the pictures of `caipan judge`.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use caipan::notation::read_any;
use caipan::position::{Line, Position};
use caipan::report::picture as picture_of;
use caipan::ruling::{RuleSet, findings};
use serde_json::json;

use crate::judge::{PERPETUAL, judge};

const ROUND: &str = "f0e0 e8f8 e0f0 f8e8 ";

/// Judges with a page and reads it.
fn page(arguments: &[&str], input: &str) -> (Output, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let mut arguments = arguments.to_vec();
    arguments.extend(["--html", file.to_str().unwrap()]);
    let output = judge(&arguments, input.as_bytes());
    let page = fs::read_to_string(&file).unwrap();
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    (output, page)
}

/// Draws a game and reads the picture, its outlines of characters cut out.
fn picture(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    let mut arguments = arguments.to_vec();
    arguments.extend(["--svg", file.to_str().unwrap()]);
    let output = judge(&arguments, b"");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let svg = fs::read_to_string(&file).unwrap();
    let lines = svg.lines().map(|line| match line.split_once(" d=\"m") {
        Some((before, after)) => {
            let rest = after.split_once('"').map_or("", |(_, rest)| rest);
            format!("{before} d=\"…\"{rest}\n")
        }
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// The values of an attribute, in their order.
fn values<'a>(text: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    let pieces = text.split(&start).skip(1);
    pieces.filter_map(|piece| piece.split('"').next()).collect()
}

/// Three records: a perpetual check, one with nothing to rule, and one that is wrong.
fn records() -> String {
    let moves: Vec<&str> = ROUND.split_whitespace().collect();
    let records = [
        json!({"id": "perpetual", "fen": PERPETUAL, "moves": moves}),
        json!({"id": 2, "moves": ["h2e2"]}),
        json!({"id": "<wrong>", "moves": ["h2h2"]}),
    ];
    records.map(|record| record.to_string()).join("\n")
}

#[test]
fn a_page_of_several_games_has_an_index_and_a_board_for_each_move() {
    let (output, page) = page(&["--jsonl", "-", "--rules", "cn2011,axf"], &records());
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 5, "the answers are written as well");
    let ids = values(&page, "id");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    let games = unique.iter().filter(|id| id.starts_with("game-"));
    assert_eq!(games.count(), 3);
    for href in values(&page, "href") {
        let target = href.strip_prefix('#').expect("a place in the page");
        assert!(unique.contains(target), "{href}");
    }
    let (head, body) = page.split_once("<body>").unwrap();
    assert_eq!(head.matches("<style>").count(), 1);
    for foreign in ["://", "src=", "<script", "<link", "@import"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let articles: Vec<&str> = body.split("<article").skip(1).collect();
    let figures = |article: &str| article.matches("<figure").count();
    // A board for each move that is ruled, once for all rule sets; else the last position.
    assert_eq!(
        articles
            .iter()
            .map(|article| figures(article))
            .collect::<Vec<_>>(),
        [4, 1, 0]
    );
    for words in [
        "红方必须变着，不变判负",
        "Red must change or loses",
        "24.9, 25.1",
        "车四平五（将）<span lang=\"en\">R4=5 (check)</span>",
        "将5平6（闲）<span lang=\"en\">K5=6 (idle)</span>",
        "直接攻击对方将帅，判“将”（24.1）",
        "attacks the enemy king: check (24.1)",
    ] {
        assert!(articles[0].contains(words), "{words}");
    }
    assert!(articles[1].contains("No position recurs"));
    assert!(articles[2].contains("&#60;wrong&#62;"), "{}", articles[2]);
    assert!(articles[2].contains("<section class=\"index\">"));
    assert!(articles[2].contains(
        "<td class=\"name\">cn2011</td><td>2</td><td>1</td><td>0</td><td>0</td><td>1</td>"
    ));
}

#[test]
fn totals_count_what_the_index_tells() {
    // A repetition that nobody minds, and a mate.
    let moves = ["f0f1", "d9d8", "f1f0", "d8d9", "a1a8", "d9e9", "i1i9"];
    let game = json!({"fen": "3k5/9/9/9/9/9/9/9/R7R/5K3 w", "moves": moves}).to_string();
    let (_, page) = page(&["--jsonl", "-"], &format!("{game}\n{game}\n"));
    let index = page.split_once("<section class=\"index\">").unwrap().1;
    assert_eq!(index.matches("Red wins by mate").count(), 2, "{index}");
    let totals = "<td>2</td><td>0</td><td>0</td><td>0</td><td>2</td>";
    assert!(index.contains(totals), "{index}");
}

#[test]
fn a_repetition_that_ends_the_line_of_a_given_stretch_is_counted() {
    let records = include_str!("../rulings/seed2.jsonl");
    let (_, page) = page(&["--jsonl", "-", "--rules", "axf"], records);
    let totals = "<td>10</td><td>5</td><td>1</td><td>4</td><td>0</td>";
    assert!(page.contains(totals), "every example has a ruling");
}

#[test]
fn names_of_a_game_file_are_no_markup() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a&b.pgn");
    fs::write(
        &file,
        "[Red \"<script>alert(1)</script>\"]\n[Black \"</p>\"]\n1. h2e2 *\n",
    )
    .unwrap();
    let (output, page) = page(&[file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(!page.contains("<script"), "{page}");
    assert!(page.contains("&#60;script&#62;alert(1)&#60;/script&#62; - &#60;/p&#62;"));
    assert!(page.contains("a&#38;b.pgn · 棋例裁决 Rulings</title>"));
    assert!(
        !page.contains("<section class=\"index\">"),
        "one game needs no index"
    );
}

#[test]
fn the_page_is_sound() {
    let (_, page) = page(&["--jsonl", "-", "--rules", "cn2011,axf"], &records());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    fs::write(&file, page).unwrap();
    let found = Command::new("tidy").args(["-q", "-e"]).arg(&file).output();
    let found = found.expect("Debian's tidy is installed");
    let told = String::from_utf8(found.stderr).unwrap();
    assert!(found.status.success() && told.is_empty(), "{told}");
}

/// Draws the last of some moves and tells its rings, and its arrows but the first, which is the move.
fn drawn(fen: &str, moves: &str) -> (String, String) {
    let mut line = Line::new(Position::from_fen(fen).unwrap());
    for word in moves.split(' ') {
        let mv = read_any(line.position(), word).unwrap();
        line.push_unchecked(mv);
    }
    let finding = findings(&line, &RuleSet::default()).pop();
    let picture = picture_of(&line, line.len(), finding.as_ref());
    assert_eq!(picture.last_move, line.move_at(line.len() - 1));
    assert_eq!(
        picture.arrows.first().map(|arrow| arrow.mv),
        picture.last_move
    );
    let targets: Vec<_> = picture.targets.iter().map(ToString::to_string).collect();
    let arrows = picture.arrows[1..].iter().map(|arrow| {
        let number = arrow
            .number
            .map_or_else(String::new, |number| format!(" {number}"));
        format!("{:?} {}{number}", arrow.role, arrow.mv)
    });
    (targets.join(" "), arrows.collect::<Vec<_>>().join(", "))
}

#[test]
fn arrows_show_what_a_move_threatens_and_the_line_that_proves_it() {
    let thirteen = "3ak4/4aP3/4b4/9/9/2r6/4C4/5A3/2C6/3A1K3 w";
    let cases = [
        // The checkers, to the king.
        (PERPETUAL, "f0e0", "e8", "Attack e0e8"),
        // A mate of one move.
        (thirteen, "f2e1", "e9", "Attack f8f9"),
        // The gravest target with its whole line.
        (
            thirteen,
            "f2e1 c4f4 e1f2 f4c4",
            "c1",
            "Attack c4c1 1, Reply f8e8 2, Attack d9e8 3, Reply e3e8 4",
        ),
        // The other targets with the captures they begin with.
        (
            "3ak4/9/9/9/2n6/9/5R3/9/9/2c2K3 w",
            "f3c3",
            "c5 c0",
            "Attack c3c5, Attack c3c0",
        ),
        // Nothing.
        (PERPETUAL, "f0e0 e8f8", "", ""),
    ];
    for (fen, moves, targets, arrows) in cases {
        let expected = (targets.to_owned(), arrows.to_owned());
        assert_eq!(drawn(fen, moves), expected, "{fen} {moves}");
    }
}

#[test]
fn a_picture_of_a_check() {
    insta::assert_snapshot!(picture(&["--fen", PERPETUAL, "--moves", "f0e0"]));
}

#[test]
fn a_picture_shows_the_position_asked_for_from_the_side_asked_for() {
    let game = ["--fen", PERPETUAL, "--moves", ROUND];
    let of = |more: &[&str]| picture(&[&game, more].concat());
    let labels = |svg: &str| values(svg, "aria-label").concat();
    assert_eq!(
        labels(&of(&["--ply", "1"])),
        "2b6/4k4/9/9/9/9/9/9/2p6/3KR1Bc1 b - - 1 1"
    );
    // Red's rook on f0 stands at the fifth file from the left and the lowest rank, or turned about.
    let rook = |svg: &str| {
        svg.lines()
            .find(|line| line.contains("#b-wr"))
            .unwrap()
            .to_owned()
    };
    let start = of(&["--ply", "0"]);
    assert_eq!(rook(&start), r##"<use href="#b-wr" x="3000" y="5400"/>"##);
    assert!(
        !start.contains("<use href=\"#b-mark\""),
        "no move was played"
    );
    let flipped = of(&["--ply", "0", "--flip"]);
    assert_eq!(rook(&flipped), r##"<use href="#b-wr" x="1800" y="0"/>"##);
    let letters = of(&["--ply", "0", "--edges", "letters"]);
    let edge = |svg: &str| svg.matches("class=\"b-name\"").count();
    assert_eq!((edge(&start), edge(&letters)), (4 + 18, 4 + 19));
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let [svg, lost] = ["a.svg", "none/a.html"].map(place);
    let told = |arguments: &[&str], input: &str| {
        let output = judge(arguments, input.as_bytes());
        let text = String::from_utf8(output.stderr).unwrap();
        (text.replace(&place(""), ""), output.status.code())
    };
    let found = [
        told(&["--moves", "h2e2", "--svg", &svg, "--ply", "2"], ""),
        told(&["--jsonl", "-", "--svg", &svg], &records()),
        told(&["--moves", "h2e2", "--html", &lost], ""),
    ];
    let expected = [
        ("caipan: --ply: found 2, expected 0 to 1\n", 2),
        ("caipan: --svg: found 3 games, expected one\n", 2),
        (
            "caipan: none/a.html: No such file or directory (os error 2)\n",
            1,
        ),
    ];
    assert_eq!(
        found,
        expected.map(|(text, status)| (text.to_owned(), Some(status)))
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
