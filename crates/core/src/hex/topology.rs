//! A board's dense tables: ids and neighbours of hexes, corners and sides, built once.

use super::{Corner, Direction, Hex, Side};
use std::collections::BTreeSet;

macro_rules! id {
    ($name:ident, $what:literal) => {
        #[doc = concat!("Dense number of a ", $what, " of one board, in reading order.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// As an index into tables.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(HexId, "hex");
id!(CornerId, "corner");
id!(SideId, "side");

/// Neighbour tables of a board. Ids run in reading order, so on a full rectangle they equal the
/// vertex and edge numbers of the `.catan` format.
#[derive(Clone, Debug)]
pub struct Topology {
    hexes: Vec<Hex>,
    corners: Vec<Corner>,
    sides: Vec<Side>,
    hex_hexes: Vec<[Option<HexId>; 6]>,
    hex_corners: Vec<[CornerId; 6]>,
    hex_sides: Vec<[SideId; 6]>,
    corner_hexes: Vec<[Option<HexId>; 3]>,
    corner_sides: Vec<[Option<SideId>; 3]>,
    corner_corners: Vec<[Option<CornerId>; 3]>,
    side_corners: Vec<[CornerId; 2]>,
    side_hexes: Vec<[Option<HexId>; 2]>,
}

impl Topology {
    /// The tables of a board made of these hexes; doubles count once.
    ///
    /// # Panics
    /// With more than 16,384 hexes: ids have 16 bits.
    #[must_use]
    pub fn new(hexes: impl IntoIterator<Item = Hex>) -> Self {
        let set: BTreeSet<Hex> = hexes.into_iter().collect();
        let hexes: Vec<Hex> = set.into_iter().collect();
        assert!(hexes.len() <= 16_384, "a board has at most 16,384 hexes");
        let sorted = |mut v: Vec<_>| {
            v.sort_unstable();
            v.dedup();
            v
        };
        let corners: Vec<Corner> =
            sorted(hexes.iter().flat_map(|&h| (0..6).map(move |i| Corner::of(h, i))).collect());
        let mut sides: Vec<Side> =
            hexes.iter().flat_map(|&h| Direction::ALL.map(|d| Side::of(h, d))).collect();
        sides.sort_unstable();
        sides.dedup();

        let hex_id = |h: Hex| hexes.binary_search(&h).ok().map(|i| HexId(i as u16));
        let corner_id = |c: Corner| corners.binary_search(&c).ok().map(|i| CornerId(i as u16));
        let side_id = |s: Side| sides.binary_search(&s).ok().map(|i| SideId(i as u16));
        let own_corner = |c| corner_id(c).expect("a board has the corners of its hexes");
        let own_side = |s| side_id(s).expect("a board has the sides of its hexes");

        Self {
            hex_hexes: hexes.iter().map(|h| h.neighbours().map(hex_id)).collect(),
            hex_corners: hexes
                .iter()
                .map(|&h| std::array::from_fn(|i| own_corner(Corner::of(h, i))))
                .collect(),
            hex_sides: hexes.iter().map(|&h| Direction::ALL.map(|d| own_side(Side::of(h, d)))).collect(),
            corner_hexes: corners.iter().map(|c| c.hexes().map(hex_id)).collect(),
            corner_sides: corners.iter().map(|c| c.sides().map(side_id)).collect(),
            corner_corners: corners
                .iter()
                .map(|c| c.sides().map(|s| side_id(s).and_then(|_| corner_id(other_end(s, *c)))))
                .collect(),
            side_corners: sides.iter().map(|s| s.corners().map(own_corner)).collect(),
            side_hexes: sides.iter().map(|s| s.hexes().map(hex_id)).collect(),
            hexes,
            corners,
            sides,
        }
    }

    /// Number of hexes.
    #[must_use]
    pub fn hexes(&self) -> usize {
        self.hexes.len()
    }

    /// Number of corners.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.corners.len()
    }

    /// Number of sides.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.sides.len()
    }

    /// All hex ids in reading order.
    pub fn hex_ids(&self) -> impl ExactSizeIterator<Item = HexId> + use<> {
        (0..self.hexes.len() as u16).map(HexId)
    }

    /// All corner ids in reading order.
    pub fn corner_ids(&self) -> impl ExactSizeIterator<Item = CornerId> + use<> {
        (0..self.corners.len() as u16).map(CornerId)
    }

    /// All side ids in reading order.
    pub fn side_ids(&self) -> impl ExactSizeIterator<Item = SideId> + use<> {
        (0..self.sides.len() as u16).map(SideId)
    }

    /// The hex with this id.
    #[must_use]
    pub fn hex(&self, id: HexId) -> Hex {
        self.hexes[id.index()]
    }

    /// The corner with this id.
    #[must_use]
    pub fn corner(&self, id: CornerId) -> Corner {
        self.corners[id.index()]
    }

    /// The side with this id.
    #[must_use]
    pub fn side(&self, id: SideId) -> Side {
        self.sides[id.index()]
    }

    /// The id of a hex, if it is on the board.
    #[must_use]
    pub fn hex_id(&self, hex: Hex) -> Option<HexId> {
        self.hexes.binary_search(&hex).ok().map(|i| HexId(i as u16))
    }

    /// The id of a corner, if a hex of the board touches it.
    #[must_use]
    pub fn corner_id(&self, corner: Corner) -> Option<CornerId> {
        self.corners.binary_search(&corner).ok().map(|i| CornerId(i as u16))
    }

    /// The id of a side, if a hex of the board touches it.
    #[must_use]
    pub fn side_id(&self, side: Side) -> Option<SideId> {
        self.sides.binary_search(&side).ok().map(|i| SideId(i as u16))
    }

    /// Neighbours of a hex in direction order; `None` outside the board.
    #[must_use]
    pub fn hex_neighbours(&self, id: HexId) -> &[Option<HexId>; 6] {
        &self.hex_hexes[id.index()]
    }

    /// Corners of a hex, clockwise from the top.
    #[must_use]
    pub fn hex_corners(&self, id: HexId) -> &[CornerId; 6] {
        &self.hex_corners[id.index()]
    }

    /// Sides of a hex in direction order.
    #[must_use]
    pub fn hex_sides(&self, id: HexId) -> &[SideId; 6] {
        &self.hex_sides[id.index()]
    }

    /// Hexes around a corner; `None` outside the board.
    #[must_use]
    pub fn corner_hexes(&self, id: CornerId) -> &[Option<HexId>; 3] {
        &self.corner_hexes[id.index()]
    }

    /// Sides that end in a corner and touch the board.
    #[must_use]
    pub fn corner_sides(&self, id: CornerId) -> &[Option<SideId>; 3] {
        &self.corner_sides[id.index()]
    }

    /// Corners one side away, in the order of [`Self::corner_sides`].
    #[must_use]
    pub fn corner_neighbours(&self, id: CornerId) -> &[Option<CornerId>; 3] {
        &self.corner_corners[id.index()]
    }

    /// The two ends of a side, the smaller id first.
    #[must_use]
    pub fn side_corners(&self, id: SideId) -> [CornerId; 2] {
        self.side_corners[id.index()]
    }

    /// The hexes on both sides of a side; `None` outside the board.
    #[must_use]
    pub fn side_hexes(&self, id: SideId) -> [Option<HexId>; 2] {
        self.side_hexes[id.index()]
    }

    /// The side that joins two corners.
    #[must_use]
    pub fn side_between(&self, a: CornerId, b: CornerId) -> Option<SideId> {
        let position = self.corner_corners.get(a.index())?.iter().position(|&n| n == Some(b))?;
        self.corner_sides[a.index()][position]
    }
}

fn other_end(side: Side, corner: Corner) -> Corner {
    let [a, b] = side.corners();
    if a == corner { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Region;

    /// The vertex numbering of the `.catan` format, written as its formula.
    fn vertices(w: u16, h: u16, r: u16, c: u16) -> [u16; 6] {
        let start = |line: u16| if line == 0 { 0 } else { w + (line - 1) * (w + 1) };
        let s = r & 1;
        let (ul, ll) = (start(2 * r + 1) + c, start(2 * r + 2) + c);
        let bottom = start(2 * r + 3) + c + if r < h - 1 { s } else { 0 };
        [start(2 * r) + c + s, ul + 1, ll + 1, bottom, ll, ul]
    }

    #[test]
    fn ids_of_a_rectangle_equal_the_published_numbering() {
        for (w, h) in [(1, 1), (5, 5), (3, 3), (6, 7), (4, 4), (1, 6), (9, 1), (10, 8)] {
            let board = Topology::new(Region::rectangle(w, h).iter());
            let (wu, hu) = (usize::from(w), usize::from(h));
            assert_eq!(board.corners(), 2 * wu + 2 * hu * (wu + 1), "{w}x{h}");
            assert_eq!(board.sides(), 4 * wu + (hu - 1) * (2 * wu + 1) + hu * (wu + 1), "{w}x{h}");
            for r in 0..h {
                for c in 0..w {
                    let id = board.hex_id(Hex::from_odd_r(r as i16, c as i16)).unwrap();
                    assert_eq!(id.0, r * w + c);
                    assert_eq!(board.hex_corners(id).map(|v| v.0), vertices(w, h, r, c), "{w}x{h} {r},{c}");
                }
            }
        }
    }

    #[test]
    fn tables_agree_with_each_other() {
        let board = Topology::new(Region::disc(Hex::new(0, 0), 3).iter());
        for side in board.side_ids() {
            let [a, b] = board.side_corners(side);
            assert!(a < b);
            assert_eq!(board.side_between(a, b), Some(side));
            assert_eq!(board.side_between(b, a), Some(side));
            assert!(board.side_hexes(side).iter().any(Option::is_some));
        }
        for corner in board.corner_ids() {
            for hex in board.corner_hexes(corner).iter().flatten() {
                assert!(board.hex_corners(*hex).contains(&corner));
            }
            assert!(board.corner_sides(corner).iter().flatten().count() >= 2);
        }
        assert_eq!(board.side_between(CornerId(0), CornerId(40)), None);
    }
}
