//! The rectangle every map is written on.

use hexwright_core::{CornerId, Direction, Hex, HexId, Region, SideId, Topology};
use std::sync::{Arc, OnceLock};

/// A rectangle of `width` × `height` hexes with odd rows shifted right, and its dense tables.
///
/// The tables are built when first asked for: reading and checking a map needs arithmetic only.
#[derive(Clone, Debug)]
pub struct Grid {
    width: u8,
    height: u8,
    topology: Arc<OnceLock<Topology>>,
}

impl Grid {
    /// A grid of this size; at most 4,096 hexes are ever read from a file.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Self {
        Self { width, height, topology: Arc::default() }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Number of hexes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether there is no hex.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Neighbour tables; ids equal the vertex and edge numbers of the format.
    #[must_use]
    pub fn topology(&self) -> &Topology {
        self.topology
            .get_or_init(|| Topology::new(Region::rectangle(self.width.into(), self.height.into()).iter()))
    }

    /// Number of corners, without building the tables.
    #[must_use]
    pub const fn corners(&self) -> usize {
        2 * self.width as usize + 2 * self.height as usize * (self.width as usize + 1)
    }

    /// Number of sides, without building the tables.
    #[must_use]
    pub const fn sides(&self) -> usize {
        let (w, h) = (self.width as usize, self.height as usize);
        if h == 0 { 0 } else { 4 * w + (h - 1) * (2 * w + 1) + h * (w + 1) }
    }

    /// First corner of a line of corners; there are `2 * height + 2` lines.
    const fn line_start(&self, line: usize) -> usize {
        if line == 0 { 0 } else { self.width as usize + (line - 1) * (self.width as usize + 1) }
    }

    /// Corners of a hex, clockwise from the top: the numbering of the format as arithmetic.
    #[must_use]
    pub const fn hex_corners(&self, row: u8, column: u8) -> [CornerId; 6] {
        let (r, c, shift) = (row as usize, column as usize, (row & 1) as usize);
        let top = self.line_start(2 * r) + c + shift;
        let upper_left = self.line_start(2 * r + 1) + c;
        let lower_left = self.line_start(2 * r + 2) + c;
        // the last line of corners is as short as the first, so its shift is not counted
        let bottom = self.line_start(2 * r + 3) + c + if row + 1 < self.height { shift } else { 0 };
        [
            CornerId(top as u16),
            CornerId(upper_left as u16 + 1),
            CornerId(lower_left as u16 + 1),
            CornerId(bottom as u16),
            CornerId(lower_left as u16),
            CornerId(upper_left as u16),
        ]
    }

    /// Up to three hexes around a corner, in reading order.
    pub fn hexes_around(&self, corner: CornerId) -> impl Iterator<Item = HexId> + '_ {
        let place = corner.index();
        let (line, index) = match place.checked_sub(usize::from(self.width)) {
            None => (0, place),
            Some(rest) => (1 + rest / (usize::from(self.width) + 1), rest % (usize::from(self.width) + 1)),
        };
        // the corner is on line 2r, 2r+1, 2r+2 or 2r+3 of row r
        let rows = line.saturating_sub(3).div_ceil(2)..=line / 2;
        rows.flat_map(move |r| (index.saturating_sub(1)..=index).map(move |c| (r, c)))
            .filter_map(|(r, c)| self.at(u8::try_from(r).ok()?, u8::try_from(c).ok()?))
            .filter(move |&hex| {
                let (r, c) = self.place(hex);
                self.hex_corners(r, c).contains(&corner)
            })
    }

    /// Up to three corners one side away, in ascending order.
    #[must_use]
    pub fn corners_beside(&self, corner: CornerId) -> Vec<CornerId> {
        let mut found = Vec::with_capacity(6);
        for hex in self.hexes_around(corner) {
            let (r, c) = self.place(hex);
            let ring = self.hex_corners(r, c);
            if let Some(i) = ring.iter().position(|&v| v == corner) {
                found.extend([ring[(i + 5) % 6], ring[(i + 1) % 6]]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The one or two hexes beside the side that joins two corners, each with the direction in which
    /// it sees the side; empty if no side joins them.
    pub fn hexes_beside(&self, a: CornerId, b: CornerId) -> impl Iterator<Item = (HexId, Direction)> + '_ {
        self.hexes_around(a).filter_map(move |hex| {
            let (r, c) = self.place(hex);
            let ring = self.hex_corners(r, c);
            let i = (0..6).find(|&i| {
                (ring[i], ring[(i + 1) % 6]) == (a, b) || (ring[i], ring[(i + 1) % 6]) == (b, a)
            })?;
            // corners run clockwise from the top, directions counter-clockwise from the east
            Some((hex, Direction::from_index(1 - i as i32)))
        })
    }

    /// The two ends of the side of a hex in a direction, the smaller first.
    #[must_use]
    pub fn side_ends(&self, hex: HexId, direction: Direction) -> [CornerId; 2] {
        let (r, c) = self.place(hex);
        let ring = self.hex_corners(r, c);
        let i = (7 - direction.index()) % 6;
        let mut ends = [ring[i], ring[(i + 1) % 6]];
        ends.sort_unstable();
        ends
    }

    /// The number of the side that joins two corners.
    #[must_use]
    pub fn side_between(&self, a: CornerId, b: CornerId) -> Option<SideId> {
        let limit = self.corners();
        (a.index() < limit && b.index() < limit).then(|| self.topology().side_between(a, b)).flatten()
    }

    /// `(row, column)` of a hex.
    #[must_use]
    pub fn place(&self, hex: HexId) -> (u8, u8) {
        ((hex.0 / u16::from(self.width)) as u8, (hex.0 % u16::from(self.width)) as u8)
    }

    /// The hex at a row and column, if the grid has it.
    #[must_use]
    pub fn at(&self, row: u8, column: u8) -> Option<HexId> {
        (row < self.height && column < self.width)
            .then(|| HexId(u16::from(row) * u16::from(self.width) + u16::from(column)))
    }

    /// The axial hex of an id.
    #[must_use]
    pub fn hex(&self, id: HexId) -> Hex {
        self.topology().hex(id)
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }
}

impl Eq for Grid {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_agrees_with_the_tables() {
        for (w, h) in [(1, 1), (5, 5), (3, 3), (6, 7), (4, 4), (1, 6), (9, 1), (10, 8)] {
            let grid = Grid::new(w, h);
            let tables = grid.topology();
            assert_eq!((grid.corners(), grid.sides()), (tables.corners(), tables.sides()), "{w}x{h}");
            for hex in tables.hex_ids() {
                let (r, c) = grid.place(hex);
                assert_eq!(&grid.hex_corners(r, c), tables.hex_corners(hex), "{w}x{h} {r},{c}");
            }
            for corner in tables.corner_ids() {
                let mut slow: Vec<_> = tables.corner_hexes(corner).iter().flatten().copied().collect();
                slow.sort_unstable();
                assert_eq!(grid.hexes_around(corner).collect::<Vec<_>>(), slow, "{w}x{h} {corner}");
                let mut slow: Vec<_> = tables.corner_neighbours(corner).iter().flatten().copied().collect();
                slow.sort_unstable();
                assert_eq!(grid.corners_beside(corner), slow, "{w}x{h} {corner}");
            }
            for side in tables.side_ids() {
                let [a, b] = tables.side_corners(side);
                let mut slow: Vec<_> = tables.side_hexes(side).iter().flatten().copied().collect();
                slow.sort_unstable();
                let fast: Vec<_> = grid.hexes_beside(b, a).collect();
                assert_eq!(fast.iter().map(|f| f.0).collect::<Vec<_>>(), slow, "{w}x{h} {a}-{b}");
                for (hex, direction) in fast {
                    assert_eq!(tables.hex_sides(hex)[direction.index()], side);
                    assert_eq!(grid.side_ends(hex, direction), [a, b]);
                }
            }
        }
    }
}
