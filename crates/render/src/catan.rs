//! Catan drawn: boards, setups with cells still open, positions with pieces and hands, and the same
//! in plain text.
//!
//! Nothing is told by colour alone: every terrain has a glyph and a hatch, every piece its seat's
//! letter, 6 and 8 are red *and* larger, and corner heat carries its number.
//!
//! ```
//! use hexwright_catan::{Board, Grid, Resource, Terrain};
//! use hexwright_render::catan::{Options, board_scene};
//! let board = Board {
//!     grid: Grid::new(2, 1),
//!     terrain: vec![Terrain::Land(Resource::Ore), Terrain::Desert],
//!     numbers: vec![8, 0],
//!     harbours: vec![],
//! };
//! let svg = board_scene(&board, &Options::default()).to_svg();
//! assert!(svg.contains(r#"data-hex="1""#) && svg.contains("mountain, 8"));
//! ```

mod board;
mod drawing;
mod hands;
mod harbour;
pub mod inks;
mod overlay;
mod pieces;
mod shapes;
mod targets;
mod terrain;
mod text;
mod token;

pub use board::{Options, Sea, board_scene, position_scene, setup_scene};
pub use hands::{Hand, Seat};
pub use overlay::{Mark, Spot};
pub use pieces::Position;
pub use text::{board_text, pieces_text, position_text, seats_text, setup_text};

/// Width of a hex across its flats in picture units, for prints at true size.
pub const HEX_WIDTH: f64 = SIDE * 1.732_050_807_568_877_2;

/// Length of a hex side in picture units; everything else is measured in it.
pub const SIDE: f64 = 50.0;
