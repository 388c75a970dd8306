//! From hexes to pixels: pointy-top and flat-top boards.

use super::{Corner, Hex, Side};

/// A place on the picture; `y` grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point at `x`, `y`.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point `share` of the way to `other`: 0 here, 1 there.
    #[must_use]
    pub fn towards(self, other: Self, share: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)
    }
}

/// Which way the hexes point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// A corner on top: Catan, Pioneers, Terra Mystica.
    Pointy,
    /// A side on top: Titan. The plane is turned by 30 degrees: east of a pointy board becomes south-east.
    Flat,
}

/// How the plane is drawn: orientation, length of a side, and where hex (0, 0) lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Which way hexes point.
    pub orientation: Orientation,
    /// Length of a side in pixels.
    pub size: f64,
    /// Centre of hex (0, 0).
    pub origin: Point,
}

const SQRT3: f64 = 1.732_050_807_568_877_2;

impl Layout {
    /// A layout with hex (0, 0) at the origin of the picture.
    #[must_use]
    pub const fn new(orientation: Orientation, size: f64) -> Self {
        Self { orientation, size, origin: Point::new(0.0, 0.0) }
    }

    fn place(self, (halves_x, quarters_y): (i32, i32)) -> Point {
        let (x, y) = (f64::from(halves_x) * SQRT3 / 2.0, f64::from(quarters_y) / 2.0);
        let (x, y) = match self.orientation {
            Orientation::Pointy => (x, y),
            Orientation::Flat => (x * SQRT3 / 2.0 - y / 2.0, x / 2.0 + y * SQRT3 / 2.0),
        };
        Point::new(self.origin.x + self.size * x, self.origin.y + self.size * y)
    }

    /// The middle of a hex.
    #[must_use]
    pub fn centre(self, hex: Hex) -> Point {
        self.place(hex.halves())
    }

    /// A corner's place.
    #[must_use]
    pub fn corner(self, corner: Corner) -> Point {
        self.place(corner.halves())
    }

    /// The outline of a hex, clockwise from its corner 0.
    #[must_use]
    pub fn outline(self, hex: Hex) -> [Point; 6] {
        std::array::from_fn(|i| self.corner(Corner::of(hex, i)))
    }

    /// The two ends of a side.
    #[must_use]
    pub fn side(self, side: Side) -> [Point; 2] {
        side.corners().map(|c| self.corner(c))
    }

    /// The hex under a point.
    #[must_use]
    pub fn hex_at(self, point: Point) -> Hex {
        let (x, y) = ((point.x - self.origin.x) / self.size, (point.y - self.origin.y) / self.size);
        let (x, y) = match self.orientation {
            Orientation::Pointy => (x, y),
            Orientation::Flat => (x * SQRT3 / 2.0 + y / 2.0, y * SQRT3 / 2.0 - x / 2.0),
        };
        let r = y * 2.0 / 3.0;
        let q = x / SQRT3 - r / 2.0;
        let s = -q - r;
        let (rq, rr, rs) = (q.round(), r.round(), s.round());
        let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
        if dq > dr && dq > ds {
            Hex::new((-rr - rs) as i16, rr as i16)
        } else if dr > ds {
            Hex::new(rq as i16, (-rq - rs) as i16)
        } else {
            Hex::new(rq as i16, rr as i16)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_find_their_hex_in_both_orientations() {
        for orientation in [Orientation::Pointy, Orientation::Flat] {
            let layout = Layout { orientation, size: 20.0, origin: Point::new(7.0, -3.0) };
            for hex in super::super::Region::disc(Hex::new(1, 1), 4).iter() {
                let centre = layout.centre(hex);
                assert_eq!(layout.hex_at(centre), hex);
                for corner in layout.outline(hex) {
                    assert_eq!(layout.hex_at(centre.towards(corner, 0.9)), hex);
                    let length = (corner.x - centre.x).hypot(corner.y - centre.y);
                    assert!((length - 20.0).abs() < 1e-9);
                }
            }
        }
    }
}
