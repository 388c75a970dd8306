//! Boards and positions as pictures: a [`Scene`] is plain data; SVG, PNG and text are ways to print it.

mod scene;

pub use scene::{RenderError, Scene};
