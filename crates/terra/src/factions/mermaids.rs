//! Mermaids: long ships; a town may cross one river hex; the stronghold advances the ships.

use super::{Home, Sheet, Shipping, StrongholdGain};
use crate::map::Terrain;
use crate::tiles::Income;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Blue),
    power: [3, 9],
    cult: [0, 2, 0, 0],
    points_2017: 19,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 6), (4, 8)]),
    stronghold: Income::power(4),
    shipping: Shipping { start: 1, max: 5, points: [0, 0, 2, 3, 4, 5] },
    stronghold_gain: StrongholdGain::Ship,
    ..Sheet::STANDARD
};
