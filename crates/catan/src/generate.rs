//! From open maps to boards: the draw of `any` cells by seed, and maps ready by name.

mod draw;
mod presets;

pub use draw::{Drawer, MAP_KEY};
pub use presets::{PRESETS, preset};
