//! How far a board is from satisfying a constraint: 0 if it does, and smaller is nearer, so that a
//! search feels the way.

use super::constraint::{Constraint, DesertPlace};
use super::score::BoardCounts;
use super::tables::{Cells, DESERT, Tables, is_red};

/// Counts violations of boards of one shape.
#[derive(Clone, Debug)]
pub(crate) struct ViolationCounter {
    pub(crate) tables: Tables,
    /// Distance of each land hex from the middle of the land, squared and scaled; and all of them
    /// in order.
    centre: (Vec<u64>, Vec<u64>),
}

impl ViolationCounter {
    pub(crate) fn new(tables: Tables) -> Self {
        let land = tables.land.len() as i64;
        let distance = |hex: usize| {
            let x = land * i64::from(tables.doubled_columns[hex]) - tables.land_sum.0;
            let y = land * i64::from(tables.rows[hex]) - tables.land_sum.1;
            (x * x + 3 * y * y).unsigned_abs()
        };
        let distances: Vec<u64> = (0..tables.rows.len()).map(distance).collect();
        let mut sorted: Vec<u64> = tables.land.iter().map(|&h| distances[usize::from(h)]).collect();
        sorted.sort_unstable();
        Self { tables, centre: (distances, sorted) }
    }

    /// Violations of one constraint.
    pub(crate) fn violations(&self, constraint: Constraint, cells: &Cells, counts: &BoardCounts) -> u32 {
        match constraint {
            Constraint::RedNeighbours(most) => counts.red_pairs.saturating_sub(most),
            Constraint::EqualNeighbours(most) => {
                self.pairs(cells, |m, n| m == n && m != 0).saturating_sub(most)
            }
            Constraint::TwoTwelveNeighbours(most) => {
                self.pairs(cells, |m, n| m + n == 14 && m.abs_diff(n) == 10).saturating_sub(most)
            }
            Constraint::TerrainCluster(most) => self
                .tables
                .clusters(&cells.kinds)
                .iter()
                .map(|&size| (size as u32).saturating_sub(most))
                .sum(),
            Constraint::RichCorner(most) => self.corner_pips(cells).map(|p| p.saturating_sub(most)).sum(),
            Constraint::MinCorner(least) => {
                let nobody = cells.kinds.len() as u16 - 1;
                self.tables
                    .corners
                    .iter()
                    .zip(self.corner_pips(cells))
                    .filter(|(hexes, _)| !hexes.contains(&nobody))
                    .map(|(_, pips)| least.saturating_sub(pips))
                    .sum()
            }
            Constraint::PoorResource(percent) => {
                poor_resources(counts, percent).map(|(_, short)| short).sum()
            }
            Constraint::PortBesideOwn(most) => counts.beside_own.saturating_sub(most),
            Constraint::Desert(place) => self.misplaced_deserts(cells, place),
            Constraint::MaxRedPerResource(most) => {
                let mut reds = [0; 8];
                for &hex in &self.tables.land {
                    let hex = usize::from(hex);
                    reds[usize::from(cells.kinds[hex])] += u32::from(is_red(cells.numbers[hex]));
                }
                reds[1..=5].iter().map(|r| r.saturating_sub(most)).sum()
            }
            Constraint::MinIslands(least) => least.saturating_sub(self.tables.islands().len() as u32),
            Constraint::Score(least) => least.saturating_sub(counts.score()),
        }
    }

    fn pairs(&self, cells: &Cells, bad: impl Fn(u8, u8) -> bool) -> u32 {
        let number = |h: u16| cells.numbers[usize::from(h)];
        self.tables.pairs.iter().filter(|&&[a, b]| bad(number(a), number(b))).count() as u32
    }

    fn corner_pips<'a>(&'a self, cells: &'a Cells) -> impl Iterator<Item = u32> + 'a {
        self.tables.corners.iter().map(|c| c.iter().map(|&h| u32::from(cells.pips[usize::from(h)])).sum())
    }

    fn misplaced_deserts(&self, cells: &Cells, place: DesertPlace) -> u32 {
        let deserts =
            || self.tables.land.iter().map(|&h| usize::from(h)).filter(|&h| cells.kinds[h] == DESERT);
        let inland = |h: usize| self.tables.neighbours[h].len() == 6;
        let misplaced = match place {
            DesertPlace::Any => 0,
            DesertPlace::Inland => deserts().filter(|&h| !inland(h)).count(),
            DesertPlace::Coast => deserts().filter(|&h| inland(h)).count(),
            DesertPlace::Centre => {
                let count = deserts().count();
                let nearest = count.checked_sub(1).map_or(0, |last| self.centre.1[last]);
                deserts().filter(|&h| self.centre.0[h] > nearest).count()
            }
        };
        misplaced as u32
    }
}

/// Resources whose average pips fall below a share of the mean, with the per cent they lack.
pub(crate) fn poor_resources(counts: &BoardCounts, percent: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
    let hexes: u64 = counts.resource_hexes.iter().map(|&n| u64::from(n)).sum();
    let pips: u64 = counts.resource_pips.iter().map(|&n| u64::from(n)).sum();
    (0..5).filter_map(move |k| {
        let own = u64::from(counts.resource_hexes[k]);
        if own == 0 || pips == 0 {
            return None;
        }
        // own pips / own hexes < percent/100 * pips / hexes
        let have = u64::from(counts.resource_pips[k]) * hexes * 100;
        let need = u64::from(percent) * pips * own;
        (have < need).then(|| (k, ((need - have).div_ceil(pips * own)) as u32))
    })
}
