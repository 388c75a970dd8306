//! Auren: the stronghold gives a favor tile and an action of two steps on one track.

use super::{Home, Sheet, StrongholdGain};
use crate::map::Terrain;
use crate::tiles::Special;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Green),
    cult: [0, 1, 0, 1],
    points_2017: 27,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 6), (4, 8)]),
    stronghold_gain: StrongholdGain::Favor,
    stronghold_action: Some(Special::Auren),
    ..Sheet::STANDARD
};
