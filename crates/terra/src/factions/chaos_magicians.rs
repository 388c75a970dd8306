//! Chaos Magicians: one start dwelling, placed last; two favor tiles per temple and sanctuary.
//!
//! The stronghold's action is two more full actions.

use super::{Home, Sheet};
use crate::map::Terrain;
use crate::tiles::{Cost, Income, Special};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Red),
    goods: Cost::build(4, 15),
    cult: [2, 0, 0, 0],
    points_2017: 19,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 4), (4, 8)]),
    stronghold: Income::workers(2),
    favors: 2,
    dwellings: 1,
    stronghold_action: Some(Special::ChaosMagicians),
    ..Sheet::STANDARD
};
