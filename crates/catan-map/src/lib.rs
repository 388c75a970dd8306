//! Catan maps: the map as a value, the two texts it is written in, generators and advice.
//!
//! The flow is a ladder of types, each with a way back:
//! text → document (spans, every finding) → [`Setup`] (plain, editable, `any` cells) →
//! [`Board`] (drawn: nothing left to chance). The rules that play on a board are in `hexwright-catan`.
//!
//! ```
//! use hexwright_catan_map::generate::{Constraint, Generator, preset};
//! use hexwright_catan_map::text::dot_catan::{Leniency, read, write};
//!
//! let setup = preset("base").expect("one of our own maps");
//! let generator = Generator::new(&setup, &[Constraint::RedNeighbours(0)]).expect("possible");
//! let found = generator.generate(7).expect("a board with 6 and 8 apart");
//! let text = write(&setup.with_board(&found.board, Some(7)));
//! assert_eq!(read("map.catan", text.as_bytes(), Leniency::Strict).value.unwrap().draw(1), found.board);
//! ```

pub mod edit;
pub mod generate;
pub mod lint;
pub mod map;
pub mod text;

pub use map::{
    Board, ByResource, Card, Grid, Harbour, HexType, HexValue, Pieces, Placement, PortSite, PortType,
    Resource, Setup, Terrain,
};
