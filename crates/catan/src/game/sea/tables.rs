//! The half of seafaring that never changes: which sides and corners are land, sea, island, gold.

use crate::game::map_rules::Seafaring;
use crate::game::options::Ruleset;
use crate::game::tables::{ABSENT, Engine, Source};
use crate::map::{Board, Resource, Terrain};
use hexwright_core::{Bits, CornerId, HexId, SideId};

/// Tables of a seafaring map; empty on others.
#[derive(Clone, Debug)]
pub(in crate::game) struct SeaTables<const C: usize, const S: usize> {
    pub(in crate::game) rules: Seafaring,
    /// Corners that touch land.
    pub(in crate::game) land_corners: Bits<C>,
    /// Sides that touch land: roads.
    pub(in crate::game) land_sides: Bits<S>,
    /// Sides that touch water: ships.
    pub(in crate::game) wet_sides: Bits<S>,
    /// Sides of each hex.
    pub(in crate::game) hex_sides: Vec<Bits<S>>,
    /// Hexes the pirate may stand on, ascending.
    pub(in crate::game) water: Vec<u16>,
    /// Corners without building during setup.
    pub(in crate::game) forbidden: Bits<C>,
    /// Number of the island of each corner: what roads could join.
    pub(in crate::game) island: Vec<u16>,
    /// Gold hexes by their number.
    pub(in crate::game) gold: [Vec<Source<C>>; 13],
    /// Gold a starting settlement yields at each corner.
    pub(in crate::game) gold_yield: Vec<u8>,
}

/// Dense numbers a table is built from.
pub(in crate::game) struct Dense<'a> {
    pub(in crate::game) corners: &'a [CornerId],
    pub(in crate::game) sides: &'a [SideId],
    pub(in crate::game) corner_index: &'a [u16],
    pub(in crate::game) side_index: &'a [u16],
}

impl<const C: usize, const S: usize> SeaTables<C, S> {
    /// The tables of a board, whatever it needs of them.
    pub(in crate::game) fn new(board: &Board, rules: Seafaring, ruleset: Ruleset, dense: &Dense<'_>) -> Self {
        let topology = board.grid.topology();
        let is =
            |hex: &Option<HexId>, wanted: fn(Terrain) -> bool| hex.is_some_and(|h| wanted(board.terrain(h)));
        let land: fn(Terrain) -> bool = Terrain::is_land;
        let water: fn(Terrain) -> bool = |t| t == Terrain::Water;
        let sides = |wanted: fn(Terrain) -> bool| -> Bits<S> {
            let with = |s: &SideId| topology.side_hexes(*s).iter().any(|h| is(h, wanted));
            dense.sides.iter().enumerate().filter(|(_, s)| with(s)).map(|(i, _)| i).collect()
        };
        let corner = |c: CornerId| dense.corner_index[c.index()];
        let hex_corners = |h: HexId| -> Bits<C> {
            let list = topology.hex_corners(h).iter().map(|&c| corner(c));
            list.filter(|&i| i != ABSENT).map(usize::from).collect()
        };
        let mut gold: [Vec<Source<C>>; 13] = Default::default();
        let mut gold_yield = vec![0; dense.corners.len()];
        for hex in topology.hex_ids().filter(|&h| board.terrain(h) == Terrain::Gold) {
            let number = board.number(hex).min(12);
            let corners = hex_corners(hex);
            if number > 0 || ruleset != Ruleset::Pioneers {
                corners.iter().for_each(|c| gold_yield[c] += 1);
            }
            // the kind of a gold source is never looked at
            let around = topology.hex_corners(hex).map(corner);
            gold[usize::from(number)].push(Source { hex: hex.0, kind: Resource::Brick, corners, around });
        }
        let land_corner = |c: &CornerId| topology.corner_hexes(*c).iter().any(|h| is(h, land));
        let forbidden = rules.forbidden.iter().map(|&c| corner(c)).filter(|&i| i != ABSENT);
        Self {
            land_corners: dense
                .corners
                .iter()
                .enumerate()
                .filter(|(_, c)| land_corner(c))
                .map(|(i, _)| i)
                .collect(),
            land_sides: sides(land),
            wet_sides: sides(water),
            hex_sides: topology
                .hex_ids()
                .map(|h| {
                    let list = topology.hex_sides(h).iter().map(|s| dense.side_index[s.index()]);
                    list.filter(|&i| i != ABSENT).map(usize::from).collect()
                })
                .collect(),
            water: topology.hex_ids().filter(|&h| water(board.terrain(h))).map(|h| h.0).collect(),
            forbidden: forbidden.map(usize::from).collect(),
            island: Vec::new(),
            gold,
            gold_yield,
            rules,
        }
    }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Numbers the islands: corners joined by sides that touch land.
    pub(in crate::game) fn number_islands(&mut self) {
        let mut island = vec![ABSENT; self.corners.len()];
        let mut next = 0;
        for start in 0..self.corners.len() {
            if island[start] != ABSENT {
                continue;
            }
            let mut wave = vec![start];
            while let Some(corner) = wave.pop() {
                if std::mem::replace(&mut island[corner], next) != ABSENT {
                    continue;
                }
                for (side, far) in self.steps[corner] {
                    let joins = side != ABSENT && self.sea.land_sides.contains(usize::from(side));
                    if joins && far != ABSENT && island[usize::from(far)] == ABSENT {
                        wave.push(usize::from(far));
                    }
                }
            }
            next += 1;
        }
        self.sea.island = island;
    }
}
