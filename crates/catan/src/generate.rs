//! From open maps to boards: the draw of `any` cells by seed.

mod draw;

pub use draw::{Drawer, MAP_KEY};
