//! Catan: the rules, what people are shown of a game, and the protocol of Pioneers servers.
//!
//! Maps, their texts and generators live in `hexwright-catan-map` and are offered here too. A
//! [`Board`] and [`game::Options`] make a [`game::Catan`], and that plays.
//!
//! ```
//! use hexwright_catan::game::{Catan, Options};
//! use hexwright_catan::generate::preset;
//! use hexwright_core::{Game, Turn};
//!
//! let setup = preset("base").expect("one of our own maps");
//! let catan = Catan::new(&setup, &setup.draw(7), Options::default(), 3).expect("a board to play on");
//! assert!(matches!(catan.turn(&catan.start()), Turn::Seats(_)), "the first settlement is awaited");
//! ```

pub mod game;
mod present;
pub mod text;
pub mod wire;

pub use hexwright_catan_map::{
    Board, ByResource, Card, Grid, Harbour, HexType, HexValue, Pieces, Placement, PortSite, PortType,
    Resource, Setup, Terrain, edit, generate, lint, map,
};
