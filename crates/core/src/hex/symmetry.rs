//! The twelve symmetries of the plane about one hex.

use super::{Direction, Hex};

/// A rotation by sixths of a circle, perhaps after a left-right mirror.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry {
    mirrored: bool,
    clockwise: u8,
}

impl Symmetry {
    /// All twelve; the first is the identity.
    pub const ALL: [Self; 12] = {
        let mut all = [Self { mirrored: false, clockwise: 0 }; 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Self { mirrored: i >= 6, clockwise: (i % 6) as u8 };
            i += 1;
        }
        all
    };

    /// Leaves everything in place.
    pub const IDENTITY: Self = Self::ALL[0];
    /// Left and right change places.
    pub const LEFT_RIGHT: Self = Self::ALL[6];
    /// Top and bottom change places.
    pub const TOP_BOTTOM: Self = Self::ALL[9];

    /// A turn clockwise by `sixths` of a circle.
    #[must_use]
    pub const fn rotation(sixths: i32) -> Self {
        Self { mirrored: false, clockwise: sixths.rem_euclid(6) as u8 }
    }

    /// Whether left and right are exchanged before the turn.
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Clockwise sixths of a circle, after the mirror.
    #[must_use]
    pub const fn sixths(self) -> u8 {
        self.clockwise
    }

    /// Where the hex goes.
    #[must_use]
    pub fn apply(self, hex: Hex) -> Hex {
        // cube coordinates of the offset grid: x = q, z = r, y = -x-z
        let (mut x, mut y, mut z) = (hex.q, hex.s(), hex.r);
        if self.mirrored {
            (x, y) = (y, x);
        }
        for _ in 0..self.clockwise {
            (x, y, z) = (-z, -x, -y);
        }
        debug_assert_eq!(x + y + z, 0);
        Hex::new(x, z)
    }

    /// Where a direction points afterwards.
    #[must_use]
    pub const fn turn(self, direction: Direction) -> Direction {
        let d = direction as i32;
        Direction::from_index(if self.mirrored { 3 - d } else { d } - self.clockwise as i32)
    }

    /// This symmetry followed by `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let turned = if next.mirrored { -i32::from(self.clockwise) } else { i32::from(self.clockwise) };
        Self {
            mirrored: self.mirrored != next.mirrored,
            clockwise: (turned + i32::from(next.clockwise)).rem_euclid(6) as u8,
        }
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub fn inverse(self) -> Self {
        if self.mirrored { self } else { Self::rotation(-i32::from(self.clockwise)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_form_the_dihedral_group() {
        let sample = [Hex::new(3, -1), Hex::new(0, 2), Hex::new(-4, 1)];
        for a in Symmetry::ALL {
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                for h in sample {
                    assert_eq!(a.then(b).apply(h), b.apply(a.apply(h)), "{a:?} then {b:?}");
                }
            }
            for d in Direction::ALL {
                assert_eq!(a.apply(d.step()), a.turn(d).step(), "{a:?} turns {d:?}");
            }
        }
    }

    #[test]
    fn mirrors_keep_the_axis_they_are_named_after() {
        assert_eq!(Symmetry::LEFT_RIGHT.turn(Direction::East), Direction::West);
        assert_eq!(Symmetry::LEFT_RIGHT.turn(Direction::NorthEast), Direction::NorthWest);
        assert_eq!(Symmetry::TOP_BOTTOM.turn(Direction::East), Direction::East);
        assert_eq!(Symmetry::TOP_BOTTOM.turn(Direction::NorthEast), Direction::SouthEast);
    }
}
