//! Maps as values: the vocabulary ([`kinds`]), the editable [`Setup`] and the drawn [`Board`].

mod board;
mod grid;
mod kinds;
mod setup;

pub use board::{Board, Harbour, Terrain, pips};
pub use grid::Grid;
pub use kinds::{ByResource, Card, HexType, HexValue, PortType, Resource};
pub use setup::{Note, Pieces, Placement, PortSite, Setup, Tokens};
