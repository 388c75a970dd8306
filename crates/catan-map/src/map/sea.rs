//! What a seafaring map adds to the base game: pieces, the pirate, islands, closed corners.

use super::{Grid, PortType};
use hexwright_core::{CornerId, Direction, HexId};

/// A harbour on a sea hex that faces no land. A building at one of its corners trades there all the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeaPort {
    /// The sea hex it lies on.
    pub hex: HexId,
    /// The side of that hex, 0 east to 5 south-east, counter-clockwise.
    pub facing: u8,
    /// Its type, perhaps drawn.
    pub kind: PortType,
}

impl SeaPort {
    /// The two corners it serves, the smaller first.
    #[must_use]
    pub fn corners(&self, grid: &Grid) -> [CornerId; 2] {
        grid.side_ends(self.hex, Direction::from_index(i32::from(self.facing)))
    }
}

/// Pieces and places of a seafaring map (R-SEA-1 to R-SEA-9). The default is no sea at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sea {
    /// Ships of each seat.
    pub ships: u16,
    /// Bridges of each seat.
    pub bridges: u16,
    /// City walls of each seat.
    pub walls: u16,
    /// Where the pirate starts.
    pub pirate: Option<HexId>,
    /// Whether the pirate may be moved.
    pub pirate_moves: bool,
    /// Points for the first, second, … discovered island; the last repeats.
    pub island_bonus: Vec<i32>,
    /// Corners without building during setup, ascending.
    pub closed: Vec<CornerId>,
    /// Harbours that face no land, row by row.
    pub ports: Vec<SeaPort>,
}

impl Sea {
    /// Whether pieces go to sea, so that water matters.
    #[must_use]
    pub const fn sails(&self) -> bool {
        self.ships > 0 || self.bridges > 0 || self.pirate_moves
    }
}
