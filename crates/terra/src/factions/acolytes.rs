//! Acolytes: a volcano costs steps on one cult track; every spade gained becomes a cult step.
//!
//! With the stronghold each priest sent gives one step more.

use super::{Home, Sheet, SpadeEffect};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Volcano,
    power: [6, 6],
    cult: [3, 3, 3, 3],
    points_2017: 23,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (4, 8), (4, 8)]),
    dwelling_workers: [0, 1, 2, 3, 3, 4, 5, 6, 6],
    digging: Sheet::NO_DIGGING,
    spade: SpadeEffect::CultStep,
    ..Sheet::STANDARD
};
