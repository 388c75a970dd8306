//! Darklings: a spade costs a priest and gives 2 points; the stronghold ordains up to three workers.

use super::{Digging, Home, Sheet, StrongholdGain};
use crate::map::Terrain;
use crate::tiles::Cost;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Black),
    goods: Cost { coins: 15, workers: 1, priests: 1 },
    cult: [0, 1, 1, 0],
    points_2017: 15,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 6), (4, 10)]),
    sanctuary_priests: 2,
    digging: Digging { spade: Some([Cost { priests: 1, ..Cost::FREE }; 3]), points: 2, ..Sheet::NO_DIGGING },
    stronghold_gain: StrongholdGain::Ordain(3),
    ..Sheet::STANDARD
};
