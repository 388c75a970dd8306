//! Yetis: power actions cost one less; big buildings count 4; with the stronghold blocked actions stay open.

use super::{Digging, Home, Sheet};
use crate::tiles::{Cost, Income};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Ice,
    power: [0, 12],
    cult: [0, 0, 1, 1],
    points_2017: 22,
    dwelling_workers: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    trading_power: [0, 2, 4, 6, 8],
    stronghold: Income::power(4),
    digging: Digging { advance: Cost { coins: 5, workers: 1, priests: 1 }, ..Sheet::DIGGING },
    big_strength: 4,
    power_discount: 1,
    ..Sheet::STANDARD
};
