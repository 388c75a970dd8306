//! Laying out the chits, and drawing terrain when a game starts.

use super::keyword::Switch;
use super::model::{Cell, PioneersMap, Port};
use super::place::{Edge, Node, Place};
use crate::map::{Board, Grid, Harbour, Terrain};
use hexwright_core::{CornerId, HexId, Random, Stream};

use crate::generate::SHUFFLE_KEY as STREAM;

/// What the sequence numbers of a map amount to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Highest sequence number + 1.
    pub(super) places: usize,
    /// Numbered deserts.
    pub(super) deserts: usize,
    /// Numbered hexes that take a chit.
    pub(super) tiles: usize,
    /// Numbers missing below the highest.
    pub(super) gaps: Vec<u16>,
}

impl Layout {
    /// Counts a map whose numbers are unique.
    pub(super) fn counts(map: &PioneersMap) -> Self {
        let numbered = in_sequence(map);
        let places = numbered.last().map_or(0, |&(last, _)| usize::from(last) + 1);
        let deserts = numbered.iter().filter(|(_, i)| map.cells[*i].terrain() == Terrain::Desert).count();
        let mut used = vec![false; places];
        numbered.iter().for_each(|&(n, _)| used[usize::from(n)] = true);
        let gaps = (0..places).filter(|&n| !used[n]).map(|n| n as u16).collect();
        Self { places, deserts, tiles: numbered.len() - deserts, gaps }
    }
}

/// Numbered cells in the order of their numbers, as (number, index into the cells).
fn in_sequence(map: &PioneersMap) -> Vec<(u16, usize)> {
    let mut numbered: Vec<(u16, usize)> =
        map.cells.iter().enumerate().filter_map(|(i, cell)| Some((cell.sequence()?, i))).collect();
    numbered.sort_unstable();
    numbered
}

/// The number of every cell: deserts have none, every other numbered cell the next chit; the chits
/// start again when used up.
#[must_use]
pub fn rolls(map: &PioneersMap) -> Vec<i32> {
    let mut rolls = vec![0; map.cells.len()];
    let mut chits = map.chits.iter().cycle();
    for (_, index) in in_sequence(map) {
        if map.cells[index].terrain() != Terrain::Desert {
            rolls[index] = chits.next().copied().unwrap_or(0);
        }
    }
    rolls
}

/// A map ready to play: nothing left to chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Terrain, numbers and harbours on the map's rectangle.
    pub board: Board,
    /// The robber starts on the first desert of the sequence.
    pub robber: Option<HexId>,
    /// The pirate starts here.
    pub pirate: Option<HexId>,
    /// Corners without building during setup.
    pub nosetup: Vec<CornerId>,
}

impl PioneersMap {
    /// The map with terrain and ports drawn under a seed, if it has `random-terrain`: every land hex
    /// and every port without `+` draws from all of them, column by column.
    #[must_use]
    pub fn shuffled(&self, seed: u64) -> Self {
        let mut map = self.clone();
        if !map.has(Switch::RandomTerrain) {
            return map;
        }
        let indices: Vec<usize> = map.places().filter_map(|place| map.index(place)).collect();
        let open_land: Vec<usize> = indices
            .iter()
            .copied()
            .filter(|&i| matches!(map.cells[i], Cell::Land { fixed: false, .. }))
            .collect();
        let mut terrains: Vec<Terrain> = open_land.iter().map(|&i| map.cells[i].terrain()).collect();
        Stream::new(seed, STREAM, 1).shuffle(&mut terrains);
        for (&i, drawn) in open_land.iter().zip(terrains) {
            if let Cell::Land { terrain, .. } = &mut map.cells[i] {
                *terrain = drawn;
            }
        }
        let open_ports: Vec<usize> = indices
            .into_iter()
            .filter(|&i| matches!(map.cells[i], Cell::Sea { port: Some(_), fixed: false, .. }))
            .collect();
        let kind = |map: &Self, i: usize| match map.cells[i] {
            Cell::Sea { port: Some(port), .. } => port.kind,
            _ => None,
        };
        let mut kinds: Vec<_> = open_ports.iter().map(|&i| kind(&map, i)).collect();
        Stream::new(seed, STREAM, 2).shuffle(&mut kinds);
        for (&i, drawn) in open_ports.iter().zip(kinds) {
            if let Cell::Sea { port: Some(Port { kind, .. }), .. } = &mut map.cells[i] {
                *kind = drawn;
            }
        }
        map
    }

    /// The board as it stands, without drawing anything.
    ///
    /// Rolls no dice can show become 0; a 7 stays, though it never produces in Pioneers.
    #[must_use]
    pub fn lay_out(&self) -> Laid {
        let grid = Grid::new(self.width, self.height());
        let terrain: Vec<Terrain> = self.cells.iter().map(|cell| cell.terrain()).collect();
        let numbers =
            rolls(self)
                .into_iter()
                .zip(&terrain)
                .map(|(roll, t)| {
                    if t.is_land() { u8::try_from(roll).ok().filter(|n| (2..=12).contains(n)) } else { None }
                })
                .map(|roll| roll.unwrap_or(0))
                .collect();
        let robber = in_sequence(self)
            .into_iter()
            .find(|&(_, i)| terrain[i] == Terrain::Desert)
            .map(|(_, i)| HexId(i as u16));
        let harbours = self.rows().filter_map(|place| self.harbour(&grid, place)).map(Some).collect();
        let nosetup = self.nosetup.iter().filter_map(|n| corner_id(&grid, *n)).collect();
        let pirate = self.pirate.and_then(|place| self.index(place)).map(|i| HexId(i as u16));
        Laid { board: Board { grid, terrain, numbers, harbours }, robber, pirate, nosetup }
    }

    /// The harbour of a sea cell, with the corner numbers of a grid.
    pub(crate) fn harbour(&self, grid: &Grid, place: Place) -> Option<Harbour> {
        let Cell::Sea { port: Some(port), .. } = self.cell(place) else { return None };
        let mut corners = Edge { hex: place, pos: port.facing }.nodes().map(|n| corner_id(grid, n));
        corners.sort_unstable();
        let [Some(a), Some(b)] = corners else { return None };
        Some(Harbour { corners: [a, b], kind: port.kind })
    }
}

fn corner_id(grid: &Grid, node: Node) -> Option<CornerId> {
    grid.topology().corner_id(node.corner())
}
