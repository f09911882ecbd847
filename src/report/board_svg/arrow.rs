//! Arrows from point to point, with their numbers.

use std::fmt::Write;

use super::{CELL, RADIUS, View, write_use};
use crate::board::Square;
use crate::position::Move;

/// The highest number that an arrow may bear.
pub(super) const MOST: usize = 9;

/// Half the width of a shaft and of a head, and the length of a head.
const SHAFT: f64 = 38.0;
const HEAD: f64 = 112.0;
const HEAD_LENGTH: f64 = 165.0;

/// How far from its point the middle of a number stands, and how far from another number in its way.
const BADGE_DISTANCE: f64 = 215.0;
const BADGE_STEP: f64 = 250.0;
const BADGE_RADIUS: i32 = 118;

/// What an arrow stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The move that was played; drawn beneath the pieces.
    Move,
    /// A move of the side that threatens.
    Attack,
    /// A move of the other side.
    Reply,
}

/// An arrow along a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// From where to where.
    pub mv: Move,
    /// What it stands for.
    pub role: Role,
    /// Its place in a line of moves, 1 to 9; numbers beyond are not drawn.
    pub number: Option<usize>,
}

/// A point, or a way, on the picture.
#[derive(Clone, Copy)]
struct Vector {
    x: f64,
    y: f64,
}

impl Vector {
    fn of(view: View, square: Square) -> Self {
        let (x, y) = view.point(square);
        Self {
            x: f64::from(x),
            y: f64::from(y),
        }
    }

    /// Goes `along` in a direction of length 1, and `aside` at its right.
    fn go(self, direction: Self, along: f64, aside: f64) -> Self {
        Self {
            x: self.x + direction.x * along - direction.y * aside,
            y: self.y + direction.y * along + direction.x * aside,
        }
    }

    fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    fn rounded(self) -> (i32, i32) {
        (self.x.round() as i32, self.y.round() as i32)
    }
}

/// Draws arrows, and their numbers above all of them.
pub(super) fn write(svg: &mut String, view: View, arrows: &[&Arrow]) {
    let mut badges: Vec<(Vector, Role, usize)> = Vec::new();
    for arrow in arrows {
        let from = Vector::of(view, arrow.mv.from());
        let to = Vector::of(view, arrow.mv.to());
        let length = from.distance(to);
        let direction = Vector {
            x: (to.x - from.x) / length,
            y: (to.y - from.y) / length,
        };
        // The head of a move stops before the piece that moved; others reach into the pieces that they are about.
        let (begin, end) = match arrow.role {
            Role::Move => (0.0, length - f64::from(RADIUS) - 20.0),
            Role::Attack | Role::Reply => (f64::from(CELL) * 0.3, length - f64::from(CELL) * 0.2),
        };
        write_shape(svg, arrow.role, from, direction, begin, end);
        if let Some(number) = arrow.number.filter(|number| (1..=MOST).contains(number)) {
            let mut along = BADGE_DISTANCE;
            let is_free = |along: f64| {
                let place = from.go(direction, along, 0.0);
                badges
                    .iter()
                    .all(|(badge, ..)| badge.distance(place) >= BADGE_STEP)
            };
            while !is_free(along) && along < length - BADGE_DISTANCE {
                along += BADGE_STEP;
            }
            badges.push((from.go(direction, along, 0.0), arrow.role, number));
        }
    }
    for (place, role, number) in badges {
        let (x, y) = place.rounded();
        let class = class(role);
        let _ = writeln!(
            svg,
            "<circle class=\"{class} b-badge\" cx=\"{x}\" cy=\"{y}\" r=\"{BADGE_RADIUS}\"/>"
        );
        write_use(svg, number, (x, y));
    }
}

fn write_shape(
    svg: &mut String,
    role: Role,
    from: Vector,
    direction: Vector,
    begin: f64,
    end: f64,
) {
    let neck = (end - HEAD_LENGTH).max(begin);
    let corners = [
        (begin, -SHAFT),
        (neck, -SHAFT),
        (neck, -HEAD),
        (end, 0.0),
        (neck, HEAD),
        (neck, SHAFT),
        (begin, SHAFT),
    ];
    let points = corners.map(|(along, aside)| {
        let (x, y) = from.go(direction, along, aside).rounded();
        format!("{x} {y}")
    });
    let class = class(role);
    let points = points.join(" ");
    let _ = writeln!(
        svg,
        "<polygon class=\"{class} b-arrow\" points=\"{points}\"/>"
    );
}

fn class(role: Role) -> &'static str {
    match role {
        Role::Move => "b-move",
        Role::Attack => "b-attack",
        Role::Reply => "b-reply",
    }
}
