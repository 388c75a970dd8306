//! Which PAIR speaks for two neighbouring grounds: looked up, not searched.

use super::program::{Pair, TerrainRef};
use crate::Terrain;

/// How many grounds there are: each terrain at elevations 0, 1 and 2.
const GROUNDS: usize = Terrain::COUNT * 3;

/// For each ordered pair of grounds the number of the PAIR with the most specific key.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairTable(Option<Box<[u16]>>);

const NONE: u16 = u16::MAX;

/// Number of a ground.
#[inline]
pub(crate) const fn ground(terrain: Terrain, elevation: u8) -> u8 {
    terrain as u8 * 3 + elevation
}

impl PairTable {
    pub(crate) fn new(pairs: &[Pair]) -> Self {
        if pairs.is_empty() {
            return Self(None);
        }
        let mut table = vec![NONE; GROUNDS * GROUNDS].into_boxed_slice();
        // less specific keys first, so that more specific ones overwrite them; of two keys with one
        // star the one that names the first elevation is the more specific
        for stars in [[true, true], [true, false], [false, true], [false, false]] {
            for (number, pair) in pairs.iter().enumerate().filter(|(_, p)| !p.overridden) {
                if pair.keys.each_ref().map(|k| k.elevation.is_none()) != stars {
                    continue;
                }
                let [first, second] = pair.keys.each_ref().map(|key| {
                    let TerrainRef::Known(terrain) = key.terrain else { return 0..0 };
                    match key.elevation {
                        None => ground(terrain, 0)..ground(terrain, 2) + 1,
                        Some(level @ 0..=2) => ground(terrain, level as u8)..ground(terrain, level as u8) + 1,
                        Some(_) => 0..0,
                    }
                });
                for a in first {
                    for b in second.clone() {
                        table[usize::from(a) * GROUNDS + usize::from(b)] = number as u16;
                    }
                }
            }
        }
        Self(Some(table))
    }

    /// The rows of all grounds, if any pair was written.
    #[inline]
    pub(crate) fn rows(&self) -> Option<&[u16]> {
        self.0.as_deref()
    }

    /// The number of the pair for a hex of ground `a` beside ground `b`.
    #[inline]
    pub(crate) fn find(rows: &[u16], a: u8, b: u8) -> Option<usize> {
        match rows[usize::from(a) * GROUNDS + usize::from(b)] {
            NONE => None,
            number => Some(usize::from(number)),
        }
    }
}
