//! Catan: maps, the texts they are written in, generators and rules.
//!
//! The flow is a ladder of types, each with a way back:
//! text → document (spans, every finding) → [`Setup`] (plain, editable, `any` cells) →
//! [`Board`] (drawn: nothing left to chance) → game.
//!
//! ```
//! use hexwright_catan::generate::{Constraint, Generator, preset};
//! use hexwright_catan::text::dot_catan::{Leniency, read, write};
//!
//! let setup = preset("base").expect("one of our own maps");
//! let generator = Generator::new(&setup, &[Constraint::RedNeighbours(0)]).expect("possible");
//! let found = generator.generate(7).expect("a board with 6 and 8 apart");
//! let text = write(&setup.with_board(&found.board, Some(7)));
//! assert_eq!(read("map.catan", text.as_bytes(), Leniency::Strict).value.unwrap().draw(1), found.board);
//! ```

pub mod game;
pub mod generate;
pub mod lint;
pub mod map;
mod present;
pub mod text;
pub mod wire;

pub use map::{
    Board, ByResource, Card, Grid, Harbour, HexType, HexValue, Pieces, Placement, PortSite, PortType,
    Resource, Setup, Terrain,
};
