//! Maps as values: the vocabulary (`kinds`), the editable [`Setup`] and the drawn [`Board`].

mod board;
mod diff;
mod grid;
mod kinds;
mod setup;
mod transform;

pub use board::{Board, Harbour, Terrain, pips};
pub use diff::{Change, Difference, diff};
pub use grid::Grid;
pub use kinds::{ByResource, Card, HexType, HexValue, PortType, Resource};
pub use setup::{Note, Pieces, Placement, PortSite, Setup, Tokens};
pub use transform::{Margins, Resized, TransformError};
