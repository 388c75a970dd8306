//! Path data, written with the rounding every number of a picture gets.

use crate::svg::number;
use hexwright_core::Point;
use std::fmt::Write;

/// The `d` of an SVG path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// An empty path.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Path data written by hand, as glyphs are.
    #[must_use]
    pub fn from_data(data: &str) -> Self {
        Self(data.to_owned())
    }

    /// The path data.
    #[must_use]
    pub fn data(&self) -> &str {
        &self.0
    }

    /// Starts a new line at `to`.
    #[must_use]
    pub fn move_to(self, to: Point) -> Self {
        self.step('M', &[to])
    }

    /// A straight line.
    #[must_use]
    pub fn line_to(self, to: Point) -> Self {
        self.step('L', &[to])
    }

    /// A curve with one control point.
    #[must_use]
    pub fn quad_to(self, control: Point, to: Point) -> Self {
        self.step('Q', &[control, to])
    }

    /// A curve with two control points.
    #[must_use]
    pub fn cubic_to(self, first: Point, second: Point, to: Point) -> Self {
        self.step('C', &[first, second, to])
    }

    /// A circular arc, the shorter way; `clockwise` as seen on the picture.
    #[must_use]
    pub fn arc_to(mut self, radius: f64, clockwise: bool, to: Point) -> Self {
        let r = number(radius);
        let _ = write!(self.0, "A{r} {r} 0 0 {} {} {}", u8::from(clockwise), number(to.x), number(to.y));
        self
    }

    /// Back to where the line started.
    #[must_use]
    pub fn close(mut self) -> Self {
        self.0.push('Z');
        self
    }

    fn step(mut self, letter: char, points: &[Point]) -> Self {
        self.0.push(letter);
        for (i, point) in points.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            let _ = write!(self.0, "{gap}{} {}", number(point.x), number(point.y));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded() {
        let p = |x, y| Point::new(x, y);
        let path = Path::new()
            .move_to(p(0.001, -0.001))
            .line_to(p(1.006, 2.5))
            .quad_to(p(1.0, 1.0), p(2.0, 2.0))
            .arc_to(3.0, true, p(4.0, 5.0))
            .close();
        assert_eq!(path.data(), "M0 0L1.01 2.5Q1 1 2 2A3 3 0 0 1 4 5Z");
    }
}
