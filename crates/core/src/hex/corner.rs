//! Corners: three hexes meet in each, one spelling names it.

use super::{Direction, Hex, Side};

/// A corner of the plane, spelled as the top or the bottom of one hex.
///
/// On a pointy-top board every corner is the top of exactly one hex or the bottom of exactly one
/// hex, so this spelling is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Corner {
    hex: Hex,
    bottom: bool,
}

impl Corner {
    /// The top corner of `hex`.
    #[must_use]
    pub const fn top(hex: Hex) -> Self {
        Self { hex, bottom: false }
    }

    /// The bottom corner of `hex`.
    #[must_use]
    pub const fn bottom(hex: Hex) -> Self {
        Self { hex, bottom: true }
    }

    /// Corner `index` of `hex`: 0 top, then clockwise: 1 upper right, 2 lower right, 3 bottom,
    /// 4 lower left, 5 upper left.
    ///
    /// ```
    /// # use hexwright_core::{Corner, Direction, Hex};
    /// let here = Hex::new(0, 0);
    /// let east = here.neighbour(Direction::East);
    /// assert_eq!(Corner::of(here, 1), Corner::of(east, 5)); // one corner, one spelling
    /// ```
    #[must_use]
    pub fn of(hex: Hex, index: usize) -> Self {
        use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
        match index % 6 {
            0 => Self::top(hex),
            1 => Self::bottom(hex.neighbour(NorthEast)),
            2 => Self::top(hex.neighbour(SouthEast)),
            3 => Self::bottom(hex),
            4 => Self::top(hex.neighbour(SouthWest)),
            _ => Self::bottom(hex.neighbour(NorthWest)),
        }
    }

    /// The three hexes that meet here; the spelling hex first, then clockwise.
    #[must_use]
    pub fn hexes(self) -> [Hex; 3] {
        use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
        let h = self.hex;
        if self.bottom {
            [h, h.neighbour(SouthEast), h.neighbour(SouthWest)]
        } else {
            [h, h.neighbour(NorthWest), h.neighbour(NorthEast)]
        }
    }

    /// The three sides that end here.
    #[must_use]
    pub fn sides(self) -> [Side; 3] {
        let [a, b, c] = self.hexes();
        [(a, b), (b, c), (c, a)].map(|(x, y)| Side::between(x, y).expect("hexes of a corner are neighbours"))
    }

    /// The three corners one side away.
    #[must_use]
    pub fn neighbours(self) -> [Self; 3] {
        self.sides().map(|side| {
            let [a, b] = side.corners();
            if a == self { b } else { a }
        })
    }

    /// Exact position: half hex widths and quarter hex heights.
    pub(crate) const fn halves(self) -> (i32, i32) {
        let (x, y) = self.hex.halves();
        (x, if self.bottom { y + 2 } else { y - 2 })
    }
}

/// Reading order: from the top, then from the left.
impl Ord for Corner {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let ((ax, ay), (bx, by)) = (self.halves(), other.halves());
        (ay, ax).cmp(&(by, bx))
    }
}

impl PartialOrd for Corner {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_corner_is_named_alike_by_its_three_hexes() {
        let hex = Hex::new(3, -5);
        for i in 0..6 {
            let corner = Corner::of(hex, i);
            let hexes = corner.hexes();
            assert!(hexes.contains(&hex));
            for h in hexes {
                assert_eq!((0..6).filter(|&k| Corner::of(h, k) == corner).count(), 1);
            }
            for n in corner.neighbours() {
                assert!(n.neighbours().contains(&corner));
            }
        }
    }
}
