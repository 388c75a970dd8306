//! The printed boards: terrain, hex names, and the geometry derived from them.
//!
//! ```
//! use hexwright_terra::{Board, MapId, Terrain};
//!
//! let board = Board::printed_board(MapId::Base).unwrap();
//! let e7 = board.id_named("E7").unwrap();
//! assert_ne!(board.printed(e7), Terrain::River);
//! assert_eq!(board.name(e7), "E7");
//! ```

mod board;
mod layouts;
mod shared;
mod terrain;

pub use board::{Board, HexSet, LayoutError, MAX_HEXES, Site};
pub use layouts::{ByMap, MapId};
pub use terrain::{ByTerrain, Terrain, TerrainSet};
