//! Battlelands drawn: the flat-topped board with terrain, elevation, hexsides, entrances and start hexes,
//! and the heat map of what a script gives.
//!
//! A hexside lies *inside* the hex that owns it, each kind with its own pattern: teeth of a cliff and
//! strokes of a slope point down to the neighbour. Terrain has a glyph, elevation a number, so greys say
//! as much as colours.
//!
//! ```
//! use hexwright_render::titan::{Options, land_scene};
//! use hexwright_titan::Battleland;
//! let land = Battleland::from_canonical("D4:Sand:1:0d").unwrap();
//! let svg = land_scene(&land, &Options::default()).to_svg();
//! assert!(svg.contains("D4: Sand, elevation 1, dune to the north"));
//! ```

mod battle;
mod board;
mod heat;
mod inks;
mod legend;
mod sides;
mod terrain;
mod text;

pub use battle::{battle_scene, battle_text, fought_land_text, legions_text};
pub use board::{Colours, Options, contact_sheet, land_scene};
pub use heat::{heat_scene, strikes_scene};
pub use text::land_text;

/// Width of a hex from corner to corner, in picture units.
pub const HEX_WIDTH: f64 = 2.0 * SIDE;

/// Length of a hex side in picture units; everything else is measured in it.
pub(crate) const SIDE: f64 = 50.0;
