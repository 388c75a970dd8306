//! The rectangle every map is written on.

use hexwright_core::{Hex, HexId, Region, Topology};
use std::sync::Arc;

/// A rectangle of `width` × `height` hexes with odd rows shifted right, and its dense tables.
#[derive(Clone, Debug)]
pub struct Grid {
    width: u8,
    height: u8,
    topology: Arc<Topology>,
}

impl Grid {
    /// A grid and its tables, built once.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Self {
        let topology = Arc::new(Topology::new(Region::rectangle(width.into(), height.into()).iter()));
        Self { width, height, topology }
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
        &self.topology
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
        self.topology.hex(id)
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }
}

impl Eq for Grid {}
