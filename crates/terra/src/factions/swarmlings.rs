//! Swarmlings: everything costs more and pays more; 3 workers per town; the stronghold trades for free.

use super::{Home, Sheet};
use crate::map::Terrain;
use crate::tiles::{Cost, Income, Special};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Blue),
    goods: Cost::build(8, 20),
    power: [3, 9],
    cult: [1, 1, 1, 1],
    points_2017: 22,
    price: Sheet::prices([(2, 3), (3, 4), (3, 6), (5, 8), (5, 8)]),
    dwelling_workers: [2, 3, 4, 5, 6, 7, 8, 9, 9],
    trading_coins: [0, 2, 4, 6, 9],
    trading_power: [0, 2, 4, 6, 8],
    stronghold: Income::power(4),
    sanctuary_priests: 2,
    stronghold_action: Some(Special::Swarmlings),
    town_workers: 3,
    ..Sheet::STANDARD
};
