//! What a script gives on average: how often each ground lies on each hex, which hexsides lie between
//! which grounds. Counts of two sources can be compared cell by cell.
//!
//! ```
//! use hexwright_titan::{HexId, Mode, Script, Stats};
//!
//! let script = Script::parse("AREA D4 HAZARDS Sand\n", Mode::Documented).unwrap();
//! let stats = Stats::collect(&script, "one.rnd", 1, 10);
//! assert_eq!(stats.ok, 10);
//! assert!(!stats.shares(HexId::from_label("D4").unwrap()).is_empty());
//! ```

use crate::{Battleland, HexId, RollError, Roller, Script, Seeded};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts by a name, in order of names.
pub type Counts = BTreeMap<String, u64>;

/// Counts by two names.
pub type Counts2 = BTreeMap<String, Counts>;

/// Counts over many maps of one script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// The script.
    pub file: String,
    /// Maps asked for.
    pub runs: u64,
    /// Maps made; all counts are over these.
    pub ok: u64,
    /// Code of a failure → maps.
    pub errors: Counts,
    /// `Terrain/elevation` → hexes.
    pub terrain_elevation_total: Counts,
    /// Hex → `Terrain/elevation` → maps.
    pub per_hex: Counts2,
    /// `Terrain/elevation` → hexes on a map → maps.
    pub hexes_per_map_histogram: Counts2,
    /// `A/i>B/j` over ordered neighbours → letter or `none` → edges, hexside on the first hex.
    pub hexside_by_pair: Counts2,
    /// `D4.0` → letter → maps.
    pub hexside_by_hex_and_side: Counts2,
    /// Letter → hexsides on a map → maps.
    pub hexsides_per_map_histogram: Counts2,
    /// Hex → maps whose start list names it.
    pub startlist_hex: Counts,
}

/// One cell in which two sources differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// `per_hex` or `hexside_by_pair`.
    pub table: &'static str,
    /// Row and column, such as `D4 Sand/0`.
    pub cell: String,
    /// Share in the first source.
    pub ours: f64,
    /// Share in the second.
    pub theirs: f64,
    /// How many standard deviations they are apart.
    pub z: f64,
}

/// Two sources disagree above this many standard deviations.
pub const ALARM: f64 = 4.5;

impl Stats {
    /// Counts `runs` maps with the seeds from `seed` on.
    #[must_use]
    pub fn collect(script: &Script, file: &str, seed: u64, runs: u64) -> Self {
        Self::collect_with(&mut Roller::new(script), file, seed, runs)
    }

    /// Counts the maps of a roller that may be stopped: `runs` then says how many maps were tried.
    #[must_use]
    pub fn collect_with(roller: &mut Roller<'_>, file: &str, seed: u64, runs: u64) -> Self {
        let mut stats = Self { file: file.to_owned(), runs, ..Self::default() };
        let mut tables = Tables::default();
        for run in 0..runs {
            match roller.roll(&mut Seeded::new(seed.wrapping_add(run))) {
                Ok(rolled) => tables.count(&rolled.land),
                Err(RollError::Script(findings)) => {
                    let code = findings.first().map_or("error", |f| f.id);
                    *stats.errors.entry(code.to_owned()).or_default() += 1;
                }
                Err(RollError::Exhausted(_)) => {}
                Err(RollError::Stopped) => {
                    stats.runs = run;
                    break;
                }
            }
        }
        tables.write(&mut stats);
        stats
    }

    /// Two-sample z tests of each cell of `per_hex` and `hexside_by_pair`, largest |z| first. Rows that
    /// one of the two never met are left out: they have no share to compare.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Vec<Difference> {
        let mut all = Vec::new();
        let tables = [
            ("per_hex", &self.per_hex, &other.per_hex),
            ("hexside_by_pair", &self.hexside_by_pair, &other.hexside_by_pair),
        ];
        for (table, ours, theirs) in tables {
            for (row, own_cells) in ours {
                let Some(their_cells) = theirs.get(row) else { continue };
                let (n, m) =
                    (own_cells.values().sum::<u64>() as f64, their_cells.values().sum::<u64>() as f64);
                let mut columns: Vec<&String> = own_cells.keys().chain(their_cells.keys()).collect();
                columns.sort();
                columns.dedup();
                for column in columns {
                    let count = |cells: &Counts| cells.get(column).copied().unwrap_or(0) as f64;
                    let (a, b) = (count(own_cells), count(their_cells));
                    let (p, pooled) = (a / n - b / m, (a + b) / (n + m));
                    let spread = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
                    let z = if spread > 0.0 { p / spread } else { 0.0 };
                    let cell = format!("{row} {column}");
                    all.push(Difference { table, cell, ours: a / n, theirs: b / m, z });
                }
            }
        }
        all.sort_by(|a, b| b.z.abs().total_cmp(&a.z.abs()).then_with(|| a.cell.cmp(&b.cell)));
        all
    }

    /// The share of maps in which each ground lies on a hex, most frequent first.
    #[must_use]
    pub fn shares(&self, hex: HexId) -> Vec<(&str, f64)> {
        let mut shares: Vec<(&str, f64)> = self
            .per_hex
            .get(&hex.label())
            .into_iter()
            .flatten()
            .map(|(ground, &n)| (ground.as_str(), n as f64 / self.ok.max(1) as f64))
            .collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        shares
    }
}

/// The counts by number; names are made once, at the end.
struct Tables {
    maps: u64,
    hexes: Vec<[u64; GROUNDS]>,
    per_map: Vec<[u64; 28]>,
    pairs: Vec<[u64; 6]>,
    sides: Vec<[u64; 5]>,
    sides_per_map: Vec<Vec<u64>>,
    start: [u64; 27],
}

const GROUNDS: usize = crate::Terrain::COUNT * 3;

impl Default for Tables {
    fn default() -> Self {
        Self {
            maps: 0,
            hexes: vec![[0; GROUNDS]; 27],
            per_map: vec![[0; 28]; GROUNDS],
            pairs: vec![[0; 6]; GROUNDS * GROUNDS],
            sides: vec![[0; 5]; 27 * 6],
            sides_per_map: vec![vec![0; 27 * 6 + 1]; 5],
            start: [0; 27],
        }
    }
}

fn name(ground: usize) -> String {
    use hexwright_core::Key;
    format!("{}/{}", crate::Terrain::ALL[ground / 3].name(), ground % 3)
}

impl Tables {
    fn count(&mut self, land: &Battleland) {
        self.maps += 1;
        let kind = |h: HexId| {
            let cell = land.cell(h);
            usize::from(crate::script::ground(cell.terrain(), cell.elevation().min(2)))
        };
        let (mut per_map, mut sides_per_map) = ([0usize; GROUNDS], [0usize; 5]);
        for (hex, cell) in land.cells() {
            let own = kind(hex);
            self.hexes[hex.index()][own] += 1;
            per_map[own] += 1;
            for k in 0..6 {
                let side = cell.side(k).map(|s| s as usize);
                if let Some(side) = side {
                    self.sides[hex.index() * 6 + k][side] += 1;
                    sides_per_map[side] += 1;
                }
                if let Some(other) = hex.neighbour(k) {
                    self.pairs[own * GROUNDS + kind(other)][side.unwrap_or(5)] += 1;
                }
            }
        }
        per_map.iter().enumerate().for_each(|(ground, &n)| self.per_map[ground][n] += 1);
        sides_per_map.iter().enumerate().for_each(|(side, &n)| self.sides_per_map[side][n] += 1);
        land.start_hexes().iter().for_each(|h| self.start[h.index()] += 1);
    }

    fn write(&self, stats: &mut Stats) {
        use hexwright_core::Key;
        let letter =
            |side: usize| crate::Hexside::ALL.get(side).map_or("none".to_owned(), |s| s.letter().to_string());
        let row = |cells: &[u64], name: &dyn Fn(usize) -> String| -> Counts {
            cells.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, &n)| (name(i), n)).collect()
        };
        let put = |into: &mut Counts2, key: String, cells: Counts| {
            if !cells.is_empty() {
                into.insert(key, cells);
            }
        };
        stats.ok = self.maps;
        for hex in HexId::all() {
            put(&mut stats.per_hex, hex.label(), row(&self.hexes[hex.index()], &name));
            for k in 0..6 {
                let cells = row(&self.sides[hex.index() * 6 + k], &letter);
                put(&mut stats.hexside_by_hex_and_side, format!("{hex}.{k}"), cells);
            }
            if self.start[hex.index()] > 0 {
                stats.startlist_hex.insert(hex.label(), self.start[hex.index()]);
            }
        }
        // maps without any hex or hexside of a kind are left out of its histogram
        let histogram = |cells: &[u64]| {
            let mut counts = row(cells, &|n| n.to_string());
            counts.remove("0");
            counts
        };
        for ground in 0..GROUNDS {
            let total: u64 = self.hexes.iter().map(|h| h[ground]).sum();
            if total > 0 {
                stats.terrain_elevation_total.insert(name(ground), total);
            }
            put(&mut stats.hexes_per_map_histogram, name(ground), histogram(&self.per_map[ground]));
            for other in 0..GROUNDS {
                let cells = row(&self.pairs[ground * GROUNDS + other], &letter);
                put(&mut stats.hexside_by_pair, format!("{}>{}", name(ground), name(other)), cells);
            }
        }
        for side in 0..5 {
            put(&mut stats.hexsides_per_map_histogram, letter(side), histogram(&self.sides_per_map[side]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mode;

    #[test]
    fn a_stopped_roller_counts_and_searches_no_further() {
        let script = Script::parse("AREA (inside) HAZARDS Sand,50. Sand,1\n", Mode::Documented).unwrap();
        let stop = hexwright_core::StopFlag::new();
        let mut roller = Roller::new(&script).stopped_by(stop.clone());
        let counted = Stats::collect_with(&mut roller, "x", 0, 10);
        assert_eq!((counted.runs, counted.ok), (10, 10));
        stop.raise();
        let counted = Stats::collect_with(&mut roller, "x", 0, 10);
        assert_eq!((counted.runs, counted.ok), (0, 0));
        let searched = roller.search(1, &[], 10, &mut crate::Tally::new(0));
        assert_eq!(searched, Err(RollError::Stopped));
    }

    #[test]
    fn a_script_agrees_with_itself_and_not_with_another() {
        let stats = |percent: u32, seed| {
            let text = format!(
                "AREA (inside) HAZARDS Sand,{percent}. Sand,1\nPAIR (Sand,*)(Plains,*) HEXSIDES d,60.\n"
            );
            Stats::collect(&Script::parse(&text, Mode::Documented).unwrap(), "x", seed, 2_000)
        };
        let (one, same, other) = (stats(20, 0), stats(20, 9_000), stats(90, 0));
        assert!(one.compare(&same)[0].z.abs() < ALARM);
        assert!(one.compare(&other)[0].z.abs() > ALARM);
        assert_eq!(one.per_hex["D4"].values().sum::<u64>(), 2_000);
        assert_eq!(one.hexside_by_pair.values().flat_map(|c| c.values()).sum::<u64>(), 126 * 2_000);
    }
}
