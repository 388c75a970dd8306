//! Halflings: a point per spade; the stronghold gives three spades at once.

use super::{Digging, Home, Sheet, SpadeEffect, StrongholdGain};
use crate::map::Terrain;
use crate::tiles::Cost;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Brown),
    power: [3, 9],
    cult: [0, 0, 1, 1],
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 8), (4, 6)]),
    digging: Digging { advance: Cost { coins: 1, workers: 2, priests: 1 }, ..Sheet::DIGGING },
    stronghold_gain: StrongholdGain::Spades(3),
    spade: SpadeEffect::Points(1),
    ..Sheet::STANDARD
};
