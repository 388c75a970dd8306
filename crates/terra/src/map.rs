//! The printed boards: terrain, hex names, and the geometry derived from them.

mod board;
mod layouts;
mod shared;
mod terrain;

pub use board::{Board, HexSet, LayoutError, MAX_HEXES, Site};
pub use layouts::{ByMap, MapId};
pub use terrain::{ByTerrain, Terrain, TerrainSet};
