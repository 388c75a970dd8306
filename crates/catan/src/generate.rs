//! From open maps to boards: the draw of `any` cells by seed, the balance score, and maps ready by
//! name.

mod draw;
mod presets;
mod score;
mod tables;

pub use draw::{Drawer, MAP_KEY};
pub use presets::{PRESETS, preset};
pub use score::{Balance, Counts, Fraction, TERMS};
pub use tables::{Cells, Tables};
