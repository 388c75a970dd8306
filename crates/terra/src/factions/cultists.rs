//! Cultists: a cult step when a neighbour takes power from an own build, one power when all decline.

use super::{Home, LeechEffect, Sheet, StrongholdGain};
use crate::map::Terrain;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Brown),
    cult: [1, 0, 1, 0],
    points_2017: 16,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 8), (4, 8)]),
    stronghold_gain: StrongholdGain::Points(7),
    leech: LeechEffect::CultStep,
    ..Sheet::STANDARD
};
