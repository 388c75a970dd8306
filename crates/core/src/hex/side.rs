//! Sides: two hexes share each, one spelling names it.

use super::{Corner, Direction, Hex};

/// A side of the plane, spelled from the hex that sees it in the east, north-east or north-west.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    hex: Hex,
    axis: Axis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Axis {
    East,
    NorthEast,
    NorthWest,
}

impl Side {
    /// The side of `hex` in `direction`.
    ///
    /// ```
    /// # use hexwright_core::{Direction, Hex, Side};
    /// let (here, west) = (Hex::new(0, 0), Hex::new(-1, 0));
    /// assert_eq!(Side::of(here, Direction::West), Side::of(west, Direction::East));
    /// ```
    #[must_use]
    pub const fn of(hex: Hex, direction: Direction) -> Self {
        let there = hex.neighbour(direction);
        match direction {
            Direction::East => Self { hex, axis: Axis::East },
            Direction::NorthEast => Self { hex, axis: Axis::NorthEast },
            Direction::NorthWest => Self { hex, axis: Axis::NorthWest },
            Direction::West => Self { hex: there, axis: Axis::East },
            Direction::SouthWest => Self { hex: there, axis: Axis::NorthEast },
            Direction::SouthEast => Self { hex: there, axis: Axis::NorthWest },
        }
    }

    /// The side two neighbouring hexes share.
    #[must_use]
    pub fn between(a: Hex, b: Hex) -> Option<Self> {
        a.direction_to(b).map(|d| Self::of(a, d))
    }

    /// The side that joins two corners.
    #[must_use]
    pub fn joining(a: Corner, b: Corner) -> Option<Self> {
        a.sides().into_iter().find(|side| side.corners().contains(&b) && a != b)
    }

    const fn direction(self) -> Direction {
        match self.axis {
            Axis::East => Direction::East,
            Axis::NorthEast => Direction::NorthEast,
            Axis::NorthWest => Direction::NorthWest,
        }
    }

    /// The two hexes it lies between.
    #[must_use]
    pub const fn hexes(self) -> [Hex; 2] {
        [self.hex, self.hex.neighbour(self.direction())]
    }

    /// Its two ends, in reading order.
    #[must_use]
    pub fn corners(self) -> [Corner; 2] {
        let (a, b) = match self.axis {
            Axis::East => (1, 2),
            Axis::NorthEast => (0, 1),
            Axis::NorthWest => (0, 5),
        };
        let mut ends = [Corner::of(self.hex, a), Corner::of(self.hex, b)];
        ends.sort_unstable();
        ends
    }

    /// Exact position of the middle, in quarter hex widths and eighth hex heights.
    const fn quarters(self) -> (i32, i32) {
        let [a, b] = self.hexes();
        let ((ax, ay), (bx, by)) = (a.halves(), b.halves());
        (ax + bx, ay + by)
    }
}

/// Reading order of the middles: from the top, then from the left.
impl Ord for Side {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let ((ax, ay), (bx, by)) = (self.quarters(), other.quarters());
        (ay, ax).cmp(&(by, bx))
    }
}

impl PartialOrd for Side {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_named_alike_from_both_hexes_and_joins_its_ends() {
        let hex = Hex::new(-2, 7);
        for d in Direction::ALL {
            let side = Side::of(hex, d);
            assert_eq!(side, Side::of(hex.neighbour(d), d.opposite()));
            let [a, b] = side.corners();
            assert_eq!(Side::joining(a, b), Some(side));
            assert_eq!(Side::joining(a, a), None);
            for end in [a, b] {
                assert!(side.hexes().iter().all(|h| end.hexes().contains(h)));
            }
        }
    }
}
