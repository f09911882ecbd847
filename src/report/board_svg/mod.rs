//! A board as SVG, in the look that players know, for a page or as a file of its own. No font is needed to view it.
//!
//! Lengths are in units of which 600 lie between two lines. The point at the top left is 0 0; y grows downwards.

mod arrow;
mod glyph;
mod scenery;

use std::fmt::{Display, Write};

use crate::board::{Color, Piece, Square};
use crate::position::{Move, Position};
pub use arrow::{Arrow, Role};

/// The style sheet: what holds boards needs it once.
pub const STYLE: &str = include_str!("style.css");

/// The side of a field.
const CELL: i32 = 600;

/// How far a piece reaches from its point.
const RADIUS: i32 = 270;

/// What is seen: left, top, width and height.
const VIEW_BOX: &str = "-520 -610 5840 6620";

/// The names of files and ranks at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// Each side's files from its own right: 一 to 九 for Red, 1 to 9 for Black.
    #[default]
    Files,
    /// Files a to i and ranks 0 to 9, as in `h2e2`.
    Letters,
}

/// How boards are seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The side that sits below.
    pub bottom: Color,
    /// What stands at the edge.
    pub coordinates: Coordinates,
}

impl Default for View {
    fn default() -> Self {
        Self {
            bottom: Color::Red,
            coordinates: Coordinates::default(),
        }
    }
}

impl View {
    fn point(self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        match self.bottom {
            Color::Red => (file * CELL, (9 - rank) * CELL),
            Color::Black => ((8 - file) * CELL, rank * CELL),
        }
    }
}

/// A board with what is drawn on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPicture {
    /// The pieces.
    pub position: Position,
    /// The last move: both its points are marked.
    pub last_move: Option<Move>,
    /// Points that are ringed.
    pub targets: Vec<Square>,
    /// Arrows, those beneath first.
    pub arrows: Vec<Arrow>,
}

impl BoardPicture {
    /// Draws pieces with nothing else.
    #[must_use]
    pub fn of(position: Position) -> Self {
        Self {
            position,
            last_move: None,
            targets: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// Writes the picture as an SVG file.
    #[must_use]
    pub fn to_svg(&self, view: View) -> String {
        let shown = |piece: &Piece| self.pieces().any(|(_, shown)| shown == *piece);
        let numbers = self.arrows.iter().filter_map(|arrow| arrow.number);
        let scenery = scenery::definitions(
            view,
            Piece::ALL.into_iter().filter(shown),
            numbers.max().unwrap_or(0),
        );
        let mut svg = self.opening(" xmlns=\"http://www.w3.org/2000/svg\"");
        let _ = write!(
            svg,
            "\n<style>\n{STYLE}</style>\n<defs>\n{scenery}</defs>\n"
        );
        self.write(&mut svg, view);
        svg + "</svg>\n"
    }

    /// Writes the picture as an element of a page that holds the [`STYLE`] and the [`definitions`] of this view.
    pub(super) fn to_element(&self, view: View) -> String {
        let mut svg = self.opening("");
        svg.push('\n');
        self.write(&mut svg, view);
        svg + "</svg>"
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let board = self.position.board();
        Square::all().filter_map(|square| Some((square, board.piece_at(square)?)))
    }

    /// Writes the tag, with the FEN for those who do not see the picture.
    fn opening(&self, attribute: &str) -> String {
        let fen = &self.position;
        format!("<svg{attribute} viewBox=\"{VIEW_BOX}\" role=\"img\" aria-label=\"{fen}\">")
    }

    fn write(&self, svg: &mut String, view: View) {
        svg.push_str("<use href=\"#b-board\"/>\n");
        for square in self.last_move.iter().flat_map(|mv| [mv.from(), mv.to()]) {
            write_use(svg, "mark", view.point(square));
        }
        let (beneath, above): (Vec<_>, Vec<_>) = self
            .arrows
            .iter()
            .partition(|arrow| arrow.role == Role::Move);
        arrow::write(svg, view, &beneath);
        for (square, piece) in self.pieces() {
            write_use(svg, scenery::name(piece), view.point(square));
        }
        for square in &self.targets {
            let (x, y) = view.point(*square);
            let _ = writeln!(
                svg,
                "<circle class=\"b-target\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>"
            );
        }
        arrow::write(svg, view, &above);
    }
}

/// Writes what the boards of a page refer to, once for all.
#[must_use]
pub fn definitions(view: View) -> String {
    scenery::definitions(view, Piece::ALL.into_iter(), arrow::MOST)
}

/// Writes the board without pieces as another view has it, under an identifier of its own.
#[must_use]
pub fn board_definition(view: View, id: &str) -> String {
    let mut text = String::new();
    scenery::write_board(&mut text, view, id);
    text
}

fn write_use(svg: &mut String, id: impl Display, (x, y): (i32, i32)) {
    let _ = writeln!(svg, "<use href=\"#b-{id}\" x=\"{x}\" y=\"{y}\"/>");
}
