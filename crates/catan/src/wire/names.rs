//! Corners, sides and hexes as the protocol names them: column, row, and a number on the hex.

use crate::map::Grid;
use crate::text::pioneers::{Edge, Node, PioneersMap, Place};
use hexwright_core::{CornerId, HexId, SideId};

/// The names on one map. A board without water around it stands further in on the Pioneers map made of it.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) map: PioneersMap,
    /// How far right and down the map has moved the board.
    moved: Place,
}

impl Names {
    /// On a map that has the board where it is.
    pub(crate) const fn new(map: PioneersMap) -> Self {
        Self { map, moved: Place { x: 0, y: 0 } }
    }

    /// On a map that has moved the board.
    pub(crate) const fn moved(map: PioneersMap, moved: Place) -> Self {
        Self { map, moved }
    }

    fn out(&self, place: Place) -> Place {
        Place { x: place.x + self.moved.x, y: place.y + self.moved.y }
    }

    fn back(&self, place: Place) -> Place {
        Place { x: place.x.saturating_sub(self.moved.x), y: place.y.saturating_sub(self.moved.y) }
    }

    /// The canonical name of a corner.
    pub(crate) fn node(&self, grid: &Grid, corner: CornerId) -> Node {
        let node = Node::of(grid.topology().corner(corner));
        let node = Node { hex: self.out(node.hex), ..node };
        self.map.canonical(node).unwrap_or(node)
    }

    /// The canonical name of a side.
    pub(crate) fn edge(&self, grid: &Grid, side: SideId) -> Edge {
        let [one, two] = grid.topology().side(side).hexes();
        let pos = (0..6).find(|&d| Place::of(one).neighbour(d) == Place::of(two)).unwrap_or(0);
        let edge = Edge { hex: self.out(Place::of(one)), pos };
        edge.names().into_iter().filter(|e| self.map.has_hex(e.hex)).min().unwrap_or(edge)
    }

    /// The place of a hex.
    pub(crate) fn place(&self, grid: &Grid, hex: HexId) -> Place {
        self.out(Place::of(grid.topology().hex(hex)))
    }

    /// `x y pos` of a corner.
    pub(crate) fn node_text(&self, grid: &Grid, corner: CornerId) -> String {
        let Node { hex: Place { x, y }, pos } = self.node(grid, corner);
        format!("{x} {y} {pos}")
    }

    /// `x y pos` of a side.
    pub(crate) fn edge_text(&self, grid: &Grid, side: SideId) -> String {
        let Edge { hex: Place { x, y }, pos } = self.edge(grid, side);
        format!("{x} {y} {pos}")
    }

    /// `x y` of a hex.
    pub(crate) fn hex_text(&self, grid: &Grid, hex: HexId) -> String {
        let Place { x, y } = self.place(grid, hex);
        format!("{x} {y}")
    }

    /// A corner from `x y pos`, by any of its names.
    pub(crate) fn corner(&self, grid: &Grid, [x, y, pos]: [i32; 3]) -> Option<CornerId> {
        let (hex, pos) = (self.known(x, y)?, u8::try_from(pos).ok().filter(|&p| p < 6)?);
        grid.topology().corner_id(Node { hex, pos }.corner())
    }

    /// A side from `x y pos`, by any of its names.
    pub(crate) fn side(&self, grid: &Grid, [x, y, pos]: [i32; 3]) -> Option<SideId> {
        let (hex, pos) = (self.known(x, y)?, u8::try_from(pos).ok().filter(|&p| p < 6)?);
        grid.topology().side_id(Edge { hex, pos }.side())
    }

    /// A hex from `x y`.
    pub(crate) fn hex(&self, grid: &Grid, x: i32, y: i32) -> Option<HexId> {
        let place = self.known(x, y)?;
        grid.at(u8::try_from(place.y).ok()?, u8::try_from(place.x).ok()?)
    }

    /// The board's own place of a hex on the map.
    fn known(&self, x: i32, y: i32) -> Option<Place> {
        let place = Place { x: i16::try_from(x).ok()?, y: i16::try_from(y).ok()? };
        self.map.has_hex(place).then(|| self.back(place))
    }
}
