//! Inks of the Catan board. Terrain colours stand apart in lightness too, so greyscale keeps their order.
//!
//! ```
//! use hexwright_render::catan::inks::{FOREST, PASTURE};
//!
//! assert_ne!(FOREST.light.hex(), PASTURE.light.hex());
//! ```

use crate::Ink;

/// Water.
pub const SEA: Ink = Ink::new("sea", 0x8ec5de, 0x1f4a63);
/// Waves on it.
pub const WAVE: Ink = Ink::new("wave", 0x5d9fbf, 0x3f7796);
/// The line between sea hexes.
pub const SEA_LINE: Ink = Ink::new("sea-line", 0xa9d5e8, 0x2a5a75);
/// The wooden edge of the board.
pub const FRAME: Ink = Ink::new("frame", 0x2f6a8a, 0x0f2a3a);
/// Beaches and the paths between hexes.
pub const SAND: Ink = Ink::new("sand", 0xf3e6c4, 0xc9b98f);
/// The edge of the beach.
pub const SHORE: Ink = Ink::new("shore", 0xb79f68, 0x7d6d45);

/// Hills.
pub const HILL: Ink = Ink::new("hill", 0xcb6b43, 0xb45c37);
/// Bricks and their hatch.
pub const HILL_DARK: Ink = Ink::new("hill-dark", 0x7a2c14, 0x5e200d);
/// Light on bricks.
pub const HILL_LIGHT: Ink = Ink::new("hill-light", 0xf0a47e, 0xdc916c);
/// Forests.
pub const FOREST: Ink = Ink::new("forest", 0x3f7f48, 0x35703e);
/// Trees.
pub const FOREST_DARK: Ink = Ink::new("forest-dark", 0x10391f, 0x0b2c17);
/// Light on trees.
pub const FOREST_LIGHT: Ink = Ink::new("forest-light", 0x84bd7d, 0x77ad70);
/// Pastures.
pub const PASTURE: Ink = Ink::new("pasture", 0xc0df78, 0xa9cc62);
/// Grass.
pub const PASTURE_DARK: Ink = Ink::new("pasture-dark", 0x54761f, 0x47651a);
/// Wool.
pub const WOOL: Ink = Ink::new("wool", 0xfffdf6, 0xf2efe6);
/// Fields.
pub const FIELD: Ink = Ink::new("field", 0xebb62e, 0xd3a124);
/// Ears of wheat.
pub const FIELD_DARK: Ink = Ink::new("field-dark", 0x865607, 0x6e4605);
/// Mountains.
pub const MOUNTAIN: Ink = Ink::new("mountain", 0x959ca8, 0x848b97);
/// Rock.
pub const MOUNTAIN_DARK: Ink = Ink::new("mountain-dark", 0x434a57, 0x353b46);
/// Snow.
pub const SNOW: Ink = Ink::new("snow", 0xf7f9fb, 0xe8ecf0);
/// Deserts.
pub const DESERT: Ink = Ink::new("desert", 0xe9d6a4, 0xcfbb87);
/// Stipple and cactus.
pub const DESERT_DARK: Ink = Ink::new("desert-dark", 0x8b7440, 0x705c30);
/// Gold rivers.
pub const GOLD: Ink = Ink::new("gold", 0xb97f2a, 0xa16c20);
/// Ingots.
pub const GOLD_DARK: Ink = Ink::new("gold-dark", 0x6b4406, 0x573704);
/// Light on ingots.
pub const GOLD_LIGHT: Ink = Ink::new("gold-light", 0xffe58a, 0xf5d873);
/// Cells that are not drawn yet.
pub const OPEN: Ink = Ink::new("open", 0xdcdad4, 0x5b6069);
/// Their stripes and question mark.
pub const OPEN_DARK: Ink = Ink::new("open-dark", 0x686a70, 0xc6c9cf);

/// Number tokens and harbour signs.
pub const TOKEN: Ink = Ink::fixed("token", 0xfdf6e0);
/// Their edge.
pub const TOKEN_EDGE: Ink = Ink::fixed("token-edge", 0x4a3a1f);
/// Their numbers.
pub const TOKEN_TEXT: Ink = Ink::fixed("token-text", 0x1e1a14);
/// Numbers 6 and 8.
pub const TOKEN_RED: Ink = Ink::fixed("token-red", 0xb5121b);
/// Piers.
pub const PIER: Ink = Ink::fixed("pier", 0x8a5a2b);
/// Planks of piers.
pub const PLANK: Ink = Ink::fixed("plank", 0xd9a866);
/// The robber and the pirate.
pub const ROBBER: Ink = Ink::fixed("robber", 0x24262b);
/// Weak corners of the heat map.
pub const COLD: Ink = Ink::fixed("cold", 0xf7f7f0);
/// Middling corners.
pub const WARM: Ink = Ink::fixed("warm", 0xf6a945);
/// Strong corners.
pub const HOT: Ink = Ink::fixed("hot", 0x9c1717);
