//! Boards and positions as pictures: a [`Scene`] is plain data; SVG, PNG and text are ways to print it.
//!
//! ```
//! use hexwright_core::{Hex, Layout, Orientation, Region};
//! use hexwright_render::{Hatch, Node, Scene, ViewBox, palette};
//!
//! let layout = Layout::new(Orientation::Pointy, 20.0);
//! let hexes = Region::disc(Hex::new(0, 0), 1);
//! let view = ViewBox::around(hexes.iter().flat_map(|h| layout.outline(h))).grown(4.0);
//! let mut scene = Scene::new("Seven hexes", view).describe("A hex and its six neighbours.");
//! scene.add_hatches([Hatch::lines("slanted", palette::LINE, 4.0, 0.8, 45.0)]);
//! for (i, hex) in hexes.iter().enumerate() {
//!     scene.push(
//!         Node::group([
//!             Node::polygon(layout.outline(hex)).hatch("slanted").stroke(palette::TEXT, 1.0),
//!             Node::centred_text(layout.centre(hex), 10.0, i.to_string()).bold(),
//!         ])
//!         .id(format!("hex-{i}"))
//!         .data("hex", i),
//!     );
//! }
//! assert_eq!(scene.to_svg().matches("data-hex").count(), 7);
//! ```
//!
//! Reading order: [`Ink`] and [`palette`] (colour), [`Node`] (what is drawn), [`Scene`] (the picture),
//! [`Hatch`] and [`Symbol`] (what repeats), `Scene::grid` (several pictures), [`Canvas`] (plain text).

mod canvas;
pub mod catan;
mod colour;
#[cfg(feature = "png")]
mod flat;
mod glyph;
mod hatch;
#[cfg(feature = "png")]
mod letters;
mod node;
#[cfg(feature = "png")]
mod outline;
pub mod palette;
mod path;
#[cfg(feature = "png")]
mod pdf;
#[cfg(feature = "png")]
mod png;
mod scene;
mod sheet;
pub mod svg;
pub mod terra;
pub mod titan;

pub use canvas::Canvas;
pub use colour::{Colour, Ink};
pub use glyph::Symbol;
pub use hatch::Hatch;
pub use node::{Anchor, Fill, Kind, Node, Stroke, Style, Text, Transform, Weight};
pub use path::Path;
#[cfg(feature = "png")]
pub use pdf::{Paper, Size};
pub use scene::{RenderError, Scene, Theme, ViewBox};

/// The most pixels a PNG may have.
pub const MAX_PIXELS: u64 = 100_000_000;
