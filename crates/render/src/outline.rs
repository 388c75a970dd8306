//! Path data and simple shapes as outlines: lines and curves with absolute coordinates, ready to be painted.

use hexwright_core::Point;
use tiny_skia::{Path, PathBuilder, Rect};

/// The outline of the `d` of an SVG path; none if it has no line. What follows a mistake in the data is left out, as
/// viewers of SVG do.
pub(crate) fn from_data(data: &str) -> Option<Path> {
    let mut pen = Pen::default();
    let mut scan = Scan { rest: data };
    let mut letter = None;
    while let Some(command) = scan.letter().or(letter) {
        if pen.draw(command, &mut scan).is_none() {
            break;
        }
        // further numbers repeat the command; after a move they are lines
        letter = match command {
            'M' => Some('L'),
            'm' => Some('l'),
            'Z' | 'z' => None,
            other => Some(other),
        };
    }
    pen.path.finish()
}

/// The outline of a line through points.
pub(crate) fn through(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, p) in points.iter().enumerate() {
        let (x, y) = (p.x as f32, p.y as f32);
        if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// A circle.
pub(crate) fn circle(centre: Point, radius: f64) -> Option<Path> {
    PathBuilder::from_circle(centre.x as f32, centre.y as f32, radius as f32)
}

/// A rectangle from its upper left corner, with rounded corners.
pub(crate) fn rect(at: Point, width: f64, height: f64, radius: f64) -> Option<Path> {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        let rect = Rect::from_xywh(at.x as f32, at.y as f32, width as f32, height as f32)?;
        return Some(PathBuilder::from_rect(rect));
    }
    let (left, top, right, bottom) = (at.x, at.y, at.x + width, at.y + height);
    let p = Point::new;
    let mut pen = Pen::default();
    pen.move_to(p(left + radius, top));
    for (line_to, arc_to) in [
        (p(right - radius, top), p(right, top + radius)),
        (p(right, bottom - radius), p(right - radius, bottom)),
        (p(left + radius, bottom), p(left, bottom - radius)),
        (p(left, top + radius), p(left + radius, top)),
    ] {
        pen.line_to(line_to);
        pen.arc_to((radius, radius), 0.0, false, true, arc_to);
    }
    pen.path.close();
    pen.path.finish()
}

/// A path under way.
#[derive(Default)]
struct Pen {
    path: PathBuilder,
    here: Point,
    start: Point,
    /// The last control point of the curve before and its kind, for commands that continue a curve smoothly.
    control: Option<(Curve, Point)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Curve {
    Quadratic,
    Cubic,
}

impl Pen {
    /// One command with its numbers; none if they cannot be read.
    fn draw(&mut self, letter: char, scan: &mut Scan<'_>) -> Option<()> {
        let from = if letter.is_ascii_lowercase() { self.here } else { Point::new(0.0, 0.0) };
        match letter.to_ascii_uppercase() {
            'M' => self.move_to(scan.point(from)?),
            'L' => self.line_to(scan.point(from)?),
            'H' => self.line_to(Point::new(from.x + scan.number()?, self.here.y)),
            'V' => self.line_to(Point::new(self.here.x, from.y + scan.number()?)),
            'Q' => self.quad_to(scan.point(from)?, scan.point(from)?),
            'T' => self.quad_to(self.mirrored(Curve::Quadratic), scan.point(from)?),
            'C' => self.cubic_to(scan.point(from)?, scan.point(from)?, scan.point(from)?),
            'S' => self.cubic_to(self.mirrored(Curve::Cubic), scan.point(from)?, scan.point(from)?),
            'A' => {
                let (radii, turn) = ((scan.number()?, scan.number()?), scan.number()?);
                let (large, clockwise) = (scan.flag()?, scan.flag()?);
                self.arc_to(radii, turn, large, clockwise, scan.point(from)?);
            }
            'Z' => {
                self.path.close();
                self.here = self.start;
                self.control = None;
            }
            _ => return None,
        }
        Some(())
    }

    fn arrive(&mut self, to: Point, control: Option<(Curve, Point)>) {
        self.here = to;
        self.control = control;
    }

    fn move_to(&mut self, to: Point) {
        self.path.move_to(to.x as f32, to.y as f32);
        self.start = to;
        self.arrive(to, None);
    }

    fn line_to(&mut self, to: Point) {
        self.path.line_to(to.x as f32, to.y as f32);
        self.arrive(to, None);
    }

    fn quad_to(&mut self, control: Point, to: Point) {
        self.path.quad_to(control.x as f32, control.y as f32, to.x as f32, to.y as f32);
        self.arrive(to, Some((Curve::Quadratic, control)));
    }

    fn cubic_to(&mut self, first: Point, second: Point, to: Point) {
        let [x1, y1, x2, y2, x, y] = [first.x, first.y, second.x, second.y, to.x, to.y].map(|v| v as f32);
        self.path.cubic_to(x1, y1, x2, y2, x, y);
        self.arrive(to, Some((Curve::Cubic, second)));
    }

    /// The control point that continues a curve of this kind smoothly.
    fn mirrored(&self, kind: Curve) -> Point {
        match self.control {
            Some((last, at)) if last == kind => {
                Point::new(2.0 * self.here.x - at.x, 2.0 * self.here.y - at.y)
            }
            _ => self.here,
        }
    }

    /// A part of an ellipse, drawn as curves of at most a quarter turn each. The names follow the implementation notes of
    /// SVG, "elliptical arc": from the two ends to the centre and two angles.
    fn arc_to(&mut self, radii: (f64, f64), turn: f64, large: bool, clockwise: bool, to: Point) {
        let (mut rx, mut ry) = (radii.0.abs(), radii.1.abs());
        let from = self.here;
        if rx == 0.0 || ry == 0.0 || from == to {
            return self.line_to(to);
        }
        let (sin, cos) = turn.to_radians().sin_cos();
        let half = ((from.x - to.x) / 2.0, (from.y - to.y) / 2.0);
        let (x1, y1) = (cos * half.0 + sin * half.1, cos * half.1 - sin * half.0);
        // radii too small for the distance are enlarged
        let reach = (x1 / rx).powi(2) + (y1 / ry).powi(2);
        if reach > 1.0 {
            (rx, ry) = (rx * reach.sqrt(), ry * reach.sqrt());
        }
        let below = (rx * y1).powi(2) + (ry * x1).powi(2);
        let size = (((rx * ry).powi(2) - below) / below).max(0.0).sqrt();
        let size = if large == clockwise { -size } else { size };
        let (cx, cy) = (size * rx * y1 / ry, -size * ry * x1 / rx);
        let angle = |x: f64, y: f64| ((y - cy) / ry).atan2((x - cx) / rx);
        let begin = angle(x1, y1);
        let mut sweep = angle(-x1, -y1) - begin;
        if clockwise && sweep < 0.0 {
            sweep += std::f64::consts::TAU;
        } else if !clockwise && sweep > 0.0 {
            sweep -= std::f64::consts::TAU;
        }
        let middle = Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
        // a point of the unit circle, as it lies in the picture
        let place = |x: f64, y: f64| {
            let (x, y) = (rx * x + cx, ry * y + cy);
            Point::new(cos * x - sin * y + middle.x, sin * x + cos * y + middle.y)
        };
        let parts = (sweep.abs() / std::f64::consts::FRAC_PI_2 - 1e-9).ceil().max(1.0);
        let step = sweep / parts;
        let reach = 4.0 / 3.0 * (step / 4.0).tan();
        for i in 0..parts as u32 {
            let (s0, c0) = (begin + step * f64::from(i)).sin_cos();
            let (s1, c1) = (begin + step * f64::from(i + 1)).sin_cos();
            let end = if f64::from(i + 1) >= parts { to } else { place(c1, s1) };
            self.cubic_to(
                place(c0 - reach * s0, s0 + reach * c0),
                place(c1 + reach * s1, s1 - reach * c1),
                end,
            );
        }
        self.control = None;
    }
}

/// Letters and numbers of path data.
struct Scan<'a> {
    rest: &'a str,
}

impl Scan<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r', ',']);
    }

    fn letter(&mut self) -> Option<char> {
        self.skip();
        let letter = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        self.rest = &self.rest[1..];
        Some(letter)
    }

    fn flag(&mut self) -> Option<bool> {
        self.skip();
        let flag = self.rest.starts_with('1');
        self.rest = self.rest.strip_prefix(['0', '1'])?;
        Some(flag)
    }

    fn number(&mut self) -> Option<f64> {
        self.skip();
        let bytes = self.rest.as_bytes();
        let (mut end, mut point, mut exponent) = (0, false, false);
        while let Some(&byte) = bytes.get(end) {
            match byte {
                b'0'..=b'9' => {}
                b'+' | b'-' if end == 0 || matches!(bytes[end - 1], b'e' | b'E') => {}
                b'.' if !point && !exponent => point = true,
                b'e' | b'E' if !exponent && end > 0 => exponent = true,
                _ => break,
            }
            end += 1;
        }
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok()
    }

    fn point(&mut self, from: Point) -> Option<Point> {
        Some(Point::new(from.x + self.number()?, from.y + self.number()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::PathSegment;

    fn ends(data: &str) -> Vec<(f32, f32)> {
        let path = from_data(data).unwrap();
        let end = |segment| match segment {
            PathSegment::MoveTo(p)
            | PathSegment::LineTo(p)
            | PathSegment::QuadTo(_, p)
            | PathSegment::CubicTo(_, _, p) => Some((p.x, p.y)),
            PathSegment::Close => None,
        };
        path.segments().filter_map(end).collect()
    }

    #[test]
    fn every_command_ends_where_it_should() {
        assert_eq!(ends("M1 2L3 4H5V6"), [(1.0, 2.0), (3.0, 4.0), (5.0, 4.0), (5.0, 6.0)]);
        assert_eq!(ends("m1,2 3-4zl1 1"), [(1.0, 2.0), (4.0, -2.0), (1.0, 2.0), (2.0, 3.0)]);
        assert_eq!(ends("M0 0q1 1 2 0t2 0T9 0"), [(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (9.0, 0.0)]);
        assert_eq!(
            ends("M0 0c0 1 1 1 1 0s1-1 1 0S3 3.5.5.5"),
            [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.5, 0.5)]
        );
        assert_eq!(ends("M0 0L1e1 2"), [(0.0, 0.0), (10.0, 2.0)]);
        assert_eq!(from_data(""), None);
        assert_eq!(ends("M0 0L1 1L2 x"), [(0.0, 0.0), (1.0, 1.0)]);
    }

    #[test]
    fn arcs_lie_on_their_circle() {
        for data in [
            "M10 0A10 10 0 0 1 -10 0",
            "M10 0A10 10 0 1 1 0 -10",
            "M10 0A10 10 0 0 0 0-10",
            "M10 0a10 10 0 01-10 10",
        ] {
            let path = from_data(data).unwrap();
            let mut here = (10.0, 0.0);
            for segment in path.segments() {
                if let PathSegment::CubicTo(a, b, p) = segment {
                    for t in [0.25_f32, 0.5, 0.75, 1.0] {
                        let u = 1.0 - t;
                        let at = |h: f32, a: f32, b: f32, p: f32| {
                            u * u * u * h + 3.0 * u * u * t * a + 3.0 * u * t * t * b + t * t * t * p
                        };
                        let (x, y) = (at(here.0, a.x, b.x, p.x), at(here.1, a.y, b.y, p.y));
                        assert!((x.hypot(y) - 10.0).abs() < 0.01, "{data}: ({x}, {y})");
                    }
                    here = (p.x, p.y);
                }
            }
        }
        // the large arc goes round three quarters of the circle
        assert_eq!(from_data("M10 0A10 10 0 1 1 0 -10").unwrap().segments().count(), 4);
        // and a rounded square stays inside its sides
        let bounds = rect(Point::new(1.0, 2.0), 10.0, 8.0, 3.0).unwrap().bounds();
        assert_eq!((bounds.left(), bounds.top(), bounds.right(), bounds.bottom()), (1.0, 2.0, 11.0, 10.0));
    }
}
