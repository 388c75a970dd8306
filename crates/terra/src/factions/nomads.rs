//! Nomads: a third start dwelling; the stronghold's sandstorm turns a neighbouring hex to desert.

use super::{Home, Sheet};
use crate::map::Terrain;
use crate::tiles::{Cost, Special};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Yellow),
    goods: Cost::build(2, 15),
    cult: [1, 0, 1, 0],
    points_2017: 19,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 8), (4, 6)]),
    trading_coins: [0, 2, 4, 7, 11],
    trading_power: [0, 1, 2, 3, 4],
    dwellings: 3,
    stronghold_action: Some(Special::Nomads),
    ..Sheet::STANDARD
};
