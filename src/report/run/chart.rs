//! Charts as SVG, drawn with the style sheet of the page that holds them.
//!
//! Words in a chart are our own; names of engines stand beside it, so that nothing here needs to be escaped.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 24.0;

/// The height of a bar that lies.
const ROW: f64 = 22.0;

/// The room for the word at a bar that lies.
const WORD: f64 = 210.0;

/// About how many marks an axis gets.
const MARKS: f64 = 6.0;

/// One curve.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Curve {
    /// Its points, by x; one whose y is not finite is a gap.
    pub(super) points: Vec<(f64, f64)>,
    /// How far a band reaches to either side of each point; none if empty.
    pub(super) errors: Vec<f64>,
}

/// A level that is marked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Level {
    /// Where.
    pub(super) value: f64,
    /// What it is called; nothing is written if empty.
    pub(super) name: &'static str,
}

/// A range of numbers with its marks.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// Makes an axis that holds the values and ends on marks.
    fn around(values: impl Iterator<Item = f64>) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = match low <= high {
            true => (low, high),
            false => (0.0, 1.0),
        };
        let span = if high > low { high - low } else { 1.0 };
        let rough = span / MARKS;
        let power = 10.0_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let low = (low / step).floor() * step;
        let high = (high / step).ceil() * step;
        Self {
            low,
            high: if high > low { high } else { low + step },
            step,
        }
    }

    /// Gives where a value lies, from 0 to 1; beyond the ends at the end.
    fn place(self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    fn marks(self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(move |index| self.low + f64::from(index) * self.step)
    }

    fn name(self, mark: f64) -> String {
        let digits = (-self.step.log10().floor()).clamp(0.0, 6.0) as usize;
        let mark = if mark.abs() < self.step / 2.0 {
            0.0
        } else {
            mark
        };
        format!("{mark:.digits$}")
    }
}

fn across(place: f64) -> f64 {
    LEFT + place * (WIDTH - LEFT - RIGHT)
}

fn up(place: f64) -> f64 {
    HEIGHT - BOTTOM - place * (HEIGHT - TOP - BOTTOM)
}

fn open(height: f64) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\">\n")
}

/// Writes the marks of both axes.
fn write_frame(svg: &mut String, x: Axis, y: Axis) {
    for mark in y.marks() {
        let (place, name) = (up(y.place(mark)), y.name(mark));
        let (end, text) = (WIDTH - RIGHT, LEFT - 6.0);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{place:.1}\" x2=\"{end}\" y2=\"{place:.1}\"/>\
             <text class=\"y\" x=\"{text}\" y=\"{:.1}\">{name}</text>",
            place + 4.0
        );
    }
    for mark in x.marks() {
        let _ = writeln!(
            svg,
            "<text class=\"x\" x=\"{:.1}\" y=\"{}\">{}</text>",
            across(x.place(mark)),
            HEIGHT - 6.0,
            x.name(mark)
        );
    }
}

/// Draws curves over each other, with their bands and some levels.
///
/// Where the curves settle, the height is made for their later three quarters: what a few games say of a strength is all
/// over the place, and is cut.
pub(super) fn curves(curves: &[Curve], levels: &[Level], is_settling: bool) -> String {
    let x = Axis::around(
        curves
            .iter()
            .flat_map(|curve| curve.points.iter().map(|(x, _)| *x))
            .chain([0.0]),
    );
    let late = |curve: &Curve| {
        let skipped = if is_settling {
            curve.points.len() / 4
        } else {
            0
        };
        let points = curve.points.iter().enumerate().skip(skipped);
        let ends = points.flat_map(|(index, (_, y))| {
            let error = curve.errors.get(index).copied().unwrap_or_default();
            [*y, y - error, y + error]
        });
        ends.collect::<Vec<f64>>()
    };
    let values = curves.iter().flat_map(late);
    let y = Axis::around(values.chain(levels.iter().map(|level| level.value)));
    let mut svg = open(HEIGHT);
    write_frame(&mut svg, x, y);
    for level in levels {
        let place = up(y.place(level.value));
        let end = WIDTH - RIGHT;
        let _ = write!(
            svg,
            "<line class=\"level\" x1=\"{LEFT}\" y1=\"{place:.1}\" x2=\"{end}\" y2=\"{place:.1}\"/>"
        );
        if !level.name.is_empty() {
            let _ = write!(
                svg,
                "<text class=\"level\" x=\"{}\" y=\"{:.1}\">{}</text>",
                end - 4.0,
                place - 4.0,
                level.name
            );
        }
        svg.push('\n');
    }
    let point = |x_value: f64, y_value: f64| {
        format!(
            "{:.1},{:.1}",
            across(x.place(x_value)),
            up(y.place(y_value))
        )
    };
    for (index, curve) in curves.iter().enumerate() {
        let points: Vec<(usize, f64, f64)> = (curve.points.iter().enumerate())
            .map(|(index, (x, y))| (index, *x, *y))
            .collect();
        let stretches = points.split(|(_, _, y)| !y.is_finite());
        for known in stretches.filter(|stretch| !stretch.is_empty()) {
            if !curve.errors.is_empty() && known.len() > 1 {
                let edge = |side: f64| {
                    let points = known.iter().map(move |(index, x, y)| {
                        let error = curve.errors.get(*index).copied().unwrap_or_default();
                        (*x, if error.is_nan() { *y } else { y + side * error })
                    });
                    points.collect::<Vec<_>>()
                };
                let upper = edge(1.0).into_iter();
                let lower = edge(-1.0).into_iter().rev();
                let band: Vec<String> = upper.chain(lower).map(|(x, y)| point(x, y)).collect();
                let _ = writeln!(
                    svg,
                    "<polygon class=\"band c{}\" points=\"{}\"/>",
                    index % 8,
                    band.join(" ")
                );
            }
            // One point alone is a dot: a line that ends where it begins.
            let again = known.first().filter(|_| known.len() == 1);
            let known = known.iter().chain(again);
            let line: Vec<String> = known.map(|(_, x, y)| point(*x, *y)).collect();
            let _ = writeln!(
                svg,
                "<polyline class=\"curve c{}\" points=\"{}\"/>",
                index % 8,
                line.join(" ")
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// Draws bars that stand side by side from `0` on, each `step` wide.
pub(super) fn histogram(counts: &[u64], step: usize) -> String {
    let x = Axis::around([0.0, (counts.len().max(1) * step) as f64].into_iter());
    let heights = counts.iter().map(|count| *count as f64);
    let y = Axis::around(heights.chain([0.0, 1.0]));
    let mut svg = open(HEIGHT);
    write_frame(&mut svg, x, y);
    for (index, count) in counts.iter().enumerate() {
        let left = across(x.place((index * step) as f64));
        let right = across(x.place(((index + 1) * step) as f64));
        let top = up(y.place(*count as f64));
        let _ = writeln!(
            svg,
            "<rect class=\"c0\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            left + 1.0,
            (right - left - 2.0).max(1.0),
            up(0.0) - top
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Draws bars that lie below each other, each with its word and number.
pub(super) fn bars(bars: &[(String, u64)]) -> String {
    let height = ROW * bars.len() as f64 + 4.0;
    let most = bars.iter().map(|(_, count)| *count).max().unwrap_or(1);
    let mut svg = open(height);
    for (index, (word, count)) in bars.iter().enumerate() {
        let top = ROW * index as f64 + 3.0;
        let room = WIDTH - WORD - 60.0;
        let width = (*count as f64 / most.max(1) as f64 * room).max(1.0);
        let middle = top + ROW / 2.0 + 2.0;
        let _ = writeln!(
            svg,
            "<text class=\"y\" x=\"{:.1}\" y=\"{middle:.1}\">{word}</text>\
             <rect class=\"c0\" x=\"{WORD}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{middle:.1}\">{count}</text>",
            WORD - 8.0,
            ROW - 5.0,
            WORD + width + 6.0
        );
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_on_marks() {
        for (values, low, high, step) in [
            (vec![0.0, 10.0], 0.0, 10.0, 2.0),
            (vec![-3.0, 2.9], -3.0, 3.0, 1.0),
            (vec![f64::NEG_INFINITY, f64::NAN], 0.0, 1.0, 0.2),
            (vec![], 0.0, 1.0, 0.2),
            (vec![5.0, 5.0], 5.0, 5.2, 0.2),
        ] {
            let axis = Axis::around(values.iter().copied());
            let found = [axis.low, axis.high, axis.step];
            let wanted = [low, high, step];
            let is_close = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(is_close, "{values:?}: {axis:?}");
        }
    }

    #[test]
    fn a_curve_that_does_not_settle_is_shown_whole() {
        let curve = Curve {
            points: vec![(1.0, 90.0), (2.0, 1.0), (3.0, 2.0), (4.0, 1.0)],
            errors: Vec::new(),
        };
        let shown = |is_settling| curves(std::slice::from_ref(&curve), &[], is_settling);
        assert!(shown(false).contains(">80</text>"));
        assert!(!shown(true).contains(">80</text>"));
    }

    #[test]
    fn numbers_that_are_not_finite_leave_a_chart_whole() {
        let curve = Curve {
            points: vec![
                (1.0, f64::INFINITY),
                (2.0, f64::NAN),
                (3.0, f64::NEG_INFINITY),
                (4.0, 10.0),
            ],
            errors: vec![f64::INFINITY, f64::NAN, f64::INFINITY, 5.0],
        };
        let lines = |curves: &[Curve]| {
            self::curves(curves, &[], false)
                .matches("<polyline")
                .count()
        };
        assert_eq!(lines(std::slice::from_ref(&curve)), 1);
        let broken = Curve {
            points: vec![(1.0, 5.0), (2.0, f64::INFINITY), (3.0, 7.0)],
            errors: Vec::new(),
        };
        assert_eq!(lines(&[broken]), 2);
        let level = Level {
            value: 2.94,
            name: "H1",
        };
        for svg in [curves(&[curve], &[level], false), curves(&[], &[], true)] {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
