//! Engineers: bridges for 2 workers at any time; with the stronghold points for bridges on passing.

use super::{Home, Sheet};
use crate::map::Terrain;
use crate::tiles::Cost;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Gray),
    goods: Cost::build(2, 10),
    power: [3, 9],
    points_2017: 16,
    price: Sheet::prices([(1, 1), (1, 2), (1, 4), (3, 6), (3, 6)]),
    dwelling_workers: [0, 1, 2, 2, 3, 4, 4, 5, 6],
    temple_priests: [0, 1, 1, 2],
    temple_power: [0, 0, 5, 5],
    ..Sheet::STANDARD
};
