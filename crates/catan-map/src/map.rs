//! Maps as values: the vocabulary (`kinds`), the editable [`Setup`] and the drawn [`Board`].

mod board;
mod diff;
mod grid;
mod kinds;
mod layout;
mod moved;
mod rules;
mod sea;
mod setup;
mod transform;

pub use board::{Board, Harbour, Terrain, pips};
pub use diff::{Change, Difference, diff};
pub use grid::Grid;
pub use kinds::{ByResource, Card, HexType, HexValue, PortType, Resource};
pub(crate) use layout::OpenPort;
pub use layout::{Layout, Shuffle};
pub use rules::{DiceDeck, MapRules, SevensRule};
pub use sea::{Sea, SeaPort};
pub use setup::{Note, Pieces, Placement, PortSite, Setup, Tokens};
pub use transform::{Margins, Resized, TransformError};
