//! Places as Pioneers names them: column and row, and corner or side numbers counted
//! counter-clockwise from the east.

use hexwright_core::{Corner, Direction, Hex, Side};

/// A cell: column, then row. Column-major order, as Pioneers walks a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Column.
    pub x: i16,
    /// Row, from the top.
    pub y: i16,
}

impl Place {
    /// The axial hex.
    #[must_use]
    pub const fn hex(self) -> Hex {
        Hex::from_odd_r(self.y, self.x)
    }

    /// The place of an axial hex.
    #[must_use]
    pub const fn of(hex: Hex) -> Self {
        let (y, x) = hex.to_odd_r();
        Self { x, y }
    }

    /// The place next to this one.
    #[must_use]
    pub const fn neighbour(self, direction: u8) -> Self {
        Self::of(self.hex().neighbour(Direction::from_index(direction as i32)))
    }
}

/// A corner of a cell: 0 upper right, 1 top, 2 upper left, 3 lower left, 4 bottom, 5 lower right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The cell.
    pub hex: Place,
    /// Which of its corners.
    pub pos: u8,
}

/// Corner number of [`Corner::of`] (clockwise from the top) for each Pioneers number.
const CORNER_OF_NODE: [usize; 6] = [1, 0, 5, 4, 3, 2];

impl Node {
    /// All three names of this corner, its own first.
    #[must_use]
    pub fn names(self) -> [Self; 3] {
        let (hex, k) = (self.hex, self.pos);
        [
            self,
            Self { hex: hex.neighbour(k), pos: (k + 2) % 6 },
            Self { hex: hex.neighbour((k + 1) % 6), pos: (k + 4) % 6 },
        ]
    }

    /// The corner of the plane.
    #[must_use]
    pub fn corner(self) -> Corner {
        Corner::of(self.hex.hex(), CORNER_OF_NODE[usize::from(self.pos % 6)])
    }

    /// A name of a corner of the plane: that of the hex it is spelled with.
    #[must_use]
    pub fn of(corner: Corner) -> Self {
        let hex = corner.hexes()[0];
        let pos = if Corner::top(hex) == corner { 1 } else { 4 };
        Self { hex: Place::of(hex), pos }
    }
}

/// A side of a cell, numbered like the direction it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The cell.
    pub hex: Place,
    /// Which of its sides.
    pub pos: u8,
}

impl Edge {
    /// Both names of this side, its own first.
    #[must_use]
    pub const fn names(self) -> [Self; 2] {
        [self, Self { hex: self.hex.neighbour(self.pos), pos: (self.pos + 3) % 6 }]
    }

    /// The side of the plane.
    #[must_use]
    pub fn side(self) -> Side {
        Side::of(self.hex.hex(), Direction::from_index(i32::from(self.pos)))
    }

    /// Its two corners.
    #[must_use]
    pub const fn nodes(self) -> [Node; 2] {
        [Node { hex: self.hex, pos: self.pos }, Node { hex: self.hex, pos: (self.pos + 5) % 6 }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> impl Iterator<Item = Place> {
        (0..4).flat_map(|x| (0..5).map(move |y| Place { x, y }))
    }

    #[test]
    fn all_names_of_a_corner_and_a_side_are_one_corner_and_one_side() {
        for hex in places() {
            for pos in 0..6 {
                let node = Node { hex, pos };
                assert!(node.names().iter().all(|n| n.corner() == node.corner()), "{node:?}");
                assert!(node.names().contains(&Node::of(node.corner())), "{node:?}");
                let edge = Edge { hex, pos };
                assert!(edge.names().iter().all(|e| e.side() == edge.side()), "{edge:?}");
                let mut ends = edge.nodes().map(Node::corner);
                ends.sort_unstable();
                assert_eq!(ends, edge.side().corners());
            }
        }
    }

    #[test]
    fn corners_have_the_published_offsets() {
        let key = |n: Node| {
            let (dx, dy) = [(1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)][usize::from(n.pos)];
            (2 * n.hex.x + (n.hex.y & 1) + dx, 3 * n.hex.y + dy)
        };
        for hex in places() {
            for pos in 0..6 {
                let node = Node { hex, pos };
                assert!(node.names().iter().all(|&n| key(n) == key(node)), "{node:?}");
            }
        }
    }
}
