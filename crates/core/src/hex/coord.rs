//! Axial hexes and the six directions.

use std::ops::{Add, Mul, Neg, Sub};

/// One of the six neighbours of a hex, counter-clockwise from east on a pointy-top board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Right.
    East,
    /// Upper right.
    NorthEast,
    /// Upper left.
    NorthWest,
    /// Left.
    West,
    /// Lower left.
    SouthWest,
    /// Lower right.
    SouthEast,
}

impl Direction {
    /// All six, in index order.
    pub const ALL: [Self; 6] =
        [Self::East, Self::NorthEast, Self::NorthWest, Self::West, Self::SouthWest, Self::SouthEast];

    /// 0 for east up to 5 for south-east.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this index, modulo six (negative turns clockwise).
    #[must_use]
    pub const fn from_index(index: i32) -> Self {
        Self::ALL[index.rem_euclid(6) as usize]
    }

    /// This direction turned counter-clockwise by `steps` sixths of a circle.
    #[must_use]
    pub const fn turn(self, steps: i32) -> Self {
        Self::from_index(self as i32 + steps)
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turn(3)
    }

    /// The step from a hex to its neighbour in this direction.
    #[must_use]
    pub const fn step(self) -> Hex {
        match self {
            Self::East => Hex::new(1, 0),
            Self::NorthEast => Hex::new(1, -1),
            Self::NorthWest => Hex::new(0, -1),
            Self::West => Hex::new(-1, 0),
            Self::SouthWest => Hex::new(-1, 1),
            Self::SouthEast => Hex::new(0, 1),
        }
    }
}

/// A hex in axial coordinates: `q` grows to the east, `r` down the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hex {
    /// Column along the row axis.
    pub q: i16,
    /// Row, growing downwards.
    pub r: i16,
}

impl Hex {
    /// The hex with these axial coordinates.
    #[must_use]
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// The hex at `row`, `column` of a rectangle whose odd rows are shifted right by half a hex.
    ///
    /// ```
    /// # use hexwright_core::Hex;
    /// assert_eq!(Hex::from_odd_r(3, 0), Hex::new(-1, 3));
    /// assert_eq!(Hex::from_odd_r(3, 0).to_odd_r(), (3, 0));
    /// ```
    #[must_use]
    pub const fn from_odd_r(row: i16, column: i16) -> Self {
        Self::new(column - (row - (row & 1)) / 2, row)
    }

    /// `(row, column)` in a rectangle with odd rows shifted right.
    #[must_use]
    pub const fn to_odd_r(self) -> (i16, i16) {
        (self.r, self.q + (self.r - (self.r & 1)) / 2)
    }

    /// The third cube coordinate; `q + r + s = 0`.
    #[must_use]
    pub const fn s(self) -> i16 {
        -self.q - self.r
    }

    /// The hex next to this one.
    #[must_use]
    pub const fn neighbour(self, direction: Direction) -> Self {
        let step = direction.step();
        Self::new(self.q + step.q, self.r + step.r)
    }

    /// All six neighbours in direction order.
    #[must_use]
    pub fn neighbours(self) -> [Self; 6] {
        Direction::ALL.map(|d| self.neighbour(d))
    }

    /// The direction of `other` if it is a neighbour.
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&d| self.neighbour(d) == other)
    }

    /// Number of steps between two hexes.
    #[must_use]
    pub fn distance(self, other: Self) -> u16 {
        let d = self - other;
        (d.q.unsigned_abs() + d.r.unsigned_abs() + d.s().unsigned_abs()) / 2
    }

    /// Horizontal position of the centre in half hex widths and vertical position in quarter hex
    /// heights, on a pointy-top board. Integers, so reading order is exact.
    pub(crate) const fn halves(self) -> (i32, i32) {
        (2 * self.q as i32 + self.r as i32, 3 * self.r as i32)
    }
}

/// Reading order: rows from the top, then from the left.
impl Ord for Hex {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.r, self.q).cmp(&(other.r, other.q))
    }
}

impl PartialOrd for Hex {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for Hex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Hex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Hex {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.q, -self.r)
    }
}

impl Mul<i16> for Hex {
    type Output = Self;
    fn mul(self, by: i16) -> Self {
        Self::new(self.q * by, self.r * by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_steps_cancel() {
        for d in Direction::ALL {
            assert_eq!(d.step() + d.opposite().step(), Hex::default());
            assert_eq!(Hex::new(4, -2).direction_to(Hex::new(4, -2).neighbour(d)), Some(d));
        }
    }

    #[test]
    fn offset_rows_round_trip() {
        for row in -6..7 {
            for column in -6..7 {
                assert_eq!(Hex::from_odd_r(row, column).to_odd_r(), (row, column));
            }
        }
        // odd rows sit half a hex to the right
        assert_eq!(Hex::from_odd_r(1, 0), Hex::from_odd_r(0, 0).neighbour(Direction::SouthEast));
    }
}
