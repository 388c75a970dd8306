//! Giants: every transform takes exactly two spades and ends in red; the stronghold's action gives two.

use super::{Home, Sheet};
use crate::map::Terrain;
use crate::tiles::{Income, Special};

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Red),
    cult: [1, 0, 0, 1],
    points_2017: 25,
    stronghold: Income::power(4),
    stronghold_action: Some(Special::Giants),
    ..Sheet::STANDARD
};
