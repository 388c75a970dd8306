//! Ice Maidens: a favor tile at setup; with the stronghold 3 points per temple on passing.

use super::{Digging, Home, Sheet};
use crate::tiles::{Cost, Income};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Ice,
    power: [6, 6],
    cult: [0, 1, 0, 1],
    dwelling_workers: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    stronghold: Income::power(4),
    digging: Digging { advance: Cost { coins: 5, workers: 1, priests: 1 }, ..Sheet::DIGGING },
    ..Sheet::STANDARD
};
