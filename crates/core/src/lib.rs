//! What every Hexwright room stands on: hexes, text with places in it, seeded chance, and the
//! contract a game fulfils. No input or output, no clock, no thread, no generator of its own.
//!
//! ```
//! use hexwright_core::{Hex, Region, Topology};
//!
//! let island = Region::rectangle(5, 5);
//! let board = Topology::new(island.iter());
//! assert_eq!((board.hexes(), board.corners(), board.sides()), (25, 70, 94));
//! assert_eq!(Hex::new(0, 0).distance(Hex::new(2, 2)), 4);
//! ```

pub mod by;
pub mod game;
pub mod hex;
pub mod json;
pub mod present;
pub mod random;
mod sentence;
pub mod set;
pub mod step;
pub mod stop;
pub mod text;

pub use by::{By, Key};
pub use game::{
    Actor, BadSetup, BrokenInvariant, Game, Imagine, Outcome, Recorded, Seat, SeatSet, Turn, Viewer, Weighted,
};
pub use hex::{
    Corner, CornerId, Direction, Hex, HexId, Layout, Orientation, Point, Region, Side, SideId, Symmetry,
    Topology,
};
pub use random::{Fast, Random, Stream};
pub use set::Bits;
pub use step::Step;
pub use stop::StopFlag;
pub use text::{Diagnostic, Edit, Fix, Severity, Source, Span};
