//! The hexagonal plane: hexes, their corners and sides, regions, symmetries, pixels and dense tables.
//!
//! Coordinates are axial and written for pointy-top boards; a flat-top board is the same plane
//! turned by [`Layout`]. Every corner and side has **one** spelling, so equality is identity.
//!
//! ```
//! use hexwright_core::{Hex, Region, Topology};
//!
//! // a hex and its six neighbours: 24 corners and 30 sides, each counted once
//! let board = Topology::new(Region::disc(Hex::new(0, 0), 1).iter());
//! assert_eq!((board.hexes(), board.corners(), board.sides()), (7, 24, 30));
//! ```

mod coord;
mod corner;
mod layout;
mod region;
mod side;
mod symmetry;
mod topology;

pub use coord::{Direction, Hex};
pub use corner::Corner;
pub use layout::{Layout, Orientation, Point};
pub use region::Region;
pub use side::Side;
pub use symmetry::Symmetry;
pub use topology::{CornerId, HexId, SideId, Topology};
