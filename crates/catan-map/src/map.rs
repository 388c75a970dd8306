//! Maps as values: the vocabulary (`kinds`), the editable [`Setup`] and the drawn [`Board`].
//!
//! ```
//! use hexwright_catan_map::generate::preset;
//! use hexwright_catan_map::map::diff;
//!
//! let open = preset("base").unwrap();
//! let board = open.draw(7);
//! let fixed = open.with_board(&board, Some(7));
//! assert_eq!(fixed.draw(1), board, "nothing is left to chance");
//! assert!(!diff(&open, &fixed).is_empty());
//! ```

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
pub use setup::{MAX_SEATS, Note, Pieces, Placement, PortSite, SEAT_COUNTS, Setup, Tokens};
pub use transform::{Margins, Resized, TransformError};
