//! Riverwalkers: build only across rivers, on unlocked terrains; a priest gained may unlock one instead.
//!
//! They never transform and cannot take spade actions; the stronghold gives two bridges.

use super::{Home, Sheet, Shipping, SpadeEffect, StrongholdGain};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Variable,
    power: [10, 2],
    cult: [1, 0, 0, 1],
    points_2017: 21,
    dwelling_workers: [1, 2, 3, 3, 4, 5, 5, 6, 7],
    temple_priests: [0, 1, 1, 2],
    temple_power: [0, 0, 5, 5],
    shipping: Shipping { start: 1, max: 1, points: [0; 6] },
    digging: Sheet::NO_DIGGING,
    stronghold_gain: StrongholdGain::Bridges(2),
    spade: SpadeEffect::Lost,
    ..Sheet::STANDARD
};
