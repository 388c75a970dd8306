//! Alchemists: points and coins change into each other; final coins count double.
//!
//! The stronghold gives 12 power at once and 2 power per spade from then on.

use super::{Home, Sheet, SpadeEffect, StrongholdGain};
use crate::map::Terrain;
use crate::tiles::Income;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Black),
    cult: [1, 1, 0, 0],
    points_2017: 27,
    trading_coins: [0, 2, 4, 7, 11],
    trading_power: [0, 1, 2, 3, 4],
    stronghold: Income::coins(6),
    stronghold_gain: StrongholdGain::Power(12),
    spade: SpadeEffect::PowerWithStronghold(2),
    ..Sheet::STANDARD
};
