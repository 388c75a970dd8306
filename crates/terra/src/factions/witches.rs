//! Witches: 5 points per town; the stronghold's ride puts a dwelling on any free forest.

use super::{Home, Sheet};
use crate::map::Terrain;
use crate::tiles::Special;

pub(super) const SHEET: Sheet = Sheet {
    home: Home::Colour(Terrain::Green),
    cult: [0, 0, 0, 2],
    points_2017: 19,
    stronghold_action: Some(Special::Witches),
    town_points: 5,
    ..Sheet::STANDARD
};
