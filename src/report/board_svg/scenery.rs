//! What the boards of a page refer to: the board without pieces, the pieces, marks and numbers.

use std::fmt::Write;

use super::glyph::outline;
use super::{CELL, Coordinates, RADIUS, View};
use crate::board::{Color, Piece, PieceType};

/// Where the outermost lines run.
const LEFT: i32 = 0;
const RIGHT: i32 = 8 * CELL;
const TOP: i32 = 0;
const BOTTOM: i32 = 9 * CELL;

/// Writes the definitions; numbers of arrows reach from 1 to `most`.
pub(super) fn definitions(view: View, pieces: impl Iterator<Item = Piece>, most: usize) -> String {
    let mut text = String::from(
        "<radialGradient id=\"b-face\" cx=\"42%\" cy=\"36%\"><stop class=\"b-light\" offset=\".45\"/>\
         <stop class=\"b-rim\" offset=\"1\"/></radialGradient>\n",
    );
    write_board(&mut text, view, "b-board");
    for piece in pieces {
        write_piece(&mut text, piece);
    }
    let _ = writeln!(
        text,
        "<path id=\"b-mark\" class=\"b-mark\" d=\"{}\"/>",
        corners(280, 100)
    );
    for number in 1..=most {
        let digit = char::from_digit(number as u32, 10);
        let path = digit.map_or("", outline);
        let _ = writeln!(
            text,
            "<path id=\"b-{number}\" class=\"b-number\" transform=\"scale(.52)\" d=\"{path}\"/>"
        );
    }
    text
}

/// Draws the board without pieces, under an identifier.
pub(super) fn write_board(text: &mut String, view: View, id: &str) {
    let _ = writeln!(text, "<g id=\"{id}\">");
    text.push_str(
        "<rect class=\"b-wood\" x=\"-520\" y=\"-610\" width=\"5840\" height=\"6620\" rx=\"90\"/>\n",
    );
    let grain = (0..14).map(|row| {
        let (y, bend) = (-560 + row * 470 + row * row * 37 % 160, 60 + row * 53 % 90);
        format!("M-520 {y}q730-{bend} 1460 0t1460 0t1460 0t1460 0")
    });
    let grain: String = grain.collect();
    let _ = writeln!(text, "<path class=\"b-grain\" d=\"{grain}\"/>");
    text.push_str(
        "<rect class=\"b-edge\" x=\"-506\" y=\"-596\" width=\"5812\" height=\"6592\" rx=\"80\"/>\n",
    );
    let _ = writeln!(text, "<path class=\"b-line\" d=\"{}\"/>", lines());
    text.push_str(
        "<rect class=\"b-line b-frame\" x=\"-60\" y=\"-60\" width=\"4920\" height=\"5520\"/>\n",
    );
    for (x, character) in [(1, '楚'), (2, '河'), (6, '漢'), (7, '界')] {
        // Between the second and the fourth line from either side.
        let x = x * CELL + if x < 4 { CELL / 4 } else { -CELL / 4 };
        write_character(text, character, x, BOTTOM / 2, ".9");
    }
    write_coordinates(text, view);
    text.push_str("</g>\n");
}

/// Draws all lines of the board as one path: ranks, files beside the river, palaces, and the marks of cannons and pawns.
fn lines() -> String {
    let mut path = String::new();
    for rank in 0..10 {
        let _ = write!(path, "M{LEFT} {}H{RIGHT}", rank * CELL);
    }
    let (near, far) = (4 * CELL, 5 * CELL);
    for file in 0..9 {
        let x = file * CELL;
        let _ = match file {
            0 | 8 => write!(path, "M{x} {TOP}V{BOTTOM}"),
            _ => write!(path, "M{x} {TOP}V{near}M{x} {far}V{BOTTOM}"),
        };
    }
    for top in [TOP, BOTTOM - 2 * CELL] {
        let (left, right, bottom) = (3 * CELL, 5 * CELL, top + 2 * CELL);
        let _ = write!(
            path,
            "M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
        );
    }
    let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
    let pawns = [3, 6]
        .into_iter()
        .flat_map(|rank| [0, 2, 4, 6, 8].map(|file| (file, rank)));
    for (file, rank) in cannons.into_iter().chain(pawns) {
        for side in [-1, 1] {
            let is_outside = file + side < 0 || file + side > 8;
            for up in [-1, 1].into_iter().filter(|_| !is_outside) {
                let (x, y) = (file * CELL + side * 50, rank * CELL + up * 50);
                let _ = write!(path, "M{} {y}H{x}V{}", x + side * 110, y + up * 110);
            }
        }
    }
    path
}

/// Draws the four corners of a square around 0 0: how far they are from its middle, and how long.
fn corners(reach: i32, length: i32) -> String {
    let sides = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
    let corner = sides.map(|(x, y)| {
        let (near, far) = (reach - length, reach);
        format!("M{} {}H{}V{}", x * near, y * far, x * far, y * near)
    });
    corner.concat()
}

fn write_coordinates(text: &mut String, view: View) {
    const RED: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    const BLACK: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    let (above, below) = (TOP - 440, BOTTOM + 440);
    match view.coordinates {
        Coordinates::Files => {
            let (red, black) = match view.bottom {
                Color::Red => (below, above),
                Color::Black => (above, below),
            };
            // Red's first file is at its right, which is Black's ninth.
            for (index, (of_red, of_black)) in RED.into_iter().zip(BLACK).enumerate() {
                let from_left = CELL * index as i32;
                let (of_red_x, of_black_x) = match view.bottom {
                    Color::Red => (RIGHT - from_left, from_left),
                    Color::Black => (from_left, RIGHT - from_left),
                };
                write_character(text, of_red, of_red_x, red, ".55");
                write_character(text, of_black, of_black_x, black, ".62");
            }
        }
        Coordinates::Letters => {
            for (index, letter) in ('a'..='i').enumerate() {
                let from_left = CELL * index as i32;
                let x = match view.bottom {
                    Color::Red => from_left,
                    Color::Black => RIGHT - from_left,
                };
                write_character(text, letter, x, below, ".62");
            }
            for (index, digit) in ('0'..='9').enumerate() {
                let from_top = CELL * index as i32;
                let y = match view.bottom {
                    Color::Red => BOTTOM - from_top,
                    Color::Black => from_top,
                };
                write_character(text, digit, LEFT - 400, y, ".62");
            }
        }
    }
}

fn write_character(text: &mut String, character: char, x: i32, y: i32, scale: &str) {
    let path = outline(character);
    let _ = writeln!(
        text,
        "<path class=\"b-name\" transform=\"translate({x} {y})scale({scale})\" d=\"{path}\"/>"
    );
}

fn write_piece(text: &mut String, piece: Piece) {
    let class = match piece.color() {
        Color::Red => "b-red",
        Color::Black => "b-black",
    };
    let path = outline(character(piece));
    let name = name(piece);
    let ring = RADIUS - 38;
    let _ = writeln!(
        text,
        "<g id=\"b-{name}\" class=\"{class}\"><circle class=\"b-shade\" cx=\"14\" cy=\"24\" r=\"{RADIUS}\"/>\
         <circle class=\"b-face\" r=\"{RADIUS}\"/><circle class=\"b-ring\" r=\"{ring}\"/>\
         <path class=\"b-ink\" d=\"{path}\"/></g>"
    );
}

/// Names a piece: the letters of its side and its kind. Names that differ by case alone would be too much alike.
pub(super) fn name(piece: Piece) -> String {
    let kind = piece.kind().letter().to_ascii_lowercase();
    format!("{}{kind}", piece.color().letter())
}

/// Gives what stands on a piece.
fn character(piece: Piece) -> char {
    match (piece.kind(), piece.color()) {
        (PieceType::King, Color::Red) => '帥',
        (PieceType::King, Color::Black) => '將',
        (PieceType::Advisor, Color::Red) => '仕',
        (PieceType::Advisor, Color::Black) => '士',
        (PieceType::Bishop, Color::Red) => '相',
        (PieceType::Bishop, Color::Black) => '象',
        (PieceType::Knight, Color::Red) => '傌',
        (PieceType::Knight, Color::Black) => '馬',
        (PieceType::Rook, Color::Red) => '俥',
        (PieceType::Rook, Color::Black) => '車',
        (PieceType::Cannon, Color::Red) => '炮',
        (PieceType::Cannon, Color::Black) => '砲',
        (PieceType::Pawn, Color::Red) => '兵',
        (PieceType::Pawn, Color::Black) => '卒',
    }
}
