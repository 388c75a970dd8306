//! Which PAIR speaks for two neighbouring grounds: looked up, not searched.

use super::program::{Pair, TerrainRef};
use crate::Terrain;

/// How many grounds there are: each terrain at elevations 0, 1 and 2.
const GROUNDS: usize = Terrain::COUNT * 3;

/// For each ordered pair of grounds the number of the PAIR with the most specific key. Few grounds carry
/// hexsides in any one script, so only these have a row.
#[derive(Clone, Debug)]
pub(crate) struct PairTable {
    row_of: [u8; GROUNDS],
    rows: Vec<Row>,
}

/// The PAIR for each ground that may lie beside.
#[derive(Clone, Debug)]
pub(crate) struct Row([u16; GROUNDS]);

const NO_PAIR: u16 = u16::MAX;
const NO_ROW: u8 = u8::MAX;

/// Number of a ground.
#[inline]
pub(crate) const fn ground(terrain: Terrain, elevation: u8) -> u8 {
    terrain as u8 * 3 + elevation
}

impl Row {
    /// The number of the pair for ground `b`.
    #[inline]
    pub(crate) fn pair(&self, b: u8) -> Option<usize> {
        Some(usize::from(self.0[usize::from(b)])).filter(|&number| number != usize::from(NO_PAIR))
    }
}

impl PairTable {
    pub(crate) const EMPTY: Self = Self { row_of: [NO_ROW; GROUNDS], rows: Vec::new() };

    pub(crate) fn new(pairs: &[Pair]) -> Self {
        let mut table = Self::EMPTY;
        table.rows.reserve(pairs.len().min(GROUNDS));
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
                    let row = table.row_mut(a);
                    second.clone().for_each(|b| row.0[usize::from(b)] = number as u16);
                }
            }
        }
        table
    }

    fn row_mut(&mut self, a: u8) -> &mut Row {
        let row = &mut self.row_of[usize::from(a)];
        if *row == NO_ROW {
            *row = self.rows.len() as u8;
            self.rows.push(Row([NO_PAIR; GROUNDS]));
        }
        &mut self.rows[usize::from(*row)]
    }

    /// What may be beside a hex of ground `a`, if any pair names it first.
    #[inline]
    pub(crate) fn row(&self, a: u8) -> Option<&Row> {
        self.rows.get(usize::from(self.row_of[usize::from(a)]))
    }
}
