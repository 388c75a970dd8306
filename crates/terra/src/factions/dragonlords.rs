//! Dragonlords: a volcano costs power tokens; every spade gained becomes a token in the first bowl.

use super::{Home, Sheet, SpadeEffect, StrongholdGain};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Volcano,
    power: [4, 4],
    cult: [2, 0, 0, 0],
    points_2017: 24,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 8), (4, 8)]),
    dwelling_workers: [0, 1, 2, 3, 3, 4, 5, 6, 6],
    digging: Sheet::NO_DIGGING,
    stronghold_gain: StrongholdGain::TokenPerPlayer,
    spade: SpadeEffect::Token,
    ..Sheet::STANDARD
};
