//! A map as its author wrote it: plain, editable, with `any` cells still open.

use super::{ByResource, Grid, HexType, HexValue, PortType};
use hexwright_core::CornerId;

/// Pieces of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// Roads.
    pub roads: u8,
    /// Settlements.
    pub settlements: u8,
    /// Cities.
    pub cities: u8,
}

/// What a seat places in one pass of the setup; the same three numbers as [`Pieces`].
pub type Placement = Pieces;

/// A port as written: two corners and a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PortSite {
    /// The two corners, the smaller first.
    pub corners: [CornerId; 2],
    /// Its type, perhaps drawn.
    pub kind: PortType,
}

/// A typed comment: `# key: value`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// `title`, `author`, `licence`, `seed` or `pioneers`.
    pub key: String,
    /// The text behind the colon.
    pub value: String,
}

/// A whole map before anything is drawn. Fixed cells are locked, `any` cells are drawn from pools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Notes in their order.
    pub notes: Vec<Note>,
    /// Recommended least and most players.
    pub players: (u8, u8),
    /// Points to win.
    pub points: u8,
    /// Pieces of each seat.
    pub pieces: Pieces,
    /// What each seat places in each pass.
    pub placements: Vec<Placement>,
    /// How many passes, from the last, yield cards.
    pub resource_passes: u8,
    /// Resource cards in the bank.
    pub bank: ByResource<u16>,
    /// Development cards in the order of [`super::Card`].
    pub cards: [u16; 5],
    /// The rectangle.
    pub grid: Grid,
    /// Hex types, row by row.
    pub types: Vec<HexType>,
    /// Pool of hex types: brick wood wool wheat ore desert.
    pub type_pool: [u16; 6],
    /// Hex values, row by row.
    pub values: Vec<HexValue>,
    /// Pool of values: 0 2 3 4 5 6 7 8 9 10 11 12.
    pub value_pool: [u16; 12],
    /// Ports in file order.
    pub ports: Vec<PortSite>,
    /// Pool of port types: empty three brick wood wool wheat ore.
    pub port_pool: [u16; 7],
}
