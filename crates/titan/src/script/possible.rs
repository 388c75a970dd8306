//! Which grounds an AREA of the script can put on each hex.

use crate::board::HEXES;
use crate::{Battleland, HexId, HexSet, Terrain};

/// A set of grounds for each hex; bare ground is always possible.
#[derive(Clone, Debug)]
pub(crate) struct Possible([u64; HEXES]);

/// Terrain and elevation of a hex.
pub(crate) fn ground_of(land: &Battleland, hex: HexId) -> (Terrain, u8) {
    (land.cell(hex).terrain(), land.cell(hex).elevation())
}

fn bit((terrain, elevation): (Terrain, u8)) -> u64 {
    1 << super::ground(terrain, elevation.min(2))
}

impl Default for Possible {
    fn default() -> Self {
        Self([bit((Terrain::Plains, 0)); HEXES])
    }
}

impl Possible {
    /// A hazard can fall on these hexes.
    pub(crate) fn add(&mut self, hexes: HexSet, ground: (Terrain, u8)) {
        hexes.iter().for_each(|i| self.0[i] |= bit(ground));
    }

    /// Whether an AREA can put this ground there.
    pub(crate) fn allows(&self, hex: HexId, ground: (Terrain, u8)) -> bool {
        self.0[hex.index()] & bit(ground) != 0
    }
}
