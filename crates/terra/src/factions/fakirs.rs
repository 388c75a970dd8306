//! Fakirs: no ships; carpets fly over hexes for a priest and 4 points; the stronghold lengthens the range.

use super::{Digging, Home, Sheet, Shipping, StrongholdGain, Tunnel};
use crate::map::Terrain;
use crate::tiles::Income;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Yellow),
    power: [7, 5],
    cult: [1, 0, 0, 1],
    points_2017: 33,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 10), (4, 6)]),
    stronghold: Income::priests(1),
    shipping: Shipping::NONE,
    digging: Digging { max: 1, ..Sheet::DIGGING },
    tunnel: Some(Tunnel::Priest),
    stronghold_gain: StrongholdGain::Range,
    ..Sheet::STANDARD
};
