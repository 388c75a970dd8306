//! What a map's shape says once and for all: land, neighbours, corners, port sites. Boards of the
//! same shape are then judged by walking short lists of numbers.

use crate::map::{Board, Grid, HexType, HexValue, PortType, Setup, Terrain, pips};
use hexwright_core::{CornerId, HexId};

/// Kinds of cells as small numbers, so that a board is two byte strings: 0 is no land, 1 to 5 the
/// resources, then desert and gold.
pub(crate) const NO_LAND: u8 = 0;
pub(crate) const DESERT: u8 = 6;
const GOLD: u8 = 7;
const UNKNOWN: u8 = 8;

/// Lists over the land of one map.
#[derive(Clone, Debug)]
pub struct Tables {
    pub(crate) grid: Grid,
    /// Land hexes in reading order.
    pub(crate) land: Vec<u16>,
    /// Adjacent land hexes, the smaller first.
    pub(crate) pairs: Vec<[u16; 2]>,
    /// Land neighbours of every hex.
    pub(crate) neighbours: Vec<Vec<u16>>,
    /// Hexes around every land corner; where there is none, the number of hexes: a cell that is
    /// always empty.
    pub(crate) corners: Vec<[u16; 3]>,
    /// The id of each of `corners`.
    pub(crate) corner_ids: Vec<CornerId>,
    /// For each port site the hexes on its two corners, padded in the same way.
    pub(crate) sites: Vec<[u16; 6]>,
    /// Columns of every hex, doubled, with the half-hex shift of odd rows.
    pub(crate) doubled_columns: Vec<i32>,
    /// Rows of every hex.
    pub(crate) rows: Vec<i32>,
    /// Sum over land of doubled columns and of rows.
    pub(crate) land_sum: (i64, i64),
}

impl Tables {
    /// The lists of a board's shape.
    #[must_use]
    pub fn new(grid: &Grid, is_land: impl Fn(HexId) -> bool, sites: &[[CornerId; 2]]) -> Self {
        let topology = grid.topology();
        let nobody = grid.len() as u16;
        let land_or_nobody = |hex: Option<HexId>| hex.filter(|&h| is_land(h)).map_or(nobody, |h| h.0);
        let around = |corner: CornerId| topology.corner_hexes(corner).map(land_or_nobody);
        let land: Vec<u16> = topology.hex_ids().filter(|&h| is_land(h)).map(|h| h.0).collect();
        let neighbours: Vec<Vec<u16>> = topology
            .hex_ids()
            .map(|h| {
                topology.hex_neighbours(h).iter().flatten().filter(|&&n| is_land(n)).map(|n| n.0).collect()
            })
            .collect();
        let pairs = land
            .iter()
            .flat_map(|&a| neighbours[usize::from(a)].iter().filter(move |&&b| a < b).map(move |&b| [a, b]))
            .collect();
        let corner_ids: Vec<CornerId> =
            topology.corner_ids().filter(|&c| around(c).iter().any(|&h| h != nobody)).collect();
        let place = |i: usize| grid.place(HexId(i as u16));
        let doubled_columns: Vec<i32> =
            (0..grid.len()).map(|i| 2 * i32::from(place(i).1) + i32::from(place(i).0 & 1)).collect();
        let rows: Vec<i32> = (0..grid.len()).map(|i| i32::from(place(i).0)).collect();
        let sum = |list: &[i32]| land.iter().map(|&h| i64::from(list[usize::from(h)])).sum();
        Self {
            grid: grid.clone(),
            pairs,
            corners: corner_ids.iter().map(|&c| around(c)).collect(),
            corner_ids,
            sites: sites
                .iter()
                .map(|&[a, b]| {
                    let ([x, y, z], [u, v, w]) = (around(a), around(b));
                    [x, y, z, u, v, w]
                })
                .collect(),
            land_sum: (sum(&doubled_columns), sum(&rows)),
            doubled_columns,
            rows,
            neighbours,
            land,
        }
    }

    /// The lists of a drawn board. Sites without harbour are kept, so that ports keep their place.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let sites: Vec<[CornerId; 2]> = board.harbours().map(|h| h.corners).collect();
        Self::new(&board.grid, |h| board.terrain(h).is_land(), &sites)
    }

    /// Sizes of the islands, the largest first.
    #[must_use]
    pub fn islands(&self) -> Vec<usize> {
        let mut sizes = self.clusters(&vec![1; self.grid.len()]);
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// Number of coastal sides.
    #[must_use]
    pub fn coastal_sides(&self) -> usize {
        self.land.iter().map(|&h| 6 - self.neighbours[usize::from(h)].len()).sum()
    }

    /// Sizes of connected land of equal colour, by the first hex in reading order.
    pub(crate) fn clusters(&self, colour: &[u8]) -> Vec<usize> {
        let mut seen = vec![false; self.grid.len()];
        let mut sizes = Vec::new();
        let mut todo = Vec::new();
        for &start in &self.land {
            if std::mem::replace(&mut seen[usize::from(start)], true) {
                continue;
            }
            let mut size = 0;
            todo.push(start);
            while let Some(hex) = todo.pop() {
                size += 1;
                for &next in &self.neighbours[usize::from(hex)] {
                    let alike = colour[usize::from(next)] == colour[usize::from(start)];
                    if alike && !std::mem::replace(&mut seen[usize::from(next)], true) {
                        todo.push(next);
                    }
                }
            }
            sizes.push(size);
        }
        sizes
    }
}

/// A board as byte strings in the order of its hexes, with one empty cell behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    pub(crate) kinds: Vec<u8>,
    pub(crate) numbers: Vec<u8>,
    /// Pips of productive hexes, else 0.
    pub(crate) pips: Vec<u8>,
    /// For each site: 0 no 2:1 harbour, else 1 to 5 its resource.
    pub(crate) ports: Vec<u8>,
}

impl Cells {
    /// The bytes of a board; `ports` follow the sites of [`Tables::of`].
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self::with_ports(board, board.harbours().map(|h| h.kind.map_or(0, |r| r as u8 + 1)).collect())
    }

    /// The bytes of a board with every site of the map, empty ones included.
    pub(crate) fn with_all_sites(board: &Board) -> Self {
        let kind = |h: &Option<crate::map::Harbour>| h.and_then(|h| h.kind).map_or(0, |r| r as u8 + 1);
        Self::with_ports(board, board.harbours.iter().map(kind).collect())
    }

    /// What a map says before anything is drawn: `any` cells are unknown and count for nothing.
    pub(crate) fn known(setup: &Setup) -> Self {
        let mut cells = Self::with_all_sites(&setup.draw(0));
        for (i, hex_type) in setup.types.iter().enumerate() {
            let kind = if *hex_type == HexType::Any { UNKNOWN } else { cells.kinds[i] };
            let number = if setup.values[i] == HexValue::Any { 0 } else { cells.numbers[i] };
            cells.set(i, kind, number);
        }
        for (port, site) in cells.ports.iter_mut().zip(&setup.ports) {
            if site.kind == PortType::Any {
                *port = 0;
            }
        }
        cells
    }

    fn with_ports(board: &Board, ports: Vec<u8>) -> Self {
        let mut kinds: Vec<u8> = board
            .terrain
            .iter()
            .map(|t| match *t {
                Terrain::Water | Terrain::Void => NO_LAND,
                Terrain::Land(r) => r as u8 + 1,
                Terrain::Desert => DESERT,
                Terrain::Gold => GOLD,
            })
            .collect();
        kinds.push(NO_LAND);
        let mut numbers = board.numbers.clone();
        numbers.push(0);
        let pips = kinds.iter().zip(&numbers).map(|(&k, &n)| productive_pips(k, n)).collect();
        Self { kinds, numbers, pips, ports }
    }

    /// Sets what a hex is.
    pub(crate) fn set(&mut self, hex: usize, kind: u8, number: u8) {
        self.kinds[hex] = kind;
        self.numbers[hex] = number;
        self.pips[hex] = productive_pips(kind, number);
    }

    /// Whether a hex yields a resource.
    pub(crate) fn is_productive(&self, hex: usize) -> bool {
        self.pips[hex] > 0
    }
}

const fn productive_pips(kind: u8, number: u8) -> u8 {
    if kind >= 1 && kind <= 5 { pips(number) } else { 0 }
}

/// 6 and 8: the numbers printed red.
pub(crate) const fn is_red(number: u8) -> bool {
    number == 6 || number == 8
}
