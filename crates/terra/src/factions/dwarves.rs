//! Dwarves: no ships; tunnels reach two hexes far for 2 workers (1 with the stronghold) and 4 points.

use super::{Home, Sheet, Shipping, Tunnel};
use crate::map::Terrain;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Gray),
    cult: [0, 0, 2, 0],
    trading_coins: [0, 3, 5, 7, 10],
    shipping: Shipping::NONE,
    tunnel: Some(Tunnel::Workers(2, 1)),
    ..Sheet::STANDARD
};
