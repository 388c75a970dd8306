//! Shapeshifters: with the stronghold they change their colour; neighbours' power lets them buy tokens.

use super::{Digging, Home, LeechEffect, Sheet};
use crate::tiles::{Cost, Income};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Variable,
    power: [4, 4],
    cult: [1, 1, 0, 0],
    points_2017: 22,
    price: Sheet::prices([(1, 2), (2, 3), (2, 5), (3, 6), (4, 6)]),
    stronghold: Income::power(4),
    digging: Digging { spade: Some([Cost::build(3, 0); 3]), ..Sheet::NO_DIGGING },
    leech: LeechEffect::Token,
    ..Sheet::STANDARD
};
